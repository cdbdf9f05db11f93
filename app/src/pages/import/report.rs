//! What an import would do, or did.

use engine::imported::{Change, Item, Odd, Report};
use leptos::prelude::*;

use crate::parts::Sect;

/// The report.
#[component]
pub fn Told(
    /// What it says.
    report: Report,
    /// Where what was taken in is now.
    place: Option<String>,
) -> impl IntoView {
    let Report {
        dry_run,
        created,
        changed,
        unchanged,
        items,
        set_aside,
        quarantined,
        odd,
        notes,
        ..
    } = report;
    let title = if dry_run {
        "What would be written"
    } else {
        "What was written"
    };
    let wrote = items.len() as u64;
    let rest = (created + changed).saturating_sub(wrote);
    let hidden = (set_aside + quarantined).saturating_sub(odd.len() as u64);
    view! {
        <div class="flow" id="told">
            <Sect id="h-told" title>
                <p role="status">{summed(created, changed, unchanged)}</p>
                {place.filter(|_| !dry_run).map(|href| view! {
                    <p class="btns btns--start"><a class="btn btn--primary" href=href>"Open it"</a></p>
                })}
                <ul class="told-notes">
                    {notes.into_iter().map(|note| view! { <li>{note}</li> }).collect_view()}
                </ul>
                <table class="rows">
                    <tbody>{items.into_iter().map(row).collect_view()}</tbody>
                </table>
                {(rest > 0).then(|| view! { <p class="field-hint">{format!("And {rest} more.")}</p> })}
            </Sect>
            {(set_aside + quarantined > 0).then(|| view! {
                <Sect id="h-odd" title="Set aside">
                    <p class="field-hint">{aside(set_aside, quarantined, dry_run)}</p>
                    <ol class="odd">{odd.into_iter().map(odd_row).collect_view()}</ol>
                    {(hidden > 0).then(|| view! { <p class="field-hint">{format!("And {hidden} more.")}</p> })}
                </Sect>
            })}
        </div>
    }
}

fn summed(created: u64, changed: u64, unchanged: u64) -> String {
    if created + changed + unchanged == 0 {
        return "Nothing in it can be taken in.".into();
    }
    format!("{created} new, {changed} changed, {unchanged} as before.")
}

fn aside(set_aside: u64, quarantined: u64, dry_run: bool) -> String {
    let cannot = match quarantined {
        0 => String::new(),
        1 => "One thing cannot be taken in".into(),
        more => format!("{more} things cannot be taken in"),
    };
    let kept = match (quarantined, dry_run) {
        (0, _) => "",
        (1, true) => "; it would be kept whole, in an artifact of the workflow",
        (_, true) => "; they would be kept whole, in an artifact of the workflow",
        (1, false) => "; it is kept whole, in an artifact of the workflow",
        (_, false) => "; they are kept whole, in an artifact of the workflow",
    };
    let edges = match set_aside {
        0 => "",
        1 => "One edge would close a cycle and is left out.",
        _ => "Edges that would close a cycle are left out.",
    };
    let end = if quarantined > 0 { ". " } else { "" };
    format!("{cannot}{kept}{end}{edges}")
}

fn row(item: Item) -> impl IntoView {
    let change = match item.change {
        Change::Created => "new",
        Change::Changed => "changed",
    };
    view! {
        <tr>
            <td class="num">{item.key}</td>
            <td>{item.title}</td>
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
