//! `redact`: erases the body of one fact.

use crate::derived::{self, Derived};
use crate::webhook::must_own;
use kernel::ports::log::Erasing;
use kernel::prelude::*;
use kernel::view::Erase;

/// Erases what one fact says; that it happened, when and by whom stays. What was folded from it is
/// built again without it: a redacted `task_added` takes the task away. What else was made of it, such as
/// the summary of a message, is listed, and goes too with `cascade`. Look with `dry_run` first.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Redact {
    /// The stream, such as `workflow:01J…`.
    pub stream: StreamId,
    /// The fact's number in the stream.
    pub fact: Version,
    /// Erase what was made of it too.
    #[serde(default)]
    pub cascade: bool,
    /// Say what would be erased, and erase nothing.
    #[serde(default)]
    pub dry_run: bool,
}

/// What was erased, or would be.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Redacted {
    /// The stream.
    pub stream: StreamId,
    /// The fact's number.
    pub fact: Version,
    /// What kind of fact it was.
    pub kind: String,
    /// What was made of it: it goes too with `cascade`, and stays without.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub derived: Vec<Derived>,
    /// Whether it is erased; `erasing` says what that promises.
    pub erased: bool,
    /// What an erasure promises here: that no byte is left in the log's files, or that no row is, while
    /// files and backups of the database are its operator's.
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
