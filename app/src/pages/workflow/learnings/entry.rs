//! One learning: its text, its evidence, the memory or core that keeps it, and its actions.

use engine::learning::LearningRow;
use engine::learning::ops::learning_dismiss::LearningDismiss;
use engine::learning::ops::learning_edit::LearningEdit;
use engine::learning::ops::learning_promote::LearningPromote;
use engine::learning::ops::learning_reopen::LearningReopen;
use engine::workflow::learning::{Evidence, EvidenceKind, LearningKind, LearningStatus};
use kernel::operation::{Operation, Spec};
use leptos::prelude::*;

use super::super::digest::thing;
use super::super::keeping::Keeping;
use super::super::refusal::general;
use super::super::scene::{Scene, scene};
use crate::pages::act::{Act, After, Press};
use crate::pages::confirmed_action::{Ask, ConfirmedAction};
use crate::pages::crystal::core_word;
use crate::parts::{
    Ago, Area, Choice, Field, Glyph, Icon, Need, Pick, Status, alive, group_digits, line, prose,
};
use crate::paths;

/// Entry of one learning.
#[component]
pub fn Entry(
    /// Learning to show.
    row: LearningRow,
) -> impl IntoView {
    let scene = scene();
    let (icon, kind) = look(row.kind);
    let over = (row.status == LearningStatus::Dismissed).then_some("");
    let tone = (row.kind == Some(LearningKind::Failure)).then_some(Status::Failed.name());
    let is_now = scene.past.is_none();
    let evidence = row
        .evidence
        .clone()
        .into_iter()
        .map(move |one| rests_on(scene, one));
    let left_out = row.evidence_left_out;
    let meta = {
        let row = row.clone();
        let settled = row
            .settled_by
            .clone()
            .filter(|_| row.status != LearningStatus::Open);
        // An editor who also promoted or dismissed it is named once.
        let worded = row
            .edited_by
            .clone()
            .filter(|_| row.edited_at != row.settled_at);
        let verb = match row.status {
            LearningStatus::Promoted => "kept by ",
            LearningStatus::Dismissed => "dismissed by ",
            LearningStatus::Open => "",
        };
        view! {
            <p class="entry-meta">
                <span class="id">{row.id.to_string()}</span>
                <span>{kind}</span>
                {row.noted_at.map(|_| view! { <span>"three attempts in a row failed for the same reason"</span> })}
                {(!row.topics.is_empty()).then(|| view! { <span>"about " {row.topics.join(", ")}</span> })}
                <span>"importance " <span class="num">{row.importance.to_string()}</span></span>
                {worded.map(|by| view! { <span>"edited by " {by.id}</span> })}
                {settled.map(|by| view! { <span>{verb} {by.id}</span> })}
            </p>
        }
    };
    let reason = row
        .reason
        .clone()
        .map(|why| view! { <div class="said">{prose(&why, 4)}</div> });
    let gone = row
        .gone
        .clone()
        .map(|why| view! { <p><span class="quiet">"No longer valid: "</span>{why}</p> });
    let title = row.title.clone();
    let (id, text, at) = (row.id.to_string(), row.text.clone(), row.learned_at.0);
    let says_more = text.trim() != title.trim();
    let kept = (row.status == LearningStatus::Promoted).then(|| view! { <Kept row=row.clone()/> });
    view! {
        <article class="entry" id=id.clone() data-row=id data-over=over data-status=tone>
            <Glyph icon/>
            <div>
                <h3>{line(&title)}</h3>
                {says_more.then(|| view! { <div class="said" dir="auto">{prose(&text, 4)}</div> })}
                {gone}
                {reason}
                {kept}
                {meta}
                {(row.status != LearningStatus::Promoted || !row.evidence.is_empty()).then(|| view! {
                    <details class="rests">
                        <summary>"Evidence"</summary>
                        <ul>
                            {evidence.collect_view()}
                            {(left_out > 0).then(|| view! { <li class="quiet">{format!("and {} more", group_digits(left_out.into()))}</li> })}
                        </ul>
                    </details>
                })}
                {is_now.then(|| view! { <Deeds row/> })}
            </div>
            <Ago at=at now=scene.clock()/>
        </article>
    }
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

/// Renders a piece of evidence, with the link to it.
fn rests_on(scene: Scene, one: Evidence) -> AnyView {
    let href = thing(scene, &one.thing);
    let what = match one.kind {
        EvidenceKind::Decision => "decision ",
        EvidenceKind::Discovery => "discovery ",
        EvidenceKind::Task => "task ",
        EvidenceKind::Attempt => "attempt at ",
        EvidenceKind::Review => "review of ",
    };
    let by = one
        .by
        .map(|by| view! { <span class="quiet">" by " {by}</span> });
    let nth = one.attempt.map(|nth| format!(", number {nth}"));
    view! {
        <li>
            {what} <a class="id" href=href>{one.thing}</a> {nth} ": " {line(&one.text)} {by}
        </li>
    }
    .into_any()
}

/// Memory that keeps the learning, and its approval if it waits for one.
#[component]
fn Kept(row: LearningRow) -> impl IntoView {
    let scene = scene();
    let keeping = scene.loads().keeping;
    let core = row.core.clone();
    let memory = row.memory.clone()?;
    let place = (core.clone(), memory);
    let href = paths::crystal(&place.0, &place.1);
    let inbox = paths::inbox_memories(&place.0);
    let (waits, was_known) = (row.waits, row.was_known);
    Some(view! {
        <p>
            {if was_known { "Already known as " } else { "Kept as " }}
            <a href=href>"this memory"</a> " in "
            <a href=paths::crystals_of_core(&core) dir="auto">{core_word(&core)}</a> ". "
            <Transition>
                {alive(move || {
                    let keeping = keeping.get().unwrap_or_default();
                    let is_waiting = keeping.waiting.contains(&place);
                    if is_waiting {
                        let href = inbox.clone();
                        return view! { <a class="rubric" href=href>"Waiting for your approval"</a> }.into_any();
                    }
                    waits.then_some("The core requires approval.").into_any()
                })}
            </Transition>
        </p>
    })
}

/// Actions on the learning.
#[component]
fn Deeds(row: LearningRow) -> impl IntoView {
    let is_open = row.status == LearningStatus::Open;
    let id = row.id.to_string();
    let has_gone = row.gone.is_some();
    view! {
        {is_open.then(|| view! {
            <Keep row=row.clone()/>
            <div class="entry-do">
                <Reword row/>
                <Word id=id.clone() spec=LearningDismiss::SPEC label="Dismiss"
                    follows="It is not kept. You can reopen it later."/>
            </div>
        })}
        {(!is_open && !has_gone).then(|| view! {
            <div class="entry-do">
                <Word id spec=LearningReopen::SPEC label="Reopen"
                    follows="It can be decided again. Its memory is removed from long-term memory."/>
            </div>
        })}
    }
}

/// Action on the learning, with a confirmation.
#[component]
fn Word(id: String, spec: Spec, label: &'static str, follows: &'static str) -> impl IntoView {
    let scene = scene();
    let refusal = Memo::new(move |_| general(scene, &spec));
    let action = ConfirmedAction {
        spec,
        label,
        title: format!("{label} {id}?"),
        follows,
        field: Some(("reason", "Why")),
        hidden: vec![("learning", id)],
        then: None,
    };
    view! { <Ask action refusal look="btn"/> }
}

/// Form that promotes the learning into a chosen core.
#[component]
fn Keep(row: LearningRow) -> impl IntoView {
    let scene = scene();
    let keeping = scene.loads().keeping;
    let spec = LearningPromote::SPEC;
    let id = row.id.to_string();
    let version = row.changed;
    let refusal = general(scene, &spec);
    let suggested = row.core;
    view! {
        <Transition>
            {alive(move || {
                let keeping = keeping.get().unwrap_or_default();
                let (id, suggested, refusal) = (id.clone(), suggested.clone(), refusal.clone());
                let choices = choices(&keeping, &suggested);
                let hidden = vec![("learning", id.clone())];
                view! {
                    <Act spec id=format!("keep-{id}") hidden if_version=version class="form-line keep" done="" after=After::Go>
                        <Pick label="Core" name="core" id=format!("core-{id}") choices value=suggested/>
                        <Press label="Keep".to_owned() refusal/>
                    </Act>
                }
            })}
        </Transition>
    }
}

/// Returns the available cores, and the suggested one first if it does not exist yet.
fn choices(keeping: &Keeping, suggested: &str) -> Vec<Choice> {
    let label = |name: &str, asks: bool| {
        let asks = if asks { " (requires approval)" } else { "" };
        format!("{}{asks}", core_word(name))
    };
    let there = keeping.cores.iter();
    let mut choices: Vec<Choice> = there
        .map(|core| Choice::new(&core.name, label(&core.name, core.asks)))
        .collect();
    if !choices.iter().any(|choice| choice.value == suggested) {
        let new = format!("{} (new)", core_word(suggested));
        choices.insert(0, Choice::new(suggested, new));
    }
    choices
}

/// Form that edits the text of the learning.
#[component]
fn Reword(row: LearningRow) -> impl IntoView {
    let scene = scene();
    let spec = LearningEdit::SPEC;
    let id = row.id.to_string();
    let version = row.changed;
    let refusal = general(scene, &spec);
    let rows = u32::try_from(row.text.len() / 60 + 1)
        .unwrap_or(4)
        .clamp(3, 12);
    view! {
        <details class="correct">
            <summary class="btn">"Edit"</summary>
            <Act spec id=format!("reword-{id}") hidden=vec![("learning", id.clone())] if_version=version is_based=true done="" after=After::Close>
                <Area label="Text" name="text" id=format!("text-{id}") rows value=row.text need=Need::Required/>
                <Field label="Importance, 0 to 1" name="importance" id=format!("importance-{id}") value=row.importance.to_string()/>
                <Area label="Topics, one per line" name="topics[lines]" id=format!("topics-{id}") rows=2 value=row.topics.join("\n")/>
                <p class="form-foot"><Press label="Save".to_owned() refusal class="btn btn--primary"/></p>
            </Act>
        </details>
    }
}
