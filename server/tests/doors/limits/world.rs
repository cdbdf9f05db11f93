//! Arguments from the OpenAPI document, matching values, and calls with one value replaced.

use serde_json::{Value, json};

use crate::harness::{Answer, Client, Server};

/// Arguments that calls need besides the required ones.
const NEEDED: &[(&str, &str)] = &[
    ("changes_wait", r#"{"cursor": "0", "timeout_seconds": 0}"#),
    ("context_read", r#"{"query": "q"}"#),
    ("decision_record", r#"{"question": "another"}"#),
    ("item_snooze", r#"{"seconds": 60}"#),
    ("memory_create", r#"{"memory": {"text": "t"}}"#),
    (
        "summary_view_create",
        r#"{"definition": {"group_by": ["user_id"], "source": "long_term"}}"#,
    ),
    ("note_write", r#"{"workflow": "here"}"#),
    ("task_add", r#"{"title": "t"}"#),
    ("task_claim", r#"{"workflow": "here"}"#),
];
/// Operations that end or move things that others need; called last.
const ENDINGS: &[&str] = &[
    "archive", "cancel", "complete", "delete", "fail", "purge", "put", "redact", "rotate", "skip",
];
/// Maximum depth of tested arguments.
const MAX_STEPS: usize = 4;

/// A workspace with a workflow and a session, and a caller of each role.
pub struct World {
    document: Value,
    callers: Vec<Client>,
    workflow: Value,
}

/// An argument, a member or an item of one: its path and its schema.
pub struct Argument {
    pub place: Vec<String>,
    pub schema: Value,
}

impl Argument {
    /// Returns the name of the argument, or of the list whose item it is.
    pub fn name(&self) -> &str {
        self.place.iter().rfind(|step| *step != "0").unwrap()
    }

    /// Returns true if a problem points at it or at a part of it.
    pub fn is_refused_by(&self, answer: &Answer) -> bool {
        let pointer = format!("/{}", self.place.join("/"));
        let problem = answer.json();
        let fields = problem["fields"].as_array().into_iter().flatten();
        let mut pointers = fields.map(|field| field["pointer"].as_str().unwrap());
        matches!(answer.status, 400 | 413)
            && pointers.any(|one| one == pointer || one.starts_with(&format!("{pointer}/")))
    }
}

impl World {
    pub fn new(server: &Server) -> Self {
        let roles = ["orchestrator", "worker", "reviewer", "librarian"];
        let agents = roles.map(|role| server.agent(&format!("one-{role}"), role));
        let owner = server.person("mara", "owner");
        let document = owner.get("/api/openapi.json").ok();
        let new = json!({
            "name": "n", "goal": "g", "tasks": [{ "title": "t" }, { "title": "u" }],
            "decisions": [{ "question": "q", "options": ["a", "b"] }],
        });
        let workflow = agents[0].call("workflow_create", &new).ok()["workflow"].clone();
        let messages = json!({ "session": "s", "messages": [{ "role": "user", "content": "hi" }] });
        agents[0].call("session_append", &messages).ok();
        Self {
            document,
            callers: agents.into_iter().chain([owner]).collect(),
            workflow,
        }
    }

    /// Returns the operations, each with the schema of its body.
    pub fn operations(&self) -> Vec<(String, Value)> {
        let paths = self.document["paths"].as_object().unwrap();
        let all = paths.iter().filter_map(|(path, item)| {
            let body = &item["post"]["requestBody"]["content"]["application/json"]["schema"];
            let name = path.strip_prefix("/api/")?.to_owned();
            body.is_object().then(|| (name, body.clone()))
        });
        let is_ending = |name: &str| ENDINGS.iter().any(|ending| name.ends_with(ending));
        let (last, mut first): (Vec<_>, Vec<_>) = all.partition(|(name, _)| is_ending(name));
        first.extend(last);
        first
    }

    /// Returns the arguments in a body, with their members and items.
    pub fn arguments(&self, body: &Value) -> Vec<Argument> {
        let mut found = Vec::new();
        self.collect(body, &[], &mut found);
        found
    }

    fn collect(&self, schema: &Value, place: &[String], found: &mut Vec<Argument>) {
        let schema = self.plain(schema);
        for (name, inner) in schema["properties"].as_object().into_iter().flatten() {
            if place.len() >= MAX_STEPS {
                return;
            }
            let mut place = place.to_vec();
            place.push(name.clone());
            let inner = self.plain(inner);
            let items = (kind(&inner) == "array").then(|| self.plain(&inner["items"]));
            let place_of_list = place.clone();
            if items.is_some() {
                place.push("0".into());
            }
            self.collect(items.as_ref().unwrap_or(&inner), &place, found);
            found.push(Argument {
                place: place_of_list,
                schema: inner,
            });
            found.extend(items.map(|schema| Argument { place, schema }));
        }
    }

    /// Resolves references and takes the first alternative of a schema.
    fn plain(&self, schema: &Value) -> Value {
        let mut schema = schema.clone();
        while let Some(name) = schema["$ref"].as_str() {
            let name = name.rsplit('/').next().unwrap();
            schema = self.document["components"]["schemas"][name].clone();
        }
        for several in ["allOf", "anyOf", "oneOf"] {
            let members = schema.as_object_mut().and_then(|it| it.remove(several));
            let Some(Value::Array(ways)) = members else {
                continue;
            };
            let ways = ways.iter().filter(|way| way["type"] != "null");
            let taken = if several == "allOf" { usize::MAX } else { 1 };
            for way in ways.take(taken) {
                for (key, value) in self.plain(way).as_object().into_iter().flatten() {
                    match (&mut schema[key.as_str()], value) {
                        (Value::Object(have), Value::Object(more)) => have.extend(more.clone()),
                        (have, value) if have.is_null() => *have = value.clone(),
                        _ => {}
                    }
                }
            }
        }
        schema
    }

    /// Returns the `nth` of several values that are valid for the argument of that name.
    pub fn sample(&self, schema: &Value, name: &str, nth: usize) -> Value {
        let schema = self.plain(schema);
        if let Some(first) = schema["enum"].as_array().and_then(|all| all.first()) {
            return first.clone();
        }
        if !schema["const"].is_null() {
            return schema["const"].clone();
        }
        match kind(&schema) {
            "string" => self.text(&schema, name, nth),
            "integer" | "number" => match schema["maximum"].as_f64() {
                Some(most) if most < 1.0 => schema["maximum"].clone(),
                _ => schema["minimum"]
                    .as_f64()
                    .filter(|least| *least > 1.0)
                    .map_or(json!(1), |_| schema["minimum"].clone()),
            },
            "boolean" => json!(false),
            "array" => self.list(&schema, name, size(&schema["minItems"]).unwrap_or(0)),
            "object" => {
                let mut object = json!({});
                for name in schema["required"].as_array().into_iter().flatten() {
                    let name = name.as_str().unwrap();
                    object[name] = self.sample(&schema["properties"][name], name, nth);
                }
                if object["role"].is_string() {
                    object["content"] = json!("hi");
                }
                object
            }
            _ => json!("x"),
        }
    }

    fn text(&self, schema: &Value, name: &str, nth: usize) -> Value {
        let pattern = schema["pattern"].as_str().unwrap_or_default();
        match name {
            "workflow" => self.workflow.clone(),
            "agent" => json!("one-worker"),
            "session" | "owner" => json!("s"),
            _ if schema["format"] == "date-time" => json!("2026-01-01T00:00:00Z"),
            "learning" => json!("L-D1"),
            "stream" => json!("session:none"),
            _ if pattern.contains("[1-9]") => {
                let (before, _) = pattern.split_once("[1-9]").unwrap();
                json!(format!("{}1", before.chars().last().unwrap()))
            }
            _ if pattern.starts_with("^[0-7]") => self.workflow.clone(),
            "cursor" if !pattern.is_empty() => json!("1"),
            "fields" => json!("*"),
            _ => json!(format!("x{nth}")),
        }
    }

    /// Returns a list with `length` valid items.
    pub fn list(&self, schema: &Value, name: &str, length: usize) -> Value {
        let items = (0..length).map(|nth| self.sample(&schema["items"], name, nth));
        json!(items.collect::<Vec<_>>())
    }

    /// Calls an operation with one argument replaced, as the first caller with permission.
    pub fn call(&self, operation: &str, body: &Value, place: &[String], value: &Value) -> Answer {
        let mut arguments = self.sample(body, "", 0);
        let needed = NEEDED.iter().find(|(name, _)| *name == operation);
        if let Some((_, needed)) = needed {
            let mut needed: Value = serde_json::from_str(needed).unwrap();
            if needed["workflow"].is_string() {
                needed["workflow"] = self.workflow.clone();
            }
            let needed = needed.as_object().unwrap().clone();
            arguments.as_object_mut().unwrap().extend(needed);
        }
        self.put(&mut arguments, &self.plain(body), place, value);
        let mut answers = self.callers.iter();
        let mut answers = answers
            .by_ref()
            .map(|caller| caller.call(operation, &arguments));
        let first = answers.next().unwrap();
        if first.status == 403 {
            answers.find(|answer| answer.status != 403).unwrap_or(first)
        } else {
            first
        }
    }

    fn put(&self, into: &mut Value, schema: &Value, place: &[String], value: &Value) {
        let Some((step, rest)) = place.split_first() else {
            *into = value.clone();
            return;
        };
        if step == "0" {
            let inner = self.plain(&schema["items"]);
            if !into.is_array() || into[0].is_null() {
                *into = json!([self.sample(&inner, "", 0)]);
            }
            return self.put(&mut into[0], &inner, rest, value);
        }
        let inner = self.plain(&schema["properties"][step.as_str()]);
        let into = &mut into[step.as_str()];
        if into.is_null() {
            *into = self.sample(&inner, step, 0);
        }
        self.put(into, &inner, rest, value);
    }
}

/// Returns the type of a schema, ignoring `null`.
pub fn kind(schema: &Value) -> &str {
    let several = schema["type"].as_array().into_iter().flatten();
    let mut several = several
        .filter_map(Value::as_str)
        .filter(|kind| *kind != "null");
    schema["type"]
        .as_str()
        .or_else(|| several.next())
        .unwrap_or_default()
}

/// Parses a limit on a length.
pub fn size(limit: &Value) -> Option<usize> {
    usize::try_from(limit.as_u64()?).ok()
}
