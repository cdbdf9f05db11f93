//! `mind_seed`.

use std::collections::BTreeSet;

use kernel::ports::tokens::Tokens;
use kernel::prelude::*;
use kernel::view::aside;

use crate::crystal::record::SEED;
use crate::crystal::{self, MemoryType, NewCrystal, Provenance, is_full};
use crate::imported::{Change, Item, Report, title};
use crate::mind::chunk::chunks;
use crate::mind::document::{Document, runs};
use crate::mind::edit::{DOCUMENT_BYTES, check_length, lines_of};
use crate::mind::facts::MindSeeded;
use crate::mind::note::NoteKind;
use crate::mind::ops::WRITERS;
use crate::mind::rules::{begin, is_of_bond, whose};
use crate::mind::section::Section;
use crate::mind::{Mind, stream};
use crate::workspace::settings::Settings;

/// Format of seed texts in reports.
const FORMAT: &str = "markdown";
/// Importance of memories from a seed text.
const IMPORTANCE: f64 = 0.75;

/// Seeds a mind with an existing text, such as a MEMORY.md. The text becomes version 1 of the document, unchanged, and
/// each part of it a long-term memory. The first dream writes below it; later ones take it over gradually. A mind is
/// seeded once, before it has a document; preview with `dry_run`. If an agent seeded it, such as by mirroring a
/// MEMORY.md, a person can seed it again, and that text comes first.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MindSeed {
    /// Name of the agent. Default: yourself.
    pub agent: Option<String>,
    /// The text, unchanged.
    #[schemars(length(min = 1, max = DOCUMENT_BYTES), regex(pattern = r"\S"))]
    pub markdown: String,
    /// Only reports the result and writes nothing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dry_run: bool,
    /// Parts of the text.
    #[serde(skip)]
    pub parts: Vec<Part>,
}

/// A part of a seed text.
#[derive(Clone, Debug, Default)]
pub struct Part {
    text: String,
    /// True if some of it belongs in The Bond.
    is_bond: bool,
}

/// Result of seeding a mind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "MindBegun")]
pub struct Seeded {
    /// Name of the agent.
    pub agent: String,
    /// Number of the new version.
    pub number: u32,
    /// Number of long-term memories made from it. 0 if these are off.
    pub crystals: u32,
    /// The result in the format of all imports.
    pub report: Report,
}

impl Operation for MindSeed {
    type Output = Seeded;
    const SPEC: Spec = spec!(Write "mind_seed" WRITERS, &["agent", "number", "crystals"])
        .with(&[Trait::Unlisted])
        .refuses(&["deleted", "full", "has_document", "seeded"]);
    const HOW: How<Self> = How::Decide(decide);
    const PREPARE: Option<Prepare<Self>> = Some(|op, view| Box::pin(prepare(op, view)) as Fut<_>);
}

async fn prepare(op: MindSeed, view: View) -> Result<MindSeed> {
    check(&op.markdown)?;
    let services = view.services.clone();
    aside(move || {
        let text = lines_of(&op.markdown);
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let parts = parts(text, services.tokens());
        MindSeed { parts, ..op }
    })
    .await
}

/// Returns the parts that become memories. Text under the heading of The Bond is never in a part with other text.
fn parts(text: &str, tokens: &dyn Tokens) -> Vec<Part> {
    let mut parts = Vec::new();
    for run in runs(text, Section::Bond) {
        for text in chunks(&run.text, tokens) {
            // Dreams move lines that describe people into The Bond from below any heading.
            let is_bond = run.is_of_it || text.lines().any(|line| is_of_bond(None, line));
            parts.push(Part { text, is_bond });
        }
    }
    parts
}

fn check(markdown: &str) -> Result<()> {
    if markdown.trim_start_matches('\u{feff}').trim().is_empty() {
        return Err(Error::field(
            "/markdown",
            "expected what was written before",
        ));
    }
    check_length("/markdown", markdown)
}

fn decide(op: &MindSeed, tx: &mut Tx) -> Result<Seeded> {
    let agent = whose(&tx.cx.actor, op.agent.as_deref())?;
    check(&op.markdown)?;
    let is_person = tx.cx.actor.role.is_person();
    let draft = begin(tx, &agent)?;
    let seed = draft.seed.and_then(|number| draft.versions.get(&number));
    let is_before = is_person && seed.is_some_and(|seed| !seed.by.role.is_person());
    if draft.seed.is_some() && !is_before {
        let detail = format!(
            "The mind of {agent} was seeded before, and is seeded once. A person can put more into the document with \
             `mind_edit`; `memory_create` keeps memories."
        );
        return Err(Error::conflict("seeded", detail));
    }
    if draft.document.is_some() && !is_before {
        let detail = format!(
            "The mind of {agent} has a document already, version {}: a mind is seeded before that. A person can put \
             more into it with `mind_edit`; `memory_create` keeps memories.",
            draft.number()
        );
        return Err(Error::conflict("has_document", detail));
    }
    let number = draft.next_number();
    let mut report = Report {
        format: FORMAT.into(),
        dry_run: op.dry_run,
        ..Report::default()
    };
    let document = || Item {
        key: "document".into(),
        id: number.to_string(),
        core: None,
        title: format!("Version {number} of the document, the text as it is"),
        change: Change::Created,
    };
    report.wrote(document, Change::Created);
    let crystals = remember(op, tx, &agent, &mut report)?;
    if crystals == 0 {
        report.note("No memories are made of its parts: these are switched off.".into());
    }
    let draft = tx.draft::<Mind>(&stream(&agent))?;
    let text = if is_before {
        before(&op.markdown, draft.text())
    } else {
        op.markdown.clone()
    };
    check_length("/markdown", &text)?;
    draft.record(MindSeeded {
        number,
        text: text.into(),
        crystals,
    });
    if op.dry_run {
        tx.withdraw();
    }
    Ok(Seeded {
        agent,
        number,
        crystals,
        report,
    })
}

/// Returns the current document with a person's text added at the beginning.
fn before(markdown: &str, document: &str) -> String {
    let mut document = Document::read(document);
    let own = lines_of(markdown);
    let own = own.trim_start_matches('\u{feff}').trim();
    let all = format!("{own}\n\n{}", document.before);
    all.trim_end().clone_into(&mut document.before);
    document.to_string()
}

/// Makes each part a memory of the mind and returns their number.
fn remember(op: &MindSeed, tx: &mut Tx, agent: &str, report: &mut Report) -> Result<u32> {
    if !Settings::of(tx)?.long_term_memory {
        return Ok(0);
    }
    let fact = tx.draft::<Mind>(&stream(agent))?.version() + 1;
    let core = crystal::mind_core(tx, agent)?;
    let mut ids = BTreeSet::new();
    for (n, Part { text, is_bond }) in op.parts.iter().enumerate() {
        if is_full(core) {
            break;
        }
        let memory = NewCrystal {
            text: text.clone(),
            memory_type: MemoryType::Semantic,
            agent: Some(agent.into()),
            // Marks text of The Bond, because not every reader of memories may read it.
            topics: NoteKind::topics_of(is_bond.then_some(NoteKind::Relationship)),
            importance: Some(IMPORTANCE),
            // This provenance makes the memory consolidated from the beginning.
            provenance: Some(Provenance {
                stream: stream(agent),
                message: Some(SEED.into()),
                version: Some(fact),
            }),
            ..NewCrystal::default()
        };
        let id = crystal::add(core, memory)?.id().to_owned();
        if ids.insert(id.clone()) {
            let part = || Item {
                key: format!("part {}", n + 1),
                id,
                core: None,
                title: title(text),
                change: Change::Created,
            };
            report.wrote(part, Change::Created);
        }
    }
    Ok(u32::try_from(ids.len()).unwrap_or(u32::MAX))
}
