//! `artifact_diff`.

use crate::numbers::{ArtifactNo, Ref};
use crate::workflow::diff::{self, Hunk, Lines};
use crate::workflow::ops::artifact_get::{content, find};
use crate::workflow::ops::artifact_record::newest;
use crate::workflow::ops::read;
use crate::workflow::shared::Artifact;
use crate::workflow::state::Workflow;
use kernel::prelude::*;
use kernel::view::aside;

/// Maximum size of a content that is compared, in bytes.
const MAX_BYTES: usize = 4 * 1024 * 1024;

/// Compares two versions of an artifact line by line. Without `from` and `to`: the newest version of the path with the
/// one before.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ArtifactDiff {
    /// Id of the workflow.
    pub workflow: Option<Id>,
    /// Path, if versions are given by number.
    pub path: Option<String>,
    /// Old version of the path; default: the one before the new version.
    pub from: Option<u32>,
    /// New version of the path; default: the newest.
    pub to: Option<u32>,
    /// Name of the old version, such as `A3`, instead of path and number.
    pub from_artifact: Option<Ref<ArtifactNo>>,
    /// Name of the new version, instead of path and number.
    pub to_artifact: Option<Ref<ArtifactNo>>,
}

/// Differences between two versions.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ArtifactChange {
    /// Id of the workflow.
    pub workflow: Id,
    /// Old version; absent if the new one is the first.
    pub from: Option<Artifact>,
    /// New version.
    pub to: Artifact,
    /// Number of added lines.
    pub added: u32,
    /// Number of removed lines.
    pub removed: u32,
    /// Changed regions, each with three lines of context.
    pub hunks: Vec<Hunk>,
    /// The same as a unified diff.
    pub text: String,
}

impl Operation for ArtifactDiff {
    type Output = ArtifactChange;
    const SPEC: Spec = spec!(Read "artifact_diff" Access::ALL).refuses(&["binary", "no_content"]);
    const HOW: How<Self> = How::Run(run);
}

fn run(op: ArtifactDiff, view: View) -> Fut<'static, Result<ArtifactChange>> {
    Box::pin(async move {
        let named = op.to_artifact.or(op.from_artifact);
        let workflow = match named {
            Some(artifact) => artifact.workflow(op.workflow)?,
            None => op.workflow.ok_or_else(|| {
                Error::field(
                    "/workflow",
                    "say in which workflow: `workflow_list` lists them",
                )
            })?,
        };
        let state = read(&view, workflow).await?;
        let (from, to) = versions(&op, workflow, &state)?;
        let label =
            |artifact: &Artifact| format!("{} (version {})", artifact.path, artifact.version);
        let lines = compare_versions(&view, workflow, from, to).await?;
        Ok(ArtifactChange {
            workflow,
            from: from.cloned(),
            to: to.clone(),
            added: lines.added,
            removed: lines.removed,
            text: lines.to_unified(&from.map_or_else(|| "/dev/null".into(), label), &label(to)),
            hunks: lines.hunks,
        })
    })
}

/// Compares two versions; without an old one, all lines of the new one are added.
pub(super) async fn compare_versions(
    view: &View,
    workflow: Id,
    from: Option<&Artifact>,
    to: &Artifact,
) -> Result<Lines> {
    let old = match from {
        Some(from) => text(view, workflow, from).await?,
        None => String::new(),
    };
    let new = text(view, workflow, to).await?;
    aside(move || diff::lines(&old, &new)).await
}

/// Returns the two versions to compare.
fn versions<'a>(
    op: &ArtifactDiff,
    workflow: Id,
    state: &'a Workflow,
) -> Result<(Option<&'a Artifact>, &'a Artifact)> {
    let named = |artifact: Ref<ArtifactNo>| state.artifacts.find(artifact.within(workflow)?);
    let to = match (op.to_artifact, op.from_artifact, &op.path) {
        (Some(to), ..) => named(to)?,
        (None, _, Some(path)) => find(state, path, op.to)?,
        (None, Some(from), None) => {
            let from = named(from)?;
            newest(state, &from.path).unwrap_or(from)
        }
        (None, None, None) => {
            return Err(Error::field(
                "/path",
                "say of which artifact, with `path` or `to_artifact`: `artifact_list` lists them",
            ));
        }
    };
    let from = match (op.from_artifact, op.from) {
        (Some(from), _) => Some(named(from)?),
        (None, Some(from)) => Some(find(state, &to.path, Some(from))?),
        (None, None) if to.version > 1 => Some(find(state, &to.path, Some(to.version - 1))?),
        (None, None) => None,
    };
    Ok((from, to))
}

async fn text(view: &View, workflow: Id, artifact: &Artifact) -> Result<String> {
    let name = format!("Version {} of {}", artifact.version, artifact.path);
    let Some(bytes) = content(view, workflow, artifact).await? else {
        let detail = format!(
            "{name} was recorded without its content: compare it where it lives; `artifact_get` says where that is."
        );
        return Err(Error::conflict("no_content", detail));
    };
    if bytes.len() > MAX_BYTES {
        let detail = format!(
            "{name} has more than {MAX_BYTES} bytes: read both with `artifact_get` and compare them."
        );
        return Err(Error::new(Code::TooLarge, detail));
    }
    match String::from_utf8(bytes) {
        Ok(text) if !text.contains('\0') => Ok(text),
        _ => {
            let detail = format!(
                "{name} is no text: it has no lines to compare. `artifact_get` gives it as it is."
            );
            Err(Error::conflict("binary", detail))
        }
    }
}
