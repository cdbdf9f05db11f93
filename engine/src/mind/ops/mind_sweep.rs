//! Scheduled operations of a mind: recording spikes in the mood, checking whether the mind should dream, and erasing
//! deleted minds. Internal: they require `Role::System`, so no API exposes them.

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

/// Importance of a note about a spike.
const SPIKED: f64 = 0.8;

/// Runs the scheduled changes of a mind.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MindSweep {
    /// Name of the agent.
    pub agent: String,
    /// Number of memories that the agent got since the last dream attempt, without its notes.
    #[serde(skip)]
    pub memories: u64,
}

impl MindSweep {
    /// Creates the operation for an agent's mind.
    #[must_use]
    pub fn of(agent: impl Into<String>) -> Self {
        Self {
            agent: agent.into(),
            memories: 0,
        }
    }
}

/// Follow-up work of a sweep.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Swept {
    /// Jobs to start.
    pub jobs: Vec<JobKind>,
    /// Version of the last fact to erase, if the mind is to be erased.
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

/// Returns the number of memories since that time that the agent wrote and may read, without those in the mind's own
/// core.
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
                gte: Some(since.into()),
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
        let at = draft.jobs.when(*job, draft.start_time(*job));
        at.is_some_and(|at| at <= now)
    };
    let jobs = [JobKind::Dream, JobKind::Pointers];
    Ok(Swept {
        jobs: jobs.into_iter().filter(is_due).collect(),
        erase: None,
    })
}

/// Records spikes in the mood if the time has come.
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
            // If the buffer is full, the fact alone records the spike.
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
        spike.at.to_minute(),
        hormone.spike()
    )
}

/// Requests a dream if the time for a check has come and there is enough for one.
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
        // The interval became longer after the check was scheduled.
        draft.record(MindLooked { minutes, next });
    } else if settings.dream_enabled && found >= u64::from(settings.dream_min_notes) {
        let next = None;
        draft.record(MindLooked { minutes, next });
        draft.record(DreamAsked { by: AskedBy::Time });
    } else {
        // No check is scheduled until the next event of the mind.
        let next = None;
        draft.record(MindLooked { minutes, next });
    }
    Ok(())
}

/// Erases a deleted mind that can no longer be restored. The next note begins a new one.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MindErase {
    /// Name of the agent.
    pub agent: String,
    /// Version of the last fact to erase.
    pub until: Version,
}

/// Result of erasing a mind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "MindErased")]
pub struct Erased {
    /// Number of erased facts.
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
