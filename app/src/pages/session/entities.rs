//! Tracked entities that "it" and "that page" refer to, most recent first, with the one that is dropped next.

use engine::entity::Entity;
use leptos::prelude::*;

use super::scene::scene;
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
pub fn entity_list() -> impl IntoView {
    let scene = scene();
    let limit = scene.settings.entity_limit as usize;
    let count = scene.view.entities.iter().count();
    let aside =
        move || view! { <p class="push">{format!("most recent first, {count} of {limit}")}</p> };
    let rows = scene.view.entities.iter().enumerate();
    let rows = rows.map(|(nth, entity)| {
        let is_next = count >= limit && nth + 1 == count;
        view! { <Row entity=entity.clone() is_next/> }
    });
    let rows = rows.collect_view();
    view! {
        <Sect id="h-entities" title="Entities" aside>
            {(count == 0).then(|| view! {
                <Empty title="No entities yet." text="Things in tool results appear here, so that “it” and “that page” can be resolved."/>
            })}
            <ol class="chips">{rows}</ol>
        </Sect>
    }
}

#[component]
fn Row(entity: Entity, is_next: bool) -> impl IntoView {
    let id = anchor(&entity);
    let (name, key) = (entity.name.clone(), entity.id.clone());
    view! {
        <li class="chip" class:chip--next=is_next id=id>
            <b title=name dir="auto">{entity.name}</b>
            <span>
                <span>{entity.kind}</span> " " <code title=key>{entity.id}</code>
                {is_next.then(|| view! { <span>", dropped next"</span> })}
            </span>
        </li>
    }
}
