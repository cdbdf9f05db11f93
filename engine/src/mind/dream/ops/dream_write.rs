//! `dream_write`. Internal: requires `Role::System`, so no API exposes it.

use kernel::prelude::*;
use kernel::view::aside;
use std::collections::BTreeSet;
use std::sync::Arc;

use crate::jobs::JobKind;
use crate::mind::budget::Budget;
use crate::mind::document::Document;
use crate::mind::dream::draft::keep_theirs;
use crate::mind::dream::ops::CHANGED;
use crate::mind::facts::{DreamKept, DreamRefused};
use crate::mind::guard::{Own, check, refusal, text_in_budget};
use crate::mind::pointer::Pointer;
use crate::mind::report::{Counts, SectionChange};
use crate::mind::rules::{open, remember_late};
use crate::mind::section::{Profile, Section};
use crate::mind::state::{Made, Mind};
use crate::mind::stream;
use crate::workspace::settings::Settings;

/// Submits the draft of a dream. If all guards pass, it becomes a version of the document. Otherwise it is stored with
/// the reason, and the notes wait for the next dream.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DreamWrite {
    /// Name of the agent.
    pub agent: String,
    /// Lease of the dream.
    pub lease: Option<Version>,
    /// Number of the version that the draft is based on; 0 without one.
    pub base: u32,
    /// Version of the last note in the draft.
    pub notes_until: Version,
    /// Text of the document.
    pub text: Arc<str>,
    /// Pointers of the document.
    pub pointers: Vec<Pointer>,
    /// Sizes before and after.
    pub counts: Counts,
    /// Changes, in a few words each.
    pub did: Vec<Arc<str>>,
    /// Name of the dreamer that wrote the draft.
    pub dreamer: Arc<str>,
    /// Reason for which the preferred dreamer did not write it.
    pub note: Option<Arc<str>>,
    /// Length of the text that dreams wrote.
    #[serde(skip)]
    pub own: Own,
}

/// Result of a dream.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "DreamWritten")]
pub struct Dreamt {
    /// Number of the new version.
    pub number: Option<u32>,
    /// Reason for which the draft was refused.
    pub refused: Option<String>,
}

impl Operation for DreamWrite {
    type Output = Dreamt;
    const SPEC: Spec = spec!(Write "dream_write" Access::SYSTEM);
    const HOW: How<Self> = How::Decide(decide);
    const PREPARE: Option<Prepare<Self>> = Some(|op, view| Box::pin(prepare(op, view)) as Fut<_>);
}

async fn prepare(op: DreamWrite, view: View) -> Result<DreamWrite> {
    let (mind, _) = view.state::<Mind>(&stream(&op.agent)).await?;
    let services = view.services.clone();
    aside(move || {
        let document = Document::read(&op.text);
        let counted = text_in_budget(&document, &mind.marks, &lock_set(&mind));
        let own = Own::of(&counted, services.tokens());
        DreamWrite { own, ..op }
    })
    .await
}

fn lock_set(mind: &Mind) -> BTreeSet<Section> {
    mind.locked.iter().copied().collect()
}

fn decide(op: &DreamWrite, tx: &mut Tx) -> Result<Dreamt> {
    let profile = Settings::of(tx)?.dream_profile;
    let draft = open(tx, &op.agent)?;
    draft.jobs.check(JobKind::Dream, op.lease)?;
    if draft.number() != op.base {
        let detail = "The document was changed while the dream was written: it is dreamt again.";
        return Err(Error::conflict(CHANGED, detail));
    }
    let old = draft.text().to_owned();
    let text = restore_theirs(draft.state(), &old, &op.text, profile);
    let checked = check(&old, &text, profile, Budget::default(), op.own);
    let base = Some(op.base).filter(|base| *base > 0);
    if let Some(refused) = refusal(&checked) {
        let note = match &op.note {
            Some(note) => format!("{refused} ({note})"),
            None => refused.clone(),
        };
        draft.record(DreamRefused {
            base,
            draft: text.into(),
            guards: checked,
            counts: op.counts,
            dreamer: op.dreamer.clone(),
            note: Some(note.into()),
        });
        return Ok(Dreamt {
            number: None,
            refused: Some(refused),
        });
    }
    remember_late(tx, &op.agent, op.notes_until)?;
    let draft = open(tx, &op.agent)?;
    let number = draft.next_number();
    let changes = changes(&old, &text);
    let still = |pointer: &&Pointer| text.contains(&pointer.line());
    let pointers = op.pointers.iter().filter(still).cloned().collect();
    draft.record(DreamKept {
        number,
        base,
        notes_until: op.notes_until,
        pointers,
        guards: checked,
        changes,
        did: op.did.clone(),
        counts: op.counts,
        dreamer: op.dreamer.clone(),
        note: op.note.clone(),
        text: text.into(),
    });
    Ok(Dreamt {
        number: Some(number),
        refused: None,
    })
}

/// Returns the draft with people's lines, and with sections that were locked since in their current state.
fn restore_theirs(mind: &Mind, old: &str, draft: &str, profile: Profile) -> String {
    // Text from before the first dream is above the draft, unchanged.
    let is_dreamt = mind.versions.values().any(|row| row.made == Made::Dream);
    if mind.seed.is_some() && !is_dreamt {
        return draft.to_owned();
    }
    let mut document = Document::read(draft);
    keep_theirs(
        &Document::read(old),
        &mind.marks,
        &lock_set(mind),
        profile,
        &mut document,
    );
    document.to_string()
}

fn changes(old: &str, text: &str) -> Vec<SectionChange> {
    let (before, after) = (Document::read(old), Document::read(text));
    let chars = |text: Option<&str>| crate::mind::fold::chars(text.unwrap_or_default());
    let changed = |section: &&Section| before.text(**section) != after.text(**section);
    let sections = Section::ALL.iter().filter(changed);
    sections
        .map(|section| SectionChange {
            section: *section,
            before: chars(before.text(*section)),
            after: chars(after.text(*section)),
        })
        .collect()
}
