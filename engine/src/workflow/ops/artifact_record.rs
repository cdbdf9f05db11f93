//! `artifact_record`.

use kernel::prelude::*;
use sha2::{Digest, Sha256};

use crate::numbers::{ArtifactNo, Ref, TaskNo};
use crate::workflow::facts::ArtifactRecorded;
use crate::workflow::ops::active;
use crate::workflow::shared::{Artifact, ArtifactKind, Place};
use crate::workflow::state::Workflow;
use kernel::ports::blobs::{Content, excerpt};

mod filing;

/// Pattern of a path: no control characters, no surrounding spaces.
const PATH: &str = r"^[^\s\x00-\x1f\x7f-\x9f]([^\x00-\x1f\x7f-\x9f]*[^\s\x00-\x1f\x7f-\x9f])?$";

use filing::Standing;

/// Records a version of an artifact, by reference or with its content. Content equal to the newest version of the path
/// adds no version. If the agent that handed in a task names that task and changes work that is in review or approved,
/// it must be reviewed again, unless dependent tasks have begun. Then, or if anybody else who holds no dependent task
/// records it, the version is not part of that work: an approval stays valid, and people are warned.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ArtifactRecord {
    /// Id of the workflow.
    pub workflow: Id,
    /// Type of the artifact.
    #[serde(rename = "type")]
    pub kind: ArtifactKind,
    /// Path as the project writes it: `src/auth/token.rs`.
    #[schemars(length(min = 1, max = 1024), regex(pattern = PATH))]
    pub path: String,
    /// Description; default: that of the previous version.
    pub description: Option<String>,
    /// Task that it was made for; default: the one that I hold in this workflow, none if I hold none or several.
    /// Refused for a task that I held and lost.
    pub associated_task: Option<Ref<TaskNo>>,
    /// Content as text.
    pub content: Option<Content>,
    /// SHA-256 of the content in hexadecimal, if the content itself stays where it is.
    pub checksum: Option<String>,
    /// Commit that contains it.
    pub commit: Option<String>,
}

/// Artifact to record.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewArtifact {
    /// Type of the artifact.
    #[serde(rename = "type")]
    pub kind: ArtifactKind,
    /// Path as the project writes it: `src/auth/token.rs`.
    pub path: String,
    /// Description; default: that of the previous version.
    pub description: Option<String>,
    /// Content as text.
    pub content: Option<Content>,
    /// SHA-256 of the content in hexadecimal, if the content itself stays where it is.
    pub checksum: Option<String>,
    /// Commit that contains it.
    pub commit: Option<String>,
}

/// Recorded artifact version.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ArtifactMade {
    /// Id of the workflow.
    pub workflow: Id,
    /// The new version, or the newest one if nothing changed.
    pub artifact: Artifact,
    /// True if the content equals the newest version, so that none was added.
    pub unchanged: bool,
    /// Things to check: it is not part of approved work, or was filed under no task.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

impl Operation for ArtifactRecord {
    type Output = ArtifactMade;
    const SPEC: Spec = spec!(Write "artifact_record" Access::VOICES, &["artifact.id", "artifact.version", "unchanged", "warnings"]).with(&[Trait::TakesFiles]).everyday(&["workflow", "type", "path", "content", "associated_task"]).refuses(&["ended", "lease_lost"]);
    const HOW: How<Self> = How::Decide(decide);

    fn text_to_count(&self) -> Option<String> {
        let description = self.description.as_deref().unwrap_or_default();
        let beginning = self.content.as_ref().map_or("", beginning);
        Some(format!("{}\n{description}\n{beginning}", self.path))
    }

    fn contents(&mut self) -> Vec<&mut Content> {
        self.content.iter_mut().collect()
    }
}

fn decide(op: &ArtifactRecord, tx: &mut Tx) -> Result<ArtifactMade> {
    let draft = active(tx, op.workflow)?;
    let task = match op.associated_task {
        Some(task) => Some(task.within(op.workflow)?),
        None => None,
    };
    if let Some(no) = task
        && draft.tasks.get(no).is_none()
    {
        let detail = format!("there is no {no} here: {}", draft.tasks.those_there_are());
        return Err(Error::field("/associated_task", detail));
    }
    let (task, unsaid) = match task {
        Some(no) => {
            filing::must_not_have_lost(draft, no)?;
            (Some(no), None)
        }
        None => filing::find_held_task(draft)?,
    };
    if draft.cx.actor.role == Role::Reviewer && !filing::is_held(draft, task) {
        return Err(Error::forbidden(
            "A reviewer records what it makes for a task that it holds: name that as `associated_task`. \
             What you found goes into `task_review` or `discovery_record`.",
        ));
    }
    let path = tidy(&op.path)?;
    if let Some(newest) = newest(draft, &path) {
        draft.expect_of(&path, newest.changed)?;
    }
    let new = NewArtifact {
        kind: op.kind,
        path,
        description: op.description.clone(),
        content: op.content.clone(),
        checksum: op.checksum.clone(),
        commit: op.commit.clone(),
    };
    let tokens = draft.cx.tokens;
    let recorded = record(draft, &new, task, tokens)?;
    Ok(ArtifactMade {
        workflow: op.workflow,
        artifact: recorded.artifact,
        unchanged: recorded.unchanged,
        warnings: unsaid.into_iter().chain(recorded.warning).collect(),
    })
}

/// Returns the newest version of `path`.
#[must_use]
pub fn newest<'a>(workflow: &'a Workflow, path: &str) -> Option<&'a Artifact> {
    let no = workflow.derived().newest.get(path)?;
    workflow.artifacts.get(ArtifactNo(*no))
}

/// Result of recording a version.
pub struct Recorded {
    /// The new version, or the newest one if it has the same content.
    pub artifact: Artifact,
    /// True if the newest version has the same content.
    pub unchanged: bool,
    /// Warning for the caller.
    pub warning: Option<String>,
}

/// Records a version of an artifact for `task`, which must exist.
///
/// # Errors
/// Returns `invalid` with the invalid field of the artifact.
pub fn record_artifact(
    draft: &mut Draft<Workflow>,
    new: &NewArtifact,
    task: Option<TaskNo>,
) -> Result<Recorded> {
    // Several artifacts share one measured text, so the tokens are estimated: four bytes each.
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
) -> Result<Recorded> {
    let path = tidy(&new.path)?;
    let checksum = checksum(new)?;
    let before = newest(draft, &path);
    if let Some(before) = before
        && before.checksum == checksum
        && (checksum.is_some() || adds_nothing(new, before))
        // An artifact that was filed under no task is recorded again if it is made for one.
        && (task.is_none() || before.associated_task.is_some() && !before.is_beside_its_task())
        && (new.content.is_none() || before.place != Place::Path)
    {
        return Ok(Recorded {
            artifact: before.clone(),
            unchanged: true,
            warning: None,
        });
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
    let standing = filing::standing(draft, &path, task);
    let earlier = before.map(|before| before.id);
    let fact = ArtifactRecorded {
        id,
        kind: new.kind,
        path,
        description: match (&new.description, before) {
            (Some(description), _) => description.clone(),
            (None, Some(before)) => before.description.clone(),
            (None, None) => String::new(),
        },
        associated_task: task,
        beside: match standing {
            Standing::Beside(task) => Some(task),
            _ => None,
        },
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
    let warning = filing::follow(draft, &standing, id, earlier);
    Ok(Recorded {
        artifact: draft.artifacts.find(id)?.clone(),
        unchanged: false,
        warning,
    })
}

/// Returns true if a reference without content repeats the newest version.
fn adds_nothing(new: &NewArtifact, before: &Artifact) -> bool {
    let description = new.description.as_ref();
    new.kind == before.kind
        && new.commit == before.commit
        && description.is_none_or(|text| *text == before.description)
}

fn beginning(content: &Content) -> &str {
    match content {
        Content::Text(text) => excerpt(text),
        Content::Blob { excerpt, .. } => excerpt,
    }
}

/// Normalizes a path: `./src//a.rs` becomes `src/a.rs`. A URL stays unchanged.
fn tidy(path: &str) -> Result<String> {
    check_path(path)?;
    if path.contains("://") {
        return Ok(path.into());
    }
    let parts: Vec<&str> = path
        .split('/')
        .filter(|part| !matches!(*part, "" | "."))
        .collect();
    if parts.is_empty() || parts.contains(&"..") {
        let detail =
            "expected a path that leads to a file and not upwards, like `src/auth/token.rs`";
        return Err(Error::field("/path", detail));
    }
    let root = if path.starts_with('/') { "/" } else { "" };
    Ok(format!("{root}{}", parts.join("/")))
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
                "expected that of the content, which is {computed}{}",
                redaction_note(new.content.as_ref())
            ),
        )),
        (given, computed) => Ok(computed.or(given)),
    }
}

/// Returns a note for the error text if the content is not stored as it was sent.
fn redaction_note(content: Option<&Content>) -> &'static str {
    let text = content.map_or("", beginning);
    if text.contains("[redacted:") {
        " as it is stored, with the secrets in it replaced: leave the checksum out"
    } else {
        ""
    }
}

/// Returns the SHA-256 of `bytes` in lower-case hexadecimal.
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
