//! Error message in place: the cause, the fields, and the next step. The page converts its problem into these
//! props.
use leptos::prelude::*;

use super::icon::{Glyph, Icon};

/// Fault of one field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldFault {
    /// JSON pointer or label of the field: "/title".
    pub field: String,
    /// Cause, and the expected value.
    pub message: String,
}

/// Message box, announced by screen readers when it appears.
#[component]
pub fn Fault(
    /// Summary of the problem, as a sentence.
    #[prop(into)]
    title: String,
    /// Expected value, and the next step.
    #[prop(optional, into)]
    detail: Option<String>,
    /// Link to the next step: its address and label.
    #[prop(optional)]
    way: Option<(String, &'static str)>,
    /// Faults of single fields.
    #[prop(optional)]
    fields: Vec<FieldFault>,
    /// Id of the request, as in the server's log.
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
