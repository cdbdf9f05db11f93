//! Preview of an agent's prompt, block by block: the reason for each entry, the part that a prompt cache can reuse,
//! the changes since the agent last requested it, and the entries that were omitted.

mod ledger;

use engine::context::given::ContextGiven;
use kernel::problem::Problem;
use leptos::prelude::*;

use crate::call::Fetch;
use crate::pages::ask::Loaded;
use crate::pages::trouble::RefusalBox;
use crate::parts::{Level, Sect, alive, group_digits, read_memo};

pub use ledger::{Deeds, Ledger};

/// Function that renders a live prompt.
pub type Show = Box<dyn Fn(Memo<ContextGiven>) -> AnyView + Send>;

/// Section with a prompt.
#[component]
pub fn Prompt(
    /// Id of the heading.
    id: &'static str,
    /// Title of the section.
    title: &'static str,
    /// Level of the heading.
    #[prop(optional)]
    level: Level,
    /// Prompt to show.
    given: Fetch<Option<Loaded<ContextGiven>>>,
    /// Content of the heading's line before the figures.
    #[prop(optional, into)]
    aside: ViewFn,
    /// Function that renders the prompt; by default the ledger alone.
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

/// Prompt, or the problem that prevented it. Keeps its open blocks while it changes.
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
        read_memo(refused, read).map(|refused| match refused {
            None => show(Memo::new(move |_| now.get().unwrap_or_default())),
            Some(problem) => view! { <RefusalBox problem/> }.into_any(),
        })
    })
}

/// Renders the tokens of the prompt and of its budget, for the line of a heading.
fn tokens(given: &ContextGiven) -> AnyView {
    view! {
        <span class="push">
            <span class="num">{group_digits(given.tokens.into())}</span> " of "
            <span class="num">{group_digits(given.budget.into())}</span> " tokens"
        </span>
    }
    .into_any()
}
