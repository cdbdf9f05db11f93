//! `workflow_export`.

use std::borrow::Cow;

use exchange::graph::{dot, mermaid, svg};
use exchange::{beads, markdown, task_master};
use kernel::prelude::*;
use kernel::unseen::escape_direction;
use kernel::view::aside;

use crate::workflow::ops::read;
use crate::workflow::origin::PlanFormat;
use crate::workflow::sketch::Scope;

mod complete;
mod drawn;
mod outline;
mod planned;

/// Exports a workflow: as an outline (`markdown`), as a drawing (`mermaid`, `dot`, `svg`), as a plan (`beads`,
/// `task_master`), in which imported tasks keep their original records with the changes since, or complete (`loci`):
/// every fact and every content, for another server.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WorkflowExport {
    /// Id of the workflow.
    pub workflow: Id,
    /// Format of the export.
    pub format: ExportFormat,
}

/// Export format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExportFormat {
    /// Complete Loci format: a person can import it on another server with `workflow_import`.
    Loci,
    /// Outline for people.
    Markdown,
    /// Mermaid flowchart.
    Mermaid,
    /// Graphviz digraph.
    Dot,
    /// Picture, drawn as on the workflow's page.
    Svg,
    /// Beads issues, one per line.
    Beads,
    /// `tasks.json` of Task Master.
    TaskMaster,
}

impl ExportFormat {
    /// All formats.
    pub const ALL: [Self; 7] = [
        Self::Loci,
        Self::Markdown,
        Self::Mermaid,
        Self::Dot,
        Self::Svg,
        Self::Beads,
        Self::TaskMaster,
    ];

    /// Name of the format in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Loci => "loci",
            Self::Markdown => "markdown",
            Self::Mermaid => "mermaid",
            Self::Dot => "dot",
            Self::Svg => "svg",
            Self::Beads => "beads",
            Self::TaskMaster => "task_master",
        }
    }

    /// Display name of the format.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Loci => "Loci, complete",
            Self::Markdown => "Markdown",
            Self::Mermaid => "Mermaid",
            Self::Dot => "Graphviz",
            Self::Svg => "SVG",
            Self::Beads => "Beads",
            Self::TaskMaster => "Task Master",
        }
    }

    const fn media_type(self) -> &'static str {
        match self {
            Self::Markdown => "text/markdown; charset=utf-8",
            Self::Mermaid => "text/vnd.mermaid; charset=utf-8",
            Self::Dot => "text/vnd.graphviz; charset=utf-8",
            Self::Svg => "image/svg+xml",
            Self::Loci | Self::Beads => "application/x-ndjson",
            Self::TaskMaster => "application/json",
        }
    }

    const fn ending(self) -> &'static str {
        match self {
            Self::Loci => "loci.jsonl",
            Self::Markdown => "md",
            Self::Mermaid => "mmd",
            Self::Dot => "dot",
            Self::Svg => "svg",
            Self::Beads => "beads.jsonl",
            Self::TaskMaster => "tasks.json",
        }
    }
}

/// Exported workflow.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Exported {
    /// Text of the export.
    pub content: String,
    /// Media type of the text.
    pub media_type: String,
    /// Suggested file name.
    pub file_name: String,
}

impl Operation for WorkflowExport {
    type Output = Exported;
    const SPEC: Spec = spec!(Read "workflow_export" Access::ALL).with(&[Trait::Unlisted]);
    const HOW: How<Self> = How::Run(|op, view| Box::pin(run(op, view)));
}

async fn run(op: WorkflowExport, view: View) -> Result<Exported> {
    let state = read(&view, op.workflow).await?;
    let name = file_name(&state.name, op.workflow);
    let format = op.format;
    let content = match format {
        ExportFormat::Loci => complete::file(&view, op.workflow).await?,
        ExportFormat::Markdown => aside(move || markdown::write(&outline::of(&state))).await?,
        ExportFormat::Mermaid => aside(move || mermaid::write(&drawn::graph(&state))).await?,
        ExportFormat::Dot => aside(move || dot::write(&drawn::graph(&state))).await?,
        ExportFormat::Svg => {
            let scoped = state.sketch(&Scope::default())?;
            let services = view.services.clone();
            aside(move || {
                let plan = services.layout().draw(&scoped.sketch);
                svg::write(
                    &drawn::boxes(&state, &scoped.folded),
                    &drawn::positions(plan),
                )
            })
            .await?
        }
        ExportFormat::Beads => {
            let kept = planned::read_kept(&view, op.workflow, PlanFormat::Beads).await?;
            aside(move || beads::write(&planned::tasks(&state, PlanFormat::Beads, &kept))).await?
        }
        ExportFormat::TaskMaster => {
            let kept = planned::read_kept(&view, op.workflow, PlanFormat::TaskMaster).await?;
            aside(move || {
                let tasks = planned::tasks(&state, PlanFormat::TaskMaster, &kept);
                task_master::write(&tasks, &kept.rest)
            })
            .await?
        }
    };
    // Formats for people are written in logical order, without characters that change the text direction; formats for
    // programs stay unchanged.
    let is_shown = matches!(
        format,
        ExportFormat::Markdown | ExportFormat::Mermaid | ExportFormat::Dot | ExportFormat::Svg
    );
    let content = match escape_direction(&content) {
        Cow::Owned(written) if is_shown => written,
        _ => content,
    };
    Ok(Exported {
        content,
        media_type: format.media_type().into(),
        file_name: format!("{name}.{}", format.ending()),
    })
}

/// Maximum length of a file name, without its extension.
const NAME: usize = 60;

/// Returns a file name that every system accepts.
fn file_name(name: &str, id: Id) -> String {
    let plain = name.chars().map(|c| {
        if c.is_ascii_alphanumeric() {
            c.to_ascii_lowercase()
        } else {
            ' '
        }
    });
    let plain: String = plain.collect();
    let words: Vec<&str> = plain.split_whitespace().collect();
    let mut name: String = words.join("-").chars().take(NAME).collect();
    if name.is_empty() {
        name = id.to_string().to_ascii_lowercase();
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_a_name_of_a_file() {
        let id = Id::default();
        for (name, expected) in [
            ("Implement auth system", "implement-auth-system"),
            ("../../etc/passwd", "etc-passwd"),
            ("a\"; rm -rf\r\nb", "a-rm-rf-b"),
        ] {
            assert_eq!(file_name(name, id), expected);
        }
        assert_eq!(file_name("日本", id), id.to_string().to_ascii_lowercase());
        assert_eq!(file_name(&"x".repeat(300), id).len(), NAME);
    }
}
