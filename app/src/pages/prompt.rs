//! Preview of an agent's prompt, block by block: the reason for each entry, the part that a prompt cache can reuse,
//! the changes since the agent last requested it, and the entries that were omitted.

mod ledger;

use engine::context::given::ContextGiven;
use leptos::prelude::*;

use crate::call::Fetch;
use crate::pages::ask::Loaded;
use crate::pages::trouble::RefusalBox;
use crate::parts::{Level, Sect, alive, group_digits};

pub use ledger::{Deeds, Ledger, row_id};

/// Function that renders a prompt that is loaded by its section.
pub type Show = Box<dyn Fn(Memo<ContextGiven>) -> AnyView + Send>;

/// Section with a prompt that a resource loads.
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
        given.map(|given| tokens(given.tokens, given.budget))
    };
    let aside = move || view! { {aside.run()} <Transition>{alive(figures)}</Transition> };
    let shown = move || {
        given.get().flatten().map(|given| match given {
            Ok(given) => show(Memo::new(move |_| given.clone())),
            Err(problem) => view! { <RefusalBox problem/> }.into_any(),
        })
    };
    view! {
        <Sect id=id title=title level aside>
            <Transition>{alive(shown)}</Transition>
        </Sect>
    }
}

/// Section with a prompt.
#[component]
pub fn PromptSection(
    /// Id of the heading.
    id: &'static str,
    /// Title of the section.
    title: &'static str,
    /// Level of the heading.
    #[prop(optional)]
    level: Level,
    /// Prompt to show.
    given: Loaded<ContextGiven>,
    /// Function that renders the prompt.
    show: fn(ContextGiven) -> AnyView,
) -> impl IntoView {
    let figures = given
        .as_ref()
        .ok()
        .map(|given| (given.tokens, given.budget));
    let aside = move || figures.map(|(used, budget)| tokens(used, budget));
    let body = match given {
        Ok(given) => show(given),
        Err(problem) => view! { <RefusalBox problem/> }.into_any(),
    };
    view! { <Sect id=id title=title level aside>{body}</Sect> }
}

/// Renders the tokens of a prompt and of its budget, for the line of a heading.
fn tokens(used: u32, budget: u32) -> AnyView {
    view! {
        <span class="push">
            <span class="num">{group_digits(used.into())}</span> " of "
            <span class="num">{group_digits(budget.into())}</span> " tokens"
        </span>
    }
    .into_any()
}
