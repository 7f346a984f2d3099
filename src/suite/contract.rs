//! Contracts of functions: what callers promise, and what is promised to them, in the language of the program.
//!
//! Source: Pérez Rubio, "Erlang code analysis and design by contract", thesis, Universitat Politècnica de València, ch. 9; Meyer,
//! "Applying design by contract", Computer 1992.

use toml::Spanned;

use super::Contract;
use super::load::Draft;
use super::manifest::ContractTable;
use crate::error;

/// The contracts of a benchmark, in the order of its file.
pub(super) fn contracts(draft: &mut Draft<'_>, tables: &[Spanned<ContractTable>]) -> Vec<Contract> {
    let mut contracts = Vec::new();
    for table in tables {
        let ContractTable { function, parameters, requires, ensures } = table.get_ref();
        let place = draft.place(table);
        if requires.is_none() && ensures.is_none() {
            draft.problems.push(error::suite::empty_contract(place.clone()));
        }
        let mut line = |value: &Option<Spanned<String>>, key: &str| {
            value.as_ref().map(|value| draft.one_line(value, key))
        };
        let (requires, ensures) = (line(requires, "requires"), line(ensures, "ensures"));
        let function = draft.one_line(function, "function");
        contracts.push(Contract { place, function, parameters: parameters.clone(), requires, ensures });
    }
    contracts
}
