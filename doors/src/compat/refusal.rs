//! Errors in the format of the compatibility API.

use axum::http::StatusCode;
use kernel::{Code, Error};
use serde::Serialize;
use serde_json::{Value, json};

/// One validation error of a request.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fault {
    /// Kind of error, such as `missing`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// Location: `body` or `query`, followed by field names and indexes.
    pub loc: Vec<Value>,
    /// Message for people.
    pub msg: String,
}

impl Fault {
    /// Creates an error about the body.
    pub fn body(kind: &'static str, path: Vec<Value>, msg: impl Into<String>) -> Self {
        let mut loc = vec![Value::from("body")];
        loc.extend(path);
        Self {
            kind,
            loc,
            msg: msg.into(),
        }
    }

    /// Creates an error about a query parameter.
    pub fn query(kind: &'static str, name: &str, msg: impl Into<String>) -> Self {
        Self {
            kind,
            loc: vec!["query".into(), name.into()],
            msg: msg.into(),
        }
    }
}

/// Reason that a request is not answered with 200.
#[derive(Debug)]
pub enum Refusal {
    /// Validation errors: 422.
    Faults(Vec<Fault>),
    /// Status and message.
    Text(StatusCode, String),
    /// Error of the engine.
    Engine(Box<Error>),
}

impl Refusal {
    /// Creates a refusal from a status and a message.
    pub fn text(status: StatusCode, text: impl Into<String>) -> Self {
        Self::Text(status, text.into())
    }

    /// Creates a 404.
    pub fn not_found(text: impl Into<String>) -> Self {
        Self::text(StatusCode::NOT_FOUND, text)
    }

    /// Creates a 400 for a valid request that cannot be done.
    pub fn bad(text: impl Into<String>) -> Self {
        Self::text(StatusCode::BAD_REQUEST, text)
    }

    /// Maps the fields in the engine's errors to their locations in this API: a pointer equal to or below the first of
    /// a pair is moved below the second.
    pub fn with_places(self, places: &[(&str, &[&str])]) -> Self {
        let error = match self {
            Self::Engine(error) if error.code == Code::Invalid => error,
            other => return other,
        };
        if error.extra.fields.is_empty() {
            return Self::Engine(error);
        }
        let faults = error.extra.fields.iter().map(|field| {
            let found = places.iter().find_map(|(name, place)| {
                let rest = field.pointer.strip_prefix(name)?;
                (rest.is_empty() || rest.starts_with('/')).then_some((rest, place))
            });
            match found {
                None => fault(field),
                Some((rest, place)) => Fault {
                    kind: "value_error",
                    loc: place
                        .iter()
                        .map(|name| Value::from(*name))
                        .chain(path(rest))
                        .collect(),
                    msg: field.detail.clone(),
                },
            }
        });
        Self::Faults(faults.collect())
    }

    /// Moves all validation errors of the body below one of its fields.
    pub fn below(self, part: &str) -> Self {
        match self.with_places(&[]) {
            Self::Faults(mut faults) => {
                for fault in &mut faults {
                    fault.loc.insert(1, part.into());
                }
                Self::Faults(faults)
            }
            other => other,
        }
    }

    /// Returns the status and the value of `detail`. An engine error about a named field is a validation error, too.
    /// Details of internal errors are not exposed.
    pub fn parts(self, request: &str) -> (StatusCode, Value) {
        match self {
            Self::Faults(faults) => (StatusCode::UNPROCESSABLE_ENTITY, json!(faults)),
            Self::Text(status, text) => (status, text.into()),
            Self::Engine(error)
                if error.code == Code::Invalid && !error.extra.fields.is_empty() =>
            {
                let faults: Vec<_> = error.extra.fields.iter().map(fault).collect();
                (StatusCode::UNPROCESSABLE_ENTITY, json!(faults))
            }
            Self::Engine(error) if error.code == Code::Internal => {
                tracing::error!(request, detail = error.detail, "a fault of Loci");
                let text = format!(
                    "This is a fault of Loci, not yours. Its log has more under {request}."
                );
                (StatusCode::INTERNAL_SERVER_ERROR, text.into())
            }
            Self::Engine(error) => {
                let status = StatusCode::from_u16(error.code.status())
                    .unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
                (status, error.detail.into())
            }
        }
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self::Engine(Box::new(error))
    }
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Self {
        Self::Faults(vec![fault])
    }
}

/// Converts a field error of the engine.
fn fault(field: &kernel::error::FieldFault) -> Fault {
    Fault::body("value_error", path(&field.pointer).collect(), &field.detail)
}

/// Splits a JSON pointer into names and indexes.
pub fn path(pointer: &str) -> impl Iterator<Item = Value> {
    pointer.split('/').skip(1).map(|part| {
        let part = part.replace("~1", "/").replace("~0", "~");
        part.parse::<u64>()
            .map_or_else(|_| Value::from(part), Value::from)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_get_their_words() {
        let fault = Refusal::from(Fault::query("int_parsing", "limit", "m"));
        let (status, detail) = fault.parts("r");
        assert_eq!(status, 422);
        assert_eq!(
            detail,
            json!([{"type": "int_parsing", "loc": ["query", "limit"], "msg": "m"}])
        );
        let error = Error::field("/messages/2/a~1b", "is wrong");
        let (status, detail) = Refusal::from(error).parts("r");
        assert_eq!(status, 422);
        assert_eq!(
            detail,
            json!([{"type": "value_error", "loc": ["body", "messages", 2, "a/b"], "msg": "is wrong"}])
        );
        let (status, detail) = Refusal::from(Error::not_found("nothing")).parts("r");
        assert_eq!((status.as_u16(), detail), (404, json!("nothing")));
        let (status, detail) = Refusal::from(Error::internal("secret")).parts("r7");
        assert_eq!(status, 500);
        let text = detail.as_str().unwrap_or_default();
        assert!(text.contains("r7") && !text.contains("secret"));
    }
}
