//! `/agents/{name}`: one agent with its current work, its contributions and its activity.

mod gave;
mod holds;
mod log;

use engine::activity::ops::activity_list::ActivityList;
use engine::team::ops::agent_get::{AgentGet, Got};
use engine::workflow::attention::{Item, ItemKind};
use engine::workflow::ops::inbox_list::InboxList;
use engine::workspace::ops::agent_pause::AgentPause;
use engine::workspace::ops::agent_resume::AgentResume;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::{use_params_map, use_query_map};
use serde::{Deserialize, Serialize};

use crate::call::fetch;
use crate::live::feed;
use crate::pages::answered::FormAction;
use crate::pages::ask::{Loaded, ask};
use crate::pages::happening::{Line, merge_lines};
use crate::pages::origin::origin;
use crate::pages::settings::PauseOrResume;
use crate::pages::trouble::Trouble;
use crate::parts::alive;
use crate::parts::{Ago, Meter, Sect, Setups, group_digits};
use crate::paths::{self, with_query};
use gave::Gifts;
use holds::Holds;
use log::Log;

/// Data of the page.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Known {
    got: Got,
    /// Tasks of the agent that wait for a review.
    reviews: Vec<Item>,
    lines: Vec<Line>,
    next: Option<String>,
    /// Origin of this server, shown to agents.
    origin: String,
}

/// Page of one agent.
#[component]
pub fn AgentPage() -> impl IntoView {
    let (params, query) = (use_params_map(), use_query_map());
    let wish = Memo::new(move |_| {
        let name = params.with(|params| params.get("name").unwrap_or_default());
        let before = query.with(|query| query.get("before").filter(|text| !text.is_empty()));
        (name, before)
    });
    let known = fetch(move || wish.get(), load);
    let acts = (
        FormAction::<AgentPause>::new(),
        FormAction::<AgentResume>::new(),
    );
    view! {
        <Transition>
            {alive(move || known.get().map(|outcome| match outcome {
                Ok(known) => view! { <Body known acts /> }.into_any(),
                Err(problem) => view! { <Trouble problem /> }.into_any(),
            }))}
        </Transition>
    }
}

async fn load((agent, before): (String, Option<String>)) -> Loaded<Known> {
    let origin = origin();
    let got = ask(AgentGet {
        agent: agent.clone(),
    })
    .await?;
    let page = ask(ActivityList {
        agent: Some(agent),
        cursor: before,
        limit: Some(40),
        ..ActivityList::default()
    })
    .await?;
    let inbox = ask(InboxList {
        limit: Some(200),
        include_snoozed: true,
        ..InboxList::default()
    })
    .await?;
    let is_own = |item: &Item| {
        item.kind == ItemKind::Review && item.from.as_deref() == Some(got.agent.agent.name.as_str())
    };
    Ok(Known {
        reviews: inbox.items.into_iter().filter(is_own).collect(),
        got,
        origin,
        next: page.next_cursor,
        lines: merge_lines(
            page.items.into_iter().map(Line::of_fact).collect(),
            Vec::new(),
        ),
    })
}

#[component]
fn Body(known: Known, acts: (FormAction<AgentPause>, FormAction<AgentResume>)) -> impl IntoView {
    let Known {
        got,
        reviews,
        lines,
        next,
        origin,
    } = known;
    let now = feed().clock();
    let Got { agent: seen, gave } = got;
    let agent = seen.agent.clone();
    let older =
        next.map(|before| with_query(&paths::agent(&agent.name), &[("before", Some(&before))]));
    let heard = match seen.seen_at {
        Some(at) => view! { "Last heard " <Ago at=at.0 now /> ". " }.into_any(),
        None => "Not heard since Loci was started. ".into_any(),
    };
    let paused = agent.paused_at.map(|at| {
        let reason = agent
            .paused_reason
            .clone()
            .map(|reason| format!(": {reason}"));
        view! { "Paused " <Ago at=at.0 now /> {reason} ". " }
    });
    let context = seen
        .window
        .filter(|window| *window > 0)
        .zip(seen.window_used)
        .map(|(window, used)| {
            let percent = u32::try_from(used.saturating_mul(100) / window).unwrap_or(100);
            view! {
                <div>
                    <dt>"Context"</dt>
                    <dd>
                        {format!("{} of {} tokens, {percent}%", group_digits(used), group_digits(window))}
                        <Meter label="Context used" value=percent mark=70 />
                    </dd>
                </div>
            }
        });
    view! {
        <Title text=agent.name.clone() />
        <main class="page" id="main">
            <header class="folio">
                <div>
                    <p class="crumbs"><a href=paths::agents()>"Agents"</a></p>
                    <h1>{agent.name.clone()}</h1>
                    <p class="lede">{heard} {paused}</p>
                    <dl class="facts">
                        <div><dt>"Role"</dt><dd>{agent.role.name()}</dd></div>
                        <div>
                            <dt>"Known"</dt>
                            <dd>
                                <Ago at=agent.registered_at.0 now /> " by " {agent.registered_by.id.clone()}
                            </dd>
                        </div>
                        <div><dt>"Mind"</dt><dd><a href=paths::mind(&agent.name)>"what it carries"</a></dd></div>
                        {context}
                    </dl>
                </div>
                <div class="folio-end"><PauseOrResume agent pause=acts.0 resume=acts.1 /></div>
            </header>
            <div class="columns">
                <div class="flow">
                    <Holds seen reviews />
                    <Gifts gave />
                    <Sect id="h-setup" title="Set up a coding agent">
                        <p class="field-hint">
                            "It calls under this name with a token in place of TOKEN; one is shown once, when it is made "
                            <a href=paths::agents()>"with the agents"</a> "."
                        </p>
                        <Setups origin token=None />
                    </Sect>
                </div>
                <Log lines older />
            </div>
        </main>
    }
}
