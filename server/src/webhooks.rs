//! Delivery of webhook messages: one signed request each, to an allowed address. Redirects are not followed, and only
//! the head of the response is read.

mod body;
mod chat;
mod sign;

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use kernel::ports::accounts::WebhookTarget;
use kernel::time::SECOND;
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use reqwest::{Client, StatusCode, Url};
use tokio::sync::OnceCell;

use crate::outward::{self, Allowed, Refused, retry_after};

pub use body::{Told, body};
pub use sign::message_id;

/// Timeout of a receiver.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Sender of messages.
pub struct Sender {
    /// Built for the first message: it reads this machine's certificates, which most servers never need.
    http: OnceCell<Client>,
    allowed: Allowed,
}

/// Outcome of a message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sent {
    /// Status of the response.
    pub status: Option<u16>,
    /// Reason for the failure.
    pub error: Option<String>,
    /// Pause that the receiver requests, in milliseconds.
    pub rest: Option<i64>,
    /// True if the receiver wants no more messages, ever (410).
    pub is_gone: bool,
}

impl Sender {
    /// Creates a sender that reaches the public internet and the allowed targets.
    #[must_use]
    pub fn new(allowed: Allowed) -> Self {
        Self {
            http: OnceCell::new(),
            allowed,
        }
    }

    /// Sends a message once.
    pub async fn send(&self, target: &WebhookTarget, id: &str, body: Vec<u8>) -> Sent {
        match self.try_send(target, id, body).await {
            Ok(sent) => sent,
            Err(error) => Sent {
                error: Some(error),
                ..Sent::default()
            },
        }
    }

    async fn try_send(
        &self,
        target: &WebhookTarget,
        id: &str,
        body: Vec<u8>,
    ) -> Result<Sent, String> {
        let url = Url::parse(&target.url).map_err(|error| format!("its address: {error}"))?;
        if !matches!(url.scheme(), "http" | "https") || !url.username().is_empty() {
            return Err("its address is none to send to".into());
        }
        self.allowed
            .check(&url)
            .map_err(|refused| refused.to_string())?;
        let headers = headers(target, id, &body).ok_or("its secret cannot sign")?;
        let client = async || outward::build_client(self.allowed.clone(), TIMEOUT);
        let http = self.http.get_or_try_init(client).await;
        let http = http.map_err(|failure| failure.message)?;
        let request = http.post(url).headers(headers).body(body);
        let response = outward::send(request).await.map_err(|error| why(&error))?;
        let status = response.status();
        let rest = retry_after(&response).and_then(|seconds| i64::try_from(seconds).ok());
        Ok(Sent {
            status: Some(status.as_u16()),
            error: (!status.is_success()).then(|| refusal(status)),
            rest: rest.map(|seconds| seconds.saturating_mul(SECOND)),
            is_gone: status == StatusCode::GONE,
        })
    }
}

fn headers(target: &WebhookTarget, id: &str, body: &[u8]) -> Option<HeaderMap> {
    // The receiver compares it with its own clock, so it is the machine's time and not the log's.
    let since = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
    let seconds = i64::try_from(since.as_secs()).ok()?;
    let signatures = target.secrets.iter();
    let signatures: Option<Vec<String>> = signatures
        .map(|secret| sign::signature(secret, id, seconds, body))
        .collect();
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    for (name, value) in [
        ("webhook-id", id.to_owned()),
        ("webhook-timestamp", seconds.to_string()),
        ("webhook-signature", signatures?.join(" ")),
    ] {
        headers.insert(HeaderName::from_static(name), value.parse().ok()?);
    }
    Some(headers)
}

fn refusal(status: StatusCode) -> String {
    if status.is_redirection() {
        return format!("the receiver answered {status}, and redirects are not followed");
    }
    format!("the receiver answered {status}")
}

/// Returns the reason for a missing response, without the address, which may be a secret.
fn why(error: &reqwest::Error) -> String {
    if let Some(refused) = Refused::among(error) {
        return refused.to_string();
    }
    if error.is_timeout() {
        return format!("no answer within {} seconds", TIMEOUT.as_secs());
    }
    outward::cause(error)
}
