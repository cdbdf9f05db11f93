//! Table of a list, and the link to more of it.
use leptos::prelude::*;

use super::empty::Empty;

/// Heading and CSS class of a column.
pub type Column = (&'static str, &'static str);

/// Column of buttons. Its heading is for screen readers only.
pub const ACTIONS: Column = ("Actions", "end");

/// Renders a table, or a sentence and its explanation if there are no rows.
pub fn table(
    columns: &[Column],
    rows: Vec<AnyView>,
    empty: (&'static str, &'static str),
) -> AnyView {
    if rows.is_empty() {
        return view! { <Empty title=empty.0 text=empty.1/> }.into_any();
    }
    let heading = |&(name, class): &Column| {
        let name = if (name, class) == ACTIONS {
            view! { <span class="vh">{name}</span> }.into_any()
        } else {
            name.into_any()
        };
        view! { <th scope="col" class=(!class.is_empty()).then_some(class)>{name}</th> }
    };
    view! {
        <div class="table-frame">
            <table class="table">
                <thead><tr>{columns.iter().map(heading).collect_view()}</tr></thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

/// Renders a link to another page of a list.
pub fn more(label: &'static str, href: Option<String>) -> Option<AnyView> {
    href.map(|href| {
        view! { <p class="btns btns--start"><a class="btn" href=href>{label}</a></p> }.into_any()
    })
}
