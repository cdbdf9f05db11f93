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

use super::mini::{self, Mini};
use crate::pages::ask::{Loaded, ask, may};
use crate::pages::everybody::everybody;
use crate::pages::fresh::is_activity;
use crate::pages::happening::{Line, merge_lines};
use crate::pages::origin::origin;

/// Maximum number of workflows shown; their list has the others.
const RUNS: usize = 8;
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
pub struct Run {
    /// Summary of the workflow.
    pub summary: Summary,
    /// Thumbnail of the plan, unless it has too many tasks.
    pub mini: Option<Mini>,
}

/// Agents that are shown, with the totals.
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
    let (inbox, (runs, running, lately), agents, lines) = tokio::try_join!(
        ask(InboxList {
            limit: Some(200),
            ..InboxList::default()
        }),
        load_runs(),
        everybody(),
        lines()
    )?;
    let mut scene = Scene {
        inbox,
        runs,
        running,
        lately,
        agents: Crew::of(agents),
        lines,
        origin,
        made: None,
    };
    if let Some(first) = scene.agents.shown.first().filter(|_| scene.is_empty()) {
        scene.made = load_token_time(first.agent.name.clone()).await?;
    }
    Ok(scene)
}

/// Loads the active workflows with open work, their total number, and the most recently changed ones if there are
/// none.
async fn load_runs() -> Loaded<(Vec<Run>, usize, Vec<Run>)> {
    let (mut active, running) = load_active().await?;
    active.truncate(RUNS);
    if !active.is_empty() {
        return Ok((load_thumbnails(active).await, running, Vec::new()));
    }
    let page = ask(WorkflowList {
        limit: Some(LATELY),
        ..WorkflowList::default()
    })
    .await?;
    Ok((Vec::new(), running, load_thumbnails(page.items).await))
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

/// Loads the active workflows with open work, most recently changed first, and their total number.
async fn load_active() -> Loaded<(Vec<Summary>, usize)> {
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
        lines = merge_lines(lines.into_iter().chain(news));
        cursor = page.next_cursor;
        if lines.len() >= LINES || cursor.is_none() {
            break;
        }
    }
    lines.truncate(LINES);
    Ok(lines)
}
