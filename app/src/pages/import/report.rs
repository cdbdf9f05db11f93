//! Report of an import or its preview. The page has an empty one as a template, which the script fills with the reports
//! of uploaded files; the texts are the same in `frontend/pages/import.js`.

use engine::imported::{Change, Item, Odd, Report};
use leptos::prelude::*;

use super::kinds::Importer;
use crate::parts::Sect;

/// Sections with the report.
#[component]
pub fn ReportSections(
    /// Importer that made the report.
    importer: &'static Importer,
    /// Report to show.
    report: Report,
    /// Address of the imported data.
    place: Option<String>,
) -> impl IntoView {
    let (counts, quarantined) = (
        format_counts(&report),
        format_quarantined(&report, importer.quarantine),
    );
    let title = if report.dry_run {
        "Preview"
    } else {
        "Imported"
    };
    let rows: Vec<_> = report
        .items
        .iter()
        .map(|item| {
            let link = || (importer.link)(item);
            row(item.clone(), (!report.dry_run).then(link).flatten())
        })
        .collect();
    let named = rows.len() as u64;
    // Containers such as the sessions of counted messages are named and not counted.
    let rest = if importer.lists_what_it_counts {
        (report.created + report.changed).saturating_sub(named)
    } else {
        0
    };
    let hidden = (report.set_aside + report.quarantined).saturating_sub(report.odd.len() as u64);
    let place = place.filter(|_| !report.dry_run);
    let (has_place, is_clean) = (place.is_some(), quarantined.is_empty());
    view! {
        <div class="flow">
            <Sect id="h-import-report" title>
                <p role="status" data-slot="counts">{counts}</p>
                <p class="btns btns--start" data-slot="place" hidden=!has_place>
                    <a class="btn btn--primary" href=place>"Open"</a>
                </p>
                <ul class="told-notes" data-slot="notes">
                    {report.notes.into_iter().map(|note| view! { <li dir="auto">{note}</li> }).collect_view()}
                </ul>
                <table class="rows told-rows">
                    <tbody data-slot="items">{rows}</tbody>
                </table>
                <p class="field-hint" data-slot="more-items" hidden={rest == 0}>{format_more(rest)}</p>
            </Sect>
            <div data-slot="quarantine" hidden=is_clean>
                <Sect id="h-import-quarantine" title="Quarantine">
                    <p class="field-hint" data-slot="quarantined">{quarantined}</p>
                    <ol class="odd" data-slot="odd">{report.odd.into_iter().map(odd_row).collect_view()}</ol>
                    <p class="field-hint" data-slot="more-odd" hidden={hidden == 0}>{format_more(hidden)}</p>
                </Sect>
            </div>
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

fn format_more(more: u64) -> String {
    match more {
        0 => String::new(),
        more => format!("And {more} more."),
    }
}

/// Returns the numbers of new, changed and unchanged entries.
fn format_counts(report: &Report) -> String {
    let Report {
        created,
        changed,
        unchanged,
        ..
    } = report;
    if created + changed + unchanged == 0 {
        return "Nothing to import.".into();
    }
    format!("{created} new, {changed} changed, {unchanged} unchanged.")
}

/// Returns the numbers of quarantined entries and of links that were left out, and the place of the former.
fn format_quarantined(report: &Report, quarantine: &str) -> String {
    let stored = if report.dry_run {
        "would be stored"
    } else {
        "stored"
    };
    let entries = match report.quarantined {
        0 => String::new(),
        1 => format!("1 entry cannot be imported; {stored} unchanged {quarantine}."),
        more => format!("{more} entries cannot be imported; {stored} unchanged {quarantine}."),
    };
    let links = match report.set_aside {
        0 => "",
        1 => "1 dependency would close a cycle and is left out.",
        _ => "Dependencies that would close a cycle are left out.",
    };
    format!("{entries} {links}").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_quarantined_entries_are_stated() {
        let report = |counts: [u64; 3], quarantined, set_aside, dry_run| Report {
            created: counts[0],
            changed: counts[1],
            unchanged: counts[2],
            quarantined,
            set_aside,
            dry_run,
            ..Report::default()
        };
        for (report, counts, quarantined) in [
            (report([0, 0, 0], 0, 0, true), "Nothing to import.", ""),
            (
                report([2, 1, 3], 1, 0, true),
                "2 new, 1 changed, 3 unchanged.",
                "1 entry cannot be imported; would be stored unchanged in a box.",
            ),
            (
                report([0, 0, 1], 2, 1, false),
                "0 new, 0 changed, 1 unchanged.",
                "2 entries cannot be imported; stored unchanged in a box. 1 dependency would close a cycle and is left out.",
            ),
        ] {
            assert_eq!(format_counts(&report), counts);
            assert_eq!(format_quarantined(&report, "in a box"), quarantined);
        }
    }
}
