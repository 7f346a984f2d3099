//! Two slicers of a book, task by task, by the rules of `compare`.

use super::Book;
use crate::compare::TaskChange;

impl Book {
    /// What became of each task from one chapter to another, in the order of the book's tasks; `None` of tasks that
    /// neither has.
    pub fn changes(&self, base_idx: usize, current_idx: usize) -> Vec<Option<TaskChange>> {
        let [base, current] = [base_idx, current_idx].map(|idx| &self.chapters[idx].outcomes);
        let change = |id: &str| {
            let (base, current) = (base.get(id), current.get(id));
            let is_known = base.is_some() || current.is_some();
            is_known.then(|| TaskChange::new(id, base.cloned(), current.cloned()))
        };
        self.tasks.iter().map(|task| change(&task.id)).collect()
    }
}
