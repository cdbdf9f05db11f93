//! The scratchpad as agents get it: the block for a prompt, the parts that were cut, and its definition.

use engine::scratchpad::ops::scratchpad_read::PadSnapshot;
use leptos::prelude::*;

use crate::parts::{Empty, Json, Sect, group_digits};

/// Sections with the block and the definition.
pub fn sections(snapshot: PadSnapshot) -> impl IntoView {
    let definition = snapshot.pad.definition;
    let tokens = group_digits(snapshot.tokens.into());
    let most = group_digits(definition.max_tokens.into());
    let aside =
        move || view! { <p class="push">{format!("{tokens} of at most {most} tokens")}</p> };
    let cut = (!snapshot.cut.is_empty()).then(|| snapshot.cut.join(", "));
    view! {
        <Sect id="h-given" title="Given to agents" aside>
            {if snapshot.rendered.is_empty() {
                view! { <Empty title="Nothing, because it is empty."/> }.into_any()
            } else {
                let text = serde_json::Value::String(snapshot.rendered);
                view! { <Json label="The block for a prompt" value=text/> }.into_any()
            }}
            {cut.map(|cut| view! { <p class="field-hint">"Truncated: " {cut} "."</p> })}
        </Sect>
        {definition.schema.map(|schema| view! {
            <Sect id="h-schema" title="Schema" aside=|| view! { <p class="push">"JSON Schema 2020-12"</p> }>
                <Json label="The schema" value=schema/>
            </Sect>
        })}
    }
}
