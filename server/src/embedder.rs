//! Embedder for an OpenAI-compatible endpoint: batches of texts in the background, and single queries while a search
//! waits. Responses are validated before use.

mod answer;
mod error;
mod patience;
mod progress;
#[cfg(test)]
mod tests;

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use engine::summary::WriterError;
use kernel::future::Fut;
use kernel::ports::embedder::Embedder;
use kernel::{Error, Result};
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use reqwest::{Client, StatusCode};
use serde_json::json;
use tools::StaticEmbedder;

pub use self::error::EmbedderError;
use self::patience::Patience;
pub use self::progress::Progress;
use crate::config::{Embedding, Secret};
use crate::failure::Failure;
use crate::outward::{self, retry_after};
use crate::writer::meter::Meter;

/// Number of texts per request.
pub const BATCH: usize = 64;
/// Maximum size of a response in bytes, with room for the largest batch of the largest vectors.
const BYTES: usize = 24 * 1024 * 1024;
/// Timeout of a search for the vector of its query.
const QUESTION: Duration = Duration::from_secs(1);
/// Prefix of the models' names, so that no endpoint's model has the name of a built-in one.
const ENDPOINT: &str = "endpoint ";

/// Embedder of this server.
pub enum Maker {
    /// The built-in model.
    Own,
    /// A remote endpoint.
    Endpoint(Arc<EndpointEmbedder>),
}

/// An embedder that calls a remote endpoint.
pub struct EndpointEmbedder {
    name: String,
    model: String,
    /// Number of dimensions, once known.
    dimensions: OnceLock<usize>,
    patience: Patience,
    shared: Arc<Shared>,
}

/// State shared by all models of an endpoint.
struct Shared {
    http: Client,
    url: String,
    key: Option<HeaderValue>,
    timeout: Duration,
    /// Budget. Set at startup, before the first request.
    meter: OnceLock<Meter>,
}

impl EndpointEmbedder {
    /// Creates the embedder for `endpoint`.
    ///
    /// # Errors
    /// Returns an error if the key is not a valid header value, or this machine's certificates cannot be read.
    pub fn new(endpoint: &Embedding) -> Result<Self, Failure> {
        let http = outward::client(&endpoint.url, "the embedder's")?;
        let shared = Shared {
            http,
            url: format!("{}/embeddings", endpoint.url),
            key: endpoint.key.as_ref().map(bearer).transpose()?,
            timeout: endpoint.timeout,
            meter: OnceLock::new(),
        };
        Ok(Self::of(&endpoint.model, Arc::new(shared)))
    }

    fn of(model: &str, shared: Arc<Shared>) -> Self {
        Self {
            name: format!("{ENDPOINT}{model}"),
            model: model.into(),
            dimensions: OnceLock::new(),
            patience: Patience::default(),
            shared,
        }
    }

    /// Sets the budget that requests count towards from now on.
    pub fn count_by(&self, meter: Meter) {
        // A meter that is already set stays.
        drop(self.shared.meter.set(meter));
    }

    /// Sets the number of dimensions of the stored vectors of this model; others are rejected.
    pub fn expect(&self, dimensions: usize) {
        // A known number comes from the same vectors.
        let _ = self.dimensions.set(dimensions);
    }

    /// Returns the vectors of these texts, none of which may be empty.
    ///
    /// # Errors
    /// Returns an error if there is no response in time, or it is invalid.
    pub async fn vectors(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedderError> {
        let vectors = self.request_once(texts, self.shared.timeout).await?;
        if let Some(first) = vectors.first() {
            self.expect(first.len());
        }
        self.patience.restore();
        Ok(vectors)
    }

    /// Sends one request and validates the response.
    async fn request_once(
        &self,
        texts: &[&str],
        timeout: Duration,
    ) -> Result<Vec<Vec<f32>>, EmbedderError> {
        let meter = self.shared.meter.get().ok_or(EmbedderError::Uncounted)?;
        meter.asks().await.map_err(|error| match error {
            WriterError::Spent { what, most } => EmbedderError::Spent { what, most },
            _ => EmbedderError::Uncounted,
        })?;
        let question = json!({
            "model": self.model,
            "input": texts,
            "encoding_format": "float",
        })
        .to_string();
        let sent = question.len();
        let sent_and_read = self.send(question);
        let answered = tokio::time::timeout(timeout, sent_and_read).await;
        let answered = answered.unwrap_or(Err(EmbedderError::TimedOut(timeout)));
        // Counted even if the response is unusable or cut off, because the endpoint did the work.
        let tokens = match &answered {
            Ok(answer) => answer::tokens(answer).unwrap_or(sent as u64 / 4),
            Err(EmbedderError::TimedOut(_)) => sent as u64 / 4,
            Err(_) => 0,
        };
        if tokens > 0 {
            meter.record_tokens(tokens).await;
        }
        answer::read(&answered?, texts.len(), self.dimensions.get().copied())
    }

    async fn send(&self, question: String) -> Result<Vec<u8>, EmbedderError> {
        let mut request = (self.shared.http.post(&self.shared.url))
            .header(CONTENT_TYPE, "application/json")
            .body(question);
        if let Some(key) = &self.shared.key {
            request = request.header(AUTHORIZATION, key);
        }
        let response = outward::send(request).await;
        let response = response.map_err(|_| EmbedderError::Unreachable)?;
        let status = response.status();
        if status == StatusCode::TOO_MANY_REQUESTS {
            return Err(EmbedderError::RateLimited(retry_after(&response)));
        }
        if !status.is_success() {
            return Err(EmbedderError::Refused(status.as_u16()));
        }
        let whole = outward::whole(response, BYTES).await;
        let whole = whole.ok_or(EmbedderError::Odd("it is too long, or broke off"))?;
        let bytes = whole.bytes().await;
        Ok(bytes.map_err(|_| EmbedderError::Unreachable)?.into())
    }
}

fn bearer(key: &Secret) -> Result<HeaderValue, Failure> {
    let value = HeaderValue::from_str(&format!("Bearer {}", key.expose()));
    let mut value = value.map_err(|_| {
        Failure::usage(
            "--embedder-key: expected characters that a header can have, without line ends",
        )
    })?;
    value.set_sensitive(true);
    Ok(value)
}

/// Returns true if a text has content that an endpoint could embed.
#[must_use]
pub fn says_something(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}

impl Embedder for EndpointEmbedder {
    fn name(&self) -> &str {
        &self.name
    }

    fn is_immediate(&self) -> bool {
        false
    }

    fn knows(&self, word: &str) -> bool {
        StaticEmbedder.knows(word)
    }

    fn embed<'a>(&'a self, texts: &'a [&'a str]) -> Fut<'a, Result<Vec<Vec<f32>>>> {
        Box::pin(async move { self.vectors(texts).await.map_err(Error::from) })
    }

    fn ask<'a>(&'a self, question: &'a str) -> Fut<'a, Result<Vec<f32>>> {
        Box::pin(async move {
            if !says_something(question) {
                return Ok(Vec::new());
            }
            self.patience.check()?;
            let patience = QUESTION.min(self.shared.timeout);
            match self.request_once(&[question], patience).await {
                Ok(vectors) => {
                    self.patience.restore();
                    let first = vectors.into_iter().next();
                    first.ok_or_else(|| Error::internal("the embedder gave no vector"))
                }
                Err(error) => {
                    self.patience.lose(&error);
                    Err(error.into())
                }
            }
        })
    }

    fn earlier(&self, name: &str) -> Option<Arc<dyn Embedder>> {
        let model = name.strip_prefix(ENDPOINT);
        let earlier = model.map(|model| Self::of(model, self.shared.clone()));
        let is_static = StaticEmbedder.name() == name;
        match earlier {
            Some(earlier) => Some(Arc::new(earlier)),
            None => is_static.then(|| Arc::new(StaticEmbedder) as Arc<dyn Embedder>),
        }
    }
}
