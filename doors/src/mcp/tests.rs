//! What tools cost whoever is offered them, and that what is said of them is so.

use kernel::Role;
use kernel::ports::tokens::Tokens as _;
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
    let everyday = Profile::default();
    for role in Role::GRANTABLE {
        let tools = offered(&everyday, role);
        println!(
            "{}: {} tools, {} tokens",
            role.name(),
            tools.len(),
            cost(&tools, Detail::Brief)
        );
    }
    let tools = offered(&everyday, Role::Worker);
    for tool in &tools {
        println!(
            "{} {} {}",
            tool.entry.spec.name,
            cost(&[tool], Detail::Brief),
            serde_json::to_string(tool.tool(Detail::Brief)).unwrap()
        );
    }
    let cost = cost(&tools, Detail::Brief);
    assert!(cost <= WORKER, "{cost} tokens for {} tools", tools.len());
}
