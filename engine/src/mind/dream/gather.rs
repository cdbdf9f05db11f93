//! Gathers the material of a dream with the agent's own read access, so that a mind never contains what its agent may
//! not read. Reads the index and states.

use std::collections::BTreeSet;

use crate::crystal::filter::{Filters, Tag};
use crate::crystal::find::{self, Query};
use crate::crystal::hit::Hit;
use crate::crystal::rank::Boost;
use crate::crystal::scope::MemoryScope;
use crate::crystal::{Crystal, Trust, of_mind};
use crate::mind::budget::Budget;
use crate::mind::dream::gaps;
use crate::mind::dream::material::{Material, Missed, Said, Talk, Work};
use crate::mind::dream::members;
use crate::mind::dream::point::{FIRST, Seek};
use crate::mind::dream::work::OF_WORK;
use crate::mind::mood;
use crate::mind::note::{Note, NoteKind};
use crate::mind::state::{Made, Mind};
use crate::mind::stream;
use crate::session::find::SessionRow;
use crate::session::record::MemoryType;
use crate::workflow;
use crate::workflow::find::Summary;
use crate::workflow::state::Status;
use crate::workspace::Workspace;
use crate::workspace::settings::{DreamSources, Settings};
use kernel::actor::{Actor, Caller, Role};
use kernel::error::Result;
use kernel::future::Fut;
use kernel::memory::DELETED;
use kernel::ports::index::ListQuery;
use kernel::stream::{StreamId, Version};
use kernel::view::View;

/// Maximum number of memories read from the mind's own core, the newest.
const MEMORIES: usize = 2_000;
/// Maximum number of memories read that the agent wrote in other cores.
const ELSEWHERE: usize = 300;
/// Maximum length read of each memory, in bytes.
const TEXT: usize = 4 * 1024;
/// Page size of the memory queries.
const PAGE_SIZE: usize = 500;
/// Maximum number of the agent's workflows that are read; also the page size.
const WORKFLOWS: usize = 60;
/// Maximum number of listed workflows that are examined for the agent.
const LOOKED_AT: usize = 600;
/// Maximum number of failed searches that are repeated.
const MISSES: usize = 30;
/// Maximum number of sessions that are examined.
const SESSIONS: usize = 20;

/// Gathered material with its sources.
#[derive(Clone, Debug, Default)]
pub struct Gathered {
    /// Material of the dream.
    pub material: Material,
    /// Number of the document's current version; 0 without a document.
    pub base: u32,
    /// Versions of the facts with its notes, in their order.
    pub notes: Vec<Version>,
    /// Number of memories that are new since the last dream.
    pub new_memories: u32,
    /// Number of task outcomes since the last dream.
    pub outcomes: u32,
}

impl Gathered {
    /// Returns the version of the last note in the material; 0 without notes.
    #[must_use]
    pub fn notes_until(&self) -> Version {
        self.notes.last().copied().unwrap_or_default()
    }
}

/// Returns the view with the read access of the agent.
#[must_use]
pub fn as_agent(view: &View, agent: &str) -> View {
    let caller = Caller {
        actor: Some(Actor::new(agent, Role::Worker)),
        ..view.caller.clone()
    };
    View::new(view.now, caller, view.services.clone())
}

/// Gathers the material for a dream of this mind. Includes the notes up to `until`, or all notes if it is `None`.
///
/// # Errors
/// Returns `not_found` if the mind does not exist, `unavailable` if the index cannot be read.
pub async fn gather(view: &View, agent: &str, until: Option<Version>) -> Result<Gathered> {
    let (mind, _) = view.state::<Mind>(&stream(agent)).await?;
    if !mind.exists() {
        return Err(crate::mind::rules::missing(agent));
    }
    let own = as_agent(view, agent);
    let is_in = |version: &Version| until.is_none_or(|until| *version <= until);
    let read = mind.notes.iter().filter(|(version, _)| is_in(version));
    let notes: Vec<Said> = read.clone().map(|(_, note)| of_note(agent, note)).collect();
    let versions: Vec<Version> = read.map(|(version, _)| *version).collect();
    let waiting: BTreeSet<&str> = mind
        .notes
        .values()
        .filter_map(|note| note.id.as_deref())
        .collect();
    let since = mind.dreamt_at.unwrap_or_default();
    let memories = memories(&own, agent).await?;
    let is_new =
        |memory: &&Crystal| memory.persisted_at > since && !waiting.contains(memory.id.as_str());
    let new_memories = count(memories.iter().filter(is_new).count());
    let seed = mind.seed.and_then(|number| mind.versions.get(&number));
    let seed = seed.map(|row| (stream(agent), row.fact));
    let memories: Vec<Said> = memories
        .iter()
        .filter(|memory| !waiting.contains(memory.id.as_str()))
        .map(|memory| of_memory(agent, memory, seed.as_ref()))
        .collect();
    let (workspace, _) = view.state::<Workspace>(&StreamId::workspace()).await?;
    let role = workspace.agents.get(agent).map(|known| known.role);
    let settings = Settings::for_view(view).await?;
    let (work, sessions) = match settings.dream_sources {
        DreamSources::All => (
            work(view, agent, role, None).await?,
            sessions(&own, agent).await?,
        ),
        DreamSources::Memories => (Vec::new(), Vec::new()),
    };
    let levels = mind.mood.at(view.now);
    let is_dreamt = mind.versions.values().any(|row| row.made == Made::Dream);
    let material = Material {
        agent: agent.to_owned(),
        role: role.map(words),
        now: view.now,
        levels,
        mood: mood::words(&levels),
        profile: settings.dream_profile,
        budget: Budget::default(),
        document: mind.text().to_owned(),
        is_first: !is_dreamt && mind.seed.is_some(),
        locked: mind.locked.iter().copied().collect(),
        marks: mind.marks.clone(),
        pointers: mind
            .pointers
            .iter()
            .map(|pointer| (**pointer).clone())
            .collect(),
        notes,
        memories,
        work,
        sessions,
        niche: niche(&mind),
        misses: misses(&own, &mind).await?,
    };
    Ok(Gathered {
        material,
        base: mind.number(),
        notes: versions,
        new_memories,
        outcomes: mind.outcomes,
    })
}

/// Returns recent failed searches that still find nothing, the most frequent first.
async fn misses(own: &View, mind: &Mind) -> Result<Vec<Missed>> {
    let lately = mind.misses.values();
    let mut lately: Vec<_> = lately
        .filter(|miss| own.now.since(miss.at) <= gaps::LASTS)
        .collect();
    lately.sort_by_key(|miss| std::cmp::Reverse((miss.count, miss.at)));
    let mut misses = Vec::new();
    for miss in lately.into_iter().take(MISSES) {
        let query = Query {
            text: Some(miss.query.to_string()),
            filters: Filters::default(),
            distance: None,
            boost: Boost::None,
            offset: 0,
            limit: 1,
        };
        let found = find::find(own, &query).await?;
        if !found.hits.first().is_some_and(Hit::fits) {
            misses.push(Missed {
                query: miss.query.to_string(),
                count: miss.count,
                at: miss.at,
            });
        }
    }
    Ok(misses)
}

fn words(role: Role) -> &'static str {
    match role {
        Role::Orchestrator => "an orchestrator",
        Role::Worker => "a worker",
        Role::Reviewer => "a reviewer",
        Role::Librarian => "a librarian",
        _ => "an agent",
    }
}

fn of_note(agent: &str, note: &Note) -> Said {
    Said {
        id: note.id.as_deref().map(str::to_owned),
        at: note.at,
        by: (!note.is_own(agent)).then(|| note.by.id.clone()),
        importance: note.importance,
        kind: note.kind,
        text: note.text.to_string(),
        is_cut: false,
        is_seed: false,
        is_work: false,
    }
}

fn of_memory(agent: &str, memory: &Crystal, seed: Option<&(StreamId, Version)>) -> Said {
    let by = match (memory.trust, memory.agent.as_deref()) {
        (Trust::Human, _) => Some("a person".to_owned()),
        (_, Some(author)) if author != agent => Some(author.to_owned()),
        _ => None,
    };
    let from = memory.provenance.as_ref();
    let is_seed = seed.is_some_and(|(stream, fact)| {
        from.is_some_and(|from| from.stream == *stream && from.version == Some(*fact))
    });
    let kind = memory.topics.iter().find_map(|topic| kind(topic));
    let metadata = memory.metadata.as_ref();
    let text = beginning(&memory.text);
    Said {
        id: Some(pointer_name(memory, of_mind(agent).id())),
        at: memory.created_at,
        by,
        importance: memory.importance.unwrap_or(0.5),
        kind,
        text: text.to_owned(),
        is_cut: text.len() < memory.text.len(),
        is_seed,
        is_work: metadata.is_some_and(|metadata| metadata.contains_key(OF_WORK)),
    }
}

/// Returns the part of a long memory that is read. No line shows more of it, and hundreds may be long.
fn beginning(text: &str) -> &str {
    let end = (0..=TEXT.min(text.len()))
        .rev()
        .find(|end| text.is_char_boundary(*end));
    &text[..end.unwrap_or(0)]
}

fn kind(name: &str) -> Option<NoteKind> {
    serde_json::from_value(name.into()).ok()
}

/// Returns the newest memories of the mind's own core and those that the agent wrote elsewhere, oldest first. Only
/// shared memories, because a mind is part of contexts for every user.
async fn memories(own: &View, agent: &str) -> Result<Vec<Crystal>> {
    let core = of_mind(agent);
    let of_core = Filters {
        core: Some(Tag::eq(core.id())),
        scope: Some(MemoryScope::default()),
        ..Filters::default()
    };
    let by_it = Filters {
        agent: Some(Tag::eq(agent)),
        scope: Some(MemoryScope::default()),
        ..Filters::default()
    };
    let mut all = newest(own, of_core, MEMORIES).await?;
    let elsewhere = newest(own, by_it, ELSEWHERE).await?;
    all.extend(
        elsewhere
            .into_iter()
            .filter(|memory| memory.core != core.id()),
    );
    all.retain(|memory| memory.memory_type != MemoryType::Message);
    all.sort_by(|one, other| {
        one.created_at
            .cmp(&other.created_at)
            .then(one.id.cmp(&other.id))
    });
    Ok(all)
}

async fn newest(own: &View, filters: Filters, most: usize) -> Result<Vec<Crystal>> {
    let mut all = Vec::new();
    while all.len() < most {
        let query = Query {
            text: None,
            filters: filters.clone(),
            distance: None,
            boost: Boost::None,
            offset: all.len(),
            limit: PAGE_SIZE.min(most - all.len()),
        };
        let found = find::find(own, &query).await?;
        let (some, total) = (found.hits.len(), found.total);
        all.extend(found.hits.into_iter().map(|hit| hit.memory));
        if some == 0 || all.len() as u64 >= total {
            break;
        }
    }
    Ok(all)
}

/// Returns the workflows that the agent takes part in, the most recently changed first. `status` filters them.
pub(crate) async fn work(
    view: &View,
    agent: &str,
    role: Option<Role>,
    status: Option<Status>,
) -> Result<Vec<Work>> {
    let mut query = ListQuery {
        kind: "workflow",
        status: status.map(|status| status.name().into()),
        limit: WORKFLOWS,
        ..ListQuery::default()
    };
    let (mut work, mut looked_at) = (Vec::new(), 0);
    loop {
        let listed = view.services.index().list(&query).await?;
        looked_at += listed.entries.len();
        for entry in listed.entries {
            let Ok(summary) = entry.parse_row::<Summary>() else {
                continue;
            };
            if entry.status == DELETED || is_foreign(&summary, agent) {
                continue;
            }
            // The workflow may have been deleted since it was listed.
            let Ok(state) = workflow::ops::read(view, summary.id).await else {
                continue;
            };
            work.extend(members::of(&state, agent, role));
            if work.len() >= WORKFLOWS {
                return Ok(work);
            }
        }
        query.cursor = listed.next_cursor;
        if query.cursor.is_none() || looked_at >= LOOKED_AT {
            return Ok(work);
        }
    }
}

/// Returns true if the workflow is no longer active and its index row shows that the agent is neither a member nor the
/// lead.
fn is_foreign(summary: &Summary, agent: &str) -> bool {
    let is_known = summary.agent_count as usize == summary.agents.len();
    summary.status != Status::Active
        && is_known
        && !summary.agents.iter().any(|name| name == agent)
        && summary.lead.as_deref() != Some(agent)
}

async fn sessions(own: &View, agent: &str) -> Result<Vec<Talk>> {
    let query = ListQuery {
        kind: "session",
        status: Some("active".into()),
        reader: Some(agent.to_owned()),
        beyond: Some(own.now),
        limit: SESSIONS,
        ..ListQuery::default()
    };
    let listed = own.services.index().list(&query).await?;
    let rows = listed
        .entries
        .iter()
        .filter_map(|entry| entry.parse_row::<SessionRow>().ok());
    // Sessions of users are skipped: their content stays in them.
    let its =
        rows.filter(|row| row.user_id.is_none() && row.agents.iter().any(|name| **name == *agent));
    Ok(its
        .filter_map(|row| {
            Some(Talk {
                key: row.session.to_string(),
                topic: row.topic?,
                at: row.updated_at,
            })
        })
        .collect())
}

/// Returns the last reported figures of the agent as a line.
fn niche(mind: &Mind) -> Vec<String> {
    let Some(niche) = &mind.niche else {
        return Vec::new();
    };
    let figures = &niche.figures;
    let mut said = Vec::new();
    if let Some(earned) = figures.earnings {
        said.push(format!("earned {earned}"));
    }
    if let Some(spent) = figures.spending {
        said.push(format!("spent {spent}"));
    }
    if let Some(skills) = figures.listed_skills {
        said.push(format!("{skills} skills offered"));
    }
    if let Some(buyers) = figures.buyers {
        said.push(format!("{buyers} buyers"));
    }
    if let Some(trend) = figures.trend_7d {
        said.push(format!("{:+.0} % in seven days", trend * 100.0));
    }
    let top = figures.top_skills.iter().flatten().take(5);
    let top: Vec<String> = top.map(|skill| super::words::quote(skill, 40)).collect();
    if !top.is_empty() {
        said.push(format!("most earned with {}", top.join(", ")));
    }
    if said.is_empty() {
        return Vec::new();
    }
    vec![format!(
        "Reported on {}: {}.",
        niche.at.date(),
        said.join(", ")
    )]
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// Searches memories as the agent.
pub struct Asks {
    view: View,
    core: String,
}

impl Asks {
    /// Creates a search with the read access of the agent.
    #[must_use]
    pub fn of(view: &View, agent: &str) -> Self {
        Self {
            view: as_agent(view, agent),
            core: of_mind(agent).id().to_owned(),
        }
    }
}

/// Returns the name of a memory in pointers: its id, with its core in front if that is not the mind's own.
#[must_use]
pub fn pointer_name(memory: &Crystal, own: &str) -> String {
    if memory.core == own {
        memory.id.clone()
    } else {
        format!("{}/{}", memory.core, memory.id)
    }
}

impl Seek for Asks {
    fn first<'a>(&'a self, keywords: &'a str) -> Fut<'a, Result<Vec<String>>> {
        Box::pin(async move {
            let query = Query {
                text: Some(keywords.to_owned()),
                filters: Filters::default(),
                distance: None,
                boost: Boost::Usual,
                offset: 0,
                limit: FIRST,
            };
            let found = find::find(&self.view, &query).await?;
            let hits = found.hits.iter();
            Ok(hits
                .map(|hit| pointer_name(&hit.memory, &self.core))
                .collect())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{TEXT, beginning};

    #[test]
    fn of_a_long_memory_the_beginning_is_read() {
        for (text, long) in [
            ("short".to_owned(), 5),
            ("x".repeat(300_000), TEXT),
            ("記".repeat(100_000), TEXT - 1),
        ] {
            let begins = beginning(&text);
            assert!(
                text.starts_with(begins) && begins.len() == long,
                "{}",
                begins.len()
            );
        }
    }
}
