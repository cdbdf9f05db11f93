//! Failed deliveries (dead letters): their events, the reasons, and the button that resends them.

use engine::delivery::ops::WebhookShown;
use engine::delivery::ops::webhook_resend::WebhookResend;
use engine::webhook::Letter;
use leptos::prelude::*;

use crate::live::feed;
use crate::pages::answered::{FormAction, Post};
use crate::parts::{Ago, Sect};

/// Maximum number of failed deliveries shown per webhook.
const SHOWN: usize = 50;

/// Section with the failed deliveries; empty if there are none.
#[component]
pub fn Letters(
    /// Webhooks of the workspace.
    webhooks: Vec<WebhookShown>,
    /// Action that resends deliveries.
    resend: FormAction<WebhookResend>,
) -> impl IntoView {
    let has_letters =
        |webhook: &WebhookShown| !webhook.waiting.is_empty() || !webhook.dead.is_empty();
    if !webhooks.iter().any(has_letters) {
        return ().into_any();
    }
    let all = webhooks
        .iter()
        .filter(|webhook| webhook.dead.len() > 1)
        .map(|webhook| {
            let id = webhook.webhook.clone();
            let label = format!("Send all {} of {} again", webhook.dead.len(), webhook.name);
            view! {
                <Post action=resend id=format!("resend-{id}") class="btns btns--start">
                    <input type="hidden" name="webhook" value=id />
                    <button class="btn" type="submit">{label}</button>
                </Post>
            }
        })
        .collect_view();
    let rows = webhooks
        .into_iter()
        .flat_map(|webhook| {
            let (id, name) = (webhook.webhook, webhook.name.to_string());
            let dead = webhook.dead.into_iter().rev();
            let letters = dead.chain(webhook.waiting.into_iter().rev()).take(SHOWN);
            letters.map(move |letter| {
                view! { <Row webhook=id.clone() name=name.clone() letter resend /> }
            })
        })
        .collect_view();
    view! {
        <Sect id="h-letters" title="Not arrived">
            <div class="table-frame">
                <table class="table">
                    <thead>
                        <tr>
                            <th scope="col">"Message"</th>
                            <th scope="col">"Why it did not arrive"</th>
                            <th scope="col" class="wide num">"Attempts"</th>
                            <th scope="col" class="end"><span class="vh">"Actions"</span></th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
            {all}
        </Sect>
    }
    .into_any()
}

#[component]
fn Row(
    webhook: String,
    name: String,
    letter: Letter,
    resend: FormAction<WebhookResend>,
) -> impl IntoView {
    let now = feed().clock();
    let item = letter
        .id
        .split_once('-')
        .map(|(_, item)| format!(" · {item}"));
    let next = match letter.retry_at {
        Some(at) => view! { "Sent again " <Ago at=at.0 now /> }.into_any(),
        None => view! { "Given up " <Ago at=letter.tried_at.0 now /> }.into_any(),
    };
    let label = format!("Send again: {} of {name}", letter.kind);
    view! {
        <tr data-status="failed">
            <td>
                <strong>{letter.kind.to_string()}</strong>
                <span class="quiet">{item}</span>
                <p class="field-hint"><span dir="auto">{name}</span> " · " <Ago at=letter.at.0 now /></p>
            </td>
            <td>
                <span dir="auto">{letter.error.to_string()}</span>
                <p class="field-hint">{next}</p>
            </td>
            <td class="wide num">{letter.attempts}</td>
            <td class="end">
                <Post action=resend id=format!("resend-{webhook}-{}", letter.id) class="btns">
                    <input type="hidden" name="webhook" value=webhook />
                    <input type="hidden" name="letter" value=letter.id.to_string() />
                    <button class="btn btn--quiet" type="submit" aria-label=label>"Send again"</button>
                </Post>
            </td>
        </tr>
    }
}
