//! Table of the audit log, newest first, and the link to older events.

use engine::activity::Happening;
use kernel::page::Page;
use leptos::prelude::*;

use super::query::AuditQuery;
use crate::live::feed;
use crate::pages::happening::look;
use crate::parts::{Ago, Empty, Glyph};
use crate::paths;

/// Rows of one page.
#[component]
pub fn Rows(
    /// Events of the page.
    page: Page<Happening>,
    /// Current search.
    wish: AuditQuery,
) -> impl IntoView {
    let is_empty = page.items.is_empty();
    let older = page.next_cursor.as_deref().map(|cursor| {
        let href = wish.href(Some(cursor));
        view! { <a class="btn" href=href>"Older"</a> }
    });
    let newest = wish.cursor.is_some().then(|| {
        let href = wish.href(None);
        view! { <a class="btn" href=href>"Newest"</a> }
    });
    let (title, text) = match (older.is_some(), wish.is_filtered()) {
        (true, _) => (
            "Nothing among the newest.",
            "There is more that was not looked through yet.",
        ),
        (false, true) => ("Nothing here.", "Nothing of what is looked for happened."),
        (false, false) => ("Nothing yet.", "Whoever signs in will stand here."),
    };
    let rows = page
        .items
        .into_iter()
        .map(|item| view! { <Row item /> })
        .collect_view();
    view! {
        {if is_empty {
            view! { <Empty title text /> }.into_any()
        } else {
            view! {
                <div class="table-frame">
                    <table class="table">
                        <thead>
                            <tr>
                                <th scope="col">"When"</th>
                                <th scope="col">"Who"</th>
                                <th scope="col">"What"</th>
                            </tr>
                        </thead>
                        <tbody>{rows}</tbody>
                    </table>
                </div>
            }
                .into_any()
        }}
        {(newest.is_some() || older.is_some())
            .then(|| view! { <p class="btns btns--start">{newest}{older}</p> })}
    }
}

#[component]
fn Row(item: Happening) -> impl IntoView {
    let now = feed().clock();
    let (icon, status) = look(&item.kind);
    let name = item.actor.id;
    let href = if item.actor.role.is_agent() {
        paths::agent(&name)
    } else {
        paths::with_query(&paths::settings_audit(), &[("actor", Some(&name))])
    };
    view! {
        <tr data-status=status>
            <td><Ago at=item.at.0 now /></td>
            <td><a href=href dir="auto">{name}</a></td>
            <td><span class="status status--long"><Glyph icon /><span dir="auto">{item.summary}</span></span></td>
        </tr>
    }
}
