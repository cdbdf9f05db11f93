//! The form that makes a webhook, and its secret, which is shown once: here, in the answer of the form.

use engine::delivery::ops::WebhookSecret;
use engine::delivery::ops::webhook_create::WebhookCreate;
use engine::delivery::ops::webhook_rotate::WebhookRotate;
use engine::webhook::Format;
use leptos::prelude::*;

use crate::pages::answered::{FormAction, Post};
use crate::pages::ask::why_not;
use crate::pages::settings::token_create::Lost;
use crate::parts::alive;
use crate::parts::{Area, Choice, CopyRow, Field, Need, Pick, Sect};

/// What a field of kinds says below it.
pub const KINDS: &str = "needs_you is what the inbox shows. Or kinds of facts: task_completed, a beginning such as workflow_*, or * for all.";

/// The secret that was just made; nothing before.
#[component]
pub fn Secret(
    /// The form that makes a webhook.
    create: FormAction<WebhookCreate>,
    /// The form that gives one another secret.
    rotate: FormAction<WebhookRotate>,
) -> impl IntoView {
    alive(move || {
        let made: WebhookSecret = rotate.answer().or_else(|| create.answer())?;
        let title = format!("The secret of {}", made.name);
        let Some(secret) = made.secret else {
            let lost = view! { <Sect id="h-secret" title><Lost instead="Give the webhook another secret."/></Sect> };
            return made.note.map(|_| lost.into_any());
        };
        let before = made
            .before_until
            .map(|_| " For a day the secret before signs, too.");
        Some(view! {
            <Sect id="h-secret" title>
                <div class="once" role="status">
                    <p>"Take it now: nobody can read it again. It signs every message." {before}</p>
                    <CopyRow text=secret label="Copy secret" />
                </div>
            </Sect>
        }
        .into_any())
    })
}

/// The forms that a message can have.
fn formats() -> Vec<Choice> {
    let label = |format| match format {
        Format::Standard => "JSON (Standard Webhooks)",
        Format::Slack => "Slack",
        Format::Discord => "Discord",
    };
    Format::ALL
        .map(|format| Choice::new(format.name(), label(format)))
        .into()
}

/// The section.
#[component]
pub fn NewWebhook(
    /// The form's action.
    action: FormAction<WebhookCreate>,
) -> impl IntoView {
    view! {
        <Sect id="h-new" title="Make a webhook">
            {match why_not::<WebhookCreate>() {
                Some(why) => view! { <p class="field-hint">{why}</p> }.into_any(),
                None => {
                    view! {
                        <Post action id="new-webhook" class="form form--wide">
                            <Field
                                label="Address"
                                name="url"
                                kind="url"
                                need=Need::Required
                                autocomplete="off"
                                placeholder="https://"
                                hint="It may hold a secret of its receiver: nobody is shown more of it again than its host."
                            />
                            <Area label="Kinds, one a line" name="kinds[lines]" id="new-kinds" rows=2 value="needs_you" hint=KINDS />
                            <div class="form-line">
                                <Field label="Name" name="name" id="new-name" autocomplete="off" />
                                <Pick label="Format" name="format" choices=formats() />
                                <button class="btn" type="submit">"Make a webhook"</button>
                            </div>
                        </Post>
                    }
                        .into_any()
                }
            }}
        </Sect>
    }
}
