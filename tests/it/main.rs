//! Integration tests: one binary, one module per area.

mod process;
mod report;
mod suite;
