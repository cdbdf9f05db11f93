//! Editor of the document, or of one of its sections. If the document has changed meanwhile, both texts are shown
//! before anything is replaced.

use engine::mind::Section;
use engine::mind::document::Document;
use engine::mind::ops::mind_edit::MindEdit;
use kernel::operation::Operation;
use leptos::prelude::*;

use super::here;
use super::load::There;
use crate::pages::act::{Act, After, Press, Saying, Sent};
use crate::pages::ask::forbids;
use crate::pages::changes::changes;
use crate::pages::trouble::RefusalBox;
use crate::parts::{Diff, Json, Notice, Refill, Sect, Tone, alive, textarea_text};
use crate::paths::MindView;

/// Id of the form.
const FORM: &str = "mind-editor";
/// Minimum and maximum number of lines of the field.
const ROWS: std::ops::RangeInclusive<usize> = 6..=32;

/// Text to edit, and the number of its version.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Base {
    number: u32,
    text: String,
}

impl Base {
    fn of(there: &There, section: Option<Section>) -> Self {
        let Some(written) = &there.mind.document else {
            return Self {
                number: 0,
                text: String::new(),
            };
        };
        let text = match section {
            Some(section) => {
                let document = Document::read(&written.text);
                document.text(section).unwrap_or_default().to_owned()
            }
            None => written.text.to_string(),
        };
        Self {
            number: written.row.number,
            text,
        }
    }
}

/// State of the editor.
#[derive(Clone, Copy)]
struct Editing {
    /// Current saved text.
    now: Memo<Base>,
    /// Saved text that the user has seen.
    seen: RwSignal<Base>,
    /// Text in the field.
    typed: RwSignal<String>,
    /// Submission state of the form.
    sent: RwSignal<Sent>,
}

/// Returns true if the form was refused because the document had changed.
fn is_stale(sent: &Sent) -> bool {
    matches!(sent, Sent::Refused(problem) if problem.reason.as_deref() == Some("moved"))
}

impl Editing {
    /// Updates the editor to the current text, unless the user has edited the field.
    fn take(self, now: Base) {
        let is_untouched = self.typed.with_untracked(|typed| {
            self.seen.with_untracked(|seen| *typed == seen.text) || *typed == now.text
        });
        if is_untouched {
            self.typed.set(now.text.clone());
            self.seen.set(now);
        }
    }

    /// Returns true if the document changed while it was edited.
    fn is_overtaken(self) -> bool {
        self.now
            .with(|now| self.seen.with(|seen| now.number != seen.number))
    }
}

/// Section with the editor.
#[component]
pub fn Editor(
    /// Section to edit; `None` for the whole document.
    section: Option<Section>,
) -> impl IntoView {
    let here = here();
    let now = Memo::new(move |_| here.there.with(|there| Base::of(there, section)));
    let base = now.get_untracked();
    let editing = Editing {
        now,
        typed: RwSignal::new(base.text.clone()),
        seen: RwSignal::new(base),
        sent: RwSignal::new(Sent::No),
    };
    Effect::new(move |_| editing.take(now.get()));
    // After a conflict, the current text is requested, because it may not have arrived yet; the user may overwrite
    // it.
    Effect::new(move |_| {
        if editing.sent.with(is_stale) {
            here.loads.newest.refetch();
        }
    });
    Effect::new(move |_| {
        let now = editing.now.get();
        if editing.sent.with(is_stale) {
            editing.seen.set(now);
        }
    });
    let spec = MindEdit::SPEC;
    let back = here
        .address
        .with_untracked(|address| address.to(MindView::Now).href());
    let title = match section {
        Some(section) => format!("Edit {}", section.title()),
        None => "Edit the document".to_owned(),
    };
    let aside = move || {
        let number = editing.now.with(|now| now.number);
        let said = if number == 0 {
            "nothing is written yet".to_owned()
        } else {
            format!("version {number}")
        };
        view! { <p class="push">{said}</p> }
    };
    let hidden = section.map(|section| ("section", section.name().to_owned()));
    let cancel = back.clone();
    view! {
        <Sect id="h-edit" title aside>
            <Act
                spec
                id=FORM
                hidden=hidden.into_iter().collect()
                class="form form--wide"
                done=""
                then=Some(back)
                sent=editing.sent
                after=After::Keep
                saying=Saying::Elsewhere
            >
                <input type="hidden" name="number" value=move || editing.seen.with(|seen| seen.number)/>
                <Text editing/>
                <Both editing/>
                <div class="form-foot">
                    <Press
                        label=Signal::derive(move || if editing.sent.with(is_stale) { "Save mine over it".into() } else { "Save".to_owned() })
                        refusal=Signal::derive(move || forbids(&spec))
                        class="btn btn--primary"
                    />
                    <a class="btn" href=cancel data-cancel>"Cancel"</a>
                    "It becomes a version. Dreams keep what people wrote, and do not bring back what they took out."
                </div>
            </Act>
        </Sect>
    }
}

/// Text field and its validation errors.
#[component]
fn Text(editing: Editing) -> impl IntoView {
    // A refused form keeps the typed text.
    if let Some(typed) = Refill::here().value("text") {
        editing.typed.set(typed.replace("\r\n", "\n"));
    }
    let first = editing.typed.get_untracked();
    let rows = move || {
        let lines = editing.typed.with(|typed| {
            typed
                .lines()
                .map(|line| 1 + line.chars().count() / 90)
                .sum::<usize>()
        });
        (lines + 1).clamp(*ROWS.start(), *ROWS.end())
    };
    let wrong = Signal::derive(move || {
        editing.sent.with(|sent| match sent {
            Sent::Refused(problem) if !is_stale(sent) => Some(*problem.clone()),
            _ => None,
        })
    });
    view! {
        <div class="field">
            <label for="mind-text">"Markdown"</label>
            <textarea
                id="mind-text"
                class="editor"
                name="text"
                rows=rows
                spellcheck="true"
                autocomplete="off"
                dir="auto"
                aria-invalid=move || wrong.with(Option::is_some).then_some("true")
                aria-describedby="mind-text-errors"
                prop:value=move || editing.typed.get()
                on:input=move |event| editing.typed.set(event_target_value(&event))
            >
                {textarea_text(first)}
            </textarea>
            <div id="mind-text-errors">
                {alive(move || wrong.get().map(|problem| view! { <div role="alert"><RefusalBox problem/></div> }))}
            </div>
        </div>
    }
}

/// Both texts, if the document has changed meanwhile.
#[component]
fn Both(editing: Editing) -> impl IntoView {
    let was_refused = Memo::new(move |_| editing.sent.with(is_stale));
    let is_overtaken = Memo::new(move |_| editing.is_overtaken());
    alive(move || {
        if was_refused.get() {
            let now = editing.now.get();
            let rows = changes(&now.text, &editing.typed.get());
            let theirs = serde_json::Value::String(now.text.clone());
            let here = here();
            let same = here.address.with_untracked(crate::paths::MindAddress::href);
            let take = move |event: leptos::ev::MouseEvent| {
                event.prevent_default();
                let now = editing.now.get_untracked();
                editing.typed.set(now.text.clone());
                editing.seen.set(now);
                editing.sent.set(Sent::No);
            };
            view! {
                <div class="both" role="alert">
                    <p><b>"The document has changed while you wrote. "</b> "Nothing was saved: here are both."</p>
                    <div class="both-side">
                        <h3>{format!("Version {}", now.number)}</h3>
                        <Json label="The document as it is now" value=theirs/>
                    </div>
                    <div class="both-side">
                        <h3>"What yours would change"</h3>
                        <Diff label="What your text would change" rows/>
                    </div>
                    <p><a class="btn" href=same on:click=take>"Take that version"</a></p>
                </div>
            }
            .into_any()
        } else if is_overtaken.get() {
            view! {
                <Notice tone=Tone::Hold>
                    <b>"The document has changed while you write."</b>
                    " When you save, you are shown both first."
                </Notice>
            }
            .into_any()
        } else {
            ().into_any()
        }
    })
}
