//! `mood_signal`.

use kernel::prelude::*;

use crate::mind::facts::MoodSignalled;
use crate::mind::mood::{Felt, Signal, exact, words};
use crate::mind::ops::WRITERS;
use crate::mind::rules::{begin, whose};
use crate::mind::section::Levels;
use kernel::unseen::one_line;

/// Maximum length of a reason, in bytes.
const REASON_BYTES: usize = 300;

/// Raises a mind's mood, such as after praise, success, trouble or an urgent request. The effect fades within hours.
/// Task outcomes, approvals by people and urgent nudges do this automatically.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MoodSignal {
    /// Name of the agent. Default: yourself.
    pub agent: Option<String>,
    /// Signal: `reward`, `error`, `social`, `achievement` or `urgency`.
    pub signal: Signal,
    /// Strength, 0 to 1. Default: 1.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub strength: Option<f64>,
    /// Reason in a few words. The note about a spike quotes it.
    #[schemars(length(max = REASON_BYTES))]
    pub reason: Option<String>,
}

/// Current mood.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MoodFelt {
    /// Name of the agent.
    pub agent: String,
    /// Mood in words.
    pub mood: String,
    /// Levels of the mood.
    pub levels: Levels,
}

impl Operation for MoodSignal {
    type Output = MoodFelt;
    const SPEC: Spec = spec!(Write "mood_signal" WRITERS).refuses(&["deleted", "full"]);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &MoodSignal, tx: &mut Tx) -> Result<MoodFelt> {
    let agent = whose(&tx.cx.actor, op.agent.as_deref())?;
    let strength = op.strength.unwrap_or(1.0);
    if !(0.0..=1.0).contains(&strength) {
        return Err(Error::field("/strength", "expected 0 to 1"));
    }
    let reason = op.reason.as_deref().map(one_line);
    let reason = reason.filter(|reason| !reason.is_empty());
    if reason
        .as_ref()
        .is_some_and(|reason| reason.len() > REASON_BYTES)
    {
        let detail = format!("expected at most {REASON_BYTES} bytes: `note_write` keeps more");
        return Err(Error::field("/reason", detail));
    }
    let draft = begin(tx, &agent)?;
    let now = draft.cx.now;
    let felt = Felt {
        signal: op.signal,
        strength: exact(strength),
        at: now,
        reason: reason.map(Into::into),
        source: None,
    };
    draft.record(MoodSignalled {
        signals: vec![felt],
    });
    let levels = draft.mood.at(now);
    Ok(MoodFelt {
        mood: words(&levels),
        levels,
        agent,
    })
}
