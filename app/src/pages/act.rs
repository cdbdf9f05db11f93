//! A form that does an operation. Without JavaScript it posts and comes back; with it, it is sent in place and
//! the live facts bring what came of it. One component for all operations, so that each costs the wasm its
//! fields only.

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
use crate::pages::trouble::{Refused, faults};
use crate::parts::alive;
use crate::parts::{Csrf, Refill};
use crate::paths::use_navigate;
use doors::FORM;
use doors::Flash;
use doors::base_path::at;
use doors::encoding::fill;

/// How a form stands.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Sent {
    /// Not sent, or sent and begun anew.
    #[default]
    No,
    /// On its way.
    Going,
    /// Done.
    Done,
    /// Refused.
    Refused(Box<Problem>),
}

/// How a form that was sent goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress<'a> {
    /// It is on its way.
    Sent,
    /// It was answered with this text.
    Answered(&'a str),
    /// It was refused.
    Refused,
}

/// Who hears how a form goes on.
pub type Hear = Arc<dyn Fn(&Progress) + Send + Sync>;

/// The fields of every form of a page: which thing the page is about. A page provides it to its parts.
#[derive(Clone, Debug, Default)]
pub struct About(pub Vec<(&'static str, String)>);

/// What becomes of the fields of a form that was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum After {
    /// They are as at first: the next thing is written into them.
    #[default]
    Empty,
    /// They stay as they are.
    Keep,
    /// They go with the row in which they stand: whoever pressed is led on to the next one.
    Go,
}

/// Where a refusal is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Saying {
    /// Below the fields.
    #[default]
    Below,
    /// By the page itself, which is told how the form stands.
    Elsewhere,
}

/// The form.
#[component]
pub fn Act(
    /// The operation.
    spec: Spec,
    /// Its id, unique on the page.
    #[prop(into)]
    id: String,
    /// The fields that nobody fills in.
    #[prop(default = Vec::new())]
    hidden: Vec<(&'static str, String)>,
    /// The version the addressed thing must have, when that matters.
    #[prop(optional, into)]
    if_version: Option<Signal<u64>>,
    /// The form's look.
    #[prop(default = "form")]
    class: &'static str,
    /// The id of the heading that names it.
    #[prop(optional, into)]
    named_by: Option<String>,
    /// How the browser posts it, where it holds files.
    #[prop(optional)]
    enctype: Option<&'static str>,
    /// What is said when it is done; nothing when the page shows it.
    #[prop(default = "Done.")]
    done: &'static str,
    /// Where it leads when it is done, when not back to the page as it was. `{id}` in it stands for a member of
    /// the answer.
    #[prop(optional_no_strip)]
    then: Option<String>,
    /// Is told how the form stands.
    #[prop(optional)]
    sent: Option<RwSignal<Sent>>,
    /// Hears how it goes on.
    #[prop(optional)]
    hear: Option<Hear>,
    /// What becomes of the fields when it is done.
    #[prop(optional)]
    after: After,
    /// Where a refusal is said.
    #[prop(optional)]
    saying: Saying,
    /// The fields and the button.
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
                Sent::Refused(problem) => Some(view! { <Refused problem=*problem/> }.into_any()),
            })}
        </form>
    }
}

/// How a form with this id stands when the page is made: refused, when it was sent without JavaScript.
fn came_back(id: &str) -> Option<Sent> {
    let flash = use_context::<Flash>().filter(|flash| flash.form == id);
    let problem = flash.and_then(|flash| flash.problem)?;
    Some(Sent::Refused(Box::new(problem)))
}

/// A form's button, with its reason when it cannot be pressed.
#[component]
pub fn Press(
    /// What it says.
    #[prop(into)]
    label: Signal<String>,
    /// Why it cannot be pressed.
    #[prop(into)]
    refusal: Signal<Option<String>>,
    /// Its look.
    #[prop(default = "btn")]
    class: &'static str,
    /// The id of what says the reason, where it is said once for several buttons.
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

/// A form on its way.
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
    /// What was done last, and when, in milliseconds; nothing once somebody writes again.
    done: StoredValue<Option<(String, f64)>>,
}

/// For how many milliseconds the same form, pressed again, is the second half of a double click.
#[cfg(feature = "hydrate")]
const DOUBLE: f64 = 1_000.0;

/// Leads to another page, given the text of the answer. What was done may take its form away before the answer
/// comes, so this is no part of the form.
type Lead = Arc<dyn Fn(&str) + Send + Sync>;

/// Leads from a form that was done to the next page.
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

/// What the form would post, with the button that was pressed.
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

/// Closes the question in which the form stands, and the menu in which that stands: it was answered.
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
        // It stood open with a form that had come back.
        dialog.remove_attribute("open").ok();
    }
    if let Ok(Some(menu)) = form.closest("details.manage") {
        menu.remove_attribute("open").ok();
    }
}
