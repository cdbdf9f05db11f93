//! `/setup`: first start. The link that Loci printed creates the first owner.

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;

use crate::pages::refusal::Entry;
use crate::parts::{Field, field::Need};
use crate::paths;

/// Setup page.
#[component]
pub fn Setup() -> impl IntoView {
    let secret = use_query_map().with_untracked(|query| query.get("secret").unwrap_or_default());
    if secret.trim().is_empty() {
        return no_link().into_any();
    }
    view! {
        <Title text="Set up" />
        <main class="gate" id="main">
            <div>
                <h1>"Set up Loci"</h1>
                <p class="lede">
                    "Choose the name and the password of the owner of this server."
                </p>
            </div>
            <Entry form="setup" action=paths::setup()>
                <input type="hidden" name="secret" value=secret />
                <Field
                    label="Name"
                    name="name"
                    autocomplete="username"
                    hint="1 to 64 letters, digits, - _ or ."
                    need=Need::Required
                />
                <Field
                    label="Password"
                    name="password"
                    kind="password"
                    autocomplete="new-password"
                    hint="At least 8 characters"
                    need=Need::Required
                />
                <div class="btns btns--start">
                    <button class="btn btn--primary" type="submit">"Create owner"</button>
                </div>
            </Entry>
        </main>
    }
    .into_any()
}

/// Message for an address without the secret, shown before a name and a password are typed.
fn no_link() -> impl IntoView {
    view! {
        <Title text="Set up" />
        <main class="gate" id="main">
            <div>
                <h1>"Set up Loci"</h1>
                <p class="lede">"This address lacks the secret of the link that Loci printed."</p>
            </div>
            <p>
                "Open the complete link from the terminal in which Loci was started, or print a new one with "
                <code>"loci setup-link"</code> "."
            </p>
        </main>
    }
}
