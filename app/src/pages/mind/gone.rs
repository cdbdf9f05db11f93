//! A missing mind: deleted and restorable, or not begun yet.

use engine::mind::ops::mind_list::MindListed;
use leptos::prelude::*;

use super::manage::bring_back;
use super::note::write_note;
use super::seed::Seed;
use crate::pages::form_result::FormResult;
use crate::parts::{Ago, Empty, Notice, Sect, Tone};
use crate::paths;

/// Page of a deleted mind.
#[component]
pub fn Gone(
    /// Mind as lists show it.
    gone: MindListed,
) -> impl IntoView {
    let purge_at = gone.purge_at.map(|at| {
        view! { " It will be erased " <Ago at=at.0/> "." }
    });
    let agent = gone.agent.clone();
    view! {
        <Head agent=gone.agent/>
        <Sect id="h-gone" title="Deleted">
            <Notice tone=Tone::Hold>
                <b>"This mind was deleted."</b>
                " Its memories are kept."
                {purge_at}
                {bring_back(agent)}
            </Notice>
        </Sect>
    }
}

/// Page of a mind that has not begun.
pub fn not_begun(agent: String) -> impl IntoView {
    view! {
        <Head agent/>
        <Sect id="h-begin" title="Not started">
            <Empty title="No mind yet." text="A mind starts with the first note of the agent. You can also write a note here, or import existing text."/>
            <div class="begin">{write_note()}<Seed/></div>
        </Sect>
    }
}

#[component]
fn Head(agent: String) -> impl IntoView {
    let href = paths::agent(&agent);
    view! {
        <header class="folio">
            <div>
                <p class="crumbs"><a href=paths::minds()>"Minds"</a></p>
                <h1 dir="auto">{agent.clone()}</h1>
                <dl class="facts"><div><dt>"Agent"</dt><dd><a href=href dir="auto">{agent}</a></dd></div></dl>
            </div>
        </header>
        <div class="notices"><FormResult/></div>
    }
}
