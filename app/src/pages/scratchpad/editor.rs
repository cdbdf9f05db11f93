//! Editor of a scratchpad. Validation errors are shown next to it with their lines; after a conflicting change,
//! both versions are shown before anything is replaced.

use engine::scratchpad::ops::scratchpad_put::ScratchpadPut;
use engine::scratchpad::ops::scratchpad_read::PadSnapshot;
use engine::scratchpad::view::PadView;
use kernel::operation::Operation;
use kernel::problem::Problem;
use kernel::stream::Version;
use leptos::prelude::*;

use super::locate::line_of;
use super::{clock, here};
use crate::pages::act::{Act, After, Press, Saying, Sent};
use crate::pages::ask::forbids;
use crate::pages::changes::changes;
use crate::pages::trouble::RefusalBox;
use crate::parts::alive;
use crate::parts::json::pretty;
use crate::parts::{Ago, Choice, Diff, Json, Notice, Pick, Refill, Sect, Tone, textarea_text};

/// Id of the form.
const FORM: &str = "pad-editor";
/// Minimum and maximum number of lines of the field.
const ROWS: std::ops::RangeInclusive<usize> = 8..=28;

/// State of the editor.
#[derive(Clone, Copy)]
struct Editing {
    /// Current scratchpad.
    now: RwSignal<PadView>,
    /// Text in the field.
    typed: RwSignal<String>,
    /// Version that the user has seen.
    base: RwSignal<Version>,
    /// Text of that version.
    seen: RwSignal<String>,
    /// Submission state of the form.
    sent: RwSignal<Sent>,
    /// Text that is being saved.
    going: RwSignal<String>,
}

/// Returns true if the form was refused because of a conflicting change.
fn is_stale(sent: &Sent) -> bool {
    matches!(sent, Sent::Refused(problem) if problem.reason.as_deref() == Some("stale"))
}

impl Editing {
    /// Updates the editor to the current scratchpad, unless the user has edited the field.
    fn take(self, pad: PadView) {
        let text = pretty(&pad.value);
        let is_untouched = self.typed.with_untracked(|typed| {
            self.seen.with_untracked(|seen| typed == seen) || *typed == text
        });
        let is_shown = self.sent.with_untracked(is_stale);
        if is_untouched || is_shown {
            self.base.set(pad.version);
            self.seen.set(text.clone());
        }
        if is_untouched {
            self.typed.set(text);
        }
        self.now.set(pad);
    }

    /// Returns true if the scratchpad changed while it was edited.
    fn is_overtaken(self) -> bool {
        self.now.with(|pad| pad.version) != self.base.get()
    }
}

/// Section with the editor.
#[component]
pub fn Editor(snapshot: Box<PadSnapshot>) -> impl IntoView {
    let pad = snapshot.pad;
    let text = pretty(&pad.value);
    let editing = Editing {
        base: RwSignal::new(pad.version),
        typed: RwSignal::new(text.clone()),
        seen: RwSignal::new(text),
        sent: RwSignal::new(Sent::No),
        going: RwSignal::new(String::new()),
        now: RwSignal::new(pad),
    };
    let newest = here().loads.newest;
    Effect::new(move |_| {
        if let Some(Ok(snapshot)) = newest.get() {
            editing.take(snapshot.pad);
        }
    });
    // The saved text counts as seen, even if the server formats it differently.
    Effect::new(move |_| match editing.sent.get() {
        Sent::Going => editing.going.set(editing.typed.get_untracked()),
        Sent::Done => editing.seen.set(editing.going.get_untracked()),
        Sent::No | Sent::Refused(_) => {}
    });
    // After a conflict the current version is requested, and also after a save of one's own.
    Effect::new(move |_| {
        if editing
            .sent
            .with(|sent| is_stale(sent) || *sent == Sent::Done)
        {
            newest.refetch();
        }
    });
    let spec = ScratchpadPut::SPEC;
    let refusal = Signal::derive(move || forbids(&spec));
    let aside = move || {
        editing.now.with(|pad| {
            let changed = pad.updated_at.zip(pad.updated_by.clone());
            view! {
                <p class="push">
                    {match pad.version {
                        0 => "nobody has written it yet".to_owned(),
                        version => format!("version {version}"),
                    }}
                    {changed.map(|(at, by)| view! { ", by " {by.id} " " <Ago at=Signal::stored(at.0) now=clock()/> })}
                </p>
            }
        })
    };
    view! {
        <Sect id="h-pad" title="State" aside>
            <SetAside editing/>
            <Act
                spec
                id=FORM
                if_version=Signal::from(editing.base)
                class="form form--wide"
                done="Saved."
                sent=editing.sent
                after=After::Keep
                saying=Saying::Elsewhere
            >
                <Text editing/>
                <Both editing/>
                <div class="form-foot">
                    <Press
                        label=Signal::derive(move || if editing.sent.with(is_stale) { "Save mine over it".into() } else { "Save".to_owned() })
                        refusal
                        class="btn btn--primary"
                    />
                </div>
            </Act>
        </Sect>
    }
}

/// Notice that the content did not match a changed schema and was set aside.
#[component]
fn SetAside(editing: Editing) -> impl IntoView {
    move || {
        editing.now.with(|pad| pad.set_aside.clone()).map(|aside| {
            let place = here().place.get_value();
            let then = place.with(|place| place.at = Some(aside.version)).href();
            let misfits = aside
                .misfits
                .into_iter()
                .map(|misfit| view! { <li><code>{misfit.pointer}</code> " " {misfit.message}</li> })
                .collect_view();
            view! {
                <Notice tone=Tone::Hold>
                    <b>"What was in it was set aside"</b> " "
                    <Ago at=Signal::stored(aside.at.0) now=clock()/>
                    ": it does not fit the new schema. " <a href=then>"See it"</a> "."
                    <ul>{misfits}</ul>
                </Notice>
            }
        })
    }
}

/// Text field and its validation errors.
#[component]
fn Text(editing: Editing) -> impl IntoView {
    // A refused form keeps the typed text.
    if let Some(typed) = Refill::here().value("value") {
        editing.typed.set(typed.replace("\r\n", "\n"));
    }
    let first = editing.typed.get_untracked();
    let rows = move || {
        let lines = editing.typed.with(|typed| typed.lines().count());
        (lines + 1).clamp(*ROWS.start(), *ROWS.end())
    };
    let is_object = Memo::new(move |_| {
        editing
            .now
            .with(|pad| pad.definition.schema.is_some() || pad.value.is_object())
    });
    let label = move || if is_object.get() { "JSON" } else { "Text" };
    let wrong = Signal::derive(move || {
        editing.sent.with(|sent| match sent {
            Sent::Refused(problem) if !is_stale(sent) => Some(*problem.clone()),
            _ => None,
        })
    });
    // Content that is not an object yet may become one.
    let holds = move || {
        (!is_object.get()).then(|| {
            let choices = vec![
                Choice::new("text", "A text"),
                Choice::new("json", "A JSON object"),
            ];
            view! { <Pick label="It holds" name="read_as" id="pad-read-as" choices/> }
        })
    };
    view! {
        {holds}
        <div class="field">
            <label for="pad-value">{label}</label>
            <textarea
                id="pad-value"
                class="editor"
                name="value"
                rows=rows
                spellcheck="false"
                autocomplete="off"
                aria-invalid=move || wrong.with(Option::is_some).then_some("true")
                aria-describedby="pad-value-errors"
                prop:value=move || editing.typed.get()
                on:input=move |event| editing.typed.set(event_target_value(&event))
            >
                {textarea_text(first)}
            </textarea>
            <div id="pad-value-errors">
                {alive(move || wrong.get().map(|problem| view! { <Wrong problem text=editing.typed.get_untracked()/> }))}
            </div>
        </div>
    }
}

/// Validation errors, each with its line.
#[component]
fn Wrong(problem: Problem, text: String) -> impl IntoView {
    let syntax = serde_json::from_str::<serde_json::Value>(&text).err();
    let faults: Vec<_> = problem
        .fields
        .iter()
        .filter_map(|fault| {
            let pointer = fault.pointer.strip_prefix("/value")?;
            let line = line_of(&text, pointer).map(|line| format!("Line {line}"));
            Some((line, pointer.to_owned(), fault.detail.clone()))
        })
        .collect();
    if faults.is_empty() {
        return view! { <RefusalBox problem/> }.into_any();
    }
    let rows = faults
        .into_iter()
        .map(|(line, pointer, detail)| {
            let detail = match (&syntax, pointer.is_empty()) {
                (Some(error), true) => format!("{detail} ({error})"),
                _ => detail,
            };
            view! {
                <li>
                    {line.map(|line| view! { <b>{line}</b> " " })}
                    {(!pointer.is_empty()).then(|| view! { <code>{pointer}</code> " " })}
                    {detail}
                </li>
            }
        })
        .collect_view();
    view! { <div role="alert"><ul class="field-errors">{rows}</ul></div> }.into_any()
}

/// Both versions, if the scratchpad has changed meanwhile.
#[component]
fn Both(editing: Editing) -> impl IntoView {
    let was_refused = Memo::new(move |_| editing.sent.with(is_stale));
    let is_overtaken = Memo::new(move |_| editing.is_overtaken());
    let theirs = move || pretty(&editing.now.with(|pad| pad.value.clone()));
    let who = move || {
        let by = editing.now.with(|pad| pad.updated_by.clone());
        by.map_or_else(|| "Somebody".to_owned(), |by| by.id)
    };
    move || {
        let who = who();
        if was_refused.get() {
            let (before, after) = (theirs(), editing.typed.get());
            let version = editing.now.with(|pad| pad.version);
            let value = editing.now.with(|pad| pad.value.clone());
            let rows = changes(&before, &after);
            let take = move |event: leptos::ev::MouseEvent| {
                event.prevent_default();
                let theirs = pretty(&editing.now.with_untracked(|pad| pad.value.clone()));
                editing.typed.set(theirs.clone());
                editing.seen.set(theirs);
                editing.sent.set(Sent::No);
            };
            view! {
                <div class="both" role="alert">
                    <p><b>{who} " changed it while you wrote. "</b> "Nothing was saved: here are both."</p>
                    <div class="both-side">
                        <h3>{format!("Theirs, version {version}")}</h3>
                        <Json label="Their version" value/>
                    </div>
                    <div class="both-side">
                        <h3>"What yours would change"</h3>
                        <Diff label="What your version would change" rows/>
                    </div>
                    <p><a class="btn" href=here().href() on:click=take>"Take theirs"</a></p>
                </div>
            }
            .into_any()
        } else if is_overtaken.get() {
            view! {
                <Notice tone=Tone::Hold>
                    <b>{who} " has changed it while you write."</b>
                    " When you save, you are shown both versions first."
                </Notice>
            }
            .into_any()
        } else {
            ().into_any()
        }
    }
}
