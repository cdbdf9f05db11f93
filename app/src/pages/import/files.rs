//! File input, list of files and their templates. Without scripts, one file is chosen and sent with the form; with them,
//! `frontend/pages/import.js` fills the list.

use leptos::prelude::*;

use super::kinds::{IMPORTERS, Importer, MAX_FILE_MIB, MAX_WHOLE_MIB};

/// Drop area and list of the files.
#[component]
pub fn Files(
    /// Importer that is shown.
    importer: &'static Importer,
    /// True if the previewed file has to be chosen again.
    again: bool,
) -> impl IntoView {
    let max_mib = if importer.parts {
        MAX_FILE_MIB
    } else {
        MAX_WHOLE_MIB
    };
    let limit = format!("At most {} per file.", importer.form_limit);
    // A script uploads longer files in parts.
    let upload_limit = importer
        .parts
        .then(|| format!("At most {MAX_FILE_MIB} MiB per file."));
    view! {
        <div class="drop" data-max-mib=max_mib data-max-file-mib=MAX_FILE_MIB>
            <label for="import-file">"Drop files here, or choose them"</label>
            <input
                type="file"
                id="import-file"
                name=importer.text
                required=again
                accept=".jsonl,.json,.zip,.af,.md,.txt,application/json,application/x-ndjson,application/zip,text/plain,text/markdown"
            />
            <p class="field-hint" id="import-limit" data-upload-limit=upload_limit>{limit}</p>
            <p class="field-hint" role="status" id="import-status"></p>
            <ul class="given" aria-label="Files" id="import-files" data-keep hidden></ul>
        </div>
    }
}

/// Template of a file's row.
pub fn row_template() -> impl IntoView {
    let kinds = IMPORTERS.iter().map(|importer| {
        view! { <option value=importer.name>{importer.title}</option> }
    });
    view! {
        <template id="import-row">
            <li>
                <b><bdi data-slot="name"></bdi></b>
                <span class="num" data-slot="size"></span>
                <select class="pickbox">{kinds.collect_view()}</select>
                <button type="button" class="btn btn--quiet">"Remove"</button>
                <p data-slot="status" hidden><span></span>" "<a hidden>"Open"</a></p>
                <p class="given-said" data-slot="renamed" hidden>
                    "Another file has the same name. If its conversation has no name of its own, it is called " <bdi></bdi> "."
                </p>
            </li>
        </template>
    }
}
