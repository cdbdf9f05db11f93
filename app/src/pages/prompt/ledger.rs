//! Blocks of a prompt, one row each. A row has the id of its block: its open state and the focus stay with the block
//! while the agent writes, and a dropped block keeps its place.

use std::collections::BTreeSet;

use engine::context::given::{Block, ContextGiven, Item, SinceLast};
use engine::session::blocks::{BlockName, Shown};
use engine::workflow::context::Omitted;
use leptos::prelude::*;

use crate::pages::words::many;
use crate::parts::group_digits;

/// Maximum number of sources in a block's line.
const NAMED: usize = 6;
/// Maximum number of listed items of a block; its text contains all of them.
const LISTED: usize = 20;

/// Function that renders the actions on a block in this state.
pub type Deeds = fn(BlockName, Shown) -> AnyView;

/// Returns the id of a block's line, which gets the focus after an action on the block.
#[must_use]
pub fn row_id(name: &str) -> String {
    format!("block-{name}")
}

/// Prompt as a list of blocks. It does not change while the pointer is over it.
#[component]
pub fn Ledger(
    /// Prompt to show.
    given: ContextGiven,
    /// Actions on the blocks.
    #[prop(optional)]
    deeds: Option<Deeds>,
) -> impl IntoView {
    let rows = rows(&given).into_iter();
    let rows = rows.map(|name| row(&given, &name, deeds)).collect_view();
    view! {
        <div id="prompt-blocks" data-hold="still">
            {bar(&given)}
            <p class="ledger-kept">{describe_cached(&given)}</p>
            <div class="ledger">{rows} {render_omitted(&given.omitted)}</div>
        </div>
    }
}

/// Returns the names of the included blocks, and of dropped ones in their places.
fn rows(given: &ContextGiven) -> Vec<String> {
    let mut names: Vec<String> = given
        .blocks
        .iter()
        .map(|block| block.name.clone())
        .collect();
    let dropped = given
        .set
        .iter()
        .filter(|(_, shown)| **shown == Shown::Dropped);
    for (dropped, _) in dropped {
        let is_later = |name: &String| BlockName::parse(name).is_some_and(|name| name > *dropped);
        let place = names.iter().position(is_later).unwrap_or(names.len());
        if !names.iter().any(|name| name == dropped.name()) {
            names.insert(place, dropped.name().to_owned());
        }
    }
    names
}

/// Describes the part of the prompt that a cache can reuse.
fn describe_cached(given: &ContextGiven) -> String {
    match given.stable_prefix_tokens {
        None => "The agent has not requested this prompt yet.".to_owned(),
        Some(0) => {
            "The beginning has changed since the last request: a prompt cache can reuse nothing."
                .to_owned()
        }
        Some(kept) if kept == given.tokens => "Unchanged since the last request.".to_owned(),
        Some(kept) => format!(
            "The first {} tokens are unchanged since the last request: a prompt cache can reuse them.",
            group_digits(kept.into())
        ),
    }
}

/// Draws the blocks by their tokens; the figures are below.
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

/// Renders a block, or the line of a dropped one.
fn row(given: &ContextGiven, name: &str, deeds: Option<Deeds>) -> AnyView {
    let known = BlockName::parse(name);
    let stands = known.and_then(|known| given.set.get(&known).copied());
    let stands = stands.unwrap_or_default();
    let buttons = known
        .zip(deeds)
        .map(|(known, deeds)| view! { <div class="ledger-deeds">{deeds(known, stands)}</div> });
    let block = given.blocks.iter().find(|block| block.name == name);
    match block.filter(|_| stands != Shown::Dropped) {
        Some(block) => view! {
            <details id=format!("given-{name}") data-row=name.to_owned() data-kept=is_kept(block).then_some("")>
                <summary id=row_id(name)>
                    {title(block)} {since(block)} <span class="num">{group_digits(block.tokens.into())}</span>
                </summary>
                {buttons} {items(block)}
                <pre class="ledger-text" tabindex="0">{block.text.clone()}</pre>
            </details>
        }
        .into_any(),
        None => view! {
            <div class="ledger-dropped" id=format!("dropped-{name}") data-row=name.to_owned()>
                <p id=row_id(name) tabindex="-1">"Dropped: " {name.replace('_', " ")}</p>
                {buttons}
            </div>
        }
        .into_any(),
    }
}

fn title(block: &Block) -> AnyView {
    // One source may supply several items: it is named once.
    let mut seen = BTreeSet::new();
    let sources = block.items.iter().map(|item| item.source.as_str());
    let sources: Vec<_> = sources
        // A block with the name of its only source needs no source.
        .filter(|source| !source.is_empty() && **source != *block.name && seen.insert(*source))
        .take(NAMED)
        .collect();
    let sources = sources.join(", ");
    view! { <span dir="auto">{block.title.clone()} " " <span class="quiet">{sources}</span></span> }
        .into_any()
}

fn since(block: &Block) -> AnyView {
    let since = block.since_last.and_then(|since| match since {
        SinceLast::Same => None,
        SinceLast::Changed => Some("changed"),
        SinceLast::New => Some("new"),
    });
    since
        .map(|since| view! { <span class="ledger-since">{since}</span> })
        .into_any()
}

fn items(block: &Block) -> AnyView {
    let items = block.items.iter().take(LISTED).map(item).collect_view();
    let more = block.items.len().saturating_sub(LISTED);
    let more =
        (more > 0).then(|| view! { <li>{format!("and {} more", group_digits(more as u64))}</li> });
    view! { <ul class="ledger-items">{items} {more}</ul> }.into_any()
}

fn item(item: &Item) -> AnyView {
    let source = match item.source.as_str() {
        "" => "The workflow".to_owned(),
        source => source.to_owned(),
    };
    let cut = (item.cut > 0).then(|| format!(", {} more truncated", group_digits(item.cut.into())));
    view! {
        <li dir="auto">
            <b>{source}</b> ": " {item.why.clone()}
            " " <span class="num">{group_digits(item.tokens.into())}</span> {cut}
        </li>
    }
    .into_any()
}

fn render_omitted(omitted: &[Omitted]) -> Option<AnyView> {
    let tokens: u64 = omitted.iter().map(|left| left.tokens).sum();
    let count: u64 = omitted.iter().map(|left| left.count).sum();
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    (!omitted.is_empty()).then(|| {
        let items = omitted.iter().map(|left| {
            view! { <li dir="auto"><b>{name_omitted(left)}</b> ": " {left.why.clone()} ". " {left.get.clone()}</li> }
        });
        let items = items.collect_view();
        view! {
            <details class="ledger-out">
                <summary>
                    <span>"Omitted or truncated " <span class="quiet">{many(count, "item")}</span></span>
                    <span class="num">{group_digits(tokens)}</span>
                </summary>
                <ul class="ledger-items">{items}</ul>
            </details>
        }
        .into_any()
    })
}

/// Returns the omitted entries by name if these are few, or else their number and kind.
fn name_omitted(left: &Omitted) -> String {
    let all = left.what.join(", ");
    match left.what.len() as u64 {
        0 => format!("{} {}", left.count, left.kind),
        named if named == left.count => all,
        _ => format!("{} {}, {all} …", left.count, left.kind),
    }
}

#[cfg(test)]
mod tests {
    use engine::context::given::{Block, ContextGiven};
    use engine::session::blocks::{BlockName, Shown};

    use super::rows;

    #[test]
    fn what_was_dropped_stands_where_it_would_be() {
        let block = |name: &str| Block {
            slot: 0,
            name: name.into(),
            title: String::new(),
            text: String::new(),
            tokens: 0,
            hash: String::new(),
            streams: Vec::new(),
            since_last: None,
            stable_tokens: 0,
            items: Vec::new(),
        };
        let given = |blocks: &[&str], set: &[(BlockName, Shown)]| ContextGiven {
            blocks: blocks.iter().map(|name| block(name)).collect(),
            set: set.iter().copied().collect(),
            ..ContextGiven::default()
        };
        for (blocks, set, shown) in [
            (
                &["guidance", "messages"][..],
                &[][..],
                &["guidance", "messages"][..],
            ),
            (
                &["guidance", "nudges", "messages"],
                &[
                    (BlockName::Mind, Shown::Dropped),
                    (BlockName::Messages, Shown::Pinned),
                ],
                &["guidance", "nudges", "mind", "messages"],
            ),
            (
                &["guidance"],
                &[(BlockName::Messages, Shown::Dropped)],
                &["guidance", "messages"],
            ),
            (
                &[],
                &[
                    (BlockName::Mind, Shown::Dropped),
                    (BlockName::Notes, Shown::Dropped),
                ],
                &["mind", "notes"],
            ),
        ] {
            assert_eq!(rows(&given(blocks, set)), shown);
        }
    }
}
