//! `session_sweep`: what Loci does with a session by itself when a time has come. No door offers it,
//! because nobody can be given the role that it asks for.

use crate::conversation::ops::expire;
use crate::jobs::JobKind;
use crate::session::facts::SummaryFailed;
use crate::session::key::SessionKey;
use crate::session::message::is_false;
use crate::session::overflow::to_fold;
use crate::session::state::Session;
use crate::workspace::settings::Settings;
use kernel::prelude::*;

/// Writes what time alone has brought to a session, and says what is to be done about it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionSweep {
    /// The session.
    pub session: SessionKey,
}

/// What came, and what is to be done.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SessionSwept {
    /// Whether its time ran out.
    #[serde(default, skip_serializing_if = "is_false")]
    pub expired: bool,
    /// The facts up to this one are to be erased now: see `session_erase`.
    pub erase: Option<Version>,
    /// Whether its oldest messages are to be folded now.
    #[serde(default, skip_serializing_if = "is_false")]
    pub fold: bool,
    /// Whether memories are to be taken from its messages now.
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
