//! Integration tests: one binary, one module per area.

mod adapters;
mod broken;
mod counts;
mod markdown;
mod process;
mod report;
mod suite;
