//! Data of the overview.

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
use crate::pages::happening::{Line, merge_lines};
use crate::pages::origin::origin;

/// Maximum number of workflows shown; their list has the others.
pub const RUNS: usize = 8;
/// Maximum number of active workflows that are searched for open work.
const MAX_LOOKED: u32 = 40;
/// Maximum number of recently finished workflows shown.
const LATELY: u32 = 3;
/// Maximum number of agents shown; their list has the others.
const CREW: usize = 24;
/// Number of activity lines shown at first.
const LINES: usize = 16;
/// Maximum number of activity pages that are read for these lines.
const MAX_PAGES: usize = 3;

/// A workflow with the thumbnail of its plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// Summary of the workflow.
    pub summary: Summary,
    /// Thumbnail of the plan, unless it has too many tasks.
    pub mini: Option<Mini>,
}

/// Agents that are shown, with the totals.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Crew {
    /// All agents by name. If there are more than are shown: those with a task or a lead, then those that were seen
    /// last, each group by name.
    pub shown: Vec<Seen>,
    /// Number of all agents.
    pub all: usize,
    /// Number of working agents.
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
            // Sorted by name again, so that rows keep their places.
            agents.sort_by_key(|seen| (!is_busy(seen), seen.agent.name.clone()));
        }
        Self {
            shown: agents,
            all,
            working,
        }
    }
}

/// Returns true if an agent works: it is not paused or blocked, and holds a task in progress or leads a workflow.
#[must_use]
pub fn is_working(seen: &Seen) -> bool {
    let holds = |status| seen.holds.iter().any(|held| held.status == status);
    let is_stopped = seen.agent.paused_at.is_some() || holds(TaskStatus::Blocked);
    !is_stopped && (holds(TaskStatus::InProgress) || !seen.leads.is_empty())
}

/// Data of the overview.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Scene {
    /// Items that need a person.
    pub inbox: InboxPage,
    /// Running workflows.
    pub runs: Vec<Run>,
    /// Total number of running workflows.
    pub running: usize,
    /// Most recently changed workflows, if none is running.
    pub lately: Vec<Run>,
    /// Agents of the workspace.
    pub agents: Crew,
    /// Activity, newest first.
    pub lines: Vec<Line>,
    /// Origin of this server, shown to agents.
    pub origin: String,
    /// Creation time of the first agent's newest token, while that agent has not called.
    pub made: Option<Time>,
}

impl Scene {
    /// Returns true if there are no workflows and no agent has called.
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

/// Loads the data of the overview.
///
/// # Errors
/// Returns the first refusal.
pub async fn load() -> Loaded<Scene> {
    let origin = origin();
    let inbox = inbox().await?;
    let (mut active, running) = runs().await?;
    active.truncate(RUNS);
    let runs = load_thumbnails(active).await;
    let lately = if runs.is_empty() {
        load_thumbnails(lately().await?).await
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
        scene.made = load_token_time(first.agent.name.clone()).await?;
    }
    Ok(scene)
}

/// Returns the creation time of an agent's newest token, if the viewer may list its tokens.
async fn load_token_time(agent: String) -> Loaded<Option<Time>> {
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

/// Adds the thumbnails to the workflows.
async fn load_thumbnails(summaries: Vec<Summary>) -> Vec<Run> {
    let mut runs = Vec::new();
    for summary in summaries {
        let mini = mini::load(&summary).await;
        runs.push(Run { summary, mini });
    }
    runs
}

/// Loads the items that need a person.
pub async fn inbox() -> Loaded<InboxPage> {
    ask(InboxList {
        limit: Some(200),
        ..InboxList::default()
    })
    .await
}

/// Loads the active workflows with open work, most recently changed first, and their total number.
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

/// Loads the most recently changed workflows, whatever their status.
async fn lately() -> Loaded<Vec<Summary>> {
    let page = ask(WorkflowList {
        limit: Some(LATELY),
        ..WorkflowList::default()
    })
    .await?;
    Ok(page.items)
}

/// Loads the agents.
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
        let news = news.map(Line::of_fact);
        lines = merge_lines(lines.into_iter().chain(news).collect(), Vec::new());
        cursor = page.next_cursor;
        if lines.len() >= LINES || cursor.is_none() {
            break;
        }
    }
    lines.truncate(LINES);
    Ok(lines)
}
