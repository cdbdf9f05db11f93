//! `core_edit`.

use std::collections::BTreeSet;

use crate::crystal::facts::{CoreEdited, CoreGoverned};
use crate::crystal::governing::{Approval, check_quarantine};
use crate::crystal::ops::core_create::{
    CoreMade, DESCRIPTION_BYTES, check_description, check_writers,
};
use crate::crystal::ops::{CoreName, given, named};
use crate::crystal::record::Trust;
use crate::crystal::rules::share;
use crate::crystal::state::Core;
use crate::workspace::settings::PromotedReaders;
use kernel::access::Readers;
use kernel::prelude::*;

/// Says how a core is kept from now on: who reads and writes it, what waits there for people, and who reads
/// what sessions promote into it. What is not named stays as it is, and null takes away what it may be
/// without. What was written before stays where it is.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CoreEdit {
    /// The core's name.
    #[schemars(with = "CoreName")]
    pub name: String,
    /// What it is for.
    #[serde(
        default,
        deserialize_with = "given",
        skip_serializing_if = "Option::is_none"
    )]
    #[schemars(length(max = DESCRIPTION_BYTES))]
    pub description: Option<Option<String>>,
    /// The agents that may read it, beside orchestrators and people; null for everyone.
    #[serde(
        default,
        deserialize_with = "given",
        skip_serializing_if = "Option::is_none"
    )]
    pub readers: Option<Option<BTreeSet<String>>>,
    /// The agents that may write in it, beside librarians, orchestrators and people; null for whoever may
    /// read it.
    #[serde(
        default,
        deserialize_with = "given",
        skip_serializing_if = "Option::is_none"
    )]
    pub writers: Option<Option<BTreeSet<String>>>,
    /// Who reads what sessions promote into it: `core`, whoever may read the core, or `session`, only whoever
    /// may read the session; null for what the workspace's setting says.
    #[serde(
        default,
        deserialize_with = "given",
        skip_serializing_if = "Option::is_none"
    )]
    pub promoted_readers: Option<Option<PromotedReaders>>,
    /// Which memories of agents wait until a person approves them: `off`, `new_sources` or `all`. For people
    /// to say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approval: Option<Approval>,
    /// Whose memories no search finds unless asked to, until a person has looked at them: `agent`,
    /// `imported`. For people to say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quarantine: Option<BTreeSet<Trust>>,
}

impl Operation for CoreEdit {
    type Output = CoreMade;
    const SPEC: Spec = spec!(Write "core_edit" Access::LEADERS);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &CoreEdit, tx: &mut Tx) -> Result<CoreMade> {
    let stream = named("/name", &op.name)?;
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
