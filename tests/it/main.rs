//! Integration tests: one binary, one module per area.

mod adapters;
mod anti_oracles;
mod batch;
mod broken;
mod check;
mod cli;
mod corpus;
mod counts;
mod deletions;
mod differential;
mod edg;
mod folder;
mod grader_mistakes;
mod import;
mod markdown;
mod monstrous;
mod oracle;
mod process;
mod properties;
mod report;
mod results;
mod run;
mod suite;
mod sweep;
mod tidy;
mod tools;
