//! What decides whether a point is reached: postdominators, and control dependence by them (Ferrante, Ottenstein, Warren,
//! *The program dependence graph and its use in optimization*, 1987; Cooper, Harvey, Kennedy, *A simple, fast dominance
//! algorithm*, 2001).

use super::points::{Body, Point, PointId};

/// By point of a function, in the order of its points: the points that it depends on, without these ways.
pub(super) fn dependences(
    points: &[Point<'_>],
    body: &Body,
    is_closed: impl Fn(PointId, PointId) -> bool,
) -> Vec<Vec<PointId>> {
    let start = body.points.start;
    let n = body.points.len();
    let exit = body.exit - start;
    let mut next: Vec<Vec<usize>> = body
        .points
        .clone()
        .map(|id| {
            let next = points[id].next.iter().filter(|&&to| !is_closed(id, to));
            targets(next.chain(&points[id].pretended), start)
        })
        .collect();
    let immediate = immediate(&mut next, exit);
    let mut found = vec![Vec::new(); n];
    for (point, targets) in next.iter().enumerate().filter(|(_, targets)| targets.len() > 1) {
        for &target in targets {
            let mut at = target;
            while Some(at) != immediate[point] {
                found[at].push(point + start);
                match immediate[at] {
                    Some(above) if above != at => at = above,
                    _ => break,
                }
            }
        }
    }
    for deciding in &mut found {
        deciding.sort_unstable();
        deciding.dedup();
    }
    found
}

/// The points that control goes to, each once, counted from the first of the function.
pub(super) fn targets<'n>(next: impl IntoIterator<Item = &'n PointId>, start: PointId) -> Vec<usize> {
    let mut targets: Vec<usize> = next.into_iter().map(|next| next - start).collect();
    targets.sort_unstable();
    targets.dedup();
    targets
}

/// By point, its nearest postdominator. What never gets to the exit has an edge to it from then on.
pub(super) fn immediate(next: &mut [Vec<usize>], exit: usize) -> Vec<Option<usize>> {
    let order = finish(next, exit);
    postdominators(next, &order, exit)
}

/// Points from the exit backwards, in the order in which they are finished; one that cannot get there pretends to.
fn finish(next: &mut [Vec<usize>], exit: usize) -> Vec<usize> {
    let n = next.len();
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); n];
    for (point, targets) in next.iter().enumerate() {
        targets.iter().for_each(|&target| before[target].push(point));
    }
    let mut seen = vec![false; n];
    let mut order = Vec::with_capacity(n);
    visit(exit, &before, &mut seen, &mut order);
    for point in 0..n {
        if !seen[point] {
            next[point].push(exit);
            // What leads here gets out by it; a new root comes before all that was finished.
            visit(point, &before, &mut seen, &mut order);
        }
    }
    order.retain(|&point| point != exit);
    order.push(exit);
    order
}

fn visit(root: usize, before: &[Vec<usize>], seen: &mut [bool], order: &mut Vec<usize>) {
    let mut open = vec![(root, 0)];
    seen[root] = true;
    while let Some((point, idx)) = open.pop() {
        match before[point].get(idx) {
            Some(&above) => {
                open.push((point, idx + 1));
                if !std::mem::replace(&mut seen[above], true) {
                    open.push((above, 0));
                }
            }
            None => order.push(point),
        }
    }
}

fn postdominators(next: &[Vec<usize>], order: &[usize], exit: usize) -> Vec<Option<usize>> {
    let mut number = vec![0; next.len()];
    order.iter().enumerate().for_each(|(idx, &point)| number[point] = idx);
    let mut immediate: Vec<Option<usize>> = vec![None; next.len()];
    immediate[exit] = Some(exit);
    let mut has_changed = true;
    while has_changed {
        has_changed = false;
        for &point in order.iter().rev().filter(|&&point| point != exit) {
            let mut known = next[point].iter().copied().filter(|&next| immediate[next].is_some());
            let Some(mut meet) = known.next() else { continue };
            for mut other in known {
                while meet != other {
                    while number[meet] < number[other] {
                        meet = immediate[meet].unwrap_or(exit);
                    }
                    while number[other] < number[meet] {
                        other = immediate[other].unwrap_or(exit);
                    }
                }
            }
            if immediate[point] != Some(meet) {
                immediate[point] = Some(meet);
                has_changed = true;
            }
        }
    }
    immediate
}
