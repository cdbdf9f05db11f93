//! Slider over the history, which opens any version of the workflow. A form that submits an address; with
//! JavaScript it is opened when the slider is released.

use kernel::stream::Version;
use leptos::prelude::*;

use super::scene::scene;
use crate::parts::{Glyph, Icon, group_digits};
use crate::paths;

/// Slider, with buttons for the previous and the next version.
#[component]
pub fn Scrub() -> impl IntoView {
    let scene = scene();
    let newest = scene.newest;
    // Version that the user moved to, even if it is still loading.
    let at = move || {
        scene
            .address
            .with(|address| address.at)
            .unwrap_or_else(|| newest.get())
    };
    let said = move || {
        format!(
            "version {} of {}",
            group_digits(at()),
            group_digits(newest.get())
        )
    };
    let kept = move || {
        let query = scene
            .address
            .get()
            .with(|address| address.at = None)
            .query();
        let field = |(name, value)| view! { <input type="hidden" name=name value=value/> };
        query.into_iter().map(field).collect_view()
    };
    view! {
        <form class="scrub" method="get" action=paths::workflow(scene.id) aria-labelledby="h-history" >
            {kept}
            <h2 id="h-history">"History"</h2>
            <Step label="Older" icon=Icon::Prev to=move || at().checked_sub(1).filter(|before| *before > 0).map(Some)/>
            <Step label="Newer" icon=Icon::Next to=move || {
                // The current version follows the last one.
                let past = scene.address.with(|address| address.at);
                past.map(|past| Some(past + 1).filter(|after| *after < newest.get()))
            }/>
            <input
                type="range"
                id="version"
                name="at"
                min="1"
                max=move || newest.get()
                value=at
                aria-label="Version"
                aria-valuetext=said
            />
            <output class="num">{said}</output>
            <button class="btn" type="submit">"Show"</button>
        </form>
    }
}

/// Button for the previous or next version. `to` returns that version (`Some(None)` for the current one), or `None`
/// if there is none.
#[component]
fn Step(
    label: &'static str,
    icon: Icon,
    to: impl Fn() -> Option<Option<Version>> + Send + Sync + 'static,
) -> impl IntoView {
    let scene = scene();
    move || {
        let href = to().map(|at| scene.address.get().with(|address| address.at = at).href());
        let off = href.is_none().then_some("true");
        view! {
            <a class="btn btn--icon" href=href role=off.map(|_| "link") aria-disabled=off aria-label=label data-noscroll="true">
                <Glyph icon/>
            </a>
        }
    }
}
