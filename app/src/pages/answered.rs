//! A form over an operation of which the page uses the answer: an [`Act`] whose forms of one kind share what came
//! of them.

use std::marker::PhantomData;
use std::sync::Arc;

use doors::Flash;
use kernel::operation::Operation;
use leptos::prelude::*;

use crate::pages::act::{Act, After, Progress};

/// What came of the forms over `O` on a page, the last one's answer first of all.
pub struct FormAction<O> {
    going: RwSignal<bool>,
    /// The text of the last answer, until a form is refused. It begins with what a form answered that was sent without JavaScript.
    answer: RwSignal<Option<Arc<str>>>,
    /// How many answers came while the page is alive.
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
    /// For the forms of this page.
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

    /// Whether one of the forms is on its way.
    #[must_use]
    pub fn pending(self) -> Signal<bool> {
        self.going.into()
    }

    /// The last answer.
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

/// The form. It works without JavaScript; refused, it says why, and its fields have what was typed.
#[component]
pub fn Post<O: Operation>(
    /// Its action, which it may share with forms of the same kind.
    action: FormAction<O>,
    /// Its id, unique on the page.
    #[prop(into)]
    id: String,
    /// Its look.
    #[prop(default = "form")]
    class: &'static str,
    /// The fields and the button.
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

/// Calls `then` with every answer of the form that arrives while the page is alive.
pub fn when_done<O: Operation>(action: FormAction<O>, then: impl Fn(O::Output) + 'static) {
    Effect::new(move |_| {
        // The answer that a page begins with is no news: it is part of how the page was made.
        if action.answers.get() > 0
            && let Some(output) = untrack(|| action.answer())
        {
            then(output);
        }
    });
}
