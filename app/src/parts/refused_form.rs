//! What a form brings back with the page that was refused, or only asked what would be done: what was typed, and what
//! was wrong with it. Fields look here
//! for their text and their error, so that nobody types a thing twice. Knows forms by their ids only.
use std::sync::Arc;

use doors::encoding::lines_of;
use leptos::prelude::*;

use super::fault::FieldFault;

/// The form that was refused before this page was made, if one was: sent by a browser without JavaScript, or
/// before the page was alive.
#[derive(Clone, Debug, Default)]
pub struct RefusedForm {
    /// Its id.
    pub form: String,
    /// What was typed into it, by the names of the fields.
    pub sent: Arc<[(String, String)]>,
}

impl RefusedForm {
    /// The one of this page; empty when none was refused.
    #[must_use]
    pub fn here() -> Self {
        use_context().unwrap_or_default()
    }

    /// Whether it is the form with this id.
    #[must_use]
    pub fn is(&self, form: &str) -> bool {
        !form.is_empty() && self.form == form
    }
}

/// What the fields of one form begin with. A form provides it to what stands inside of it.
#[derive(Clone, Default)]
pub struct Refill {
    sent: Arc<[(String, String)]>,
    wrong: Option<Signal<Vec<FieldFault>>>,
}

impl Refill {
    /// For the form with this id, whose fields are wrong as `wrong` says.
    #[must_use]
    pub fn of(form: &str, wrong: Signal<Vec<FieldFault>>) -> Self {
        let refused = RefusedForm::here();
        let sent = if refused.is(form) {
            refused.sent
        } else {
            Arc::default()
        };
        Self {
            sent,
            wrong: Some(wrong),
        }
    }

    /// That of the form around; empty outside of forms.
    #[must_use]
    pub fn here() -> Self {
        use_context().unwrap_or_default()
    }

    /// What was typed into a field.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<String> {
        let sent = self.sent.iter().find(|(field, _)| field == name);
        sent.map(|(_, value)| value.clone())
    }

    /// What is wrong with a field now.
    pub fn error(&self, name: &str) -> Signal<Option<String>> {
        let (pointer, wrong) = (pointer(name), self.wrong);
        Signal::derive(move || {
            wrong.and_then(|wrong| {
                wrong.with(|wrong| {
                    let found = wrong.iter().find(|fault| is_about(&fault.field, &pointer));
                    found.map(|fault| fault.message.clone())
                })
            })
        })
    }
}

/// The JSON pointer of a field: `comments[0][text]` is `/comments/0/text`. A field of lines is its list.
fn pointer(name: &str) -> String {
    let list = lines_of(name).map_or(name, |(list, _)| list);
    format!("/{}", list.replace('[', "/").replace(']', ""))
}

/// Whether a problem is said beside the field: it is the field's or of something in it. A problem of a whole
/// list is said beside the first of its entries.
fn is_about(problem: &str, field: &str) -> bool {
    let inside = |outer: &str, inner: &str, begin: &str| {
        inner
            .strip_prefix(outer)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(begin))
    };
    inside(field, problem, "/") || inside(problem, field, "/0")
}

#[cfg(test)]
mod tests {
    use super::{is_about, pointer};

    #[test]
    fn problems_find_their_fields() {
        for (problem, name, expected) in [
            ("/message", "message", true),
            ("/message", "messages", false),
            ("/constraints/2", "constraints[lines]", true),
            ("/rules/2/type", "rules[match=type]", true),
            ("/windows/gpt", "windows[=]", true),
            ("/comments", "comments[0][text]", true),
            ("/comments", "comments[1][text]", false),
            ("/comments/1/line", "comments[1][line]", true),
            ("/comments/1", "comments[1][line]", false),
            ("", "message", false),
        ] {
            assert_eq!(
                is_about(problem, &pointer(name)),
                expected,
                "{problem} {name}"
            );
        }
    }
}
