//! `mind_version_restore`.

use std::sync::Arc;

use kernel::prelude::*;

use crate::mind::facts::VersionRestored;
use crate::mind::ops::mind_edit::Numbered;
use crate::mind::ops::{read, version};
use crate::mind::rules::{no_version, open, whose};

/// Restores an earlier version of a mind's document as a new version. Later versions stay in the history, and a dream
/// that began before does not undo it.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MindVersionRestore {
    /// Name of the agent (required).
    pub agent: Option<String>,
    /// Number of the version, as `mind_get` lists it.
    #[schemars(range(min = 1))]
    pub number: u32,
    /// Version of the fact with the text, and the text.
    #[serde(skip)]
    pub then: Option<(Version, Arc<str>)>,
}

impl Operation for MindVersionRestore {
    type Output = Numbered;
    const SPEC: Spec =
        spec!(Write "mind_version_restore" Access::PEOPLE).refuses(&["busy", "deleted", "full"]);
    const HOW: How<Self> = How::Decide(decide);
    const PREPARE: Option<Prepare<Self>> = Some(|op, view| Box::pin(prepare(op, view)) as Fut<_>);
}

async fn prepare(op: MindVersionRestore, view: View) -> Result<MindVersionRestore> {
    let agent = whose(view.actor()?, op.agent.as_deref())?;
    let (mind, _) = read(&view, &agent).await?;
    let (row, text) = version(&view, &agent, &mind, ("/number", op.number)).await?;
    Ok(MindVersionRestore {
        then: Some((row.fact, text)),
        ..op
    })
}

fn decide(op: &MindVersionRestore, tx: &mut Tx) -> Result<Numbered> {
    let agent = whose(&tx.cx.actor, op.agent.as_deref())?;
    let draft = open(tx, &agent)?;
    let fact = draft.versions.get(&op.number).map(|row| row.fact);
    let fact = fact.ok_or_else(|| no_version(&agent, ("/number", op.number)))?;
    // A version never changes, but an erased mind numbers its versions from 1 again.
    let Some((_, text)) = op.then.as_ref().filter(|(held_by, _)| *held_by == fact) else {
        return tx.reject_outdated(Error::conflict(
            "busy",
            "The mind is being erased. Try again.",
        ));
    };
    let number = draft.number();
    if **text == *draft.text() {
        return Ok(Numbered { agent, number });
    }
    let number = draft.next_number();
    draft.record(VersionRestored {
        number,
        of: op.number,
        text: text.clone(),
    });
    Ok(Numbered { agent, number })
}
