//! Shapes of the parameters of an entry point, from the patterns, guards and calls that they flow into.

use std::collections::BTreeMap;

use crate::ast::{NodeId, Tree};
use crate::stack::deep;

use super::layout::Segment;
use super::shape::{Shape, Shapes, Slot};
use super::spec;
use super::term::Term;

/// The slots of a program.
pub(super) struct Inferred {
    pub(super) shapes: Shapes,
    /// Slots of the parameters of the entry point.
    pub(super) params: Vec<Slot>,
    /// Every number that the program names, wherever.
    pub(super) numbers: Vec<i128>,
}

/// Infers the shapes of an entry point, `name/arity` of the first file.
pub(super) fn infer(program: &Tree, entry: &str) -> Inferred {
    let mut walk = Walk { program, shapes: Shapes::default(), functions: BTreeMap::new(), env: Env::new() };
    for file_idx in 0..program.files().len() {
        for function in program.roots(file_idx).filter(|&node| program.kind(node) == "function") {
            walk.declare(file_idx, function);
        }
    }
    let functions = walk.functions.clone();
    for (node, signature) in functions.values() {
        for clause in program.children(*node) {
            walk.env.clear();
            walk.clause(clause, &signature.0, signature.1);
        }
    }
    let params = functions.get(&(0, entry.to_owned())).map(|(_, signature)| signature.0.clone());
    let params = params.unwrap_or_default();
    spec::apply(program, entry, &params, &mut walk.shapes);
    let literals = program.ids().filter_map(|node| Term::of_literal(program, node));
    let mut numbers: Vec<i128> =
        literals.filter_map(|term| if let Term::Int(value) = term { Some(value) } else { None }).collect();
    numbers.sort_unstable();
    numbers.dedup();
    Inferred { shapes: walk.shapes, params, numbers }
}

/// Name of the module that a file is.
pub(super) fn module_name(program: &Tree, file_idx: usize) -> String {
    program.file(file_idx).path.file_stem().map_or(String::new(), |stem| stem.to_string_lossy().into_owned())
}

type Env = BTreeMap<String, Slot>;
type Signature = (Vec<Slot>, Slot);

struct Walk<'t> {
    program: &'t Tree,
    shapes: Shapes,
    /// Node, parameters and result by file and `name/arity`.
    functions: BTreeMap<(usize, String), (NodeId, Signature)>,
    env: Env,
}

impl Walk<'_> {
    fn declare(&mut self, file_idx: usize, function: NodeId) {
        let label = self.program.label(function).to_owned();
        let arity = label.rsplit_once('/').and_then(|(_, arity)| arity.parse().ok()).unwrap_or(0);
        let params = (0..arity).map(|_| self.shapes.fresh()).collect();
        let result = self.shapes.fresh();
        self.functions.insert((file_idx, label), (function, (params, result)));
    }

    fn children(&self, node: NodeId) -> Vec<NodeId> {
        self.program.children(node).collect()
    }

    /// A clause of any construct: patterns up to the guard, then the body.
    fn clause(&mut self, clause: NodeId, params: &[Slot], result: Slot) {
        let parts = self.children(clause);
        let guard = parts.iter().position(|&part| self.program.kind(part) == "guard").unwrap_or(0);
        for (&pattern, &param) in parts[..guard].iter().zip(params) {
            self.flow(pattern, param);
        }
        let mut last = self.shapes.fresh();
        for &part in &parts[guard..] {
            last = self.expr(part);
        }
        self.shapes.unite(result, last);
    }

    /// Clauses with a scope of their own.
    fn scoped(&mut self, clause: NodeId, params: &[Slot], result: Slot) {
        let outer = self.env.clone();
        let parts = self.children(clause);
        let guard = parts.iter().position(|&part| self.program.kind(part) == "guard").unwrap_or(0);
        for &pattern in &parts[..guard] {
            self.forget(pattern);
        }
        self.clause(clause, params, result);
        self.env = outer;
    }

    /// Variables of a pattern that shadows.
    fn forget(&mut self, pattern: NodeId) {
        for node in self.program.subtree(pattern) {
            self.env.remove(self.program.label(node));
        }
    }

    fn flow(&mut self, node: NodeId, slot: Slot) {
        let found = self.expr(node);
        self.shapes.unite(slot, found);
    }

    fn all(&mut self, nodes: &[NodeId]) -> Vec<Slot> {
        nodes.iter().map(|&node| self.expr(node)).collect()
    }

    /// The slot of an expression or pattern.
    fn expr(&mut self, node: NodeId) -> Slot {
        deep(|| self.expr_here(node))
    }

    fn expr_here(&mut self, node: NodeId) -> Slot {
        let program = self.program;
        let parts = self.children(node);
        match program.kind(node) {
            "var" if !program.is_placeholder(node) => {
                let name = program.label(node).to_owned();
                if let Some(&slot) = self.env.get(&name) {
                    return slot;
                }
                let slot = self.shapes.fresh();
                self.env.insert(name, slot);
                slot
            }
            "tuple" => {
                let tag = parts.first().filter(|&&part| program.kind(part) == "atom");
                let tag = tag.map(|&part| program.label(part).to_owned());
                let slots = self.all(&parts);
                self.shapes.tuple(tag, slots)
            }
            "cons" => {
                let head = self.expr(parts[0]);
                let list = self.shapes.list_of(head);
                if let Some(&tail) = parts.get(1) {
                    self.flow(tail, list);
                }
                list
            }
            "match_expr" => {
                let slots = self.all(&parts);
                slots.windows(2).for_each(|pair| self.shapes.unite(pair[0], pair[1]));
                slots.first().copied().unwrap_or_else(|| self.shapes.fresh())
            }
            "case_expr" => self.case(&parts),
            "if_expr" => {
                let result = self.shapes.fresh();
                parts.iter().for_each(|&clause| self.clause(clause, &[], result));
                result
            }
            "anonymous_fun" => self.fun(&parts),
            "internal_fun" => self.named_fun(node),
            "call" => self.call(&parts),
            "list_comprehension" => self.comprehension(&parts),
            "binary_op_expr" => self.operator(node, &parts),
            "map_expr" | "map_expr_update" => self.map(&parts),
            "char" => {
                let slot = self.literal(node);
                self.shapes.shape_mut(slot).is_char = true;
                slot
            }
            "string" => {
                let slot = self.literal(node);
                let element = self.shapes.element(slot);
                self.shapes.shape_mut(element).is_char = true;
                slot
            }
            "binary" => self.binary(&parts),
            "integer" | "float" | "atom" | "nil" | "unary_op_expr" => {
                self.all(&parts);
                self.literal(node)
            }
            "try_expr" => {
                let result = self.shapes.fresh();
                for &part in &parts {
                    match program.kind(part) {
                        "cr_clause" | "catch_clause" => self.clause(part, &[], result),
                        _ => _ = self.expr(part),
                    }
                }
                result
            }
            _ => self.all(&parts).last().copied().unwrap_or_else(|| self.shapes.fresh()),
        }
    }

    /// Segments as a pattern has them; of what is built, nothing else is known than that it is a binary.
    fn binary(&mut self, segments: &[NodeId]) -> Slot {
        let program = self.program;
        let mut layout = Vec::new();
        let mut held: Vec<&str> = Vec::new();
        for &segment in segments {
            let slots = self.all(&self.children(segment));
            let slot = slots.first().copied().unwrap_or_else(|| self.shapes.fresh());
            layout.push(Segment::read(program, segment, slot, &held));
            held.push(program.children(segment).next().map_or("", |value| program.label(value)));
        }
        self.shapes.of(Shape { is_binary: true, layouts: vec![layout], ..Shape::default() })
    }

    fn literal(&mut self, node: NodeId) -> Slot {
        match Term::of_literal(self.program, node) {
            Some(Term::Atom(name)) if name == "undef" => self.shapes.fresh(),
            Some(term) => self.shapes.constant(&term),
            None => self.shapes.number(),
        }
    }

    fn case(&mut self, parts: &[NodeId]) -> Slot {
        let result = self.shapes.fresh();
        let subject = self.expr(parts[0]);
        for &clause in &parts[1..] {
            self.clause(clause, &[subject], result);
        }
        result
    }

    fn fun(&mut self, clauses: &[NodeId]) -> Slot {
        let arity = clauses.first().map_or(0, |&clause| {
            let parts = self.children(clause);
            parts.iter().position(|&part| self.program.kind(part) == "guard").unwrap_or(0)
        });
        let params: Vec<Slot> = (0..arity).map(|_| self.shapes.fresh()).collect();
        let result = self.shapes.fresh();
        for &clause in clauses {
            self.scoped(clause, &params, result);
        }
        self.shapes.of(Shape { function: Some((params, result)), ..Shape::default() })
    }

    /// `fun f/1`.
    fn named_fun(&mut self, node: NodeId) -> Slot {
        let name = self.program.label(node).trim_start_matches("fun").trim().to_owned();
        let file_idx = self.program.file_of(node);
        match self.functions.get(&(file_idx, name)).cloned() {
            Some((_, signature)) => self.shapes.of(Shape { function: Some(signature), ..Shape::default() }),
            None => self.shapes.fresh(),
        }
    }

    fn comprehension(&mut self, parts: &[NodeId]) -> Slot {
        let outer = self.env.clone();
        let (qualifiers, templates): (Vec<NodeId>, Vec<NodeId>) =
            parts.iter().partition(|&&part| self.program.kind(part) == "qualifiers");
        let program = self.program;
        for qualifier in qualifiers.iter().flat_map(|&node| program.children(node)) {
            match (self.program.kind(qualifier), &self.children(qualifier)[..]) {
                ("generator", &[pattern, source]) => {
                    let list = self.expr(source);
                    let element = self.shapes.element(list);
                    self.forget(pattern);
                    self.flow(pattern, element);
                }
                ("b_generator", &[pattern, source]) => {
                    self.forget(pattern);
                    let chunk = self.expr(pattern);
                    self.flow(source, chunk);
                }
                _ => _ = self.expr(qualifier),
            }
        }
        let result = self.all(&templates);
        self.env = outer;
        let element = result.first().copied().unwrap_or_else(|| self.shapes.fresh());
        self.shapes.list_of(element)
    }

    fn operator(&mut self, node: NodeId, parts: &[NodeId]) -> Slot {
        let slots = self.all(parts);
        let &[left, right] = &slots[..] else { return self.shapes.fresh() };
        match self.program.label(node) {
            "_+_" | "_-_" | "_*_" | "_/_" | "_div_" | "_rem_" => {
                self.shapes.shape_mut(left).is_number = true;
                self.shapes.shape_mut(right).is_number = true;
                self.shapes.number()
            }
            "_++_" | "_--_" => {
                self.shapes.element(left);
                self.shapes.unite(left, right);
                left
            }
            "_=:=_" | "_==_" | "_=/=_" | "_/=_" | "_<_" | "_>_" | "_>=_" | "_=<_" => {
                self.shapes.unite(left, right);
                self.truth()
            }
            _ => self.truth(),
        }
    }

    fn truth(&mut self) -> Slot {
        let slot = self.shapes.constant(&Term::atom("true"));
        self.shapes.add_constant(slot, &Term::atom("false"));
        slot
    }

    fn map(&mut self, parts: &[NodeId]) -> Slot {
        let slot = self.shapes.of(Shape { is_map: true, ..Shape::default() });
        for &part in parts {
            if self.program.kind(part) != "map_field" {
                self.flow(part, slot);
                continue;
            }
            let field = self.children(part);
            let slots = self.all(&field);
            let key = field.first().and_then(|&key| Term::of_literal(self.program, key));
            if let (Some(key), Some(&value)) = (key, slots.get(1)) {
                let map = self.shapes.map(key.to_string(), value);
                self.shapes.unite(slot, map);
            }
        }
        slot
    }

    fn call(&mut self, parts: &[NodeId]) -> Slot {
        let (callee, args) = (parts[0], self.all(&parts[1..]));
        let label = self.program.label(callee);
        match self.program.kind(callee) {
            "atom" => {
                let name = format!("{label}/{}", args.len());
                let file_idx = self.program.file_of(callee);
                match self.functions.get(&(file_idx, name)).cloned() {
                    Some((_, signature)) => self.apply(&signature, &args),
                    None => self.builtin(label, &args),
                }
            }
            "remote" => {
                let (module, function) = label.split_once(':').unwrap_or(("", label));
                let name = format!("{function}/{}", args.len());
                let files = 0..self.program.files().len();
                let file = files.into_iter().find(|&idx| module_name(self.program, idx) == module);
                let known = file.and_then(|idx| self.functions.get(&(idx, name)).cloned());
                match (known, module) {
                    (Some((_, signature)), _) => self.apply(&signature, &args),
                    (None, "erlang") => self.builtin(function, &args),
                    (None, "lists") => self.lists(function, &args),
                    (None, "string") => self.text(&args),
                    (None, _) => self.shapes.fresh(),
                }
            }
            _ => {
                let slot = self.expr(callee);
                let signature = self.function(slot, args.len());
                self.apply(&signature, &args)
            }
        }
    }

    fn apply(&mut self, signature: &Signature, args: &[Slot]) -> Slot {
        signature.0.iter().zip(args).for_each(|(&param, &arg)| self.shapes.unite(param, arg));
        signature.1
    }

    /// Says that a slot holds functions; their parameters and result.
    fn function(&mut self, slot: Slot, arity: usize) -> Signature {
        if let Some(known) = &self.shapes.shape(slot).function
            && known.0.len() == arity
        {
            return known.clone();
        }
        let params = (0..arity).map(|_| self.shapes.fresh()).collect();
        let signature = (params, self.shapes.fresh());
        self.shapes.shape_mut(slot).function = Some(signature.clone());
        signature
    }

    fn builtin(&mut self, name: &str, args: &[Slot]) -> Slot {
        let Some(&first) = args.first() else { return self.shapes.fresh() };
        match name {
            "is_integer" | "is_number" => self.shapes.shape_mut(first).is_number = true,
            "is_float" => {
                let shape = self.shapes.shape_mut(first);
                (shape.is_number, shape.is_float) = (true, true);
            }
            "is_atom" => _ = self.shapes.shape_mut(first).atoms.insert("a".to_owned()),
            "is_list" => _ = self.shapes.element(first),
            "is_binary" => self.shapes.shape_mut(first).is_binary = true,
            "is_map" => self.shapes.shape_mut(first).is_map = true,
            "is_boolean" => {
                let truth = self.truth();
                self.shapes.unite(first, truth);
            }
            "hd" => return self.shapes.element(first),
            "tl" => {
                self.shapes.element(first);
                return first;
            }
            "length" => {
                self.shapes.element(first);
                return self.shapes.number();
            }
            "abs" | "max" | "min" => {
                args.iter().for_each(|&arg| self.shapes.unite(first, arg));
                self.shapes.shape_mut(first).is_number = true;
                return first;
            }
            "trunc" | "round" | "float" => {
                let shape = self.shapes.shape_mut(first);
                (shape.is_number, shape.is_float) = (true, true);
                return self.shapes.number();
            }
            _ => return self.shapes.fresh(),
        }
        self.truth()
    }

    /// The functions of `lists` that programs use most, by what their arguments have in common.
    fn lists(&mut self, name: &str, args: &[Slot]) -> Slot {
        match (name, args) {
            (
                "map" | "filter" | "any" | "all" | "foreach" | "partition" | "takewhile" | "dropwhile"
                | "flatmap" | "filtermap",
                &[function, list],
            ) => {
                let element = self.shapes.element(list);
                let (params, result) = self.function(function, 1);
                self.shapes.unite(params[0], element);
                match name {
                    "map" => self.shapes.list_of(result),
                    "flatmap" => result,
                    "any" | "all" => self.truth(),
                    _ => list,
                }
            }
            ("foldl" | "foldr", &[function, start, list]) => {
                let element = self.shapes.element(list);
                let (params, result) = self.function(function, 2);
                self.shapes.unite(params[0], element);
                self.shapes.unite(params[1], start);
                self.shapes.unite(result, start);
                start
            }
            ("sum" | "max" | "min" | "last", &[list]) => {
                let element = self.shapes.element(list);
                self.shapes.shape_mut(element).is_number |= name == "sum";
                element
            }
            ("reverse" | "sort" | "usort", &[list]) => {
                self.shapes.element(list);
                list
            }
            ("append" | "concat", &[lists]) => {
                let list = self.shapes.element(lists);
                self.shapes.element(list);
                list
            }
            ("append", &[a, b]) => {
                self.shapes.element(a);
                self.shapes.unite(a, b);
                a
            }
            ("member" | "delete", &[item, list]) => {
                let element = self.shapes.element(list);
                self.shapes.unite(element, item);
                if name == "delete" { list } else { self.truth() }
            }
            ("nth" | "nthtail" | "sublist", &[_, list]) if name != "sublist" => {
                let element = self.shapes.element(list);
                if name == "nth" { element } else { list }
            }
            ("zip", &[a, b]) => {
                let pair = vec![self.shapes.element(a), self.shapes.element(b)];
                let pair = self.shapes.tuple(None, pair);
                self.shapes.list_of(pair)
            }
            ("seq", _) => {
                args.iter().for_each(|&arg| self.shapes.shape_mut(arg).is_number = true);
                let number = self.shapes.number();
                self.shapes.list_of(number)
            }
            _ => self.shapes.fresh(),
        }
    }

    /// Functions of `string` take texts.
    fn text(&mut self, args: &[Slot]) -> Slot {
        if let Some(&first) = args.first() {
            let element = self.shapes.element(first);
            let shape = self.shapes.shape_mut(element);
            (shape.is_number, shape.is_char) = (true, true);
        }
        self.shapes.fresh()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::SourceFile;
    use crate::language::Language;

    fn inferred(text: &str) -> Inferred {
        let program = Tree::parse(Language::Erlang, &[SourceFile::new("program.erl", text)]);
        infer(&program, "main/1")
    }

    #[test]
    fn parameters_take_the_shape_of_what_they_flow_into() {
        let found = inferred(
            "main(Code) -> run(Code, []).\n\
             run([], S) -> S;\n\
             run([Op | Rest], S) -> run(Rest, step(Op, S)).\n\
             step({push, N}, S) when N > 17 -> [N | S];\n\
             step(pop, [_ | S]) -> S;\n\
             step({apply, add}, [A, B | S]) -> [A + B | S].",
        );
        let list = found.shapes.shape(found.params[0]);
        let element = found.shapes.shape(list.element.expect("a list"));
        assert!(element.atoms.contains("pop"));
        let push = &element.tuples[&(2, Some("push".to_owned()))];
        assert!(found.shapes.shape(push[1]).ints.contains(&17));
        let apply = &element.tuples[&(2, Some("apply".to_owned()))];
        assert!(found.shapes.shape(apply[1]).atoms.contains("add"));
    }

    #[test]
    fn library_functions_hand_elements_on() {
        let found = inferred(
            "main(L) -> F = fun({a, X}) -> X * 2; (b) -> 0 end, lists:sum(lists:map(F, lists:reverse(L))).",
        );
        let element = found.shapes.shape(found.params[0]).element.expect("a list");
        let shape = found.shapes.shape(element);
        assert!(shape.atoms.contains("b") && shape.tuples.contains_key(&(2, Some("a".to_owned()))));
    }

    #[test]
    fn a_specification_says_more() {
        let found =
            inferred("-type shape() :: {sq, 1..9} | dot.\n-spec main([shape()]) -> any().\nmain(L) -> L.");
        let element = found.shapes.shape(found.params[0]).element.expect("a list");
        let shape = found.shapes.shape(element);
        assert!(shape.atoms.contains("dot"));
        let side = shape.tuples[&(2, Some("sq".to_owned()))][1];
        assert_eq!(found.shapes.shape(side).ints.iter().copied().collect::<Vec<_>>(), [1, 9]);
    }
}
