//! A forgotten memory: its former text, and the button that restores it.

use engine::crystal::ops::memory_forgotten::ForgottenMemory;
use engine::crystal::ops::memory_restore::MemoryRestore;
use kernel::operation::Operation;
use leptos::prelude::*;

use super::load::{Known, Opened};
use crate::live::feed;
use crate::pages::act::{Act, After, Press};
use crate::pages::ask::forbids;
use crate::parts::{Ago, Notice, Sect, Tone, prose};
use crate::paths;

/// Section of a forgotten memory.
#[component]
pub fn Gone(
    /// Memory as it was.
    gone: ForgottenMemory,
    /// Resources of the page.
    opened: Opened,
) -> impl IntoView {
    let spec = MemoryRestore::SPEC;
    // The page is loaded again if someone restores the memory while it is open.
    Effect::new(move |_| {
        if matches!(opened.newest.get().flatten(), Some(Known::There(_))) {
            opened.page.refetch();
        }
    });
    let memory = gone.memory;
    let hidden = vec![("id", memory.id.clone()), ("core", memory.core.clone())];
    let then = Some(paths::crystal(&memory.core, &memory.id));
    view! {
        <Sect id="h-stone" title="Forgotten">
            <Notice tone=Tone::Hold>
                <b>"Nobody finds this memory any more. "</b>
                "It is erased for good " <Ago at=Signal::stored(gone.purge_at.0) now=feed().clock()/> "."
                <Act spec id="restore" hidden then class="btns btns--start" after=After::Keep>
                    <Press label="Bring it back".to_owned() refusal=Signal::derive(move || forbids(&spec))/>
                </Act>
            </Notice>
            <div class="stone-text stone-text--gone said" dir="auto">{prose(&memory.text, 3)}</div>
        </Sect>
    }
}
