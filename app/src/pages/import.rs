//! `/import`: imports workflows, conversations, memories and minds from other tools, after a preview. The page works as a
//! form that sends one file or a pasted text. With scripts, `frontend/pages/import.js` uploads any number of files to
//! [`UPLOAD`], one after the other.

mod files;
mod kinds;
mod report;

use doors::{Flash, base_path};
use engine::imported::Report;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;

use crate::pages::act::Act;
use crate::pages::ask::forbids;
use crate::parts::{Area, Notice, Sect, Tone};
use crate::paths;
use files::{Files, row_template};
use kinds::IMPORTERS;
pub use kinds::{Importer, MAX_FILE_MIB, MAX_WHOLE_MIB, importer, importer_of, report_of};
use report::ReportSections;

/// Address to which the page's script uploads a file.
pub const UPLOAD: &str = "/import/file";

/// Import page.
#[component]
pub fn Import() -> impl IntoView {
    let query = use_query_map();
    let shown = query.with_untracked(|query| importer(&query.get("what").unwrap_or_default()));
    let importer = shown.unwrap_or(&IMPORTERS[0]);
    view! {
        <Title text="Import" />
        <main class="page" id="main" data-follows="none">
            <header class="folio">
                <div>
                    <h1>"Import"</h1>
                    <p class="lede">
                        "Import workflows, conversations, memories and minds from other tools. Nothing is written before you have seen a preview."
                    </p>
                </div>
            </header>
            <Tabs importer />
            <Body importer />
        </main>
    }
}

/// Form and report of an importer.
#[component]
fn Body(importer: &'static Importer) -> impl IntoView {
    let flash = use_context::<Flash>().filter(|flash| flash.operation == importer.spec.name);
    let answered = flash.filter(|flash| flash.problem.is_none());
    let report = answered.as_ref().and_then(|flash| report_of(&flash.answer));
    let is_previewed = report.as_ref().is_some_and(|report| report.dry_run);
    // A file that was sent with the form is no longer in it.
    let again = is_previewed
        && answered
            .as_ref()
            .is_some_and(|flash| !has_text(flash, importer.text));
    let place = answered.and_then(|flash| (importer.place)(&flash.answer));
    let shown = report.map(|report| view! { <ReportSections importer report place /> });
    let form = match forbids(&importer.spec) {
        Some(why) => view! { <p class="field-hint">{why}</p> }.into_any(),
        None => view! { <Form importer is_previewed again /> }.into_any(),
    };
    view! {
        <div
            class="columns columns--import"
            data-import=importer.name
            data-upload=base_path::at(UPLOAD)
            data-text=importer.text
            data-quarantine=importer.quarantine
            data-lists-what-it-counts=importer.lists_what_it_counts.then_some("")
        >
            <Sect id="h-import" title=importer.title>{form}</Sect>
            <div id="import-report" data-keep data-preview=is_previewed.then_some("")>{shown}</div>
            {row_template()}
            <template id="import-report-template">
                <ReportSections importer report=Report::default() place=None />
            </template>
        </div>
    }
}

#[component]
fn Form(importer: &'static Importer, is_previewed: bool, again: bool) -> impl IntoView {
    let mut files = Some(view! { <Files importer again /> });
    let start_over = address(importer);
    view! {
        <Act
            spec=importer.spec
            id=format!("import-{}", importer.name)
            class="form form--wide"
            enctype="multipart/form-data"
            done=""
        >
            {files.take_if(|_| !again)}
            <div id="import-text" hidden=again>
                <Area label="Or paste text" name=importer.text rows=10 hint=importer.hint />
            </div>
            {(importer.fields)()}
            {again.then(|| view! {
                <Notice tone=Tone::Hold>
                    "Browsers do not keep a chosen file. Choose the file again to import it. "
                    <a href=start_over rel="external">"Start over"</a>
                </Notice>
            })}
            {files}
            <p class="field-error" role="alert" id="import-error" hidden></p>
            <div class="form-foot">
                <button
                    class="btn"
                    class:btn--primary=!is_previewed
                    type="submit"
                    id="import-preview"
                    name="dry_run"
                    value="true"
                >
                    "Preview"
                </button>
                <button
                    class="btn btn--primary"
                    type="submit"
                    id="import-run"
                    name="dry_run"
                    value="false"
                    hidden=!is_previewed
                >
                    "Import"
                </button>
                <button class="btn btn--quiet alive" type="reset" id="import-cancel" hidden=!is_previewed>
                    "Cancel"
                </button>
                <progress max="100" id="import-progress" aria-label="Import progress" hidden></progress>
                <span class="num" id="import-percent" hidden></span>
                <button class="btn" type="button" id="import-stop" hidden>"Stop"</button>
            </div>
        </Act>
    }
}

/// Returns true if the form was sent with a text in this field.
fn has_text(flash: &Flash, field: &str) -> bool {
    let mut sent = flash.sent.iter();
    sent.any(|(name, value)| name == field && !value.trim().is_empty())
}

/// Tabs of the importers.
#[component]
fn Tabs(importer: &'static Importer) -> impl IntoView {
    let tab = |one: &'static Importer| {
        let current = (one.name == importer.name).then_some("page");
        view! {
            <a href=address(one) aria-current=current>
                {one.title}
                <span class="num" data-files-of=one.name hidden></span>
            </a>
        }
    };
    view! {
        <div class="toolbar toolbar--import">
            <nav class="tabs" aria-label="Import type">{IMPORTERS.iter().map(tab).collect_view()}</nav>
        </div>
    }
}

/// Returns the address of the page of this importer.
fn address(importer: &Importer) -> String {
    paths::with_query(&paths::import(), &[("what", Some(importer.name))])
}
