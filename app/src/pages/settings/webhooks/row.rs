//! One webhook: its events and target, the state of its deliveries, and its actions.

use engine::delivery::ops::WebhookShown;
use engine::delivery::ops::webhook_test::WebhookTest;
use engine::webhook::facts::WebhookAnswer;
use leptos::prelude::*;

use super::Acts;
use super::create::KINDS;
use crate::live::feed;
use crate::pages::answered::{FormAction, Post};
use crate::parts::alive;
use crate::parts::{
    Ago, Area, Confirm, Field, Glyph, Icon, Notice, Tone, form_within, group_digits,
};

/// Result of the last test.
#[component]
pub fn TestResult(
    /// Action that sends a test.
    action: FormAction<WebhookTest>,
) -> impl IntoView {
    alive(move || {
        let tried = action.answer()?;
        let tone = if tried.arrived {
            Tone::Done
        } else {
            Tone::Hold
        };
        let words = match tried.answer {
            None => "The test is on its way: its answer will stand here.".to_owned(),
            Some(answer) => format!("The test: {}", describe_answer(&answer)),
        };
        Some(view! { <Notice tone>{words}</Notice> })
    })
}

/// Describes the result of a delivery.
fn describe_answer(answer: &WebhookAnswer) -> String {
    match (&answer.error, answer.status) {
        (Some(error), _) => error.to_string(),
        (None, Some(status)) => format!("arrived, answered with {status}."),
        (None, None) => "arrived.".into(),
    }
}

/// Row of one webhook.
#[component]
pub fn Row(
    /// Webhook, current except for its deliveries.
    webhook: WebhookShown,
    /// Current webhooks, with their deliveries.
    webhooks: Memo<Vec<WebhookShown>>,
    /// Form actions of the row.
    acts: Acts,
) -> impl IntoView {
    let kinds = webhook.kinds.join(", ");
    let format = webhook.format.name();
    let id = webhook.webhook.clone();
    let now =
        Memo::new(move |_| webhooks.with(|all| all.iter().find(|one| one.webhook == id).cloned()));
    let status = move || now.with(|now| now.as_ref().map(|now| look(now).1));
    view! {
        <tr data-status=status>
            <td>
                <strong dir="auto">{webhook.name.to_string()}</strong>
                <p class="field-hint">{webhook.origin.to_string()} " · " {format}</p>
                <p class="field-hint"><code>{kinds}</code></p>
            </td>
            <td>{alive(move || now.get().map(|webhook| view! { <Deliveries webhook /> }))}</td>
            <td class="end"><RowActions webhook acts /></td>
        </tr>
    }
}

/// State of the deliveries.
#[component]
fn Deliveries(webhook: WebhookShown) -> impl IntoView {
    let now = feed().clock();
    let (icon, _, word) = look(&webhook);
    let paused = webhook
        .paused
        .clone()
        .map(|why| view! { <p class="field-hint" dir="auto">{why.to_string()}</p> });
    let last = webhook.answer.clone().map(|answer| {
        let words = describe_answer(&answer);
        view! { <p class="field-hint" dir="auto">"Last " <Ago at=answer.at.0 now /> ": " {words}</p> }
    });
    let tested = webhook.test.clone().map(|answer| {
        let words = describe_answer(&answer);
        view! { <p class="field-hint" dir="auto">"Test " <Ago at=answer.at.0 now /> ": " {words}</p> }
    });
    let sent = format!("{} sent", group_digits(webhook.sent));
    let [waiting, dead] = [
        (webhook.waiting.len(), "to send again"),
        (webhook.dead.len() + webhook.dropped as usize, "given up"),
    ]
    .map(|(count, word)| (count > 0).then(|| format!(" · {} {word}", group_digits(count as u64))));
    view! {
        <span class="status"><Glyph icon />{word}</span>
        <span class="quiet">" · " {sent} {waiting} {dead}</span>
        {paused}
        {last}
        {tested}
    }
}

const fn look(webhook: &WebhookShown) -> (Icon, &'static str, &'static str) {
    if webhook.paused.is_some() {
        return (Icon::Pause, "cancelled", "Paused");
    }
    if webhook.waiting.is_empty() {
        (Icon::Completed, "completed", "Active")
    } else {
        (Icon::Failed, "failed", "Fails")
    }
}

/// Actions on the webhook.
#[component]
fn RowActions(webhook: WebhookShown, acts: Acts) -> impl IntoView {
    let (id, name) = (webhook.webhook.clone(), webhook.name.to_string());
    let field = |id: &str| view! { <input type="hidden" name="webhook" value=id.to_owned() /> };
    let is_paused = webhook.paused.is_some();
    let goes_on = if is_paused { "Resume" } else { "Pause" };
    let dialogs = ["edit", "rotate", "delete"].map(|does| format!("{does}-{id}"));
    let forms = dialogs.each_ref().map(|dialog| form_within(dialog));
    let ([edit, rotate, delete], [edit_form, rotate_form, delete_form]) = (dialogs, forms);
    let fields = [(); 5].map(|()| field(&id));
    let [
        test_field,
        pause_field,
        edit_field,
        rotate_field,
        delete_field,
    ] = fields;
    let [test_form, pause_form] = ["test", "pause"].map(|does| format!("{does}-{id}"));
    let [name_id, url_id, kinds_id] = ["name", "url", "kinds"].map(|field| format!("{field}-{id}"));
    let [test_label, pause_label] = ["Test", goes_on].map(|does| format!("{does} {name}"));
    let edits = format!("Edit {name}");
    let rotates = format!("Give {name} another secret?");
    let deletes = format!("Delete {name}?");
    let kinds = webhook.kinds.join("\n");
    view! {
        <div class="btns">
            <Post action=acts.test id=test_form class="btns">
                {test_field}
                <button class="btn btn--quiet" type="submit" aria-label=test_label>"Test"</button>
            </Post>
            <Post action=acts.edit id=pause_form class="btns">
                {pause_field}
                <input type="hidden" name="paused" value=(!is_paused).to_string() />
                <button class="btn btn--quiet" type="submit" aria-label=pause_label>{goes_on}</button>
            </Post>
            <Confirm id=edit label="Edit" title=edits does="Save">
                <Post action=acts.edit id=edit_form>
                    {edit_field}
                    <Field label="Name" name="name" id=name_id value=name autocomplete="off" />
                    <Field
                        label="New address"
                        name="url"
                        id=url_id
                        kind="url"
                        autocomplete="off"
                        hint="Left empty, it stays as it is."
                    />
                    <Area
                        label="Kinds, one a line"
                        name="kinds[lines]"
                        id=kinds_id
                        value=kinds
                        hint=KINDS
                    />
                </Post>
            </Confirm>
            <Confirm id=rotate label="New secret" title=rotates does="Make it">
                <p>"For a day messages are signed with both, so that the receiver can change over."</p>
                <Post action=acts.rotate id=rotate_form>{rotate_field}</Post>
            </Confirm>
            <Confirm id=delete label="Delete" title=deletes does="Delete it">
                <p>"Nothing more is sent, and what waits to be sent is erased. This cannot be taken back."</p>
                <Post action=acts.delete id=delete_form>{delete_field}</Post>
            </Confirm>
        </div>
    }
}
