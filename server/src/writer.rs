//! Writers of summaries: the language model if configured, with the built-in writer as fallback.

use std::collections::VecDeque;
use std::sync::Arc;

use engine::session::gauges::ENCODING;
use engine::summary::{
    Line, Request, SummaryWriter, WriterError, Written, extractive, join_messages, parts,
};
use kernel::future::Fut;
use kernel::ports::tokens::{Encoding, Tokens};

use crate::config::Llm;
use crate::failure::Failure;
use crate::writer::endpoint::{Endpoint, Form};
use crate::writer::meter::Meter;

pub mod endpoint;
pub mod meter;
#[cfg(test)]
mod tests;

/// Words per token, in hundredths, by the usual estimate. Limits are given in words, because models count words better
/// than tokens.
const WORDS: u32 = 75;

/// The writers of this server.
pub struct Writers {
    endpoint: Option<Endpoint>,
    tokens: Arc<AsSessions>,
}

/// Counts tokens as sessions do, so that a writer and the session agree on limits.
struct AsSessions(Arc<dyn Tokens>);

impl Tokens for AsSessions {
    fn count_in(&self, encoding: Encoding, text: &str) -> u32 {
        self.0.count_in(encoding, text)
    }
    fn encoding(&self) -> Encoding {
        ENCODING
    }
}

impl Writers {
    /// Creates the writers: the language model `llm`, limited by the budget of `meter`, and the built-in writer.
    ///
    /// # Errors
    /// Returns an error if the language model's client cannot be created.
    pub fn new(
        llm: Option<&Llm>,
        tokens: Arc<dyn Tokens>,
        meter: Option<Meter>,
    ) -> Result<Self, Failure> {
        let endpoint = llm.map(|llm| Endpoint::new(llm, meter)).transpose()?;
        let tokens = Arc::new(AsSessions(tokens));
        Ok(Self { endpoint, tokens })
    }

    /// Returns the language model, for tasks without a built-in alternative.
    ///
    /// # Errors
    /// Returns [`WriterError::Missing`] if none is configured.
    pub fn endpoint(&self) -> Result<&Endpoint, WriterError> {
        self.endpoint.as_ref().ok_or(WriterError::Missing)
    }

    /// Asks the model, part by part if the text exceeds one request: each summary is the previous one of the next part.
    async fn ask(&self, endpoint: &Endpoint, request: &Request) -> Result<Written, WriterError> {
        let words = (request.budget * WORDS / 100).max(1);
        let bound = format!("Write at most {words} words.");
        let mut left: VecDeque<Line> = request.messages.clone().into();
        let mut text = request.previous.clone();
        let mut replaced = self.tokens.count(&text);
        loop {
            let room = parts::room(request, &text, &*self.tokens);
            let part = parts::next(&mut left, room, &*self.tokens).ok_or(WriterError::NoRoom)?;
            let messages = join_messages(&part);
            replaced += self.tokens.count(&messages);
            let prompt = request.prompt.fill(&text, &messages);
            text = endpoint
                .complete(&request.model, &bound, &prompt, Form::Text)
                .await?;
            let tokens = self.tokens.count(&text);
            if tokens >= replaced {
                return Err(WriterError::TooLong);
            }
            // Accepting it would leave a session over its window, and the model would be asked again with each write.
            if tokens > request.most {
                let most = request.most;
                return Err(WriterError::TooLarge { tokens, most });
            }
            if left.is_empty() {
                break;
            }
        }
        Ok(Written {
            text,
            writer: request.model.clone(),
            fallback: None,
        })
    }

    /// Runs the built-in writer on a blocking thread.
    async fn extract(&self, request: &Request) -> Result<Written, WriterError> {
        let (request, tokens) = (request.clone(), self.tokens.clone());
        tokio::task::spawn_blocking(move || extractive(&request, &*tokens))
            .await
            .map_err(|_| WriterError::Empty)?
    }
}

impl SummaryWriter for Writers {
    fn write<'a>(&'a self, request: &'a Request) -> Fut<'a, Result<Written, WriterError>> {
        Box::pin(async move {
            let asked = self.endpoint.as_ref().filter(|_| !request.model.is_empty());
            let Some(endpoint) = asked else {
                return self.extract(request).await;
            };
            match self.ask(endpoint, request).await {
                Ok(written) => Ok(written),
                Err(error) => {
                    tracing::warn!(%error, "Loci writes the summary itself");
                    let mut written = self.extract(request).await?;
                    written.fallback = Some(error.to_string());
                    Ok(written)
                }
            }
        })
    }
}
