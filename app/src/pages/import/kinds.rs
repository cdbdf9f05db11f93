//! Importers, each with its operation and fields. A new importer is a new entry.

use engine::conversation::ops::session_import::SessionImport;
use engine::crystal::ops::memory_import::MemoryImport;
use engine::imported::cut::Kind;
use engine::imported::{Item, Report, conversation_formats, memory_formats};
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
    /// True if its files are imported in parts, up to [`MAX_FILE_MIB`]; others are limited to [`MAX_WHOLE_MIB`].
    pub parts: bool,
    /// Size limit of a file that is sent with the form.
    pub form_limit: &'static str,
    /// True if the named entries of a report are those it counts; messages are counted, but their sessions are
    /// named.
    pub lists_what_it_counts: bool,
    /// Place where entries that cannot be imported are stored.
    pub quarantine: &'static str,
    /// Fields of the importer.
    pub fields: fn() -> AnyView,
    /// Returns the address of the imported data, from the response.
    pub place: fn(&Value) -> Option<String>,
    /// Returns the address of one entry of a report.
    pub link: fn(&Item) -> Option<String>,
}

/// Maximum size of a file that is uploaded, in MiB.
pub const MAX_FILE_MIB: usize = 128;
/// Maximum size of a file that is imported as a whole, in MiB.
pub const MAX_WHOLE_MIB: usize = 32;
/// The same limit as text.
const WHOLE: &str = "32 MiB";

/// All importers.
pub static IMPORTERS: [Importer; 4] = [
    Importer {
        name: "workflow",
        spec: WorkflowImport::SPEC,
        title: "Workflow",
        hint: "Issues of Beads (issues.jsonl), tasks.json of Task Master, or a complete workflow that Loci exported.",
        text: "content",
        kind: Some(Kind::Workflow),
        parts: false,
        form_limit: WHOLE,
        lists_what_it_counts: true,
        quarantine: "in an artifact of the workflow",
        fields: of_workflow,
        place: |answer| {
            let workflow = answer["workflow"].as_str()?.parse().ok()?;
            Some(paths::workflow(workflow))
        },
        link: |_| None,
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
        form_limit: WHOLE,
        lists_what_it_counts: false,
        quarantine: "as quarantined memories that readers of the session see",
        fields: of_sessions,
        place: |answer| match &answer["items"].as_array()?[..] {
            [only] => session(only["id"].as_str()?),
            _ => None,
        },
        link: |item| session(&item.id),
    },
    Importer {
        name: "memories",
        spec: MemoryImport::SPEC,
        title: "Memories",
        hint: "Exports of other memory systems, or Markdown such as MEMORY.md, CLAUDE.md and AGENTS.md: a memory for each \
               paragraph and list item. The formats are listed below.",
        text: "content",
        kind: Some(Kind::Memories),
        parts: true,
        form_limit: WHOLE,
        lists_what_it_counts: true,
        quarantine: "as quarantined memories",
        fields: of_memories,
        place: |answer| Some(paths::crystals_of_core(answer["core"].as_str()?)),
        link: |item| Some(paths::crystal(item.core.as_deref()?, &item.id)),
    },
    Importer {
        name: "mind",
        spec: MindSeed::SPEC,
        title: "Mind",
        hint: "MEMORY.md, CLAUDE.md or AGENTS.md. The text becomes the first version of the mind's document, unchanged, \
               and its parts become memories of the mind. Only for a mind without a document.",
        text: "markdown",
        kind: None,
        parts: false,
        form_limit: "256 KiB",
        lists_what_it_counts: true,
        quarantine: "",
        fields: of_mind,
        place: |answer| Some(paths::mind(answer["agent"].as_str()?)),
        link: |_| None,
    },
];

/// Returns the importer whose files have this kind.
#[must_use]
pub fn importer_of(kind: Kind) -> Option<&'static Importer> {
    IMPORTERS.iter().find(|one| one.kind == Some(kind))
}

/// Returns the importer of this name.
#[must_use]
pub fn importer(name: &str) -> Option<&'static Importer> {
    IMPORTERS.iter().find(|one| one.name == name)
}

/// Returns the report in a response.
#[must_use]
pub fn report_of(answer: &Value) -> Option<Report> {
    let report = answer.get("report").unwrap_or(answer);
    serde_json::from_value(report.clone()).ok()
}

fn session(id: &str) -> Option<String> {
    let key = SessionKey::parse(id).ok()?;
    Some(paths::session(&key))
}

fn formats(all: &[(&str, &str)]) -> Vec<Choice> {
    let known = Choice::new("", "Detect automatically");
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
            <Field label="Session" name="session" autocomplete="off" placeholder="as named in the file" />
        </div>
        {owner_fields()}
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
        {owner_fields()}
    }
    .into_any()
}

fn owner_fields() -> AnyView {
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
            <Field label="Agent" name="agent" autocomplete="off" />
        </div>
    }
    .into_any()
}
