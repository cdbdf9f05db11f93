//! What the session's agent will be given: its next prompt, of which the conversation is one block.

use engine::context::given::{Block, ContextGiven};
use engine::conversation::ops::session_block::SessionBlock;
use engine::session::blocks::{BlockName, Shown};
use kernel::operation::Operation as _;
use leptos::prelude::*;

use super::scene::scene;
use crate::pages::act::Act;
use crate::pages::ask::why_not;
use crate::pages::prompt::{self, Prompt};

/// The section. Of an earlier version nobody is given anything.
#[component]
pub fn Lens() -> impl IntoView {
    let scene = scene();
    let given = scene.loads().prompt;
    scene.past.is_none().then(|| {
        let show = Box::new(|given: &ContextGiven| {
            view! {
                {prompt::ledger(given, &|block| Some(deeds(given, block)))}
                {dropped(given)}
            }
            .into_any()
        });
        view! { <Prompt id="h-lens" title="Next prompt" given show/> }
    })
}

/// What can be done with a block: a person who answers for the agent decides what it is given.
fn deeds(given: &ContextGiven, block: &Block) -> AnyView {
    let Some(name) = BlockName::parse(&block.name) else {
        return ().into_any();
    };
    let is_pinned = given.set.get(&name) == Some(&Shown::Pinned);
    let pin = if is_pinned {
        deed(name, "Unpin", "usual")
    } else {
        deed(name, "Pin", "pinned")
    };
    view! { <div class="ledger-deeds">{pin} {deed(name, "Drop", "dropped")}</div> }.into_any()
}

/// The blocks that were dropped, each with the way back.
fn dropped(given: &ContextGiven) -> Option<AnyView> {
    let dropped = given
        .set
        .iter()
        .filter(|(_, shown)| **shown == Shown::Dropped);
    let rows = dropped.map(|(block, _)| {
        let name = block.name().replace('_', " ");
        view! { <li><span>{name} " is dropped"</span> {deed(*block, "Bring back", "usual")}</li> }
    });
    let rows: Vec<_> = rows.collect();
    (!rows.is_empty()).then(|| view! { <ul class="ledger-dropped">{rows}</ul> }.into_any())
}

fn deed(block: BlockName, says: &'static str, shown: &'static str) -> AnyView {
    let name = block.name();
    let hidden = vec![("block", name.to_owned()), ("shown", shown.to_owned())];
    let refusal = why_not::<SessionBlock>();
    let label = format!("{says} {}", name.replace('_', " "));
    view! {
        <Act spec=SessionBlock::SPEC id=format!("block-{name}-{shown}") hidden done="">
            <button class="btn btn--quiet" type="submit" aria-label=label disabled=refusal.is_some() title=refusal>{says}</button>
        </Act>
    }
    .into_any()
}
