//! Vectors by an endpoint that speaks the OpenAI API: many texts at a time in the background, and a question while
//! somebody waits. Believes nothing that it is told before it has looked at it; knows nothing of what texts are for.

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

/// How many texts are sent at a time.
pub const BATCH: usize = 64;
/// The most bytes of an answer: as many vectors of as many numbers as there may be, and room.
const BYTES: usize = 24 * 1024 * 1024;
/// How long whoever searches waits for the vector of a question.
const QUESTION: Duration = Duration::from_secs(1);
/// What the name of each model begins with: no endpoint's model has the name of one that is in Loci.
const ENDPOINT: &str = "endpoint ";

/// What makes the vectors of this server.
pub enum Maker {
    /// Loci itself.
    Own,
    /// An endpoint.
    Endpoint(Arc<EndpointEmbedder>),
}

/// An endpoint that makes vectors.
pub struct EndpointEmbedder {
    name: String,
    model: String,
    /// How many numbers its vectors have, once it is known.
    dimensions: OnceLock<usize>,
    patience: Patience,
    shared: Arc<Shared>,
}

/// What is the same for all models of an endpoint.
struct Shared {
    http: Client,
    url: String,
    key: Option<HeaderValue>,
    timeout: Duration,
    /// Nothing is asked before there is something that counts.
    meter: OnceLock<Meter>,
}

impl EndpointEmbedder {
    /// The embedder at `endpoint`.
    ///
    /// # Errors
    /// When the key cannot be sent, or this machine's certificates cannot be read.
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

    /// Counts what is asked from now on.
    pub fn count_by(&self, meter: Meter) {
        // Whoever counts already goes on.
        drop(self.shared.meter.set(meter));
    }

    /// Says how many numbers the vectors have that are kept of this model: others are refused.
    pub fn expect(&self, dimensions: usize) {
        // What is known already is of the same vectors.
        let _ = self.dimensions.set(dimensions);
    }

    /// The vectors of these texts, which say something.
    ///
    /// # Errors
    /// When there are none in time, or what is answered cannot be their vectors.
    pub async fn vectors(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedderError> {
        let vectors = self.asked(texts, self.shared.timeout).await?;
        if let Some(first) = vectors.first() {
            self.expect(first.len());
        }
        self.patience.restore();
        Ok(vectors)
    }

    /// Asks once, and looks at what is answered.
    async fn asked(
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
        // Read or cut off: it was worked for, also where it is of no use.
        let tokens = match &answered {
            Ok(answer) => answer::tokens(answer).unwrap_or(sent as u64 / 4),
            Err(EmbedderError::TimedOut(_)) => sent as u64 / 4,
            Err(_) => 0,
        };
        if tokens > 0 {
            meter.used(tokens).await;
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
        let response = request.send().await;
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

/// Whether there is anything in a text that an endpoint could embed.
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
            match self.asked(&[question], patience).await {
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
