//! `purge`: erases a stream for good.

use crate::conversation;
use crate::derived::{self, Derived};
use crate::webhook::{Webhook, must_own};
use kernel::memory::Memory as _;
use kernel::ports::log::Erasing;
use kernel::prelude::*;
use kernel::view::Erase;

/// Erases a stream (a workflow, a session, a scratchpad …) for good: its facts, snapshots, index rows,
/// stored answers and the blobs that nothing else refers to. With a session go its indexed messages and
/// its thread's scratchpads. What else was made of it, such as long-term memories and forks, is listed,
/// and goes too with `cascade`. A tombstone that says who and when is left, and nothing can be written under
/// the stream's name any more: a session of that id, a mind of that agent or a core of that name cannot
/// begin again. Where that is to go on, erase what is in it instead: `memory_purge`, `redact`. It cannot be
/// undone: look at it with `dry_run` first.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Purge {
    /// The stream, such as `workflow:01J…`.
    pub stream: StreamId,
    /// Erase what was made of it too.
    #[serde(default)]
    pub cascade: bool,
    /// Say what would be erased, and erase nothing.
    #[serde(default)]
    pub dry_run: bool,
}

impl Purge {
    /// Erases that stream, and leaves what was made of it.
    #[must_use]
    pub const fn of(stream: StreamId) -> Self {
        Self {
            stream,
            cascade: false,
            dry_run: false,
        }
    }
}

/// What was erased, or would be.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Purged {
    /// The stream.
    pub stream: StreamId,
    /// Whether it is erased; `erasing` says what that promises.
    pub erased: bool,
    /// What an erasure promises here: that no byte is left in the log's files, or that no row is, while
    /// files and backups of the database are its operator's.
    #[serde(default)]
    pub erasing: Erasing,
    /// The streams that belong to it and go with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub belongings: Vec<StreamId>,
    /// What was made of it: it goes too with `cascade`, and stays without.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub derived: Vec<Derived>,
    /// How many facts it and its belongings have.
    pub facts: u64,
    /// How many blobs go with them: those to which nothing else refers.
    pub blobs: u64,
}

impl Operation for Purge {
    type Output = Purged;
    const SPEC: Spec = spec!(Write "purge" Access::PEOPLE.and(Access::SYSTEM))
        .with(&[Trait::MakesRoom, Trait::Destroys]);
    const HOW: How<Self> = How::Run(|op, view| Box::pin(run(op, view)));
}

async fn run(op: Purge, view: View) -> Result<Purged> {
    let actor = view.actor()?.clone();
    let missing = || {
        let stream = &op.stream;
        Error::not_found(format!("There is no {stream} that could be erased."))
    };
    // The workspace itself is no memory that could be given up.
    if op.stream == StreamId::workspace() || !view.services.may_read(&actor, &op.stream).await? {
        return Err(missing());
    }
    must_own(&actor, &op.stream)?;
    let mut facts = view.services.state(&op.stream).await?.version;
    if facts == 0 {
        return Err(missing());
    }
    let mut belongings = Vec::new();
    for stream in conversation::belongings(&op.stream) {
        let version = match view.services.state(&stream).await {
            Ok(loaded) => loaded.version,
            Err(error) if error.code == Code::Gone => 0,
            Err(error) => return Err(error),
        };
        if version > 0 {
            facts += version;
            belongings.push(stream);
        }
    }
    // The stream itself goes last: broken off before, it is still there and can be purged again.
    let streams: Vec<StreamId> = belongings.iter().chain([&op.stream]).cloned().collect();
    let blobs = view.services.blobs_with(&streams).await? as u64;
    if op.stream.kind() == Webhook::KIND && !op.dry_run {
        // Its address and its secrets lie beside the log, and nothing would find them afterwards.
        let accounts = view.services.accounts();
        accounts.forget_webhook(op.stream.id()).await?;
    }
    let erased: Vec<Erase> = streams.into_iter().map(Erase::Stream).collect();
    let derived = derived::erase(&view, erased, op.cascade, op.dry_run).await?;
    Ok(Purged {
        erased: !op.dry_run,
        erasing: view.services.log().erases(),
        belongings,
        derived,
        facts,
        blobs,
        stream: op.stream,
    })
}
