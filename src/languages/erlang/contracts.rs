//! Contracts of Erlang functions: another function takes the name, checks, and calls the one that had it.

use super::syntax::{Expr, Function, Kind, Syntax};
use crate::ast::{NodeId, SourceFile, Tree};
use crate::languages::contracts::{ContractedFunction, WrittenContract, no_function};
use crate::suite::Contract;

/// What a contract speaks of; parameters are called what the contract calls them, else what all clauses do.
pub(super) fn contracted(program: &Tree, contract: &Contract) -> Result<ContractedFunction, String> {
    let syntax = Syntax::new(program);
    let function = function(&syntax, &contract.function).ok_or_else(|| no_function(contract))?;
    let n_given = contract.parameters.len();
    if n_given > 0 && n_given != function.arity {
        return Err(format!(
            "`parameters` names {n_given} parameters of `{}`, which has {}",
            contract.function, function.arity
        ));
    }
    let mut parameters = vec![(String::new(), Vec::new()); function.arity];
    let mut results = Vec::new();
    for (clause_idx, node) in function.clauses.clone().enumerate() {
        let Some(clause) = syntax.clause(node) else { continue };
        for ((name, ranges), pattern) in parameters.iter_mut().zip(clause.patterns) {
            ranges.push(program.span(pattern));
            let own = match syntax.expr(pattern) {
                Expr::Variable(variable) => variable,
                _ => "",
            };
            if clause_idx == 0 {
                own.clone_into(name);
            } else if name != own {
                name.clear();
            }
        }
        results.extend(clause.body.last().into_iter().flat_map(|last| values(&syntax, last)));
    }
    for (idx, (name, _)) in parameters.iter_mut().enumerate() {
        match contract.parameters.get(idx) {
            Some(given) => given.clone_into(name),
            None if name.is_empty() => *name = format!("_Parameter{}", idx + 1),
            None => {}
        }
    }
    let results = results.into_iter().map(|node| program.span(node)).collect();
    Ok(ContractedFunction { definition: function.node, parameters, results })
}

fn function<'t>(syntax: &Syntax<'t>, wanted: &str) -> Option<Function<'t>> {
    let (name, arity) = wanted.rsplit_once('/')?;
    syntax.functions(0).find(|it| it.name.trim_matches('\'') == name && it.arity.to_string() == arity)
}

/// The expressions of which one is the value of an expression: the last ones of the branches.
fn values(syntax: &Syntax<'_>, node: NodeId) -> Vec<NodeId> {
    let of_clauses = |clauses: &mut dyn Iterator<Item = NodeId>| -> Vec<NodeId> {
        let last = |clause: NodeId| syntax.clause(clause)?.body.last();
        clauses.filter_map(last).flat_map(|last| values(syntax, last)).collect()
    };
    match syntax.expr(node) {
        Expr::Case { clauses, .. } => of_clauses(&mut clauses.into_iter()),
        Expr::If(clauses) => of_clauses(&mut clauses.into_iter()),
        Expr::Receive => of_clauses(&mut syntax.tree.children(node)),
        Expr::Block(all) => all.last().map_or_else(Vec::new, |last| values(syntax, last)),
        Expr::Match { value, .. } => vec![value],
        _ => vec![node],
    }
}

/// The program with a contract written in.
pub(super) fn with_contract(program: &Tree, contract: &WrittenContract<'_>) -> Option<Vec<SourceFile>> {
    let syntax = Syntax::new(program);
    let function = function(&syntax, &contract.contract.function)?;
    let original = contract.small("original");
    let mut text = program.file(0).text.clone();
    let heads: Vec<NodeId> =
        function.clauses.clone().filter(|clause| syntax.kind(*clause) == Kind::FunctionClause).collect();
    for &clause in heads.iter().rev() {
        let start = program.span(clause).start;
        text.replace_range(start..start + name_length(&text[start..])?, &original);
    }
    let name_start = program.span(*heads.first()?).start;
    let written = &program.file(0).text[name_start..];
    let name = &written[..name_length(written)?];
    text.insert_str(name_start, &checks(contract, name));
    let mut files: Vec<SourceFile> = program.files().cloned().collect();
    files[0].text = text;
    Some(files)
}

/// Bytes of the name with which a clause begins.
fn name_length(clause: &str) -> Option<usize> {
    match clause.strip_prefix('\'') {
        Some(quoted) => quoted.find('\'').map(|end| end + 2),
        None => clause.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '@'),
    }
}

fn checks(contract: &WrittenContract<'_>, name: &str) -> String {
    let [original, requires, ensures] = ["original", "requires", "ensures"].map(|end| contract.small(end));
    let names = contract.parameters;
    let given = names.join(", ");
    let and_result = names.iter().map(String::as_str).chain(["Result"]).collect::<Vec<_>>().join(", ");
    let pairs = |all: &[&str]| {
        let shown = all.iter().filter(|name| !name.starts_with('_'));
        shown.map(|name| format!("{{'{name}', {name}}}")).collect::<Vec<_>>().join(", ")
    };
    let mut all: Vec<&str> = names.iter().map(String::as_str).collect();
    let before = pairs(&all);
    all.push("Result");
    let after = pairs(&all);
    let [class, reason] = ["Class", "Reason"].map(|end| format!("{}{end}", contract.prefix));
    let check = |function: &str, parameters: &str, holds: &str, values: &str| {
        format!(
            "{function}({parameters}) ->\n    try ({holds}) of\n        true -> true;\n        _ -> [{values}]\n    \
             catch {class}:{reason} -> {{{class}, {reason}}}\n    end.\n"
        )
    };
    format!(
        "{name}({given}) ->\n    {} = {requires}({given}),\n    Result = {original}({given}),\n    \
         {} = {ensures}({and_result}),\n    Result.\n{}{}",
        contract.requires_name(),
        contract.ensures_name(),
        check(&requires, &given, contract.requires("true"), &before),
        check(&ensures, &and_result, contract.ensures("true"), &after),
    )
}
