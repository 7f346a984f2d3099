//! The pool with workers that do not keep to the rules.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;
use crate::ast::{NodeId, SourceFile, Tree};
use crate::deletions::DeletionId;
use crate::error;
use crate::language::Language;
use crate::oracle::Witness;

/// What workers do wrong.
#[derive(Default)]
struct Faults {
    /// Dies on candidates with this switch.
    killer: Option<u16>,
    /// Dies on the n-th request to judge, of all workers.
    dies_at: Option<usize>,
    /// Bytes that each answer has too many, or too few.
    surplus: isize,
    /// Workers that can be started.
    max_started: Option<usize>,
    /// Dies on the request that loads the program.
    is_stillborn: bool,
    n_started: AtomicUsize,
    n_asked: AtomicUsize,
}

struct Fake<'f>(&'f Faults);

struct FakeWorker<'f> {
    faults: &'f Faults,
    is_loaded: bool,
    is_dead: bool,
}

impl<'f> Runtime for Fake<'f> {
    type Worker = FakeWorker<'f>;
    const NAME: &'static str = "fake";
    const FRAME: usize = 8;

    fn start(&self) -> Result<FakeWorker<'f>> {
        let n_started = self.0.n_started.fetch_add(1, Ordering::SeqCst);
        match self.0.max_started.is_some_and(|max| n_started >= max) {
            true => Err(error::oracle::runtime_failed(Self::NAME, "does not start")),
            false => Ok(FakeWorker { faults: self.0, is_loaded: false, is_dead: false }),
        }
    }

    fn load(&self) -> Vec<Vec<u8>> {
        vec![protocol::request(protocol::Operation::Load, b"program")]
    }
}

impl Worker for FakeWorker<'_> {
    /// The position of the witness is the sum of the switches of a candidate.
    fn exchange(&mut self, request: &[u8]) -> io::Result<Vec<u8>> {
        let faults = self.faults;
        if request[0] == 1 {
            self.is_loaded = !faults.is_stillborn;
            return if self.is_loaded { Ok(vec![0]) } else { Err(io::Error::other("gone")) };
        }
        assert!(self.is_loaded && !self.is_dead, "asked without a program, or after its end");
        self.is_dead |= faults.dies_at == Some(faults.n_asked.fetch_add(1, Ordering::SeqCst));
        let with_consulted = request[1] == 1;
        let mut answer = vec![0];
        let mut rest = &request[4..];
        while !rest.is_empty() {
            let n = usize::from(u16::from_be_bytes([rest[0], rest[1]]));
            let (deletions, others) = rest[2..].split_at(3 * n);
            rest = others;
            let switches = deletions.chunks(3).map(|it| u16::from_be_bytes([it[0], it[1]]));
            self.is_dead |= switches.clone().any(|switch| faults.killer == Some(switch));
            answer.extend([1, 0, 0]);
            answer.extend(switches.map(u32::from).sum::<u32>().to_be_bytes());
            answer.extend([0; 8]);
            answer.extend(if with_consulted { &[0, 0x80_u8, 0, 0][..] } else { &[] });
        }
        answer.resize(answer.len().saturating_add_signed(faults.surplus), 0);
        if self.is_dead { Err(io::Error::other("gone")) } else { Ok(answer) }
    }
}

/// Has 17 to 24 nodes with deletions.
const PROGRAM: &str = "f(X) ->\n    g(X, 1),\n    g(X, 2),\n    g(X, 3),\n    g(X, 4),\n    X.\ng(X, Y) ->\n    \
                       X + Y.\n";

fn program() -> Tree {
    Tree::parse(Language::Erlang, &[SourceFile::new("p.erl", PROGRAM)])
}

fn subject(program: &Tree) -> SwitchTable<'_> {
    let deletions = crate::languages::deletions(program).expect("the language has a table");
    let subject = SwitchTable::new(program, 0, deletions);
    assert_eq!(subject.switched.len().div_ceil(8), 3);
    subject
}

/// One, two or three deletions each.
fn candidates(subject: &SwitchTable<'_>) -> Vec<Candidate> {
    let n = subject.deletions.all().len() as DeletionId;
    (0..200).map(|idx| [idx % n, idx * 7 % n, idx / 3 % n].into_iter().collect()).collect()
}

fn switches_of(subject: &SwitchTable<'_>, candidate: &Candidate) -> std::collections::BTreeSet<u16> {
    let of = |&id: &DeletionId| subject.switches[subject.deletions.get(id).node as usize];
    candidate.ids().iter().map(of).collect()
}

/// All verdicts are those of the candidates, whatever happens on the way.
fn check(faults: &Faults, with_consulted: bool) {
    let program = program();
    let pool = Pool::start(subject(&program), Fake(faults)).unwrap();
    let candidates = candidates(&pool.subject);
    let flaw = |candidate: &Candidate| {
        let is_flawed = candidate.ids().contains(&2);
        is_flawed.then(|| Flaw { node: 1, why: "flawed".to_owned(), repairs: NodeSet::new() })
    };
    let judged = pool.judge(&candidates, flaw, with_consulted).unwrap();
    assert_eq!(judged.len(), candidates.len());
    let everything: NodeSet = pool.subject.switched.iter().copied().collect();
    let first: NodeSet = pool.subject.switched[..1].iter().copied().collect();
    for (candidate, judgement) in candidates.iter().zip(judged) {
        let switches = switches_of(&pool.subject, candidate);
        let is_killer = faults.killer.is_some_and(|killer| switches.contains(&killer));
        let (verdict, consulted) = match (flaw(candidate), is_killer) {
            (Some(flaw), _) => (Verdict::Invalid(flaw), &NodeSet::new()),
            (None, true) => (Verdict::OutOfFuel { input_idx: 0 }, &everything),
            (None, false) => {
                let position = switches.iter().map(|&switch| usize::from(switch)).sum();
                (Verdict::Different(Witness { input_idx: 0, position }), &first)
            }
        };
        let consulted = if with_consulted { consulted.clone() } else { NodeSet::new() };
        assert_eq!(judgement, Judgement { verdict, consulted, ticks: 0 }, "{candidate:?}");
    }
}

#[test]
fn verdicts_come_in_the_order_of_candidates() {
    check(&Faults::default(), false);
    check(&Faults::default(), true);
}

#[test]
fn a_candidate_that_takes_its_worker_along_is_out_of_fuel_and_the_others_are_judged() {
    for killer in [1, 5, 20] {
        check(&Faults { killer: Some(killer), ..Faults::default() }, true);
        check(&Faults { killer: Some(killer), ..Faults::default() }, false);
    }
}

#[test]
fn a_worker_that_ends_in_the_middle_of_a_frame_changes_no_verdict() {
    for dies_at in 0..12 {
        let faults = Faults { dies_at: Some(dies_at), ..Faults::default() };
        check(&faults, true);
        assert_eq!(faults.n_started.into_inner(), n_workers() + 1, "request {dies_at}");
    }
}

fn n_workers() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from).min(MAX_WORKERS.load(Ordering::Relaxed))
}

/// What is said when candidates are judged, or before.
fn refusal(faults: &Faults) -> String {
    let program = program();
    let judged = Pool::start(subject(&program), Fake(faults))
        .and_then(|pool| pool.judge(&candidates(&pool.subject), |_| None, true));
    judged.unwrap_err().problems()[0].message.clone()
}

#[test]
fn answers_of_another_size_are_refused() {
    for surplus in [1, -1, 18, -18, isize::MIN] {
        let said = refusal(&Faults { surplus, ..Faults::default() });
        assert!(said.ends_with("an answer of another size"), "{surplus}: {said}");
    }
}

#[test]
fn workers_that_cannot_be_started_are_told() {
    assert!(refusal(&Faults { max_started: Some(0), ..Faults::default() }).ends_with("does not start"));
    assert!(refusal(&Faults { is_stillborn: true, ..Faults::default() }).ends_with("gone"));
    let once = Faults { max_started: Some(n_workers()), killer: Some(3), ..Faults::default() };
    assert!(refusal(&once).ends_with("does not start"));
}

#[test]
fn few_candidates_go_to_one_worker() {
    let (faults, program) = (Faults::default(), program());
    let pool = Pool::start(subject(&program), Fake(&faults)).unwrap();
    let few: Vec<Candidate> = candidates(&pool.subject).into_iter().take(MIN_SHARE).collect();
    assert_eq!(pool.judge(&few, |_| None, false).unwrap().len(), MIN_SHARE);
    assert_eq!(faults.n_asked.load(Ordering::SeqCst), 1);
    let nodes: Vec<NodeId> = pool.subject.switched.clone();
    assert!(nodes.is_sorted(), "switches are numbered in preorder");
}
