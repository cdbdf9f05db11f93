//! Transport of calls between browser and server, as text. Not generic over operations, so that each operation adds
//! almost nothing to the wasm.

use std::cell::RefCell;
use std::time::Duration;

use kernel::operation::Effect;
use kernel::problem::Problem;
use kernel::{Code, Error, Result};
use serde::de::DeserializeOwned;
use server_fn::client::Client;
use server_fn::client::browser::BrowserClient;
use server_fn::request::ClientReq;
use server_fn::request::browser::BrowserRequest;
use server_fn::response::ClientRes;

use super::again::{Unanswered, write_of};
use super::fault::{Fault, unreachable_server};
use super::rest;

thread_local! {
    static UNANSWERED: RefCell<Unanswered> = const { RefCell::new(Unanswered::none()) };
}

/// Encoding of the arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// As a JSON body.
    Json,
    /// As the url-encoded body of a form.
    Form,
}

/// Backoff between retries of a read without response, in milliseconds: 30 seconds in total, long enough for a
/// server restart. The page keeps its content and its drafts meanwhile.
const RESTS: [u64; 9] = [250, 500, 1_000, 2_000, 4_000, 5_000, 5_000, 6_000, 6_000];

/// Sends a body to an operation's path and returns the text of the response. Retries reads for a while if no
/// response arrives. A write that is sent again after it got no response keeps its idempotency key, so it is
/// applied once.
///
/// # Errors
/// Returns the problem in the response; `unavailable` if no response arrives or it is not from Loci.
pub async fn send(path: &str, effect: Effect, way: Way, body: String) -> Result<String> {
    if effect == Effect::Read {
        let mut rests = RESTS.into_iter().map(Duration::from_millis);
        loop {
            match exchange(path, None, way, body.clone()).await {
                Err(error) if error.code == Code::Unavailable => match rests.next() {
                    Some(long) => rest(long).await,
                    None => return Err(error),
                },
                answered => return answered,
            }
        }
    }
    let write = write_of(path, &body);
    let known = UNANSWERED.with_borrow(|unanswered| unanswered.key(write));
    let key = known.unwrap_or_else(new_key);
    let answer = exchange(path, Some(&key), way, body).await;
    UNANSWERED
        .with_borrow_mut(|unanswered| unanswered.record_outcome(write, key, answer.as_ref().err()));
    answer
}

async fn exchange(path: &str, key: Option<&str>, way: Way, body: String) -> Result<String> {
    let content_type = match way {
        Way::Json => "application/json",
        Way::Form => "application/x-www-form-urlencoded",
    };
    let request: BrowserRequest =
        ClientReq::<Fault>::try_new_post(path, content_type, "application/json", body)
            .map_err(|fault| fault.0)?;
    if let Some(key) = key {
        request.headers().set("Idempotency-Key", key);
    }
    let response = <BrowserClient as Client<Fault>>::send(request)
        .await
        .map_err(|fault| fault.0)?;
    let status = ClientRes::<Fault>::status(&response);
    let text = ClientRes::<Fault>::try_into_string(response)
        .await
        .map_err(|fault| fault.0)?;
    if (200..300).contains(&status) {
        return Ok(text);
    }
    Err(kernel::json::read::<Problem>(&text).map_or_else(|_| foreign(status), Error::from))
}

/// Creates an idempotency key that no other write of this user has. It need not be secret, because keys are scoped
/// to their user.
#[cfg(feature = "hydrate")]
fn new_key() -> String {
    let [now, one, other] = [
        js_sys::Date::now(),
        js_sys::Math::random(),
        js_sys::Math::random(),
    ];
    [now, one, other]
        .map(|part| format!("{:x}", part.to_bits()))
        .join("-")
}

#[cfg(not(feature = "hydrate"))]
fn new_key() -> String {
    String::new()
}

/// Converts a response that is not from Loci, such as a proxy's, into an error.
fn foreign(status: u16) -> Error {
    match status {
        401 => Error::new(
            Code::Unauthenticated,
            "Your session has ended. Sign in again.",
        ),
        413 => Error::new(
            Code::TooLarge,
            "This is more than the server takes at once.",
        ),
        429 => Error::new(Code::RateLimited, "Too often. Wait a moment and try again."),
        _ => unreachable_server(),
    }
}

/// Parses the output of an operation.
///
/// # Errors
/// Returns `unavailable` if the text is not such an output.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T> {
    kernel::json::read(text).map_err(|_| version_error())
}

/// Error for a response that cannot be parsed, because the page is of another build than the server.
#[must_use]
pub fn version_error() -> Error {
    Error::unavailable("The server has been updated meanwhile. Reload the page.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proxy_s_page_is_not_mistaken_for_a_problem() {
        assert_eq!(foreign(502).code, Code::Unavailable);
        assert_eq!(foreign(429).code, Code::RateLimited);
    }
}
