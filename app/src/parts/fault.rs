//! A problem, said where it happened: what was wrong, which fields, what to do next. Knows problem details by their
//! words only; the page translates its error into these props.
use leptos::prelude::*;

use super::icon::{Glyph, Icon};

/// One field's problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldFault {
    /// The field's JSON pointer or label: "/title".
    pub field: String,
    /// What was wrong and what was expected.
    pub message: String,
}

/// The message box. It is announced when it appears.
#[component]
pub fn Fault(
    /// What happened, as a sentence.
    #[prop(into)]
    title: String,
    /// What was expected and what to do next.
    #[prop(optional, into)]
    detail: Option<String>,
    /// Where to go for it: the address, and its name.
    #[prop(optional)]
    way: Option<(String, &'static str)>,
    /// Problems of single fields.
    #[prop(optional)]
    fields: Vec<FieldFault>,
    /// The request's id, which the server's log knows too.
    #[prop(optional, into)]
    request: Option<String>,
) -> impl IntoView {
    let fields = (!fields.is_empty()).then(|| {
        let rows = fields
            .into_iter()
            .map(|fault| view! { <li><code>{fault.field}</code> " " {fault.message}</li> })
            .collect_view();
        view! { <ul>{rows}</ul> }
    });
    view! {
        <div class="fault" role="alert">
            <Glyph icon=Icon::Warn/>
            <div>
                <p><b>{title}</b></p>
                {detail.map(|detail| view! { <p>{detail}</p> })}
                {way.map(|(href, name)| view! { <p><a href=href target="_blank">{name}</a></p> })}
                {fields}
                {request
                    .map(|request| view! { <p class="quiet">"Request " <code>{request}</code></p> })}
            </div>
        </div>
    }
}
