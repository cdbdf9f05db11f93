//! Forms whose response the page uses: an [`Act`] whose forms of one kind share their responses.

use std::marker::PhantomData;
use std::sync::Arc;

use doors::Flash;
use kernel::operation::Operation;
use leptos::prelude::*;

use crate::pages::act::{Act, After, Progress};

/// Responses to the forms over `O` on a page; the latest one is available.
pub struct FormAction<O> {
    going: RwSignal<bool>,
    /// Text of the last response; cleared when a form is refused. Starts with the response to a form that was sent
    /// without JavaScript.
    answer: RwSignal<Option<Arc<str>>>,
    /// Number of responses since the page was opened.
    answers: RwSignal<usize>,
    operation: PhantomData<fn() -> O>,
}

impl<O> Clone for FormAction<O> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<O> Copy for FormAction<O> {}

impl<O: Operation> FormAction<O> {
    /// Creates the action for the forms of this page.
    #[must_use]
    pub fn new() -> Self {
        let flash = use_context::<Flash>().filter(|flash| flash.operation == O::SPEC.name);
        let answer = flash.filter(|flash| flash.problem.is_none());
        Self {
            going: RwSignal::new(false),
            answer: RwSignal::new(answer.map(|flash| flash.answer.to_string().into())),
            answers: RwSignal::new(0),
            operation: PhantomData,
        }
    }

    /// Returns true while one of the forms is being sent.
    #[must_use]
    pub fn pending(self) -> Signal<bool> {
        self.going.into()
    }

    /// Returns the last response.
    #[must_use]
    pub fn answer(self) -> Option<O::Output> {
        self.answer
            .with(|answer| kernel::json::read(answer.as_deref()?).ok())
    }

    fn hear(self, progress: &Progress) {
        self.going.try_set(matches!(progress, Progress::Sent));
        match progress {
            Progress::Sent => {}
            Progress::Answered(text) => {
                self.answer.try_set(Some((*text).into()));
                self.answers.try_update(|count| *count += 1);
            }
            Progress::Refused => {
                self.answer.try_set(None);
            }
        }
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
    /// Action of the form, which forms of the same kind may share.
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
    view! {
        <Act
            spec=O::SPEC
            id
            class
            done=""
            after=After::Keep
            hear=Arc::new(move |progress: &Progress| action.hear(progress))
            children
        />
    }
}

/// Calls `then` with every response that arrives after the page was opened.
pub fn when_done<O: Operation>(action: FormAction<O>, then: impl Fn(O::Output) + 'static) {
    Effect::new(move |_| {
        // The response that a page starts with was used when the page was rendered.
        if action.answers.get() > 0
            && let Some(output) = untrack(|| action.answer())
        {
            then(output);
        }
    });
}
