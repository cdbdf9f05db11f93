//! The deep merge of a patch into a state, and validation of patches.
//!
//! The tests prove these laws: merging the same patch again changes nothing; patches of disjoint keys may be merged
//! into each other first; no forbidden key is ever in a result.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Maximum nesting depth of objects and lists.
pub const DEPTH: usize = 32;
/// Key that keeps the text when a text becomes an object.
pub const PREVIOUS: &str = "_previous";
/// Keys that would reach the prototype of an object in JavaScript: agents' programs read these states.
const FORBIDDEN: [&str; 3] = ["__proto__", "constructor", "prototype"];

/// Meaning of `null` in a patch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Nulls {
    /// Replaces the value, as any other value does.
    #[default]
    Keep,
    /// Deletes the key (RFC 7396).
    Delete,
}

/// Returns true if `key` may be in a state.
#[must_use]
pub fn is_allowed(key: &str) -> bool {
    !FORBIDDEN.contains(&key)
}

/// Returns the forbidden keys in a value at every depth, without duplicates.
#[must_use]
pub fn forbidden(value: &Value) -> BTreeSet<&str> {
    match value {
        Value::Array(items) => items.iter().flat_map(forbidden).collect(),
        Value::Object(fields) => {
            let own = fields.keys().map(String::as_str);
            let own = own.filter(|key| !is_allowed(key));
            own.chain(fields.values().flat_map(forbidden)).collect()
        }
        _ => BTreeSet::new(),
    }
}

/// Returns the value without forbidden keys at every depth.
#[must_use]
pub fn clean(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(clean).collect(),
        Value::Object(fields) => Value::Object(
            fields
                .iter()
                .filter(|(key, _)| is_allowed(key))
                .map(|(key, value)| (key.clone(), clean(value)))
                .collect(),
        ),
        other => other.clone(),
    }
}

/// Returns the nesting depth of objects and lists: 0 for a text, 1 for `{}`.
#[must_use]
pub fn depth(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
        Value::Object(fields) => 1 + fields.values().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}

/// Merges the patch into the state: objects merge at every depth, everything else replaces. A text that receives an
/// object is kept under [`PREVIOUS`], unless the patch has that key itself.
#[must_use]
pub fn merge(state: &Value, patch: &Value, nulls: Nulls) -> Value {
    let Value::Object(patch) = patch else {
        return clean(patch);
    };
    let mut merged = match state {
        Value::Object(fields) => fields.clone(),
        // An empty patch does not turn a text into an object.
        Value::String(_) if !patch.keys().any(|key| is_allowed(key)) => return state.clone(),
        Value::String(text) if !text.is_empty() => {
            Map::from_iter([(PREVIOUS.to_owned(), Value::String(text.clone()))])
        }
        _ => Map::new(),
    };
    merge_fields(&mut merged, patch, nulls);
    Value::Object(merged)
}

fn merge_fields(state: &mut Map<String, Value>, patch: &Map<String, Value>, nulls: Nulls) {
    for (key, value) in patch {
        if !is_allowed(key) {
            continue;
        }
        match (value, nulls) {
            (Value::Null, Nulls::Delete) => {
                state.remove(key);
            }
            (Value::Object(patch), _) => {
                if let Some(Value::Object(fields)) = state.get_mut(key) {
                    merge_fields(fields, patch, nulls);
                } else {
                    let mut fields = Map::new();
                    merge_fields(&mut fields, patch, nulls);
                    state.insert(key.clone(), Value::Object(fields));
                }
            }
            _ => {
                state.insert(key.clone(), clean(value));
            }
        }
    }
}

/// Returns the patches that turn `before` into `now`: one to set, and one to delete keys (with [`Nulls::Delete`]).
/// `None` if there is nothing to do.
#[must_use]
pub fn difference(before: &Value, now: &Value) -> (Option<Value>, Option<Value>) {
    let (Value::Object(before), Value::Object(now)) = (before, now) else {
        return ((before != now).then(|| now.clone()), None);
    };
    let (sets, removes) = differences(before, now);
    let some = |fields: Map<String, Value>| (!fields.is_empty()).then_some(Value::Object(fields));
    (some(sets), some(removes))
}

type Fields = Map<String, Value>;

fn differences(before: &Fields, now: &Fields) -> (Fields, Fields) {
    let (mut sets, mut removes) = (Map::new(), Map::new());
    for (key, value) in now {
        match (before.get(key), value) {
            (Some(old), new) if old == new => {}
            (Some(Value::Object(old)), Value::Object(new)) => {
                let (inner, gone) = differences(old, new);
                if !inner.is_empty() {
                    sets.insert(key.clone(), Value::Object(inner));
                }
                if !gone.is_empty() {
                    removes.insert(key.clone(), Value::Object(gone));
                }
            }
            _ => {
                sets.insert(key.clone(), value.clone());
            }
        }
    }
    for key in before.keys().filter(|key| !now.contains_key(*key)) {
        removes.insert(key.clone(), Value::Null);
    }
    (sets, removes)
}
