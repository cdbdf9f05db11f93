//! The only container: a rule, a heading and content. Sections do not nest.
use leptos::prelude::*;

/// Level of the heading in the page's outline.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Level {
    /// Directly below the page's title.
    #[default]
    Two,
    /// Inside a panel with a heading of its own.
    Three,
}

/// A section with its heading.
#[component]
pub fn Sect(
    /// Id of the heading, unique on the page; it labels the section.
    #[prop(into)]
    id: String,
    /// Text of the heading.
    #[prop(into)]
    title: String,
    /// Level of the heading.
    #[prop(optional)]
    level: Level,
    /// Content of the heading's line: a `<p>`, a link, a figure. `class="push"` moves it to the end.
    #[prop(optional, into)]
    aside: ViewFn,
    /// Content of the section.
    children: Children,
) -> impl IntoView {
    let heading = match level {
        Level::Two => view! { <h2 id=id.clone()>{title}</h2> }.into_any(),
        Level::Three => view! { <h3 id=id.clone()>{title}</h3> }.into_any(),
    };
    view! {
        <section class="sect" aria-labelledby=id>
            <div class="sect-head">{heading} {aside.run()}</div>
            {children()}
        </section>
    }
}
