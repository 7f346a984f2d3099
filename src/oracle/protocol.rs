//! What an oracle and its server say to each other: the same bytes for every language.
//!
//! Frames are those of [`Session`](crate::process::Session): four bytes of length, then as many bytes. Numbers are
//! big-endian, `input:16` is a number of 16 bits. A *text* is length:32 and UTF-8. *Bits* are one for each switch,
//! from the highest bit of the first byte; a switch is the number of a node that has deletions, from 1 in preorder.
//!
//! A request is an operation:8 and its content, an answer a status:8 and its content. Every request has one answer.
//!
//! | status | content |
//! |---|---|
//! | 0 done | see the operation |
//! | 1 refused | node:32, signed, and what is wrong with it, to the end; below 0 it is no node: -1 the values differ in a second run, -2 they cannot be compared, -3 the text is no input, -4 somewhere in the program |
//! | 2 failed | the cause, to the end |
//!
//! | operation | content | answer |
//! |---|---|---|
//! | 1 load | the program, as the language encodes it | nothing; earlier inputs are forgotten |
//! | 2 inputs | inputs, as the language encodes them | for each an observation |
//! | 3 judge | flags:8 (1: with consulted), candidates:16; each is deletions:16, each switch:16, mode:8 (1 deleted, 2 a part stays), switches ascending | for each a verdict, and a set with flag 1 |
//! | 4 confirm | texts of candidates, as the language encodes them | for each a verdict |
//! | 5 other | text of another program, likewise | a verdict |
//! | 6 observe | inputs, where the values are not kept by the server; 2 then has them, too, and no observations | as the language encodes them |
//! | 7 probe | a candidate, branches and inputs that are not kept, as the language encodes them | for each input a probe |
//! | 8 glance | the same, and texts of the program and the candidate | count:32 of inputs, 0 where this cannot be done; for each a glance |
//! | 9 sequences | inputs that are not kept, and what the language needs to run the program as it stands | for each a sequence |
//! | 10 trace | an input that is not kept, and what the language needs to run the program as it stands | JSON: what [`super::served`] reads |
//! | 11 forget | nothing, as the language encodes it | nothing; the program stays, without inputs |
//!
//! Observation: end:8 (0 returned, 1 crashed, 2 out of fuel), text of the crash, values:32, hash:64, ticks:64, bits.
//!
//! Set: form:8, then bits (form 0), or switches:16 and each switch:16 (form 1), or runs (form 2), whichever the server finds shorter.
//!
//! Runs: runs:16 and each run, then numbers:16 and each number:32 of the runs whose switches together are the set. A run is parent:32, the
//! number of an earlier run of the same answer, or 2^32 - 1 for none; parts:32 and each part in order: from:32 and count:32, so many
//! of the parent's switches, or 2^32 - 1, count:32 and as many switches:16 of its own. Runs are numbered from 0 in each answer.
//!
//! Probe: end:8, values:32, hash:64, ticks:64, refuted:8 (1: the candidate is no slice), switches:16, each switch:16, distances:16, each
//! index of the branch:16 and distance as a float:64, and the same of the candidate.
//!
//! Sequence: end:8, text of the crash, ticks:64, elements:32 and each in order: point:16, ticks:64, text of the value, text of the call
//! around it, calls:16 and a text of each call of the stack, the innermost first.
//!
//! Glance: end:8, values:32, hash:64, ticks:64, refuted:8, hash of the branches taken:64.
//!
//! Verdict: code:8, input:16, position:32, ticks:64. Code 0 is same, 1 different, 2 out of fuel, 3 invalid, 4 not run,
//! 5 compiled. The reason follows as a text after 3 and 4; after 1 the value of the original and the value of the
//! program, in the answer to operation 5 alone.

use super::{
    Difference, Element, Flaw, Glance, InputProbe, Judgement, Observation, RunEnd, Sequence, Trial, Verdict,
    Witness, place,
};
use crate::ast::{NodeId, NodeSet, Tree};
use crate::deletions::{Action, Candidate, Deletions};
use crate::error::{self, Error, Place};
use crate::language::Language;

/// First byte of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    Load = 1,
    Inputs = 2,
    Judge = 3,
    Confirm = 4,
    Other = 5,
    Observe = 6,
    TryInputs = 7,
    Glance = 8,
    Sequences = 9,
    Trace = 10,
    Forget = 11,
}

pub(crate) fn request(operation: Operation, content: &[u8]) -> Vec<u8> {
    [&[operation as u8], content].concat()
}

/// What candidates are made of, and in which numbers they travel.
pub(crate) struct SwitchTable<'t> {
    pub(crate) program: &'t Tree,
    pub(crate) criterion: NodeId,
    pub(crate) deletions: Deletions,
    /// Switch of each node, 0 for none.
    pub(crate) switches: Vec<u16>,
    pub(crate) switched: Vec<NodeId>,
}

impl<'t> SwitchTable<'t> {
    pub(crate) fn new(program: &'t Tree, criterion: NodeId, deletions: Deletions) -> SwitchTable<'t> {
        let mut switches = vec![0; program.len()];
        let mut switched = Vec::new();
        for deletion in deletions.all() {
            if switched.last() != Some(&deletion.node) {
                switched.push(deletion.node);
                switches[deletion.node as usize] = u16::try_from(switched.len()).unwrap_or(0);
            }
        }
        SwitchTable { program, criterion, deletions, switches, switched }
    }

    /// The request to judge these candidates.
    pub(super) fn judge(&self, candidates: &[&Candidate], with_consulted: bool) -> Vec<u8> {
        let mut frame = vec![Operation::Judge as u8, u8::from(with_consulted)];
        frame.extend((candidates.len() as u16).to_be_bytes());
        for candidate in candidates {
            let first = frame.len();
            frame.extend([0, 0]);
            let mut n_deletions = 0_u16;
            for (switch, mode) in self.modes(candidate) {
                frame.extend(switch.to_be_bytes());
                frame.push(mode);
                n_deletions += 1;
            }
            frame[first..first + 2].copy_from_slice(&n_deletions.to_be_bytes());
        }
        frame
    }

    /// Switches of a candidate's deletions, ascending, with their modes: 1 deleted, 2 a part stays.
    pub(crate) fn modes(&self, candidate: &Candidate) -> Vec<(u16, u8)> {
        let mut modes: Vec<(u16, u8)> = Vec::new();
        for &id in candidate.ids() {
            let deletion = self.deletions.get(id);
            let switch = self.switches[deletion.node as usize];
            // Of several deletions of a node, the first counts.
            if modes.last().is_none_or(|(last, _)| *last != switch) {
                modes.push((switch, if matches!(deletion.action, Action::Lift(_)) { 2 } else { 1 }));
            }
        }
        modes
    }

    /// The message for an answer that is not what was asked for; `runtime` is the name of the program that gave it.
    pub(super) fn error(&self, fault: &Fault, runtime: &str) -> Error {
        let criterion = || place(self.program, self.criterion);
        match fault {
            Fault::Failed(said) => error::oracle::runtime_failed(runtime, said),
            Fault::Refused(-1, _) => error::oracle::nondeterministic(criterion()),
            Fault::Refused(-2, _) => error::oracle::values_without_order(criterion()),
            Fault::Refused(-3, what) => error::oracle::bad_input(what),
            Fault::Refused(node, what) => {
                let node = NodeId::try_from(*node).ok().filter(|&node| (node as usize) < self.program.len());
                let file = || Place::file(&self.program.file(0).path);
                let at = node.map_or_else(file, |node| place(self.program, node));
                match self.program.language() {
                    Language::C => error::oracle::unsupported_c(at, what),
                    Language::Java => error::oracle::unsupported_java(at, what),
                    Language::JavaScript => error::oracle::unsupported_javascript(at, what),
                    Language::Python => error::oracle::unsupported_python(at, what),
                    Language::R => error::oracle::unsupported_r(at, what),
                    Language::Erlang | Language::Lines(_) => error::oracle::unsupported(at, what),
                }
            }
        }
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    Refused(i32, String),
    Failed(String),
}

/// Reads all of an answer.
pub(super) fn read<T>(answer: &[u8], read: impl FnOnce(&mut Reader<'_>) -> Option<T>) -> Result<T, Fault> {
    let mut reader = Reader { rest: answer, runs: Vec::new() };
    let rest = |reader: Reader<'_>| String::from_utf8_lossy(reader.rest).into_owned();
    let broken = || Fault::Failed("an answer of another size".to_owned());
    match reader.number(1) {
        Some(0) => read(&mut reader).filter(|_| reader.rest.is_empty()).ok_or_else(broken),
        Some(1) => match reader.number(4) {
            Some(node) => Err(Fault::Refused(node as u32 as i32, rest(reader))),
            None => Err(broken()),
        },
        Some(2) => Err(Fault::Failed(rest(reader))),
        _ => Err(broken()),
    }
}

/// What is left of an answer.
pub(crate) struct Reader<'b> {
    rest: &'b [u8],
    /// Nodes that each run told so far asked for, in order.
    runs: Vec<Vec<NodeId>>,
}

impl<'b> Reader<'b> {
    /// A number of this many bytes.
    pub(crate) fn number(&mut self, n_bytes: usize) -> Option<u64> {
        Some(self.take(n_bytes)?.iter().fold(0, |number, &byte| number << 8 | u64::from(byte)))
    }

    fn take(&mut self, n_bytes: usize) -> Option<&'b [u8]> {
        let (taken, rest) = self.rest.split_at_checked(n_bytes)?;
        self.rest = rest;
        Some(taken)
    }

    /// What is left, unread.
    pub(super) fn skip(&mut self) -> Option<()> {
        self.rest = &[];
        Some(())
    }

    /// Bytes that follow their length.
    pub(crate) fn block(&mut self) -> Option<&'b [u8]> {
        let len = self.number(4)?;
        self.take(usize::try_from(len).ok()?)
    }

    fn text(&mut self) -> Option<String> {
        self.block().map(|bytes| String::from_utf8_lossy(bytes).into_owned())
    }

    fn nodes(&mut self, switched: &[NodeId]) -> Option<NodeSet> {
        let bits = self.take(switched.len().div_ceil(8))?;
        let is_set = |idx: usize| bits[idx / 8] & (128 >> (idx % 8)) != 0;
        Some(switched.iter().enumerate().filter(|(idx, _)| is_set(*idx)).map(|(_, &node)| node).collect())
    }

    /// A set of switches in any form, as nodes.
    fn set(&mut self, switched: &[NodeId]) -> Option<NodeSet> {
        match self.number(1)? {
            0 => self.nodes(switched),
            1 => {
                let n_switches = self.number(2)? as usize;
                self.listed(n_switches, switched)?.collect()
            }
            2 => {
                for _ in 0..self.number(2)? {
                    self.run(switched)?;
                }
                let mut asked = NodeSet::new();
                for _ in 0..self.number(2)? {
                    let number = self.number(4)? as usize;
                    asked.extend(self.runs.get(number)?.iter().copied());
                }
                Some(asked)
            }
            _ => None,
        }
    }

    /// So many switches as nodes; `None` for one that there is not.
    fn listed<'s>(
        &mut self,
        n_switches: usize,
        switched: &'s [NodeId],
    ) -> Option<impl Iterator<Item = Option<NodeId>> + use<'b, 's>> {
        let pairs = self.take(n_switches.checked_mul(2)?)?.chunks_exact(2);
        let switches = pairs.map(|pair| usize::from(u16::from_be_bytes([pair[0], pair[1]])));
        Some(switches.map(|switch| switched.get(switch.checked_sub(1)?).copied()))
    }

    /// Reads a run, and remembers it for those that go on from it.
    fn run(&mut self, switched: &[NodeId]) -> Option<()> {
        let parent = self.number(4)? as usize;
        let mut run: Vec<NodeId> = Vec::new();
        for _ in 0..self.number(4)? {
            let (from, count) = (self.number(4)?, self.number(4)? as usize);
            match from {
                OWN => {
                    for node in self.listed(count, switched)? {
                        run.push(node?);
                    }
                }
                _ if count == 0 => {}
                from => run.extend(self.runs.get(parent)?.get(from as usize..)?.get(..count)?),
            }
        }
        self.runs.push(run);
        Some(())
    }

    /// What the original does on an input; `switched` are the nodes of its bits.
    pub(crate) fn observation(&mut self, switched: &[NodeId]) -> Option<Observation> {
        let end = self.number(1)?;
        let crash = self.text()?;
        Some(Observation {
            end: match end {
                0 => RunEnd::Returned,
                1 => RunEnd::Crashed(crash),
                2 => RunEnd::OutOfFuel,
                _ => return None,
            },
            n_values: self.number(4)? as usize,
            values_hash: self.number(8)?,
            ticks: self.number(8)?,
            reached: self.nodes(switched)?,
        })
    }

    /// What an input shows at a glance.
    pub(crate) fn glance(&mut self) -> Option<Glance> {
        let end = self.probed_end()?;
        let (n_values, values_hash, ticks) = (self.number(4)? as usize, self.number(8)?, self.number(8)?);
        Some(Glance {
            n_values,
            values_hash,
            end,
            ticks,
            is_refuted: self.number(1)? == 1,
            path: self.number(8)?,
        })
    }

    /// How a run of the original ended.
    fn probed_end(&mut self) -> Option<RunEnd> {
        match self.number(1)? {
            0 => Some(RunEnd::Returned),
            1 => Some(RunEnd::Crashed(String::new())),
            2 => Some(RunEnd::OutOfFuel),
            _ => None,
        }
    }

    /// What an input shows; `switched` are the nodes of the switches, in their order.
    pub(crate) fn probe(&mut self, switched: &[NodeId], branches: &[NodeId]) -> Option<InputProbe> {
        let end = self.probed_end()?;
        let (n_values, values_hash, ticks) = (self.number(4)? as usize, self.number(8)?, self.number(8)?);
        let is_refuted = self.number(1)? == 1;
        let n_switches = self.number(2)?;
        let node = |reader: &mut Self| switched.get((reader.number(2)? as usize).checked_sub(1)?).copied();
        let consulted = (0..n_switches).map(|_| node(self)).collect::<Option<NodeSet>>()?;
        let (distances, distances_in_candidate) = (self.distances(branches)?, self.distances(branches)?);
        Some(InputProbe {
            n_values,
            values_hash,
            end,
            ticks,
            is_refuted,
            consulted,
            distances,
            distances_in_candidate,
        })
    }

    fn distances(&mut self, branches: &[NodeId]) -> Option<Vec<(NodeId, f64)>> {
        let n_distances = self.number(2)?;
        let distance = |_| {
            let branch = branches.get(self.number(2)? as usize)?;
            Some((*branch, f64::from_bits(self.number(8)?)))
        };
        (0..n_distances).map(distance).collect()
    }

    fn record(&mut self) -> Option<(u64, Witness, u64)> {
        let code = self.number(1)?;
        let witness = Witness { input_idx: self.number(2)? as usize, position: self.number(4)? as usize };
        Some((code, witness, self.number(8)?))
    }

    /// What a candidate is worth; with the nodes of its bits, what it consulted. Why it is invalid is said of
    /// the criterion.
    pub(crate) fn judgement(&mut self, switched: Option<&[NodeId]>, criterion: NodeId) -> Option<Judgement> {
        let (code, witness, ticks) = self.record()?;
        let verdict = match code {
            0 => Verdict::Same,
            1 => Verdict::Different(witness),
            2 => Verdict::OutOfFuel { input_idx: witness.input_idx },
            3 => Verdict::Invalid(Flaw { node: criterion, why: self.text()?, repairs: NodeSet::new() }),
            _ => return None,
        };
        let consulted = switched.map_or(Some(NodeSet::new()), |switched| self.set(switched))?;
        Some(Judgement { verdict, consulted, ticks })
    }

    /// What a run did; `nodes` are the points by their numbers.
    pub(crate) fn sequence(&mut self, nodes: &[NodeId]) -> Option<Sequence> {
        let end = self.number(1)?;
        let crash = self.text()?;
        let end = match end {
            0 => RunEnd::Returned,
            1 => RunEnd::Crashed(crash),
            2 => RunEnd::OutOfFuel,
            _ => return None,
        };
        let ticks = self.number(8)?;
        let n_elements = self.number(4)?;
        let elements = (0..n_elements).map(|_| self.element(nodes)).collect::<Option<Vec<Element>>>()?;
        Some(Sequence { elements, end, ticks })
    }

    fn element(&mut self, nodes: &[NodeId]) -> Option<Element> {
        let node = *nodes.get(self.number(2)? as usize)?;
        let (ticks, value, call) = (self.number(8)?, self.text()?, self.text()?);
        let n_calls = self.number(2)?;
        let stack = (0..n_calls).map(|_| self.text()).collect::<Option<Vec<String>>>()?;
        Some(Element { node, value, ticks, call, stack })
    }

    /// What came of another program.
    pub(crate) fn trial(&mut self) -> Option<Trial> {
        let (code, witness, _) = self.record()?;
        Some(match code {
            0 => Trial::Same,
            1 => {
                let (expected, got) = (self.text()?, self.text()?);
                Trial::Different(Difference { witness, expected, got })
            }
            3 => Trial::Invalid(self.text()?),
            4 => Trial::NotRun(self.text()?),
            5 => Trial::Compiled,
            _ => return None,
        })
    }
}

/// What a server says when it is started, if it does: the version of the protocol, and of its runtime as text.
pub(crate) fn version(hello: &[u8]) -> Option<String> {
    let (&PROTOCOL, version) = hello.split_first()? else { return None };
    Some(String::from_utf8_lossy(version).into_owned())
}

/// Where a run has switches that are not those of its parent.
const OWN: u64 = u32::MAX as u64;

/// Version of the protocol.
const PROTOCOL: u8 = 3;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::SourceFile;
    use crate::language::Language;

    fn done<T>(content: &[u8], take: impl FnOnce(&mut Reader<'_>) -> Option<T>) -> Result<T, Fault> {
        read(&[&[0], content].concat(), take)
    }

    #[test]
    fn verdicts_are_read_with_their_bits() {
        let switched = [3, 5, 8, 9, 10, 11, 12, 13, 20];
        let record = [1, 0, 2, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 4, 0, 0b0100_0001, 0b1000_0000];
        let judgement = done(&record, |reader| reader.judgement(Some(&switched), 0)).unwrap();
        assert_eq!(judgement.verdict, Verdict::Different(Witness { input_idx: 2, position: 256 }));
        assert_eq!(judgement.ticks, 260);
        assert_eq!(judgement.consulted, [5, 13, 20].into_iter().collect());
        let listed = [&record[..15], &[1, 0, 3, 0, 2, 0, 8, 0, 9]].concat();
        let same = done(&listed, |reader| reader.judgement(Some(&switched), 0)).unwrap();
        assert_eq!(same, judgement);
        for beyond in [0, 10] {
            let listed = [&record[..15], &[1, 0, 1, 0, beyond]].concat();
            assert!(done(&listed, |reader| reader.judgement(Some(&switched), 0)).is_err(), "{beyond}");
        }
        for len in 0..record.len() {
            let cut = done(&record[..len], |reader| reader.judgement(Some(&switched), 0));
            assert!(matches!(cut, Err(Fault::Failed(_))), "{len} bytes");
        }
        assert!(done(&record, |reader| reader.judgement(None, 0)).is_err(), "bits that nobody asked for");
    }

    #[test]
    fn runs_go_on_from_earlier_runs_of_the_same_answer() {
        let switched = [3, 5, 8, 9];
        let same = |set: &[u8]| [&[0; 15], set].concat();
        let (none, own) = ([255; 4], |n: u8| [255, 255, 255, 255, 0, 0, 0, n]);
        let first =
            [&[2, 0, 1], &none[..], &[0, 0, 0, 1], &own(2), &[0, 4, 0, 1], &[0, 1, 0, 0, 0, 0]].concat();
        let shared = |n: u8| [0, 0, 0, 0, 0, 0, 0, n];
        let child = |n: u8| {
            [&[2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2], &shared(n)[..], &own(1), &[0, 3, 0, 1, 0, 0, 0, 1]].concat()
        };
        let second = child(1);
        let both = [2, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0];
        let answer = [same(&first), same(&second), same(&both)].concat();
        let judged = |answer: &[u8], n: usize| {
            done(answer, |reader| {
                (0..n).map(|_| reader.judgement(Some(&switched), 0)).collect::<Option<Vec<_>>>()
            })
        };
        let sets: Vec<NodeSet> = judged(&answer, 3).unwrap().into_iter().map(|it| it.consulted).collect();
        assert_eq!(
            sets,
            [[3, 9], [8, 9]]
                .map(NodeSet::from_iter)
                .into_iter()
                .chain([[3, 8, 9].into_iter().collect()])
                .collect::<Vec<_>>()
        );
        for bad in [&second[..], &both[..]] {
            assert!(judged(&same(bad), 1).is_err(), "a run that nobody told");
        }
        let beyond = child(3);
        assert!(judged(&[same(&first), same(&beyond)].concat(), 2).is_err(), "more than the parent has");
    }

    #[test]
    fn reasons_and_values_follow_the_record() {
        let with = |code: u8, texts: &[&str]| {
            let mut bytes = vec![code];
            bytes.extend([0; 14]);
            for text in texts {
                bytes.extend((text.len() as u32).to_be_bytes());
                bytes.extend(text.as_bytes());
            }
            bytes
        };
        let witness = Witness { input_idx: 0, position: 0 };
        let difference = Difference { witness, expected: "1".to_owned(), got: "é".to_owned() };
        for (bytes, expected) in [
            (with(0, &[]), Trial::Same),
            (with(1, &["1", "é"]), Trial::Different(difference)),
            (with(3, &["no"]), Trial::Invalid("no".to_owned())),
            (with(4, &[""]), Trial::NotRun(String::new())),
            (with(5, &[]), Trial::Compiled),
        ] {
            assert_eq!(done(&bytes, |reader| reader.trial()), Ok(expected));
        }
        let flaw = done(&with(3, &["no"]), |reader| reader.judgement(None, 7)).unwrap().verdict;
        assert!(matches!(flaw, Verdict::Invalid(Flaw { node: 7, why, .. }) if why == "no"));
        assert!(done(&with(9, &[]), |reader| reader.trial()).is_err());
    }

    #[test]
    fn what_is_refused_and_what_failed_is_told() {
        let told = |answer: &[u8]| read(answer, |_| Some(())).unwrap_err();
        assert_eq!(told(&[1, 255, 255, 255, 253, b'x']), Fault::Refused(-3, "x".to_owned()));
        assert_eq!(told(&[2, b'n', b'o']), Fault::Failed("no".to_owned()));
        assert!(matches!(told(&[]), Fault::Failed(_)) && matches!(told(&[9]), Fault::Failed(_)));
        let program = Tree::parse(Language::Erlang, &[SourceFile::new("p.erl", "f(X) ->\n    X.\n")]);
        let deletions = crate::languages::deletions(&program).expect("the language has a table");
        let subject = SwitchTable::new(&program, 0, deletions);
        let said = |node: i32| {
            subject.error(&Fault::Refused(node, "w".to_owned()), "erl").problems()[0].message.clone()
        };
        assert!(said(-1).contains("run again") && said(-2).contains("functions") && said(-3).contains("`w`"));
        assert!(said(1).ends_with(": w") && said(-4).ends_with(": w") && said(i32::MAX).ends_with(": w"));
    }
}
