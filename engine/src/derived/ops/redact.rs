//! `redact`: erases the body of a fact.

use crate::derived::{self, Derived};
use crate::webhook::must_own;
use kernel::ports::log::Erasing;
use kernel::prelude::*;
use kernel::view::Erase;

/// Erases the body of a fact; the fact stays with its time and author. State is rebuilt without it: redacting a
/// `task_added` removes the task. Other derived data, such as the summary of a message, is listed, and erased too with
/// `cascade`. Preview with `dry_run` first.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Redact {
    /// The stream, such as `workflow:01J…`.
    pub stream: StreamId,
    /// Version of the fact in the stream.
    pub fact: Version,
    /// Also erase derived data. Default: false.
    #[serde(default)]
    pub cascade: bool,
    /// Only report, without erasing. Default: false.
    #[serde(default)]
    pub dry_run: bool,
}

/// Result of a redaction.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Redacted {
    /// The stream.
    pub stream: StreamId,
    /// Version of the fact.
    pub fact: Version,
    /// Kind of the fact.
    pub kind: String,
    /// Derived data, erased only with `cascade`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub derived: Vec<Derived>,
    /// True if it is erased; see `erasing` for the guarantee.
    pub erased: bool,
    /// Guarantee of an erasure here: no byte is left in the log's files, or no row is, while files and backups of the
    /// database are up to its operator.
    #[serde(default)]
    pub erasing: Erasing,
}

impl Operation for Redact {
    type Output = Redacted;
    const SPEC: Spec = spec!(Write "redact" Access::PEOPLE)
        .with(&[Trait::MakesRoom, Trait::Destroys])
        .refuses(&["first_fact"]);
    const HOW: How<Self> = How::Run(|op, view| Box::pin(run(op, view)));
}

async fn run(op: Redact, view: View) -> Result<Redacted> {
    let missing = || Error::not_found(format!("There is no fact {} in {}.", op.fact, op.stream));
    let before = op.fact.checked_sub(1).ok_or_else(missing)?;
    view.must_read(&op.stream).await?;
    must_own(view.actor()?, &op.stream)?;
    if op.stream == StreamId::workspace() && view.actor()?.role != Role::Owner {
        return Err(Error::forbidden(
            "What happened to the workspace itself is the owners' to erase.",
        ));
    }
    let fact = view.services.log().read(&op.stream, before, 1).await?.pop();
    let fact = fact
        .filter(|fact| fact.version == op.fact)
        .ok_or_else(missing)?;
    if fact.version == 1 {
        return Err(Error::conflict(
            "first_fact",
            "The first fact makes the stream what it is: purge the stream instead.",
        ));
    }
    let erased = vec![Erase::facts(op.stream.clone(), [op.fact])];
    let derived = derived::erase(&view, erased, op.cascade, op.dry_run).await?;
    Ok(Redacted {
        stream: op.stream,
        fact: op.fact,
        kind: fact.kind,
        derived,
        erased: !op.dry_run,
        erasing: view.services.log().erases(),
    })
}
