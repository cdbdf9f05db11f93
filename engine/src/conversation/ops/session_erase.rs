//! `session_erase`: erases an ended life of a session. Internal: requires `Role::System`, so no API exposes it; people
//! erase with `purge`.

use crate::session::key::SessionKey;
use crate::session::state::Session;
use crate::workspace::erasing::erase_due;
use kernel::prelude::*;
use kernel::view::Erase;

/// Erases the facts of a session up to one of them, except those of an earlier life that can still be recovered. The id
/// stays usable, and later facts under it are untouched.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionErase {
    /// The session.
    pub session: SessionKey,
    /// Last version to erase.
    pub until: Version,
}

/// Result of the erasure.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Erased {
    /// The session.
    pub session: SessionKey,
    /// Number of erased facts.
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
        // An earlier life that can still be recovered stays.
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
