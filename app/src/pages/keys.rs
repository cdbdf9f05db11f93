//! Single-key shortcuts: a key presses the element with that `data-key`, `g` and a letter open a page, `j` and `k`
//! step through elements with `data-step`, `/` focuses the search. They are inactive inside fields, and can be
//! turned off.

use leptos::prelude::*;

/// Id of the dialog that lists the shortcuts.
const SHEET: &str = "keys";

/// Listed shortcuts: a heading, and keys with their actions.
const GROUPS: [(&str, &[(&str, &str)]); 4] = [
    (
        "Go to",
        &[
            ("g o", "Overview"),
            ("g i", "Inbox"),
            ("g w", "Workflows"),
            ("g s", "Sessions"),
            ("g m", "Minds"),
            ("g c", "Memories"),
            ("g a", "Agents"),
        ],
    ),
    (
        "Lists",
        &[
            ("j", "Next"),
            ("k", "Previous"),
            ("Enter", "Open"),
            ("/", "Search"),
        ],
    ),
    (
        "Inbox",
        &[
            ("1 2 3", "Approve, rework, reject; or an option"),
            ("h", "Snooze for an hour"),
        ],
    ),
    (
        "Everywhere",
        &[
            ("⌘ Enter", "Send the form"),
            ("?", "This sheet"),
            ("Esc", "Close it, or a menu"),
        ],
    ),
];

/// Button that opens the dialog, in the footer of every page.
pub fn keys_button() -> impl IntoView {
    view! {
        <button
            class="keys-open alive"
            type="button"
            popovertarget=SHEET
            data-key="?"
            aria-keyshortcuts="?"
        >
            <kbd>"?"</kbd>
            " shortcuts"
        </button>
    }
}

/// Dialog, and the listener for keys.
pub fn keys_dialog() -> impl IntoView {
    let groups = GROUPS
        .map(|(heading, keys)| {
            let keys = keys
                .iter()
                .map(|(keys, what)| {
                    let keys = keys
                        .split(' ')
                        .map(|key| view! { <kbd>{key}</kbd> " " })
                        .collect_view();
                    view! { <div><dt>{*what}</dt><dd>{keys}</dd></div> }
                })
                .collect_view();
            view! { <section><h3>{heading}</h3><dl>{keys}</dl></section> }
        })
        .into_iter()
        .collect_view();
    view! {
        <dialog class="sheet" popover="auto" id=SHEET aria-labelledby="h-keys">
            <h2 id="h-keys">"Keyboard"</h2>
            <div class="sheet-body">
                <label class="tick">
                    <input type="checkbox" autocomplete="off" data-single-keys="" checked />
                    <span>"Single keys work, outside of fields"</span>
                </label>
                <div class="keys">{groups}</div>
                <button class="btn" type="button" popovertarget=SHEET popovertargetaction="hide">"Close"</button>
            </div>
        </dialog>
    }
}
