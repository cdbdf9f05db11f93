//! A forgotten memory: its former text, and the button that restores it.

use engine::crystal::ops::memory_forgotten::ForgottenMemory;
use engine::crystal::ops::memory_restore::MemoryRestore;
use kernel::operation::Operation;
use leptos::prelude::*;

use crate::pages::act::{Act, After, Press};
use crate::pages::ask::forbids;
use crate::parts::{Ago, Notice, Sect, Tone, prose};
use crate::paths;

/// Section of a forgotten memory.
#[component]
pub fn Gone(
    /// Memory as it was.
    gone: ForgottenMemory,
) -> impl IntoView {
    let spec = MemoryRestore::SPEC;
    let memory = gone.memory;
    let hidden = vec![("id", memory.id.clone()), ("core", memory.core.clone())];
    let then = Some(paths::crystal(&memory.core, &memory.id));
    view! {
        <Sect id="h-stone" title="Forgotten">
            <Notice tone=Tone::Hold>
                <b>"This memory was forgotten. "</b>
                "It will be erased " <Ago at=gone.purge_at.0/> "."
                <Act spec id="restore" hidden then class="btns btns--start" after=After::Keep>
                    <Press label="Restore".to_owned() refusal=forbids(&spec)/>
                </Act>
            </Notice>
            <div class="stone-text stone-text--gone said" dir="auto">{prose(&memory.text, 3)}</div>
        </Sect>
    }
}
