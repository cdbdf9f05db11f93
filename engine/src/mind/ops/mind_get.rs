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

/// How many versions are listed: the newest; each can be had by its number.
const VERSIONS: usize = 100;

/// Gives a mind: the document, the notes that wait to go into it, the mood now and its course over the last day,
/// the last dreams, the versions. Orchestrators get others' without The Bond, which is for the agent itself and for
/// people, as with all that reads a mind.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MindGet {
    /// The agent whose mind it is; your own unless given.
    pub agent: Option<String>,
}

/// A mood as it is now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MoodShown {
    /// In words.
    pub words: String,
    /// The levels now.
    #[serde(flatten)]
    pub levels: Levels,
    /// Where they rest.
    pub rest: Levels,
    /// What raised each level last.
    pub causes: Vec<Cause>,
    /// What spiked and is not noted yet.
    pub spikes: Vec<Spike>,
    /// When what spiked is noted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub consolidated_at: Option<Time>,
    /// The course over the last day: every half hour, and before and after each signal.
    pub course: Vec<Point>,
}

/// A mind.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MindShown {
    /// Whose it is.
    pub agent: String,
    /// The document; none before the first dream.
    pub document: Option<Written>,
    /// The sections that dreams leave alone.
    pub locked: Vec<Section>,
    /// The notes that wait for a dream, the oldest first.
    pub notes: Vec<Note>,
    /// The same as a text.
    pub scratch: String,
    /// The mood.
    pub mood: MoodShown,
    /// What the agent reported of how it does among others.
    pub reported: Option<NicheReported>,
    /// When it reported that.
    pub reported_at: Option<Time>,
    /// Searches that found nothing which fits, the latest first.
    pub misses: Vec<Miss>,
    /// The last dreams, the newest first.
    pub dreams: Vec<DreamRow>,
    /// The dream that is wanted or being dreamt.
    pub asked: Option<Asked>,
    /// When Loci next looks whether there is enough to dream of.
    pub look_at: Option<Time>,
    /// The newest versions, the newest first.
    pub versions: Vec<VersionRow>,
    /// How many versions there are.
    pub version_count: u32,
    /// How many notes were written in all.
    pub notes_written: u64,
    /// When it began.
    pub created_at: Option<Time>,
    /// When something last happened.
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
    Ok(shown(agent, &state, view.now))
}

fn shown(agent: String, state: &Mind, now: Time) -> MindShown {
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
