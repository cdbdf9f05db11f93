//! `/sign-in`: a name and a password. The form is the server's own and needs no JavaScript.

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;

use crate::pages::refusal::Entry;
use crate::parts::{Field, field::Need};

/// The page.
#[component]
pub fn SignIn() -> impl IntoView {
    let next = use_query_map().with_untracked(|query| query.get("next").unwrap_or_default());
    view! {
        <Title text="Sign in" />
        <main class="gate" id="main">
            <div>
                <h1>"Sign in"</h1>
                <p class="lede">"Watch the team, answer it, review what it made."</p>
            </div>
            <Entry form="sign_in" action="/sign-in">
                <input type="hidden" name="next" value=next />
                <Field label="Name" name="name" autocomplete="username" need=Need::Required />
                <Field
                    label="Password"
                    name="password"
                    kind="password"
                    autocomplete="current-password"
                    need=Need::Required
                />
                <div class="btns btns--start">
                    <button class="btn btn--primary" type="submit">"Sign in"</button>
                </div>
            </Entry>
        </main>
    }
}
