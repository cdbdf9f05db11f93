//! Open and recorded decisions, newest first, with the decisions they supersede or are superseded by, and the
//! buttons to approve or reject them.

mod planned;

use engine::numbers::DecisionNo;
use engine::workflow::Workflow;
use engine::workflow::ops::decision_approve::DecisionApprove;
use engine::workflow::ops::decision_reject::DecisionReject;
use engine::workflow::shared::{Decision, DecisionStatus};
use kernel::operation::{Operation, Spec};
use leptos::prelude::*;

use self::planned::OpenDecisions;
use super::link::TaskLinks;
use super::needs::request_of;
use super::pages::{Pages, on_page, page_of};
use super::refusal::{Refusal, active};
use super::scene::scene;
use crate::pages::confirmed_action::{Ask, ConfirmedAction};
use crate::parts::alive;
use crate::parts::{Ago, Empty, Glyph, Icon, Status, line, prose};
use crate::paths;

/// Number of decisions per page.
const PAGE: usize = 50;

/// List of the decisions.
#[component]
pub fn Decisions() -> impl IntoView {
    let scene = scene();
    let all = scene.read(|workflow| workflow.decisions.len());
    let page = page_of(all, PAGE);
    let shown = Memo::new(move |_| {
        scene.state.with(|workflow| {
            on_page(workflow.decisions.iter().rev(), page.get(), PAGE)
                .map(|decision| (decision.id, decision.changed))
                .collect::<Vec<_>>()
        })
    });
    view! {
        <section class="view entries" tabindex="0" aria-label="Decisions">
            <h2 class="vh">"What was decided"</h2>
            <OpenDecisions/>
            {alive(move || (all.get() == 0).then(|| view! {
                <Empty title="No decision yet." text="Agents record choices with decision_record; what they chose, what they did not, and why."/>
            }))}
            <For each=move || shown.get() key=|key| *key children=move |(no, _)| {
                scene
                    .state
                    .with_untracked(|workflow| workflow.decisions.get(no).cloned())
                    .map(|decision| view! { <Entry decision/> })
            }/>
            <Pages all per=PAGE what="decisions"/>
        </section>
    }
}

#[component]
fn Entry(decision: Decision) -> impl IntoView {
    let scene = scene();
    let Decision {
        id,
        made_at,
        made_by,
        question,
        choice,
        alternatives,
        rationale,
        affects_tasks,
        reversible,
        status,
        supersedes,
        superseded_by,
        ruled_by,
        comments,
        ..
    } = decision;
    let over = matches!(
        status,
        DecisionStatus::Superseded | DecisionStatus::Rejected
    );
    let shown = match status {
        DecisionStatus::Recorded => None,
        DecisionStatus::Approved => Some(Status::Completed),
        DecisionStatus::Rejected => Some(Status::Failed),
        DecisionStatus::Superseded => Some(Status::Skipped),
    };
    let is_past = scene.past.is_some();
    let waits = scene.read(move |workflow| request_of(workflow, id).filter(|_| !is_past));
    let look = Memo::new(move |_| {
        if waits.with(Option::is_some) {
            (Icon::Approval, Some(Status::Review.name()))
        } else {
            (
                shown.map_or(Icon::Decision, Status::icon),
                shown.map(Status::name),
            )
        }
    });
    let ruled = ruled_by.map(|by| {
        let word = match status {
            DecisionStatus::Rejected => "Rejected",
            _ => "Approved",
        };
        view! {
            <p class="said">
                <b>{word} " by " {by.id}</b> {comments.map(|text| format!(": {text}"))}
            </p>
        }
    });
    view! {
        <article class="entry" id=id.to_string() data-over=over.then_some("") data-status=move || look.get().1>
            <Glyph icon=Signal::derive(move || look.get().0)/>
            <div>
                <h3>{line(&choice)}</h3>
                <div class="said">{prose(&question, 4)}</div>
                <div class="said">{prose(&rationale, 4)}</div>
                {(!alternatives.is_empty()).then(|| view! { <p><span class="quiet">"Not: "</span>{alternatives.join(", ")}</p> })}
                {ruled}
                <p class="entry-meta">
                    <span class="id">{id.to_string()}</span>
                    <span>"by " {made_by.id}</span>
                    {supersedes.map(|before| view! { <span>"replaces " <To no=before/></span> })}
                    {superseded_by.map(|later| view! { <span>"replaced by " <To no=later/></span> })}
                    {(!affects_tasks.is_empty()).then(|| view! { <span>"about " <TaskLinks tasks=affects_tasks/></span> })}
                    {(!reversible).then(|| view! { <span>"cannot be undone"</span> })}
                </p>
                {alive(move || waits.get().map(|item| view! {
                    <p><a class="rubric" href=paths::inbox_item(item.workflow, &item.item)>"waits for your word"</a></p>
                }))}
                {(!over && !is_past).then(|| view! { <div class="entry-do"><Rule no=id/></div> })}
            </div>
            <Ago at=Signal::stored(made_at.0) now=scene.clock()/>
        </article>
    }
}

#[component]
fn To(no: DecisionNo) -> impl IntoView {
    view! { <a href=format!("#{no}")>{no.to_string()}</a> }
}

/// Buttons to approve or reject a decision.
#[component]
fn Rule(no: DecisionNo) -> impl IntoView {
    view! {
        <Word no spec=DecisionApprove::SPEC label="Approve" wanted=DecisionStatus::Approved
            follows="It holds, and requests for approval of it are answered with it."/>
        <Word no spec=DecisionReject::SPEC label="Reject" wanted=DecisionStatus::Rejected
            follows="It does not hold any more. Work that waits for its choice waits again."/>
    }
}

#[component]
fn Word(
    no: DecisionNo,
    spec: Spec,
    label: &'static str,
    wanted: DecisionStatus,
    follows: &'static str,
) -> impl IntoView {
    let scene = scene();
    let refusal = Memo::new(move |_| {
        active(scene, &spec).or_else(|| {
            scene
                .state
                .with(|workflow| status_refusal(workflow, no, wanted))
        })
    });
    let action = ConfirmedAction {
        spec,
        label,
        title: format!("{label} {no}?"),
        follows,
        field: Some(("comments", "Comment")),
        hidden: vec![("decision", no.to_string())],
        then: None,
    };
    view! { <Ask action refusal look="btn"/> }
}

fn status_refusal(workflow: &Workflow, no: DecisionNo, wanted: DecisionStatus) -> Refusal {
    let decision = workflow.decisions.get(no)?;
    (decision.status == wanted).then(|| "It is so already.".into())
}
