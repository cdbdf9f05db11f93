//! Report of an import or its preview.

use engine::imported::{Change, Item, Odd, Report};
use leptos::prelude::*;

use super::batch::{aside, format_counts};
use super::kinds::Importer;
use crate::parts::Sect;

/// Id of the heading above the report.
pub const TOLD: &str = "h-told";

/// Section with the report.
#[component]
pub fn Told(
    /// Importer that made the report.
    importer: &'static Importer,
    /// Report to show.
    report: Report,
    /// Remarks on single files, each with the file's name.
    noted: Vec<(String, String)>,
    /// Address of the imported data.
    place: Option<String>,
) -> impl IntoView {
    let (sum, set_aside) = (format_counts(&report), aside(&report, importer.kept));
    let is_written = !report.dry_run;
    let title = if is_written {
        "What was written"
    } else {
        "What would be written"
    };
    let rows: Vec<_> = report
        .items
        .iter()
        .map(|item| {
            let href = is_written
                .then(|| (importer.link)(&report, &item.id))
                .flatten();
            row(item.clone(), href)
        })
        .collect();
    let wrote = rows.len() as u64;
    // Containers such as the sessions of counted messages are named and not counted.
    let rest = if importer.counts_what_it_names {
        (report.created + report.changed).saturating_sub(wrote)
    } else {
        0
    };
    let hidden = (report.set_aside + report.quarantined).saturating_sub(report.odd.len() as u64);
    view! {
        <div class="flow" id="told">
            <Sect id=TOLD title>
                <p role="status">{sum}</p>
                {place.filter(|_| is_written).map(|href| view! {
                    <p class="btns btns--start"><a class="btn btn--primary" href=href>"Open it"</a></p>
                })}
                <ul class="told-notes">
                    {report.notes.into_iter().map(|note| view! { <li dir="auto">{note}</li> }).collect_view()}
                    {noted
                        .into_iter()
                        .map(|(name, note)| view! { <li><bdi>{name}</bdi> ": " <bdi>{note}</bdi></li> })
                        .collect_view()}
                </ul>
                <table class="rows told-rows">
                    <tbody>{rows}</tbody>
                </table>
                {(rest > 0).then(|| view! { <p class="field-hint">{format!("And {rest} more.")}</p> })}
            </Sect>
            {(!set_aside.is_empty()).then(|| view! {
                <Sect id="h-odd" title="Set aside">
                    <p class="field-hint">{set_aside}</p>
                    <ol class="odd">{report.odd.into_iter().map(odd_row).collect_view()}</ol>
                    {(hidden > 0).then(|| view! { <p class="field-hint">{format!("And {hidden} more.")}</p> })}
                </Sect>
            })}
        </div>
    }
}

fn row(item: Item, href: Option<String>) -> impl IntoView {
    let change = match item.change {
        Change::Created => "new",
        Change::Changed => "changed",
    };
    let key = match href {
        Some(href) => view! { <a href=href><bdi>{item.key}</bdi></a> }.into_any(),
        None => view! { <bdi>{item.key}</bdi> }.into_any(),
    };
    view! {
        <tr>
            <td class="num">{key}</td>
            <td dir="auto">{item.title}</td>
            <td class="num">{change}</td>
        </tr>
    }
}

fn odd_row(odd: Odd) -> impl IntoView {
    view! {
        <li>
            <p><b>{odd.at}</b>": "{odd.why}</p>
            <pre>{odd.text}</pre>
        </li>
    }
}
