//! A memory that was forgotten: what it said, and the way back.

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

/// The section.
#[component]
pub fn Gone(
    /// The memory as it was.
    gone: ForgottenMemory,
    /// What is fetched.
    opened: Opened,
) -> impl IntoView {
    let spec = MemoryRestore::SPEC;
    // Brought back while somebody looks: then the page is another one.
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
