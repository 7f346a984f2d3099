//! Contracts of JavaScript functions: another function takes the name, checks, and calls the one that had it.

use std::ops::Range;

use super::syntax::{
    NamedFunction, bound_names, function_named, is_asynchronous, is_generator, name, parameters, returned,
};
use crate::ast::{Cst, SourceFile, Tree, concrete};
use crate::deletions::Edits;
use crate::languages::contracts::{ContractedFunction, WrittenContract, named_at, no_function};
use crate::suite::Contract;

/// What a contract speaks of.
pub(super) fn contracted(program: &Tree, contract: &Contract) -> Result<ContractedFunction, String> {
    let text = &program.file(0).text;
    let parsed = concrete(program.language(), text);
    let function = function_named(parsed.root(), text, &contract.function);
    let NamedFunction { function, name, .. } = function.ok_or_else(|| no_function(contract))?;
    if is_generator(function) || is_asynchronous(function) {
        let what = "is a generator or asynchronous: its calls return before anything is done";
        return Err(format!("`{}` {what}", contract.function));
    }
    let definition = named_at(program, &name.byte_range()).ok_or_else(|| no_function(contract))?;
    let parameters = names(function).into_iter().map(|it| (text[it.clone()].to_owned(), vec![it])).collect();
    let results = returned(function).into_iter().map(Cst::byte_range).collect();
    Ok(ContractedFunction { definition, parameters, results })
}

fn names(function: Cst<'_>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    parameters(function).into_iter().for_each(|parameter| bound_names(parameter, &mut found));
    found.into_iter().map(Cst::byte_range).collect()
}

/// The program with a contract written in.
pub(super) fn with_contract(program: &Tree, contract: &WrittenContract<'_>) -> Option<Vec<SourceFile>> {
    let file = program.file(0);
    let parsed = concrete(program.language(), &file.text);
    let named = function_named(parsed.root(), &file.text, &contract.contract.function)?;
    let all = parameters(named.function);
    let range = all.first().zip(all.last()).map(|(first, last)| first.start_byte()..last.end_byte());
    let names: Vec<&str> = names(named.function).into_iter().map(|name| &file.text[name]).collect();
    let helpers = helpers(contract, range.map_or("", |range| &file.text[range]), &names);
    let checked = contract.small("checked");
    let mut edits = Edits::default();
    let text = match named.declaration {
        // `const f = …`: the value is called by another function.
        Some(declaration) => {
            let value = named.function.byte_range();
            let before = format!("function (...given) {{ return {checked}(this, ");
            edits.insert(declaration.start_byte(), helpers);
            edits.wrap(value, before, ", given); }");
            edits.apply(&file.text)
        }
        None => {
            let own = name(named.function)?.byte_range();
            let original = contract.small("original");
            let call = format!("{checked}(this, {original}, given)");
            let called = &file.text[own.clone()];
            let other = format!("function {called}(...given) {{ return {call}; }}\n");
            let start = named.function.start_byte();
            let mut text = file.text.clone();
            text.replace_range(own, &original);
            text.insert_str(start, &format!("{helpers}{other}"));
            text
        }
    };
    Some(vec![SourceFile::new(&file.path, text)])
}

/// Parameters are those of the function, in the same scope, so that defaults mean the same.
fn helpers(contract: &WrittenContract<'_>, parameters: &str, names: &[&str]) -> String {
    let [requires, ensures, checked] = ["requires", "ensures", "checked"].map(|end| contract.small(end));
    let checking = |name: &str, call: &str| {
        format!(
            "let {name}; try {{ {name} = {call}; }} catch (error) {{ {name} = String(error); }} {name};\n"
        )
    };
    let values = names.join(", ");
    let comma = if values.is_empty() { "" } else { ", " };
    format!(
        "function {requires}({parameters}) {{ return ({holds}) ? true : {{{values}}}; }}\n\
         function {ensures}({parameters}) {{ return (result) => ({returns}) ? true : {{{values}{comma}result}}; }}\n\
         function {checked}(self, original, given) {{\n{before}const result = original.apply(self, given);\n{after}\
         return result;\n}}\n",
        holds = contract.requires("true"),
        returns = contract.ensures("true"),
        before = checking(&contract.requires_name(), &format!("{requires}.apply(self, given)")),
        after = checking(&contract.ensures_name(), &format!("{ensures}.apply(self, given)(result)")),
    )
}
