//! What tools cost whoever is offered them, and that what is said of them is so.

use kernel::Role;
use kernel::ports::tokens::Tokens as _;
use serde_json::json;
use tools::BpeTokens;

use super::profile::{Detail, Profile};
use super::tool::{self, Offered};

/// The most tokens that a worker pays for the tools of every day.
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

#[test]
fn a_bare_update_under_a_known_name_is_told_what_it_lacks() {
    let bare = json!({ "currentGoal": "Deploy v2" });
    let whole = json!({ "owner": "s", "patch": bare });
    for (name, arguments, is_refused) in [
        ("updateWorkingMemory", &bare, true),
        ("working-memory/update", &bare, true),
        ("updateWorkingMemory", &whole, false),
        ("scratchpad_update", &bare, false),
    ] {
        let refusal = tool::bare(name, arguments.as_object().unwrap());
        assert_eq!(refusal.is_some(), is_refused, "{name} {arguments}");
        for field in refusal.into_iter().flat_map(|refusal| refusal.extra.fields) {
            assert_eq!(field.pointer, "/patch");
            assert!(field.detail.contains("\"owner\""), "{}", field.detail);
        }
    }
}
