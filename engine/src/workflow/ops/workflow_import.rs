//! `workflow_import`.

use exchange::format::{Format, detect};
use exchange::plan::Plan;
use exchange::report::Read;
use exchange::{beads, task_master};
use kernel::ports::blobs::Content;
use kernel::prelude::*;
use kernel::time::SECOND;
use kernel::view::aside;
use std::collections::BTreeSet;
use std::sync::Arc;

use crate::imported::{Report, check_weight, nothing};
use crate::workflow::facts::{LeadTaken, WorkflowCreated};
use crate::workflow::ops::artifact_record::sha256;
use crate::workflow::ops::task_add::MAX_DEPTH;
use crate::workflow::ops::{TextLine, check_line, plan, read};
use crate::workflow::origin::PlanFormat;
use crate::workflow::state::{Policy, Workflow};
use crate::workflow::{self};

mod complete;
mod plausible;
mod upsert;

use upsert::Source;

/// Imports a plan of another tool: Beads issues (JSON, one per line), or `tasks.json` of Task Master. Creates a
/// workflow, or updates an existing one: tasks that were imported from the same source before are changed where they
/// differ, and the same text twice changes nothing. Tasks done in the source are done here. Edges that would close a
/// cycle are left out, and invalid parts are quarantined in an artifact; both are listed. Loci's own format
/// (`workflow_export` with `loci`) restores a workflow with its history; only a person may import it, and only
/// completely. Check the report with `dry_run` first.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WorkflowImport {
    /// Text to import.
    pub content: String,
    /// Format of the text; detected from its beginning by default.
    pub format: Option<ImportFormat>,
    /// Workflow to update; default: a new one.
    pub workflow: Option<Id>,
    /// Name of the new workflow, in one line of at most 300 characters.
    #[schemars(with = "Option<TextLine>")]
    pub name: Option<String>,
    /// Name of the source, such as the file name.
    #[schemars(with = "Option<TextLine>")]
    pub source: Option<String>,
    /// Returns the report without writing anything.
    #[serde(default)]
    pub dry_run: bool,
    /// Parsed text.
    #[serde(skip)]
    pub readied: Option<Readied>,
}

/// Import format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ImportFormat {
    /// Beads issues, one per line.
    Beads,
    /// `tasks.json` of Task Master.
    TaskMaster,
    /// Complete Loci format.
    Loci,
}

impl From<ImportFormat> for Format {
    fn from(format: ImportFormat) -> Self {
        match format {
            ImportFormat::Beads => Self::Beads,
            ImportFormat::TaskMaster => Self::TaskMaster,
            ImportFormat::Loci => Self::Loci,
        }
    }
}

/// Parsed text of an import; parsed before the decision.
#[derive(Clone, Debug)]
pub enum Readied {
    /// Plan of another tool.
    Plan(Planned),
    /// Workflow of Loci.
    Complete(complete::Complete),
}

/// Parsed plan.
#[derive(Clone, Debug)]
pub struct Planned {
    format: PlanFormat,
    read: Arc<Read<Plan>>,
    /// Hash of each task.
    hashes: Arc<Vec<String>>,
    sha256: String,
    /// Quarantined parts, as the content of their artifact.
    odd: Option<Content>,
}

/// Result of an import, or of a dry run.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct WorkflowTaken {
    /// Id of the workflow; absent if a dry run would create it.
    pub workflow: Option<Id>,
    /// Report of the changes.
    pub report: Report,
}

impl Operation for WorkflowImport {
    type Output = WorkflowTaken;
    const SPEC: Spec = spec!(Write "workflow_import" Access::LEADERS)
        .with(&[Trait::TakesFiles, Trait::Unlisted])
        .refuses(&["ended", "exists"]);
    const HOW: How<Self> = How::Decide(decide);
    const PREPARE: Option<Prepare<Self>> = Some(|op, view| Box::pin(prepare(op, view)) as Fut<_>);

    fn contents(&mut self) -> Vec<&mut Content> {
        match &mut self.readied {
            None => Vec::new(),
            Some(Readied::Plan(planned)) => planned.odd.iter_mut().collect(),
            Some(Readied::Complete(complete)) => complete.blobs.iter_mut().collect(),
        }
    }
}

async fn prepare(op: WorkflowImport, view: View) -> Result<WorkflowImport> {
    if let Some(name) = &op.name {
        check_line("/name", name)?;
    }
    if let Some(source) = &op.source {
        check_line("/source", source)?;
    }
    if op.name.is_some() && op.workflow.is_some() {
        let detail = "the workflow has a name already: `workflow_edit` gives it another";
        return Err(Error::field("/name", detail));
    }
    let looking = aside(move || {
        check_weight(&op.content)?;
        let format = op.format.map(Format::from).or_else(|| detect(&op.content));
        Ok::<_, Error>((op, format))
    });
    let (op, format) = looking.await??;
    let format = match format {
        Some(Format::Beads) => PlanFormat::Beads,
        Some(Format::TaskMaster) => PlanFormat::TaskMaster,
        Some(Format::Loci) => {
            let complete = complete::prepare(&op, &view).await?;
            return Ok(WorkflowImport {
                content: String::new(),
                readied: Some(Readied::Complete(complete)),
                ..op
            });
        }
        None => {
            let detail = "the text does not begin as any that can be taken in: say which it is, \
                          `beads`, `task_master` or `loci`";
            return Err(Error::field("/format", detail));
        }
    };
    let known = match op.workflow {
        None => BTreeSet::new(),
        Some(id) => existing_keys(&*read(&view, id).await?, format),
    };
    let WorkflowImport { content, .. } = op;
    let readied = aside(move || parse_plan(format, &content, &known)).await??;
    Ok(WorkflowImport {
        content: String::new(),
        readied: Some(Readied::Plan(readied)),
        ..op
    })
}

/// Returns the ids, in the source, of tasks that were imported from that format.
fn existing_keys(workflow: &Workflow, format: PlanFormat) -> BTreeSet<String> {
    let origins = workflow
        .tasks
        .iter()
        .filter_map(|task| task.origin.as_ref());
    let origins = origins.filter(|origin| origin.format == format);
    origins.map(|origin| origin.key.clone()).collect()
}

fn parse_plan(format: PlanFormat, content: &str, known: &BTreeSet<String>) -> Result<Planned> {
    let read = match format {
        PlanFormat::Beads => beads::read_beside(content, known),
        PlanFormat::TaskMaster => task_master::read_beside(content, known),
    };
    if read.found.depth() > MAX_DEPTH {
        let detail = format!(
            "A workflow has at most {MAX_DEPTH} tasks one behind the other, and here are more: let some wait \
             for fewer."
        );
        return Err(Error::new(Code::TooLarge, detail));
    }
    let hash = |task| Ok(sha256(&serde_json::to_vec(task)?));
    let hashes: serde_json::Result<Vec<String>> = read.found.tasks.iter().map(hash).collect();
    let lines: serde_json::Result<Vec<String>> =
        read.odd.iter().map(serde_json::to_string).collect();
    let (hashes, lines) = hashes
        .and_then(|hashes| Ok((hashes, lines?)))
        .map_err(|error| Error::internal(format!("a plan has no JSON form: {error}")))?;
    let odd = (!lines.is_empty()).then(|| Content::Text(lines.join("\n") + "\n"));
    Ok(Planned {
        format,
        hashes: Arc::new(hashes),
        sha256: sha256(content.as_bytes()),
        read: Arc::new(read),
        odd,
    })
}

fn decide(op: &WorkflowImport, tx: &mut Tx) -> Result<WorkflowTaken> {
    let readied = match &op.readied {
        Some(Readied::Plan(readied)) => readied,
        Some(Readied::Complete(complete)) => return complete::decide(op, complete, tx),
        None => return Err(Error::internal("an import was not prepared")),
    };
    let found = &readied.read.found;
    let has_gone = op.workflow.is_some() && !found.gone.is_empty();
    if found.tasks.is_empty() && !has_gone {
        let why = "has no task that can be taken in";
        return Err(nothing(why, &readied.read.odd));
    }
    let source = Source {
        readied,
        name: op.source.as_deref(),
    };
    let workflow = op.workflow.unwrap_or(tx.cx.id);
    let draft = match op.workflow {
        Some(id) => plan(tx, id)?,
        None => begin(tx, op, readied.format)?,
    };
    let mut report = upsert::upsert(draft, &source)?;
    report.dry_run = op.dry_run;
    if op.dry_run {
        tx.withdraw();
    }
    Ok(WorkflowTaken {
        workflow: op.workflow.or((!op.dry_run).then_some(workflow)),
        report,
    })
}

/// Creates the workflow for the plan; an orchestrator leads it.
fn begin<'a>(
    tx: &'a mut Tx<'_>,
    op: &WorkflowImport,
    format: PlanFormat,
) -> Result<&'a mut Draft<Workflow>> {
    let id = tx.cx.id;
    let draft = tx.draft::<Workflow>(&workflow::stream(id))?;
    let (cx, policy) = (draft.cx.clone(), Policy::default());
    let from = match &op.source {
        Some(source) => format!("{source} ({})", format.title()),
        None => format.title().into(),
    };
    let goal = format!("What was planned in {from}");
    draft.record(WorkflowCreated {
        id,
        name: op
            .name
            .clone()
            .unwrap_or_else(|| format!("From {}", format.title())),
        tokens: u32::try_from(goal.len().div_ceil(4)).unwrap_or(u32::MAX),
        goal,
        constraints: Vec::new(),
        memory_core_refs: Vec::new(),
        policy: policy.clone(),
    });
    if cx.actor.role == Role::Orchestrator {
        draft.record(LeadTaken {
            agent: cx.actor.id.clone(),
            epoch: 1,
            until: cx.now.plus(i64::from(policy.lead_seconds) * SECOND),
        });
    }
    Ok(draft)
}
