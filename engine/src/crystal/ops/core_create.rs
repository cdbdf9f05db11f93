//! `core_create`.

use kernel::prelude::*;
use std::collections::BTreeSet;

use crate::crystal::facts::CoreCreated;
use crate::crystal::governing::{Approval, check_quarantine};
use crate::crystal::ops::{CoreName, named};
use crate::crystal::overview::CoreSummary;
use crate::crystal::record::Trust;
use crate::crystal::rules::share;
use crate::crystal::state::Core;
use crate::workspace::settings::PromotedReaders;
use kernel::access::Readers;

/// The longest description of a core, in bytes.
pub(super) const DESCRIPTION_BYTES: usize = 4_096;

/// Makes a core: a collection of long-term memories. A namespace's core need not be made: its first
/// memory makes it.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CoreCreate {
    /// Its name, 1 to 256 bytes, without `/`.
    #[schemars(with = "CoreName")]
    pub name: String,
    /// What it is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = DESCRIPTION_BYTES))]
    pub description: Option<String>,
    /// The agents that may read it, beside orchestrators and people; everyone unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub readers: Option<BTreeSet<String>>,
    /// The agents that may write in it, beside librarians, orchestrators and people; whoever may read it
    /// unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub writers: Option<BTreeSet<String>>,
    /// Who reads what sessions promote into it: `core`, whoever may read it, or `session`, only whoever may
    /// read the session. As the workspace's setting says unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub promoted_readers: Option<PromotedReaders>,
    /// Which memories of agents wait there until a person approves them: none (`off`), those of an agent or
    /// a session from which the core holds nothing yet (`new_sources`), or `all`. None unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approval: Option<Approval>,
    /// Whose memories no search finds there unless asked to, until a person has looked at them: those that
    /// agents write (`agent`), those that Loci takes from elsewhere (`imported`). Nobody's unless given.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub quarantine: BTreeSet<Trust>,
}

/// The core.
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

/// Refuses a description that is too long.
pub(super) fn check_description(description: Option<&String>) -> Result<()> {
    if description.is_some_and(|text| text.len() > DESCRIPTION_BYTES) {
        let detail = format!("expected at most {DESCRIPTION_BYTES} bytes");
        return Err(Error::field("/description", detail));
    }
    Ok(())
}

/// Refuses writers who may not read.
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
    let stream = named("/name", &op.name)?;
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
