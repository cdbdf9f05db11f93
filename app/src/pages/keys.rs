//! Single keys, for those who want them: a key presses whatever carries it as `data-key`, `g` and a letter
//! go somewhere, `j` and `k` step through what carries `data-step`, `/` goes to the search. They work outside of fields only, and can be turned off. Knows no page.

use leptos::prelude::*;

#[cfg(feature = "hydrate")]
mod press;

/// The id of the sheet that lists them.
const SHEET: &str = "keys";

/// What the sheet lists: a heading, and keys with what they do.
const GROUPS: [(&str, &[(&str, &str)]); 4] = [
    (
        "Go to",
        &[
            ("g o", "Overview"),
            ("g i", "Inbox"),
            ("g w", "Workflows"),
            ("g s", "Sessions"),
            ("g m", "Minds"),
            ("g c", "Crystals"),
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
            ("h", "Put off for an hour"),
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

/// Opens the sheet; stands in the line at the foot of every page.
#[component]
pub fn KeysButton() -> impl IntoView {
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

/// The sheet, and the ear for keys.
#[component]
pub fn Keys() -> impl IntoView {
    let on = RwSignal::new(true);
    #[cfg(feature = "hydrate")]
    Effect::new(move |_| {
        let wanted = press::are_wanted();
        on.set(wanted);
        press::tell(wanted);
        press::listen(on);
    });
    let choose = move |event: leptos::ev::Event| {
        let wanted = event_target_checked(&event);
        on.set(wanted);
        #[cfg(feature = "hydrate")]
        press::remember(wanted);
    };
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
                    <input type="checkbox" autocomplete="off" prop:checked=move || on.get() checked on:change=choose />
                    <span>"Single keys work, outside of fields"</span>
                </label>
                <div class="keys">{groups}</div>
                <button class="btn" type="button" popovertarget=SHEET popovertargetaction="hide">"Close"</button>
            </div>
        </dialog>
    }
}
