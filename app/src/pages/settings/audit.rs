//! `/settings/audit`: sign-ins and failed ones, changes of tokens, people, keys and settings, erasures. A table
//! with filters, and links that export all of it.

mod query;

use engine::activity::Happening;
use engine::workspace::audit::AuditKind;
use kernel::page::Page;
use kernel::problem::Problem;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;

use super::settings_page;
use crate::pages::ask::{Loaded, ask};
use crate::pages::happening::look;
use crate::pages::seek::Seek;
use crate::pages::trouble::show_page;
use crate::parts::{Ago, Choice, Field, Glyph, Pick, Sect, table};
use crate::paths;
use query::{AuditQuery, label};

/// Page of the audit log.
#[component]
pub fn Audit() -> impl IntoView {
    let wish = use_query_map().with_untracked(AuditQuery::read);
    view! {
        <Title text="Audit log, settings" />
        {show_page(load(wish.clone()), move |page| body(wish, page))}
    }
}

async fn load(wish: AuditQuery) -> Loaded<Page<Happening>> {
    let list = wish.list().map_err(|error| Problem::new(error, ""))?;
    ask(list).await
}

fn body(wish: AuditQuery, page: Page<Happening>) -> AnyView {
    let [csv, lines] = [paths::audit_csv(), paths::audit_lines()].map(|path| wish.export(&path));
    let events = events(&wish, page);
    let content = view! {
        {search(wish)}
        <Sect id="h-audit" title="Events">{events}</Sect>
        <Sect id="h-export" title="Export">
            <p class="field-hint">"Exports contain every event that matches the filter, not only this page."</p>
            <p class="btns btns--start">
                <a class="btn" href=csv rel="external" download="audit.csv">"CSV"</a>
                <a class="btn" href=lines rel="external" download="audit.jsonl">"JSON Lines"</a>
            </p>
        </Sect>
    };
    settings_page(
        &paths::settings_audit(),
        "Audit log",
        "Sign-ins and failed ones, changes of tokens, people, keys and settings, and erasures.",
        None,
        content.into_any(),
    )
}

fn search(wish: AuditQuery) -> impl IntoView {
    let kinds = AuditKind::ALL.iter();
    let kinds = kinds.map(|kind| Choice::new(kind.name(), label(*kind)));
    let choices: Vec<_> = std::iter::once(Choice::new("", "All events"))
        .chain(kinds)
        .collect();
    view! {
        <Seek action=paths::settings_audit()>
            <Field label="Who" name="actor" kind="search" value=wish.actor />
            <Pick label="Event" name="kind" choices value=wish.kind />
            <Field label="From" name="since" kind="date" value=wish.since />
            <Field label="To" name="until" kind="date" value=wish.until />
        </Seek>
    }
}

/// Renders one page of the events, newest first.
fn events(wish: &AuditQuery, page: Page<Happening>) -> impl IntoView + use<> {
    let link = |cursor, label| {
        let href = wish.href(cursor);
        view! { <a class="btn" href=href>{label}</a> }
    };
    let older = page.next_cursor.as_deref();
    let older = older.map(|cursor| link(Some(cursor), "Older"));
    let newest = wish.cursor.is_some().then(|| link(None, "Newest"));
    let empty = match (older.is_some(), wish.is_filtered()) {
        (true, _) => ("No events on this page.", "Older pages may contain some."),
        (false, true) => ("No events found.", "No event matches the filter."),
        (false, false) => ("No events yet.", "Sign-ins and changes appear here."),
    };
    let rows = page.items.into_iter().map(row).collect();
    view! {
        {table(&[("When", ""), ("Who", ""), ("Event", "")], rows, empty)}
        {(newest.is_some() || older.is_some())
            .then(|| view! { <p class="btns btns--start">{newest}{older}</p> })}
    }
}

fn row(item: Happening) -> AnyView {
    let (icon, status) = look(&item.kind);
    let name = item.actor.id;
    let href = if item.actor.role.is_agent() {
        paths::agent(&name)
    } else {
        paths::with_query(&paths::settings_audit(), &[("actor", Some(&name))])
    };
    view! {
        <tr data-status=status>
            <td><Ago at=item.at.0 /></td>
            <td><a href=href dir="auto">{name}</a></td>
            <td><span class="status status--long"><Glyph icon /><span dir="auto">{item.summary}</span></span></td>
        </tr>
    }
    .into_any()
}
