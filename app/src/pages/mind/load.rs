//! What is asked of one mind: the mind as it is with the work on it, as it was when it was deleted, or that there is
//! none yet; and the dream that is looked at.

use engine::context::given::{ContextGiven, Format};
use engine::context::ops::context_read::ContextRead;
use engine::jobs::Job;
use engine::mind::ops::dream_get::{DreamGet, DreamShown};
use engine::mind::ops::dream_list::DreamList;
use engine::mind::ops::mind_diff::MindDiff;
use engine::mind::ops::mind_get::{MindGet, MindShown};
use engine::mind::ops::mind_list::{MindList, MindListed};
use engine::mind::ops::mind_version_get::MindVersionGet;
use engine::mind::stream;
use engine::team::ops::agent_get::AgentGet;
use engine::team::ops::agent_list::Held;
use engine::workspace::ops::settings_get::SettingsGet;
use kernel::problem::Problem;
use kernel::{Code, Error, Time};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use super::past::Past;
use crate::call::{Fetch, fetch};
use crate::live::feed;
use crate::pages::ask::{Loaded, ask};
use crate::pages::fresh::fresh;
use crate::paths::{MindAddress, MindView};

/// How many pages of deleted minds are looked through for one.
const PAGES: usize = 20;

/// A mind as the page has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Known {
    /// It is there.
    There(Box<There>),
    /// It was deleted, and can be brought back.
    Gone(Box<MindListed>),
    /// There is such an agent, and its mind has not begun.
    None,
}

/// A mind that is there, and what is around it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct There {
    /// The mind.
    pub mind: MindShown,
    /// How it is with the work on the dream that is wanted, once that was begun.
    pub job: Option<Job>,
    /// The tasks that its agent holds.
    pub holds: Vec<Held>,
    /// The window of the model that it runs on, in tokens, as it last reported it.
    pub window: Option<u64>,
    /// Whether minds dream by themselves.
    pub dreams: bool,
    /// How many minutes there are between two dreams.
    pub minutes: u32,
    /// When it was asked for: its mood fades from there.
    pub at: Time,
}

/// What is fetched.
#[derive(Clone, Copy)]
pub struct Loads {
    /// The mind, when the page is made and when the address names another one.
    pub page: Fetch<Loaded<Known>>,
    /// The same, whenever it changes.
    pub newest: Fetch<Option<Known>>,
    /// The dream that is looked at; the last one when no other is.
    pub dream: Fetch<Option<Loaded<DreamShown>>>,
    /// The version that is looked at.
    pub past: Fetch<Option<Loaded<Past>>>,
    /// What the agent will see.
    pub lens: Fetch<Option<Loaded<ContextGiven>>>,
}

impl Loads {
    /// Begins to load what the address asks for.
    pub fn begin(address: Memo<MindAddress>) -> Self {
        let now = feed().now;
        let agent = Memo::new(move |_| address.with(|address| address.agent.clone()));
        let looked_at = Memo::new(move |_| {
            address.with(|address| match address.view {
                MindView::Now => Some((address.agent.clone(), None)),
                MindView::Dream(dream) => Some((address.agent.clone(), Some(dream))),
                MindView::Past { .. } | MindView::Edit(_) => None,
            })
        });
        let page = fetch(
            move || agent.get(),
            move |agent| async move { load(agent, now.get_untracked()).await },
        );
        let newest = fetch(
            move || agent.get(),
            move |agent| async move { load(agent, now.get_untracked()).await.ok() },
        );
        let dream = fetch(
            move || looked_at.get(),
            |asked| async move {
                let (agent, dream) = asked?;
                dreamt(agent, dream).await
            },
        );
        let versions = Memo::new(move |_| {
            address.with(|address| match address.view {
                MindView::Past { number, with } => Some((address.agent.clone(), number, with)),
                _ => None,
            })
        });
        let past = fetch(
            move || versions.get(),
            |asked| async move {
                let (agent, number, with) = asked?;
                Some(compared(agent, number, with).await)
            },
        );
        let model = Memo::new(move |_| address.with(|it| (it.agent.clone(), it.window)));
        let lens = fetch(
            move || model.get(),
            |(agent, window)| async move { seen(agent, window).await },
        );
        let loads = Self {
            page,
            newest,
            dream,
            past,
            lens,
        };
        fresh(
            move |fact| {
                let its = agent.with_untracked(|agent| stream(agent));
                (fact.stream == its).then(|| is_of_dream(&fact.kind))
            },
            move |is_dream| {
                loads.newest.refetch();
                loads.lens.refetch();
                // A chosen dream stays as it is; the last one may be another now.
                if is_dream && looked_at.with_untracked(|it| matches!(it, Some((_, None)))) {
                    loads.dream.refetch();
                }
            },
        );
        loads
    }
}

/// A dream of an agent, its last one when none is chosen; nothing where it has not dreamt yet, or there is no mind.
async fn dreamt(agent: String, chosen: Option<u64>) -> Option<Loaded<DreamShown>> {
    let agent = Some(agent);
    let dream = if let Some(dream) = chosen {
        dream
    } else {
        let last = DreamList {
            agent: agent.clone(),
            limit: Some(1),
        };
        match ask(last).await {
            Ok(page) => page.items.first()?.dream,
            Err(problem) if problem.code == Code::NotFound => return None,
            Err(problem) => return Some(Err(problem)),
        }
    };
    let dream = Some(dream);
    Some(ask(DreamGet { agent, dream }).await)
}

/// A version of a document, and how it differs from another one.
async fn compared(agent: String, number: u32, with: Option<u32>) -> Loaded<Past> {
    let agent = Some(agent);
    let version = ask(MindVersionGet {
        agent: agent.clone(),
        number,
    })
    .await?;
    let between = |from, to| {
        let agent = agent.clone();
        ask(MindDiff { agent, from, to })
    };
    let mut diff = between(number, with).await?;
    // The document as it is would be compared with itself: what is different from the version before it is told, while
    // that is kept.
    if diff.to.number == number
        && number > 1
        && let Ok(before) = between(number - 1, Some(number)).await
    {
        diff = before;
    }
    Ok(Past { version, diff })
}

/// What an agent will be given, in the window that is chosen, or its own; nothing where there is no mind.
async fn seen(agent: String, chosen: Option<u64>) -> Option<Loaded<ContextGiven>> {
    let window = match chosen {
        Some(window) => Some(window),
        None => own_window(&agent).await,
    };
    let prompt = ContextRead {
        agent: Some(agent),
        window: window
            .map(|window| u32::try_from(window).unwrap_or(u32::MAX))
            .filter(|window| *window > 0),
        format: Format::Blocks,
        ..ContextRead::default()
    };
    match ask(prompt).await {
        Err(problem) if problem.code == Code::NotFound => None,
        other => Some(other),
    }
}

/// The window that an agent last reported.
async fn own_window(agent: &str) -> Option<u64> {
    let agent = agent.to_owned();
    ask(AgentGet { agent }).await.ok()?.agent.window
}

async fn load(agent: String, at: Time) -> Loaded<Known> {
    let known = AgentGet {
        agent: agent.clone(),
    };
    let mind = match ask(MindGet {
        agent: Some(agent.clone()),
    })
    .await
    {
        Ok(mind) => mind,
        Err(problem) if problem.code == Code::NotFound => {
            if let Some(gone) = deleted(&agent).await {
                return Ok(Known::Gone(Box::new(gone)));
            }
            let known = ask(known).await;
            return known.map(|_| Known::None).map_err(|_| missing(&agent));
        }
        Err(problem) => return Err(problem),
    };
    let dreams = ask(DreamList {
        agent: Some(agent),
        limit: Some(1),
    })
    .await?;
    let settings = ask(SettingsGet {}).await?.settings;
    // Whoever had a mind may be no agent any more.
    let seen = ask(known).await.ok().map(|known| known.agent);
    let window = seen.as_ref().and_then(|seen| seen.window);
    Ok(Known::There(Box::new(There {
        mind,
        job: dreams.job,
        holds: seen.map(|seen| seen.holds).unwrap_or_default(),
        window,
        dreams: settings.dream_enabled,
        minutes: settings.dream_interval_minutes,
        at,
    })))
}

/// Whether a fact may have made another dream the last one: a job that is given up is a dream that failed.
fn is_of_dream(kind: &str) -> bool {
    kind.starts_with("dream_") || kind == "job_failed"
}

/// The mind among those that were deleted.
async fn deleted(agent: &str) -> Option<MindListed> {
    let mut cursor = None;
    for _ in 0..PAGES {
        let page = ask(MindList {
            deleted: true,
            limit: Some(200),
            cursor,
            ..MindList::default()
        });
        let page = page.await.ok()?;
        let mut rows = page.items.into_iter();
        if let Some(found) = rows.find(|row| row.agent == agent) {
            return Some(found);
        }
        cursor = Some(page.next_cursor?);
    }
    None
}

fn missing(agent: &str) -> Problem {
    let detail = format!(
        "There is no agent {agent}, and no mind of that name. The settings list the agents that there are."
    );
    Problem::new(Error::not_found(detail), "")
}
