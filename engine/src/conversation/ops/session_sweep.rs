//! `session_sweep`: applies the effects of time to a session. Internal: requires `Role::System`, so no API exposes it.

use crate::conversation::ops::expire;
use crate::jobs::JobKind;
use crate::session::facts::SummaryFailed;
use crate::session::key::SessionKey;
use crate::session::message::is_false;
use crate::session::overflow::to_fold;
use crate::session::state::Session;
use crate::workspace::settings::Settings;
use kernel::prelude::*;

/// Records the expiry of a session, and returns its due work.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionSweep {
    /// The session.
    pub session: SessionKey,
}

/// Result of a sweep.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SessionSwept {
    /// True if the session expired.
    #[serde(default, skip_serializing_if = "is_false")]
    pub expired: bool,
    /// Last version to erase now; see `session_erase`.
    pub erase: Option<Version>,
    /// True if its oldest messages are to be folded now.
    #[serde(default, skip_serializing_if = "is_false")]
    pub fold: bool,
    /// True if memories are to be extracted from its messages now.
    #[serde(default, skip_serializing_if = "is_false")]
    pub extract: bool,
}

impl Operation for SessionSweep {
    type Output = SessionSwept;
    const SPEC: Spec = spec!(Write "session_sweep" Access::SYSTEM);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &SessionSweep, tx: &mut Tx) -> Result<SessionSwept> {
    let settings = Settings::of(tx)?;
    let expired = expire(tx, &op.session)?;
    let draft = tx.draft::<Session>(&op.session.stream())?;
    let now = draft.cx.now;
    let over = draft.ended_lives.iter().filter(|life| life.purge_at <= now);
    let erase = over.map(|life| life.until).max();
    let is_due = |job, at| draft.jobs.when(job, at).is_some_and(|at| at <= now);
    let extract = draft.lives(now) && is_due(JobKind::Memories, draft.extract_at());
    let is_due = draft.lives(now) && is_due(JobKind::Summary, draft.fold_at());
    let fold = is_due && to_fold(draft.state(), &settings).is_some();
    if is_due && !fold {
        let reason = if draft.fold_asked {
            "There is nothing to fold: the newest turn stays, and a tool call stays with its result."
        } else {
            "There is nothing to fold: the newest message stays, and a tool call stays with its result."
        };
        draft.record(SummaryFailed {
            reason: reason.into(),
            retry_at: None,
        });
    }
    Ok(SessionSwept {
        expired,
        erase,
        fold,
        extract,
    })
}
