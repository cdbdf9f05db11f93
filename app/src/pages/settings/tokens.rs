//! Table of the tokens with their agent, role and expiry. Secrets cannot be shown, because only their hashes are
//! stored.

use engine::workspace::ops::token_revoke::TokenRevoke;
use kernel::ports::accounts::TokenInfo;
use leptos::prelude::*;

use super::Known;
use crate::live::feed;
use crate::pages::answered::{FormAction, Post};
use crate::parts::{Ago, Confirm, Empty, Id, Sect, alive, form_within};
use crate::paths::{self, with_query};

/// Section with the tokens.
#[component]
pub fn TokenTable(
    /// Current data of the page.
    known: Memo<Known>,
    /// Action that revokes a token.
    revoke: FormAction<TokenRevoke>,
) -> impl IntoView {
    let all = move || known.with(|known| known.tokens.clone().unwrap_or_default());
    let next = move || known.with(|known| known.next_tokens.clone());
    let next = move || {
        let href =
            next().map(|cursor| with_query(&paths::agents(), &[("tokens", Some(&cursor))]))?;
        Some(view! { <p class="btns btns--start"><a class="btn" href=href>"Older tokens"</a></p> })
    };
    let is_empty = Memo::new(move |_| all().is_empty());
    view! {
        <Sect id="h-tokens" title="Tokens">
            {alive(move || is_empty.get().then(|| view! {
                <Empty title="No token yet." text="Make one below." />
            }))}
            <div class="table-frame" hidden=move || is_empty.get()>
                <table class="table">
                    <thead>
                        <tr>
                            <th scope="col">"Agent"</th>
                            <th scope="col">"Acts as"</th>
                            <th scope="col" class="wide">"Made"</th>
                            <th scope="col">"Ends"</th>
                            <th scope="col" class="end"><span class="vh">"Actions"</span></th>
                        </tr>
                    </thead>
                    <tbody>
                        <For
                            each=all
                            key=|token| serde_json::to_string(token).unwrap_or_default()
                            children=move |token| view! { <TokenRow token revoke /> }
                        />
                    </tbody>
                </table>
            </div>
            {alive(next)}
        </Sect>
    }
}

#[component]
fn TokenRow(token: TokenInfo, revoke: FormAction<TokenRevoke>) -> impl IntoView {
    let now = feed().clock();
    let ends = match (token.revoked_at, token.expires_at) {
        (Some(at), _) => {
            view! { <span class="quiet">"revoked " <Ago at=at.0 now /></span> }.into_any()
        }
        (None, Some(at)) => view! { <Ago at=at.0 now /> }.into_any(),
        (None, None) => "never".into_any(),
    };
    let end_it = token.revoked_at.is_none().then(|| {
        let id = token.id.clone();
        let dialog = format!("revoke-{id}");
        let form = form_within(&dialog);
        let title = format!("Revoke {id}, a token of {}?", token.agent);
        view! {
            <Confirm id=dialog label="Revoke" title does="Revoke it">
                <p>"Whatever calls with it is refused from then on. This cannot be taken back."</p>
                <Post action=revoke id=form>
                    <input type="hidden" name="token" value=id />
                </Post>
            </Confirm>
        }
    });
    let parts = [("user", token.user_id), ("namespace", token.namespace)];
    let bound: Vec<_> = parts
        .into_iter()
        .filter_map(|(name, value)| {
            let text = format!("{name} {}", value?);
            Some(view! { " " <span class="quiet">{text}</span> })
        })
        .collect();
    view! {
        <tr>
            <td><a href=paths::agent(&token.agent)>{token.agent.clone()}</a> " " <Id id=token.id.clone() /></td>
            <td>{token.role.name()}{bound}</td>
            <td class="wide"><Ago at=token.created_at.0 now /> " by " {token.created_by}</td>
            <td>{ends}</td>
            <td class="end">{end_it}</td>
        </tr>
    }
}
