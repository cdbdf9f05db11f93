//! The form that makes a token, and its secret, which is shown once: here, in the answer of the form.

use engine::team::ops::token_create::TokenCreate;
use kernel::Role;
use leptos::prelude::*;

use crate::pages::answered::{FormAction, Post};
use crate::pages::ask::why_not;
use crate::parts::{Choice, CopyRow, Pick, Sect, Setups};

/// The secret of the token that was just made; nothing before.
#[component]
pub fn Secret(
    /// The form's action.
    action: FormAction<TokenCreate>,
    /// The address of this Loci, for agents.
    origin: String,
) -> impl IntoView {
    move || {
        let made = action.answer()?;
        let secret = made.token?;
        let origin = origin.clone();
        let title = format!("The token of {}", made.info.agent);
        Some(view! {
            <Sect id="h-secret" title>
                <div class="once" role="status">
                    <p>"Take it now: nobody can read it again. It acts as " <b>{made.info.role.name()}</b> "."</p>
                    <CopyRow text=secret.clone() label="Copy token" />
                    <p>"A coding agent is set up with it by one command:"</p>
                    <Setups origin token=Some(secret) />
                </div>
            </Sect>
        })
    }
}

/// The section.
#[component]
pub fn NewToken(
    /// The form's action.
    action: FormAction<TokenCreate>,
    /// The agents it can be for.
    names: Vec<(String, Role)>,
) -> impl IntoView {
    let is_empty = names.is_empty();
    let agents: Vec<Choice> = names
        .into_iter()
        .map(|(name, role)| Choice::new(name.clone(), format!("{name} ({})", role.name())))
        .collect();
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
                None if is_empty => {
                    view! { <p class="field-hint">"Register an agent first: a token is always somebody's."</p> }
                        .into_any()
                }
                None => {
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
                }
            }}
        </Sect>
    }
}
