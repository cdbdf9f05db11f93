//! `dream_draft`. Internal: requires `Role::System`, so no API exposes it.

use kernel::prelude::*;
use kernel::view::aside;
use std::sync::Arc;

use crate::mind::document::Document;
use crate::mind::dream::draft::{self, Draft};
use crate::mind::dream::gather::{Asks, Gathered, gather};
use crate::mind::dream::material::{Material, Said};
use crate::mind::dream::model::of_model;
use crate::mind::dream::notes::section;
use crate::mind::dream::ops::many;
use crate::mind::dream::plan::{Plan, plan, plan_beside};
use crate::mind::pointer::{Pointer, PointerChange};
use crate::mind::report::Counts;
use crate::mind::rules;

/// Drafts the document of a mind with the built-in dreamer, or corrects the text of a language model. Each pointer is
/// tried before it is included.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DreamDraft {
    /// Name of the agent.
    pub agent: String,
    /// Text by a language model. Default: the built-in dreamer's draft.
    pub text: Option<Arc<str>>,
    /// Version of the last note to include. Default: all notes.
    pub notes_until: Option<Version>,
}

/// A draft.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "DreamDrafted")]
pub struct Drafted {
    /// Number of the version that the draft is based on; 0 without one.
    pub base: u32,
    /// Version of the last note in the draft.
    pub notes_until: Version,
    /// Text of the document.
    pub text: Arc<str>,
    /// Pointers of the document, each with the memory that it finds.
    pub pointers: Vec<Pointer>,
    /// Sizes before and after.
    pub counts: Counts,
    /// Changes, in a few words each.
    pub did: Vec<Arc<str>>,
    /// Pairs of memories that say nearly the same, the one to keep first.
    pub doubles: Vec<(String, String)>,
}

impl Operation for DreamDraft {
    type Output = Drafted;
    const SPEC: Spec = spec!(Read "dream_draft" Access::SYSTEM);
    const HOW: How<Self> = How::Run(|op, view| Box::pin(run(op, view)));
}

async fn run(op: DreamDraft, view: View) -> Result<Drafted> {
    let mut gathered = gather(&view, &op.agent, op.notes_until).await?;
    let waiting = waiting(&gathered);
    if let Some(first) = gathered.notes.len().checked_sub(waiting)
        && waiting > 0
    {
        let last = first.checked_sub(1).map_or(0, |last| gathered.notes[last]);
        gathered = gather(&view, &op.agent, Some(last)).await?;
    }
    let gathered = Arc::new(gathered);
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
        None => draft::draft_built_in(material, plan, &anew, tokens, &seek).await?,
        Some(text) => of_model(material, text, plan, &seek).await?,
    };
    Ok(draft_output(&gathered, draft, waiting))
}

fn draft_output(gathered: &Gathered, draft: Draft, waiting: usize) -> Drafted {
    let counts = counts(gathered, &draft);
    Drafted {
        base: gathered.base,
        notes_until: gathered.notes_until(),
        did: did(gathered, &draft, &counts, waiting),
        text: draft.text.into(),
        pointers: draft.pointed.pointers,
        counts,
        doubles: draft.doubles,
    }
}

/// Returns true if a note or a memory belongs in a locked section.
fn is_shut_out(material: &Material, said: &Said) -> bool {
    material.locked.contains(&section(said))
}

/// Returns the number of notes that wait for a later dream. Notes are consumed in order, so all wait from the first one
/// that belongs in a locked section and is not a memory either.
fn waiting(gathered: &Gathered) -> usize {
    let material = &gathered.material;
    let waits = |said: &Said| said.id.is_none() && is_shut_out(material, said);
    let first = material.notes.iter().position(waits);
    first.map_or(0, |first| material.notes.len() - first)
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

/// Returns the changes of the dream, in a few words each.
fn did(gathered: &Gathered, draft: &Draft, counts: &Counts, waiting: usize) -> Vec<Arc<str>> {
    let mut did = Vec::new();
    let material = &gathered.material;
    let notes = material.notes.iter();
    let shut_out = notes.filter(|said| is_shut_out(material, said));
    let shut_out = u32::try_from(shut_out.count()).unwrap_or(u32::MAX);
    let taken = counts.notes.saturating_sub(shut_out);
    if taken > 0 || counts.crystals > 0 {
        let notes = many(taken, "note", "notes");
        let memories = many(counts.crystals, "new memory", "new memories");
        did.push(format!("merged {notes} and {memories}"));
    } else if shut_out == 0 && waiting == 0 && gathered.outcomes == 0 {
        did.push("there was nothing new to merge".to_owned());
    }
    if gathered.outcomes > 0 {
        let outcomes = many(gathered.outcomes, "task outcome", "task outcomes");
        did.push(format!("merged {outcomes}"));
    }
    if shut_out > 0 {
        let notes = many(shut_out, "note", "notes");
        did.push(format!(
            "left {notes} as memories, because their sections are locked"
        ));
    }
    if waiting > 0 {
        let waiting = u32::try_from(waiting).unwrap_or(u32::MAX);
        let notes = many(waiting, "note", "notes");
        did.push(format!(
            "left {notes} waiting, because what belongs in a locked section is no memory yet"
        ));
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
    let changes = draft.pointed.changes.iter();
    did.extend(changes.map(|change| {
        if is_of_bond(material, change) {
            describe_bond_change(change).to_owned()
        } else {
            describe_change(change)
        }
    }));
    if draft.settled > 0 {
        let settled = u32::try_from(draft.settled).unwrap_or(u32::MAX);
        let memories = many(settled, "note or memory", "notes and memories");
        did.push(format!("left out {memories} that later ones settle"));
    }
    if let Some(rest) = &draft.rest {
        let rest = u32::try_from(rest.many).unwrap_or(u32::MAX);
        let memories = many(rest, "note or memory", "notes and memories");
        did.push(format!("had no room for {memories}, nor for a pointer"));
    }
    let lost = draft.pointed.unreachable.iter();
    did.extend(
        lost.map(|text| format!("no search finds “{text}”: it stays a memory without a pointer")),
    );
    let lost = u32::try_from(draft.pointed.unreachable_of_bond).unwrap_or(u32::MAX);
    if lost > 0 {
        let things = many(lost, "thing", "things");
        did.push(format!("no search finds {things} that The Bond said"));
    }
    let before = Document::read(&material.document).before.chars().count();
    let after = Document::read(&draft.text).before.chars().count();
    if after < before {
        did.push(format!(
            "took over {} characters of what was written before",
            before - after
        ));
    }
    did.into_iter().map(Into::into).collect()
}

/// Returns true if a pointer is about The Bond, or may be. Some readers of the changes may not read The Bond.
fn is_of_bond(material: &Material, change: &PointerChange) -> bool {
    let mut known = material.pointers.iter();
    let known =
        known.find(|known| known.topic == change.topic && known.keywords == change.keywords);
    known.map_or_else(
        || rules::is_of_bond(None, &change.topic),
        |known| known.of_bond,
    )
}

fn describe_bond_change(change: &PointerChange) -> &'static str {
    match change.now {
        Some(_) => "repaired a pointer to a text of The Bond",
        None => "dropped a pointer to a text of The Bond",
    }
}

/// Describes the change of a pointer.
fn describe_change(change: &PointerChange) -> String {
    match &change.now {
        Some(now) => format!(
            "repaired the pointer to “{}”: `{}` no longer found it, `{now}` does",
            change.topic, change.keywords
        ),
        None => format!(
            "dropped the pointer to “{}” (`{}`)",
            change.topic, change.keywords
        ),
    }
}
