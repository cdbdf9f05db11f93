//! What to look for among sessions: a form that asks with GET, so that its answer has an address.

use leptos::prelude::*;

use super::{SessionsQuery, Which};
use crate::pages::seek::Seek;
use crate::parts::{Choice, Field, Label, Pick};
use crate::paths;

/// The form.
#[component]
pub fn Filter(
    /// What is looked for now.
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
