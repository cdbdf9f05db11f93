//! `/sign-in`: name and password. The form is handled by the server itself and needs no JavaScript.

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_location;
use leptos_router::location::Url;

use crate::pages::refusal::Entry;
use crate::parts::{Field, field::Need};
use crate::paths;

/// Sign-in page.
#[component]
pub fn SignIn() -> impl IntoView {
    let next = use_location().search.with_untracked(|search| next(search));
    view! {
        <Title text="Sign in" />
        <main class="gate" id="main">
            <div>
                <h1>"Sign in"</h1>
                <p class="lede">"Follow your agents, answer their questions, and review their work."</p>
            </div>
            <Entry form="sign_in" action=paths::sign_in("")>
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

/// Returns the address to open next, parsed from the raw query string: the router decodes values twice, which would
/// change an address with an escaped `/` in a segment.
fn next(search: &str) -> String {
    let next = search
        .split('&')
        .find_map(|field| field.strip_prefix("next="));
    next.map(|next| Url::unescape(&next.replace('+', " ")))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::next;

    #[test]
    fn an_address_is_read_once() {
        for (search, to) in [
            ("", ""),
            ("next=%2Fminds", "/minds"),
            (
                "a=1&next=%2Fsessions%2Fns%252Fa%3Fshow%3D40%26x%3D1",
                "/sessions/ns%2Fa?show=40&x=1",
            ),
            ("next=%2Finbox%3Fq%3Da+b", "/inbox?q=a b"),
        ] {
            assert_eq!(next(search), to);
        }
    }
}
