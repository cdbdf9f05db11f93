//! `mind_get`.

use crate::mind::facts::NicheReported;
use crate::mind::mood::{Cause, Hormone, Point, Spike, words};
use crate::mind::note::{Note, scratch};
use crate::mind::ops::read;
use crate::mind::report::DreamRow;
use crate::mind::rules::whose;
use crate::mind::section::{Levels, Section};
use crate::mind::state::{Asked, Mind, Miss, VersionRow, Written};
use kernel::prelude::*;

/// Maximum number of listed versions, the newest. `mind_version_get` returns any version.
const VERSIONS: usize = 100;

/// Returns a mind: document, waiting notes, mood now and over the last day, last dreams, versions. The Bond is only for
/// the agent itself and people: orchestrators get other agents' minds without it, here and in all reads of minds.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MindGet {
    /// Name of the agent. Default: yourself.
    pub agent: Option<String>,
}

/// Current mood.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MoodShown {
    /// Mood in words.
    pub words: String,
    /// Current levels.
    #[serde(flatten)]
    pub levels: Levels,
    /// Baselines of the levels.
    pub rest: Levels,
    /// Last signal for each level.
    pub causes: Vec<Cause>,
    /// Spikes that are not recorded as notes yet.
    pub spikes: Vec<Spike>,
    /// Time at which spikes are recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub consolidated_at: Option<Time>,
    /// Course over the last day: a point every half hour, and two around each signal.
    pub course: Vec<Point>,
}

/// A mind.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MindShown {
    /// Name of the agent.
    pub agent: String,
    /// Document. Absent before the first dream, unless seeded or edited.
    pub document: Option<Written>,
    /// Locked sections, which dreams do not change.
    pub locked: Vec<Section>,
    /// Notes that wait for a dream, oldest first.
    pub notes: Vec<Note>,
    /// The same notes as a text.
    pub scratch: String,
    /// Mood.
    pub mood: MoodShown,
    /// Figures that the agent reported.
    pub reported: Option<NicheReported>,
    /// Time of that report.
    pub reported_at: Option<Time>,
    /// Searches without a matching result, latest first.
    pub misses: Vec<Miss>,
    /// Last dreams, newest first.
    pub dreams: Vec<DreamRow>,
    /// Dream that is requested or running.
    pub asked: Option<Asked>,
    /// Time of the next check for a dream.
    pub look_at: Option<Time>,
    /// Newest versions, at most 100, newest first.
    pub versions: Vec<VersionRow>,
    /// Number of all versions.
    pub version_count: u32,
    /// Number of all notes ever written.
    pub notes_written: u64,
    /// Time at which the mind began.
    pub created_at: Option<Time>,
    /// Time of the last change.
    pub updated_at: Time,
}

impl Operation for MindGet {
    type Output = MindShown;
    const SPEC: Spec = spec!(Read "mind_get" Access::ALL);
    const HOW: How<Self> = How::Run(|op, view| Box::pin(run(op, view)));
}

async fn run(op: MindGet, view: View) -> Result<MindShown> {
    let agent = whose(view.actor()?, op.agent.as_deref())?;
    let (state, _) = read(&view, &agent).await?;
    Ok(mind_output(agent, &state, view.now))
}

fn mind_output(agent: String, state: &Mind, now: Time) -> MindShown {
    let reported = state.niche.as_ref();
    let mut misses: Vec<Miss> = state
        .misses
        .values()
        .map(|miss| Miss::clone(miss))
        .collect();
    misses.sort_by_key(|miss| std::cmp::Reverse(miss.at));
    let newest = state.versions.values().rev().take(VERSIONS);
    MindShown {
        agent,
        document: state.document.as_deref().cloned(),
        locked: state.locked.iter().copied().collect(),
        notes: state.notes.values().map(|note| Note::clone(note)).collect(),
        scratch: scratch(state.notes.values().map(|note| &**note)),
        mood: mood(state, now),
        reported: reported.map(|niche| niche.figures.clone()),
        reported_at: reported.map(|niche| niche.at),
        misses,
        dreams: state
            .dreams
            .iter()
            .rev()
            .map(|dream| DreamRow::clone(dream))
            .collect(),
        asked: state.asked.clone(),
        look_at: state.look_at,
        versions: newest.map(|row| VersionRow::clone(row)).collect(),
        version_count: u32::try_from(state.versions.len()).unwrap_or(u32::MAX),
        notes_written: state.notes_written,
        created_at: state.created_at,
        updated_at: state.updated_at,
    }
}

fn mood(state: &Mind, now: Time) -> MoodShown {
    let levels = state.mood.at(now);
    let [dopamine, cortisol, oxytocin] = Hormone::ALL.map(Hormone::baseline);
    MoodShown {
        words: words(&levels),
        levels,
        rest: Levels {
            dopamine,
            cortisol,
            oxytocin,
        },
        causes: state.mood.causes().to_vec(),
        spikes: state.mood.spikes.clone(),
        consolidated_at: state.mood.due(),
        course: state.mood.course(now),
    }
}
