//! What the worker is given: the context of the task, assembled here by the engine from the living state, with
//! why each item is in it and what was left out.

use std::collections::BTreeSet;

use engine::numbers::TaskNo;
use engine::workflow::context::{Block, Format, Omitted, Recalled, Shape, TaskContext, assemble};
use leptos::prelude::*;

use super::super::scene::scene;
use crate::parts::alive;
use crate::parts::{Level, Sect, grouped};
use crate::paths;

/// The section.
#[component]
pub fn AgentContext(no: TaskNo) -> impl IntoView {
    let scene = scene();
    // What runs out with time (nudges) is looked at again when something happens; a second changes nothing.
    let context = Memo::new(move |_| {
        let now = scene.now.get_untracked();
        let shape = Shape {
            format: Format::Blocks,
            ..Shape::default()
        };
        scene.state.with(|workflow| {
            assemble(workflow, no, shape, now, &Recalled::default()).unwrap_or_default()
        })
    });
    let tokens = move || context.with(|context| (context.tokens, context.budget));
    let aside = move || {
        let (tokens, budget) = tokens();
        view! {
            <span class="push">
                <span class="num">{grouped(tokens.into())}</span> " of "
                <span class="num">{grouped(budget.into())}</span> " tokens"
            </span>
        }
    };
    view! {
        <Sect id="h-given" title="Given to the worker" level=Level::Three aside=aside>
            {alive(move || context.with(bar))}
            <div class="ledger">
                {alive(move || context.with(|context| context.blocks.iter().map(block).collect_view()))}
                {alive(move || context.with(left_out))}
                {alive(move || scene.state.with(|workflow| cores(&workflow.memory_core_refs)))}
            </div>
        </Sect>
    }
}

/// The blocks by their tokens; the figures stand below.
fn bar(context: &TaskContext) -> AnyView {
    let rest = context.budget.saturating_sub(context.tokens);
    let parts = context
        .blocks
        .iter()
        .map(|block| view! { <i style=format!("--n:{}", block.tokens)></i> })
        .collect_view();
    view! {
        <div class="stack" role="img" aria-label="Context by block; figures in the list below">
            {parts}
            <i class="rest" style=format!("--n:{rest}")></i>
        </div>
    }
    .into_any()
}

fn block(block: &Block) -> AnyView {
    // One thing may have said several: it is named once.
    let mut seen = BTreeSet::new();
    let sources: Vec<_> = block
        .items
        .iter()
        .map(|item| item.source.as_str())
        .filter(|source| !source.is_empty() && seen.insert(*source))
        .take(6)
        .collect();
    let sources = sources.join(", ");
    let items = block
        .items
        .iter()
        .map(|item| {
            let source = match item.source.as_str() {
                "" => "The workflow".to_owned(),
                source => source.to_owned(),
            };
            view! {
                <li>
                    <b>{source}</b> ": " {item.why.clone()}
                    " " <span class="num">{grouped(item.tokens.into())}</span>
                </li>
            }
        })
        .collect_view();
    view! {
        <details>
            <summary>
                <span>{block.title.clone()} " " <span class="quiet">{sources}</span></span>
                <span class="num">{grouped(block.tokens.into())}</span>
            </summary>
            <ul class="ledger-items">{items}</ul>
            <pre class="ledger-text" tabindex="0">{block.text.clone()}</pre>
        </details>
    }
    .into_any()
}

fn left_out(context: &TaskContext) -> Option<AnyView> {
    let tokens: u64 = context.omitted.iter().map(|left| left.tokens).sum();
    let count: u64 = context.omitted.iter().map(|left| left.count).sum();
    (!context.omitted.is_empty()).then(|| {
        let items = context
            .omitted
            .iter()
            .map(|left| view! { <li><b>{named(left)}</b> ": " {left.why.clone()}</li> })
            .collect_view();
        view! {
            <details class="ledger-out">
                <summary>
                    <span>"Left out " <span class="quiet">{count} " items"</span></span>
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
        0 => left.kind.clone(),
        named if named == left.count => all,
        _ => format!("{} {}, {all} …", left.count, left.kind),
    }
}

/// What the page does not assemble: memories are the server's to find.
fn cores(refs: &[String]) -> Option<AnyView> {
    (!refs.is_empty()).then(|| {
        let links = refs.iter().enumerate().map(|(nth, core)| {
            let href = paths::crystals_of_core(core);
            view! { {(nth > 0).then_some(", ")} <a href=href dir="auto">{core.clone()}</a> }
        });
        view! {
            <p class="quiet">"And entries of the memory cores " {links.collect_view()} " that say something of the task."</p>
        }
        .into_any()
    })
}
