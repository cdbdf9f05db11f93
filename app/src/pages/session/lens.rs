//! Preview of the next prompt of the session's agent; the conversation is one of its blocks.

use engine::context::given::ContextGiven;
use engine::conversation::ops::session_block::SessionBlock;
use engine::session::blocks::{BlockName, Shown};
use kernel::operation::Operation as _;
use leptos::prelude::*;

use crate::pages::act::Act;
use crate::pages::ask::{Loaded, why_not};
use crate::pages::prompt::{Ledger, PromptSection, row_id};

/// Section with the preview.
#[component]
pub fn Lens(
    /// Prompt to show.
    given: Loaded<ContextGiven>,
) -> impl IntoView {
    let show = |given: ContextGiven| view! { <Ledger given deeds=deeds/> }.into_any();
    view! { <PromptSection id="h-lens" title="Next prompt" given show/> }
}

/// Renders the actions on a block: a person who answers for the agent may pin or drop it.
fn deeds(block: BlockName, stands: Shown) -> AnyView {
    let deed = |button, label, shown| view! { <Deed block button label shown/> };
    let drop = || deed("drop", "Drop", "dropped");
    match stands {
        Shown::Dropped => deed("drop", "Restore", "usual").into_any(),
        Shown::Pinned => view! { {deed("pin", "Unpin", "usual")} {drop()} }.into_any(),
        Shown::Usual => view! { {deed("pin", "Pin", "pinned")} {drop()} }.into_any(),
    }
}

#[component]
fn Deed(
    block: BlockName,
    /// Kind of the button, `pin` or `drop`.
    button: &'static str,
    label: &'static str,
    shown: &'static str,
) -> impl IntoView {
    let name = block.name();
    let hidden = vec![("block", name.to_owned()), ("shown", shown.to_owned())];
    let refusal = why_not::<SessionBlock>();
    let described = format!("{label} {}", name.replace('_', " "));
    let id = format!("{button}-{name}");
    // An action that leaves the block in place leaves the focus on its button.
    let focus = match button {
        "drop" => row_id(name),
        _ => id.clone(),
    };
    view! {
        <Act spec=SessionBlock::SPEC id=format!("block-{name}-{shown}") hidden done="" focus>
            <button
                class="btn btn--quiet"
                type="submit"
                id=id
                aria-label=described
                disabled=refusal.is_some()
                title=refusal
            >
                {label}
            </button>
        </Act>
    }
}
