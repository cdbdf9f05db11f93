//! The engine's error in the form that server functions require: RFC 9457 problem details.

use std::fmt;

use kernel::problem::Problem;
use kernel::{Code, Error};
use serde::de::Error as _;
use server_fn::error::{FromServerFnError, ServerFnErrorErr};
use server_fn::{Bytes, ContentType, Decodes, Encodes, Format, FormatType};

/// An [`Error`] as a server function's error. A type of its own because both the trait and the error are foreign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault(pub Error);

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for Fault {}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        Self(error)
    }
}

impl FromServerFnError for Fault {
    type Encoder = ProblemJson;

    fn from_server_fn_error(error: ServerFnErrorErr) -> Self {
        Self(match error {
            ServerFnErrorErr::Args(text)
            | ServerFnErrorErr::MissingArg(text)
            | ServerFnErrorErr::Serialization(text) => Error::invalid(text),
            ServerFnErrorErr::Request(_)
            | ServerFnErrorErr::Response(_)
            | ServerFnErrorErr::Deserialization(_) => unreachable_server(),
            other => Error::internal(other.to_string()),
        })
    }
}

/// Error for a call that got no response, or a response that is not from Loci.
pub fn unreachable_server() -> Error {
    Error::new(
        Code::Unavailable,
        "Loci cannot be reached. What you wrote is still here; try again in a moment.",
    )
}

/// Codec that reads and writes problem details.
pub struct ProblemJson;

impl ContentType for ProblemJson {
    const CONTENT_TYPE: &'static str = "application/problem+json";
}

impl FormatType for ProblemJson {
    const FORMAT_TYPE: Format = Format::Text;
}

impl Encodes<Fault> for ProblemJson {
    type Error = serde_json::Error;
    fn encode(fault: &Fault) -> Result<Bytes, Self::Error> {
        serde_json::to_vec(&Problem::new(fault.0.clone(), "")).map(Bytes::from)
    }
}

impl Decodes<Fault> for ProblemJson {
    type Error = serde_json::Error;
    fn decode(bytes: Bytes) -> Result<Fault, Self::Error> {
        let text = str::from_utf8(&bytes).map_err(serde_json::Error::custom)?;
        kernel::json::read::<Problem>(text).map(|problem| Fault(problem.into()))
    }
}
