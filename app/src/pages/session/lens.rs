//! Preview of the next prompt of the session's agent; the conversation is one of its blocks.

use std::sync::Arc;

use engine::context::given::ContextGiven;
use engine::conversation::ops::session_block::SessionBlock;
use engine::session::blocks::{BlockName, Shown};
use kernel::operation::Operation as _;
use leptos::prelude::*;

use super::scene::scene;
use crate::pages::act::{Act, Hear};
use crate::pages::ask::why_not;
use crate::pages::prompt::{Ledger, Prompt};

/// Section with the preview; empty for an earlier version.
#[component]
pub fn Lens() -> impl IntoView {
    let scene = scene();
    let given = scene.loads().prompt;
    scene.past.is_none().then(|| {
        let show =
            Box::new(|given: Memo<ContextGiven>| view! { <Ledger given deeds=deeds/> }.into_any());
        view! { <Prompt id="h-lens" title="Next prompt" given show/> }
    })
}

/// Renders the actions on a block: a person who answers for the agent may pin or drop it.
fn deeds(block: BlockName, stands: Shown, hear: Hear) -> AnyView {
    let drops = |hear| deed(block, "Drop", "dropped", hear);
    match stands {
        Shown::Dropped => deed(block, "Bring back", "usual", hear),
        Shown::Pinned => {
            view! { {deed(block, "Unpin", "usual", unheard())} {drops(hear)} }.into_any()
        }
        Shown::Usual => {
            view! { {deed(block, "Pin", "pinned", unheard())} {drops(hear)} }.into_any()
        }
    }
}

/// Ignores the progress: an action that leaves the block in place moves no focus.
fn unheard() -> Hear {
    Arc::new(|_| {})
}

fn deed(block: BlockName, says: &'static str, shown: &'static str, hear: Hear) -> AnyView {
    let name = block.name();
    let hidden = vec![("block", name.to_owned()), ("shown", shown.to_owned())];
    let refusal = why_not::<SessionBlock>();
    let label = format!("{says} {}", name.replace('_', " "));
    view! {
        <Act spec=SessionBlock::SPEC id=format!("block-{name}-{shown}") hidden done="" hear>
            <button class="btn btn--quiet" type="submit" aria-label=label disabled=refusal.is_some() title=refusal>{says}</button>
        </Act>
    }
    .into_any()
}
