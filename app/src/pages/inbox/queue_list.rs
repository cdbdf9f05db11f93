//! The queue: waiting items, most blocking first. It updates live; the open item does not.

use engine::workflow::attention::Item;
use engine::workflow::ops::inbox_list::InboxPage;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::next::Course;
use crate::live::feed;
use crate::pages::fresh::{asks_in, fresh};
use crate::pages::memories_waiting::{self, QueueRow};
use crate::pages::queue::{self, address, key};
use crate::pages::shown::ask_kind;
use crate::pages::still::{Pointer, unseen};
use crate::parts::alive;
use crate::parts::{Ago, Empty, Glyph, Notice, Since, line, notice::Tone};
use doors::Flash;

/// Section with the queue.
#[component]
pub fn Queue(
    /// Queue as loaded with the page.
    page: InboxPage,
    /// Course through the queue.
    course: Course,
) -> impl IntoView {
    // Number of items beyond the first page of the queue.
    let beyond = usize::try_from(page.total).map_or(0, |all| all.saturating_sub(page.items.len()));
    course.begin(&page);
    let (items, memories) = (course.items, course.memories);
    memories_waiting::follow(memories);
    course.said.set(flash_confirmation());
    fresh(asks_in, move |workflow| {
        spawn_local(async move {
            if let Ok(news) = queue::of_workflow(workflow).await {
                course
                    .all
                    .try_update(|items| queue::merge(items, workflow, news));
            }
        });
    });
    // Rows that come or go wait while the user points at the list.
    let pointer = Pointer::away();
    let shown = pointer.still(move || items.get());
    let new = move || items.with(|items| shown.with(|shown| unseen(items, shown, key)));
    let count = move || {
        let waiting = memories.with(|all| memories_waiting::count(all));
        let listed = items.with(Vec::len) + waiting;
        let mut parts = vec![format!("{} open", listed + beyond)];
        parts.extend((beyond > 0).then(|| format!("{listed} listed")));
        parts.extend(Some(new()).filter(|n| *n > 0).map(|n| format!("{n} new")));
        parts.join(", ")
    };
    // An item that the address names has the page's main heading.
    let heading = move || {
        if course.named.with(Option::is_some) {
            view! { <h2 id="h-queue">"Inbox"</h2> }.into_any()
        } else {
            view! { <h1 id="h-queue">"Inbox"</h1> }.into_any()
        }
    };
    view! {
        <section class="queue" aria-labelledby="h-queue">
            <div class="queue-head">{heading} <p>{count}</p></div>
            <div class="queue-body">
                <div class="queue-say">
                    {alive(move || course.said.get().map(|text| view! { <Notice tone=Tone::Done>{text}</Notice> }))}
                </div>
                <Show when=move || shown.with(Vec::is_empty) && memories.with(Vec::is_empty)>
                    <div class="queue-say">
                        <Empty
                            title="Nothing waits for a person."
                            text="Reviews, questions, approvals and failures that need you come here by themselves."
                        />
                    </div>
                </Show>
                <ol
                    aria-label="Things that need somebody"
                    on:pointerenter=move |_| pointer.enter()
                    on:pointerleave=move |_| pointer.leave()
                >
                    <For
                        each=move || shown.get()
                        key=|item| serde_json::to_string(item).unwrap_or_default()
                        children=move |item| view! { <QueueItem item course /> }
                    />
                    <For
                        each=move || memories.get()
                        key=|core| serde_json::to_string(core).unwrap_or_default()
                        children=move |core| {
                            let name = core.core.clone();
                            let is_current = Signal::derive(move || course.core.with(|core| core.as_ref() == Some(&name)));
                            view! { <QueueRow core is_current /> }
                        }
                    />
                </ol>
                <SnoozedItems course />
            </div>
            <Foot course />
        </section>
    }
}

/// Returns the confirmation of the last form, if it redirected here.
fn flash_confirmation() -> Option<String> {
    let flash = use_context::<Flash>().filter(|flash| flash.problem.is_none())?;
    super::acts::confirmation(&flash.operation, &flash.answer)
}

/// Snoozed items, collapsed.
#[component]
fn SnoozedItems(course: Course) -> impl IntoView {
    let items = course.snoozed;
    let is_any = Memo::new(move |_| items.with(|items| !items.is_empty()));
    view! {
        <Show when=move || is_any.get()>
            <details class="queue-off">
                <summary>{alive(move || format!("{} put off", items.with(Vec::len)))}</summary>
                <ol aria-label="Put off">
                    <For
                        each=move || items.get()
                        key=|item| serde_json::to_string(item).unwrap_or_default()
                        children=move |item| view! { <QueueItem item course /> }
                    />
                </ol>
            </details>
        </Show>
    }
}

#[component]
fn QueueItem(item: Item, course: Course) -> impl IntoView {
    let now = feed().clock();
    let until = item.snoozed_until.map(|until| until.0);
    let until = until.filter(|until| *until > now.get_untracked());
    let until = until.map(|until| view! { ", back " <Ago at=until now /> });
    let (icon, kind) = ask_kind(item.kind);
    let (href, origin, of) = (address(&item), queue::origin(&item), key(&item));
    let current = Memo::new(move |_| course.is_current(&of));
    view! {
        <li>
            <a
                class="qitem"
                href=href
                aria-current=move || current.get().then_some("true")
                data-key=move || current.get().then_some("Enter")
            >
                <span class="qkind"><Glyph icon />{kind}</span>
                <Since at=item.since.0 now />
                <b>{line(&item.title)}</b>
                <span>{origin}{format!(" in {}", item.workflow_name)}{until}</span>
            </a>
        </li>
    }
}

/// Keyboard shortcuts, and the links that they press.
#[component]
fn Foot(course: Course) -> impl IntoView {
    view! {
        <p class="queue-foot">
            {alive(move || {
                course
                    .beside(1)
                    .map(|href| view! { <a href=href data-key="j" aria-keyshortcuts="j"><kbd>"j"</kbd> " next"</a> })
            })}
            " "
            {alive(move || {
                course
                    .beside(-1)
                    .map(|href| view! { <a href=href data-key="k" aria-keyshortcuts="k"><kbd>"k"</kbd> " previous"</a> })
            })}
        </p>
    }
}
