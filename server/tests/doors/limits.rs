//! The limits in the OpenAPI document equal those that the server enforces.

mod world;

use serde_json::{Value, json};

use crate::harness::Server;
use world::{Argument, World, kind, size};

/// Longer than usual texts, but within the limit of all texts.
const LONG: usize = 20_000;
/// More items than any list of arguments may have.
const MANY: usize = 10_001;

/// Arguments whose values are references, have several parts or depend on others: a valid form does not make them
/// valid.
const DEPENDENT: &[&str] = &[
    "content",
    "cursor",
    "decision",
    "default",
    "depends_on",
    "key",
    "memory_core_refs",
    "must",
    "must_not",
    "phrase",
    "saved",
    "session",
    "summarization_keep",
    "tools",
    "version",
    "when",
];

fn server() -> Server {
    Server::start_with(&["--token-requests", "100000", "--token-burst", "100000"])
}

/// Returns a readable text of that length.
fn text(length: usize) -> Value {
    let words = "lorem ipsum ".repeat(length / 12 + 1);
    json!(format!("{}x", &words[..length - 1]))
}

/// Returns for each limit of a schema a value within it and one beyond it.
fn edges(world: &World, argument: &Argument) -> Vec<(&'static str, Value, Value)> {
    let Argument { schema, .. } = argument;
    let name = argument.name();
    let mut edges = Vec::new();
    let pattern = schema["pattern"].as_str().unwrap_or_default();
    if kind(schema) == "string" {
        if let Some(most) = size(&schema["maxLength"]) {
            let text = |length| match most {
                _ if pattern.contains("https") => json!(format!("https://{:x<1$}", "", length - 8)),
                0..1_000 => json!("x".repeat(length)),
                _ => text(length),
            };
            let within = if size(&schema["minLength"]) == Some(most) {
                world.sample(schema, name, 0)
            } else {
                text(most)
            };
            edges.push(("maxLength", within, text(most + 1)));
        }
        if schema["minLength"] == 1 {
            edges.push(("minLength", world.sample(schema, name, 0), json!("")));
        }
        if pattern.starts_with('^') {
            edges.push(("pattern", world.sample(schema, name, 0), json!("a\u{1}b")));
        }
        if pattern == r"\S" {
            edges.push(("pattern", world.sample(schema, name, 0), json!("  ")));
        }
    }
    if let Some(most) = size(&schema["maxItems"]) {
        let list = |length| world.list(schema, name, length);
        edges.push(("maxItems", list(most), list(most + 1)));
    }
    if let Some(least) = size(&schema["minItems"]).filter(|least| *least > 0) {
        let list = |length| world.list(schema, name, length);
        edges.push(("minItems", list(least), list(least - 1)));
    }
    for (limit, step) in [("maximum", 1.0), ("minimum", -1.0)] {
        let edge = &schema[limit];
        if let Some(whole) = edge.as_i64() {
            let beyond = whole.checked_add(if limit == "maximum" { 1 } else { -1 });
            edges.push((limit, edge.clone(), json!(beyond.unwrap())));
        } else if let Some(number) = edge.as_f64().filter(|number| *number < 1e15) {
            edges.push((limit, edge.clone(), json!(number + step)));
        }
    }
    edges
}

fn listed(faults: &[String]) -> String {
    format!("{}:\n{}", faults.len(), faults.join("\n"))
}

#[test]
fn a_value_beyond_a_stated_limit_is_refused_and_one_within_it_is_not() {
    let server = server();
    let world = World::new(&server);
    let (mut wrong, mut unreached, mut checked) = (Vec::new(), Vec::new(), 0);
    for (operation, body) in world.operations() {
        for argument in world.arguments(&body) {
            let place = &argument.place;
            for (limit, within, beyond) in edges(&world, &argument) {
                let refused = world.call(&operation, &body, place, &beyond);
                let told = format!(
                    "{operation} {place:?} {limit}: {} {:.300}",
                    refused.status, refused.body
                );
                if refused.status == 200 {
                    wrong.push(format!("accepted beyond: {told}"));
                }
                if !argument.is_refused_by(&refused) {
                    unreached.push(told);
                    continue;
                }
                checked += 1;
                let accepted = world.call(&operation, &body, place, &within);
                if argument.is_refused_by(&accepted) && !DEPENDENT.contains(&argument.name()) {
                    wrong.push(format!(
                        "refused within: {operation} {place:?} {limit}: {:.300}",
                        accepted.body
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", listed(&wrong));
    assert!(checked > 700, "{checked} checked");
    // Some operations look up their subject before they check the argument.
    assert!(unreached.len() * 5 < checked, "{}", listed(&unreached));
}

#[test]
fn a_value_without_a_stated_limit_is_not_refused_for_its_form() {
    let server = server();
    let world = World::new(&server);
    let mut wrong = Vec::new();
    for (operation, body) in world.operations() {
        for argument in world.arguments(&body) {
            let Argument { place, schema } = &argument;
            let is_opaque = |step: &String| DEPENDENT.contains(&step.as_str());
            if place.iter().any(is_opaque) {
                continue;
            }
            let call = |value: &Value| world.call(&operation, &body, place, value);
            let usual = match kind(schema) {
                "array" => call(&world.list(schema, argument.name(), 1)),
                _ => call(&world.sample(schema, argument.name(), 0)),
            };
            if argument.is_refused_by(&usual) {
                continue;
            }
            for value in unlimited(&world, &argument) {
                let answer = call(&value);
                if argument.is_refused_by(&answer) {
                    wrong.push(format!("{operation} {place:?}: {:.300}", answer.body));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", listed(&wrong));
}

/// Returns values of unusual size or form that a schema allows.
fn unlimited(world: &World, argument: &Argument) -> Vec<Value> {
    let Argument { schema, .. } = argument;
    let mut values = Vec::new();
    let pattern = schema["pattern"].as_str().unwrap_or_default();
    let is_free = schema["enum"].is_null() && schema["format"].is_null();
    if kind(schema) == "string" && is_free && !pattern.starts_with('^') {
        values.push(json!("a\u{1}b"));
        if schema["maxLength"].is_null() {
            values.push(text(LONG));
        }
        if pattern.is_empty() {
            values.push(json!("  "));
            if schema["minLength"].is_null() {
                values.push(json!(""));
            }
        }
    }
    if kind(schema) == "array" && schema["maxItems"].is_null() {
        values.push(world.list(schema, argument.name(), MANY));
    }
    values
}

#[test]
fn clients_can_read_refusals_of_these_requests_from_the_schema() {
    let server = server();
    let ada = server.agent("ada", "worker");
    let document = ada.get("/api/openapi.json").ok();
    for operation in ["context_read", "mind_context"] {
        let path = format!("/api/{operation}");
        let parameters = document["paths"][&path]["get"]["parameters"].clone();
        let mut parameters = parameters.as_array().unwrap().iter();
        let model = parameters.find(|one| one["name"] == "model").unwrap();
        assert_eq!(model["schema"]["minLength"], 1, "{model}");
        ada.get(&format!("{path}?model="))
            .wrong(400, "invalid", "/model");
    }
    let wire = ada.get("/v1/openapi.json").ok();
    let limit = wire["paths"]["/v1/working-memory"]["get"]["parameters"].clone();
    let mut limits = limit.as_array().unwrap().iter();
    let limit = limits.find(|one| one["name"] == "limit").unwrap();
    assert_eq!(limit["schema"]["type"], "integer", "{limit}");
    let twice = ada.get("/v1/working-memory?limit=&limit=x");
    assert_eq!(twice.status, 422, "{twice:?}");
    let run = &wire["paths"]["/v1/summary-views/{view_id}/run"]["post"];
    assert_eq!(run["requestBody"]["required"], true, "{run}");
    let view = json!({ "source": "long_term", "group_by": ["user_id"] });
    let orchestrator = server.agent("bo", "orchestrator");
    let view = orchestrator.post("/v1/summary-views", &view).ok();
    let run = format!("/v1/summary-views/{}/run", view["id"].as_str().unwrap());
    assert_eq!(orchestrator.text(&run, "").status, 422);
}
