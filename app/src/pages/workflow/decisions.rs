//! Open and recorded decisions, newest first, with the decisions they supersede or are superseded by, and the
//! buttons to approve or reject them.

use engine::numbers::DecisionNo;
use engine::workflow::ops::decision_approve::DecisionApprove;
use engine::workflow::ops::decision_reject::DecisionReject;
use engine::workflow::shared::{Decision, DecisionStatus, PlannedDecision};
use kernel::operation::{Operation, Spec};
use leptos::prelude::*;

use super::link::task_links;
use super::needs::request_of;
use super::pages::{on_page, page_links, page_of};
use super::refusal::active;
use super::scene::Scene;
use crate::pages::confirmed_action::{Ask, ConfirmedAction};
use crate::parts::{Empty, Glyph, Icon, Status, group_digits, line, prose};
use crate::paths;

/// Number of decisions per page.
const PAGE: usize = 50;
/// Maximum number of open decisions shown, in the order of the plan.
const OPEN: usize = 50;

/// Renders the list of the decisions.
pub fn decisions(scene: &Scene) -> AnyView {
    let decisions = &scene.workflow.decisions;
    let all = decisions.len();
    let page = page_of(scene, all, PAGE);
    let rows = on_page(decisions.iter().rev(), page, PAGE).map(|decision| entry(scene, decision));
    view! {
        <section class="view entries" tabindex="0" aria-label="Decisions">
            <h2 class="vh">"Decisions"</h2>
            {open_decisions(scene)}
            {(all == 0).then(|| view! {
                <Empty title="No decisions yet." text="Choices of agents appear here, each with its rationale and its alternatives."/>
            })}
            {rows.collect_view()}
            {page_links(scene, all, PAGE, "decisions")}
        </section>
    }
    .into_any()
}

/// Decisions that the plan marks as open, with the tasks that wait for them.
fn open_decisions(scene: &Scene) -> AnyView {
    let workflow = &scene.workflow;
    let open = workflow.planned_decisions.iter();
    let mut open = open.filter(|planned| workflow.decisions.get(planned.id).is_none());
    let rows: Vec<_> = open
        .by_ref()
        .take(OPEN)
        .map(|planned| open_decision(scene, planned))
        .collect();
    let more = open.count();
    view! {
        {rows}
        {(more > 0).then(|| view! { <p class="quiet">{format!("{} more open decisions.", group_digits(more as u64))}</p> })}
    }
    .into_any()
}

fn open_decision(scene: &Scene, planned: &PlannedDecision) -> AnyView {
    let id = planned.id;
    let options = &planned.options;
    let options = (!options.is_empty()).then(|| options.join(", "));
    let waiting = scene.workflow.choosers(planned.id);
    view! {
        <article class="entry" id=id.to_string() data-status=Status::Pending.name()>
            <Glyph icon=Icon::Pending/>
            <div>
                <h3>"To be decided"</h3>
                <div class="said">{prose(&planned.question, 4)}</div>
                {options.map(|options| view! { <p><span class="quiet">"Options: "</span>{options}</p> })}
                <p class="entry-meta">
                    <span class="id">{id.to_string()}</span>
                    <span>"planned by " {planned.planned_by.id.clone()}</span>
                    {(!waiting.is_empty()).then(|| view! { <span>"blocks " {task_links(scene, &waiting)}</span> })}
                </p>
            </div>
            {scene.ago(planned.planned_at)}
        </article>
    }
    .into_any()
}

fn entry(scene: &Scene, decision: &Decision) -> AnyView {
    let id = decision.id;
    let is_over = matches!(
        decision.status,
        DecisionStatus::Superseded | DecisionStatus::Rejected
    );
    let request = request_of(&scene.workflow, id).filter(|_| !scene.is_past());
    let shown = match decision.status {
        _ if request.is_some() => Some((Icon::Approval, Status::Review)),
        DecisionStatus::Recorded => None,
        DecisionStatus::Approved => Some((Status::Completed.icon(), Status::Completed)),
        DecisionStatus::Rejected => Some((Status::Failed.icon(), Status::Failed)),
        DecisionStatus::Superseded => Some((Status::Skipped.icon(), Status::Skipped)),
    };
    let alternatives = &decision.alternatives;
    let alternatives = (!alternatives.is_empty()).then(|| alternatives.join(", "));
    let ruled = decision.ruled_by.as_ref().map(|by| {
        let verb = match decision.status {
            DecisionStatus::Rejected => "Rejected",
            _ => "Approved",
        };
        let why = decision.comments.as_ref().map(|text| format!(": {text}"));
        view! { <p class="said"><b>{verb} " by " {by.id.clone()}</b> {why}</p> }
    });
    let request = request.map(|item| {
        let href = paths::inbox_item(item.workflow, &item.item);
        view! { <p><a class="rubric" href=href>"Waits for your approval"</a></p> }
    });
    view! {
        <article
            class="entry"
            id=id.to_string()
            data-over=is_over.then_some("")
            data-status=shown.map(|(_, status)| status.name())
        >
            <Glyph icon=shown.map_or(Icon::Decision, |(icon, _)| icon)/>
            <div>
                <h3>{line(&decision.choice)}</h3>
                <div class="said">{prose(&decision.question, 4)}</div>
                <div class="said">{prose(&decision.rationale, 4)}</div>
                {alternatives.map(|not| view! { <p><span class="quiet">"Alternatives: "</span>{not}</p> })}
                {ruled}
                {meta(scene, decision)}
                {request}
                {(!is_over && !scene.is_past()).then(|| rule(scene, decision))}
            </div>
            {scene.ago(decision.made_at)}
        </article>
    }
    .into_any()
}

fn meta(scene: &Scene, decision: &Decision) -> AnyView {
    let to = |no: DecisionNo| view! { <a href=format!("#{no}")>{no.to_string()}</a> };
    let tasks = &decision.affects_tasks;
    view! {
        <p class="entry-meta">
            <span class="id">{decision.id.to_string()}</span>
            <span>"by " {decision.made_by.id.clone()}</span>
            {decision.supersedes.map(|before| view! { <span>"replaces " {to(before)}</span> })}
            {decision.superseded_by.map(|later| view! { <span>"replaced by " {to(later)}</span> })}
            {(!tasks.is_empty()).then(|| view! { <span>"about " {task_links(scene, tasks)}</span> })}
            {(!decision.reversible).then(|| view! { <span>"irreversible"</span> })}
        </p>
    }
    .into_any()
}

/// Buttons to approve or reject a decision, or the reason why there are none.
fn rule(scene: &Scene, decision: &Decision) -> AnyView {
    if let Some(why) = active(scene, &DecisionApprove::SPEC) {
        return view! { <p class="entry-meta">{why}</p> }.into_any();
    }
    let no = decision.id;
    let is_approved = decision.status == DecisionStatus::Approved;
    let already = is_approved.then(|| "Already approved.".to_owned());
    let button = |spec: Spec, label, follows, refusal| {
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
    };
    let approves = "The decision stands. Open requests for its approval are answered.";
    let rejects = "The decision no longer stands. Tasks that depend on its choice wait again.";
    view! {
        <div class="entry-do">
            {button(DecisionApprove::SPEC, "Approve", approves, already)}
            {button(DecisionReject::SPEC, "Reject", rejects, None)}
        </div>
    }
    .into_any()
}
