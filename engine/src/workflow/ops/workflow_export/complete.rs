//! Complete export of a workflow: every fact, and every content that is stored as a blob.

use exchange::loci::{File, write};
use kernel::error::{Code, Error, Result};
use kernel::id::Id;
use kernel::view::{View, aside};
use serde_json::value::{RawValue, to_raw_value};

use crate::workflow::{self, Envelope};

/// Number of facts that are read at once.
const PAGE: usize = 1_000;
/// Maximum size of the JSON around the content of a line, in bytes.
const AROUND: usize = 192;
/// Maximum size of the file as a JSON string, in bytes: the limit of an import.
const MAX_BYTES: usize = 31 * 1024 * 1024;

/// Returns the exported file.
pub(super) async fn file(view: &View, id: Id) -> Result<String> {
    let (stream, actor) = (workflow::stream(id), view.actor()?.clone());
    let mut file = File {
        workflow: id.to_string(),
        ..File::default()
    };
    let (mut after, mut bytes) = (0, 0);
    loop {
        let facts = view.services.log().read(&stream, after, PAGE).await?;
        let Some(last) = facts.last() else { break };
        after = last.version;
        for fact in facts {
            let Some(fact) = view.services.filter_fact(&actor, fact).await? else {
                let detail = "Not all of this workflow is for you: somebody who may read all of it can give it out.";
                return Err(Error::forbidden(detail));
            };
            let fact = raw(&Envelope::of(fact))?;
            bytes += within_json(fact.get()) + AROUND;
            file.facts.push(fact);
        }
        within(bytes)?;
    }
    let mut blobs = view.services.blobs_of(&stream).await?;
    blobs.sort_unstable();
    blobs.dedup();
    for sha256 in blobs {
        let Some(content) = view.services.blobs().get(&sha256).await? else {
            return Err(Error::unavailable(format!(
                "The content {sha256} is damaged or missing in the data folder. `loci check` lists what else \
                 is; a backup has it."
            )));
        };
        bytes += content.len().div_ceil(3) * 4 + AROUND;
        within(bytes)?;
        file.blobs.push((sha256, content));
    }
    aside(move || write(&file))
        .await?
        .map_err(|error| Error::internal(format!("a workflow has no JSON form: {error}")))
}

/// Returns the length of a JSON text when it is escaped as a JSON string.
fn within_json(json: &str) -> usize {
    let escaped = json.bytes().filter(|byte| matches!(byte, b'"' | b'\\'));
    json.len() + escaped.count()
}

fn within(bytes: usize) -> Result<()> {
    if bytes <= MAX_BYTES {
        return Ok(());
    }
    let detail = "This workflow is larger than what can be taken in again in one piece (31 MiB): `loci backup` copies \
                  all there is, whatever its size.";
    Err(Error::new(Code::TooLarge, detail))
}

fn raw(envelope: &Envelope) -> Result<Box<RawValue>> {
    to_raw_value(envelope)
        .map_err(|error| Error::internal(format!("a fact has no JSON form: {error}")))
}
