//! Preview of an agent's prompt, block by block: the reason for each entry, the part that a prompt cache can reuse,
//! the changes since the agent last requested it, and the entries that were omitted.

mod ledger;

use engine::context::given::ContextGiven;
use leptos::prelude::*;

use crate::pages::ask::Loaded;
use crate::pages::trouble::RefusalBox;
use crate::parts::{Level, Sect, group_digits};

pub use ledger::{Deeds, Ledger, row_id};

/// Section with a prompt.
#[component]
pub fn PromptSection<F>(
    /// Id of the heading.
    id: &'static str,
    /// Title of the section.
    title: &'static str,
    /// Level of the heading.
    #[prop(optional)]
    level: Level,
    /// Prompt to show.
    given: Loaded<ContextGiven>,
    /// Content of the heading's line before the figures.
    #[prop(optional, into)]
    aside: ViewFn,
    /// Function that renders the prompt.
    show: F,
) -> impl IntoView
where
    F: FnOnce(ContextGiven) -> AnyView + Send + 'static,
{
    let figures = given.as_ref().ok().map(|given| {
        let [used, budget] = [given.tokens, given.budget].map(|n| group_digits(n.into()));
        (used, budget)
    });
    let aside = move || {
        let figures = figures.clone().map(|(used, budget)| {
            view! {
                <span class="push">
                    <span class="num">{used}</span> " of " <span class="num">{budget}</span> " tokens"
                </span>
            }
        });
        view! { {aside.run()} {figures} }
    };
    let body = match given {
        Ok(given) => show(given),
        Err(problem) => view! { <RefusalBox problem/> }.into_any(),
    };
    view! { <Sect id=id title=title level aside>{body}</Sect> }
}
