//! `core_edit`.

use crate::crystal::facts::CoreEdited;
use crate::crystal::ops::core_create::CoreMade;
use crate::crystal::ops::named;
use crate::crystal::state::Core;
use crate::workspace::settings::PromotedReaders;
use kernel::prelude::*;

/// Says who reads what sessions promote into a core from now on. What was promoted before stays where it is.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CoreEdit {
    /// The core's name.
    pub name: String,
    /// `core`, whoever may read the core, or `session`, only whoever may read the session; as the workspace's
    /// setting says without.
    pub promoted_readers: Option<PromotedReaders>,
}

impl Operation for CoreEdit {
    type Output = CoreMade;
    const SPEC: Spec = spec!(Write "core_edit" Access::LEADERS);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &CoreEdit, tx: &mut Tx) -> Result<CoreMade> {
    let stream = named("/name", &op.name)?;
    let draft = tx.draft::<Core>(&stream)?;
    if draft.version() == 0 {
        let detail = format!("There is no core {}: make it with `core_create`.", op.name);
        return Err(Error::not_found(detail));
    }
    draft.expect(draft.version())?;
    if draft.promoted_readers != op.promoted_readers {
        draft.record(CoreEdited {
            promoted_readers: op.promoted_readers,
        });
    }
    Ok(CoreMade {
        core: draft.summary(&stream),
    })
}
