//! Tests of the token cost of tools, and of the correctness of their descriptions.

use axum::body::Bytes;
use kernel::operation::Trait;
use kernel::ports::tokens::Tokens as _;
use kernel::{Actor, Role};
use serde_json::{Value, json};
use tools::BpeTokens;

use super::profile::{Detail, Profile};
use super::tool::{self, Offered};

/// Maximum tokens of the everyday tools of a worker.
const WORKER: u32 = 3_000;

fn offered(profile: &Profile, role: Role) -> Vec<&'static Offered> {
    let tools = tool::all().iter();
    tools
        .filter(|tool| profile.offers(&tool.entry.spec, role))
        .collect()
}

fn cost(tools: &[&Offered], detail: Detail) -> u32 {
    let tools: Vec<_> = tools.iter().map(|tool| tool.tool(detail)).collect();
    let list = serde_json::json!({ "tools": tools });
    BpeTokens.count(&list.to_string())
}

#[test]
fn a_worker_pays_little_for_its_tools() {
    let tools = offered(&Profile::default(), Role::Worker);
    let cost = cost(&tools, Detail::Brief);
    assert!(cost <= WORKER, "{cost} tokens for {} tools", tools.len());
}

/// Default tools, each with the arguments that its short form documents.
const DEFAULT_TOOLS: &[(&str, &str)] = &[
    ("approval_request", "workflow subject reason"),
    ("artifact_get", "workflow artifact path"),
    (
        "artifact_record",
        "workflow type path content associated_task",
    ),
    ("changes_wait", "workflow cursor timeout_seconds"),
    ("context_read", "session workflow task query budget"),
    (
        "decision_record",
        "workflow question choice rationale alternatives affects_tasks",
    ),
    ("decision_supersede", "workflow decision choice rationale"),
    ("discovery_record", "workflow content type affects_tasks"),
    ("learning_promote", "workflow learning core text"),
    (
        "memory_create",
        "memory.text memory.topics memory.namespace",
    ),
    ("memory_search", "query limit"),
    ("note_write", "note kind importance"),
    ("nudge_acknowledge", "workflow nudge acted note"),
    ("nudge_send", "workflow target message priority"),
    ("question_ask", "workflow question options task lease"),
    (
        "task_add",
        "workflow tasks.key tasks.title tasks.description tasks.depends_on tasks.needs_review",
    ),
    ("task_assign", "workflow task agent"),
    ("task_claim", "workflow task capabilities wait resume"),
    (
        "task_complete",
        "workflow task lease summary next_steps artifacts.type artifacts.path artifacts.content",
    ),
    (
        "task_edit",
        "workflow task title description depends_on priority needs_review",
    ),
    ("task_fail", "workflow task lease error retryable"),
    ("task_heartbeat", "workflow task lease"),
    ("task_ready", "workflow"),
    ("task_release", "workflow task lease handoff_note"),
    (
        "task_review",
        "workflow task status comments.text comments.artifact comments.line",
    ),
    ("task_update", "workflow task lease status note reason"),
    ("workflow_complete", "workflow force reason"),
    (
        "workflow_create",
        "name goal constraints tasks.key tasks.title tasks.description tasks.acceptance \
         tasks.depends_on tasks.needs_review",
    ),
    ("workflow_get", "workflow"),
    ("workflow_lead", "workflow action handoff_note epoch"),
    ("workflow_list", "query"),
];

#[test]
fn the_default_tools_and_their_arguments_are_these() {
    let mut tools: Vec<(&str, String)> = tool::all()
        .iter()
        .map(|tool| &tool.entry.spec)
        .filter(|spec| !spec.everyday.is_empty())
        .map(|spec| (spec.name, spec.everyday.join(" ")))
        .collect();
    tools.sort();
    let expected = DEFAULT_TOOLS.iter();
    let expected: Vec<_> = expected
        .map(|(name, arguments)| (*name, (*arguments).to_owned()))
        .collect();
    assert_eq!(tools, expected);
    let profile = Profile::default();
    for (role, name) in [
        (Role::Orchestrator, "approval_request"),
        (Role::Worker, "task_complete"),
    ] {
        let offered = offered(&profile, role);
        let mut offered = offered.iter();
        assert!(offered.any(|tool| tool.entry.spec.name == name), "{name}");
    }
}

#[test]
fn what_is_said_of_every_day_is_so() {
    for tool in tool::all() {
        let spec = &tool.entry.spec;
        let brief = tool.tool(Detail::Brief);
        let shown = brief.input_schema.get("properties");
        let shown = shown.and_then(|shown| shown.as_object());
        for place in spec.everyday {
            let name = place.split('.').next().unwrap();
            assert!(shown.unwrap().contains_key(name), "{}: {place}", spec.name);
        }
        let required = brief.input_schema.get("required");
        let required = required.and_then(|names| names.as_array());
        for name in required.into_iter().flatten() {
            assert!(
                shown.unwrap().contains_key(name.as_str().unwrap()),
                "{}: {name}",
                spec.name
            );
        }
    }
}

/// Rules of one provider for the schema of a tool. Returns the violations.
type Rules = fn(&Value, &str) -> Vec<String>;

/// Keywords that all providers know.
const KEYWORDS: [&str; 7] = [
    "anyOf",
    "description",
    "enum",
    "items",
    "properties",
    "required",
    "type",
];

/// Calls `look` with each nested schema, its place, and the number of objects and lists around it.
fn walk(schema: &Value, place: &str, depth: usize, look: &mut dyn FnMut(&Value, &str, usize)) {
    look(schema, place, depth);
    for keyword in ["properties", "$defs"] {
        for (name, inner) in schema[keyword].as_object().into_iter().flatten() {
            walk(inner, &format!("{place}/{name}"), depth + 1, look);
        }
    }
    for inner in schema["anyOf"].as_array().into_iter().flatten() {
        walk(inner, place, depth, look);
    }
    for keyword in ["items", "additionalProperties"] {
        if schema[keyword].is_object() {
            walk(&schema[keyword], &format!("{place}/*"), depth + 1, look);
        }
    }
}

fn found(
    schema: &Value,
    name: &str,
    faults: impl Fn(&Value, usize) -> Vec<&'static str>,
) -> Vec<String> {
    let mut all = Vec::new();
    walk(schema, name, 0, &mut |schema, place, depth| {
        let faults = faults(schema, depth).into_iter();
        all.extend(faults.map(|fault| format!("{place}: {fault}: {schema}")));
    });
    all
}

/// Returns the faults that apply.
fn those(faults: &[(bool, &'static str)]) -> Vec<&'static str> {
    let so = faults.iter().filter(|(is_so, _)| *is_so);
    so.map(|(_, fault)| *fault).collect()
}

/// Rules of function calling with `strict`, whose callers make every member required and close every object.
fn openai(schema: &Value, name: &str) -> Vec<String> {
    let mut members = 0;
    walk(schema, name, 0, &mut |schema, _, _| {
        members += schema["properties"]
            .as_object()
            .map_or(0, serde_json::Map::len);
    });
    let mut all = found(schema, name, |schema, depth| {
        let keywords: Vec<&String> = schema
            .as_object()
            .into_iter()
            .flat_map(|it| it.keys())
            .collect();
        let names = schema["enum"].as_array().map_or(0, Vec::len);
        those(&[
            (!schema.is_object(), "is no object"),
            (
                keywords
                    .iter()
                    .any(|word| !KEYWORDS.contains(&word.as_str())),
                "an unknown keyword",
            ),
            (
                schema["type"].is_null() && schema["anyOf"].is_null(),
                "has no type",
            ),
            (
                schema["type"] == "object" && !schema["properties"].is_object(),
                "no properties",
            ),
            (
                schema["type"] == "array" && !schema["items"].is_object(),
                "no items",
            ),
            (names > 1_000, "too many names"),
            (depth > 10, "too deep"),
        ])
    });
    if schema["type"] != "object" || members > 5_000 {
        all.push(format!("{name}: no object, or with {members} members"));
    }
    all
}

fn gemini(schema: &Value, name: &str) -> Vec<String> {
    const TYPES: [&str; 6] = ["array", "boolean", "integer", "number", "object", "string"];
    found(schema, name, |schema, _| {
        let members = schema.as_object().unwrap();
        let kind = schema["type"].as_str();
        let names = schema["enum"].as_array();
        let is_name = |name: &Value| name.as_str().is_some_and(|name| !name.is_empty());
        let mut required = schema["required"].as_array().into_iter().flatten();
        those(&[
            (
                members.contains_key("anyOf") && members.len() > 1,
                "something beside anyOf",
            ),
            (
                schema["anyOf"].is_null() && !kind.is_some_and(|kind| TYPES.contains(&kind)),
                "not one type",
            ),
            (
                names.is_some_and(|names| !names.iter().all(is_name)),
                "not a name",
            ),
            (
                names.is_some() && kind != Some("string"),
                "names that are no texts",
            ),
            (
                required.any(|name| schema["properties"][name.as_str().unwrap()].is_null()),
                "requires what it does not have",
            ),
        ])
    })
}

fn claude(schema: &Value, name: &str) -> Vec<String> {
    let mut all = found(schema, name, |schema, _| {
        let names = schema["properties"].as_object();
        let mut names = names.into_iter().flat_map(|names| names.keys());
        let is_name = |name: &String| {
            let mut letters = name.chars();
            (1..=64).contains(&name.len())
                && letters.all(|c| c.is_ascii_alphanumeric() || "_.-".contains(c))
        };
        those(&[(!names.all(is_name), "a name that is none")])
    });
    if ["anyOf", "oneOf", "allOf"]
        .iter()
        .any(|name| !schema[*name].is_null())
    {
        all.push(format!("{name}: alternatives at the top"));
    }
    all
}

#[test]
fn model_providers_take_the_schema_of_every_tool() {
    const PROVIDERS: [(&str, Rules); 3] =
        [("OpenAI", openai), ("Gemini", gemini), ("Claude", claude)];
    for tool in tool::all() {
        let name = tool.entry.spec.name;
        assert!(
            name.len() <= 64 && name.chars().all(|c| c.is_ascii_lowercase() || c == '_'),
            "{name}"
        );
        let brief = json!(tool.tool(Detail::Brief).input_schema);
        for (provider, rules) in PROVIDERS {
            assert_eq!(rules(&brief, name), [] as [&str; 0], "{provider}");
        }
        // The long form says more, but must not make a request fail.
        let full = json!(tool.tool(Detail::Full).input_schema);
        let faults = found(&full, name, |schema, _| {
            let says = ["type", "anyOf", "allOf", "$ref"];
            let kind = &schema["type"];
            let is = |name: &str| {
                kind == name
                    || kind
                        .as_array()
                        .is_some_and(|all| all.contains(&json!(name)))
            };
            those(&[
                (
                    says.iter().all(|word| schema[*word].is_null()),
                    "has no type",
                ),
                (
                    !schema["oneOf"].is_null() || !schema["const"].is_null(),
                    "oneOf or const",
                ),
                (
                    is("object") && !schema["properties"].is_object(),
                    "no properties",
                ),
                (is("array") && !schema["items"].is_object(), "no items"),
            ])
        });
        assert_eq!(faults, [] as [&str; 0]);
    }
}

#[test]
fn rules_of_providers_find_what_they_are_for() {
    for (rules, schema) in [
        (openai as Rules, json!({ "type": "object" })),
        (
            openai,
            json!({ "type": "object", "properties": { "a": {} } }),
        ),
        (
            openai,
            json!({ "type": "object", "properties": { "a": { "oneOf": [] } } }),
        ),
        (
            openai,
            json!({ "type": "object", "properties": { "a": { "type": "array" } } }),
        ),
        (openai, json!({ "anyOf": [{ "type": "string" }] })),
        (gemini, json!({ "type": ["string", "null"] })),
        (
            gemini,
            json!({ "anyOf": [{ "type": "string" }], "description": "x" }),
        ),
        (gemini, json!({ "type": "string", "enum": ["a", ""] })),
        (
            gemini,
            json!({ "type": "object", "properties": {}, "required": ["a"] }),
        ),
        (claude, json!({ "type": "object", "anyOf": [] })),
        (
            claude,
            json!({ "type": "object", "properties": { "a b": {} } }),
        ),
    ] {
        assert_ne!(rules(&schema, "x"), [] as [&str; 0], "{schema}");
    }
    let deep = (0..11).fold(
        json!({ "type": "string" }),
        |inner, _| json!({ "type": "array", "items": inner }),
    );
    let deep = json!({ "type": "object", "properties": { "a": deep } });
    assert!(
        openai(&deep, "x")
            .iter()
            .any(|fault| fault.contains("too deep"))
    );
}

#[test]
fn nobody_is_offered_more_tools_than_providers_take() {
    let all = Profile::of(&[("tools".into(), "all".into())]).unwrap();
    for role in Role::GRANTABLE.into_iter().filter(|role| role.is_agent()) {
        let offered = offered(&all, role).len();
        assert!(offered <= 128, "{role:?}: {offered}");
    }
    let unlisted = tool::all().iter().map(|tool| &tool.entry.spec);
    let unlisted = unlisted.filter(|spec| spec.has(Trait::Unlisted));
    let unlisted: Vec<&str> = unlisted.map(|spec| spec.name).collect();
    let by_name = Profile::of(&[("tools".into(), format!("all,{}", unlisted.join(",")))]).unwrap();
    let more =
        offered(&by_name, Role::Orchestrator).len() - offered(&all, Role::Orchestrator).len();
    assert_eq!(more, unlisted.len(), "they can be asked for");
}

#[test]
fn one_of_several_members_is_one_object() {
    let tool = tool::all()
        .iter()
        .find(|tool| tool.entry.spec.name == "approval_request");
    let schema = json!(tool.unwrap().tool(Detail::Brief).input_schema);
    let subject = &schema["properties"]["subject"];
    assert_eq!(subject["type"], "object", "{subject}");
    let members: Vec<&String> = subject["properties"].as_object().unwrap().keys().collect();
    assert_eq!(members, ["artifact", "decision", "plan", "task"]);
    assert!(
        subject["description"]
            .as_str()
            .unwrap()
            .ends_with("exactly one of these")
    );
}

#[test]
fn bare_keys_under_a_known_name_change_ones_own_scratchpad() {
    let bare = json!({ "currentGoal": "Deploy v2" });
    let whole = json!({ "owner": "s", "patch": bare });
    let own = json!({ "scope": "resource", "owner": "ada", "patch": bare });
    let named = json!({ "name": "Ada", "memory": { "a": 1 } });
    let of_named = json!({ "scope": "resource", "owner": "ada", "patch": named });
    for (name, arguments, expected) in [
        ("updateWorkingMemory", &bare, Some(&own)),
        ("working-memory/update", &bare, Some(&own)),
        (
            "updateWorkingMemory",
            &json!({ "memory": bare }),
            Some(&own),
        ),
        (
            "updateWorkingMemory",
            &json!({ "memory": bare.to_string() }),
            Some(&own),
        ),
        ("updateWorkingMemory", &named, Some(&of_named)),
        ("updateWorkingMemory", &whole, None),
        ("updateWorkingMemory", &json!([1]), None),
        ("scratchpad_update", &bare, None),
    ] {
        let arguments = Bytes::from(arguments.to_string());
        let made = tool::own_scratchpad(name, &arguments, &Actor::new("ada", Role::Worker));
        let made = made.map(|made| serde_json::from_slice::<Value>(&made).unwrap());
        assert_eq!(made.as_ref(), expected, "{name}");
    }
}
