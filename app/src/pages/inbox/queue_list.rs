//! The queue: waiting items, most blocking first. It follows what happens; the open item does not.

use doors::Flash;
use engine::workflow::attention::Item;
use engine::workflow::ops::inbox_list::InboxPage;
use leptos::prelude::*;

use super::next::Course;
use crate::moment::moment;
use crate::pages::memories_waiting::{self, queue_row};
use crate::pages::queue::{address, origin, row_id, version};
use crate::pages::shown::ask_kind;
use crate::parts::{Ago, Empty, Glyph, Notice, Since, line, notice::Tone};
use crate::paths;

/// Section with the queue.
pub fn queue_section(page: InboxPage, course: Course, is_named: bool) -> impl IntoView {
    let now = moment().now;
    // Number of items beyond the first page of the queue.
    let beyond = usize::try_from(page.total).map_or(0, |all| all.saturating_sub(page.items.len()));
    let (snoozed, items): (Vec<_>, Vec<_>) = page
        .items
        .into_iter()
        .partition(|item| item.is_snoozed(now));
    let listed = items.len() + memories_waiting::count(&page.memories);
    let count = match beyond {
        0 => format!("{listed} open"),
        _ => format!("{} open, {listed} listed", listed + beyond),
    };
    let heading = if is_named {
        view! { <h2 id="h-queue">"Inbox"</h2> }.into_any()
    } else {
        view! { <h1 id="h-queue">"Inbox"</h1> }.into_any()
    };
    let is_empty = items.is_empty() && page.memories.is_empty();
    let rows = |items: Vec<Item>| {
        let row = |item| {
            let is_current = course.is_at(&address(&item));
            queue_item(item, is_current)
        };
        items.into_iter().map(row).collect_view()
    };
    let cores = page.memories.into_iter().map(|core| {
        let is_current = course.is_at(&paths::inbox_memories(&core.core));
        queue_row(core, is_current)
    });
    let snoozed = (!snoozed.is_empty()).then(|| {
        view! {
            <details class="queue-off">
                <summary>{format!("{} snoozed", snoozed.len())}</summary>
                <ol aria-label="Snoozed items">{rows(snoozed)}</ol>
            </details>
        }
    });
    view! {
        <section class="queue" aria-labelledby="h-queue">
            <div class="queue-head">
                {heading}
                <p>
                    {count}
                    <span data-wait-for="queue-rows" data-one=", 1 new" data-many=", # new" hidden=true></span>
                </p>
            </div>
            <div class="queue-body">
                <div class="queue-say">
                    {confirmation().map(|text| view! { <Notice tone=Tone::Done>{text}</Notice> })}
                </div>
                {is_empty.then(|| view! {
                    <div class="queue-say">
                        <Empty
                            title="No open items."
                            text="Reviews, questions, approvals and failures that need a person appear here."
                        />
                    </div>
                })}
                // Rows that come or go wait while the reader points at the list.
                <ol aria-label="Open items" id="queue-rows" data-hold="">
                    {rows(items)} {cores.collect_view()}
                </ol>
                {snoozed}
            </div>
            <Foot course=course.clone() />
        </section>
    }
}

/// Returns the confirmation of the last form, if it redirected here.
fn confirmation() -> Option<String> {
    let flash = use_context::<Flash>().filter(|flash| flash.problem.is_none())?;
    super::acts::confirmation(&flash.operation, &flash.answer)
}

fn queue_item(item: Item, is_current: bool) -> impl IntoView {
    let until = item.snoozed_until.map(|until| until.0);
    let until = until.filter(|until| *until > moment().now.0);
    let until = until.map(|until| view! { ", back " <Ago at=until /> });
    let (icon, kind) = ask_kind(item.kind);
    let row = row_id(&item);
    view! {
        <li id=format!("row-{row}") data-row=row data-version=version(&item)>
            <a
                class="qitem"
                href=address(&item)
                aria-current=is_current.then_some("true")
                data-key=is_current.then_some("Enter")
            >
                <span class="qkind"><Glyph icon />{kind}</span>
                <Since at=item.since.0 />
                <b>{line(&item.title)}</b>
                <span>{origin(&item)}{format!(" in {}", item.workflow_name)}{until}</span>
            </a>
        </li>
    }
}

/// Keyboard shortcuts, and the links that they press.
#[component]
fn Foot(course: Course) -> impl IntoView {
    let link = |steps, key, label| {
        let href = course.stop_at(steps)?.to_owned();
        Some(view! { <a href=href data-key=key aria-keyshortcuts=key><kbd>{key}</kbd> {label}</a> })
    };
    view! { <p class="queue-foot">{link(1, "j", " next")} " " {link(-1, "k", " previous")}</p> }
}
