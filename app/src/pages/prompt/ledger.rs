//! Blocks of a prompt, one row each. A row keeps its identity: its open state and the focus stay with the block
//! while the agent writes, and a dropped block keeps its place.

use std::collections::BTreeSet;
use std::sync::Arc;

use engine::context::given::{Block, ContextGiven, Item, SinceLast};
use engine::session::blocks::{BlockName, Shown};
use engine::workflow::context::Omitted;
use leptos::prelude::*;

use crate::pages::act::{Hear, Progress};
use crate::pages::lead::lead_to;
use crate::pages::still::Pointer;
use crate::pages::words::many;
use crate::parts::{alive, group_digits};

/// Maximum number of sources in a block's line.
const NAMED: usize = 6;
/// Maximum number of listed items of a block; its text contains all of them.
const LISTED: usize = 20;

/// Function that renders the actions on a block in this state; their progress goes to `Hear`.
pub type Deeds = fn(BlockName, Shown, Hear) -> AnyView;

/// Prompt as a list of blocks.
#[component]
pub fn Ledger(
    /// Current prompt.
    given: Memo<ContextGiven>,
    /// Actions on the blocks.
    #[prop(optional)]
    deeds: Option<Deeds>,
) -> impl IntoView {
    let pointer = Pointer::away();
    let given = pointer.still(move || given.get());
    let names = Memo::new(move |_| given.with(rows));
    view! {
        {alive(move || given.with(bar))}
        <p class="ledger-kept">{alive(move || given.with(describe_cached))}</p>
        <div
            class="ledger"
            on:pointerenter=move |_| pointer.enter()
            on:pointerleave=move |_| pointer.leave()
            on:submit=move |_| pointer.leave()
        >
            <For each=move || names.get() key=Clone::clone children=move |name| view! { <Row name given deeds/> }/>
            {alive(move || given.with(|given| render_omitted(&given.omitted)))}
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
        None => "Nothing is known of a last time that the agent asked for this.".to_owned(),
        Some(0) => {
            "Its beginning has changed since the agent asked last: no cache can keep it.".to_owned()
        }
        Some(kept) if kept == given.tokens => {
            "All of it is as it was when the agent asked last.".to_owned()
        }
        Some(kept) => format!(
            "The first {} tokens are as they were when the agent asked last: a cache can keep them.",
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

#[component]
fn Row(name: String, given: Memo<ContextGiven>, deeds: Option<Deeds>) -> impl IntoView {
    let known = BlockName::parse(&name);
    let line = format!("block-{name}");
    let words = name.replace('_', " ");
    let block = Memo::new(move |before: Option<&Option<Block>>| {
        let now = given.with(|given| {
            given
                .blocks
                .iter()
                .find(|block| block.name == name)
                .cloned()
        });
        now.or_else(|| before.cloned().flatten())
    });
    let stands = Memo::new(move |_| {
        let stands = |given: &ContextGiven| given.set.get(&known?).copied();
        given.with(stands).unwrap_or_default()
    });
    let is_dropped = Memo::new(move |_| stands.get() == Shown::Dropped);
    // After dropping or restoring a block, the focus moves to the message about it.
    let acted = StoredValue::new(false);
    let hear: Hear = Arc::new(move |progress: &Progress| {
        if *progress == Progress::Sent {
            acted.try_set_value(true);
        }
    });
    let id = line.clone();
    Effect::new(move |was: Option<bool>| {
        let is = is_dropped.get();
        if was.is_some_and(|was| was != is) && acted.get_value() {
            acted.set_value(false);
            lead_to(&id);
        }
        is
    });
    let made = move || {
        let hear = Arc::clone(&hear);
        alive(move || {
            let buttons = known
                .zip(deeds)
                .map(|(name, deeds)| deeds(name, stands.get(), Arc::clone(&hear)));
            buttons.map(|buttons| view! { <div class="ledger-deeds">{buttons}</div> })
        })
    };
    alive(move || {
        if is_dropped.get() {
            view! {
                <div class="ledger-dropped">
                    <p id=line.clone() tabindex="-1">{words.clone()} " is dropped"</p>
                    {made()}
                </div>
            }
            .into_any()
        } else {
            view! { <Given id=line.clone() block deeds=made()/> }.into_any()
        }
    })
}

/// Block that is included.
#[component]
fn Given(id: String, block: Memo<Option<Block>>, deeds: AnyView) -> impl IntoView {
    let of = move |take: fn(&Block) -> AnyView| {
        alive(move || block.with(|block| block.as_ref().map(take)))
    };
    let is_all_kept = move || block.with(|block| block.as_ref().is_some_and(is_kept));
    view! {
        <details data-kept=move || is_all_kept().then_some("")>
            <summary id=id>
                {of(title)}
                {of(since)}
                {of(|block| view! { <span class="num">{group_digits(block.tokens.into())}</span> }.into_any())}
            </summary>
            {deeds}
            {of(items)}
            <pre class="ledger-text" tabindex="0">
                {of(|block| block.text.clone().into_any())}
            </pre>
        </details>
    }
}

fn title(block: &Block) -> AnyView {
    // One source may supply several items: it is named once.
    let mut seen = BTreeSet::new();
    let sources = block.items.iter().map(|item| item.source.as_str());
    let sources: Vec<_> = sources
        .filter(|source| !source.is_empty() && seen.insert(*source))
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
    let cut = (item.cut > 0).then(|| format!(", {} more cut", group_digits(item.cut.into())));
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
                    <span>"Left out or cut " <span class="quiet">{many(count, "item")}</span></span>
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
