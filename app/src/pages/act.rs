//! A form that runs an operation. Without JavaScript it posts and redirects back; with it, it is sent in place and
//! live facts bring the result. One component for all operations, so that each adds only its fields to the wasm.

#[cfg(feature = "hydrate")]
mod draft;
#[cfg(feature = "hydrate")]
mod next;

use std::sync::Arc;

use kernel::operation::Spec;
use kernel::problem::Problem;
use leptos::context::Provider;
use leptos::ev::{MouseEvent, SubmitEvent};
use leptos::prelude::*;
use leptos_router::NavigateOptions;

use crate::context::csrf;
use crate::pages::trouble::{RefusalBox, faults};
use crate::parts::alive;
use crate::parts::{Csrf, Refill};
use crate::paths::use_navigate;
use doors::FORM;
use doors::Flash;
use doors::base_path::at;
use doors::encoding::fill;

/// Submission state of a form.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Sent {
    /// Not sent, or edited again after it was sent.
    #[default]
    No,
    /// Waiting for the response.
    Going,
    /// Completed.
    Done,
    /// Refused, with the problem.
    Refused(Box<Problem>),
}

/// Progress of a form that was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress<'a> {
    /// The request was sent.
    Sent,
    /// The response arrived, with this text.
    Answered(&'a str),
    /// The form was refused.
    Refused,
}

/// Callback for the progress of a form.
pub type Hear = Arc<dyn Fn(&Progress) + Send + Sync>;

/// Hidden fields of every form of a page: the id of the page's subject. A page provides them to its components.
#[derive(Clone, Debug, Default)]
pub struct About(pub Vec<(&'static str, String)>);

/// Treatment of the fields after the form is completed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum After {
    /// The fields are reset for the next entry.
    #[default]
    Empty,
    /// The fields stay as they are.
    Keep,
    /// The form disappears with its row, and the focus moves to the next row.
    Go,
}

/// Location of the message of a refusal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Saying {
    /// Below the fields.
    #[default]
    Below,
    /// Rendered by the page, which gets the form's state through `sent`.
    Elsewhere,
}

/// Form that runs an operation.
#[component]
pub fn Act(
    /// Operation to run.
    spec: Spec,
    /// Id of the form, unique on the page.
    #[prop(into)]
    id: String,
    /// Hidden fields.
    #[prop(default = Vec::new())]
    hidden: Vec<(&'static str, String)>,
    /// Version that the addressed thing must have, if it matters.
    #[prop(optional, into)]
    if_version: Option<Signal<u64>>,
    /// CSS class of the form.
    #[prop(default = "form")]
    class: &'static str,
    /// Id of the heading that labels the form.
    #[prop(optional, into)]
    named_by: Option<String>,
    /// Encoding of the posted form, for forms with files.
    #[prop(optional)]
    enctype: Option<&'static str>,
    /// Message after completion; empty if the page shows the result itself.
    #[prop(default = "Done.")]
    done: &'static str,
    /// Address to open after completion, if not the same page. `{id}` in it is replaced by that member of the
    /// response.
    #[prop(optional_no_strip)]
    then: Option<String>,
    /// Signal that receives the form's state.
    #[prop(optional)]
    sent: Option<RwSignal<Sent>>,
    /// Callback for the form's progress.
    #[prop(optional)]
    hear: Option<Hear>,
    /// Treatment of the fields after completion.
    #[prop(optional)]
    after: After,
    /// Location of the message of a refusal.
    #[prop(optional)]
    saying: Saying,
    /// Fields and button.
    children: Children,
) -> impl IntoView {
    let sent = sent.unwrap_or_else(|| RwSignal::new(Sent::No));
    if let Some(refused) = came_back(&id) {
        sent.set(refused);
    }
    let wrong = Signal::derive(move || {
        sent.with(|sent| match sent {
            Sent::Refused(problem) => faults(problem),
            _ => Vec::new(),
        })
    });
    let refill = Refill::of(&id, wrong);
    let form = id.clone();
    let last = StoredValue::new(None);
    let about = use_context::<About>().unwrap_or_default().0;
    let hidden: Vec<_> = about.into_iter().chain(hidden).collect();
    let element = NodeRef::<leptos::html::Form>::new();
    #[cfg(feature = "hydrate")]
    let draft = draft::Draft::of(&id, &hidden, element);
    let submit = {
        let sending = Sending {
            spec,
            sent,
            hear,
            after,
            lead: lead(then.as_deref()),
            #[cfg(feature = "hydrate")]
            draft: draft.clone(),
            done: last,
        };
        move |event: SubmitEvent| submit(&event, sending.clone())
    };
    #[cfg(feature = "hydrate")]
    let kept = draft.clone();
    let cancelled = move |event: MouseEvent| {
        // The row is gone after the first click, so the second click of a double click is ignored.
        if after == After::Go && event.detail() > 1 {
            event.prevent_default();
        }
        #[cfg(feature = "hydrate")]
        draft.cancel(&event);
        #[cfg(not(feature = "hydrate"))]
        let _ = event;
    };
    let written = move |_| {
        last.set_value(None);
        #[cfg(feature = "hydrate")]
        kept.keep();
    };
    let hidden = hidden
        .into_iter()
        .map(|(name, value)| view! { <input type="hidden" name=name value=value/> })
        .collect_view();
    view! {
        <form class=class id=id method="post" action=at(spec.path) enctype=enctype aria-labelledby=named_by node_ref=element on:submit=submit on:input=written on:click=cancelled>
            <Csrf token=csrf()/>
            <input type="hidden" name=FORM value=form/>
            {hidden}
            {if_version
                .map(|version| view! { <input type="hidden" name="if_version" value=move || version.get()/> })}
            {then.map(|then| view! { <input type="hidden" name="redirect" value=then/> })}
            <Provider value=refill>{children()}</Provider>
            {alive(move || match sent.get() {
                Sent::No | Sent::Going => None,
                Sent::Refused(_) if saying == Saying::Elsewhere => None,
                Sent::Done if done.is_empty() => None,
                Sent::Done => Some(view! { <p class="btn-why" role="status">{done}</p> }.into_any()),
                Sent::Refused(problem) => Some(view! { <RefusalBox problem=*problem/> }.into_any()),
            })}
        </form>
    }
}

/// Returns the initial state of the form with this id: refused, if it was sent without JavaScript and refused.
fn came_back(id: &str) -> Option<Sent> {
    let flash = use_context::<Flash>().filter(|flash| flash.form == id);
    let problem = flash.and_then(|flash| flash.problem)?;
    Some(Sent::Refused(Box::new(problem)))
}

/// Submit button of a form, with the reason if it is disabled.
#[component]
pub fn Press(
    /// Label of the button.
    #[prop(into)]
    label: Signal<String>,
    /// Reason why the button is disabled.
    #[prop(into)]
    refusal: Signal<Option<String>>,
    /// CSS class of the button.
    #[prop(default = "btn")]
    class: &'static str,
    /// Id of the element with the reason, if it is shown once for several buttons.
    #[prop(optional)]
    said_by: Option<&'static str>,
) -> impl IntoView {
    let is_refused = move || refusal.with(Option::is_some);
    let describes = move || said_by.filter(|_| is_refused());
    view! {
        <button class=class type="submit" disabled=is_refused aria-describedby=describes>
            {alive(move || label.get())}
        </button>
        {alive(move || refusal.get().filter(|_| said_by.is_none()).map(|why| view! { <span class="btn-why">{why}</span> }))}
    }
}

/// A form with the state of its submission.
#[cfg_attr(
    not(feature = "hydrate"),
    expect(dead_code, reason = "only browsers send forms in place")
)]
#[derive(Clone)]
struct Sending {
    spec: Spec,
    sent: RwSignal<Sent>,
    hear: Option<Hear>,
    after: After,
    lead: Option<Lead>,
    #[cfg(feature = "hydrate")]
    draft: draft::Draft,
    /// Fields sent last with the time of completion, in milliseconds; cleared by the next edit.
    done: StoredValue<Option<(String, f64)>>,
}

/// Time in which a second submission of the same fields counts as a double click, in milliseconds.
#[cfg(feature = "hydrate")]
const DOUBLE: f64 = 1_000.0;

/// Opens the next page, given the text of the response. Not part of the form, because the operation may remove the
/// form before the response arrives.
type Lead = Arc<dyn Fn(&str) + Send + Sync>;

/// Creates the navigation to the page that follows a completed form.
fn lead(then: Option<&str>) -> Option<Lead> {
    let then = then?.to_owned();
    let navigate = use_navigate();
    Some(Arc::new(move |answer: &str| {
        let answer = serde_json::from_str(answer).unwrap_or_default();
        navigate(&fill(&then, &answer), NavigateOptions::default());
    }))
}

#[cfg(not(feature = "hydrate"))]
fn submit(_event: &SubmitEvent, _sending: Sending) {}

#[cfg(feature = "hydrate")]
fn submit(event: &SubmitEvent, sending: Sending) {
    use leptos::wasm_bindgen::JsCast;
    use web_sys::HtmlFormElement;

    let form = event
        .target()
        .and_then(|target| target.dyn_into::<HtmlFormElement>().ok());
    let Some(form) = form else { return };
    let Some(body) = fields(event, &form) else {
        return;
    };
    let Sending {
        spec,
        sent,
        hear,
        after,
        lead,
        draft,
        done,
    } = sending;
    let hear = move |progress: Progress| {
        if let Some(hear) = &hear {
            hear(&progress);
        }
    };
    event.prevent_default();
    let is_double = done.with_value(|done| {
        let done = done.as_ref().filter(|(before, _)| *before == body);
        done.is_some_and(|(_, at)| js_sys::Date::now() - at < DOUBLE)
    });
    if is_double || sent.get_untracked() == Sent::Going {
        return;
    }
    let next = (after == After::Go).then(|| next::Next::of(&form));
    sent.set(Sent::Going);
    hear(Progress::Sent);
    leptos::task::spawn_local(async move {
        use crate::call::wire::{Way, send};
        match send(spec.path, spec.effect, Way::Form, body.clone()).await {
            Ok(answer) => {
                done.try_set_value(Some((body, js_sys::Date::now())));
                draft.forget();
                if after == After::Empty {
                    form.reset();
                }
                close_around(&form);
                if let Some(next) = next {
                    next.focus();
                }
                sent.try_set(Sent::Done);
                hear(Progress::Answered(&answer));
                if let Some(lead) = lead {
                    lead(&answer);
                }
            }
            Err(error) => {
                hear(Progress::Refused);
                sent.try_set(Sent::Refused(Box::new(Problem::new(error, ""))));
            }
        }
    });
}

/// Returns the fields that the form would post, with the button that was pressed.
#[cfg(feature = "hydrate")]
fn fields(event: &SubmitEvent, form: &web_sys::HtmlFormElement) -> Option<String> {
    use leptos::wasm_bindgen::JsCast;
    use web_sys::{FormData, HtmlButtonElement, UrlSearchParams};

    let data = FormData::new_with_form(form).ok()?;
    let button = event
        .submitter()
        .and_then(|button| button.dyn_into::<HtmlButtonElement>().ok());
    if let Some(button) = button.filter(|button| !button.name().is_empty()) {
        data.append_with_str(&button.name(), &button.value()).ok()?;
    }
    let fields = UrlSearchParams::new_with_str_sequence_sequence(&data).ok()?;
    Some(String::from(fields.to_string()))
}

/// Closes the dialog around the form, and the menu around that dialog.
#[cfg(feature = "hydrate")]
fn close_around(form: &web_sys::HtmlFormElement) {
    use leptos::wasm_bindgen::JsCast;
    let dialog = form
        .closest("dialog[popover]")
        .ok()
        .flatten()
        .and_then(|dialog| dialog.dyn_into::<web_sys::HtmlElement>().ok());
    if let Some(dialog) = dialog {
        dialog.hide_popover().ok();
        // The dialog was open because its form had been refused without JavaScript.
        dialog.remove_attribute("open").ok();
    }
    if let Ok(Some(menu)) = form.closest("details.manage") {
        menu.remove_attribute("open").ok();
    }
}
