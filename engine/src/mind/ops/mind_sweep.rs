//! What Loci does by itself in a mind when a time has come: it notes what spiked in the mood, and looks whether
//! there is enough to dream of. No door offers these, because nobody can be given the role that they ask for.

use crate::crystal::filter::{Filters, Range, Tag};
use crate::crystal::find::{self, Query};
use crate::crystal::of_mind;
use crate::crystal::rank::Boost;
use crate::crystal::scope::MemoryScope;
use crate::jobs::JobKind;
use crate::mind::facts::{AskedBy, DreamAsked, MindLooked, MoodConsolidated};
use crate::mind::mood::Spike;
use crate::mind::note::AUTO;
use crate::mind::rules::{self, NewNote};
use crate::mind::state::Mind;
use crate::mind::stream;
use crate::workspace::erasing::erase_due;
use crate::workspace::settings::{DreamSources, Settings};
use kernel::actor::Caller;
use kernel::prelude::*;
use kernel::time::MINUTE;
use kernel::view::Erase;

/// How much a note matters that Loci makes of a spike.
const SPIKED: f64 = 0.8;

/// Writes what time has brought to a mind.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MindSweep {
    /// Whose mind.
    pub agent: String,
    /// How many memories the agent got since the last dream, beside its notes.
    #[serde(skip)]
    pub memories: u64,
}

impl MindSweep {
    /// Of that agent's mind.
    #[must_use]
    pub fn of(agent: impl Into<String>) -> Self {
        Self {
            agent: agent.into(),
            memories: 0,
        }
    }
}

/// What is to be done for it now.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Swept {
    /// The jobs to begin.
    pub jobs: Vec<JobKind>,
    /// Up to which fact it is to be erased.
    pub erase: Option<Version>,
}

impl Operation for MindSweep {
    type Output = Swept;
    const SPEC: Spec = spec!(Write "mind_sweep" Access::SYSTEM);
    const HOW: How<Self> = How::Decide(decide);
    const PREPARE: Option<Prepare<Self>> = Some(|op, view| Box::pin(prepare(op, view)) as Fut<_>);
}

async fn prepare(op: MindSweep, view: View) -> Result<MindSweep> {
    let (state, _) = view.state::<Mind>(&stream(&op.agent)).await?;
    if state.look_at.is_none_or(|at| at > view.now) {
        return Ok(op);
    }
    let since = state.tried_at.or(state.created_at).unwrap_or(Time(0));
    let memories = memories(&view, &op.agent, since).await?;
    Ok(MindSweep { memories, ..op })
}

/// How many memories an agent got since then that it may read, beside its notes.
async fn memories(view: &View, agent: &str, since: Time) -> Result<u64> {
    let actor = Actor::new(agent, Role::Worker);
    let caller = Caller {
        actor: Some(actor),
        ..view.caller.clone()
    };
    let view = View::new(view.now, caller, view.services.clone());
    let of = |core: Option<Tag>| Query {
        text: None,
        filters: Filters {
            agent: Some(Tag::eq(agent)),
            core,
            scope: Some(MemoryScope::default()),
            created_at: Some(Range {
                gte: Some(since),
                ..Range::default()
            }),
            ..Filters::default()
        },
        distance: None,
        boost: Boost::None,
        offset: 0,
        limit: 1,
    };
    let all = find::find(&view, &of(None)).await?.total;
    let own = Tag::eq(of_mind(agent).id());
    let notes = find::find(&view, &of(Some(own))).await?.total;
    Ok(all.saturating_sub(notes))
}

fn decide(op: &MindSweep, tx: &mut Tx) -> Result<Swept> {
    let draft = tx.draft::<Mind>(&stream(&op.agent))?;
    let now = draft.cx.now;
    if let Some(purge_at) = draft.purge_at {
        return Ok(Swept {
            jobs: Vec::new(),
            erase: draft.deleted.filter(|_| purge_at <= now),
        });
    }
    consolidate(tx, &op.agent)?;
    look(op, tx)?;
    let draft = tx.draft::<Mind>(&stream(&op.agent))?;
    let is_due = |job: &JobKind| {
        let at = draft.jobs.when(*job, draft.wanted_at(*job));
        at.is_some_and(|at| at <= now)
    };
    let jobs = [JobKind::Dream, JobKind::Pointers];
    Ok(Swept {
        jobs: jobs.into_iter().filter(is_due).collect(),
        erase: None,
    })
}

/// Notes what spiked, once the time for it has come.
fn consolidate(tx: &mut Tx, agent: &str) -> Result<()> {
    let draft = tx.draft::<Mind>(&stream(agent))?;
    if draft.mood.due().is_none_or(|due| due > draft.cx.now) {
        return Ok(());
    }
    let spikes = draft.mood.spikes.clone();
    draft.record(MoodConsolidated {
        spikes: spikes.clone(),
    });
    for spike in spikes {
        let note = NewNote {
            text: words(&spike),
            importance: SPIKED,
            auto: true,
            ..NewNote::default()
        };
        match rules::write(tx, agent, note) {
            // Where no more notes can wait, the fact still says what spiked.
            Err(error) if error.extra.reason.as_deref() == Some("full") => {}
            written => drop(written?),
        }
    }
    Ok(())
}

fn words(spike: &Spike) -> String {
    let hormone = spike.hormone;
    let what = match &spike.reason {
        Some(reason) => format!("{}: {reason}", spike.signal.name()),
        None => spike.signal.name().into(),
    };
    format!(
        "{AUTO} Mood: {} peaked at {:.2} at {} ({}). {what}",
        hormone.name(),
        spike.peak,
        spike.at,
        hormone.spike()
    )
}

/// Looks whether there is enough to dream of, once the time for it has come.
fn look(op: &MindSweep, tx: &mut Tx) -> Result<()> {
    let settings = Settings::of(tx)?;
    let draft = tx.draft::<Mind>(&stream(&op.agent))?;
    let now = draft.cx.now;
    if draft.asked.is_some() || draft.look_at.is_none_or(|at| at > now) {
        return Ok(());
    }
    let minutes = settings.dream_interval_minutes;
    let interval = i64::from(minutes) * MINUTE;
    let next = draft.tried_at.map(|tried| tried.plus(interval));
    let outcomes = match settings.dream_sources {
        DreamSources::All => u64::from(draft.outcomes),
        DreamSources::Memories => 0,
    };
    let found = (draft.notes.len() as u64)
        .saturating_add(op.memories)
        .saturating_add(outcomes);
    if next.is_some_and(|next| next > now) {
        // Dreams are further apart than when the look was planned.
        draft.record(MindLooked { minutes, next });
    } else if settings.dream_enabled && found >= u64::from(settings.dream_min_notes) {
        let next = None;
        draft.record(MindLooked { minutes, next });
        draft.record(DreamAsked { by: AskedBy::Time });
    } else {
        // It rests until something happens to it: whatever that is has Loci look again.
        let next = None;
        draft.record(MindLooked { minutes, next });
    }
    Ok(())
}

/// Erases a mind whose time to be brought back has passed. The next note begins it anew.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MindErase {
    /// Whose mind.
    pub agent: String,
    /// Up to which fact.
    pub until: Version,
}

/// What was erased.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "MindErased")]
pub struct Erased {
    /// How many facts.
    pub facts: u64,
}

impl Operation for MindErase {
    type Output = Erased;
    const SPEC: Spec = spec!(Write "mind_erase" Access::SYSTEM);
    const HOW: How<Self> = How::Run(|op, view| Box::pin(erase(op, view)));
}

async fn erase(op: MindErase, view: View) -> Result<Erased> {
    let stream = stream(&op.agent);
    let (state, _) = view.state::<Mind>(&stream).await?;
    let is_due = state.purge_at.is_some_and(|at| at <= view.now);
    if !is_due || state.deleted != Some(op.until) {
        let detail = "The mind was brought back, or its time to be erased has not come.";
        return Err(Error::conflict("not_due", detail));
    }
    erase_due(&view, Erase::facts(stream, 1..=op.until)).await?;
    Ok(Erased { facts: op.until })
}
