//! `core_create`.

use kernel::prelude::*;
use std::collections::BTreeSet;

use crate::crystal::facts::CoreCreated;
use crate::crystal::governing::{Approval, check_quarantine};
use crate::crystal::ops::{CoreName, core_stream};
use crate::crystal::overview::CoreSummary;
use crate::crystal::record::Trust;
use crate::crystal::rules::share;
use crate::crystal::state::Core;
use crate::workspace::settings::PromotedReaders;
use kernel::access::Readers;

/// Maximum length of a core's description, in bytes.
pub(super) const DESCRIPTION_BYTES: usize = 4_096;

/// Creates a core: a collection of long-term memories. The core of a namespace is created by its first memory.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CoreCreate {
    /// Name, 1 to 256 bytes, without `/`.
    #[schemars(with = "CoreName")]
    pub name: String,
    /// Description of its purpose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = DESCRIPTION_BYTES))]
    pub description: Option<String>,
    /// Agents that may read it, in addition to orchestrators and people; everyone by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub readers: Option<BTreeSet<String>>,
    /// Agents that may write to it, in addition to librarians, orchestrators and people; everyone who may read it by
    /// default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub writers: Option<BTreeSet<String>>,
    /// Readers of memories that sessions promote into it: `core` (everyone who may read the core) or `session` (only
    /// those who may read the session). Defaults to the workspace's setting.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub promoted_readers: Option<PromotedReaders>,
    /// Memories of agents that need a person's approval: none (`off`, the default), those of an agent or a session of
    /// which the core has no memory yet (`new_sources`), or `all`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approval: Option<Approval>,
    /// Memories that searches leave out unless requested, until a person has reviewed them: those written by agents
    /// (`agent`), those imported by Loci (`imported`). None by default.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub quarantine: BTreeSet<Trust>,
}

/// The created or changed core.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CoreMade {
    /// The core.
    pub core: CoreSummary,
}

impl Operation for CoreCreate {
    type Output = CoreMade;
    const SPEC: Spec =
        spec!(Write "core_create" Access::LEADERS.and(Access::of(&[Role::Librarian])))
            .refuses(&["exists", "switched_off"]);
    const HOW: How<Self> = How::Decide(decide);
}

/// Rejects a description that is too long.
pub(super) fn check_description(description: Option<&String>) -> Result<()> {
    if description.is_some_and(|text| text.len() > DESCRIPTION_BYTES) {
        let detail = format!("expected at most {DESCRIPTION_BYTES} bytes");
        return Err(Error::field("/description", detail));
    }
    Ok(())
}

/// Rejects writers that may not read the core.
pub(super) fn check_writers(
    readers: Option<&BTreeSet<String>>,
    writers: Option<&BTreeSet<String>>,
) -> Result<()> {
    if let (Some(readers), Some(writers)) = (readers, writers)
        && !writers.is_subset(readers)
    {
        let detail = "expected some of `readers`: nobody writes where they may not read";
        return Err(Error::field("/writers", detail));
    }
    Ok(())
}

fn decide(op: &CoreCreate, tx: &mut Tx) -> Result<CoreMade> {
    let stream = core_stream("/name", &op.name)?;
    check_description(op.description.as_ref())?;
    check_quarantine(&op.quarantine)?;
    check_writers(op.readers.as_ref(), op.writers.as_ref())?;
    let draft = tx.draft::<Core>(&stream)?;
    if draft.version() > 0 {
        let detail = format!("There is a core {} already.", op.name);
        return Err(Error::conflict("exists", detail));
    }
    draft.record(CoreCreated {
        description: op.description.clone(),
        writers: op.writers.clone(),
        promoted_readers: op.promoted_readers,
        approval: op.approval.unwrap_or_default(),
        quarantine: op.quarantine.clone(),
    });
    if let Some(names) = &op.readers {
        share(draft, Readers::Agents(names.clone()));
    }
    Ok(CoreMade {
        core: draft.summary(&stream),
    })
}
