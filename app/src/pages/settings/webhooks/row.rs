//! One webhook: its events and target, the state of its deliveries, and its actions.

use engine::delivery::ops::WebhookShown;
use engine::delivery::ops::webhook_delete::WebhookDelete;
use engine::delivery::ops::webhook_edit::WebhookEdit;
use engine::delivery::ops::webhook_rotate::WebhookRotate;
use engine::delivery::ops::webhook_test::WebhookTest;
use engine::webhook::facts::WebhookAnswer;
use kernel::operation::Operation;
use leptos::prelude::*;

use super::EVENTS;
use crate::pages::answered::{Post, answer};
use crate::parts::{
    Ago, Area, Confirm, Field, Glyph, Icon, Notice, Tone, form_within, group_digits,
};

/// Renders the result of the test that was just sent.
pub fn test_result() -> Option<AnyView> {
    let test = answer::<WebhookTest>()?;
    let tone = if test.arrived { Tone::Done } else { Tone::Hold };
    let words = match test.answer {
        None => "The test was sent. Its result will appear below.".to_owned(),
        Some(answer) => format!("Test: {}", describe_answer(&answer)),
    };
    Some(view! { <Notice tone>{words}</Notice> }.into_any())
}

/// Describes the result of a delivery.
fn describe_answer(answer: &WebhookAnswer) -> String {
    match (&answer.error, answer.status) {
        (Some(error), _) => error.to_string(),
        (None, Some(status)) => format!("delivered, status {status}."),
        (None, None) => "delivered.".into(),
    }
}

/// Renders the row of one webhook.
pub fn row(webhook: &WebhookShown) -> AnyView {
    let (icon, status, word) = look(webhook);
    let hint = |text: String| view! { <p class="field-hint" dir="auto">{text}</p> };
    let paused = webhook.paused.as_ref().map(|why| hint(why.to_string()));
    let answers = [("Last", &webhook.answer), ("Test", &webhook.test)];
    let answers = answers.map(|(label, answer)| {
        answer.as_ref().map(|answer| {
            let words = describe_answer(answer);
            view! { <p class="field-hint" dir="auto">{label} " " <Ago at=answer.at.0 /> ": " {words}</p> }
        })
    });
    let counts = [
        (webhook.waiting.len(), "to retry"),
        (webhook.dead.len() + webhook.dropped as usize, "failed"),
    ];
    let counts = counts.map(|(count, word)| {
        (count > 0).then(|| format!(" · {} {word}", group_digits(count as u64)))
    });
    view! {
        <tr data-status=status>
            <td>
                <strong dir="auto">{webhook.name.to_string()}</strong>
                <p class="field-hint">{webhook.origin.to_string()} " · " {webhook.format.name()}</p>
                <p class="field-hint"><code>{webhook.kinds.join(", ")}</code></p>
            </td>
            <td>
                <span class="status"><Glyph icon />{word}</span>
                <span class="quiet">" · " {group_digits(webhook.sent)} " sent" {counts.into_iter().collect_view()}</span>
                {paused}
                {answers.into_iter().collect_view()}
            </td>
            <td class="end">{actions(webhook)}</td>
        </tr>
    }
    .into_any()
}

fn look(webhook: &WebhookShown) -> (Icon, &'static str, &'static str) {
    if webhook.paused.is_some() {
        (Icon::Pause, "cancelled", "Paused")
    } else if webhook.waiting.is_empty() {
        (Icon::Completed, "completed", "Active")
    } else {
        (Icon::Failed, "failed", "Failing")
    }
}

fn actions(webhook: &WebhookShown) -> AnyView {
    let (id, name) = (webhook.webhook.as_str(), webhook.name.to_string());
    let is_paused = webhook.paused.is_some();
    let pause = if is_paused { "Resume" } else { "Pause" };
    let field = || view! { <input type="hidden" name="webhook" value=id.to_owned() /> };
    let dialogs = ["edit", "rotate", "delete"].map(|does| format!("{does}-{id}"));
    let [edit_form, rotate_form, delete_form] = dialogs.each_ref().map(|id| form_within(id));
    let [edit, rotate, delete] = dialogs;
    let [
        test_field,
        pause_field,
        edit_field,
        rotate_field,
        delete_field,
    ] = [(); 5].map(|()| field());
    let [name_id, url_id, kinds_id] = ["name", "url", "kinds"].map(|field| format!("{field}-{id}"));
    let [test_label, pause_label, edit_title, delete_title] =
        ["Test", pause, "Edit", "Delete"].map(|does| format!("{does} {name}"));
    let rotate_title = format!("Rotate the secret of {name}?");
    let kinds = webhook.kinds.join("\n");
    view! {
        <div class="btns">
            <Post spec=WebhookTest::SPEC id=format!("test-{id}") class="btns">
                {test_field}
                <button class="btn btn--quiet" type="submit" aria-label=test_label>"Test"</button>
            </Post>
            <Post spec=WebhookEdit::SPEC id=format!("pause-{id}") class="btns">
                {pause_field}
                <input type="hidden" name="paused" value=(!is_paused).to_string() />
                <button class="btn btn--quiet" type="submit" aria-label=pause_label>{pause}</button>
            </Post>
            <Confirm id=edit label="Edit" title=edit_title does="Save">
                <Post spec=WebhookEdit::SPEC id=edit_form>
                    {edit_field}
                    <Field label="Name" name="name" id=name_id value=name autocomplete="off" />
                    <Field
                        label="New URL"
                        name="url"
                        id=url_id
                        kind="url"
                        autocomplete="off"
                        hint="Leave empty to keep the current one."
                    />
                    <Area
                        label="Events, one per line"
                        name="kinds[lines]"
                        id=kinds_id
                        value=kinds
                        hint=EVENTS
                    />
                </Post>
            </Confirm>
            <Confirm id=rotate label="Rotate secret" title=rotate_title does="Rotate">
                <p>"For one day messages are signed with both secrets, so that the receiver can switch."</p>
                <Post spec=WebhookRotate::SPEC id=rotate_form>{rotate_field}</Post>
            </Confirm>
            <Confirm id=delete label="Delete" title=format!("{delete_title}?") does="Delete webhook">
                <p>"No more messages are sent, and pending ones are erased. This cannot be undone."</p>
                <Post spec=WebhookDelete::SPEC id=delete_form>{delete_field}</Post>
            </Confirm>
        </div>
    }
    .into_any()
}
