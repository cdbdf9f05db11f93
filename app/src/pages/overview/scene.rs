//! What the overview shows, asked for once; live facts change it from then on.

use std::cmp::Reverse;

use engine::activity::ops::activity_list::ActivityList;
use engine::team::ops::agent_list::Seen;
use engine::workflow::find::Summary;
use engine::workflow::ops::inbox_list::{InboxList, InboxPage};
use engine::workflow::ops::workflow_list::WorkflowList;
use engine::workflow::state::Status;
use engine::workflow::task::TaskStatus;
use engine::workspace::ops::token_list::TokenList;
use kernel::Time;
use serde::{Deserialize, Serialize};

use super::mini::{self, Mini};
use crate::pages::ask::{Loaded, ask, may};
use crate::pages::everybody::everybody;
use crate::pages::fresh::is_activity;
use crate::pages::happening::{Line, gathered};
use crate::pages::origin::origin;

/// How many workflows are shown; the others are in their list.
pub const RUNS: usize = 8;
/// The most active workflows that are searched for open work.
const MAX_LOOKED: u32 = 40;
/// How many workflows are shown that have ended.
const LATELY: u32 = 3;
/// How many agents are shown; the others are in their list.
const CREW: usize = 24;
/// How many lines of activity are shown at first.
const LINES: usize = 16;
/// The most pages of the log that are read for them.
const MAX_PAGES: usize = 3;

/// A workflow and its plan in miniature.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// The workflow.
    pub summary: Summary,
    /// Its plan, unless it is too large to be seen.
    pub mini: Option<Mini>,
}

/// The agents, as far as they are shown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Crew {
    /// Those who hold or lead something, then those who were heard last, each by name.
    pub shown: Vec<Seen>,
    /// How many there are.
    pub all: usize,
    /// How many are at work.
    pub working: usize,
}

impl Crew {
    fn of(mut agents: Vec<Seen>) -> Self {
        let is_busy = |seen: &Seen| !(seen.holds.is_empty() && seen.leads.is_empty());
        let working = agents.iter().filter(|seen| is_working(seen)).count();
        let all = agents.len();
        if all > CREW {
            agents.sort_by_key(|seen| Reverse((is_busy(seen), seen.seen_at)));
            agents.truncate(CREW);
            // By name again, so that a row that is looked at stays where it is.
            agents.sort_by_key(|seen| (!is_busy(seen), seen.agent.name.clone()));
        }
        Self {
            shown: agents,
            all,
            working,
        }
    }
}

/// Whether an agent works: it is not paused or blocked, and holds a task in progress or leads a workflow.
#[must_use]
pub fn is_working(seen: &Seen) -> bool {
    let holds = |status| seen.holds.iter().any(|held| held.status == status);
    let is_stopped = seen.agent.paused_at.is_some() || holds(TaskStatus::Blocked);
    !is_stopped && (holds(TaskStatus::InProgress) || !seen.leads.is_empty())
}

/// Everything.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Scene {
    /// What needs somebody.
    pub inbox: InboxPage,
    /// Workflows that go on.
    pub runs: Vec<Run>,
    /// How many go on in all.
    pub running: usize,
    /// When none goes on: those that ended lately.
    pub lately: Vec<Run>,
    /// The agents.
    pub agents: Crew,
    /// What happened, newest first.
    pub lines: Vec<Line>,
    /// The address of this Loci, for agents.
    pub origin: String,
    /// When the newest token of the first agent was made, while it has not called.
    pub made: Option<Time>,
}

impl Scene {
    /// Whether nobody has begun anything yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
            && self.lately.is_empty()
            && self
                .agents
                .shown
                .iter()
                .all(|agent| agent.seen_at.is_none())
    }
}

/// Asks for everything.
///
/// # Errors
/// The first refusal.
pub async fn load() -> Loaded<Scene> {
    let origin = origin();
    let inbox = inbox().await?;
    let (mut active, running) = runs().await?;
    active.truncate(RUNS);
    let runs = drawn(active).await;
    let lately = if runs.is_empty() {
        drawn(lately().await?).await
    } else {
        Vec::new()
    };
    let mut scene = Scene {
        inbox,
        runs,
        running,
        lately,
        agents: agents().await?,
        lines: lines().await?,
        origin,
        made: None,
    };
    if let Some(first) = scene.agents.shown.first().filter(|_| scene.is_empty()) {
        scene.made = made(first.agent.name.clone()).await?;
    }
    Ok(scene)
}

/// When the newest token of an agent was made, for those who may see its tokens.
async fn made(agent: String) -> Loaded<Option<Time>> {
    if !may::<TokenList>() {
        return Ok(None);
    }
    let page = ask(TokenList {
        agent: Some(agent),
        limit: Some(200),
        cursor: None,
    })
    .await?;
    let live = page.items.iter().filter(|token| token.revoked_at.is_none());
    Ok(live.map(|token| token.created_at).max())
}

/// The workflows with their plans.
async fn drawn(summaries: Vec<Summary>) -> Vec<Run> {
    let mut runs = Vec::new();
    for summary in summaries {
        let mini = mini::load(&summary).await;
        runs.push(Run { summary, mini });
    }
    runs
}

/// What needs somebody now.
pub async fn inbox() -> Loaded<InboxPage> {
    ask(InboxList {
        limit: Some(200),
        ..InboxList::default()
    })
    .await
}

/// The active workflows with open work, most recently changed first, and how many there are in all.
pub async fn runs() -> Loaded<(Vec<Summary>, usize)> {
    let page = ask(WorkflowList {
        status: Some(Status::Active),
        limit: Some(MAX_LOOKED),
        ..WorkflowList::default()
    })
    .await?;
    let mut items = page.items;
    let listed = items.len();
    items.retain(|summary| !summary.is_finished());
    let total = page.total.and_then(|total| usize::try_from(total).ok());
    let total = total.unwrap_or(listed).saturating_sub(listed - items.len());
    Ok((items, total))
}

/// The workflows that were last changed, whatever became of them.
async fn lately() -> Loaded<Vec<Summary>> {
    let page = ask(WorkflowList {
        limit: Some(LATELY),
        ..WorkflowList::default()
    })
    .await?;
    Ok(page.items)
}

/// The agents.
pub async fn agents() -> Loaded<Crew> {
    everybody().await.map(Crew::of)
}

async fn lines() -> Loaded<Vec<Line>> {
    let (mut lines, mut cursor) = (Vec::new(), None);
    for _ in 0..MAX_PAGES {
        let page = ask(ActivityList {
            limit: Some(200),
            cursor,
            ..ActivityList::default()
        })
        .await?;
        let news = page.items.into_iter();
        let news = news.filter(|it| is_activity(&it.kind, it.actor.role));
        let news = news.map(Line::told);
        lines = gathered(lines.into_iter().chain(news).collect(), Vec::new());
        cursor = page.next_cursor;
        if lines.len() >= LINES || cursor.is_none() {
            break;
        }
    }
    lines.truncate(LINES);
    Ok(lines)
}
