//! Overview of a workspace in use: a headline and four sections. Holds their data and updates it with live facts;
//! each section renders its own part.

use std::collections::BTreeMap;

use engine::workflow::attention::{Item, ItemKind};
use kernel::Time;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::activity::Activity;
use super::asks::Asks;
use super::lede::Lede;
use super::roster::Roster;
use super::runs::Runs;
use super::scene::{self, Crew, Scene};
use crate::live::feed;
use crate::pages::fresh::{asks_in, fresh};
use crate::pages::still::Pointer;
use crate::pages::{memories_waiting, queue};

/// Body of the page.
#[component]
pub fn House(
    /// Data as loaded with the page.
    scene: Scene,
) -> impl IntoView {
    let Scene {
        inbox,
        runs,
        running,
        lately,
        agents,
        lines,
        ..
    } = scene;
    let items = RwSignal::new(inbox.items);
    let memories = RwSignal::new(inbox.memories);
    let agents = RwSignal::new(agents);
    follow_items(items);
    memories_waiting::follow(memories);
    follow_agents(agents);
    // Shared by all sections: a new row in the first section moves those below it.
    let pointer = Pointer::away();
    view! {
        <main class="page" id="main">
            <Lede items memories agents />
            <div class="columns">
                <Asks items memories pointer />
                <Roster agents items />
                <Runs runs running lately pointer />
                <Activity lines pointer />
            </div>
        </main>
    }
}

/// Reloads the items of one workflow after a fact that may change them.
fn follow_items(items: RwSignal<Vec<Item>>) {
    let now = feed().clock();
    fresh(asks_in, move |workflow| {
        spawn_local(async move {
            if let Ok(mut news) = queue::of_workflow(workflow).await {
                let now = Time(now.try_get_untracked().unwrap_or_default());
                news.retain(|item| !item.is_snoozed(now));
                items.try_update(|items| queue::merge(items, workflow, news));
            }
        });
    });
}

/// Reloads the agents after facts about tasks, leads, agents and usage; any fact of an agent updates the time it
/// was last seen.
fn follow_agents(agents: RwSignal<Crew>) {
    feed().listen(move |facts| {
        let mut heard = BTreeMap::new();
        for fact in facts.iter().filter(|fact| fact.actor.role.is_agent()) {
            heard.insert(fact.actor.id.as_str(), fact.at);
        }
        if heard.is_empty() {
            return;
        }
        agents.try_update(|agents| {
            for seen in &mut agents.shown {
                let at = heard.get(seen.agent.name.as_str()).copied();
                seen.seen_at = seen.seen_at.max(at);
            }
        });
    });
    let changes = |kind: &str| {
        [
            "task_",
            "lease_",
            "lead_",
            "agent_",
            "usage_",
            "workflow_ended",
        ]
        .iter()
        .any(|start| kind.starts_with(start))
    };
    fresh(
        move |fact| changes(&fact.kind).then_some(()),
        move |()| {
            spawn_local(async move {
                if let Ok(news) = scene::agents().await {
                    agents.try_set(news);
                }
            });
        },
    );
}

/// Returns the agent's work that waits for a review, if any.
#[must_use]
pub fn in_review<'a>(items: &'a [Item], agent: &str) -> Option<&'a str> {
    items
        .iter()
        .find(|item| item.kind == ItemKind::Review && item.from.as_deref() == Some(agent))
        .map(|item| item.thing.as_str())
}

/// Returns the agents whose lease on a task expired.
#[must_use]
pub fn quiet(items: &[Item]) -> Vec<&str> {
    let mut names: Vec<&str> = items
        .iter()
        .filter(|item| item.kind == ItemKind::LeaseExpired)
        .filter_map(|item| item.from.as_deref())
        .collect();
    names.sort_unstable();
    names.dedup();
    names
}
