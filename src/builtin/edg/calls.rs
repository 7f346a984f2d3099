//! Edges between calls and functions, once all functions are known and which funs a variable may hold.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::ast::NodeId;
use crate::languages::erlang::syntax::{self, Expr, FunRef, Kind, Name};

use super::builtins::{Effect, Look, applied, calls_by_name, look, some_call_by_name, takes_device};
use super::callbacks::Callbacks;
use super::funs::{ANY, FOREIGN, Links, Site};
use super::graph::{Component, Edge, Label, Need, When};
use super::patterns::reached;
use super::state::{Call, Callable, Lower, LoweredClause, Note};

/// What a call calls.
#[derive(Clone, Debug)]
pub(super) enum CallTarget {
    /// Functions of the program; several when a file defines one twice, under `-ifdef`.
    Local(Vec<usize>),
    /// A function of another module.
    Library(String, String),
    /// Whatever this expression gives.
    Value(NodeId),
    /// Any function that is exported, named by values; of these, the results are looked at.
    Named(Callbacks),
    /// Any function.
    Anything,
}

/// The program's functions by file, name and arity.
type ByName<'t> = HashMap<(usize, &'t str, usize), Vec<usize>>;

impl<'t> Lower<'t> {
    /// Ties calls to functions; the last step of lowering. So many funs are told apart in one place.
    pub(super) fn link(&mut self, most_funs: usize) {
        self.owners = self.tree.ids().map(|_| None).collect();
        for node in self.tree.ids() {
            let above = self.tree.parent(node).and_then(|parent| self.owners[parent as usize]);
            self.owners[node as usize] = self.callable_of.get(&node).copied().or(above);
        }
        let names = self.names();
        let calls = std::mem::take(&mut self.calls);
        let callees: Vec<CallTarget> = calls.iter().map(|call| self.callee(call, &names)).collect();
        self.note_unused_pure(&callees);
        let mut links = Links::new(most_funs);
        self.messages();
        for (call, callee) in calls.iter().zip(&callees) {
            self.link_call(call, callee, &mut links);
        }
        let named = calls.iter().zip(&callees).filter_map(|(call, callee)| match *callee {
            CallTarget::Named(callbacks) => Some((call.node, callbacks)),
            _ => None,
        });
        self.seen_results(&named.collect::<Vec<_>>());
        self.defaults(&names, &mut links);
        self.link_copies(&names);
        self.fun_references(&names, &mut links);
        links.propagate(self, &calls, &callees);
        self.applications(&calls, &callees, &links);
        self.foreign_calls(&calls, &callees, &links);
        self.link_sites(&links);
        self.link_crowds(&links.crowds, &calls);
        self.link_frozen(&links, &calls);
        self.find_once(&links);
    }

    /// What is said of a module that nothing calls is a mistake, most likely of its name.
    fn note_unused_pure(&mut self, callees: &[CallTarget]) {
        let is_called = |pure: &String| {
            callees.iter().any(|callee| matches!(callee, CallTarget::Library(module, _) if module == pure))
        };
        let unused: Vec<String> = self.pure.iter().filter(|module| !is_called(module)).cloned().collect();
        for module in unused {
            let text = match self.file_of_module(&module) {
                Some(_) => format!(
                    "`{module}` is a module of the program, which is read: that it is pure is not taken on trust"
                ),
                None => {
                    format!("no function of a module `{module}` is called: that it is pure changes nothing")
                }
            };
            self.notes.push(Note { node: None, text });
        }
    }

    fn names(&self) -> ByName<'t> {
        let mut names = ByName::new();
        for (idx, callable) in self.callables.iter().enumerate() {
            if let Some(function) = self.syntax.function(callable.node) {
                let key = (self.tree.file_of(callable.node), function.name, function.arity);
                names.entry(key).or_default().push(idx);
            }
        }
        names
    }

    fn callee(&mut self, call: &Call, names: &ByName<'_>) -> CallTarget {
        let arity = call.arguments.len();
        let (module, name) = match self.syntax.callee(call.callee) {
            syntax::Callee::Value(value) if self.syntax.kind(value) == Kind::Macro => {
                let label = self.tree.label(value);
                let text = format!(
                    "the macro `{label}` is not defined here: it may call any function of the program"
                );
                self.note(call.node, text);
                return CallTarget::Anything;
            }
            syntax::Callee::Value(value) => return CallTarget::Value(value),
            syntax::Callee::Local(name) => {
                if let Some(found) = names.get(&(self.tree.file_of(call.node), name, arity)) {
                    return CallTarget::Local(found.clone());
                }
                let module = &self.modules[self.tree.file_of(call.node)];
                (Some(module.imported_from(name, arity).unwrap_or("erlang")), Some(name))
            }
            syntax::Callee::Remote { module, name } => (module.known(), name.known()),
        };
        match (module, name) {
            (Some(module), Some(name))
                if !calls_by_name(module, name, arity) || self.pure.contains(module) =>
            {
                match self.in_module(module, name, arity, names) {
                    Some(found) => CallTarget::Local(found),
                    None if self.hands_module(call, module, name) => self.named(call, Callbacks::Any),
                    None => CallTarget::Library(module.to_owned(), name.to_owned()),
                }
            }
            // Of a known module, which is none of the program and has no function that calls by name.
            (Some(module), None)
                if self.file_of_module(module).is_none()
                    && (!some_call_by_name(module) || self.pure.contains(module)) =>
            {
                CallTarget::Library(module.to_owned(), String::new())
            }
            (Some(module), name) if self.file_of_module(module).is_none() => {
                self.named(call, Callbacks::of(module, name.unwrap_or_default()))
            }
            // It may be a library's, which then calls back.
            (None, _) if self.hands_module(call, "", "") => self.named(call, Callbacks::Any),
            _ => self.named(call, Callbacks::Unseen),
        }
    }

    fn named(&mut self, call: &Call, callbacks: Callbacks) -> CallTarget {
        let text =
            "a function named by values is not modelled: it may be any of the program that is exported";
        self.note(call.node, text);
        CallTarget::Named(callbacks)
    }

    fn in_module(&self, module: &str, name: &str, arity: usize, names: &ByName<'_>) -> Option<Vec<usize>> {
        names.get(&(self.file_of_module(module)?, name, arity)).cloned()
    }

    pub(super) fn file_of_module(&self, module: &str) -> Option<usize> {
        let is_it = |file_idx: &usize| match self.modules[*file_idx].name() {
            Some(name) => name == module,
            None => self.tree.file(*file_idx).path.file_stem().is_some_and(|stem| stem == module),
        };
        (0..self.modules.len()).find(is_it)
    }

    fn link_call(&mut self, call: &Call, callee: &CallTarget, links: &mut Links) {
        match callee {
            CallTarget::Local(callables) => {
                for &idx in callables {
                    links.site(self, idx, call, true);
                }
            }
            CallTarget::Library(module, name) => self.library_call(call, module, name),
            CallTarget::Value(value) => self.star(call.node, When::Active, *value, Need::HEAD),
            CallTarget::Named(_) | CallTarget::Anything => {
                for &argument in &call.arguments {
                    self.star(call.node, When::Active, argument, Need::FULL);
                }
                self.star(call.node, When::Active, call.callee, Need::FULL);
                self.stateful(call.node);
            }
        }
    }

    fn library_call(&mut self, call: &Call, module: &str, name: &str) {
        let node = call.node;
        if applied(module, name, call.arguments.len()).is_some() {
            // Tied once it is known which funs it may get.
            return;
        }
        let looks_at = look(module, name, call.arguments.len());
        for (idx, &argument) in call.arguments.iter().enumerate() {
            match (looks_at, idx) {
                (Look::Head, _) => self.star(node, When::Active, argument, Need::HEAD),
                (Look::Spine, _) => self.spine(node, When::Active, argument),
                (Look::First, _) => self.part(node, argument, Component::Head),
                (Look::Rest, _) => self.part(node, argument, Component::Tail),
                (Look::Element, 1) => match self.number(call.arguments[0]) {
                    Some(element) => self.part(node, argument, Component::Element(element)),
                    None => self.star(node, When::Active, argument, Need::FULL),
                },
                _ => self.star(node, When::Active, argument, Need::FULL),
            }
        }
        let touches_world = match self.effect(module, name) {
            Effect::World => true,
            Effect::Output => self.is_written(call, name),
            Effect::Pure => false,
        };
        if touches_world {
            self.stateful(node);
        }
    }

    /// Whether output goes where the program may read it: to a device that is named and is none that only shows.
    fn is_written(&self, call: &Call, name: &str) -> bool {
        let is_shown = |device: NodeId| match self.syntax.expr(device) {
            Expr::Atom(name) => matches!(name, "standard_io" | "standard_error" | "user"),
            _ => false,
        };
        let has_device = takes_device(name, call.arguments.len());
        self.redirects || has_device && !is_shown(call.arguments[0])
    }

    fn number(&self, node: NodeId) -> Option<u32> {
        match self.syntax.expr(node) {
            Expr::Integer(digits) => digits.parse().ok(),
            _ => None,
        }
    }

    /// The call gives a part of its argument, and fails unless there is one.
    fn part(&mut self, node: NodeId, argument: NodeId, field: Component) {
        self.star(node, When::Active, argument, Need::HEAD);
        self.edge(node, argument, Label::Push(field));
    }

    /// All calls that touch state happen in the same order, when one of them is needed.
    fn stateful(&mut self, node: NodeId) {
        let world = self.world;
        self.star(node, When::Active, world, Need::RUN);
        self.star(world, When::Kept, node, Need::RUN);
        if let Some(owner) = self.owner(node) {
            let entry = self.callables[owner].entry;
            self.star(world, When::Kept, entry, Need::RUN);
        }
    }

    /// What is sent, received and waited for touches state, and so does every call that leads there.
    fn messages(&mut self) {
        for node in self.tree.ids() {
            if let Expr::Receive | Expr::BinaryOperator { operator: "!", .. } = self.syntax.expr(node) {
                self.stateful(node);
            }
        }
    }

    /// The innermost function or fun around a node.
    pub(super) fn owner(&self, node: NodeId) -> Option<usize> {
        self.owners[self.tree.parent(node)? as usize]
    }

    /// Whether a callable is a function, and no fun.
    pub(super) fn is_function(&self, idx: usize) -> bool {
        self.syntax.kind(self.callables[idx].node) == Kind::Function
    }

    /// Functions that defaults of record fields name, wherever a record is made.
    fn defaults(&mut self, names: &ByName<'_>, links: &mut Links) {
        let mut called = Vec::new();
        for node in self.tree.ids() {
            let Expr::Record { name, .. } = self.syntax.expr(node) else { continue };
            let Some(module) = self.record_module(node, name) else { continue };
            for (module, function) in module.default_functions(name) {
                let (name, arity) = (function.name.as_str(), function.arity);
                let found = match module {
                    Some(module) => self.in_module(module, name, arity, names),
                    None => names.get(&(self.tree.file_of(node), name, arity)).cloned(),
                };
                called.extend(found.into_iter().flatten().map(|idx| (node, idx)));
            }
        }
        for (node, idx) in called {
            links.site(self, idx, &Call { node, callee: node, arguments: Vec::new() }, false);
        }
    }

    /// Which of the copies of a function is compiled depends on how it is compiled: they stay together.
    fn link_copies(&mut self, names: &ByName<'_>) {
        for copies in names.values().filter(|copies| copies.len() > 1) {
            for (&idx, &copy) in copies.iter().flat_map(|idx| copies.iter().map(move |copy| (idx, copy))) {
                if idx != copy {
                    let (node, copy) = (self.callables[idx].node, self.callables[copy].node);
                    self.star(node, When::Kept, copy, Need::INSIDE);
                }
            }
        }
    }

    /// `fun f/1` and `fun m:f/1`.
    fn fun_references(&mut self, names: &ByName<'_>, links: &mut Links) {
        for node in self.tree.ids() {
            let found = match self.syntax.kind(node) {
                Kind::Fun => self.callable_of.get(&node).map(|&idx| vec![idx]),
                Kind::LocalFun | Kind::RemoteFun => match self.syntax.fun_ref(node) {
                    Some(FunRef::Local { name, arity }) => {
                        names.get(&(self.tree.file_of(node), name, arity)).cloned()
                    }
                    Some(FunRef::Remote {
                        module: Name::Known(module),
                        name: Name::Known(name),
                        arity: Name::Known(arity),
                    }) => arity.parse().ok().and_then(|arity| self.in_module(module, name, arity, names)),
                    Some(FunRef::Remote { module, name, arity }) => {
                        if module.known().is_none() {
                            links.funs.entry(node).or_default().insert(FOREIGN);
                        }
                        self.named_by_values(module, name, arity)
                    }
                    None => None,
                },
                _ => continue,
            };
            for idx in found.iter().flatten().copied() {
                if self.callables[idx].node != node {
                    let (function, result) = (self.callables[idx].node, self.callables[idx].result);
                    self.star(node, When::Kept, function, Need::INSIDE);
                    self.edge(node, result, Label::Pop(Component::Result));
                }
                links.funs.entry(node).or_default().insert(idx);
            }
            if found.is_none() {
                links.funs.entry(node).or_default().insert(FOREIGN);
            }
        }
    }

    /// The functions of the program that `fun M:F/A` may be, of which values give a part; `None` in a module of a library.
    fn named_by_values(&self, module: Name<'_>, name: Name<'_>, arity: Name<'_>) -> Option<Vec<usize>> {
        let file = match module.known() {
            Some(module) => Some(self.file_of_module(module)?),
            None => None,
        };
        let is_it = |&idx: &usize| {
            let node = self.callables[idx].node;
            let known_arity = arity.known().and_then(|arity| arity.parse().ok());
            file.is_none_or(|file| file == self.tree.file_of(node))
                && self.syntax.function(node).is_some_and(|function| {
                    name.known().is_none_or(|name| name == function.name)
                        && known_arity.is_none_or(|arity: usize| arity == function.arity)
                })
        };
        Some(self.named_functions().into_iter().filter(is_it).collect())
    }

    /// Calls that may reach a fun from outside look at all of their arguments.
    fn foreign_calls(&mut self, calls: &[Call], callees: &[CallTarget], links: &Links) {
        for (call, callee) in calls.iter().zip(callees) {
            let CallTarget::Value(value) = callee else { continue };
            let found = links.funs.get(value);
            let fits = |&idx: &usize| {
                idx == ANY || idx != FOREIGN && self.callables[idx].arity == call.arguments.len()
            };
            if found.is_none_or(|found| found.contains(&FOREIGN) || !found.iter().any(fits)) {
                for &argument in &call.arguments {
                    self.star(call.node, When::Active, argument, Need::FULL);
                }
                self.star(call.node, When::Active, *value, Need::FULL);
                self.stateful(call.node);
            }
        }
    }

    /// Clauses that some call can reach, and what these calls give and take.
    fn link_sites(&mut self, links: &Links) {
        let callables = std::mem::take(&mut self.callables);
        let mut reached_of = Vec::new();
        for (idx, callable) in callables.iter().enumerate() {
            let sites = links.sites.get(&idx).map_or(&[][..], Vec::as_slice);
            // Parts of a function that nobody calls may still be asked for.
            let is_open = callable.is_open
                || sites.is_empty()
                || sites.iter().any(|site| site.arguments.is_none())
                || links.crowds.has(idx);
            let could =
                |clause: &LoweredClause| is_open || sites.iter().any(|site| site.could_enter(self, clause));
            let clauses = reached(&callable.clauses, could);
            self.chain(callable.node, &clauses);
            self.within(callable.node, &callable.clauses, &clauses);
            for last in clauses.iter().filter_map(|clause| clause.body.last()) {
                self.edge(callable.result, *last, Label::Flow);
            }
            reached_of.push(clauses);
        }
        self.callables = callables;
        for (idx, clauses) in reached_of.iter().enumerate() {
            let callable = self.callables[idx].clone();
            for site in links.sites.get(&idx).into_iter().flatten() {
                self.link_site(&callable, site, clauses);
            }
        }
    }

    /// Whether a node stands in a clause that is never reached.
    pub(super) fn is_dead(&self, node: NodeId) -> bool {
        !self.dead.is_empty() && self.tree.ancestors(node).any(|above| self.dead.contains(&above))
    }

    fn link_site(&mut self, callable: &Callable, site: &Site, clauses: &[LoweredClause]) {
        if !self.is_dead(site.call) {
            self.star(callable.entry, When::Kept, site.call, Need::RUN);
            if let Some(owner) = self.owner(site.call) {
                let entry = self.callables[owner].entry;
                self.star(callable.entry, When::Kept, entry, Need::RUN);
            }
        }
        if !site.is_escape {
            self.star(site.call, When::Kept, callable.node, Need::INSIDE);
        }
        let Some(arguments) = &site.arguments else {
            if !site.is_escape {
                self.edge(site.call, callable.result, Label::Flow);
            }
            return;
        };
        let own = reached(clauses, |clause| site.could_enter(self, clause));
        if own.len() == clauses.len() {
            self.edge(site.call, callable.result, Label::Flow);
        } else {
            for last in own.iter().filter_map(|clause| clause.body.last().copied()) {
                self.edge(site.call, last, Label::Flow);
            }
        }
        for (idx, &argument) in arguments.iter().enumerate() {
            let formal = callable.first_formal + idx as NodeId;
            let edge = Edge { to: argument, label: Label::Flow, call: Some(site.call) };
            self.edges.push((formal, edge));
        }
    }

    /// Functions that no call enters, and those whose only call stands in such a function, outside of loops.
    fn find_once(&mut self, links: &Links) {
        let is_loop = |node: NodeId| self.syntax.kind(node).is_comprehension();
        let mut called_from: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        let mut pending = Vec::new();
        for idx in (0..self.callables.len()).filter(|&idx| self.is_function(idx)) {
            match links.sites.get(&idx).map_or(&[][..], Vec::as_slice) {
                _ if links.crowds.has(idx) => {}
                [] => pending.push(idx),
                [site] if site.arguments.is_some() && !self.tree.ancestors(site.call).any(is_loop) => {
                    let caller = self.owner(site.call);
                    caller.into_iter().for_each(|caller| called_from.entry(caller).or_default().push(idx));
                }
                _ => {}
            }
        }
        while let Some(idx) = pending.pop() {
            self.once.insert(self.callables[idx].node);
            pending.extend(called_from.remove(&idx).into_iter().flatten());
        }
    }

    /// What is called while failures are caught fails as in the program.
    fn link_frozen(&mut self, links: &Links, calls: &[Call]) {
        if self.frozen.is_empty() {
            return;
        }
        let tries: BTreeSet<NodeId> = self.frozen.iter().copied().collect();
        self.freeze_crowds(&links.crowds, calls, &tries);
        for (&idx, sites) in &links.sites {
            let frozen = self.callables[idx].frozen;
            for site in sites {
                for above in self.tree.ancestors(site.call).filter(|above| tries.contains(above)) {
                    self.star(above, When::Kept, frozen, Need::RUN);
                }
                if let Some(owner) = self.owner(site.call) {
                    let above = self.callables[owner].frozen;
                    self.star(above, When::Kept, frozen, Need::RUN);
                }
            }
        }
        for idx in 0..self.callables.len() {
            let (node, frozen) = (self.callables[idx].node, self.callables[idx].frozen);
            for inside in self.tree.subtree(node) {
                self.star(frozen, When::Kept, inside, Need::FULL);
            }
        }
    }
}
