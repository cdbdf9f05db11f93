//! What happened, newest first: what was loaded, and above it what happens while somebody looks.

use leptos::prelude::*;

use super::load::Happened;
use super::scene::scene;
use crate::live::feed;
use crate::pages::happening::look;
use crate::pages::still::Pointer;
use crate::pages::trouble::Refused;
use crate::parts::{Ago, Empty, Glyph, prose};

/// The list.
#[component]
pub fn Activity() -> impl IntoView {
    let scene = scene();
    let loaded = scene.loads().activity;
    // While the past is read, nothing is put above it.
    let is_newest = move || scene.past.is_none() && scene.desk.with(|desk| desk.before.is_none());
    let fresh = RwSignal::new(Vec::<Happened>::new());
    let stream = engine::workflow::stream(scene.id);
    feed().listen(move |fact| {
        if fact.stream == stream {
            fresh.update(|all| all.insert(0, Happened::from(&*fact)));
        }
    });
    let known = Memo::new(move |_| match loaded.get().flatten() {
        Some(Ok(page)) => page.items.first().map_or(0, |first| first.version),
        _ => 0,
    });
    let above = move || {
        let known = known.get();
        let all = fresh.get();
        all.into_iter()
            .filter(|row| is_newest() && row.version > known)
            .collect::<Vec<_>>()
    };
    // What happens while somebody points at a row waits above.
    let pointer = Pointer::away();
    let shown = pointer.still(above);
    view! {
        <section class="view" tabindex="0" aria-label="Activity">
            <Transition>
                <ol
                    class="feed feed--wide"
                    reversed=""
                    on:pointerenter=move |_| pointer.enter()
                    on:pointerleave=move |_| pointer.leave()
                >
                    <For each=move || shown.get() key=|row| row.version children=|row| view! { <Row row/> }/>
                    {move || loaded.get().flatten().map(|outcome| match outcome {
                        Ok(page) => page
                            .items
                            .into_iter()
                            .map(|row| view! { <Row row/> })
                            .collect_view()
                            .into_any(),
                        Err(problem) => view! { <li><Refused problem/></li> }.into_any(),
                    })}
                </ol>
                {move || loaded.get().flatten().and_then(Result::ok).map(|page| {
                    let last = page.items.last().map(|last| last.position);
                    match (page.next_cursor, last) {
                        (Some(_), Some(position)) => {
                            let href = scene.href(move |desk| desk.before = Some(position));
                            view! { <p class="pages"><a class="btn" href=href>"Earlier"</a></p> }.into_any()
                        }
                        _ if page.items.is_empty() => view! { <Empty title="Nothing happened before."/> }.into_any(),
                        _ => ().into_any(),
                    }
                })}
            </Transition>
        </section>
    }
}

#[component]
fn Row(row: Happened) -> impl IntoView {
    let scene = scene();
    let (icon, status) = look(&row.kind);
    let at = row.version;
    let then = scene.href(move |desk| desk.at = Some(at));
    let here = (scene.past == Some(at)).then_some("true");
    view! {
        <li data-status=status aria-current=here>
            <Ago at=Signal::stored(row.at) now=feed().clock() wording=crate::parts::Wording::Bare/>
            <Glyph icon/>
            <p>
                <b>{row.who}</b> " " {prose(&row.did)} " "
                <a class="id" href=then title="The workflow as it was then">"v" {row.version}</a>
            </p>
        </li>
    }
}
