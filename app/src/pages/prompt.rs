//! What an agent will be given: its next prompt block by block, with why each thing is in it, how much of it a cache
//! can keep, what has changed since the agent last asked for the same, and what was left out.

use std::collections::BTreeSet;

use engine::context::given::{Block, ContextGiven, Item, SinceLast};
use engine::workflow::context::Omitted;
use leptos::prelude::*;

use crate::call::Fetch;
use crate::pages::ask::Loaded;
use crate::pages::trouble::Refused;
use crate::pages::words::many;
use crate::parts::{Level, Sect, alive, grouped};

/// How many sources a block's line names.
const NAMED: usize = 6;
/// How many items of a block are listed; its text holds them all.
const LISTED: usize = 20;

/// How a prompt is shown.
pub type Show = Box<dyn Fn(&ContextGiven) -> AnyView + Send>;

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
    #[prop(default = Box::new(|given| ledger(given, &|_| None)))]
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
                {alive(move || given.get().flatten().map(|given| match given {
                    Ok(given) => show(&given),
                    Err(problem) => view! { <Refused problem/> }.into_any(),
                }))}
            </Transition>
        </Sect>
    }
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

/// The prompt. What `deed` makes stands in an opened block.
pub fn ledger(given: &ContextGiven, deed: &dyn Fn(&Block) -> Option<AnyView>) -> AnyView {
    let kept = given.stable_prefix_tokens.map(|kept| match kept {
        0 => "Its beginning has changed since the agent asked last: no cache can keep it.".to_owned(),
        kept if kept == given.tokens => "All of it is as it was when the agent asked last.".to_owned(),
        kept => format!(
            "The first {} tokens are as they were when the agent asked last: a cache can keep them.",
            grouped(kept.into())
        ),
    });
    let kept = kept.unwrap_or_else(|| {
        "Nothing is known of a last time that the agent asked for this.".to_owned()
    });
    let rows = given.blocks.iter().map(|block| row(block, deed(block)));
    view! {
        {bar(given)}
        <p class="ledger-kept">{kept}</p>
        <div class="ledger">
            {rows.collect_view()}
            {left_out(&given.omitted)}
        </div>
    }
    .into_any()
}

/// The blocks by their tokens; the figures stand below.
fn bar(given: &ContextGiven) -> AnyView {
    let rest = given.budget.saturating_sub(given.tokens);
    let parts = given.blocks.iter().map(|block| {
        let style = format!("--n:{}", block.tokens);
        view! { <i style=style data-kept=is_kept(block).then_some("")></i> }
    });
    view! {
        <div class="stack" role="img" aria-label="Prompt by block; figures in the list below">
            {parts.collect_view()}
            <i class="rest" style=format!("--n:{rest}")></i>
        </div>
    }
    .into_any()
}

fn is_kept(block: &Block) -> bool {
    block.stable_tokens == block.tokens
}

fn row(block: &Block, deed: Option<AnyView>) -> AnyView {
    // One thing may have said several: it is named once.
    let mut seen = BTreeSet::new();
    let sources = block.items.iter().map(|item| item.source.as_str());
    let sources: Vec<_> = sources
        .filter(|source| !source.is_empty() && seen.insert(*source))
        .take(NAMED)
        .collect();
    let sources = sources.join(", ");
    let since = block.since_last.and_then(|since| match since {
        SinceLast::Same => None,
        SinceLast::Changed => Some("changed"),
        SinceLast::New => Some("new"),
    });
    let items = block.items.iter().take(LISTED).map(item).collect_view();
    let more = block.items.len().saturating_sub(LISTED);
    let more =
        (more > 0).then(|| view! { <li>{format!("and {} more", grouped(more as u64))}</li> });
    view! {
        <details data-kept=is_kept(block).then_some("")>
            <summary>
                <span dir="auto">{block.title.clone()} " " <span class="quiet">{sources}</span></span>
                {since.map(|since| view! { <span class="ledger-since">{since}</span> })}
                <span class="num">{grouped(block.tokens.into())}</span>
            </summary>
            {deed}
            <ul class="ledger-items">{items} {more}</ul>
            <pre class="ledger-text" tabindex="0">{block.text.clone()}</pre>
        </details>
    }
    .into_any()
}

fn item(item: &Item) -> AnyView {
    let source = match item.source.as_str() {
        "" => "The workflow".to_owned(),
        source => source.to_owned(),
    };
    let cut = (item.cut > 0).then(|| format!(", {} more cut", grouped(item.cut.into())));
    view! {
        <li dir="auto">
            <b>{source}</b> ": " {item.why.clone()}
            " " <span class="num">{grouped(item.tokens.into())}</span> {cut}
        </li>
    }
    .into_any()
}

fn left_out(omitted: &[Omitted]) -> Option<AnyView> {
    let tokens: u64 = omitted.iter().map(|left| left.tokens).sum();
    let count: u64 = omitted.iter().map(|left| left.count).sum();
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    (!omitted.is_empty()).then(|| {
        let items = omitted.iter().map(|left| {
            view! { <li dir="auto"><b>{named(left)}</b> ": " {left.why.clone()} ". " {left.get.clone()}</li> }
        });
        let items = items.collect_view();
        view! {
            <details class="ledger-out">
                <summary>
                    <span>"Left out or cut " <span class="quiet">{many(count, "item")}</span></span>
                    <span class="num">{grouped(tokens)}</span>
                </summary>
                <ul class="ledger-items">{items}</ul>
            </details>
        }
        .into_any()
    })
}

/// Which they are: by name where that is short, else how many of what.
fn named(left: &Omitted) -> String {
    let all = left.what.join(", ");
    match left.what.len() as u64 {
        0 => format!("{} {}", left.count, left.kind),
        named if named == left.count => all,
        _ => format!("{} {}, {all} …", left.count, left.kind),
    }
}
