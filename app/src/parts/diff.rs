//! Two versions of a text, line by line. Computes nothing: the page gives the rows in order.
use leptos::prelude::*;

use super::{ordered, seen};

/// Which version a line belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Both.
    Both,
    /// The old one only.
    Removed,
    /// The new one only.
    Added,
}

/// One row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiffRow {
    /// Lines were left out before this place.
    Hunk(String),
    /// A line.
    Line {
        /// Which version it belongs to.
        side: Side,
        /// Its number in the old version, from 1.
        old: Option<usize>,
        /// Its number in the new version, from 1.
        new: Option<usize>,
        /// The line, without its end.
        text: String,
    },
    /// What somebody said about the line above.
    Remark {
        /// Who, and how: "Mara Lind, draft".
        who: String,
        /// What.
        text: String,
    },
}

/// The rows as a table that scrolls by itself and can be reached by keyboard.
#[component]
pub fn Diff(
    /// What is compared: "Changes in src/auth.rs".
    #[prop(into)]
    label: String,
    /// The rows.
    rows: Vec<DiffRow>,
) -> impl IntoView {
    view! {
        <div class="code" tabindex="0" role="region" aria-label=label>
            <table class="diff diff--code">
                <colgroup>
                    <col class="ln"/>
                    <col class="ln"/>
                    <col/>
                </colgroup>
                <tbody>{rows.into_iter().map(row).collect_view()}</tbody>
            </table>
        </div>
    }
}

fn row(row: DiffRow) -> AnyView {
    match row {
        DiffRow::Hunk(place) => {
            view! { <tr class="hunk"><td></td><td></td><td>{place}</td></tr> }.into_any()
        }
        DiffRow::Line {
            side,
            old,
            new,
            text,
        } => {
            let class = match side {
                Side::Both => None,
                Side::Removed => Some("del"),
                Side::Added => Some("add"),
            };
            view! { <tr class=class><td>{old}</td><td>{new}</td><td>{seen(&text).into_owned()}</td></tr> }.into_any()
        }
        DiffRow::Remark { who, text } => view! {
            <tr class="remark">
                <td colspan="3">
                    <div>
                        <b>{who}</b>
                        <p>{ordered(&text).into_owned()}</p>
                    </div>
                </td>
            </tr>
        }
        .into_any(),
    }
}
