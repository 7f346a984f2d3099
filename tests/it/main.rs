//! Integration tests: one binary, one module per area, run by `harness`.

#[macro_use]
extern crate macro_rules_attribute;

/// `#[apply(test)]` registers a function as a test; one that is written without it is dead code, a warning.
macro_rules! test {
    ($(#[doc = $doc:expr])* $(#[needs($($need:ident),+)])? fn $name:ident() $body:block) => {
        $(#[doc = $doc])*
        fn $name() $body

        inventory::submit!(crate::harness::Test {
            module: module_path!(),
            name: stringify!($name),
            run: $name,
            needs: &[$($(crate::harness::Need::$need),+)?],
        });
    };
}

mod adapters;
mod altered;
mod answer_forms;
mod anti_oracles;
mod attributes;
mod audit;
mod batch;
mod behaviour;
mod broken;
mod browser;
mod brute_force;
mod budget;
mod builds;
mod certificates;
mod chat;
mod check;
mod choosing;
mod circles;
mod cli;
mod closed;
mod command;
mod compare;
mod compare_laws;
mod constructs;
mod contracts;
mod control_groups;
mod corpus;
mod counts;
mod damage;
mod deep;
mod deletions;
mod differential;
mod documented;
mod dynamic;
mod edg;
mod effects;
mod entry;
mod evolve;
mod exhaustive;
mod export;
mod first_screen;
mod flow;
mod flow_any;
mod flow_data;
mod flow_generated;
mod flow_generated_c;
mod flow_generated_java;
mod frame;
mod fuzz;
mod generated;
mod grader_mistakes;
mod harness;
mod import;
mod init;
mod inputs;
mod install;
mod interrupted;
mod kinds;
mod laws;
mod lines;
mod machine;
mod macros;
mod mapping;
mod markdown;
mod meanings;
mod messages;
mod minimize;
mod minimized_slices;
mod monstrous;
mod mutants;
mod observe;
mod oracle;
mod oracle_c;
mod oracle_java;
mod oracle_javascript;
mod oracle_python;
mod oracle_r;
mod paper;
mod phase_1;
mod printers;
mod process;
mod properties;
mod pty;
mod refused;
mod relations;
mod remains;
mod report;
mod report_baseline;
mod requires;
mod results;
mod rounding;
mod run;
mod scale;
mod schemas;
mod schemata;
mod servers;
mod shares;
mod statements;
mod statistics;
mod stdlib;
mod strict;
mod suite;
mod suite_docs;
mod support;
mod sweep;
mod tables;
mod terminal;
mod tidy;
mod tools;
mod totals;
mod trusted;
mod validator;
mod virtual_clocks;
mod walls;
mod worst_first;
mod write_gold;

fn main() -> std::process::ExitCode {
    harness::run()
}
