//! Editor of a scratchpad. Validation errors are shown next to it with their lines; after a conflicting change,
//! both versions are shown before anything is replaced.

use doors::Flash;
use engine::scratchpad::ops::scratchpad_put::ScratchpadPut;
use engine::scratchpad::state::SetAside;
use engine::scratchpad::view::PadView;
use kernel::operation::Operation;
use kernel::problem::Problem;
use kernel::stream::Version;
use leptos::prelude::*;

use super::locate::line_of;
use super::{current, place};
use crate::pages::act::{Act, Press};
use crate::pages::ask::forbids;
use crate::pages::changes::changes;
use crate::pages::trouble::RefusalBox;
use crate::parts::json::pretty;
use crate::parts::{Ago, Choice, Diff, Json, Notice, Pick, RefusedForm, Sect, Tone, textarea_text};

/// Id of the form.
const FORM: &str = "pad-editor";
/// Minimum and maximum number of lines of the field.
const LINES: std::ops::RangeInclusive<usize> = 8..=28;

/// Refusal of the form that led to this page.
struct Refused {
    /// Reason of the refusal.
    problem: Problem,
    /// Text that was typed.
    typed: String,
    /// Version that the text was edited from.
    base: Option<Version>,
}

impl Refused {
    /// Returns the refusal, if the form was refused.
    fn here() -> Option<Self> {
        let flash = use_context::<Flash>().filter(|flash| flash.form == FORM)?;
        let sent = RefusedForm::here().sent;
        let value = |name: &str| {
            let sent = sent.iter().find(|(field, _)| field == name);
            sent.map(|(_, value)| value.clone())
        };
        Some(Self {
            problem: flash.problem?,
            typed: value("value").unwrap_or_default().replace("\r\n", "\n"),
            base: value("if_version").and_then(|base| base.parse().ok()),
        })
    }

    /// Returns true if the reason is a conflicting change.
    fn is_stale(&self) -> bool {
        self.problem.reason.as_deref() == Some("stale")
    }
}

/// Section with the editor.
#[component]
pub fn Editor(
    /// Current version.
    pad: PadView,
) -> impl IntoView {
    let refused = Refused::here();
    let is_stale = refused.as_ref().is_some_and(Refused::is_stale);
    // A conflict is shown with the current version, so that the next save replaces that.
    let base = refused.as_ref().filter(|_| !is_stale);
    let base = base.and_then(|refused| refused.base).unwrap_or(pad.version);
    let text = match &refused {
        Some(refused) => refused.typed.clone(),
        None => pretty(&pad.value),
    };
    let changed = pad.updated_at.zip(pad.updated_by.clone());
    let version = pad.version;
    let aside = move || {
        let changed = changed.clone();
        view! {
            <p class="push">
                {match version {
                    0 => "not written yet".to_owned(),
                    version => format!("version {version}"),
                }}
                {changed.map(|(at, by)| view! { ", by " {by.id} " " <Ago at=at.0/> })}
            </p>
        }
    };
    let label = if is_stale { "Overwrite" } else { "Save" };
    let is_object = pad.definition.schema.is_some() || pad.value.is_object();
    let wrong = refused
        .filter(|_| !is_stale)
        .map(|refused| (refused.problem, refused.typed));
    view! {
        <Sect id="h-pad" title="State" aside>
            {pad.set_aside.clone().map(set_aside_notice)}
            <Act
                spec=ScratchpadPut::SPEC
                id=FORM
                if_version=base
                is_based=true
                class="form form--wide"
                done="Saved."
                shows_refusal=false
            >
                <Text text=text.clone() is_object wrong/>
                {if is_stale {
                    both_versions(pad, text).into_any()
                } else {
                    overtaken(pad, base).into_any()
                }}
                <div class="form-foot">
                    <Press label=label.to_owned() refusal=forbids(&ScratchpadPut::SPEC) class="btn btn--primary"/>
                </div>
            </Act>
        </Sect>
    }
}

/// Notice that the content did not match a changed schema and was set aside.
fn set_aside_notice(aside: SetAside) -> impl IntoView {
    let then = place().with(|place| place.at = Some(aside.version)).href();
    let misfits = aside
        .misfits
        .into_iter()
        .map(|misfit| view! { <li><code>{misfit.pointer}</code> " " {misfit.message}</li> })
        .collect_view();
    view! {
        <Notice tone=Tone::Hold>
            <b>"The content was set aside"</b> " "
            <Ago at=aside.at.0/>
            " because it does not match the new schema. " <a href=then>"View it"</a> "."
            <ul>{misfits}</ul>
        </Notice>
    }
}

/// Text field and its validation errors.
#[component]
fn Text(text: String, is_object: bool, wrong: Option<(Problem, String)>) -> impl IntoView {
    let rows = (text.lines().count() + 1).clamp(*LINES.start(), *LINES.end());
    let lines = format!("{} {}", LINES.start(), LINES.end());
    // Content that is not an object yet may become one.
    let holds = (!is_object).then(|| {
        let choices = vec![
            Choice::new("text", "Text"),
            Choice::new("json", "JSON object"),
        ];
        view! { <Pick label="Format" name="read_as" id="pad-read-as" choices/> }
    });
    view! {
        {holds}
        <div class="field">
            <label for="pad-value">{if is_object { "JSON" } else { "Text" }}</label>
            <textarea
                id="pad-value"
                class="editor"
                name="value"
                rows=rows
                data-lines=lines
                spellcheck="false"
                autocomplete="off"
                aria-invalid=wrong.is_some().then_some("true")
                aria-describedby="pad-value-errors"
            >
                {textarea_text(text)}
            </textarea>
            <div id="pad-value-errors">
                {wrong.map(|(problem, text)| validation_errors(problem, text))}
            </div>
        </div>
    }
}

/// Validation errors, each with its line.
fn validation_errors(problem: Problem, text: String) -> impl IntoView {
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

/// Returns the author of the current version.
fn author(pad: &PadView) -> String {
    let by = pad.updated_by.as_ref();
    by.map_or_else(|| "Somebody".to_owned(), |by| by.id.clone())
}

/// Notice that the scratchpad changed while it was edited. A script shows it as soon as that happens.
fn overtaken(pad: PadView, base: Version) -> impl IntoView {
    let is_current = base == pad.version;
    view! {
        <div data-overtaken="" hidden=is_current>
            <Notice tone=Tone::Hold>
                <b>{author(&pad)} " changed it while you are editing."</b>
                " Saving shows both versions first."
            </Notice>
        </div>
    }
}

/// Both versions, after a conflicting change.
fn both_versions(pad: PadView, text: String) -> impl IntoView {
    let rows = changes(&pretty(&pad.value), &text);
    view! {
        <div class="both" role="alert">
            <p><b>{author(&pad)} " changed it while you were editing. "</b> "Nothing was saved. Compare both versions:"</p>
            <div class="both-side">
                <h3>{format!("Theirs, version {}", pad.version)}</h3>
                <Json label="Their version" value=pad.value/>
            </div>
            <div class="both-side">
                <h3>"What yours would change"</h3>
                <Diff label="What your version would change" rows/>
            </div>
            <p><a class="btn" href=current(&place()) data-cancel="">"Discard mine"</a></p>
        </div>
    }
}
