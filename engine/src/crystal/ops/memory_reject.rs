//! `memory_reject`.

use crate::crystal::facts::CrystalRejected;
use crate::crystal::ops::existing;
use crate::crystal::ops::memory_approve::missing;
use crate::crystal::rules::purge_at;
use crate::crystal::state::Core;
use crate::workspace::settings::Settings;
use kernel::prelude::*;

/// Maximum length of a reason, in bytes.
const REASON: usize = 4_096;

/// Rejects a memory that waits for a person (`memory_waiting`): searches never find it, its author gets the reason, and
/// it is erased after the days in which forgotten memories can be restored. Until then it can still be approved.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemoryReject {
    /// Core it is for.
    #[schemars(with = "crate::crystal::ops::AnyCoreName")]
    pub core: String,
    /// Id of the memory.
    pub id: String,
    /// Reason, shown to the author.
    #[schemars(length(max = REASON))]
    pub reason: Option<String>,
}

/// The rejected memory.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Rejected {
    /// Id of the memory.
    pub id: String,
    /// Time at which it is erased.
    pub purge_at: Time,
}

impl Operation for MemoryReject {
    type Output = Rejected;
    const SPEC: Spec = spec!(Write "memory_reject" Access::PEOPLE)
        .with(&[Trait::Destroys])
        .refuses(&[
            "ambiguous",
            "changed",
            "frozen",
            "full",
            "merged",
            "message",
            "rejected",
            "superseded",
            "switched_off",
        ]);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &MemoryReject, tx: &mut Tx) -> Result<Rejected> {
    if op.reason.as_ref().is_some_and(|why| why.len() > REASON) {
        let detail = format!("expected at most {REASON} bytes");
        return Err(Error::field("/reason", detail));
    }
    let stream = existing("/core", &op.core)?;
    let restore_days = Settings::of(tx)?.restore_days;
    let draft = tx.draft::<Core>(&stream)?;
    let one = draft.proposals.get(op.id.as_str()).cloned();
    let one = one.ok_or_else(|| missing(&stream, &op.id))?;
    draft.expect(one.version())?;
    if let Some(refused) = &one.refused {
        let by = &refused.by.id;
        let detail = format!("{by} refused the memory {} already.", op.id);
        return Err(Error::conflict("rejected", detail));
    }
    let purge_at = purge_at(draft.cx.now, restore_days);
    let reason = op.reason.as_deref().map(str::trim);
    let reason = reason.filter(|why| !why.is_empty()).map(Into::into);
    draft.record(CrystalRejected {
        id: op.id.clone(),
        reason,
        purge_at,
    });
    Ok(Rejected {
        id: op.id.clone(),
        purge_at,
    })
}
