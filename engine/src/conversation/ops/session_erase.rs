//! `session_erase`: the end of a session that ended. No door offers it, because nobody can be given the
//! role that it asks for; people erase with `purge`.

use crate::session::key::SessionKey;
use crate::session::state::Session;
use crate::workspace::erasing::erase_due;
use kernel::prelude::*;
use kernel::view::Erase;

/// Erases what the facts of a session say up to one of them, but for those of an earlier one that can
/// still be brought back. The session's id stays free to be used
/// again, and what happened under it since is untouched.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionErase {
    /// The session.
    pub session: SessionKey,
    /// The last fact to erase.
    pub until: Version,
}

/// What was erased.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Erased {
    /// The session.
    pub session: SessionKey,
    /// How many facts.
    pub facts: u64,
}

impl Operation for SessionErase {
    type Output = Erased;
    const SPEC: Spec = spec!(Write "session_erase" Access::SYSTEM);
    const HOW: How<Self> = How::Run(run);
}

fn run(op: SessionErase, view: View) -> Fut<'static, Result<Erased>> {
    Box::pin(async move {
        let stream = op.session.stream();
        let (state, _) = view.state::<Session>(&stream).await?;
        let is_due = |until: Version| {
            let mut lives = state.ended_lives.iter();
            lives.any(|life| life.until >= until && life.purge_at <= view.now)
        };
        if !is_due(op.until) {
            let detail = "The session was brought back, or its time to be erased has not come.";
            return Err(Error::conflict("not_due", detail));
        }
        // A life before it that can still be brought back stays.
        let kept = state
            .ended_lives
            .iter()
            .map(|life| (life.until, life.purge_at));
        let kept = kept.filter(|(until, at)| *until < op.until && *at > view.now);
        let after = kept.map(|(until, _)| until).max().unwrap_or(0);
        let what = Erase::facts(stream, after + 1..=op.until);
        erase_due(&view, what).await?;
        Ok(Erased {
            session: op.session,
            facts: op.until - after,
        })
    })
}
