//! Prepares a write off the writer: redacts secrets, counts tokens and moves large contents to blobs.

use std::borrow::Cow;

use tokio::sync::RwLockReadGuard;

use crate::error::{Error, Result};
use crate::host::answers::request_hash;
use crate::host::shared::Shared;
use crate::ports::blobs::{Content, excerpt};
use crate::ports::secrets::Secrets;
use crate::ports::tokens::Tokens;
use crate::registry::{AnyOperation, Entry};

/// Size in bytes above which a request is scanned on a blocking thread.
const LONG: usize = 16 * 1024;

/// A write that is ready for its decision.
pub(super) struct Prepared<'a> {
    pub op: Box<dyn AnyOperation>,
    /// Number of tokens of the text that the operation measures.
    pub tokens: u32,
    /// Number of secrets that were replaced.
    pub redacted: u32,
    /// Hash of the request without its secrets, if requested.
    pub request: Option<String>,
    /// Held until the facts that refer to the blobs are committed.
    pub blobs: Option<Stored<'a>>,
}

/// Blobs stored for a write. If the write fails, they become strays, because nothing may refer to them.
pub(super) struct Stored<'a> {
    shared: &'a Shared,
    names: Vec<String>,
    _gate: RwLockReadGuard<'a, ()>,
}

impl Stored<'_> {
    /// Unmarks the blobs as strays after the facts that refer to them are committed. Holds the gate meanwhile, so that
    /// the mark of a later erasure is not removed.
    pub async fn spare(mut self) {
        for name in std::mem::take(&mut self.names) {
            if let Err(error) = self.shared.ports.blobs.spare(&name).await {
                tracing::debug!(%error, "a note of a blob stays until the next start");
            }
        }
    }
}

impl Drop for Stored<'_> {
    fn drop(&mut self) {
        if !self.names.is_empty() {
            self.shared.stray(self.names.drain(..));
        }
    }
}

/// Need for the request's hash.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Hash {
    Needed,
    Unused,
}

/// Prepares a write: redacts and counts on a blocking thread if it is long, then stores large contents.
pub(super) async fn prepare(
    shared: &Shared,
    op: Box<dyn AnyOperation>,
    hash: Hash,
) -> Result<Prepared<'_>> {
    let json = op.json()?;
    let mut prepared = if json.len() > LONG {
        let (secrets, tokens) = (shared.ports.secrets.clone(), shared.ports.tokens.clone());
        tokio::task::spawn_blocking(move || look(op, &json, &*secrets, &*tokens, hash))
            .await
            .map_err(|error| Error::internal(format!("a request was not looked at: {error}")))??
    } else {
        look(
            op,
            &json,
            &*shared.ports.secrets,
            &*shared.ports.tokens,
            hash,
        )?
    };
    store(shared, &mut *prepared.op, &mut prepared.blobs).await?;
    Ok(prepared)
}

/// Moves contents above the operation's inline limit to blobs.
pub(super) async fn store<'a>(
    shared: &'a Shared,
    op: &mut dyn AnyOperation,
    blobs: &mut Option<Stored<'a>>,
) -> Result<()> {
    let inline_bytes = op.inline_bytes();
    for content in op.contents() {
        let Content::Text(text) = content else {
            continue;
        };
        if text.len() <= inline_bytes {
            continue;
        }
        let stored = match &mut *blobs {
            Some(stored) => stored,
            none => none.insert(Stored {
                shared,
                names: Vec::new(),
                _gate: shared.blob_gate.read().await,
            }),
        };
        let bytes = text.len() as u64;
        let excerpt = excerpt(text).to_owned();
        let sha256 = shared
            .ports
            .blobs
            .put(std::mem::take(text).into_bytes())
            .await?;
        stored.names.push(sha256.clone());
        *content = Content::Blob {
            sha256,
            bytes,
            excerpt,
        };
    }
    Ok(())
}

fn look<'a>(
    op: Box<dyn AnyOperation>,
    json: &str,
    secrets: &dyn Secrets,
    tokens: &dyn Tokens,
    hash: Hash,
) -> Result<Prepared<'a>> {
    let (clean, redacted) = secrets.redact(json);
    let op = match &clean {
        Cow::Owned(clean) if redacted > 0 => from_json(op.entry(), clean).map_err(|error| {
            Error::invalid(format!(
                "A secret was found in this request; with it taken out the request is not valid \
                 ({error}). Send it without secrets."
            ))
        })?,
        _ => op,
    };
    Ok(Prepared {
        tokens: op.text_to_count().map_or(0, |text| tokens.count(&text)),
        redacted,
        request: (hash == Hash::Needed).then(|| request_hash(&clean)),
        op,
        blobs: None,
    })
}

/// Parses the arguments of an operation.
pub(super) fn from_json(entry: &Entry, json: &str) -> erased_serde::Result<Box<dyn AnyOperation>> {
    let mut reader = serde_json::Deserializer::from_str(json);
    (entry.read)(&mut <dyn erased_serde::Deserializer>::erase(&mut reader))
}
