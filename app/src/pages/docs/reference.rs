//! Operations of the API by noun, read from the OpenAPI document once.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use doors::openapi::DOCUMENT;
use serde_json::{Map, Value};

/// Arguments that nearly every operation takes. The start page describes them.
const COMMON_ARGUMENTS: [&str; 4] = ["fields", "if_version", "lead_epoch", "idempotency_key"];

/// Members of every answer. The start page describes them.
const COMMON_MEMBERS: [&str; 5] = [
    "inbox",
    "inbox_waiting",
    "position",
    "redacted_secrets",
    "version",
];

/// Prefix of a reference to a shared type.
const SCHEMAS: &str = "#/components/schemas/";

/// Operations on one kind of thing.
pub struct Noun {
    /// Name, the first word of its operations.
    pub name: &'static str,
    /// Description in one line.
    pub about: &'static str,
    /// Operations by name.
    pub operations: Vec<Operation>,
}

/// One operation.
#[derive(Clone, Copy)]
pub struct Operation {
    /// Name, such as `task_claim`.
    pub name: &'static str,
    /// Its noun.
    pub noun: &'static str,
    /// HTTP method to call it with.
    pub method: &'static str,
    /// Path without the base path.
    pub path: &'static str,
    /// True if `GET` takes the same arguments as a query.
    pub answers_get: bool,
    spec: &'static Value,
}

/// One member of an object.
#[derive(Clone, Copy)]
pub struct Member {
    /// Name.
    pub name: &'static str,
    /// Schema of the value.
    pub schema: &'static Value,
    /// True if it must be sent.
    pub required: bool,
}

/// All nouns by name.
pub static NOUNS: LazyLock<Vec<Noun>> = LazyLock::new(nouns);

/// Returns the noun with this name.
#[must_use]
pub fn noun(name: &str) -> Option<&'static Noun> {
    NOUNS.iter().find(|noun| noun.name == name)
}

/// Returns the operation with this name.
#[must_use]
pub fn operation(name: &str) -> Option<&'static Operation> {
    let mut all = NOUNS.iter().flat_map(|noun| &noun.operations);
    all.find(|operation| operation.name == name)
}

fn nouns() -> Vec<Noun> {
    let mut operations: BTreeMap<&str, Vec<Operation>> = BTreeMap::new();
    for (path, item) in object(&DOCUMENT["paths"]) {
        // An operation that only reads is described once, by its POST.
        let (method, spec) = match item.get("post") {
            Some(post) => ("POST", post),
            None => ("GET", &item["get"]),
        };
        let noun = text(&spec["tags"][0]);
        operations.entry(noun).or_default().push(Operation {
            name: text(&spec["operationId"]),
            noun,
            method,
            path,
            answers_get: method == "POST" && !item["get"].is_null(),
            spec,
        });
    }
    let tags = DOCUMENT["tags"].as_array().into_iter().flatten();
    let nouns = tags.map(|tag| Noun {
        name: text(&tag["name"]),
        about: text(&tag["description"]),
        operations: operations.remove(text(&tag["name"])).unwrap_or_default(),
    });
    nouns.collect()
}

/// Returns a string, or an empty one.
#[must_use]
pub fn text(value: &'static Value) -> &'static str {
    value.as_str().unwrap_or_default()
}

/// Returns the members of a JSON object; none of anything else.
pub fn object(value: &'static Value) -> impl Iterator<Item = (&'static str, &'static Value)> {
    let members = value.as_object().map(Map::iter).into_iter().flatten();
    members.map(|(name, value)| (name.as_str(), value))
}

/// Returns the name of the shared type to which a schema refers.
#[must_use]
pub fn type_name(schema: &'static Value) -> Option<&'static str> {
    schema["$ref"].as_str()?.strip_prefix(SCHEMAS)
}

/// Returns the schema of a shared type.
#[must_use]
pub fn type_schema(name: &str) -> &'static Value {
    &DOCUMENT["components"]["schemas"][name]
}

/// Replaces a reference by the schema of the shared type.
#[must_use]
pub fn resolve(schema: &'static Value) -> &'static Value {
    type_name(schema).map_or(schema, type_schema)
}

/// Returns the members of an object's schema.
pub fn members(schema: &'static Value) -> impl Iterator<Item = Member> {
    let required = schema["required"].as_array();
    object(&schema["properties"]).map(move |(name, schema)| Member {
        name,
        schema,
        required: required.is_some_and(|all| all.iter().any(|one| one == name)),
    })
}

impl Operation {
    /// Returns the first sentence of the description.
    #[must_use]
    pub fn summary(self) -> &'static str {
        text(&self.spec["summary"])
    }

    /// Returns the description: paragraphs with an empty line between them.
    #[must_use]
    pub fn description(self) -> &'static str {
        text(&self.spec["description"])
    }

    /// Returns the arguments, required ones first, without those that every operation takes. An operation without a
    /// body takes them in the query and in headers.
    #[must_use]
    pub fn arguments(self) -> Vec<Member> {
        let body = resolve(&self.spec["requestBody"]["content"]["application/json"]["schema"]);
        let mut all: Vec<Member> = members(body)
            .filter(|member| !COMMON_ARGUMENTS.contains(&member.name))
            .collect();
        if body.is_null() {
            let parameters = self.spec["parameters"].as_array().into_iter().flatten();
            all.extend(parameters.map(|schema| Member {
                name: text(&schema["name"]),
                schema,
                required: schema["required"] == true,
            }));
        }
        all.sort_by_key(|member| !member.required);
        all
    }

    /// Returns the members of the answer, without those of every answer.
    #[must_use]
    pub fn answer(self) -> Vec<Member> {
        members(self.answer_schema())
            .filter(|member| !COMMON_MEMBERS.contains(&member.name))
            .collect()
    }

    fn answer_schema(self) -> &'static Value {
        resolve(&self.spec["responses"]["200"]["content"]["application/json"]["schema"])
    }

    /// Returns the reasons for which the operation is refused with 409, with their meaning.
    pub fn refusals(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        object(&self.spec["x-refusals"]).map(|(reason, means)| (reason, text(means)))
    }

    /// Returns example arguments; `None` if it takes no body.
    #[must_use]
    pub fn example(self) -> Option<&'static Map<String, Value>> {
        self.spec["requestBody"]["content"]["application/json"]["example"].as_object()
    }
}

/// Returns the shared types that the operations of a noun refer to, also within others.
#[must_use]
pub fn types_of(noun: &Noun) -> BTreeSet<&'static str> {
    let mut found = BTreeSet::new();
    for operation in &noun.operations {
        let members = operation.arguments().into_iter().chain(operation.answer());
        members.for_each(|member| add_types(member.schema, &mut found));
    }
    found
}

/// Adds the types that a schema refers to.
pub fn add_types(schema: &'static Value, found: &mut BTreeSet<&'static str>) {
    if let Some(name) = type_name(schema) {
        if found.insert(name) {
            add_types(type_schema(name), found);
        }
        return;
    }
    match schema {
        Value::Object(members) => members.values().for_each(|inner| add_types(inner, found)),
        Value::Array(items) => items.iter().for_each(|inner| add_types(inner, found)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operation_belongs_to_one_noun() {
        let all: Vec<_> = NOUNS.iter().flat_map(|noun| &noun.operations).collect();
        for name in engine::operations::names() {
            assert_eq!(
                all.iter().filter(|one| one.name == name).count(),
                1,
                "{name}"
            );
        }
        // The feed and two exports have no POST.
        assert_eq!(all.len(), engine::operations::names().len() + 3);
        for noun in &*NOUNS {
            assert!(
                !noun.about.is_empty() && !noun.operations.is_empty(),
                "{}",
                noun.name
            );
        }
    }

    #[test]
    fn arguments_and_answers_leave_out_what_all_have() {
        let claim = operation("task_claim").unwrap();
        let arguments: Vec<_> = claim.arguments().iter().map(|one| one.name).collect();
        assert!(arguments.contains(&"lease_seconds"), "{arguments:?}");
        assert!(!arguments.contains(&"idempotency_key"), "{arguments:?}");
        let answer: Vec<_> = claim.answer().iter().map(|one| one.name).collect();
        assert_eq!(answer, ["context", "lease", "task", "warnings", "workflow"]);
        let feed = operation("events").unwrap();
        assert_eq!(feed.arguments()[0].name, "stream");
        let complete = operation("task_complete").unwrap();
        let required = complete.arguments();
        let required = required.iter().filter(|one| one.required);
        assert_eq!(
            required.map(|one| one.name).collect::<Vec<_>>(),
            ["summary", "task"]
        );
    }

    /// Every operation answers with these, so no page repeats them.
    #[test]
    fn members_of_every_answer_are_the_same_everywhere() {
        let all = NOUNS.iter().flat_map(|noun| &noun.operations);
        let all: Vec<_> = all.filter(|one| one.method == "POST").collect();
        assert!(all.len() > 150, "{}", all.len());
        for name in COMMON_MEMBERS {
            let first = &all[0].answer_schema()["properties"][name];
            assert!(first.is_object(), "{name}");
            for operation in &all {
                let schema = &operation.answer_schema()["properties"][name];
                assert_eq!(schema, first, "{} {name}", operation.name);
            }
        }
    }
}
