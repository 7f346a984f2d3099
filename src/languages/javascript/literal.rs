//! JSON as values, and values as JSON: arguments of JavaScript functions.

use serde_json::{Value as Json, json};

use crate::stack::deep;
use crate::value::Value;

/// The value of a text; `None` for what is no JSON.
pub(super) fn read(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok().map(value)
}

fn value(json: Json) -> Value {
    deep(|| match json {
        Json::Null => Value::symbol("null"),
        Json::Bool(is_true) => Value::symbol(if is_true { "true" } else { "false" }),
        Json::Number(number) => match number.as_i64() {
            Some(whole) => Value::Int(whole.into()),
            None => Value::Float(number.as_f64().unwrap_or_default()),
        },
        Json::String(text) => Value::Text(text),
        Json::Array(items) => Value::List(items.into_iter().map(value).collect()),
        Json::Object(pairs) => {
            Value::map(pairs.into_iter().map(|(key, item)| (Value::Text(key), value(item))).collect())
        }
    })
}

/// A value as JSON: what JSON has not is what comes next to it.
pub(super) fn written(value: &Value) -> String {
    json_of(value).to_string()
}

fn json_of(value: &Value) -> Json {
    deep(|| match value {
        Value::Int(number) => {
            i64::try_from(*number).map_or_else(|_| json!(*number as f64), |whole| json!(whole))
        }
        Value::Large(is_negative, _) => json!(if *is_negative { -1e300 } else { 1e300 }),
        Value::Float(number) => json!(number),
        Value::Symbol(name) => match name.as_str() {
            "null" => Json::Null,
            "true" => json!(true),
            "false" => json!(false),
            other => json!(other),
        },
        Value::Text(text) => json!(text),
        Value::Bytes(bytes) | Value::Bits(bytes, _) => json!(bytes),
        Value::List(items) | Value::Tuple(items) => Json::Array(items.iter().map(json_of).collect()),
        Value::Improper(items, tail) => {
            Json::Array(items.iter().chain(std::iter::once(&**tail)).map(json_of).collect())
        }
        Value::Map(pairs) => {
            let key = |key: &Value| match key {
                Value::Text(text) | Value::Symbol(text) => text.clone(),
                other => written(other),
            };
            Json::Object(pairs.iter().map(|(name, item)| (key(name), json_of(item))).collect())
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_as_they_are_read() {
        for text in ["1", "-3", "2.5", "\"a\\n\"", "[]", "[1,\"x\"]", "{\"k\":null}", "true"] {
            assert_eq!(written(&read(text).expect("JSON")), text);
        }
        assert_eq!(read("f(1)"), None);
    }
}
