//! A form that runs an operation. It posts and redirects back; with scripts the same happens without leaving the page.

use kernel::operation::Spec;
use leptos::context::Provider;
use leptos::prelude::*;

use crate::context::csrf;
use crate::pages::trouble::{RefusalBox, faults};
use crate::parts::{Csrf, Refill};
use doors::FORM;
use doors::Flash;
use doors::base_path::at;

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
    /// Like [`After::Empty`], and the `<details>` around the form closes.
    Close,
}

impl After {
    /// Returns the value of `data-after`.
    const fn name(self) -> Option<&'static str> {
        match self {
            Self::Empty => None,
            Self::Keep => Some("keep"),
            Self::Go => Some("go"),
            Self::Close => Some("close"),
        }
    }
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
    #[prop(optional)]
    if_version: Option<u64>,
    /// Says if `if_version` is the version that the fields were edited from.
    #[prop(optional)]
    is_based: bool,
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
    /// Id of the element that gets the focus after completion.
    #[prop(optional, into)]
    focus: Option<String>,
    /// Treatment of the fields after completion.
    #[prop(optional)]
    after: After,
    /// Shows the message of a refusal below the fields; false if the page shows it itself.
    #[prop(default = true)]
    shows_refusal: bool,
    /// Fields and button.
    children: Children,
) -> impl IntoView {
    let flash = use_context::<Flash>().filter(|flash| flash.form == id);
    let is_done = flash.as_ref().is_some_and(|flash| flash.problem.is_none());
    let problem = flash.and_then(|flash| flash.problem);
    let is_refused = problem.is_some();
    let refill = Refill::of(&id, problem.as_ref().map(faults).unwrap_or_default());
    let form = id.clone();
    let about = use_context::<About>().unwrap_or_default().0;
    let hidden = about.into_iter().chain(hidden);
    let hidden = hidden
        .map(|(name, value)| view! { <input type="hidden" name=name value=value/> })
        .collect_view();
    let message = match problem {
        Some(problem) => shows_refusal.then(|| view! { <RefusalBox problem/> }.into_any()),
        None if is_done && !done.is_empty() => {
            Some(view! { <p class="btn-why" role="status">{done}</p> }.into_any())
        }
        None => None,
    };
    view! {
        <form
            class=class
            id=id
            method="post"
            action=at(spec.path)
            enctype=enctype
            aria-labelledby=named_by
            data-after=after.name()
            data-focus=focus
            data-refused=is_refused.then_some("")
        >
            <Csrf token=csrf()/>
            <input type="hidden" name=FORM value=form/>
            {hidden}
            {if_version
                .map(|version| view! { <input type="hidden" name="if_version" value=version data-base=is_based.then_some("")/> })}
            {then.map(|then| view! { <input type="hidden" name="redirect" value=then/> })}
            <Provider value=refill>{children()}</Provider>
            {message}
        </form>
    }
}

/// Submit button of a form, with the reason if it is disabled.
#[component]
pub fn Press(
    /// Label of the button.
    #[prop(into)]
    label: String,
    /// Reason why the button is disabled.
    refusal: Option<String>,
    /// CSS class of the button.
    #[prop(default = "btn")]
    class: &'static str,
    /// Id of the element with the reason, if it is shown once for several buttons.
    #[prop(optional)]
    said_by: Option<&'static str>,
) -> impl IntoView {
    let is_refused = refusal.is_some();
    view! {
        <button class=class type="submit" disabled=is_refused aria-describedby=said_by.filter(|_| is_refused)>
            {label}
        </button>
        {refusal.filter(|_| said_by.is_none()).map(|why| view! { <span class="btn-why">{why}</span> })}
    }
}
