//! Tokens with their agent, role and expiry, and the form that creates one. A secret is shown once, in the response
//! of the form: only its hash is stored.

use engine::team::ops::agent_list::Seen;
use engine::team::ops::token_create::TokenCreate;
use engine::workspace::ops::token_revoke::TokenRevoke;
use kernel::operation::Operation;
use kernel::page::Page;
use kernel::ports::accounts::TokenInfo;
use leptos::prelude::*;

use super::agents::roles;
use crate::pages::answered::{Post, answer};
use crate::pages::ask::why_not;
use crate::parts::{
    ACTIONS, Ago, Choice, Confirm, CopyRow, Id, Notice, Pick, Sect, Setups, Tone, form_within,
    more, table,
};
use crate::paths::{self, with_query};

/// Renders the section with the tokens.
pub fn list(page: Page<TokenInfo>) -> AnyView {
    let next = page.next_cursor;
    let next = next.map(|cursor| with_query(&paths::agents(), &[("tokens", Some(&cursor))]));
    let columns = [
        ("Agent", ""),
        ("Role", ""),
        ("Created", "wide"),
        ("Expires", ""),
        ACTIONS,
    ];
    let rows = page.items.into_iter().map(row).collect();
    view! {
        <Sect id="h-tokens" title="Tokens">
            {table(&columns, rows, ("No tokens.", "Create one below."))}
            {more("Older tokens", next)}
        </Sect>
    }
    .into_any()
}

fn row(token: TokenInfo) -> AnyView {
    let ends = match (token.revoked_at, token.expires_at) {
        (Some(at), _) => view! { <span class="quiet">"revoked " <Ago at=at.0 /></span> }.into_any(),
        (None, Some(at)) => view! { <Ago at=at.0 /> }.into_any(),
        (None, None) => "never".into_any(),
    };
    let revoke = token.revoked_at.is_none().then(|| {
        let id = token.id.clone();
        let dialog = format!("revoke-{id}");
        let form = form_within(&dialog);
        let title = format!("Revoke token {id} of {}?", token.agent);
        view! {
            <Confirm id=dialog label="Revoke" title does="Revoke token">
                <p>"Requests with this token will be refused. This cannot be undone."</p>
                <Post spec=TokenRevoke::SPEC id=form>
                    <input type="hidden" name="token" value=id />
                </Post>
            </Confirm>
        }
    });
    let bounds = [("user", token.user_id), ("namespace", token.namespace)];
    let bounds = bounds.map(|(name, value)| {
        let text = value.map(|value| format!("{name} {value}"));
        text.map(|text| view! { " " <span class="quiet">{text}</span> })
    });
    view! {
        <tr>
            <td><a href=paths::agent(&token.agent)>{token.agent.clone()}</a> " " <Id id=token.id.clone() /></td>
            <td>{token.role.name()}{bounds.into_iter().collect_view()}</td>
            <td class="wide"><Ago at=token.created_at.0 /> " by " {token.created_by}</td>
            <td>{ends}</td>
            <td class="end">{revoke}</td>
        </tr>
    }
    .into_any()
}

/// Renders the secret of the token that was just created.
pub fn secret(origin: &str) -> Option<AnyView> {
    let made = answer::<TokenCreate>()?;
    let title = format!("Token for {}", made.info.agent);
    let Some(secret) = made.token else {
        made.note?;
        return Some(secret_section(
            title,
            no_secret("Revoke the token and create another."),
        ));
    };
    let content = view! {
        <p>"Copy it now. It is not shown again. Its role is " <b>{made.info.role.name()}</b> "."</p>
        <CopyRow text=secret.clone() label="Copy token" />
        <p>"Set up a coding agent with one command:"</p>
        <Setups origin=origin.to_owned() token=Some(secret) />
    };
    let content = view! { <div class="once" role="status">{content}</div> };
    Some(secret_section(title, content.into_any()))
}

/// Renders the section with a secret that is shown once.
pub fn secret_section(title: String, content: AnyView) -> AnyView {
    view! { <Sect id="h-secret" title>{content}</Sect> }.into_any()
}

/// Renders the message for a secret whose response was lost, with the next step.
pub fn no_secret(instead: &'static str) -> AnyView {
    view! {
        <Notice tone=Tone::Hold>
            "It was created, but the response with its secret was lost, and the secret cannot be shown again. " {instead}
        </Notice>
    }
    .into_any()
}

/// Renders the form that creates a token for one of the agents.
pub fn create(agents: &[Seen]) -> AnyView {
    let choices = |choices: &[(&str, &str)]| -> Vec<Choice> {
        let choices = choices.iter();
        choices
            .map(|(value, label)| Choice::new(*value, *label))
            .collect()
    };
    let default = choices(&[("", "The agent's default role")]);
    let roles: Vec<Choice> = default.into_iter().chain(roles()).collect();
    let lasts = choices(&[
        ("", "Never"),
        ("3600", "In an hour"),
        ("86400", "In a day"),
        ("2592000", "In 30 days"),
        ("31536000", "In a year"),
    ]);
    let tools = choices(&[("", "Everyday tools"), ("all", "All permitted tools")]);
    let agents = agents.iter().map(|seen| {
        let label = format!("{} ({})", seen.agent.name, seen.agent.role.name());
        Choice::new(seen.agent.name.clone(), label)
    });
    let agents: Vec<Choice> = agents.collect();
    let form = match why_not::<TokenCreate>() {
        Some(why) => view! { <p class="field-hint">{why}</p> }.into_any(),
        None if agents.is_empty() => {
            view! { <p class="field-hint">"Register an agent first. Every token belongs to an agent."</p> }.into_any()
        }
        None => view! {
            <Post spec=TokenCreate::SPEC id="token" class="form form--wide">
                <div class="form-line">
                    <Pick label="Agent" name="agent" choices=agents />
                    <Pick label="Role" name="role" id="token-role" choices=roles />
                    <Pick label="Expires" name="expires_seconds" choices=lasts />
                    <Pick label="Tools over MCP" name="tools" choices=tools />
                    <button class="btn" type="submit">"Create token"</button>
                </div>
            </Post>
        }
        .into_any(),
    };
    view! { <Sect id="h-token" title="Create a token">{form}</Sect> }.into_any()
}
