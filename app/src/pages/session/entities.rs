//! Tracked entities that "it" and "that page" refer to, most recent first, with the one that is dropped next.

use engine::entity::Entity;
use leptos::prelude::*;

use super::scene::scene;
use crate::parts::alive;
use crate::parts::{Empty, Sect};
use crate::paths::percent_encode;

/// Returns the id of an entity's element. Links to it are `external` to the router, which would scroll there
/// without updating the browser's `:target`.
pub fn anchor(entity: &Entity) -> String {
    format!(
        "entity-{}-{}",
        percent_encode(&entity.kind),
        percent_encode(&entity.id)
    )
    .replace('%', "_")
}

/// Section with the entities.
#[component]
pub fn EntityList() -> impl IntoView {
    let scene = scene();
    let limit = scene.settings().entity_limit as usize;
    let all = scene.read(|session| session.entities.iter().cloned().collect::<Vec<_>>());
    let count = Memo::new(move |_| all.with(Vec::len));
    let last = Memo::new(move |_| {
        all.with(|all| {
            let is_full = all.len() >= limit;
            all.last().filter(|_| is_full).map(Entity::key)
        })
    });
    let aside = move || {
        view! { <p class="push">{alive(move || format!("most recent first, {} of {limit}", count.get()))}</p> }
    };
    view! {
        <Sect id="h-entities" title="Entities" aside>
            {alive(move || (count.get() == 0).then(|| view! {
                <Empty title="None is tracked." text="Results of tools bring them, or entity_observe."/>
            }))}
            <ol class="chips">
                <For
                    each=move || all.get()
                    key=|entity| (entity.kind.clone(), entity.id.clone(), entity.name.clone())
                    children=move |entity| {
                        let key = entity.key();
                        let is_next = Memo::new(move |_| last.with(|last| last.as_ref() == Some(&key)));
                        view! {
                            <li class="chip" class=("chip--next", move || is_next.get()) id=anchor(&entity)>
                                <b title=entity.name.clone() dir="auto">{entity.name.clone()}</b>
                                <span>
                                    <span>{entity.kind.clone()}</span> " " <code title=entity.id.clone()>{entity.id.clone()}</code>
                                    {alive(move || is_next.get().then(|| view! { <span>", next out"</span> }))}
                                </span>
                            </li>
                        }
                    }
                />
            </ol>
        </Sect>
    }
}
