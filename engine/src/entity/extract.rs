//! Extracts entities from a tool's result: those it shows and those it has deleted. Never fails: an unreadable result
//! yields nothing.

use std::collections::BTreeSet;
use std::slice;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::entity::{Entity, EntityKey, ID_CHARS, NAME_CHARS, Rules, words};

/// Maximum number of entities taken from a list: the first ones fit best, and one search must not displace all others.
const OF_A_LIST: usize = 3;
/// Maximum number of deletions in one result.
const DELETIONS: usize = 100;
/// Keys that hold an entity's name, in order of preference. Without one its id is used.
pub(crate) const NAMES: [&str; 5] = ["title", "name", "slug", "heading", "filename"];
/// Keys of lists whose name says nothing about the type.
const LISTS: [&str; 2] = ["matches", "data"];
/// Verbs of tools that delete.
const DELETES: [&str; 6] = ["delete", "destroy", "erase", "purge", "trash", "remove"];
/// Status values of deleted resources.
const GONE: [&str; 5] = ["deleted", "removed", "destroyed", "erased", "trashed"];
/// Status values of failed calls.
const FAILED: [&str; 4] = ["error", "failed", "failure", "fail"];
/// Beginnings of a text that reports a failure. A first word such as `Error` or `ValueError` counts, too.
const FAILS: [&str; 8] = [
    "failed",
    "failure",
    "traceback",
    "unable to",
    "cannot",
    "could not",
    "permission denied",
    "access denied",
];

/// Entities in a result.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Extraction {
    /// Entities it shows, in the result's order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub found: Vec<Entity>,
    /// Entities that were deleted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deleted: Vec<EntityKey>,
    /// Number of entities it shows, including those of a list that are not taken.
    #[serde(default)]
    pub total: usize,
}

impl Extraction {
    /// Returns true if the result contains no entities.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.found.is_empty() && self.deleted.is_empty()
    }

    /// Adds a resource. If an entity is shown twice, as a page and among the matches, the first one counts.
    fn take(&mut self, seen: Seen) {
        match seen {
            Seen::There(entity) if self.found.iter().all(|known| known.key() != entity.key()) => {
                self.found.push(entity);
            }
            Seen::Gone(key) if !self.deleted.contains(&key) => self.deleted.push(key),
            Seen::There(_) | Seen::Gone(_) => {}
        }
    }

    /// Returns the shown entities, most recent last: the first of a list fits best, so people mean it next.
    #[must_use]
    pub fn recent(&self) -> Vec<Entity> {
        self.found.iter().rev().cloned().collect()
    }
}

/// Extracts the entities from the result of a tool. `arguments` are the call's arguments, `Null` if unknown: they name
/// what was deleted or changed if the result does not.
#[must_use]
pub fn extract(tool: &str, arguments: &Value, result: &Value, rules: &Rules) -> Extraction {
    let is_deletion = deletes(tool);
    let envelope = Some(result).filter(|envelope| envelope.is_object());
    let result = unwrap(result);
    let mut told = envelope.into_iter().chain([&result]);
    if told.any(|told| has_failed(told, is_deletion)) {
        return Extraction::default();
    }
    let kinds = rules.kinds(tool);
    let Some(first) = kinds.first() else {
        return Extraction::default();
    };
    // The type whose own key is in the result wins over the likeliest by name. Other lists contain what the tool is
    // named after: `{page, matches}` of a search on a page.
    let own = kinds
        .iter()
        .map(|kind| (*kind, resources_under_key(kind, &result)))
        .find(|(_, shown)| !shown.is_empty());
    let beside = resources_in_lists(&result);
    let groups = match own {
        Some(own) => vec![own, (*first, beside)],
        None if beside.is_empty() => vec![(*first, itself(&result))],
        None => vec![(*first, beside)],
    };
    if is_deletion || says_gone(&result) {
        let (kind, shown) = &groups[0];
        return Extraction {
            deleted: find_deleted_keys(kind, &shown.taken, &result, arguments),
            ..Extraction::default()
        };
    }
    let mut extraction = Extraction::default();
    let mut all = BTreeSet::new();
    for (kind, shown) in groups {
        all.extend(shown.ids.into_iter().map(|id| (kind, id)));
        for entity in shown
            .taken
            .into_iter()
            .filter_map(|one| parse_resource(kind, one))
        {
            extraction.take(entity);
        }
    }
    extraction.total = all.len();
    if extraction.is_empty()
        && let Some(entity) = entity_from_arguments(&kinds, arguments, is_well(&result))
    {
        extraction.found.push(entity);
    }
    extraction
}

/// Unwraps a result that is a string of JSON, or the content of a protocol message.
fn unwrap(result: &Value) -> Value {
    match result {
        Value::String(text) if text.trim_start().starts_with(['{', '[']) => {
            serde_json::from_str(text).unwrap_or_else(|_| result.clone())
        }
        Value::Object(object) => {
            if let Some(structured) = object.get("structuredContent").filter(|it| it.is_object()) {
                return structured.clone();
            }
            let text = object
                .get("content")
                .and_then(Value::as_array)
                .and_then(|parts| parts.iter().find_map(|part| part.get("text")));
            match text {
                Some(text @ Value::String(_)) => unwrap(text),
                _ => result.clone(),
            }
        }
        _ => result.clone(),
    }
}

fn is_false(value: &Value) -> bool {
    *value == Value::Bool(false)
}

fn is_true(value: &Value) -> bool {
    *value == Value::Bool(true)
}

/// Returns true if a result reports a failure. A resource may contain the same words, such as a task that failed; a
/// deletion returns no resource.
fn has_failed(result: &Value, is_deletion: bool) -> bool {
    if let Value::String(text) = result {
        return tells_failure(text);
    }
    let is = |key, test: fn(&Value) -> bool| result.get(key).is_some_and(test);
    let is_kept = is_deletion && is("deleted", is_false);
    if is("success", is_false) || is("ok", is_false) || is("isError", is_true) || is_kept {
        return true;
    }
    if is_well(result) || (!is_deletion && is_resource(result)) {
        return false;
    }
    // If several failed, others may have succeeded: those are in the data.
    let errors = is("error", says) || (is("errors", says) && !is("data", says));
    errors || is("status", is_failed)
}

/// Returns true if a result reports success.
fn is_well(result: &Value) -> bool {
    ["success", "ok"]
        .iter()
        .any(|key| result.get(key).is_some_and(is_true))
}

/// Returns true if a value is more than a placeholder: `null`, `""`, `[]` and `{"page": null}` are placeholders.
fn says(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(is) => *is,
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::String(text) => !text.trim().is_empty(),
        Value::Array(list) => list.iter().any(says),
        Value::Object(object) => object.values().any(says),
    }
}

/// Returns true if a status is a failure: a word, or an HTTP status code.
fn is_failed(status: &Value) -> bool {
    let word = status.as_str().map(str::to_lowercase);
    word.is_some_and(|word| FAILED.contains(&word.trim()))
        || status
            .as_u64()
            .is_some_and(|number| (400..600).contains(&number))
}

/// Returns true if a text begins like the report of a failure.
fn tells_failure(text: &str) -> bool {
    let text = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
    let word = text[..end.unwrap_or(text.len())].to_lowercase();
    let begins = |with: &&str| {
        let begin = text.get(..with.len());
        begin.is_some_and(|begin| begin.eq_ignore_ascii_case(with))
    };
    word.ends_with("error") || word.ends_with("exception") || FAILS.iter().any(begins)
}

/// Resources of a result.
#[derive(Default)]
struct Resources<'a> {
    /// Resources that are used: one, or the first of a list.
    taken: Vec<&'a Value>,
    /// Ids of all resources.
    ids: BTreeSet<String>,
}

impl<'a> Resources<'a> {
    fn add(mut self, list: &'a [Value]) -> Self {
        let all = list.iter().filter(|item| id(item).is_some());
        self.ids.extend(all.clone().filter_map(id));
        self.taken.extend(all.take(OF_A_LIST));
        self
    }

    fn is_empty(&self) -> bool {
        self.taken.is_empty()
    }
}

/// Returns the objects that may contain resources: the result and its `data`.
fn outer(result: &Value) -> impl Iterator<Item = &Map<String, Value>> {
    let data = result.get("data").and_then(Value::as_object);
    result.as_object().into_iter().chain(data)
}

/// Returns the resources under the type's own key.
fn resources_under_key<'a>(kind: &str, result: &'a Value) -> Resources<'a> {
    outer(result)
        .map(|object| under_key(kind, object))
        .find(|shown| !shown.is_empty())
        .unwrap_or_default()
}

fn under_key<'a>(kind: &str, object: &'a Map<String, Value>) -> Resources<'a> {
    let one = object.get(kind).map_or(&[][..], slice::from_ref);
    // A type without a plural of its own (media) has its list under the same key.
    let lists = [kind.to_owned(), words::plural(kind), format!("{kind}s")];
    let list = lists.iter().find_map(|key| object.get(key)?.as_array());
    Resources::default()
        .add(one)
        .add(list.map_or(&[], Vec::as_slice))
}

/// Returns the resources of a list without the type's name.
fn resources_in_lists(result: &Value) -> Resources<'_> {
    if let Some(list) = result.as_array() {
        return Resources::default().add(list);
    }
    let lists = outer(result).flat_map(|object| LISTS.iter().filter_map(|key| object.get(*key)));
    lists
        .filter_map(Value::as_array)
        .fold(Resources::default(), |shown, list| shown.add(list))
}

/// Returns the result itself if it is a resource.
fn itself(result: &Value) -> Resources<'_> {
    [result.get("data"), Some(result)]
        .into_iter()
        .flatten()
        .find(|value| is_resource(value))
        .map_or_else(Resources::default, |one| {
            Resources::default().add(slice::from_ref(one))
        })
}

/// Returns true if a value is a resource: it has an id and a name.
fn is_resource(value: &Value) -> bool {
    id(value).is_some() && name(value).is_some()
}

/// State of a resource in a result.
enum Seen {
    /// It exists.
    There(Entity),
    /// It was deleted.
    Gone(EntityKey),
}

fn parse_resource(kind: &str, resource: &Value) -> Option<Seen> {
    let entity = Entity::new(kind, id(resource)?, name(resource).unwrap_or_default());
    Some(if is_gone(resource) {
        Seen::Gone(entity.key())
    } else {
        Seen::There(entity)
    })
}

/// Returns the changed entity from the arguments alone: its id and its new name. Without a name it only counts if the
/// result `is_well`. An `id` without the type's name belongs to the only type of the tool.
fn entity_from_arguments(kinds: &[&str], arguments: &Value, is_well: bool) -> Option<Entity> {
    let kind = kinds.first()?;
    let of = |key: &str| text_of(arguments.get(key)?);
    let own = own_ids(kind).iter().find_map(|key| of(key));
    let id = own.or_else(|| of("id").filter(|_| kinds.len() == 1))?;
    let name = name(arguments);
    (name.is_some() || is_well).then(|| Entity::new(*kind, id, name.unwrap_or_default()))
}

fn own_ids(kind: &str) -> [String; 2] {
    [format!("{kind}Id"), format!("{kind}_id")]
}

fn id(resource: &Value) -> Option<String> {
    text_of(resource.get("id")?)
}

fn text_of(value: &Value) -> Option<String> {
    let id = match value {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    (!id.is_empty() && id.chars().count() <= ID_CHARS).then_some(id)
}

fn name(resource: &Value) -> Option<String> {
    NAMES
        .iter()
        .filter_map(|key| resource.get(key)?.as_str())
        .map(str::trim)
        .find(|name| !name.is_empty())
        .map(|name| name.chars().take(NAME_CHARS).collect())
}

/// Returns true if the tool's name says that it deletes. A thing removed *from* something still exists.
fn deletes(tool: &str) -> bool {
    let words = words::of_name(tool);
    words.iter().enumerate().any(|(at, word)| {
        let word = word.as_str();
        let from = || words[at..].iter().any(|word| word == "from");
        DELETES.contains(&word) && !(word == "remove" && from())
    })
}

/// Returns true if the result as a whole reports a deletion.
fn says_gone(result: &Value) -> bool {
    let named = ["deletedId", "deletedIds", "deleted_id", "deleted_ids"];
    result
        .get("deleted")
        .is_some_and(|value| is_true(value) || text_of(value).is_some() || value.is_array())
        || named.iter().any(|key| result.get(key).is_some())
}

/// Returns true if a resource says that it was deleted.
fn is_gone(resource: &Value) -> bool {
    let truly = |key| resource.get(key).is_some_and(is_true);
    let stamped = |key| {
        resource
            .get(key)
            .is_some_and(|at| !at.is_null() && !is_false(at))
    };
    let status = resource.get("status").and_then(Value::as_str);
    truly("deleted")
        || truly("isDeleted")
        || stamped("deletedAt")
        || stamped("deleted_at")
        || status.is_some_and(|status| GONE.contains(&status.to_lowercase().as_str()))
}

/// Returns the keys of deleted entities: those that the result shows or names, else those in the arguments.
fn find_deleted_keys(
    kind: &str,
    resources: &[&Value],
    result: &Value,
    arguments: &Value,
) -> Vec<EntityKey> {
    let mut ids: Vec<String> = resources
        .iter()
        .filter_map(|resource| id(resource))
        .collect();
    let [camel, snake] = own_ids(kind);
    let keys = [
        "deleted",
        "deletedId",
        "deletedIds",
        "deleted_id",
        "deleted_ids",
        &camel,
        &snake,
        "id",
        "ids",
    ];
    for source in [result, arguments] {
        if !ids.is_empty() {
            break;
        }
        for value in keys.iter().filter_map(|key| source.get(key)) {
            match value {
                Value::Array(list) => ids.extend(
                    list.iter()
                        .filter_map(|item| text_of(item).or_else(|| id(item))),
                ),
                Value::Object(_) => ids.extend(id(value)),
                one => ids.extend(text_of(one)),
            }
        }
    }
    let mut deleted: Vec<EntityKey> = Vec::new();
    for id in ids.into_iter().take(DELETIONS) {
        let kind = kind.to_owned();
        let key = EntityKey { kind, id };
        if !deleted.contains(&key) {
            deleted.push(key);
        }
    }
    deleted
}
