//! `/agents/{name}`: one agent with its current work, its contributions and its activity.

use engine::activity::ops::activity_list::ActivityList;
use engine::team::ops::agent_get::{AgentGet, Gave, Got};
use engine::team::ops::agent_list::{Held, Seen};
use engine::workflow::attention::{Item, ItemKind};
use engine::workflow::ops::inbox_list::InboxList;
use kernel::Error;
use kernel::problem::Problem;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::{use_params_map, use_query_map};

use crate::pages::ask::{Loaded, ask};
use crate::pages::happening::{Line, feed_line, merge_lines};
use crate::pages::origin::origin;
use crate::pages::queue::address;
use crate::pages::settings::pause_or_resume;
use crate::pages::shown::status_of;
use crate::pages::trouble::show_page;
use crate::pages::words::many;
use crate::parts::{Ago, Empty, Meter, Sect, Setups, Status, StatusWord, group_digits, more};
use crate::paths::{self, with_query};

/// Context usage above which an agent should start a new session, in percent.
pub const CONTEXT_FULL: u32 = 70;

/// Data of the page.
struct Data {
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
    let name = use_params_map().with_untracked(|params| params.get("name").unwrap_or_default());
    let before = use_query_map().with_untracked(|query| query.get("before"));
    show_page(load(name, before.filter(|text| !text.is_empty())), body)
}

async fn load(agent: String, before: Option<String>) -> Loaded<Data> {
    let origin = origin();
    let (got, activity, inbox) = tokio::try_join!(
        get(agent.clone()),
        ask(ActivityList {
            agent: Some(agent),
            cursor: before,
            limit: Some(40),
            ..ActivityList::default()
        }),
        ask(InboxList {
            limit: Some(200),
            include_snoozed: true,
            ..InboxList::default()
        })
    )?;
    let name = &got.agent.agent.name;
    let is_own = |item: &Item| item.kind == ItemKind::Review && item.from.as_ref() == Some(name);
    Ok(Data {
        reviews: inbox.items.into_iter().filter(is_own).collect(),
        got,
        lines: merge_lines(activity.items.into_iter().map(Line::of_fact)),
        next: activity.next_cursor,
        origin,
    })
}

/// Loads the agent. A refusal for an unknown one is worded for people.
async fn get(agent: String) -> Loaded<Got> {
    let missing = format!("There is no agent {agent}. The settings list all agents.");
    let got = ask(AgentGet { agent }).await;
    got.map_err(|problem| match problem.status {
        404 => Problem::new(Error::not_found(missing), ""),
        _ => problem,
    })
}

fn body(data: Data) -> AnyView {
    let Got { agent: seen, gave } = data.got;
    let name = seen.agent.name.clone();
    let older = data.next;
    let older = older.map(|before| with_query(&paths::agent(&name), &[("before", Some(&before))]));
    view! {
        <Title text=name />
        <main class="page" id="main">
            {head(&seen)}
            <div class="columns">
                <div class="flow">
                    {work(seen, data.reviews)}
                    {contributions(gave)}
                    <Sect id="h-setup" title="Set up a coding agent">
                        <p class="field-hint">
                            "Replace TOKEN by a token of this agent. Create one under "
                            <a href=paths::agents()>"Agents and tokens"</a> "."
                        </p>
                        <Setups origin=data.origin token=None />
                    </Sect>
                </div>
                {activity(data.lines, older)}
            </div>
        </main>
    }
    .into_any()
}

fn head(seen: &Seen) -> impl IntoView + use<> {
    let agent = seen.agent.clone();
    let heard = match seen.seen_at {
        Some(at) => view! { "Last seen " <Ago at=at.0 /> ". " }.into_any(),
        None => "Not seen since the server started. ".into_any(),
    };
    let paused = agent.paused_at.map(|at| {
        let reason = agent.paused_reason.as_ref();
        let reason = reason.map(|reason| format!(": {reason}"));
        view! { "Paused " <Ago at=at.0 /> {reason} ". " }
    });
    let context = percent_used(seen)
        .zip(seen.window)
        .map(|(percent, window)| {
            let used = group_digits(seen.window_used.unwrap_or_default());
            let text = format!("{used} of {} tokens, {percent}%", group_digits(window));
            view! {
                <div>
                    <dt>"Context"</dt>
                    <dd>{text} <Meter label="Context used" value=percent mark=CONTEXT_FULL /></dd>
                </div>
            }
        });
    view! {
        <header class="folio">
            <div>
                <p class="crumbs"><a href=paths::agents()>"Agents"</a></p>
                <h1>{agent.name.clone()}</h1>
                <p class="lede">{heard} {paused}</p>
                <dl class="facts">
                    <div><dt>"Role"</dt><dd>{agent.role.name()}</dd></div>
                    <div>
                        <dt>"Registered"</dt>
                        <dd><Ago at=agent.registered_at.0 /> " by " {agent.registered_by.id.clone()}</dd>
                    </div>
                    <div><dt>"Mind"</dt><dd><a href=paths::mind(&agent.name)>"Open the mind"</a></dd></div>
                    {context}
                </dl>
            </div>
            <div class="folio-end">{pause_or_resume(agent)}</div>
        </header>
    }
}

/// Returns the share of its context window that an agent uses, in percent.
#[must_use]
pub fn percent_used(seen: &Seen) -> Option<u32> {
    let (window, used) = (seen.window.filter(|window| *window > 0)?, seen.window_used?);
    u32::try_from(used.saturating_mul(100) / window).ok()
}

/// Renders the workflows that the agent leads, its tasks, and those that wait for a review.
fn work(seen: Seen, reviews: Vec<Item>) -> AnyView {
    let leads = seen.leads.into_iter().map(|led| {
        view! {
            <tr>
                <td>"Leads"</td>
                <td><a href=paths::workflow(led.workflow)>{led.name}</a></td>
                <td></td>
            </tr>
        }
        .into_any()
    });
    let tasks = seen.holds.into_iter().map(task);
    let reviews = reviews.into_iter().map(|item| {
        let href = address(&item);
        view! {
            <tr>
                <td><StatusWord status=Status::Review /></td>
                <td><a href=href><span class="id">{item.thing}</span> " " {item.title}</a></td>
                <td>"waiting for review"</td>
            </tr>
        }
        .into_any()
    });
    let rows: Vec<AnyView> = leads.chain(tasks).chain(reviews).collect();
    view! { <Sect id="h-holds" title="Current work">{rows_or(rows, "No current work.", "")}</Sect> }
        .into_any()
}

fn task(held: Held) -> AnyView {
    let lease = held.lease.map(|lease| match lease.parked_at {
        Some(_) => "waits for a person; the lease does not expire".into_any(),
        None => view! { "lease expires " <Ago at=lease.until.0 /> }.into_any(),
    });
    view! {
        <tr>
            <td><StatusWord status=status_of(held.status) /></td>
            <td>
                <a href=paths::task(held.workflow, held.task)>
                    <span class="id">{held.task.to_string()}</span>
                    " "
                    {held.title}
                </a>
            </td>
            <td>{lease}</td>
        </tr>
    }
    .into_any()
}

fn contributions(gave: Vec<Gave>) -> AnyView {
    let rows = gave.into_iter().map(|gave| {
        let (text, last) = (describe(&gave), gave.contribution.last_contribution.0);
        view! {
            <tr>
                <td><a href=paths::workflow(gave.workflow)>{gave.name}</a></td>
                <td>{text}</td>
                <td><Ago at=last /></td>
            </tr>
        }
        .into_any()
    });
    let explanation = "Completed tasks, decisions, discoveries and files appear here.";
    let rows = rows_or(rows.collect(), "No contributions yet.", explanation);
    view! { <Sect id="h-gave" title="Contributions">{rows}</Sect> }.into_any()
}

/// Renders rows as a table, or a sentence and its explanation if there are none.
fn rows_or(rows: Vec<AnyView>, title: &'static str, text: &'static str) -> AnyView {
    if rows.is_empty() {
        return view! { <Empty title text /> }.into_any();
    }
    view! { <table class="rows"><tbody>{rows}</tbody></table> }.into_any()
}

fn describe(gave: &Gave) -> String {
    let given = &gave.contribution;
    let counts = [
        (given.tasks_completed.len(), "task"),
        (given.decisions_made.len(), "decision"),
        (given.artifacts_created.len(), "file version"),
        (given.discoveries.len(), "discovery"),
    ];
    let counts = counts.into_iter().filter(|(n, _)| *n > 0);
    let mut parts: Vec<String> = counts.map(|(n, noun)| many(n, noun)).collect();
    let tokens = given.tokens_in + given.tokens_out;
    if tokens > 0 {
        parts.push(format!("{} tokens used", group_digits(tokens)));
    }
    if parts.is_empty() {
        parts.push("participated".into());
    }
    parts.join(", ")
}

fn activity(lines: Vec<Line>, older: Option<String>) -> AnyView {
    let is_empty = lines.is_empty();
    view! {
        <Sect id="h-log" title="Activity">
            {is_empty.then(|| view! { <Empty title="No activity yet." /> })}
            <ol class="feed">{lines.into_iter().map(feed_line).collect_view()}</ol>
            {more("Older", older)}
        </Sect>
    }
    .into_any()
}
