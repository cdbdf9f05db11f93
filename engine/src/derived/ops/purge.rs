//! `purge`: erases a stream permanently.

use crate::conversation;
use crate::derived::{self, Derived};
use crate::webhook::{Webhook, must_own};
use kernel::memory::Memory as _;
use kernel::ports::log::Erasing;
use kernel::prelude::*;
use kernel::view::Erase;

/// Erases a stream (a workflow, a session, a scratchpad …) permanently: its facts, snapshots, index rows, stored
/// responses and the blobs that nothing else refers to. A session's indexed messages and its thread's scratchpads are
/// included. Other derived data, such as long-term memories and forks, is listed, and erased too with `cascade`. A
/// tombstone with the author and the time remains, and the stream's name cannot be used again: no session with that id,
/// mind of that agent or core of that name can begin. To keep the name, erase the content instead: `memory_purge`,
/// `redact`. This cannot be undone: preview with `dry_run` first.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Purge {
    /// The stream, such as `workflow:01J…`.
    pub stream: StreamId,
    /// Also erase derived data. Default: false.
    #[serde(default)]
    pub cascade: bool,
    /// Only report, without erasing. Default: false.
    #[serde(default)]
    pub dry_run: bool,
}

impl Purge {
    /// Purges a stream without its derived data.
    #[must_use]
    pub const fn of(stream: StreamId) -> Self {
        Self {
            stream,
            cascade: false,
            dry_run: false,
        }
    }
}

/// Result of an erasure.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Purged {
    /// The stream.
    pub stream: StreamId,
    /// True if it is erased; see `erasing` for the guarantee.
    pub erased: bool,
    /// Guarantee of an erasure here: no byte is left in the log's files, or no row is, while files and backups of the
    /// database are up to its operator.
    #[serde(default)]
    pub erasing: Erasing,
    /// Streams that belong to it and are erased with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub belongings: Vec<StreamId>,
    /// Derived data, erased only with `cascade`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub derived: Vec<Derived>,
    /// Number of facts in the stream and its belongings.
    pub facts: u64,
    /// Number of blobs erased with them, because nothing else refers to them.
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
    // The workspace itself cannot be erased.
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
    // The stream itself goes last: after an interruption it still exists and can be purged again.
    let streams: Vec<StreamId> = belongings.iter().chain([&op.stream]).cloned().collect();
    let blobs = view.services.blobs_with(&streams).await? as u64;
    if op.stream.kind() == Webhook::KIND && !op.dry_run {
        // Its URL and its secrets are stored outside the log, and could not be found afterwards.
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
