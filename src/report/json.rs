//! JSON: an array with one object per line, so that two reports can be compared with `diff`.

use super::Records;

pub(super) fn write(records: &Records) -> String {
    let lines: Vec<String> = records
        .objects()
        .map(|object| {
            let line = serde_json::to_string(&object).expect("values with string keys serialise");
            format!("  {line}")
        })
        .collect();
    if lines.is_empty() { "[]\n".to_owned() } else { format!("[\n{}\n]\n", lines.join(",\n")) }
}
