//! Search form for sessions. It uses GET, so that its result has an address.

use leptos::prelude::*;

use super::{SessionsQuery, Which};
use crate::pages::seek::Seek;
use crate::parts::{Choice, Field, Label, Pick};
use crate::paths;

/// Search form.
#[component]
pub fn Filter(
    /// Current search.
    wish: SessionsQuery,
) -> impl IntoView {
    let choices: Vec<Choice> = Which::ALL
        .map(|which| Choice::new(which.name(), which.label()))
        .into();
    view! {
        <Seek action=paths::sessions()>
            <Field
                label="Search sessions"
                labelled=Label::Hidden
                name="q"
                kind="search"
                placeholder="Search"
                value=wish.query
            />
            <Field label="Namespace" labelled=Label::Hidden name="namespace" placeholder="Namespace" value=wish.namespace />
            <Field label="User" labelled=Label::Hidden name="user" placeholder="User" value=wish.user />
            <Pick label="Which" labelled=Label::Hidden name="which" choices value=wish.which.name() />
        </Seek>
    }
}
