//! `discovery_record`.

use crate::crystal::ops::{CoreName, core_stream};
use crate::crystal::{Core, owner};
use crate::numbers::{Ref, TaskNo};
use crate::workflow::facts::DiscoveryRecorded;
use crate::workflow::ops::{
    active, check_entries, check_line, check_tasks_exist, check_text, within,
};
use crate::workflow::shared::{Discovery, DiscoveryKind};
use kernel::access::reader_name;
use kernel::prelude::*;

/// Maximum size of a discovery, in bytes: that of every text.
const MAX_BYTES: usize = 256 * 1024;

/// Records something learned during the work.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DiscoveryRecord {
    /// Id of the workflow.
    pub workflow: Id,
    /// Text of the discovery.
    #[schemars(regex(pattern = r"\S"))]
    pub content: String,
    /// Type of the discovery.
    #[serde(rename = "type")]
    pub kind: DiscoveryKind,
    /// Tasks that it affects; empty means all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 100))]
    pub affects_tasks: Vec<Ref<TaskNo>>,
    /// Memory core to which it should be promoted; must exist and be writable for you.
    #[schemars(with = "Option<CoreName>")]
    pub promote_to_core: Option<String>,
}

/// Recorded discovery.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Discovered {
    /// Id of the workflow.
    pub workflow: Id,
    /// The discovery.
    pub discovery: Discovery,
}

impl Operation for DiscoveryRecord {
    type Output = Discovered;
    const SPEC: Spec = spec!(Write "discovery_record" Access::VOICES, &["discovery.id"])
        .everyday(&["workflow", "content", "type", "affects_tasks"])
        .refuses(&["ended"]);
    const HOW: How<Self> = How::Decide(decide);

    fn text_to_count(&self) -> Option<String> {
        Some(format!("{}: {}", self.kind.name(), self.content))
    }
}

fn decide(op: &DiscoveryRecord, tx: &mut Tx) -> Result<Discovered> {
    check_text("/content", &op.content)?;
    // The doors allow a field of this name to be as long as a file.
    if op.content.len() > MAX_BYTES {
        let detail = format!(
            "has {} bytes; the most is {MAX_BYTES}: what is longer goes into `artifact_record`",
            op.content.len()
        );
        let mut error = Error::field("/content", detail);
        error.code = Code::TooLarge;
        return Err(error);
    }
    check_entries("/affects_tasks", &op.affects_tasks)?;
    if let Some(core) = &op.promote_to_core {
        check_line("/promote_to_core", core)?;
        may_suggest(tx, core)?;
    }
    let draft = active(tx, op.workflow)?;
    let affects_tasks = within(&op.affects_tasks, op.workflow)?;
    check_tasks_exist(draft, "/affects_tasks", &affects_tasks)?;
    let id = draft.discoveries.another()?;
    draft.record(DiscoveryRecorded {
        id,
        content: op.content.clone(),
        kind: op.kind,
        affects_tasks,
        promote_to_core: op.promote_to_core.clone(),
        tokens: draft.cx.tokens,
    });
    Ok(Discovered {
        workflow: op.workflow,
        discovery: draft.discoveries.find(id)?.clone(),
    })
}

/// Validates that the caller may write to the core. The error does not reveal cores that the caller may not read.
fn may_suggest(tx: &mut Tx, name: &str) -> Result<()> {
    let core = tx.read::<Core>(&core_stream("/promote_to_core", name)?)?;
    let actor = &tx.cx.actor;
    if core.version > 0 && owner::may_write(&core, actor) {
        return Ok(());
    }
    if reader_name(actor).is_none() {
        let detail = format!("there is no core {name}: `core_list` has those that there are");
        return Err(Error::field("/promote_to_core", detail));
    }
    Err(Error::forbidden(format!(
        "There is no core {name} in which you may write: `core_list` has those that you may read. Leave \
         `promote_to_core` out, take another core, or ask an orchestrator or a person."
    )))
}
