//! What an agent will be given: its next prompt block by block, with why each thing is in it, how much of it a cache
//! can keep, what has changed since the agent last asked for the same, and what was left out.

mod ledger;

use engine::context::given::ContextGiven;
use kernel::problem::Problem;
use leptos::prelude::*;

use crate::call::Fetch;
use crate::pages::ask::Loaded;
use crate::pages::trouble::Refused;
use crate::parts::{Level, Sect, alive, grouped, heard};

pub use ledger::{Deeds, Ledger};

/// How a prompt is shown that lives.
pub type Show = Box<dyn Fn(Memo<ContextGiven>) -> AnyView + Send>;

/// The section of a page.
#[component]
pub fn Prompt(
    /// The heading's id.
    id: &'static str,
    /// The heading.
    title: &'static str,
    /// How deep the heading stands.
    #[prop(optional)]
    level: Level,
    /// What the agent will be given.
    given: Fetch<Option<Loaded<ContextGiven>>>,
    /// What stands in the heading's line before the figures.
    #[prop(optional, into)]
    aside: ViewFn,
    /// How it is shown; without, as the ledger alone.
    #[prop(default = Box::new(|given| view! { <Ledger given/> }.into_any()))]
    show: Show,
) -> impl IntoView {
    let figures = move || {
        let given = given.get().flatten().and_then(Result::ok);
        given.map(|given| tokens(&given))
    };
    let aside = move || view! { {aside.run()} <Transition>{alive(figures)}</Transition> };
    view! {
        <Sect id=id title=title level aside>
            <Transition>
                <Shown given show/>
            </Transition>
        </Sect>
    }
}

/// The prompt, or why there is none. It stays as it is opened while it changes.
#[component]
fn Shown(given: Fetch<Option<Loaded<ContextGiven>>>, show: Show) -> impl IntoView {
    let now = Memo::new(
        move |before: Option<&Option<ContextGiven>>| match given.get().flatten() {
            Some(Ok(given)) => Some(given),
            _ => before.cloned().flatten(),
        },
    );
    let read = move || given.get().flatten().map(Loaded::err);
    let refused: Memo<Option<Option<Problem>>> = Memo::new(move |_| read());
    alive(move || {
        heard(refused, read).map(|refused| match refused {
            None => show(Memo::new(move |_| now.get().unwrap_or_default())),
            Some(problem) => view! { <Refused problem/> }.into_any(),
        })
    })
}

/// The tokens of the prompt and of its budget, for the line of a heading.
fn tokens(given: &ContextGiven) -> AnyView {
    view! {
        <span class="push">
            <span class="num">{grouped(given.tokens.into())}</span> " of "
            <span class="num">{grouped(given.budget.into())}</span> " tokens"
        </span>
    }
    .into_any()
}
