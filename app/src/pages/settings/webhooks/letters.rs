//! Failed deliveries (dead letters): their events, the reasons, and the button that resends them.

use engine::delivery::ops::WebhookShown;
use engine::delivery::ops::webhook_resend::WebhookResend;
use engine::webhook::Letter;
use kernel::operation::Operation;
use leptos::prelude::*;

use crate::pages::answered::Post;
use crate::parts::{ACTIONS, Ago, Sect, table};

/// Maximum number of failed deliveries shown per webhook.
const SHOWN: usize = 50;

/// Renders the section with the failed deliveries; `None` if there are none.
pub fn letters(webhooks: &[WebhookShown]) -> Option<AnyView> {
    let rows = webhooks.iter().flat_map(|webhook| {
        let dead = webhook.dead.iter().rev();
        let letters = dead.chain(webhook.waiting.iter().rev()).take(SHOWN);
        letters.map(|letter| row(webhook, letter))
    });
    let rows: Vec<AnyView> = rows.collect();
    if rows.is_empty() {
        return None;
    }
    let all = webhooks.iter().filter(|webhook| webhook.dead.len() > 1);
    let all = all.map(|webhook| {
        let id = webhook.webhook.clone();
        let label = format!("Resend all {} of {}", webhook.dead.len(), webhook.name);
        view! {
            <Post spec=WebhookResend::SPEC id=format!("resend-{id}") class="btns btns--start">
                <input type="hidden" name="webhook" value=id />
                <button class="btn" type="submit">{label}</button>
            </Post>
        }
    });
    let all = all.collect_view();
    let columns = [
        ("Message", ""),
        ("Reason", ""),
        ("Attempts", "wide num"),
        ACTIONS,
    ];
    let section = view! {
        <Sect id="h-letters" title="Failed deliveries">
            {table(&columns, rows, ("", ""))}
            {all}
        </Sect>
    };
    Some(section.into_any())
}

fn row(webhook: &WebhookShown, letter: &Letter) -> AnyView {
    let (id, name) = (webhook.webhook.clone(), webhook.name.to_string());
    let item = letter.id.split_once('-');
    let item = item.map(|(_, item)| format!(" · {item}"));
    let next = match letter.retry_at {
        Some(at) => view! { "Next attempt " <Ago at=at.0 /> }.into_any(),
        None => view! { "Gave up " <Ago at=letter.tried_at.0 /> }.into_any(),
    };
    let label = format!("Resend: {} of {name}", letter.kind);
    let form = format!("resend-{id}-{}", letter.id);
    let letter_id = letter.id.to_string();
    view! {
        <tr data-status="failed">
            <td>
                <strong>{letter.kind.to_string()}</strong>
                <span class="quiet">{item}</span>
                <p class="field-hint"><span dir="auto">{name}</span> " · " <Ago at=letter.at.0 /></p>
            </td>
            <td>
                <span dir="auto">{letter.error.to_string()}</span>
                <p class="field-hint">{next}</p>
            </td>
            <td class="wide num">{letter.attempts}</td>
            <td class="end">
                <Post spec=WebhookResend::SPEC id=form class="btns">
                    <input type="hidden" name="webhook" value=id />
                    <input type="hidden" name="letter" value=letter_id />
                    <button class="btn btn--quiet" type="submit" aria-label=label>"Resend"</button>
                </Post>
            </td>
        </tr>
    }
    .into_any()
}
