//! Forms whose response the page uses: an [`Act`] whose forms of one kind share their responses.

use std::marker::PhantomData;

use doors::Flash;
use kernel::operation::Operation;
use leptos::prelude::*;

use crate::pages::act::{Act, After};

/// Response to the forms over `O` on a page.
pub struct FormAction<O>(PhantomData<fn() -> O>);

impl<O> Clone for FormAction<O> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<O> Copy for FormAction<O> {}

impl<O: Operation> FormAction<O> {
    /// Creates the action for the forms of this page.
    #[must_use]
    pub const fn new() -> Self {
        Self(PhantomData)
    }

    /// Returns the response to the form that led to this page, if it was one of these and was not refused.
    #[must_use]
    pub fn answer(self) -> Option<O::Output> {
        let flash = use_context::<Flash>().filter(|flash| flash.operation == O::SPEC.name)?;
        if flash.problem.is_some() {
            return None;
        }
        kernel::json::read(&flash.answer.to_string()).ok()
    }
}

impl<O: Operation> Default for FormAction<O> {
    fn default() -> Self {
        Self::new()
    }
}

/// Form over an operation whose response the page uses. It works without JavaScript; a refused form shows the
/// reason and keeps the typed text.
#[component]
pub fn Post<O: Operation>(
    /// Action of the form, which forms of the same kind may share; it names the operation.
    action: FormAction<O>,
    /// Id of the form, unique on the page.
    #[prop(into)]
    id: String,
    /// CSS class of the form.
    #[prop(default = "form")]
    class: &'static str,
    /// Fields and button.
    children: Children,
) -> impl IntoView {
    let _: FormAction<O> = action;
    view! { <Act spec=O::SPEC id class done="" after=After::Keep children /> }
}
