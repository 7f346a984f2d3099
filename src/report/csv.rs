//! CSV after RFC 4180: a header line, CRLF, quotes where needed; an undefined number is an empty field.

use ::csv::{Terminator, WriterBuilder};
use serde_json::Value;

use super::Records;

pub(super) fn write(records: &Records) -> String {
    let mut writer = WriterBuilder::new().terminator(Terminator::CRLF).from_writer(Vec::new());
    let to_memory = "writing to memory succeeds";
    writer.write_record(&records.columns).expect(to_memory);
    for row in &records.rows {
        writer.write_record(row.iter().map(field)).expect(to_memory);
    }
    let bytes = writer.into_inner().expect(to_memory);
    String::from_utf8(bytes).expect("fields are UTF-8")
}

/// A value as a field; lists are joined by blanks.
fn field(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        // A spreadsheet would take it for a formula and run it.
        Value::String(text) if text.starts_with(['=', '+', '-', '@', '\t', '\r']) => format!("'{text}"),
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(field).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}
