//! What is done to a write before it is decided: secrets out, tokens counted, large contents to the
//! blobs. All of it off the writer.

use std::borrow::Cow;

use tokio::sync::RwLockReadGuard;

use crate::error::{Error, Result};
use crate::host::answers::request_hash;
use crate::host::shared::Shared;
use crate::ports::blobs::{Content, excerpt};
use crate::ports::secrets::Secrets;
use crate::ports::tokens::Tokens;
use crate::registry::{AnyOperation, Entry};

/// Requests above so many bytes are looked through on a thread of their own.
const LONG: usize = 16 * 1024;

/// A write ready to be decided.
pub(super) struct Prepared<'a> {
    pub op: Box<dyn AnyOperation>,
    /// The tokens of what it measures.
    pub tokens: u32,
    /// How many secrets were replaced.
    pub redacted: u32,
    /// The hash of the request without its secrets, when asked for.
    pub request: Option<String>,
    /// Held until the facts that refer to the blobs are committed.
    pub blobs: Option<Stored<'a>>,
}

/// Blobs that were stored for a write. When it comes to nothing, they have to be looked at: nobody may
/// refer to them.
pub(super) struct Stored<'a> {
    shared: &'a Shared,
    names: Vec<String>,
    _gate: RwLockReadGuard<'a, ()>,
}

impl Stored<'_> {
    /// The facts that refer to them are committed: takes back the notes that they may be strays. The gate is held until
    /// then, so that no note of a later erasure is taken back.
    pub async fn committed(mut self) {
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

/// Whether the request's hash is needed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Hash {
    Needed,
    Unused,
}

/// Prepares a write.
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

/// Moves large contents to the blobs.
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

/// Reads the arguments of an operation.
pub(super) fn from_json(entry: &Entry, json: &str) -> erased_serde::Result<Box<dyn AnyOperation>> {
    let mut reader = serde_json::Deserializer::from_str(json);
    (entry.read)(&mut <dyn erased_serde::Deserializer>::erase(&mut reader))
}
