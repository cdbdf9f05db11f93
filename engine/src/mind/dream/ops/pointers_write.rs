//! `pointers_write`: no door offers it, because nobody can be given the role that it asks for.

use kernel::prelude::*;
use std::sync::Arc;

use crate::jobs::JobKind;
use crate::mind::dream::ops::CHANGED;
use crate::mind::facts::PointersChecked;
use crate::mind::pointer::{Pointer, PointerChange};
use crate::mind::rules::open;
use crate::mind::section::Section;

/// Writes what came of trying a mind's pointers.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PointersWrite {
    /// Whose mind.
    pub agent: String,
    /// The lease under which they were tried.
    pub lease: Option<Version>,
    /// The number of the version that was looked at.
    pub base: u32,
    /// The pointers as they are to be.
    pub pointers: Vec<Pointer>,
    /// Those that were mended or dropped.
    pub changes: Vec<PointerChange>,
    /// The document with them.
    pub text: Option<Arc<str>>,
}

/// What was written.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "PointersWritten")]
pub struct Written {
    /// The number of the version that it is, when anything changed.
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
    // It was locked while they were tried: it is left as it is.
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
