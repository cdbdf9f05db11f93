//! `mind_edit`.

use kernel::prelude::*;

use crate::mind::document::{Document, open_fence};
use crate::mind::edit::{DOCUMENT_BYTES, check_characters, check_length, lines_of, with_section};
use crate::mind::facts::DocumentEdited;
use crate::mind::rules::{begin, whose};
use crate::mind::section::Section;

/// Edits a mind's document: all of it, or one section. Creates a new version. Dreams keep lines that people wrote and
/// leave out lines that people struck out; a dream that began before the edit does not undo it.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MindEdit {
    /// Name of the agent (required).
    pub agent: Option<String>,
    /// Whole document, or the text below the section's heading.
    #[schemars(length(max = DOCUMENT_BYTES))]
    pub text: String,
    /// Section to change: `phenotype`, `bond`, `niche`, `active_context`, `crystal_pointers`, `curiosity_gaps` or
    /// `emerging_skills`. Default: the whole document.
    pub section: Option<Section>,
    /// Number of the version that the edit is based on; 0 without a document. If there is a newer one, nothing is
    /// written.
    pub number: u32,
}

/// Version of the document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "MindEdited")]
pub struct Numbered {
    /// Name of the agent.
    pub agent: String,
    /// Number of the current version. Unchanged if the text is the same.
    pub number: u32,
}

impl Operation for MindEdit {
    type Output = Numbered;
    const SPEC: Spec =
        spec!(Write "mind_edit" Access::PEOPLE).refuses(&["deleted", "full", "moved"]);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &MindEdit, tx: &mut Tx) -> Result<Numbered> {
    let agent = whose(&tx.cx.actor, op.agent.as_deref())?;
    let text = lines_of(&op.text);
    check_length("/text", &text)?;
    check_characters("/text", &text)?;
    if op.section.is_none() && text.trim().is_empty() {
        let detail = "expected what the document says; `mind_delete` deletes the mind";
        return Err(Error::field("/text", detail));
    }
    let draft = begin(tx, &agent)?;
    let number = draft.number();
    if number != op.number {
        let mut moved = Error::conflict(
            "moved",
            format!(
                "The document's version is {number} now, and {} was changed here. Nothing was written: compare the \
                 two with `mind_diff`, and send what it should say with the number {number}.",
                op.number
            ),
        );
        moved.extra.current = Some(number.into());
        return Err(moved);
    }
    let text = match op.section {
        Some(section) => with_section(draft.text(), section, &text)?,
        None => check_fences(text.into_owned())?,
    };
    check_length("/text", &text)?;
    if text == draft.text() {
        return Ok(Numbered { agent, number });
    }
    let number = draft.next_number();
    draft.record(DocumentEdited {
        number,
        section: op.section,
        text: text.into(),
    });
    Ok(Numbered { agent, number })
}

/// Returns the document, or an error if a code block in it is not closed: all sections below would be code.
fn check_fences(text: String) -> Result<String> {
    let fence = open_fence(&text).filter(|_| Document::read(&text).is_dreamt());
    let Some(fence) = fence else {
        return Ok(text);
    };
    let detail =
        format!("there is a block of code that is not closed: end it with a line `{fence}`");
    Err(Error::field("/text", detail))
}
