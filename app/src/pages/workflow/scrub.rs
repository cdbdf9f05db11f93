//! Slider over the history, which opens any version of the workflow. A form that submits an address; with
//! JavaScript it is opened when the slider is released.

use kernel::stream::Version;
use leptos::prelude::*;

use super::scene::Scene;
use super::toolbar::query_fields;
use crate::parts::{Glyph, Icon, group_digits};
use crate::paths;

/// Renders the slider, with buttons for the previous and the next version.
pub fn scrub(scene: &Scene) -> AnyView {
    let newest = scene.newest;
    let at = scene.past.unwrap_or(newest);
    let position = format!("version {} of {}", group_digits(at), group_digits(newest));
    let query = scene.address.with(|address| address.at = None).query();
    let to = |at: Option<Version>| scene.href(|address| address.at = at);
    let older = (at > 1).then(|| to(Some(at - 1)));
    // The current version follows the last one.
    let newer = scene
        .past
        .map(|past| to(Some(past + 1).filter(|after| *after < newest)));
    view! {
        <form class="scrub" method="get" action=paths::workflow(scene.workflow.id) aria-labelledby="h-history">
            {query_fields(query)}
            <h2 id="h-history">"History"</h2>
            {step("Older", Icon::Prev, older)}
            {step("Newer", Icon::Next, newer)}
            <input type="range" id="version" name="at" min="1" max=newest value=at aria-label="Version" aria-valuetext=position.clone()/>
            <output class="num">{position}</output>
            <button class="btn" type="submit">"Show"</button>
        </form>
    }
    .into_any()
}

/// Link to the previous or next version; disabled without an address.
fn step(label: &'static str, icon: Icon, href: Option<String>) -> AnyView {
    let off = href.is_none().then_some("true");
    view! {
        <a class="btn btn--icon" href=href role=off.map(|_| "link") aria-disabled=off aria-label=label data-noscroll="true">
            <Glyph icon/>
        </a>
    }
    .into_any()
}
