//! `core_create`.

use kernel::prelude::*;
use std::collections::BTreeSet;

use crate::crystal::facts::CoreCreated;
use crate::crystal::ops::named;
use crate::crystal::rules::share;
use crate::crystal::state::{Core, CoreSummary};
use crate::workspace::settings::PromotedReaders;
use kernel::access::Readers;

/// Makes a core: a collection of long-term memories. A namespace's core need not be made: its first
/// memory makes it.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CoreCreate {
    /// Its name, 1 to 256 bytes, without `/`.
    #[schemars(length(min = 1, max = 256), regex(pattern = "^[^/]*$"))]
    pub name: String,
    /// What it is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 4_096))]
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
        spec!(Write "core_create" Access::LEADERS.and(Access::of(&[Role::Librarian])));
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &CoreCreate, tx: &mut Tx) -> Result<CoreMade> {
    let stream = named("/name", &op.name)?;
    if op
        .description
        .as_ref()
        .is_some_and(|text| text.len() > 4096)
    {
        return Err(Error::field("/description", "expected at most 4096 bytes"));
    }
    if let (Some(readers), Some(writers)) = (&op.readers, &op.writers)
        && !writers.is_subset(readers)
    {
        let detail = "expected some of `readers`: nobody writes where they may not read";
        return Err(Error::field("/writers", detail));
    }
    let draft = tx.draft::<Core>(&stream)?;
    if draft.version() > 0 {
        let detail = format!("There is a core {} already.", op.name);
        return Err(Error::conflict("exists", detail));
    }
    draft.record(CoreCreated {
        description: op.description.clone(),
        writers: op.writers.clone(),
        promoted_readers: op.promoted_readers,
    });
    if let Some(names) = &op.readers {
        share(draft, Readers::Agents(names.clone()));
    }
    Ok(CoreMade {
        core: draft.summary(&stream),
    })
}
