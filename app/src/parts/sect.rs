//! The one container: a full-strength rule above a heading, and what follows. Sections do not nest.
use crate::parts::alive;
use leptos::prelude::*;

/// How deep the heading stands in the page's outline.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Level {
    /// Straight under the page's title.
    #[default]
    Two,
    /// Inside a panel that has a heading of its own.
    Three,
}

/// A section with its heading.
#[component]
pub fn Sect(
    /// The heading's id, unique on the page; it names the section.
    #[prop(into)]
    id: String,
    /// The heading.
    #[prop(into)]
    title: Signal<String>,
    /// How deep the heading stands.
    #[prop(optional)]
    level: Level,
    /// What stands in the heading's line: a `<p>`, a link, a figure. `class="push"` moves it to the end.
    #[prop(optional, into)]
    aside: ViewFn,
    /// What the section holds.
    children: Children,
) -> impl IntoView {
    let title = move || title.get();
    let heading = match level {
        Level::Two => view! { <h2 id=id.clone()>{title}</h2> }.into_any(),
        Level::Three => view! { <h3 id=id.clone()>{title}</h3> }.into_any(),
    };
    view! {
        <section class="sect" aria-labelledby=id>
            <div class="sect-head">{heading} {alive(move || aside.run())}</div>
            {children()}
        </section>
    }
}
