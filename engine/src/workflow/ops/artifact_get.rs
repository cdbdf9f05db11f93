//! `artifact_get`.

use kernel::prelude::*;
use similar::get_close_matches;

use crate::numbers::{ArtifactNo, Ref};
use crate::workflow;
use crate::workflow::facts::Event;
use crate::workflow::ops::artifact_record::newest;
use crate::workflow::ops::read;
use crate::workflow::shared::{Artifact, Place};
use crate::workflow::state::Workflow;
use kernel::event::Event as _;

/// Returns a version of an artifact, with its content if Loci stores it.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ArtifactGet {
    /// Id of the workflow; optional if `artifact` names it.
    pub workflow: Option<Id>,
    /// Name of the version, such as `A3`.
    pub artifact: Option<Ref<ArtifactNo>>,
    /// Path instead of the name: returns the newest version, unless `version` is given.
    pub path: Option<String>,
    /// Version number of the path, from 1.
    pub version: Option<u32>,
}

/// Version of an artifact with its content.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ArtifactContent {
    /// Id of the workflow.
    pub workflow: Id,
    /// Metadata of the version.
    pub artifact: Artifact,
    /// Number of the newest version of its path.
    pub newest: u32,
    /// Content; absent if it is stored only at its path.
    pub content: Option<String>,
    /// Encoding of the content.
    pub encoding: Option<Encoding>,
}

/// Encoding of a content in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Encoding {
    /// Plain text.
    #[serde(rename = "utf-8")]
    Utf8,
    /// Base64 (RFC 4648), because the content is no text.
    #[serde(rename = "base64")]
    Base64,
}

impl Operation for ArtifactGet {
    type Output = ArtifactContent;
    const SPEC: Spec = spec!(Read "artifact_get" Access::ALL)
        .with(&[Trait::OfOneThing])
        .everyday(&["workflow", "artifact", "path"]);
    const HOW: How<Self> = How::Run(run);
}

fn run(op: ArtifactGet, view: View) -> Fut<'static, Result<ArtifactContent>> {
    Box::pin(async move {
        let workflow = match op.artifact {
            Some(artifact) => artifact.workflow(op.workflow)?,
            None => op.workflow.ok_or_else(|| {
                Error::field(
                    "/workflow",
                    "say in which workflow: `workflow_list` lists them",
                )
            })?,
        };
        let state = read(&view, workflow).await?;
        let artifact = match (op.artifact, &op.path) {
            (Some(artifact), None) => state.artifacts.find(artifact.number)?,
            (None, Some(path)) => find(&state, path, op.version)?,
            _ => {
                return Err(Error::field(
                    "/artifact",
                    "give either `artifact` or `path`",
                ));
            }
        };
        let bytes = content(&view, workflow, artifact).await?;
        let (content, encoding) = match bytes.map(String::from_utf8) {
            None => (None, None),
            Some(Ok(text)) => (Some(text), Some(Encoding::Utf8)),
            Some(Err(odd)) => (Some(base64(odd.as_bytes())), Some(Encoding::Base64)),
        };
        Ok(ArtifactContent {
            workflow,
            artifact: artifact.clone(),
            newest: newest(&state, &artifact.path).map_or(artifact.version, |last| last.version),
            content,
            encoding,
        })
    })
}

/// Maximum number of paths that are searched for similar ones.
const MANY: usize = 500;

/// Returns a version of `path`; the newest one without `version`.
///
/// # Errors
/// Returns `not_found` if there is none.
pub fn find<'a>(workflow: &'a Workflow, path: &str, version: Option<u32>) -> Result<&'a Artifact> {
    let last = newest(workflow, path).ok_or_else(|| {
        let paths = workflow.derived().newest.keys().take(MANY);
        let paths: Vec<&str> = paths
            .map(String::as_str)
            .filter(|known| known.len() < 4 * path.len())
            .collect();
        let near = get_close_matches(path, &paths, 3, 0.6);
        let near = match near.as_slice() {
            [] => String::new(),
            near => format!(" Did you mean {}?", near.join(" or ")),
        };
        Error::not_found(format!(
            "Nothing was recorded at {path} in this workflow.{near} `artifact_list` lists what was."
        ))
    })?;
    let Some(version) = version else {
        return Ok(last);
    };
    let mut all = workflow.artifacts.iter();
    all.find(|artifact| artifact.version == version && artifact.path == path)
        .ok_or_else(|| {
            let detail = format!(
                "{path} has no version {version}: its newest is {}, which `artifact_get` gives without `version`.",
                last.version
            );
            Error::not_found(detail)
        })
}

/// Returns the content of an artifact's version, if Loci stores it.
///
/// # Errors
/// Returns `unavailable` if the log or the blobs cannot be read, or the content is not the one that was recorded.
pub async fn content(view: &View, workflow: Id, artifact: &Artifact) -> Result<Option<Vec<u8>>> {
    match artifact.place {
        Place::Path => Ok(None),
        Place::Blob => match &artifact.checksum {
            Some(sha256) => match view.services.blobs().get(sha256).await? {
                None => Err(damage_error(artifact)),
                found => Ok(found),
            },
            None => Ok(None),
        },
        Place::Fact => {
            let stream = workflow::stream(workflow);
            let log = view.services.log();
            let facts = log.read(&stream, artifact.changed - 1, 1).await?;
            Ok(facts.into_iter().find_map(|fact| {
                match Event::read(&fact.kind, fact.schema, &fact.body) {
                    Event::ArtifactRecorded(body) => body.content.map(String::into_bytes),
                    _ => None,
                }
            }))
        }
    }
}

fn damage_error(artifact: &Artifact) -> Error {
    let (path, version) = (&artifact.path, artifact.version);
    Error::unavailable(format!(
        "The content of {path}, version {version}, is damaged or missing in the data folder. \
         `loci check` lists what else is; a backup has it."
    ))
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let byte = |at: usize| u32::from(group.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for digit in 0..4 {
            if digit <= group.len() {
                let six = bits >> (18 - 6 * digit) & 63;
                text.push(char::from(DIGITS[six as usize]));
            } else {
                text.push('=');
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn base64_is_that_of_the_rfc() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
        assert_eq!(base64(&[0xff, 0xfe, 0x00]), "//4A");
    }
}
