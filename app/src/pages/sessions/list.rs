//! List of the sessions. A fact of a session updates its row; rows keep their places.

use engine::conversation::ops::session_recover::SessionRecover;
use engine::session::SessionKey;
use engine::session::find::SessionRow;
use kernel::operation::Operation;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::{SessionsQuery, Which, load};
use crate::live::feed;
use crate::pages::act::{Act, After, Press};
use crate::pages::ask::forbids;
use crate::pages::fresh::fresh;
use crate::pages::still::{Pointer, is_scrolled};
use crate::pages::words::many;
use crate::parts::alive;
use crate::parts::{Ago, Empty, Sect, group_digits};
use crate::paths;

/// Section with the list.
#[component]
pub fn List(
    /// Search that was run.
    wish: SessionsQuery,
    /// Sessions of this page.
    items: Vec<SessionRow>,
    /// Cursor of the next page.
    next: Option<String>,
) -> impl IntoView {
    let is_filtered = wish.is_filtered();
    let is_deleted = wish.which == Which::Deleted;
    let first = wish.cursor.is_some().then(|| wish.href(None));
    let next = next.map(|cursor| wish.href(Some(&cursor)));
    let title = match wish.which {
        Which::Deleted => "Deleted",
        Which::Soon => "Expiring within a day",
        Which::All if is_filtered => "Found",
        Which::All => "All sessions",
    };
    let rows = RwSignal::new(items);
    let waiting = RwSignal::new(Vec::<SessionRow>::new());
    let pointer = Pointer::away();
    let which = wish.which;
    let let_in = move || {
        let mut new = waiting.try_update(std::mem::take).unwrap_or_default();
        rows.update(|rows| {
            new.retain(|new| !rows.iter().any(|row| row.session == new.session));
            new.append(rows);
            *rows = new;
        });
    };
    follow(wish, rows, waiting);
    // New rows wait while the user points at the list or has scrolled down.
    Effect::new(move |_| {
        if waiting.with(|waiting| !waiting.is_empty()) && !pointer.is_over() && !is_scrolled() {
            let_in();
        }
    });
    let aside = move || {
        view! {
            <p class="push">{if which == Which::Soon { "soonest first" } else { "most recently changed first" }}</p>
            <Show when=move || waiting.with(|waiting| !waiting.is_empty())>
                <button class="feed-wait" type="button" on:click=move |_| let_in()>
                    {alive(move || format!("Show {}", many(waiting.with(Vec::len), "new session")))}
                </button>
            </Show>
        }
    };
    let keys = Memo::new(move |_| {
        rows.with(|rows| {
            rows.iter()
                .map(|row| row.session.clone())
                .collect::<Vec<_>>()
        })
    });
    view! {
        <Sect id="h-list" title aside>
            {alive(move || keys.with(Vec::is_empty).then(|| view! { <Nothing which is_filtered /> }))}
            <div
                class="table-frame"
                hidden=move || keys.with(Vec::is_empty)
                on:pointerenter=move |_| pointer.enter()
                on:pointerleave=move |_| pointer.leave()
            >
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
                    <tbody>
                        <For
                            each=move || keys.get()
                            key=Clone::clone
                            children=move |key| view! { <Row key rows is_deleted /> }
                        />
                    </tbody>
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
}

#[component]
fn Nothing(which: Which, is_filtered: bool) -> impl IntoView {
    if is_filtered {
        view! {
            <Empty title="Nothing was found." text="Try fewer words, or another namespace or user.">
                <a class="btn" href=paths::sessions()>"All sessions"</a>
            </Empty>
        }
        .into_any()
    } else {
        let (title, text) = match which {
            Which::All => (
                "No session yet.",
                "An agent begins one with session_append or session_put.",
            ),
            Which::Soon => (
                "None ends within a day.",
                "Those that no one writes to in time are listed here.",
            ),
            Which::Deleted => (
                "None was deleted.",
                "What is deleted can be brought back here for some days.",
            ),
        };
        view! { <Empty title text /> }.into_any()
    }
}

/// Keeps the rows up to date: reloads the list after a fact of a session. New rows wait.
fn follow(
    wish: SessionsQuery,
    rows: RwSignal<Vec<SessionRow>>,
    waiting: RwSignal<Vec<SessionRow>>,
) {
    fresh(
        |fact| (fact.stream.kind() == "session").then_some(()),
        move |()| {
            let wish = wish.clone();
            let is_first = wish.cursor.is_none();
            spawn_local(async move {
                let Ok((news, _)) = load(wish).await else {
                    return;
                };
                rows.try_update(|rows| {
                    // Rows that the search no longer finds have ended or were restored, and are removed.
                    if is_first && news.len() < rows.len() {
                        rows.retain(|row| news.iter().any(|new| new.session == row.session));
                    }
                    let mut unseen = Vec::new();
                    for new in news {
                        match rows.iter_mut().find(|row| row.session == new.session) {
                            Some(row) => *row = new,
                            None => unseen.push(new),
                        }
                    }
                    if is_first {
                        waiting.try_set(unseen);
                    }
                });
            });
        },
    );
}

#[component]
fn Row(key: SessionKey, rows: RwSignal<Vec<SessionRow>>, is_deleted: bool) -> impl IntoView {
    let now = feed().clock();
    let own = key.clone();
    let row = Memo::new(move |before: Option<&Option<SessionRow>>| {
        let found = rows.with(|rows| rows.iter().find(|row| row.session == own).cloned());
        found.or_else(|| before.cloned().flatten())
    });
    let of = move |take: fn(&SessionRow) -> String| move || row.with(|row| row.as_ref().map(take));
    let expires = Memo::new(move |_| row.with(|row| row.as_ref()?.expires_at));
    let changed = Memo::new(move |_| row.with(|row| row.as_ref().map(|row| row.updated_at)));
    let pending =
        Memo::new(move |_| row.with(|row| row.as_ref().map_or(0, |row| row.pending_memories)));
    let title = if is_deleted {
        view! { <b>{key.id.to_string()}</b> }.into_any()
    } else {
        view! { <a href=paths::session(&key) data-step>{key.id.to_string()}</a> }.into_any()
    };
    let back = is_deleted.then(|| {
        let spec = SessionRecover::SPEC;
        let hidden = vec![("session", key.to_string())];
        view! {
            <td class="end">
                <Act spec id=format!("recover-{key}") hidden class="inline" after=After::Go>
                    <Press label="Bring it back".to_owned() refusal=Signal::derive(move || forbids(&spec))/>
                </Act>
            </td>
        }
    });
    view! {
        <tr>
            <td class="talk-title">
                {title}
                <small>{of(|row| row.topic.clone().unwrap_or_default())}</small>
                <small class="narrow">{of(|row| {
                    let parts = [&row.namespace, &row.user_id];
                    let parts: Vec<&str> = parts.into_iter().flatten().map(|part| &**part).collect();
                    parts.join(", ")
                })}</small>
                {alive(move || (pending.get() > 0).then(|| view! {
                    <span class="badge">{format!("{} to be kept", pending.get())}</span>
                }))}
            </td>
            <td class="wide talk-of" title=of(|row| row.namespace.as_ref().map(ToString::to_string).unwrap_or_default())>{of(|row| row.namespace.as_ref().map(ToString::to_string).unwrap_or_default())}</td>
            <td class="wide talk-of" title=of(|row| row.user_id.as_ref().map(ToString::to_string).unwrap_or_default())>{of(|row| row.user_id.as_ref().map(ToString::to_string).unwrap_or_default())}</td>
            <td class="end">
                {of(|row| group_digits(row.messages.into()))}
                <small>{of(|row| match row.folded {
                    0 => String::new(),
                    folded => format!("and {} folded", group_digits(folded.into())),
                })}</small>
            </td>
            <td class="wide end">{of(|row| group_digits(row.tokens))}</td>
            <td class="wide">
                {alive(move || match expires.get() {
                    Some(end) => view! { <Ago at=Signal::stored(end.0) now/> }.into_any(),
                    None => view! { <span class="quiet">"never"</span> }.into_any(),
                })}
            </td>
            <td>{alive(move || changed.get().map(|at| view! { <Ago at=Signal::stored(at.0) now/> }))}</td>
            {back}
        </tr>
    }
}
