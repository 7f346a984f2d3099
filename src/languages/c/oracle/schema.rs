//! The mutant schema: the program once, with every deletion behind a switch that is asked while it runs.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::conditions;
use super::criterion::{ObservedParam, Probe, class, marks, params};
use super::edits::{FunctionHead, instrument, prototypes};
use super::walkers::{WalkSite, Walkers, functions};
use crate::ast::{Concrete, Cst, NodeId, SourceFile, Tree, concrete};
use crate::deletions::{DeletionId, Edits};
use crate::languages::c::deletions::{Construct, Part, Parts, Role};
use crate::languages::c::library;
use crate::languages::c::macros::with_parameters;
use crate::languages::c::scope::{is_header, unit};
use crate::languages::c::syntax::{self, Declarator, NodeKind, top_level};
use crate::oracle::conditions::{DrivenConditions, OutcomeKind};

/// What the text of a schema is made from.
pub(super) struct Source<'t> {
    pub(super) program: &'t Tree,
    pub(super) parts: Parts,
    /// The nodes of the criterion; never empty.
    pub(super) probes: Vec<Probe>,
    /// Switch of each node, 0 for none.
    pub(super) switches: Vec<u16>,
    /// Conditions whose outcomes are told, and had again.
    pub(super) driven: Option<DrivenConditions>,
}

/// What calls in a file can be to.
struct Callees {
    functions: Vec<FunctionHead>,
    macros: BTreeSet<String>,
}

impl Callees {
    /// What a file defines, and what it and its headers declare.
    fn new(program: &Tree, files: &[Concrete<'_>], file_idx: usize) -> Callees {
        let mut functions = instrument(&program.file(file_idx).text, &[], &mut Edits::default());
        let mut macros = BTreeSet::new();
        for idx in unit(program, files, file_idx) {
            let text = &program.file(idx).text;
            functions.extend(prototypes(text));
            if idx != file_idx {
                let elsewhere = instrument(text, &[], &mut Edits::default()).into_iter();
                functions.extend(elsewhere.map(|function| FunctionHead { range: 0..0, ..function }));
            }
            macros.extend(with_parameters(files[idx].root(), text));
        }
        Callees { functions, macros }
    }

    fn function(&self, name: &str) -> Option<&FunctionHead> {
        self.functions.iter().find(|function| function.name == name)
    }

    fn return_type(&self, range: &Range<usize>) -> Option<&str> {
        let holds =
            |function: &&FunctionHead| function.range.start <= range.start && range.end <= function.range.end;
        self.functions.iter().find(holds)?.return_type.as_deref()
    }
}

/// What calls in each file can be to.
fn callees(program: &Tree) -> Vec<Callees> {
    let files: Vec<Concrete<'_>> =
        program.files().map(|file| concrete(program.language(), &file.text)).collect();
    (0..files.len()).map(|file_idx| Callees::new(program, &files, file_idx)).collect()
}

impl Source<'_> {
    fn text(&self, part: &Part) -> &str {
        &self.program.file(part.file_idx).text
    }

    /// The files with what is written into each.
    fn applied(&self, edits: &[Edits]) -> Vec<SourceFile> {
        let files = self.program.files().zip(edits);
        files.map(|(file, edits)| SourceFile::new(&file.path, edits.apply(&file.text))).collect()
    }

    fn no_edits(&self) -> Vec<Edits> {
        self.program.files().map(|_| Edits::default()).collect()
    }

    /// Number of a probe in the table of types: 0 for the first, above all switches for the others.
    pub(super) fn number(&self, probe_idx: usize) -> usize {
        match probe_idx {
            0 => 0,
            idx => usize::from(self.switches.iter().max().copied().unwrap_or(0)) + idx,
        }
    }

    fn switch(&self, part: &Part) -> u16 {
        self.switches[part.deletion.node as usize]
    }

    /// The program with a table of the types of what a placeholder may stand for, and of the criterion.
    pub(super) fn probe(&self) -> Vec<SourceFile> {
        let mut edits = self.no_edits();
        for part in &self.parts.all {
            if let Construct::Expression(
                Role::Operand | Role::Assigned(_) | Role::Returned | Role::Argument { .. },
            ) = part.place
            {
                let raw = &self.text(part)[part.range.clone()];
                let before = format!("__extension__({{BS__TYPE({},({raw}))(", self.switch(part));
                edits[part.file_idx].wrap(part.range.clone(), before, ");})");
            }
        }
        for (idx, probe) in self.probes.iter().enumerate() {
            let (n, name, file_idx) = (self.number(idx), &probe.name, self.program.file_of(probe.node()));
            let table = format!("{{BS__SEEN_TYPE({n},({name}),BS__TYPES_{idx})}}");
            if let Some((node, _)) = probe.mark {
                let before = format!("__extension__({{{table}(");
                edits[file_idx].wrap(self.program.span(node), before, ");})");
            }
            if let Some(function) = &probe.param_of {
                let text = &self.program.file(file_idx).text;
                let functions = instrument(text, &[], &mut Edits::default());
                let body = functions.iter().find(|found| found.name == *function);
                edits[file_idx].insert(body.map_or(0, |function| function.body_start), table);
            }
        }
        let (walkers, sites) = (Walkers::new(self.program), sites(self.program, &self.probes));
        let mut files = self.applied(&edits);
        for (file_idx, file) in files.iter_mut().enumerate() {
            file.text = format!("{}#line 1\n{}", walkers.head(file_idx, &sites), file.text);
        }
        files
    }

    /// Deletions that leave a placeholder of the wrong type.
    pub(super) fn untyped(
        &self,
        classes: &BTreeMap<u16, u32>,
        ids: impl Fn(&Part) -> Option<DeletionId>,
    ) -> BTreeSet<DeletionId> {
        let callees = callees(self.program);
        let is_untyped = |part: &&Part| match &part.place {
            Construct::Expression(role) => {
                let found = classes.get(&self.switch(part)).copied().unwrap_or_default();
                !fits(role, found, &part.range, &callees[part.file_idx])
            }
            _ => false,
        };
        self.parts.all.iter().filter(is_untyped).filter_map(ids).collect()
    }

    pub(super) fn schema(&self, untyped_nodes: &BTreeSet<NodeId>) -> Vec<SourceFile> {
        let mut edits = self.no_edits();
        let params = params(self.program, &self.probes);
        for (file_idx, file) in self.program.files().enumerate() {
            instrument(&file.text, &of_file(&params, file_idx), &mut edits[file_idx]);
        }
        let callees = callees(self.program);
        let mut globals: Vec<String> = self.program.files().map(|_| String::new()).collect();
        for part in &self.parts.all {
            let is_untyped = untyped_nodes.contains(&part.deletion.node);
            if !(is_untyped && matches!(part.place, Construct::Expression(_))) {
                let (edits, globals) = (&mut edits[part.file_idx], &mut globals[part.file_idx]);
                self.switched(part, &callees[part.file_idx], edits, globals);
            }
        }
        for (node, before) in marks(&self.probes) {
            let before = before.replace("BS__HERE(1,", &format!("BS__HERE({},", self.is_left(node)));
            edits[self.program.file_of(node)].wrap(self.program.span(node), before, ")");
        }
        let n_switches = self.switches.iter().max().copied().unwrap_or(0);
        let mut files = self.applied(&edits);
        for (file, (file_idx, globals)) in files.iter_mut().zip(globals.iter().enumerate()) {
            if !globals.is_empty() {
                let entry = format!("BS__GLOBALS({file_idx},{globals})");
                file.text = format!("{}\n{entry}\n", file.text);
            }
        }
        let functions: Vec<Vec<String>> = self.program.files().map(|file| functions(&file.text)).collect();
        finished(self.program, files, &self.probes, &functions, n_switches)
    }

    /// Whether the criterion is left in a statement that is.
    fn is_left(&self, statement: NodeId) -> String {
        let probe = self.probes.iter().find(|probe| probe.mark.is_some_and(|(node, _)| node == statement));
        let inside = probe.into_iter().flat_map(|probe| {
            let above = self.program.ancestors(probe.node());
            std::iter::once(probe.node()).chain(above).take_while(|&node| node != statement)
        });
        let switches = inside.map(|node| self.switches[node as usize]).filter(|&switch| switch > 0);
        let asked: Vec<String> = switches.map(|switch| format!("!BS__GONE({switch})")).collect();
        if asked.is_empty() { "1".to_owned() } else { asked.join("&&") }
    }

    /// The switch of a condition, which tells its outcomes and without itself has those of the original; `false` for what is none.
    fn condition(&self, part: &Part, edits: &mut Edits) -> bool {
        let found = self.driven.as_ref().and_then(|driven| driven.of_node(part.deletion.node));
        let is_condition = matches!(
            part.place,
            Construct::Expression(Role::Truth | Role::Operand) | Construct::ForCondition
        );
        let Some((number, outcome)) = found.filter(|_| is_condition) else { return false };
        let n = self.switch(part);
        let (before, after) = match outcome {
            OutcomeKind::Value => ("", "))"),
            OutcomeKind::Truth | OutcomeKind::Rounds => ("(", ")?1:0))"),
        };
        let gone = conditions::function(outcome);
        let asked = format!("(int)(BS__GONE({n})?{gone}({number}):bs__told({number},");
        edits.wrap(part.range.clone(), format!("({asked}{before}"), format!("{after})"));
        true
    }

    /// The switch of a deletion around what it deletes.
    fn switched(&self, part: &Part, callees: &Callees, edits: &mut Edits, globals: &mut String) {
        let n = self.switch(part);
        if self.condition(part, edits) {
            return;
        }
        match &part.place {
            Construct::Expression(role) => self.expression(part, role, callees, edits),
            Construct::Initialiser { .. } => self.initialiser(part, edits, globals),
            // Of a label and its statement the label may go alone.
            Construct::Statement { .. }
                if NodeKind::of(self.program, part.deletion.node) == NodeKind::Label =>
            {
                edits.wrap(part.range.clone(), format!("{{if(BS__GONE({n})!=1){{"), "}}");
            }
            Construct::Statement { .. } => guard(edits, part.range.clone(), n),
            Construct::Branch { is_block: true, body, .. } => {
                let inside = body.start + 1..body.end - 1;
                edits.wrap(inside, format!("if(!BS__GONE({n})){{"), "}");
            }
            Construct::Branch { body, .. } => guard(edits, body.clone(), n),
            Construct::Case { switch, is_default, body_start } => {
                self.case(part, (*switch, *is_default, *body_start), edits);
            }
            Construct::ForCondition => edits.wrap(part.range.clone(), format!("(BS__GONE({n})||("), "))"),
            Construct::ForStep => discard(edits, part.range.clone(), n),
            Construct::Declarator { .. } => self.elements(part, n, edits),
            // Nothing leads to a label that is gone.
            Construct::Function | Construct::Parameter | Construct::Label => {}
        }
        if NodeKind::of(self.program, part.deletion.node) == NodeKind::Switch {
            edits.wrap(part.range.clone(), "{", format!("bs__end_{}:;}}", part.deletion.node));
        }
    }

    fn expression(&self, part: &Part, role: &Role, callees: &Callees, edits: &mut Edits) {
        let n = self.switch(part);
        let range = part.range.clone();
        let text = self.text(part);
        let raw = &text[range.clone()];
        let target = match role {
            Role::Truth => return edits.wrap(range, format!("(BS__GONE({n})||("), "))"),
            Role::Discarded => return discard(edits, range, n),
            Role::Operand => None,
            Role::Assigned(left) => Some(format!("__typeof__({})", &text[left.clone()])),
            Role::Returned => callees.return_type(&range).map(str::to_owned),
            Role::Argument { callee, .. } if callees.macros.contains(callee) => None,
            Role::Argument { callee, idx } => match callees.function(callee) {
                Some(function) => function.params.get(*idx).cloned().flatten(),
                None => Some(format!("__typeof__(1?({raw}):({raw}))")),
            },
        };
        match target {
            Some(target) => {
                let before =
                    format!("(BS__GONE({n})?(__typeof__({target}))bs__sliced:(__typeof__({target}))(");
                edits.wrap(range, before, "))");
            }
            None => edits.wrap(range, format!("(BS__GONE({n})?bs__sliced:("), "))"),
        }
    }

    /// What is initialised goes with its name, or alone.
    fn initialiser(&self, part: &Part, edits: &mut Edits, globals: &mut String) {
        let Construct::Initialiser { is_static, is_aggregate } = part.place else { return };
        let n = self.switch(part);
        let crate::deletions::Action::Lift(name) = part.deletion.action else { return };
        let name = self.program.label(name);
        let span = self.program.span(part.deletion.node);
        let declaration = self.parts.declarations.iter().find(|declaration| {
            declaration.file_idx == part.file_idx
                && declaration.range.start <= span.start
                && span.end <= declaration.range.end
        });
        let Some(declaration) = declaration else { return };
        let is_global = !self.program.ancestors(part.deletion.node).any(|_| true);
        let fill = |with: &str| format!("if(BS__GONE({n}))bs__fill(&{name},sizeof {name},{with});");
        match (is_global, is_static, is_aggregate) {
            (true, ..) => globals.push_str(&fill("0")),
            (_, true, _) => {
                let once = format!("static char bs__once_{n};if(!bs__once_{n}++){{{}}}", fill("0"));
                edits.insert(declaration.range.end, once);
            }
            (_, _, true) => edits.insert(declaration.range.end, fill("0xFE")),
            _ => {
                let value = value_range(self.text(part), &part.range);
                let before = format!("(BS__GONE({n})?BS__NONE(__typeof__({name})):(__typeof__({name}))(");
                edits.wrap(value, before, "))");
            }
        }
    }

    /// Elements of a list are not evaluated when what they initialise, or the list alone, is gone.
    fn elements(&self, part: &Part, n: u16, edits: &mut Edits) {
        let inside = self.parts.all.iter().filter(|other| {
            matches!(other.place, Construct::Expression(_))
                && other.file_idx == part.file_idx
                && self.program.parent(other.deletion.node).is_some_and(|above| {
                    matches!(NodeKind::of(self.program, above), NodeKind::List | NodeKind::Element)
                })
                && part.range.start <= other.range.start
                && other.range.end <= part.range.end
        });
        for element in inside {
            edits.wrap(element.range.clone(), format!("(BS__GONE({n})?0:("), "))");
        }
    }

    /// The label leads to the next that is left, or out; what falls into the case goes around the label.
    fn case(&self, part: &Part, of: (NodeId, bool, usize), edits: &mut Edits) {
        let (switch, is_default, body_start) = of;
        let n = self.switch(part);
        let has_default = self.parts.all.iter().any(|other| {
            matches!(other.place, Construct::Case { switch: found, is_default: true, .. } if found == switch)
        });
        let label = if is_default { format!("bs__default_{switch}:") } else { String::new() };
        let to = if has_default && !is_default { "default" } else { "end" };
        edits.wrap(
            part.range.start..body_start,
            "if(0){",
            format!("{label}if(BS__GONE({n}))goto bs__{to}_{switch};}}"),
        );
        if body_start < part.range.end {
            edits.wrap(body_start..part.range.end, format!("if(!BS__GONE({n})){{"), "}");
        }
    }
}

fn guard(edits: &mut Edits, range: Range<usize>, n: u16) {
    edits.wrap(range, format!("{{if(!BS__GONE({n})){{"), "}}");
}

fn discard(edits: &mut Edits, range: Range<usize>, n: u16) {
    edits.wrap(range, format!("(BS__GONE({n})?(void)0:(void)("), "))");
}

/// The value behind the equals sign of an initialiser.
fn value_range(text: &str, range: &Range<usize>) -> Range<usize> {
    let inside = &text[range.clone()];
    let behind = inside.find('=').map_or(0, |at| at + 1);
    let value = inside[behind..].trim_start();
    range.end - value.len()..range.end
}

/// Whether an `int` in the place of an expression of this type means the same to everything around it.
fn fits(role: &Role, found: u32, range: &Range<usize>, callees: &Callees) -> bool {
    let is_scalar = matches!(found, class::INT..=class::TEXT | class::POINTER);
    match role {
        Role::Truth | Role::Discarded => true,
        Role::Operand => found == class::INT,
        Role::Assigned(_) => is_scalar,
        Role::Returned => is_scalar && callees.return_type(range).is_some_and(|kind| kind != "void"),
        Role::Argument { callee, .. } if callees.macros.contains(callee) => found == class::INT,
        Role::Argument { callee, idx } => match callees.function(callee) {
            Some(function) => is_scalar && function.params.get(*idx).is_some_and(Option::is_some),
            None => {
                let is_typed = library::n_typed(callee).is_some_and(|n| *idx < n);
                let is_alike = matches!(
                    found,
                    class::LONG | class::UNSIGNED_LONG | class::DOUBLE | class::TEXT | class::POINTER
                );
                found == class::INT || is_typed && is_alike
            }
        },
    }
}

/// A candidate's text as it is compiled by itself; the types of the program it comes from are its own.
pub(super) fn alone(program: &Tree, files: &[SourceFile], probes: &[Probe]) -> Vec<SourceFile> {
    let observed = params(program, probes);
    let instrumented = files.iter().enumerate().map(|(file_idx, SourceFile { path, text })| {
        let mut edits = Edits::default();
        let mut observed = of_file(&observed, file_idx);
        observed.retain(|it| has_param(text, &it.function, &it.param));
        instrument(text, &observed, &mut edits);
        (SourceFile::new(path, edits.apply(text)), functions(text))
    });
    let (files, functions): (Vec<_>, Vec<_>) = instrumented.unzip();
    finished(program, files, probes, &functions, 0)
}

fn sites(program: &Tree, probes: &[Probe]) -> Vec<WalkSite> {
    let site = |(idx, probe): (usize, &Probe)| {
        let file_idx = program.file_of(probe.node());
        WalkSite { idx, file_idx, offset: program.span(probe.node()).start }
    };
    probes.iter().enumerate().map(site).collect()
}

fn of_file(observed: &[ObservedParam], file_idx: usize) -> Vec<ObservedParam> {
    observed.iter().filter(|it| it.file_idx == file_idx).cloned().collect()
}

/// Adds what the runtime asks for, once, and how values with parts are seen; `functions` are those of each file.
fn finished(
    program: &Tree,
    mut files: Vec<SourceFile>,
    probes: &[Probe],
    functions: &[Vec<String>],
    n_switches: u16,
) -> Vec<SourceFile> {
    let walkers = probes.iter().any(Probe::is_whole).then(|| Walkers::new(program));
    let sites = sites(program, probes);
    for (file_idx, file) in files.iter_mut().enumerate() {
        let head = walkers.as_ref().map_or(String::new(), |walkers| walkers.head(file_idx, &sites));
        let tail = walkers.as_ref().map(|walkers| walkers.tail(file_idx, file, &functions[file_idx]));
        file.text = format!("{head}#line 1\n{}{}", file.text, tail.unwrap_or_default());
    }
    if let Some(first) = files.iter_mut().find(|file| !is_header(&file.path)) {
        first.text.push_str(&format!("\nconst unsigned bs__n = {n_switches};\n"));
    }
    files
}

/// Whether a function is left, and its parameter has its name.
fn has_param(text: &str, function: &str, param: &str) -> bool {
    let is_named = |name: &str, cst: Cst<'_>| &text[cst.byte_range()] == name;
    let concrete = concrete(crate::language::Language::C, text);
    let mut declarators = top_level(concrete.root(), text)
        .filter_map(syntax::FunctionDefinition::of)
        .filter_map(|found| found.declarator);
    declarators.any(|declarator| {
        let mut params = Declarator::parameters(Some(declarator)).filter_map(Declarator::name);
        Declarator::name(declarator).is_some_and(|name| is_named(function, name))
            && params.any(|name| is_named(param, name))
    })
}
