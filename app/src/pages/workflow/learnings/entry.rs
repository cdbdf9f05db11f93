//! One learning: its text, its evidence, the memory or core that keeps it, and its actions.

use engine::learning::LearningRow;
use engine::learning::ops::learning_dismiss::LearningDismiss;
use engine::learning::ops::learning_edit::LearningEdit;
use engine::learning::ops::learning_promote::LearningPromote;
use engine::learning::ops::learning_reopen::LearningReopen;
use engine::workflow::learning::{Evidence, EvidenceKind, LearningKind, LearningStatus};
use kernel::operation::{Operation, Spec};
use leptos::prelude::*;

use super::super::keeping::Keeping;
use super::super::refusal::general;
use super::super::scene::Scene;
use crate::pages::act::{Act, After, Press};
use crate::pages::confirmed_action::{Ask, ConfirmedAction};
use crate::pages::crystal::core_word;
use crate::parts::{Area, Field, Glyph, Icon, Need, Pick, Status, group_digits, line, prose};
use crate::paths;

/// Renders the entry of one learning.
pub fn entry(scene: &Scene, keeping: &Keeping, row: &LearningRow) -> AnyView {
    let (icon, _) = look(row.kind);
    let id = row.id.to_string();
    let is_over = row.status == LearningStatus::Dismissed;
    let is_failure = row.kind == Some(LearningKind::Failure);
    let says_more = row.text.trim() != row.title.trim();
    let gone = row.gone.as_ref();
    view! {
        <article
            class="entry"
            id=id.clone()
            data-row=id
            data-over=is_over.then_some("")
            data-status=is_failure.then_some(Status::Failed.name())
        >
            <Glyph icon/>
            <div>
                <h3>{line(&row.title)}</h3>
                {says_more.then(|| view! { <div class="said" dir="auto">{prose(&row.text, 4)}</div> })}
                {gone.map(|why| view! { <p><span class="quiet">"No longer valid: "</span>{why.clone()}</p> })}
                {row.reason.as_ref().map(|why| view! { <div class="said">{prose(why, 4)}</div> })}
                {storage(keeping, row)}
                {meta(row)}
                {evidence(scene, row)}
                {(!scene.is_past()).then(|| actions(scene, keeping, row))}
            </div>
            {scene.ago(row.learned_at)}
        </article>
    }
    .into_any()
}

const fn look(kind: Option<LearningKind>) -> (Icon, &'static str) {
    match kind {
        Some(LearningKind::Decision) => (Icon::Decision, "decision"),
        Some(LearningKind::Discovery) => (Icon::Discovery, "discovery"),
        Some(LearningKind::Pattern) => (Icon::Link, "pattern"),
        Some(LearningKind::Failure) => (Icon::Failed, "failure"),
        None => (Icon::Crystal, "no longer valid"),
    }
}

fn meta(row: &LearningRow) -> AnyView {
    let settled = row.settled_by.as_ref();
    let settled = settled.and_then(|by| match row.status {
        LearningStatus::Promoted => Some(format!("kept by {}", by.id)),
        LearningStatus::Dismissed => Some(format!("dismissed by {}", by.id)),
        LearningStatus::Open => None,
    });
    // An editor who also promoted or dismissed it is named once.
    let edited = row.edited_by.as_ref();
    let edited = edited.filter(|_| row.edited_at != row.settled_at);
    let topics = (!row.topics.is_empty()).then(|| row.topics.join(", "));
    view! {
        <p class="entry-meta">
            <span class="id">{row.id.to_string()}</span>
            <span>{look(row.kind).1}</span>
            {row.noted_at.map(|_| view! { <span>"three attempts in a row failed for the same reason"</span> })}
            {topics.map(|topics| view! { <span>"about " {topics}</span> })}
            <span>"importance " <span class="num">{row.importance.to_string()}</span></span>
            {edited.map(|by| view! { <span>"edited by " {by.id.clone()}</span> })}
            {settled.map(|text| view! { <span>{text}</span> })}
        </p>
    }
    .into_any()
}

/// Evidence of the learning, each with the link to it.
fn evidence(scene: &Scene, row: &LearningRow) -> Option<AnyView> {
    if row.status == LearningStatus::Promoted && row.evidence.is_empty() {
        return None;
    }
    let all = row.evidence.iter().map(|one| piece(scene, one));
    let more = row.evidence_left_out;
    let more = (more > 0).then(|| format!("and {} more", group_digits(more.into())));
    let details = view! {
        <details class="rests">
            <summary>"Evidence"</summary>
            <ul>
                {all.collect_view()}
                {more.map(|more| view! { <li class="quiet">{more}</li> })}
            </ul>
        </details>
    };
    Some(details.into_any())
}

fn piece(scene: &Scene, one: &Evidence) -> AnyView {
    let what = match one.kind {
        EvidenceKind::Decision => "decision ",
        EvidenceKind::Discovery => "discovery ",
        EvidenceKind::Task => "task ",
        EvidenceKind::Attempt => "attempt at ",
        EvidenceKind::Review => "review of ",
    };
    let nth = one.attempt.map(|nth| format!(", number {nth}"));
    let by = one.by.as_ref();
    let by = by.map(|by| view! { <span class="quiet">" by " {by.clone()}</span> });
    view! {
        <li>
            {what} <a class="id" href=scene.href_of_thing(&one.thing)>{one.thing.clone()}</a> {nth} ": "
            {line(&one.text)} {by}
        </li>
    }
    .into_any()
}

/// Memory that keeps the learning, and its approval if it waits for one.
fn storage(keeping: &Keeping, row: &LearningRow) -> Option<AnyView> {
    let memory = row.memory.as_ref();
    let memory = memory.filter(|_| row.status == LearningStatus::Promoted)?;
    let core = &row.core;
    let word = if row.was_known {
        "Already known as "
    } else {
        "Kept as "
    };
    let approval = if keeping.waits(core, memory) {
        let href = paths::inbox_memories(core);
        view! { <a class="rubric" href=href>"Waits for your approval"</a> }.into_any()
    } else {
        row.waits
            .then_some("The core requires approval.")
            .into_any()
    };
    let line = view! {
        <p>
            {word} <a href=paths::crystal(core, memory)>"this memory"</a> " in "
            <a href=paths::crystals_of_core(core) dir="auto">{core_word(core)}</a> ". " {approval}
        </p>
    };
    Some(line.into_any())
}

/// Actions on the learning.
fn actions(scene: &Scene, keeping: &Keeping, row: &LearningRow) -> Option<AnyView> {
    if row.status == LearningStatus::Open {
        let dismiss = confirmation(
            scene,
            row,
            LearningDismiss::SPEC,
            "Dismiss",
            "It is not kept. You can reopen it later.",
        );
        let actions = view! {
            {keep(scene, keeping, row)}
            <div class="entry-do">{reword(scene, row)} {dismiss}</div>
        };
        return Some(actions.into_any());
    }
    let reopen = || {
        confirmation(
            scene,
            row,
            LearningReopen::SPEC,
            "Reopen",
            "It can be decided again. Its memory is removed from long-term memory.",
        )
    };
    let is_valid = row.gone.is_none();
    is_valid.then(|| view! { <div class="entry-do">{reopen()}</div> }.into_any())
}

/// Action on the learning, with a confirmation.
fn confirmation(
    scene: &Scene,
    row: &LearningRow,
    spec: Spec,
    label: &'static str,
    follows: &'static str,
) -> AnyView {
    let id = row.id.to_string();
    let refusal = general(scene, &spec);
    let action = ConfirmedAction {
        spec,
        label,
        title: format!("{label} {id}?"),
        follows,
        field: Some(("reason", "Why")),
        hidden: vec![("learning", id)],
        then: None,
    };
    view! { <Ask action refusal look="btn"/> }.into_any()
}

/// Form that promotes the learning into a chosen core.
fn keep(scene: &Scene, keeping: &Keeping, row: &LearningRow) -> AnyView {
    let spec = LearningPromote::SPEC;
    let refusal = general(scene, &spec);
    let id = row.id.to_string();
    let (core, choices) = (row.core.clone(), keeping.choices(&row.core));
    let hidden = vec![("learning", id.clone())];
    view! {
        <Act spec id=format!("keep-{id}") hidden if_version=row.changed class="form-line keep" done="" after=After::Go>
            <Pick label="Core" name="core" id=format!("core-{id}") choices value=core/>
            <Press label="Keep".to_owned() refusal/>
        </Act>
    }
    .into_any()
}

/// Form that edits the text of the learning.
fn reword(scene: &Scene, row: &LearningRow) -> AnyView {
    let spec = LearningEdit::SPEC;
    let refusal = general(scene, &spec);
    let id = row.id.to_string();
    let (text, topics) = (row.text.clone(), row.topics.join("\n"));
    let importance = row.importance.to_string();
    let rows = u32::try_from(text.len() / 60 + 1).unwrap_or(4);
    let rows = rows.clamp(3, 12);
    view! {
        <details class="correct">
            <summary class="btn">"Edit"</summary>
            <Act spec id=format!("reword-{id}") hidden=vec![("learning", id.clone())] if_version=row.changed is_based=true done="" after=After::Close>
                <Area label="Text" name="text" id=format!("text-{id}") rows value=text need=Need::Required/>
                <Field label="Importance, 0 to 1" name="importance" id=format!("importance-{id}") value=importance/>
                <Area label="Topics, one per line" name="topics[lines]" id=format!("topics-{id}") rows=2 value=topics/>
                <p class="form-foot"><Press label="Save".to_owned() refusal class="btn btn--primary"/></p>
            </Act>
        </details>
    }
    .into_any()
}
