//! `dream_draft`: no door offers it, because nobody can be given the role that it asks for.

use kernel::prelude::*;
use kernel::view::aside;
use std::sync::Arc;

use crate::mind::document::Document;
use crate::mind::dream::draft::{self, Draft};
use crate::mind::dream::gather::{Asks, Gathered, gather};
use crate::mind::dream::model::of_model;
use crate::mind::dream::ops::many;
use crate::mind::dream::plan::{Plan, plan, plan_beside};
use crate::mind::pointer::{Pointer, PointerChange};
use crate::mind::report::Counts;

/// Drafts the document of a mind: by the built-in dreamer, or by a language model, whose text is put right. Each
/// pointer is tried before it stands there.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DreamDraft {
    /// Whose mind.
    pub agent: String,
    /// What a language model wrote; the built-in dreamer's own without.
    pub text: Option<Arc<str>>,
    /// The last note that it read; all of them without.
    pub notes_until: Option<Version>,
}

/// A draft.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "DreamDrafted")]
pub struct Drafted {
    /// The number of the version that it is made of; 0 without one.
    pub base: u32,
    /// The last note that is in it.
    pub notes_until: Version,
    /// The document.
    pub text: Arc<str>,
    /// Its pointers, and the memory that each finds.
    pub pointers: Vec<Pointer>,
    /// How much went in and comes out.
    pub counts: Counts,
    /// What it did, in a few words each.
    pub did: Vec<Arc<str>>,
    /// Pairs of memories that say nearly the same: the one to keep first.
    pub doubles: Vec<(String, String)>,
}

impl Operation for DreamDraft {
    type Output = Drafted;
    const SPEC: Spec = spec!(Read "dream_draft" Access::SYSTEM);
    const HOW: How<Self> = How::Run(|op, view| Box::pin(run(op, view)));
}

async fn run(op: DreamDraft, view: View) -> Result<Drafted> {
    let gathered = Arc::new(gather(&view, &op.agent, op.notes_until).await?);
    let seek = Asks::of(&view, &op.agent);
    let tokens = view.services.tokens();
    let (services, with) = (view.services.clone(), gathered.clone());
    let plan = aside(move || plan(&with.material, services.tokens())).await?;
    let (services, with) = (view.services.clone(), gathered.clone());
    let anew = move |pointers| -> Fut<'static, Result<Plan>> {
        let (services, with) = (services.clone(), with.clone());
        Box::pin(aside(move || {
            plan_beside(&with.material, Some(pointers), services.tokens())
        }))
    };
    let material = &gathered.material;
    let draft = match &op.text {
        None => draft::built_in(material, plan, &anew, tokens, &seek).await?,
        Some(text) => of_model(material, text, plan, &seek).await?,
    };
    Ok(drafted(&gathered, draft))
}

fn drafted(gathered: &Gathered, draft: Draft) -> Drafted {
    let counts = counts(gathered, &draft);
    Drafted {
        base: gathered.base,
        notes_until: gathered.notes_until(),
        did: did(gathered, &draft, &counts),
        text: draft.text.into(),
        pointers: draft.pointed.pointers,
        counts,
        doubles: draft.doubles,
    }
}

fn counts(gathered: &Gathered, draft: &Draft) -> Counts {
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let material = &gathered.material;
    Counts {
        notes: count(material.notes.len()),
        crystals: gathered.new_memories,
        replayed: draft.replayed,
        merged: 0,
        pointers_added: draft.pointed.added,
        pointers: count(draft.pointed.pointers.len()),
        skills: draft.skills,
        gaps: draft.gaps,
        chars_before: count(material.document.chars().count()),
        chars: count(draft.text.chars().count()),
    }
}

/// What the dream did, in a few words each.
fn did(gathered: &Gathered, draft: &Draft, counts: &Counts) -> Vec<Arc<str>> {
    let mut did = Vec::new();
    if counts.notes == 0 && counts.crystals == 0 {
        did.push("there was nothing new to take in".to_owned());
    } else {
        let notes = many(counts.notes, "note", "notes");
        let memories = many(counts.crystals, "new memory", "new memories");
        did.push(format!("took in {notes} and {memories}"));
    }
    if counts.replayed > 0 {
        did.push(format!(
            "replayed {}",
            many(counts.replayed, "memory", "memories")
        ));
    }
    let doubles = u32::try_from(draft.doubles.len()).unwrap_or(u32::MAX);
    if doubles > 0 {
        did.push(format!(
            "found {} of nearly the same",
            many(doubles, "pair", "pairs")
        ));
    }
    if counts.pointers_added > 0 {
        did.push(format!(
            "turned {} into pointers",
            many(counts.pointers_added, "topic", "topics")
        ));
    }
    did.extend(draft.pointed.changes.iter().map(said));
    let lost = draft.pointed.unreachable.iter();
    did.extend(
        lost.map(|text| format!("no search finds “{text}”: it stays a memory without a pointer")),
    );
    let before = Document::read(&gathered.material.document)
        .before
        .chars()
        .count();
    let after = Document::read(&draft.text).before.chars().count();
    if after < before {
        did.push(format!(
            "took over {} characters of what was written before",
            before - after
        ));
    }
    did.into_iter().map(Into::into).collect()
}

/// What became of a pointer, in words.
pub(super) fn said(change: &PointerChange) -> String {
    match &change.now {
        Some(now) => format!(
            "mended the pointer to “{}”: `{}` found it no more, `{now}` does",
            change.topic, change.keywords
        ),
        None => format!(
            "dropped the pointer to “{}” (`{}`)",
            change.topic, change.keywords
        ),
    }
}
