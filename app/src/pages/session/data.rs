//! Custom data that callers store with the session. It is not searchable, and is deleted with the session.

use leptos::prelude::*;
use serde_json::Value;

use super::scene::scene;
use crate::pages::words::many;
use crate::parts::alive;
use crate::parts::{Json, Sect};

/// Section with the data; empty without data.
#[component]
pub fn Data() -> impl IntoView {
    let scene = scene();
    let data = scene.read(|session| session.data.clone());
    let count = Memo::new(move |_| data.with(|data| data.len()));
    let aside = move || view! { <p class="push">{alive(move || many(count.get(), "key"))}</p> };
    move || {
        (count.get() > 0).then(|| {
            view! {
                <Sect id="h-data" title="Data" aside>
                    {alive(move || view! { <Json label="The session's data" value=Value::Object((*data.get()).clone())/> })}
                </Sect>
            }
        })
    }
}
