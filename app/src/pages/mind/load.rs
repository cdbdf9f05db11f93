//! Loading of one mind: its current state with its dream job, its last state if it was deleted, or none yet; and of
//! the open dream and version.

use engine::context::given::{ContextGiven, Format};
use engine::context::ops::context_read::ContextRead;
use engine::jobs::Job;
use engine::mind::ops::dream_get::{DreamGet, DreamShown};
use engine::mind::ops::dream_list::DreamList;
use engine::mind::ops::mind_diff::MindDiff;
use engine::mind::ops::mind_get::{MindGet, MindShown};
use engine::mind::ops::mind_list::{MindList, MindListed};
use engine::mind::ops::mind_version_get::MindVersionGet;
use engine::team::ops::agent_get::AgentGet;
use engine::team::ops::agent_list::Held;
use engine::workspace::ops::settings_get::SettingsGet;
use kernel::problem::Problem;
use kernel::{Code, Error};

use super::past::Past;
use crate::pages::ask::{Loaded, ask};
use crate::paths::{MindAddress, MindView};

/// Maximum number of pages of deleted minds that are searched for one.
const PAGES: usize = 20;

/// A mind as the page shows it.
pub enum Known {
    /// The mind exists.
    There(Box<There>),
    /// The mind was deleted, and can be restored.
    Gone(Box<MindListed>),
    /// The agent exists, but its mind has not begun.
    None,
}

/// An existing mind with related data.
pub struct There {
    /// Document, notes, mood, dreams and versions of the mind.
    pub mind: MindShown,
    /// State of the job for the requested dream, once it has started.
    pub job: Option<Job>,
    /// Tasks that the agent holds.
    pub holds: Vec<Held>,
    /// Context window of the agent's model as last reported, in tokens.
    pub window: Option<u64>,
    /// True if minds dream automatically.
    pub dreams: bool,
    /// Minimum time between two dreams, in minutes.
    pub minutes: u32,
}

/// Data of the page.
pub struct Data {
    /// The mind.
    pub known: Known,
    /// Preview of the prompt; `None` if there is no mind.
    pub prompt: Option<Loaded<ContextGiven>>,
    /// The open dream, or the last one if none is open.
    pub dream: Option<Loaded<DreamShown>>,
    /// The open version.
    pub past: Option<Loaded<Past>>,
}

/// Loads the data that the address names.
///
/// # Errors
/// Returns the problem that prevented it: there may be no such agent.
pub async fn load(address: MindAddress) -> Loaded<Data> {
    let agent = address.agent;
    let opened = async {
        match address.view {
            MindView::Now => (load_dream(agent.clone(), None).await, None),
            MindView::Dream(dream) => (load_dream(agent.clone(), Some(dream)).await, None),
            MindView::Past { number, with } => (
                None,
                Some(load_comparison(agent.clone(), number, with).await),
            ),
            MindView::Edit(_) => (None, None),
        }
    };
    let (known, prompt, (dream, past)) = tokio::join!(
        load_mind(agent.clone()),
        load_prompt(agent.clone(), address.window),
        opened
    );
    Ok(Data {
        known: known?,
        prompt,
        dream,
        past,
    })
}

/// Loads a dream of an agent, by default the last one; `None` if there is no dream or no mind.
async fn load_dream(agent: String, chosen: Option<u64>) -> Option<Loaded<DreamShown>> {
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

/// Loads a version of the document, and its differences from another one.
async fn load_comparison(agent: String, number: u32, with: Option<u32>) -> Loaded<Past> {
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
    // The current version would be compared with itself: shows its differences from the version before instead,
    // while that is kept.
    if diff.to.number == number
        && number > 1
        && let Ok(before) = between(number - 1, Some(number)).await
    {
        diff = before;
    }
    Ok(Past { version, diff })
}

/// Loads the prompt of an agent for the chosen context window, by default its own; `None` if there is no mind.
async fn load_prompt(agent: String, chosen: Option<u64>) -> Option<Loaded<ContextGiven>> {
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

/// Returns the context window that an agent last reported.
async fn own_window(agent: &str) -> Option<u64> {
    let agent = agent.to_owned();
    ask(AgentGet { agent }).await.ok()?.agent.window
}

async fn load_mind(agent: String) -> Loaded<Known> {
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
            if let Some(gone) = find_deleted(&agent).await {
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
    // The owner of a mind may not be an agent any more.
    let seen = ask(known).await.ok().map(|known| known.agent);
    let window = seen.as_ref().and_then(|seen| seen.window);
    Ok(Known::There(Box::new(There {
        mind,
        job: dreams.job,
        holds: seen.map(|seen| seen.holds).unwrap_or_default(),
        window,
        dreams: settings.dream_enabled,
        minutes: settings.dream_interval_minutes,
    })))
}

/// Finds a mind among the deleted ones.
async fn find_deleted(agent: &str) -> Option<MindListed> {
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
    let detail = format!("There is no agent {agent}. The settings list all agents.");
    Problem::new(Error::not_found(detail), "")
}
