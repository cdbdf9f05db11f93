//! A form that does an operation with and without JavaScript: it posts the same fields either way,
//! and the server reads them by the same rules. Knows nothing of what the fields mean.

use std::fmt;
use std::marker::PhantomData;

use doors::{Flash, encoding};
use kernel::operation::Operation;
use kernel::{Error, Result};
use leptos::prelude::*;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::fault::Fault;
use super::wire;

/// The fields of a form whose action is the operation `O`.
pub struct Form<O> {
    fields: Value,
    operation: PhantomData<fn() -> O>,
}

impl<O: Operation> Form<O> {
    /// Sends the fields as a browser without JavaScript would, and reads the answer.
    pub(super) async fn send(self) -> Result<O::Output> {
        let body = encoding::form(&self.fields);
        let text = wire::send(O::SPEC.path, wire::Way::Form, body).await?;
        wire::read(&text)
    }
}

impl<O> Clone for Form<O> {
    fn clone(&self) -> Self {
        Self {
            fields: self.fields.clone(),
            operation: PhantomData,
        }
    }
}

impl<O> fmt::Debug for Form<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Form").field(&self.fields).finish()
    }
}

impl<O> Serialize for Form<O> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        self.fields.serialize(serializer)
    }
}

impl<'de, O> Deserialize<'de> for Form<O> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        // Fields of a form are always a map; asked for anything, their reader refuses.
        let mut fields = serde_json::Map::<String, Value>::deserialize(deserializer)?;
        // What a button without a name adds: an empty name, which is read as its own `=`.
        fields.retain(|name, _| !name.trim_matches('=').is_empty());
        Ok(Self {
            fields: Value::Object(fields),
            operation: PhantomData,
        })
    }
}

/// The action for an `<ActionForm>` over `O`. Its value begins with what the form answered when it
/// was posted without JavaScript.
#[must_use]
pub fn form_action<O: Operation>() -> ServerAction<Form<O>> {
    let action = ServerAction::<Form<O>>::new();
    if let Some(result) = last::<O>() {
        action.value().set(Some(result.map_err(Fault)));
    }
    action
}

/// What the form over `O` answered that brought the person to this page: a plain form posts, and is
/// sent back with its answer held for exactly one page.
#[must_use]
pub fn last<O: Operation>() -> Option<Result<O::Output>> {
    let flash = use_context::<Flash>()?;
    if flash.operation != O::SPEC.name {
        return None;
    }
    Some(match flash.problem {
        Some(problem) => Err(problem.into()),
        // As text, like every other answer: another reader for each output would cost the wasm more.
        None => kernel::json::read(&flash.answer.to_string())
            .map_err(|_| Error::internal("the answer of a form cannot be read")),
    })
}

#[cfg(all(test, feature = "ssr"))]
mod tests {
    use engine::workflow::ops::task_review::TaskReview;
    use serde_json::json;

    use super::Form;

    #[test]
    fn the_fields_of_a_form_are_read_as_the_browser_gives_them() {
        let text = "task=T1&comments%5B0%5D%5Btext%5D=a+b&comments%5B1%5D%5Bline%5D=2&reason=&=";
        let form: Form<TaskReview> = serde_qs::Config::new(5, false)
            .deserialize_str(text)
            .unwrap();
        assert_eq!(form.fields["task"], json!("T1"));
        assert_eq!(
            form.fields["comments"],
            json!([{ "text": "a b" }, { "line": "2" }])
        );
        assert!(form.fields.get("").is_none() && form.fields.get("=").is_none());
    }
}
