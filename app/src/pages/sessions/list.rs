//! List of the sessions.

use std::sync::Arc;

use engine::conversation::ops::session_recover::SessionRecover;
use engine::session::find::SessionRow;
use kernel::operation::Operation;
use kernel::page::Page;
use leptos::prelude::*;

use super::{SessionsQuery, Which};
use crate::pages::act::{Act, After, Press};
use crate::pages::ask::forbids;
use crate::pages::words::many;
use crate::parts::{Ago, Empty, Sect, group_digits};
use crate::paths::{self, percent_encode};

/// Renders one page of the list.
pub fn list(wish: &SessionsQuery, page: Page<SessionRow>) -> AnyView {
    let is_filtered = wish.is_filtered();
    let is_deleted = wish.which == Which::Deleted;
    let first = wish.cursor.is_some().then(|| wish.href(None));
    let next = page.next_cursor.map(|cursor| wish.href(Some(&cursor)));
    let title = match wish.which {
        Which::Deleted => "Deleted",
        Which::Soon => "Expiring within a day",
        Which::All if is_filtered => "Found",
        Which::All => "All sessions",
    };
    let which = wish.which;
    let is_empty = page.items.is_empty();
    let rows = page.items.into_iter();
    let rows = rows.map(|session| row(session, is_deleted)).collect_view();
    let aside = move || {
        view! {
            <p class="push">{if which == Which::Soon { "soonest first" } else { "most recently changed first" }}</p>
            <button
                class="feed-wait"
                type="button"
                data-wait-for="sessions"
                data-one="Show 1 new session"
                data-many="Show # new sessions"
                hidden=true
            ></button>
        }
    };
    view! {
        <Sect id="h-list" title aside>
            {is_empty.then(|| nothing(which, is_filtered))}
            <div class="table-frame" id="sessions" data-hold="focus scroll" hidden=is_empty>
                <table class="table talks">
                    <thead>
                        <tr>
                            <th scope="col">"Session"</th>
                            <th scope="col" class="wide">"Namespace"</th>
                            <th scope="col" class="wide">"User"</th>
                            <th scope="col" class="end">"Messages"</th>
                            <th scope="col" class="wide end">"Tokens"</th>
                            <th scope="col" class="wide">"Expires"</th>
                            <th scope="col">"Changed"</th>
                            {is_deleted.then(|| view! { <th scope="col" class="end"><span class="vh">"Actions"</span></th> })}
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
            {(first.is_some() || next.is_some())
                .then(|| {
                    view! {
                        <nav class="btns btns--start" aria-label="Pages of sessions">
                            {first.map(|href| view! { <a class="btn" href=href>"First page"</a> })}
                            {next.map(|href| view! { <a class="btn" href=href rel="next">"Older"</a> })}
                        </nav>
                    }
                })}
        </Sect>
    }
    .into_any()
}

fn nothing(which: Which, is_filtered: bool) -> AnyView {
    if is_filtered {
        return view! {
            <Empty title="No sessions found." text="Try fewer words, or another namespace or user.">
                <a class="btn" href=paths::sessions()>"All sessions"</a>
            </Empty>
        }
        .into_any();
    }
    let (title, text) = match which {
        Which::All => (
            "No sessions yet.",
            "A session appears here when an agent writes its first message.",
        ),
        Which::Soon => (
            "No session expires within a day.",
            "Sessions that expire soon, unless somebody writes to them, appear here.",
        ),
        Which::Deleted => (
            "No deleted sessions.",
            "Deleted sessions can be restored here for some days.",
        ),
    };
    view! { <Empty title text /> }.into_any()
}

fn row(row: SessionRow, is_deleted: bool) -> impl IntoView {
    let key = row.session;
    let id = format!("session-{}", percent_encode(&key.to_string()));
    let title = if is_deleted {
        view! { <b>{key.id.to_string()}</b> }.into_any()
    } else {
        let link = format!("{id}-link");
        view! { <a id=link href=paths::session(&key) data-step>{key.id.to_string()}</a> }.into_any()
    };
    let back = is_deleted.then(|| {
        let spec = SessionRecover::SPEC;
        let hidden = vec![("session", key.to_string())];
        view! {
            <td class="end">
                <Act spec id=format!("recover-{key}") hidden class="inline" after=After::Go>
                    <Press label="Restore".to_owned() refusal=forbids(&spec)/>
                </Act>
            </td>
        }
    });
    let text = |part: &Option<Arc<str>>| part.as_deref().unwrap_or_default().to_owned();
    let (namespace, user) = (text(&row.namespace), text(&row.user_id));
    let titles = (namespace.clone(), user.clone());
    let parts = [namespace.as_str(), user.as_str()];
    let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    let folded = match row.folded {
        0 => String::new(),
        folded => format!("and {} folded", group_digits(folded.into())),
    };
    view! {
        <tr id=id data-row=key.to_string()>
            <td class="talk-title">
                {title}
                <small>{row.topic.unwrap_or_default()}</small>
                <small class="narrow">{parts.join(", ")}</small>
                {(row.pending_memories > 0).then(|| view! {
                    <span class="badge">{format!("{} waiting", many(row.pending_memories as usize, "memory"))}</span>
                })}
            </td>
            <td class="wide talk-of" title=titles.0>{namespace}</td>
            <td class="wide talk-of" title=titles.1>{user}</td>
            <td class="end">{group_digits(row.messages.into())} <small>{folded}</small></td>
            <td class="wide end">{group_digits(row.tokens)}</td>
            <td class="wide">
                {match row.expires_at {
                    Some(end) => view! { <Ago at=end.0/> }.into_any(),
                    None => view! { <span class="quiet">"never"</span> }.into_any(),
                }}
            </td>
            <td><Ago at=row.updated_at.0/></td>
            {back}
        </tr>
    }
}
