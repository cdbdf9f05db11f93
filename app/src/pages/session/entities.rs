//! What "it" and "that page" refer to: the tracked entities, most recent first, and the one that goes next.

use engine::entity::Entity;
use leptos::prelude::*;

use super::scene::scene;
use crate::parts::{Empty, Sect};
use crate::paths::encoded;

/// The id of an entity's place on the page.
pub fn anchor(entity: &Entity) -> String {
    format!("entity-{}-{}", encoded(&entity.kind), encoded(&entity.id)).replace('%', "_")
}

/// The section.
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
        view! { <p class="push">{move || format!("most recent first, {} of {limit}", count.get())}</p> }
    };
    view! {
        <Sect id="h-entities" title="Entities" aside>
            {move || (count.get() == 0).then(|| view! {
                <Empty title="None is tracked." text="Results of tools bring them, or entity_observe."/>
            })}
            <ol class="chips">
                <For
                    each=move || all.get()
                    key=|entity| (entity.kind.clone(), entity.id.clone(), entity.name.clone())
                    children=move |entity| {
                        let key = entity.key();
                        let is_next = Memo::new(move |_| last.with(|last| last.as_ref() == Some(&key)));
                        view! {
                            <li class="chip" class=("chip--next", move || is_next.get()) id=anchor(&entity)>
                                <b title=entity.name.clone()>{entity.name.clone()}</b>
                                <span>
                                    {entity.kind.clone()} " " <code>{entity.id.clone()}</code>
                                    {move || is_next.get().then_some(", next out")}
                                </span>
                            </li>
                        }
                    }
                />
            </ol>
        </Sect>
    }
}
