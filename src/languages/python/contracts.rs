//! Contracts of Python functions: a decorator that checks them around each call.

use std::ops::Range;

use super::syntax::{Parameter, first_statement, function_named, named, parameters_of, returned, yields};
use crate::ast::{Cst, SourceFile, Tree, concrete};
use crate::deletions::Edits;
use crate::languages::contracts::{ContractedFunction, WrittenContract, named_at, no_function};
use crate::suite::Contract;

/// What a contract speaks of.
pub(super) fn contracted(program: &Tree, contract: &Contract) -> Result<ContractedFunction, String> {
    let text = &program.file(0).text;
    let parsed = concrete(program.language(), text);
    let function = function_named(parsed.root(), text, &contract.function);
    let function = function.ok_or_else(|| no_function(contract))?;
    if yields(function) {
        return Err(format!(
            "`{}` is a generator, whose calls return before anything is done",
            contract.function
        ));
    }
    let name = function.child_by_field_name("name").map(Cst::byte_range).unwrap_or_default();
    let definition = named_at(program, &name).ok_or_else(|| no_function(contract))?;
    let parameters = names(function).map(|name| (text[name.clone()].to_owned(), vec![name])).collect();
    let results = returned(function).into_iter().map(Cst::byte_range).collect();
    Ok(ContractedFunction { definition, parameters, results })
}

fn names(function: Cst<'_>) -> impl Iterator<Item = Range<usize>> {
    let all = parameters_of(function).into_iter().flat_map(named).filter_map(Parameter::of);
    all.map(|parameter| parameter.name.byte_range())
}

/// The program with a contract written in.
pub(super) fn with_contract(program: &Tree, contract: &WrittenContract<'_>) -> Option<Vec<SourceFile>> {
    let file = program.file(0);
    let parsed = concrete(program.language(), &file.text);
    let function = function_named(parsed.root(), &file.text, &contract.contract.function)?;
    let parameters = &file.text[parameters_of(function)?.byte_range()];
    let names: Vec<&str> = names(function).map(|name| &file.text[name]).collect();
    let mut edits = Edits::default();
    // Behind what has to stand first: a text, imports from the future.
    edits.insert(first_statement(parsed.root())?.start_byte(), decorator(contract, parameters, &names));
    let start = function.start_byte();
    let line_start = file.text[..start].rfind('\n').map_or(0, |newline| newline + 1);
    let indentation: String =
        file.text[line_start..start].chars().take_while(|c| c.is_whitespace()).collect();
    edits.insert(start, format!("@{}\n{indentation}", contract.small("contract")));
    Some(vec![SourceFile::new(&file.path, edits.apply(&file.text))])
}

/// Parameters are those of the function, defaults included, so that each call finds them as the function does.
fn decorator(contract: &WrittenContract<'_>, parameters: &str, names: &[&str]) -> String {
    let (requires, ensures) = (contract.requires("True"), contract.ensures("True"));
    let (requires_name, ensures_name) = (contract.requires_name(), contract.ensures_name());
    let pairs: Vec<String> = names.iter().map(|name| format!("\"{name}\": {name}")).collect();
    let pairs = pairs.join(", ");
    let checked = |name: &str, call: &str| {
        format!(
            "        try:\n            {name} = {call}\n        except Exception as error:\n            \
             {name} = repr(error)\n        {name}\n"
        )
    };
    format!(
        "def {decorator}(function):\n    def requires{parameters}:\n        return True if ({requires}) else {{{pairs}}}\n    \
         def ensures{parameters}:\n        return lambda result: True if ({ensures}) else {{{pairs}{comma}\"result\": result}}\n    \
         def contracted(*arguments, **named):\n{before}        result = function(*arguments, **named)\n{after}        \
         return result\n    return contracted\n",
        decorator = contract.small("contract"),
        comma = if pairs.is_empty() { "" } else { ", " },
        before = checked(&requires_name, "requires(*arguments, **named)"),
        after = checked(&ensures_name, "ensures(*arguments, **named)(result)"),
    )
}
