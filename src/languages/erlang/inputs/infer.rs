//! Shapes of the parameters of an entry point, from the patterns, guards and calls that they flow into.

use std::collections::BTreeMap;

use crate::ast::{NodeId, Siblings, Tree};
use crate::languages::erlang::entry::entry_node;
use crate::languages::erlang::scope::Names;
use crate::languages::erlang::syntax::{Callee, Expr, Field, FunRef, Kind, Qualifier, Syntax};
use crate::stack::deep;

use super::layout::Chunk;
use super::shape::{Shape, Shapes, Slot};
use super::spec;
use super::term;
use crate::value::Value;

/// The slots of a program.
pub(super) struct Inferred {
    pub(super) shapes: Shapes,
    /// Slots of the parameters of the entry point.
    pub(super) params: Vec<Slot>,
    /// Every number that the program names, wherever.
    pub(super) numbers: Vec<i128>,
}

/// Infers the shapes of an entry point, `name/arity`.
pub(super) fn infer(program: &Tree, entry: &str) -> Inferred {
    let syntax = Syntax::new(program);
    let mut walk = Inference {
        program,
        syntax: syntax.clone(),
        shapes: Shapes::default(),
        functions: BTreeMap::new(),
        env: Names::default(),
    };
    for file_idx in 0..program.files().len() {
        for function in syntax.functions(file_idx) {
            let params = (0..function.arity).map(|_| walk.shapes.fresh()).collect();
            let signature = (params, walk.shapes.fresh());
            walk.functions.insert((file_idx, function.name, function.arity), (function.node, signature));
        }
    }
    let functions = walk.functions.clone();
    for (node, signature) in functions.values() {
        for clause in program.children(*node) {
            walk.env = Names::default();
            walk.clause(clause, &signature.0, signature.1);
        }
    }
    let (name, arity) = entry.rsplit_once('/').unwrap_or((entry, ""));
    let file_idx = entry_node(program, entry).map_or(0, |node| program.file_of(node));
    let key = arity.parse().ok().map(|arity| (file_idx, name, arity));
    let found = key.and_then(|key| functions.get(&key));
    let params = found.map(|(_, signature)| signature.0.clone()).unwrap_or_default();
    spec::apply(program.file(file_idx), entry, &params, &mut walk.shapes);
    let literals = program.ids().filter_map(|node| term::literal(&syntax, node));
    let mut numbers: Vec<i128> =
        literals.filter_map(|term| if let Value::Int(value) = term { Some(value) } else { None }).collect();
    numbers.sort_unstable();
    numbers.dedup();
    Inferred { shapes: walk.shapes, params, numbers }
}

pub(super) fn module_name(program: &Tree, file_idx: usize) -> String {
    program.file(file_idx).path.file_stem().map_or(String::new(), |stem| stem.to_string_lossy().into_owned())
}

type Signature = (Vec<Slot>, Slot);
/// Node, parameters and result by file, name and arity.
type Functions<'t> = BTreeMap<(usize, &'t str, usize), (NodeId, Signature)>;

struct Inference<'t> {
    program: &'t Tree,
    syntax: Syntax<'t>,
    shapes: Shapes,
    functions: Functions<'t>,
    env: Names<'t, Slot>,
}

impl<'t> Inference<'t> {
    /// A clause of any construct: patterns up to the guard, then the body.
    fn clause(&mut self, clause: NodeId, params: &[Slot], result: Slot) {
        let Some(parts) = self.syntax.clause(clause) else { return };
        for (pattern, &param) in parts.patterns.zip(params) {
            self.flow(pattern, param);
        }
        self.all(self.program.children(parts.guard));
        let last = self.last(parts.body);
        self.shapes.unite(result, last);
    }

    /// Clauses with a scope of their own.
    fn scoped(&mut self, clause: NodeId, params: &[Slot], result: Slot) {
        let mark = self.env.mark();
        for pattern in self.syntax.clause(clause).into_iter().flat_map(|clause| clause.patterns) {
            self.forget(pattern);
        }
        self.clause(clause, params, result);
        self.env.leave(mark);
    }

    /// Variables of a pattern that shadows.
    fn forget(&mut self, pattern: NodeId) {
        for node in self.program.subtree(pattern) {
            if let Expr::Variable(name) = self.syntax.expr(node) {
                self.env.forget(name);
            }
        }
    }

    fn flow(&mut self, node: NodeId, slot: Slot) {
        let found = self.expr(node);
        self.shapes.unite(slot, found);
    }

    fn all(&mut self, nodes: impl Iterator<Item = NodeId>) -> Vec<Slot> {
        nodes.map(|node| self.expr(node)).collect()
    }

    fn last(&mut self, nodes: impl Iterator<Item = NodeId>) -> Slot {
        self.all(nodes).last().copied().unwrap_or_else(|| self.shapes.fresh())
    }

    /// The slot of an expression or pattern.
    fn expr(&mut self, node: NodeId) -> Slot {
        deep(|| {
            match self.syntax.expr(node) {
                Expr::Variable(name) => self.variable(name),
                Expr::Tuple(parts) => {
                    let tag = parts.clone().next().and_then(|first| match self.syntax.expr(first) {
                        Expr::Atom(name) => Some(name.to_owned()),
                        _ => None,
                    });
                    let slots = self.all(parts);
                    self.shapes.tuple(tag, slots)
                }
                Expr::Cons { head, tail } => {
                    let head = self.expr(head);
                    let list = self.shapes.list_of(head);
                    self.flow(tail, list);
                    list
                }
                Expr::Match { pattern, value } => {
                    let (pattern, value) = (self.expr(pattern), self.expr(value));
                    self.shapes.unite(pattern, value);
                    pattern
                }
                Expr::Case { subject, clauses } => {
                    let result = self.shapes.fresh();
                    let subject = self.expr(subject);
                    clauses.for_each(|clause| self.clause(clause, &[subject], result));
                    result
                }
                Expr::If(clauses) => {
                    let result = self.shapes.fresh();
                    clauses.for_each(|clause| self.clause(clause, &[], result));
                    result
                }
                Expr::Fun { clauses, .. } => self.fun(clauses),
                Expr::FunRef(FunRef::Local { name, arity }) => {
                    match self.functions.get(&(self.program.file_of(node), name, arity)).cloned() {
                        Some((_, signature)) => self.function_shape(signature),
                        None => self.shapes.fresh(),
                    }
                }
                Expr::Call { callee, arguments } => self.call(callee, arguments),
                Expr::Comprehension { template, qualifiers }
                    if self.syntax.kind(node) == Kind::ListComprehension =>
                {
                    self.comprehension(template, qualifiers)
                }
                Expr::BinaryOperator { operator, left, right } => self.operator(operator, left, right),
                Expr::Map(fields) => self.map(None, fields),
                Expr::MapUpdate { map, fields } => self.map(Some(map), fields),
                Expr::Char(_) => {
                    let slot = self.literal(node);
                    self.shapes.shape_mut(slot).is_char = true;
                    slot
                }
                Expr::String(_) => {
                    let slot = self.literal(node);
                    let element = self.shapes.element(slot);
                    self.shapes.shape_mut(element).is_char = true;
                    slot
                }
                Expr::Binary(segments) => self.binary(segments),
                Expr::UnaryOperator { operand, .. } => {
                    self.expr(operand);
                    self.literal(node)
                }
                Expr::Integer(_) | Expr::Float(_) | Expr::Atom(_) | Expr::Nil => self.literal(node),
                Expr::Try(parts) => {
                    let result = self.shapes.fresh();
                    self.all(parts.body);
                    for clause in parts.of.chain(parts.catches) {
                        self.clause(clause, &[], result);
                    }
                    self.all(parts.after.into_iter());
                    result
                }
                // Nothing is known of it but what is known of its parts.
                _ => self.last(self.program.children(node)),
            }
        })
    }

    fn variable(&mut self, name: &'t str) -> Slot {
        if let Some(&slot) = self.env.get(name) {
            return slot;
        }
        let slot = self.shapes.fresh();
        self.env.bind(name, slot);
        slot
    }

    /// Segments as a pattern has them; of what is built, nothing else is known than that it is a binary.
    fn binary(&mut self, segments: Siblings<'t>) -> Slot {
        let mut layout = Vec::new();
        let mut held: Vec<&str> = Vec::new();
        for node in segments {
            let Some(segment) = self.syntax.segment(node) else { continue };
            let slots = self.all(self.program.children(node));
            layout.push(Chunk::read(&self.syntax, &segment, slots[0], &held));
            held.push(self.program.label(segment.value));
        }
        self.shapes.of(Shape { is_binary: true, layouts: vec![layout], ..Shape::default() })
    }

    fn literal(&mut self, node: NodeId) -> Slot {
        match term::literal(&self.syntax, node) {
            Some(Value::Symbol(name)) if name == "undef" => self.shapes.fresh(),
            Some(term) => self.shapes.constant(&term),
            None => self.shapes.number(),
        }
    }

    fn fun(&mut self, clauses: Siblings<'t>) -> Slot {
        let first = clauses.clone().next().and_then(|clause| self.syntax.clause(clause));
        let arity = first.map_or(0, |clause| clause.patterns.count());
        let params: Vec<Slot> = (0..arity).map(|_| self.shapes.fresh()).collect();
        let result = self.shapes.fresh();
        for clause in clauses {
            self.scoped(clause, &params, result);
        }
        self.function_shape((params, result))
    }

    fn function_shape(&mut self, signature: Signature) -> Slot {
        self.shapes.of(Shape { function: Some(signature), ..Shape::default() })
    }

    fn comprehension(&mut self, template: NodeId, qualifiers: NodeId) -> Slot {
        let mark = self.env.mark();
        for qualifier in self.program.children(qualifiers) {
            match self.syntax.qualifier(qualifier) {
                Qualifier::List { pattern, source } => {
                    let list = self.expr(source);
                    let element = self.shapes.element(list);
                    self.forget(pattern);
                    self.flow(pattern, element);
                }
                Qualifier::Binary { pattern, source } => {
                    self.forget(pattern);
                    let chunk = self.expr(pattern);
                    self.flow(source, chunk);
                }
                Qualifier::Map { .. } | Qualifier::Filter => _ = self.expr(qualifier),
            }
        }
        let element = self.expr(template);
        self.env.leave(mark);
        self.shapes.list_of(element)
    }

    fn operator(&mut self, operator: &str, left: NodeId, right: NodeId) -> Slot {
        let (left, right) = (self.expr(left), self.expr(right));
        match operator {
            "+" | "-" | "*" | "/" | "div" | "rem" => {
                self.shapes.shape_mut(left).is_number = true;
                self.shapes.shape_mut(right).is_number = true;
                self.shapes.number()
            }
            "++" | "--" => {
                self.shapes.element(left);
                self.shapes.unite(left, right);
                left
            }
            "=:=" | "==" | "=/=" | "/=" | "<" | ">" | ">=" | "=<" => {
                self.shapes.unite(left, right);
                self.truth()
            }
            _ => self.truth(),
        }
    }

    fn truth(&mut self) -> Slot {
        let slot = self.shapes.constant(&Value::symbol("true"));
        self.shapes.add_constant(slot, &Value::symbol("false"));
        slot
    }

    fn map(&mut self, map: Option<NodeId>, fields: Siblings<'t>) -> Slot {
        let slot = self.shapes.of(Shape { is_map: true, ..Shape::default() });
        if let Some(map) = map {
            self.flow(map, slot);
        }
        for field in fields {
            let Some(Field::Map { key, value }) = self.syntax.field(field) else { continue };
            self.expr(key);
            let value = self.expr(value);
            if let Some(key) = term::literal(&self.syntax, key) {
                let map = self.shapes.map(term::write(&key), value);
                self.shapes.unite(slot, map);
            }
        }
        slot
    }

    fn call(&mut self, callee: NodeId, arguments: Siblings<'t>) -> Slot {
        let first = arguments.clone().next();
        let args = self.all(arguments);
        let (known, module, name) = match self.syntax.callee(callee) {
            Callee::Local(name) => {
                let file_idx = self.program.file_of(callee);
                (self.functions.get(&(file_idx, name, args.len())), "erlang", name)
            }
            Callee::Remote { module, name } => {
                let (module, name) = (module.known().unwrap_or("_"), name.known().unwrap_or("_"));
                let mut files = 0..self.program.files().len();
                let file = files.find(|&idx| module_name(self.program, idx) == module);
                (file.and_then(|idx| self.functions.get(&(idx, name, args.len()))), module, name)
            }
            Callee::Value(callee) => {
                let slot = self.expr(callee);
                let signature = self.function(slot, args.len());
                return self.apply(&signature, &args);
            }
        };
        match (known.cloned(), module) {
            (Some((_, signature)), _) => self.apply(&signature, &args),
            (None, "erlang") => self.builtin(name, &args),
            (None, "lists") => self.lists(name, &args),
            (None, "maps") => {
                let key = first.and_then(|first| term::literal(&self.syntax, first));
                self.maps(name, key.map(|key| term::write(&key)), &args)
            }
            (None, "string") => self.text(&args),
            (None, _) => self.shapes.fresh(),
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

    /// Functions of `maps` take the map last, or both; `get/3` takes what is there otherwise behind it. `key` is the first
    /// argument where the program says what it is: the map may have that field.
    fn maps(&mut self, name: &str, key: Option<String>, args: &[Slot]) -> Slot {
        let map = match (name, args) {
            ("from_list" | "from_keys" | "new", _) | (_, []) => None,
            ("get", &[_, map, _]) => Some(map),
            ("merge", &[one, other]) => {
                self.shapes.shape_mut(one).is_map = true;
                Some(other)
            }
            (_, [.., map]) => Some(*map),
        };
        if let Some(map) = map {
            self.shapes.shape_mut(map).is_map = true;
        }
        if let ("get" | "find" | "is_key" | "take" | "update", Some(key), Some(map)) = (name, key, map) {
            let value = self.shapes.fresh();
            let field = self.shapes.map(key, value);
            self.shapes.unite(map, field);
            match (name, args) {
                ("get", &[_, _, default]) => self.shapes.unite(value, default),
                ("find", _) => {
                    let ok = self.shapes.fresh();
                    return self.shapes.tuple(Some("ok".to_owned()), vec![ok, value]);
                }
                _ => {}
            }
            if name == "get" {
                return value;
            }
        }
        match (name, map) {
            ("put" | "remove" | "update" | "merge" | "filter", Some(map)) => map,
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
    fn fields_that_are_asked_for_by_name_are_fields_of_the_map() {
        let found = inferred(
            "main(M) -> {ok, A} = maps:find(a, M), B = maps:get({b, 1}, M, 7), C = maps:get(c, M), \
             if A > 20 -> B; C =:= x -> A end.",
        );
        let map = found.shapes.shape(found.params[0]);
        assert_eq!(map.fields.keys().collect::<Vec<_>>(), ["a", "c", "{b,1}"]);
        assert!(found.shapes.shape(map.fields["a"]).ints.contains(&20));
        assert!(found.shapes.shape(map.fields["{b,1}"]).ints.contains(&7));
        assert!(found.shapes.shape(map.fields["c"]).atoms.contains("x"));
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
