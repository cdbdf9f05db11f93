//! State of a refused or previewed form, rendered with the page: the typed values and the errors. Fields read their
//! value and error from it, so that users type nothing twice.
use std::sync::Arc;

use doors::encoding::lines_of;
use leptos::prelude::*;

use super::fault::FieldFault;

/// Form that was refused before this page was rendered, if any.
#[derive(Clone, Debug, Default)]
pub struct RefusedForm {
    /// Id of the form.
    pub form: String,
    /// Typed values, by field name.
    pub sent: Arc<[(String, String)]>,
}

impl RefusedForm {
    /// Returns the refused form of this page; empty if there is none.
    #[must_use]
    pub fn here() -> Self {
        use_context().unwrap_or_default()
    }

    /// Returns true if the refused form has this id.
    #[must_use]
    pub fn is(&self, form: &str) -> bool {
        !form.is_empty() && self.form == form
    }
}

/// Initial values and errors of the fields of one form. A form provides it to its content.
#[derive(Clone, Default)]
pub struct Refill {
    sent: Arc<[(String, String)]>,
    wrong: Arc<[FieldFault]>,
}

impl Refill {
    /// Creates the state for the form with this id and these errors.
    #[must_use]
    pub fn of(form: &str, wrong: Vec<FieldFault>) -> Self {
        let refused = RefusedForm::here();
        let sent = if refused.is(form) {
            refused.sent
        } else {
            Arc::default()
        };
        Self {
            sent,
            wrong: wrong.into(),
        }
    }

    /// Returns the state of the surrounding form; empty outside of forms.
    #[must_use]
    pub fn here() -> Self {
        use_context().unwrap_or_default()
    }

    /// Returns the typed value of a field.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<String> {
        let sent = self.sent.iter().find(|(field, _)| field == name);
        sent.map(|(_, value)| value.clone())
    }

    /// Returns the error of a field.
    #[must_use]
    pub fn error(&self, name: &str) -> Option<String> {
        let pointer = pointer(name);
        let mut wrong = self.wrong.iter();
        let found = wrong.find(|fault| is_about(&fault.field, &pointer));
        found.map(|fault| fault.message.clone())
    }
}

/// Returns the JSON pointer of a field: `/comments/0/text` for `comments[0][text]`. A multi-line field maps to its
/// list.
fn pointer(name: &str) -> String {
    let list = lines_of(name).map_or(name, |(list, _)| list);
    format!("/{}", list.replace('[', "/").replace(']', ""))
}

/// Returns true if an error belongs to the field: it is about the field or a value inside it. An error of a whole
/// list belongs to its first entry.
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
