//! `artifact_record`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::access::Access;
use sha2::{Digest, Sha256};

use crate::error::{Error, Result};
use crate::id::Id;
use crate::numbers::{ArtifactNo, Ref, TaskNo};
use crate::operation::{How, Operation, Spec};
use crate::ports::blobs::{Content, excerpt};
use crate::spec;
use crate::tx::{Draft, Tx};
use crate::workflow::facts::{ArtifactRecorded, ReviewDismissed};
use crate::workflow::ops::{active, settle};
use crate::workflow::shared::{Artifact, ArtifactKind, Place};
use crate::workflow::state::Workflow;
use crate::workflow::task::{ReviewStatus, TaskStatus};

/// Records a version of something that was made, by reference or with its content. The same content
/// as the newest version of the path makes no new version. A change by an agent to what is being reviewed
/// dismisses the review, and so does another version for the same task of what was approved.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ArtifactRecord {
    /// The workflow.
    pub workflow: Id,
    /// What kind of thing it is.
    #[serde(rename = "type")]
    pub kind: ArtifactKind,
    /// Where it lives, as the project writes paths: `src/auth/token.rs`.
    pub path: String,
    /// What it is; as in the version before unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The task it was made for; that of the version before unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub associated_task: Option<Ref<TaskNo>>,
    /// The content, as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<Content>,
    /// The content's SHA-256 in hexadecimal, when the content itself stays where it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checksum: Option<String>,
    /// The commit it is in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
}

/// Something that was made, to be recorded.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewArtifact {
    /// What kind of thing it is.
    #[serde(rename = "type")]
    pub kind: ArtifactKind,
    /// Where it lives, as the project writes paths: `src/auth/token.rs`.
    pub path: String,
    /// What it is; as in the version before unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The content, as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<Content>,
    /// The content's SHA-256 in hexadecimal, when the content itself stays where it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checksum: Option<String>,
    /// The commit it is in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
}

/// The artifact's version.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ArtifactMade {
    /// The workflow.
    pub workflow: Id,
    /// The new version, or the newest one when nothing changed.
    pub artifact: Artifact,
    /// Whether the content is that of the newest version, so that none was added.
    pub unchanged: bool,
}

impl Operation for ArtifactRecord {
    type Output = ArtifactMade;
    const SPEC: Spec = spec!(Write "artifact_record" Access::HANDS);
    const HOW: How<Self> = How::Decide(decide);

    fn measured(&self) -> Option<String> {
        let description = self.description.as_deref().unwrap_or_default();
        let beginning = self.content.as_ref().map_or("", beginning);
        Some(format!("{}\n{description}\n{beginning}", self.path))
    }

    fn contents(&mut self) -> Vec<&mut Content> {
        self.content.iter_mut().collect()
    }
}

fn decide(op: &ArtifactRecord, tx: &mut Tx) -> Result<ArtifactMade> {
    if op.content.is_none() && op.checksum.is_none() {
        let detail = "give the content, or its checksum when it stays where it is";
        return Err(Error::field("/content", detail));
    }
    let draft = active(tx, op.workflow)?;
    let task = match op.associated_task {
        Some(task) => Some(task.within(op.workflow)?),
        None => None,
    };
    if let Some(no) = task
        && draft.tasks.get(no).is_none()
    {
        let detail = format!("there is no {no} in this workflow");
        return Err(Error::field("/associated_task", detail));
    }
    let new = NewArtifact {
        kind: op.kind,
        path: op.path.clone(),
        description: op.description.clone(),
        content: op.content.clone(),
        checksum: op.checksum.clone(),
        commit: op.commit.clone(),
    };
    if let Some(newest) = newest(draft, &op.path) {
        draft.expect_of(&op.path, newest.changed)?;
    }
    let tokens = draft.cx.tokens;
    let (artifact, unchanged) = record(draft, &new, task, tokens)?;
    Ok(ArtifactMade {
        workflow: op.workflow,
        artifact,
        unchanged,
    })
}

/// The newest version of `path`.
#[must_use]
pub fn newest<'a>(workflow: &'a Workflow, path: &str) -> Option<&'a Artifact> {
    let no = workflow.derived().newest.get(path)?;
    workflow.artifacts.get(ArtifactNo(*no))
}

/// Records a version of an artifact for `task` (which exists), or for that of the version before; gives it
/// and whether it is an earlier one with the same content.
///
/// # Errors
/// `invalid` with the field of the artifact that is wrong.
pub fn record_artifact(
    draft: &mut Draft<Workflow>,
    new: &NewArtifact,
    task: Option<TaskNo>,
) -> Result<(Artifact, bool)> {
    // Several artifacts share one measured text, so this is the usual estimate of four bytes to a token.
    let shown = new.path.len()
        + new.description.as_ref().map_or(0, String::len)
        + new
            .content
            .as_ref()
            .map_or(0, |content| beginning(content).len());
    let tokens = u32::try_from(shown.div_ceil(4)).unwrap_or(u32::MAX);
    record(draft, new, task, tokens)
}

fn record(
    draft: &mut Draft<Workflow>,
    new: &NewArtifact,
    task: Option<TaskNo>,
    tokens: u32,
) -> Result<(Artifact, bool)> {
    check_path(&new.path)?;
    let checksum = checksum(new)?;
    let before = newest(draft, &new.path);
    if let Some(before) = before
        && checksum.is_some()
        && before.checksum == checksum
        && (new.content.is_none() || before.place != Place::Path)
    {
        return Ok((before.clone(), true));
    }
    let (place, content, bytes, excerpt) = match &new.content {
        None => (Place::Path, None, None, String::new()),
        Some(Content::Text(text)) => {
            let bytes = text.len() as u64;
            (Place::Fact, Some(text.clone()), Some(bytes), String::new())
        }
        Some(Content::Blob { bytes, excerpt, .. }) => {
            (Place::Blob, None, Some(*bytes), excerpt.clone())
        }
    };
    let id = draft.artifacts.another()?;
    let earlier = before.and_then(|before| before.associated_task);
    let task = task.or(earlier);
    let fact = ArtifactRecorded {
        id,
        kind: new.kind,
        path: new.path.clone(),
        description: match (&new.description, before) {
            (Some(description), _) => description.clone(),
            (None, Some(before)) => before.description.clone(),
            (None, None) => String::new(),
        },
        associated_task: task,
        version: before.map_or(1, |before| before.version + 1),
        checksum,
        commit: new.commit.clone(),
        bytes,
        place,
        content,
        excerpt,
        tokens,
    };
    draft.record(fact);
    if let Some(task) = task {
        dismiss(draft, task, id, earlier == Some(task));
    }
    if let Some(earlier) = earlier.filter(|earlier| Some(*earlier) != task) {
        dismiss(draft, earlier, id, false);
    }
    Ok((draft.artifacts.find(id)?.clone(), false))
}

/// What a reviewer is looking at, or approved, is not what there is now. What was approved is only undone
/// by another version of it for the same task: other tasks go on from it, and something new beside it is no
/// change of it.
fn dismiss(draft: &mut Draft<Workflow>, task: TaskNo, artifact: ArtifactNo, is_its_own: bool) {
    let was_handed_in = draft.tasks.get(task).is_some_and(|task| match task.status {
        TaskStatus::Review => true,
        TaskStatus::Completed => is_its_own && task.review_status == Some(ReviewStatus::Approved),
        _ => false,
    });
    if was_handed_in && draft.cx.actor.role.is_agent() {
        draft.record(ReviewDismissed { id: task, artifact });
        // What was skipped because the task had succeeded may still have to be done.
        settle(draft, &[task]);
    }
}

fn beginning(content: &Content) -> &str {
    match content {
        Content::Text(text) => excerpt(text),
        Content::Blob { excerpt, .. } => excerpt,
    }
}

fn check_path(path: &str) -> Result<()> {
    let is_odd = path.trim() != path || path.chars().any(char::is_control);
    if path.is_empty() || path.len() > 1_024 || is_odd {
        let detail = "expected 1 to 1024 bytes without control characters and spaces around them";
        return Err(Error::field("/path", detail));
    }
    Ok(())
}

fn checksum(new: &NewArtifact) -> Result<Option<String>> {
    let given = match &new.checksum {
        None => None,
        Some(text) => {
            let hex = text
                .strip_prefix("sha256:")
                .unwrap_or(text)
                .to_ascii_lowercase();
            if hex.len() != 64 || !hex.bytes().all(|byte| byte.is_ascii_hexdigit()) {
                let detail = "expected a SHA-256 as 64 hexadecimal digits";
                return Err(Error::field("/checksum", detail));
            }
            Some(hex)
        }
    };
    let computed = match &new.content {
        None => None,
        Some(Content::Text(text)) => Some(sha256(text.as_bytes())),
        Some(Content::Blob { sha256, .. }) => Some(sha256.clone()),
    };
    match (given, computed) {
        (Some(given), Some(computed)) if given != computed => Err(Error::field(
            "/checksum",
            format!(
                "the content's SHA-256 is {computed}{}",
                stored(new.content.as_ref())
            ),
        )),
        (given, computed) => Ok(computed.or(given)),
    }
}

/// What is to be said of a content that is not stored as it was sent.
fn stored(content: Option<&Content>) -> &'static str {
    let text = content.map_or("", beginning);
    if text.contains("[redacted:") {
        " as it is stored, with the secrets in it replaced: leave the checksum out"
    } else {
        ""
    }
}

/// The SHA-256 of `bytes` in lower-case hexadecimal.
#[must_use]
pub fn sha256(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    let mut hex = String::with_capacity(64);
    for byte in Sha256::digest(bytes) {
        // Writing to a string cannot fail.
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}
