//! What a body brings: one message, or several. Only the revision 2025-03-26 has several, and who names no revision
//! speaks that one. Each is answered as if it had come alone, one after the other; the answers are sent as they come,
//! so that no more than one of them is held. Knows nothing of what is said.

use std::convert::Infallible;
use std::fmt;
use std::future::Future;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method, Response, StatusCode};
use futures_util::{StreamExt as _, stream};
use rmcp::model::ErrorCode;
use serde::de::{IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::json;
use serde_json::value::RawValue;

use super::transport::{VERSION, text};
use super::whole::answers;
use crate::http::{rounded, too_long, without_mark};

/// The revision that has it.
const REVISION: &str = "2025-03-26";
/// The most messages in one body.
const MOST: usize = 100;
/// The type of answers.
const JSON: &str = "application/json";

/// What a request brings.
pub enum Brought {
    /// One message, or none, or what is no message.
    One(Request),
    /// Several, and what came with them.
    Several(Parts, Vec<Box<RawValue>>),
}

/// Reads a request; a body has at most `most` bytes.
///
/// # Errors
/// The answer to what is too much, would be read as something else, or may not be among others.
pub async fn read(request: Request, most: usize) -> Result<Brought, Response<Body>> {
    if request.method() != Method::POST {
        return Ok(Brought::One(request));
    }
    let (head, body) = request.into_parts();
    let Ok(bytes) = to_bytes(body, most).await else {
        let why = format!("The body broke off, or has more than {most} bytes.");
        return Err(refused(StatusCode::PAYLOAD_TOO_LARGE, None, &why));
    };
    let bytes = without_mark(bytes);
    if let Some(number) = too_long(&bytes) {
        let message = serde_json::from_slice::<Named>(&bytes).unwrap_or_default();
        let why = rounded(number).detail;
        return Err(refused(
            StatusCode::BAD_REQUEST,
            message.id.as_deref(),
            &why,
        ));
    }
    let has_it = text(&head.headers, VERSION).is_none_or(|version| version == REVISION);
    let messages = has_it
        .then(|| serde_json::from_slice(&bytes).ok())
        .flatten();
    let Some(Messages { first, many }) = messages else {
        return Ok(Brought::One(Request::from_parts(head, Body::from(bytes))));
    };
    let begins = |message: &RawValue| Named::of(message).method.as_deref() == Some("initialize");
    let why = if many == 0 {
        "The body holds no message.".to_owned()
    } else if many > MOST {
        format!("The body holds {many} messages; expected at most {MOST}.")
    } else if first.iter().any(|message| begins(message)) {
        "`initialize` comes alone, not among other messages.".to_owned()
    } else {
        return Ok(Brought::Several(head, first));
    };
    Err(refused(StatusCode::BAD_REQUEST, None, &why))
}

/// Answers messages, each by `answer`. What refuses the first, such as a session that is not there, refuses all.
pub async fn answer<F, A>(head: Parts, messages: Vec<Box<RawValue>>, answer: F) -> Response<Body>
where
    F: Fn(Request) -> A + Clone + Send + 'static,
    A: Future<Output = Response<Body>> + Send + 'static,
{
    // What answers the server is not answered, nor what only tells; what is no message is told so.
    let asks = |message: &RawValue| {
        let named = Named::of(message);
        let answers = named.result.is_some() || named.error.is_some();
        !answers && (named.method.is_none() || named.id.is_some())
    };
    let is_asked = messages.iter().any(|message| asks(message));
    let mut messages = messages.into_iter();
    let mut first = Vec::new();
    // With nothing to answer there is nothing to wait for: all is done before the client is told so.
    for message in messages.by_ref() {
        let id = Named::of(&message).id;
        let response = answer(alone(&head, &message)).await;
        let refuses = response.status().is_client_error() && !is_json(&response);
        if refuses {
            return response;
        }
        first.extend(said(response, id).await);
        if is_asked {
            break;
        }
    }
    if !is_asked && first.is_empty() {
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::ACCEPTED;
        return response;
    }
    let rest = stream::iter(messages).then(move |message| {
        let id = Named::of(&message).id;
        let response = answer(alone(&head, &message));
        async move { said(response.await, id).await }
    });
    let all = stream::once(std::future::ready(first)).chain(rest);
    let all = all.flat_map(stream::iter).enumerate().map(|(at, answer)| {
        let before: &[u8] = if at == 0 { b"" } else { b"," };
        Bytes::from([before, &answer].concat())
    });
    let all = stream::once(std::future::ready(Bytes::from_static(b"["))).chain(all);
    let all = all.chain(stream::once(std::future::ready(Bytes::from_static(b"]"))));
    let mut response = Response::new(Body::from_stream(all.map(Ok::<_, Infallible>)));
    let json = HeaderValue::from_static(JSON);
    response.headers_mut().insert(CONTENT_TYPE, json);
    response
}

/// The messages of a body. Of more than may be there the rest is counted alone.
struct Messages {
    first: Vec<Box<RawValue>>,
    many: usize,
}

impl<'de> Deserialize<'de> for Messages {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Messages;

            fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
                out.write_str("messages")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Messages, A::Error> {
                let mut first = Vec::new();
                while first.len() < MOST {
                    match seq.next_element()? {
                        Some(message) => first.push(message),
                        None => break,
                    }
                }
                let mut many = first.len();
                while seq.next_element::<IgnoredAny>()?.is_some() {
                    many += 1;
                }
                Ok(Messages { first, many })
            }
        }
        reader.deserialize_seq(Reader)
    }
}

/// What is looked at of a message.
#[derive(Default, Deserialize)]
struct Named {
    method: Option<String>,
    id: Option<Box<RawValue>>,
    result: Option<IgnoredAny>,
    error: Option<IgnoredAny>,
}

impl Named {
    fn of(message: &RawValue) -> Self {
        serde_json::from_str(message.get()).unwrap_or_default()
    }
}

/// A message as a request of its own.
fn alone(head: &Parts, message: &RawValue) -> Request {
    let mut head = head.clone();
    head.headers.remove(CONTENT_LENGTH);
    Request::from_parts(head, Body::from(message.get().to_owned()))
}

fn is_json(response: &Response<Body>) -> bool {
    let kind = response.headers().get(CONTENT_TYPE);
    kind.is_some_and(|kind| kind == JSON)
}

/// The answers that a response holds to the message of that id.
async fn said(response: Response<Body>, id: Option<Box<RawValue>>) -> Vec<Vec<u8>> {
    let status = response.status();
    let is_json = is_json(&response);
    let bytes = to_bytes(response.into_body(), usize::MAX).await;
    let bytes = bytes.unwrap_or_default();
    if is_json {
        return vec![bytes.into()];
    }
    if status.is_success() {
        return answers(&bytes);
    }
    let why = String::from_utf8_lossy(&bytes);
    let error = json!({ "code": ErrorCode::INTERNAL_ERROR.0, "message": why });
    vec![
        json!({ "jsonrpc": "2.0", "id": id, "error": error })
            .to_string()
            .into(),
    ]
}

/// The answer to a body none of which is done.
fn refused(status: StatusCode, id: Option<&RawValue>, why: &str) -> Response<Body> {
    let error = json!({ "code": ErrorCode::INVALID_REQUEST.0, "message": why });
    let error = json!({ "jsonrpc": "2.0", "id": id, "error": error });
    let mut response = Response::new(Body::from(error.to_string()));
    *response.status_mut() = status;
    let json = HeaderValue::from_static(JSON);
    response.headers_mut().insert(CONTENT_TYPE, json);
    response
}
