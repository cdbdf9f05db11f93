//! Form that creates a token. Its secret is shown once, in the response of the form.

use engine::team::ops::token_create::TokenCreate;
use kernel::Role;
use leptos::prelude::*;

use super::Known;
use crate::pages::answered::{FormAction, Post};
use crate::pages::ask::why_not;
use crate::parts::{Choice, CopyRow, Notice, Pick, Sect, Setups, Tone, alive};

/// Secret of the token that was just created; empty before.
#[component]
pub fn Secret(
    /// Action of the form.
    action: FormAction<TokenCreate>,
    /// Origin of this server, shown to agents.
    origin: String,
) -> impl IntoView {
    move || {
        let made = action.answer()?;
        let origin = origin.clone();
        let title = format!("The token of {}", made.info.agent);
        let Some(secret) = made.token else {
            let lost = view! { <Sect id="h-secret" title><Lost instead="Revoke the token and make another."/></Sect> };
            return made.note.map(|_| lost.into_any());
        };
        Some(view! {
            <Sect id="h-secret" title>
                <div class="once" role="status">
                    <p>"Take it now: nobody can read it again. It acts as " <b>{made.info.role.name()}</b> "."</p>
                    <CopyRow text=secret.clone() label="Copy token" />
                    <p>"A coding agent is set up with it by one command:"</p>
                    <Setups origin token=Some(secret) />
                </div>
            </Sect>
        }
        .into_any())
    }
}

/// Message for a secret whose response was lost: a secret is shown once and never again.
#[component]
pub fn Lost(
    /// Next step for the user.
    instead: &'static str,
) -> impl IntoView {
    view! {
        <Notice tone=Tone::Hold>
            "It was made, but the answer with its secret was lost on the way, and nobody can read it again. " {instead}
        </Notice>
    }
}

/// Section with the form.
#[component]
pub fn NewToken(
    /// Action of the form.
    action: FormAction<TokenCreate>,
    /// Current data of the page, with the agents to choose from.
    known: Memo<Known>,
) -> impl IntoView {
    let agents = Signal::derive(move || {
        let choice = |(name, role): &(String, Role)| {
            Choice::new(name.clone(), format!("{name} ({})", role.name()))
        };
        known.with(|known| known.everybody.iter().map(choice).collect::<Vec<_>>())
    });
    let is_empty = Memo::new(move |_| agents.with(Vec::is_empty));
    let roles = [Choice::new("", "Its usual role")]
        .into_iter()
        .chain(super::register::roles())
        .collect::<Vec<_>>();
    let lasts: Vec<Choice> = [
        ("", "Never"),
        ("3600", "In an hour"),
        ("86400", "In a day"),
        ("2592000", "In 30 days"),
        ("31536000", "In a year"),
    ]
    .map(|(value, label)| Choice::new(value, label))
    .into();
    let tools: Vec<Choice> = [("", "Everyday ones"), ("all", "All that it may use")]
        .map(|(value, label)| Choice::new(value, label))
        .into();
    view! {
        <Sect id="h-token" title="Make a token">
            {match why_not::<TokenCreate>() {
                Some(why) => view! { <p class="field-hint">{why}</p> }.into_any(),
                None => alive(move || if is_empty.get() {
                    view! { <p class="field-hint">"Register an agent first: a token is always somebody's."</p> }
                        .into_any()
                } else {
                    let (roles, lasts, tools) = (roles.clone(), lasts.clone(), tools.clone());
                    view! {
                        <Post action id="token" class="form form--wide">
                            <div class="form-line">
                                <Pick label="Agent" name="agent" choices=agents />
                                <Pick label="Role" name="role" id="token-role" choices=roles />
                                <Pick label="Ends" name="expires_seconds" choices=lasts />
                                <Pick label="Tools over MCP" name="tools" choices=tools />
                                <button class="btn" type="submit">"Make a token"</button>
                            </div>
                        </Post>
                    }
                        .into_any()
                }).into_any(),
            }}
        </Sect>
    }
}
