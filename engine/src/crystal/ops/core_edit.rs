//! `core_edit`.

use std::collections::BTreeSet;

use crate::crystal::facts::{CoreEdited, CoreGoverned};
use crate::crystal::governing::{Approval, check_quarantine};
use crate::crystal::ops::core_create::{
    CoreMade, DESCRIPTION_BYTES, check_description, check_writers,
};
use crate::crystal::ops::{CoreName, core_stream, deserialize_present};
use crate::crystal::record::Trust;
use crate::crystal::rules::share;
use crate::crystal::state::Core;
use crate::workspace::settings::PromotedReaders;
use kernel::access::Readers;
use kernel::prelude::*;

/// Changes the settings of a core: readers, writers, approval, quarantine, and readers of promoted memories. Omitted
/// fields stay as they are; null resets a field. Memories written before are not affected.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CoreEdit {
    /// Name of the core.
    #[schemars(with = "CoreName")]
    pub name: String,
    /// Description of its purpose.
    #[serde(
        default,
        deserialize_with = "deserialize_present",
        skip_serializing_if = "Option::is_none"
    )]
    #[schemars(length(max = DESCRIPTION_BYTES))]
    pub description: Option<Option<String>>,
    /// Agents that may read it, in addition to orchestrators and people; null for everyone.
    #[serde(
        default,
        deserialize_with = "deserialize_present",
        skip_serializing_if = "Option::is_none"
    )]
    pub readers: Option<Option<BTreeSet<String>>>,
    /// Agents that may write to it, in addition to librarians, orchestrators and people; null for everyone who may read
    /// it.
    #[serde(
        default,
        deserialize_with = "deserialize_present",
        skip_serializing_if = "Option::is_none"
    )]
    pub writers: Option<Option<BTreeSet<String>>>,
    /// Readers of memories that sessions promote into it: `core` (everyone who may read the core) or `session` (only
    /// those who may read the session); null for the workspace's setting.
    #[serde(
        default,
        deserialize_with = "deserialize_present",
        skip_serializing_if = "Option::is_none"
    )]
    pub promoted_readers: Option<Option<PromotedReaders>>,
    /// Memories of agents that need a person's approval: `off`, `new_sources` or `all`. Only people can set this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approval: Option<Approval>,
    /// Memories that searches leave out unless requested, until a person has reviewed them: `agent`, `imported`. Only
    /// people can set this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quarantine: Option<BTreeSet<Trust>>,
}

impl Operation for CoreEdit {
    type Output = CoreMade;
    const SPEC: Spec = spec!(Write "core_edit" Access::LEADERS);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &CoreEdit, tx: &mut Tx) -> Result<CoreMade> {
    let stream = core_stream("/name", &op.name)?;
    if let Some(quarantine) = &op.quarantine {
        check_quarantine(quarantine)?;
    }
    check_description(op.description.iter().flatten().next())?;
    let draft = tx.draft::<Core>(&stream)?;
    if draft.version() == 0 {
        let detail = format!("There is no core {}: make it with `core_create`.", op.name);
        return Err(Error::not_found(detail));
    }
    draft.expect(draft.version())?;
    let rules = op.approval.is_some() || op.quarantine.is_some();
    if rules && !draft.cx.actor.role.is_person() {
        return Err(Error::forbidden(
            "People say what waits for them, and what is held back.",
        ));
    }
    let readers = match &op.readers {
        Some(None) => Readers::Everyone,
        Some(Some(names)) => Readers::Agents(names.clone()),
        None => draft.readers.clone(),
    };
    let governed = CoreGoverned {
        description: op.description.clone().unwrap_or(draft.description.clone()),
        writers: op.writers.clone().unwrap_or(draft.writers.clone()),
        approval: op.approval.unwrap_or(draft.approval),
        quarantine: op.quarantine.clone().unwrap_or(draft.quarantine.clone()),
    };
    let names = match &readers {
        Readers::Agents(names) => Some(names),
        Readers::Everyone | Readers::Of { .. } => None,
    };
    check_writers(names, governed.writers.as_ref())?;
    let before = CoreGoverned {
        description: draft.description.clone(),
        writers: draft.writers.clone(),
        approval: draft.approval,
        quarantine: draft.quarantine.clone(),
    };
    if governed != before {
        draft.record(governed);
    }
    share(draft, readers);
    if let Some(promoted_readers) = op.promoted_readers
        && draft.promoted_readers != promoted_readers
    {
        draft.record(CoreEdited { promoted_readers });
    }
    Ok(CoreMade {
        core: draft.summary(&stream),
    })
}
