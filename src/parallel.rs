//! Independent work on all cores, its results in order.

use std::thread::ScopedJoinHandle;

/// What the work gives for each item, in the order of the items.
///
/// # Panics
/// When the work does.
pub fn par_map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let n_workers = std::thread::available_parallelism().map_or(1, usize::from);
    let chunk = items.len().div_ceil(n_workers).max(1);
    let work = &work;
    std::thread::scope(|scope| {
        let workers: Vec<_> = items
            .chunks(chunk)
            .map(|chunk| scope.spawn(move || chunk.iter().map(work).collect::<Vec<R>>()))
            .collect();
        let join = |worker: ScopedJoinHandle<'_, Vec<R>>| {
            worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        workers.into_iter().flat_map(join).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_items() {
        for n_items in [0, 1, 2, 7, 100] {
            let items: Vec<usize> = (0..n_items).collect();
            assert_eq!(
                par_map(&items, |item| item * 2),
                items.iter().map(|item| item * 2).collect::<Vec<_>>()
            );
        }
    }
}
