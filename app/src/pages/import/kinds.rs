//! Importers, each with its operation and fields. A new importer is a new entry.

use engine::conversation::ops::session_import::SessionImport;
use engine::crystal::ops::memory_import::MemoryImport;
use engine::imported::cut::Kind;
use engine::imported::{Report, conversation_formats, memory_formats};
use engine::mind::ops::mind_seed::MindSeed;
use engine::session::SessionKey;
use engine::workflow::ops::workflow_import::WorkflowImport;
use kernel::operation::{Operation, Spec};
use leptos::prelude::*;
use serde_json::Value;

use crate::parts::{Choice, Field, Pick};
use crate::paths;

/// An importer. Its operation takes a text and `dry_run`, and its answer is a report or has a member `report`.
#[derive(Debug)]
pub struct Importer {
    /// Name in the address.
    pub name: &'static str,
    /// Operation that imports.
    pub spec: Spec,
    /// Title of the tab.
    pub title: &'static str,
    /// Description of the accepted input.
    pub hint: &'static str,
    /// Argument that takes the text.
    pub text: &'static str,
    /// Kind of its files, if it can be detected.
    pub kind: Option<Kind>,
    /// True if its files are sent in parts, up to [`PARTED`].
    pub parts: bool,
    /// Size limit of a file that is sent whole.
    pub most: &'static str,
    /// True if the named entries of a report are those it counts; messages are counted, but their sessions are
    /// named.
    pub counts_what_it_names: bool,
    /// Place where entries that cannot be imported are kept.
    pub kept: &'static str,
    /// Fields of the importer.
    pub fields: fn() -> AnyView,
    /// Returns the address of the imported data, from the response.
    pub place: fn(&Value) -> Option<String>,
    /// Returns the address of one entry of a report.
    pub link: fn(&Report, id: &str) -> Option<String>,
}

impl PartialEq for Importer {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

/// Size limit of a file that is sent in parts.
pub const PARTED: &str = "128 MiB";
/// Default size limit of a file that is sent whole.
const WHOLE: &str = "32 MiB";

/// All importers.
pub static IMPORTERS: [Importer; 4] = [
    Importer {
        name: "workflow",
        spec: WorkflowImport::SPEC,
        title: "A workflow",
        hint: "Issues of Beads (issues.jsonl), tasks.json of Task Master, or a workflow that Loci gave out complete.",
        text: "content",
        kind: Some(Kind::Workflow),
        parts: false,
        most: WHOLE,
        counts_what_it_names: true,
        kept: "in an artifact of the workflow",
        fields: of_workflow,
        place: |answer| {
            let workflow = answer["workflow"].as_str()?.parse().ok()?;
            Some(paths::workflow(workflow))
        },
        link: |_, _| None,
    },
    Importer {
        name: "sessions",
        spec: SessionImport::SPEC,
        title: "Conversations",
        hint: "Data exports of chat applications, as JSON or ZIP files; transcripts of coding agents; messages of model \
               APIs and frameworks. The formats are listed below.",
        text: "content",
        kind: Some(Kind::Conversations),
        parts: true,
        most: WHOLE,
        counts_what_it_names: false,
        kept: "as quarantined memories that readers of the session see",
        fields: of_sessions,
        place: |answer| match &answer["items"].as_array()?[..] {
            [only] => session(only["id"].as_str()?),
            _ => None,
        },
        link: |_, id| session(id),
    },
    Importer {
        name: "memories",
        spec: MemoryImport::SPEC,
        title: "Memories",
        hint: "Exports of other memories, or Markdown such as MEMORY.md, CLAUDE.md and AGENTS.md: a memory for each \
               paragraph and list item. The formats are listed below.",
        text: "content",
        kind: Some(Kind::Memories),
        parts: true,
        most: WHOLE,
        counts_what_it_names: true,
        kept: "as quarantined memories",
        fields: of_memories,
        place: |answer| Some(paths::crystals_of_core(answer["core"].as_str()?)),
        link: |report, id| Some(paths::crystal(report.core.as_deref()?, id)),
    },
    Importer {
        name: "mind",
        spec: MindSeed::SPEC,
        title: "A mind",
        hint: "A MEMORY.md, CLAUDE.md or AGENTS.md: the text as it is becomes the first version of the mind's document, \
               and its parts become memories of the mind. Once, before the mind has a document.",
        text: "markdown",
        kind: None,
        parts: false,
        most: "256 KiB",
        counts_what_it_names: true,
        kept: "",
        fields: of_mind,
        place: |answer| Some(paths::mind(answer["agent"].as_str()?)),
        link: |_, _| None,
    },
];

/// Returns the index of this name in [`IMPORTERS`], or 0 if there is none.
pub fn importer_index(name: &str) -> usize {
    let found = IMPORTERS.iter().position(|one| one.name == name);
    found.unwrap_or_default()
}

/// Returns the report in a response.
pub fn report_of(answer: &Value) -> Option<Report> {
    let report = answer.get("report").unwrap_or(answer);
    serde_json::from_value(report.clone()).ok()
}

fn session(id: &str) -> Option<String> {
    let key = SessionKey::parse(id).ok()?;
    Some(paths::session(&key))
}

fn formats(all: &[(&str, &str)]) -> Vec<Choice> {
    let known = Choice::new("", "Told by its beginning");
    let all = all.iter().map(|(value, label)| Choice::new(*value, *label));
    [known].into_iter().chain(all).collect()
}

fn of_workflow() -> AnyView {
    let choices = formats(&[
        ("beads", "Beads"),
        ("task_master", "Task Master"),
        ("loci", "Loci"),
    ]);
    view! {
        <div class="form-line">
            <Pick label="Format" name="format" choices />
            <Field label="Name of the new workflow" name="name" autocomplete="off" />
        </div>
    }
    .into_any()
}

fn of_sessions() -> AnyView {
    let choices = formats(&conversation_formats());
    view! {
        <div class="form-line">
            <Pick label="Format" name="format" choices />
            <Field label="Session" name="session" autocomplete="off" placeholder="as it is called there" />
        </div>
        {whose()}
    }
    .into_any()
}

fn of_memories() -> AnyView {
    let choices = formats(&memory_formats());
    view! {
        <div class="form-line">
            <Pick label="Format" name="format" choices />
            <Field label="Core" name="core" autocomplete="off" placeholder="that of the namespace" />
        </div>
        {whose()}
    }
    .into_any()
}

fn whose() -> AnyView {
    view! {
        <div class="form-line">
            <Field label="Namespace" name="namespace" autocomplete="off" />
            <Field label="User" name="user_id" autocomplete="off" />
        </div>
    }
    .into_any()
}

fn of_mind() -> AnyView {
    view! {
        <div class="form-line">
            <Field label="Agent whose mind it is" name="agent" autocomplete="off" />
        </div>
    }
    .into_any()
}
