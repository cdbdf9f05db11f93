//! `/settings/audit`: sign-ins and failed ones, changes of tokens, people, keys and settings, erasures. A table
//! with filters, and links that export all of it.

mod query;
mod rows;

use engine::activity::Happening;
use engine::workspace::audit::AuditKind;
use kernel::page::Page;
use kernel::problem::Problem;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;

use super::side::Side;
use crate::call::fetch;
use crate::pages::ask::{Loaded, ask};
use crate::pages::seek::Seek;
use crate::pages::trouble::Trouble;
use crate::parts::alive;
use crate::parts::{Choice, Field, Pick, Sect};
use crate::paths;
use query::{AuditQuery, label};
use rows::Rows;

/// Page of the audit log.
#[component]
pub fn Audit() -> impl IntoView {
    let query = use_query_map();
    let wish = Memo::new(move |_| query.with(AuditQuery::read));
    let listed = fetch(move || wish.get(), load);
    view! {
        <Title text="Audit, settings" />
        <Transition>
            {alive(move || listed.get().map(|outcome| match outcome {
                Ok(page) => view! { <Body page wish=wish.get_untracked() /> }.into_any(),
                Err(problem) => view! { <Trouble problem /> }.into_any(),
            }))}
        </Transition>
    }
}

async fn load(wish: AuditQuery) -> Loaded<Page<Happening>> {
    let list = wish.list().map_err(|error| Problem::new(error, ""))?;
    ask(list).await
}

#[component]
fn Body(page: Page<Happening>, wish: AuditQuery) -> impl IntoView {
    let everything = Choice::new("", "Everything");
    let kinds = AuditKind::ALL.iter();
    let kinds = kinds.map(|kind| Choice::new(kind.name(), label(*kind)));
    let choices: Vec<_> = std::iter::once(everything).chain(kinds).collect();
    let exports = [paths::audit_csv(), paths::audit_lines()].map(|path| wish.export(&path));
    let [table, lines] = exports;
    let AuditQuery {
        actor,
        kind,
        since,
        until,
        ..
    } = wish.clone();
    view! {
        <main class="page" id="main">
            <header class="folio">
                <div>
                    <h1>"Audit"</h1>
                    <p class="lede">
                        "Who came in and who could not, what became of tokens, people, keys and settings, what was erased."
                    </p>
                </div>
            </header>
            <div class="settings">
                <Side here=paths::settings_audit() />
                <div class="flow">
                    <Seek action=paths::settings_audit()>
                        <Field label="Who" name="actor" kind="search" value=actor />
                        <Pick label="What" name="kind" choices value=kind />
                        <Field label="From" name="since" kind="date" value=since />
                        <Field label="To" name="until" kind="date" value=until />
                    </Seek>
                    <Sect id="h-audit" title="What happened">
                        <Rows page wish />
                    </Sect>
                    <Sect id="h-export" title="Take it with you">
                        <p class="field-hint">"All that is looked for, not this page alone."</p>
                        <p class="btns btns--start">
                            <a class="btn" href=table rel="external" download="audit.csv">"Table (CSV)"</a>
                            <a class="btn" href=lines rel="external" download="audit.jsonl">"Lines of JSON"</a>
                        </p>
                    </Sect>
                </div>
            </div>
        </main>
    }
}
