//! Custom data that callers store with the session. It is not searchable, and is deleted with the session.

use leptos::prelude::*;
use serde_json::Value;

use super::scene::scene;
use crate::pages::words::many;
use crate::parts::{Json, Sect};

/// Section with the data; empty without data.
#[component]
pub fn Data() -> impl IntoView {
    let data = (*scene().view.data).clone();
    let count = data.len();
    let aside = move || view! { <p class="push">{many(count, "key")}</p> };
    (count > 0).then(|| {
        view! {
            <Sect id="h-data" title="Data" aside>
                <Json label="The session's data" value=Value::Object(data)/>
            </Sect>
        }
    })
}
