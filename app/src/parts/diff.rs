//! Line diff of two versions of a text. The page supplies the rows in order.
use leptos::prelude::*;

use super::{escape_direction, escape_invisible};

/// Version that a line belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Both versions.
    Both,
    /// Old version only.
    Removed,
    /// New version only.
    Added,
}

/// Row of a diff.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiffRow {
    /// Heading of a hunk: lines were omitted before it.
    Hunk(String),
    /// A line.
    Line {
        /// Version that the line belongs to.
        side: Side,
        /// Line number in the old version, counted from 1.
        old: Option<usize>,
        /// Line number in the new version, counted from 1.
        new: Option<usize>,
        /// Text of the line, without line break.
        text: String,
    },
    /// Remark about the line above.
    Remark {
        /// Author and status: "Mara Lind, draft".
        who: String,
        /// Text of the remark.
        text: String,
    },
}

/// Diff as a table with its own scroll bar, which can be focused by keyboard.
#[component]
pub fn Diff(
    /// Accessible name: "Changes in src/auth.rs".
    #[prop(into)]
    label: String,
    /// Rows of the diff.
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
            view! { <tr class=class><td>{old}</td><td>{new}</td><td>{escape_invisible(&text).into_owned()}</td></tr> }.into_any()
        }
        DiffRow::Remark { who, text } => view! {
            <tr class="remark">
                <td colspan="3">
                    <div>
                        <b>{who}</b>
                        <p>{escape_direction(&text).into_owned()}</p>
                    </div>
                </td>
            </tr>
        }
        .into_any(),
    }
}
