//! `pointers_write`. Internal: requires `Role::System`, so no API exposes it.

use kernel::prelude::*;
use std::sync::Arc;

use crate::jobs::JobKind;
use crate::mind::dream::ops::CHANGED;
use crate::mind::facts::PointersChecked;
use crate::mind::pointer::{Pointer, PointerChange};
use crate::mind::rules::open;
use crate::mind::section::Section;

/// Writes the result of trying a mind's pointers.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PointersWrite {
    /// Name of the agent.
    pub agent: String,
    /// Lease of the check.
    pub lease: Option<Version>,
    /// Number of the version that was checked.
    pub base: u32,
    /// New pointers of the document.
    pub pointers: Vec<Pointer>,
    /// Pointers that were repaired or dropped.
    pub changes: Vec<PointerChange>,
    /// New text of the document. Omit if it did not change.
    pub text: Option<Arc<str>>,
}

/// Result of writing the pointers.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "PointersWritten")]
pub struct Written {
    /// Number of the new version, if the document changed.
    pub number: Option<u32>,
}

impl Operation for PointersWrite {
    type Output = Written;
    const SPEC: Spec = spec!(Write "pointers_write" Access::SYSTEM);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &PointersWrite, tx: &mut Tx) -> Result<Written> {
    let draft = open(tx, &op.agent)?;
    draft.jobs.check(JobKind::Pointers, op.lease)?;
    if draft.number() != op.base {
        let detail =
            "The document was changed while its pointers were tried: they are tried again.";
        return Err(Error::conflict(CHANGED, detail));
    }
    // The section was locked during the check, so it stays as it is.
    if draft.locked.contains(&Section::CrystalPointers) && op.text.is_some() {
        let pointers = draft.pointers.iter().map(|known| (**known).clone());
        let unchanged = PointersChecked {
            changes: Vec::new(),
            pointers: pointers.collect(),
            number: None,
            text: None,
        };
        draft.record(unchanged);
        return Ok(Written { number: None });
    }
    let number = op.text.as_ref().map(|_| draft.next_number());
    draft.record(PointersChecked {
        changes: op.changes.clone(),
        pointers: op.pointers.clone(),
        number,
        text: op.text.clone(),
    });
    Ok(Written { number })
}
