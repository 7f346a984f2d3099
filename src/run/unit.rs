//! A unit of work: the tasks that one call of the slicer is for.

use std::collections::BTreeMap;

use crate::adapter::Adapter;
use crate::suite::Task;

/// Tasks that are run together: criteria of one file of one program, never none.
#[derive(Clone, Debug)]
pub(super) struct Unit<'t> {
    /// In the order of the suite.
    pub(super) tasks: Vec<Task<'t>>,
    /// Why the slicer need not be called; the unit then has one task.
    pub(super) refused: Option<String>,
}

/// Divides tasks into as few calls as the slicer allows, in the order of their first tasks.
pub(super) fn units<'t>(tasks: &[Task<'t>], adapter: &Adapter) -> Vec<Unit<'t>> {
    let mut units: Vec<Unit<'t>> = Vec::new();
    // Unit that has room for further criteria of a file.
    let mut open: BTreeMap<(&str, usize), usize> = BTreeMap::new();
    for task in tasks {
        let refused = adapter.refuses(task);
        let is_refused = refused.is_some();
        let file = (task.benchmark.id.as_str(), task.criterion.file_idx);
        let with_room = open.get(&file).filter(|idx| units[**idx].tasks.len() < adapter.batch_size());
        match with_room.copied().filter(|_| !is_refused) {
            Some(idx) => units[idx].tasks.push(*task),
            None => {
                units.push(Unit { tasks: vec![*task], refused });
                if !is_refused {
                    open.insert(file, units.len() - 1);
                }
            }
        }
    }
    units
}
