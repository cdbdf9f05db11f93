//! Client for an OpenAI-compatible language model, with retries and a circuit breaker.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use async_openai::Client;
use async_openai::config::OpenAIConfig;
use async_openai::error::OpenAIError;
use async_openai::middleware::HttpRequestFactory;
use engine::summary::{WriterError, plain};
use reqwest::{RequestBuilder, Response, StatusCode};
use serde_json::{Value, json};
use tower::{BoxError, service_fn};

use crate::config::{Llm, Secret};
use crate::failure::Failure;
use crate::outward::{self, retry_after};
use crate::writer::meter::Meter;

/// Maximum number of attempts per request.
const TRIES: u32 = 3;
/// Pause after the first failure, doubled with each further one.
const PAUSE: Duration = Duration::from_millis(250);
/// Maximum `Retry-After` that is waited for before the request fails, in seconds.
const PATIENCE: u64 = 20;
/// Maximum size of a response, in bytes.
const BYTES: usize = 4 * 1024 * 1024;

/// Number of consecutive timeouts after which the endpoint is paused.
const HANGS: u32 = 3;
/// Duration of that pause.
const QUIET: Duration = Duration::from_mins(5);
/// Maximum pause that an endpoint may request.
const LONGEST: Duration = Duration::from_hours(1);

/// Format of a completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Plain text.
    Text,
    /// A JSON object. The prompt describes its shape, and `response_format` requests it if the endpoint supports that.
    Json,
}

/// An endpoint with language models.
pub struct Endpoint {
    client: Client<OpenAIConfig>,
    timeout: Duration,
    meter: Option<Meter>,
    /// End of the current pause, and its reason.
    rest: Mutex<Option<(Instant, WriterError)>>,
    /// Number of consecutive timeouts.
    hangs: AtomicU32,
    /// True if it rejected a request with `response_format` and answered it without.
    knows_no_form: AtomicBool,
}

impl Endpoint {
    /// Creates the client of the language model.
    ///
    /// # Errors
    /// Returns an error if this machine's certificates cannot be read.
    pub fn new(llm: &Llm, meter: Option<Meter>) -> Result<Self, Failure> {
        let http = outward::client(&llm.url, "the language model's")?;
        let config = OpenAIConfig::new()
            .with_api_base(&llm.url)
            .with_api_key(llm.key.as_ref().map_or("", Secret::expose));
        let transport = http.clone();
        let client = Client::build(http, config).with_http_service(service_fn(
            move |request: HttpRequestFactory| judge(transport.clone(), request),
        ));
        Ok(Self {
            client,
            timeout: llm.timeout,
            meter,
            rest: Mutex::default(),
            hangs: AtomicU32::new(0),
            knows_no_form: AtomicBool::new(false),
        })
    }

    /// Returns the completion of `prompt` by `model` under the system prompt `system`. Retries if the endpoint is busy
    /// or fails.
    ///
    /// # Errors
    /// Returns an error if there is no response in time.
    pub async fn complete(
        &self,
        model: &str,
        system: &str,
        prompt: &str,
        form: Form,
    ) -> Result<String, WriterError> {
        let mut question = json!({
            "model": model,
            "messages": [
                { "role": "system", "content": system },
                { "role": "user", "content": prompt },
            ],
            "stream": false,
        });
        if form == Form::Text || self.knows_no_form.load(Ordering::Relaxed) {
            return self.ask_again(&question).await;
        }
        question["response_format"] = json!({ "type": "json_object" });
        match self.ask_again(&question).await {
            Err(WriterError::Refused(400 | 422)) => {}
            done => return done,
        }
        // The endpoint may not support the format. Rejected requests are not billed; if the cause is something else, the
        // retry fails in the same way.
        if let Some(question) = question.as_object_mut() {
            question.remove("response_format");
        }
        let done = self.ask_again(&question).await;
        if done.is_ok() && !self.knows_no_form.swap(true, Ordering::Relaxed) {
            tracing::info!(
                "the language model's endpoint knows no response_format; it is asked without"
            );
        }
        done
    }

    /// Sends a request until it succeeds or cannot succeed; not at all during a pause.
    async fn ask_again(&self, question: &Value) -> Result<String, WriterError> {
        if let Some(why) = self.rests() {
            return Err(why);
        }
        let done = self.try_often(question).await;
        self.note(&done);
        done
    }

    /// Returns the reason of the current pause, if any.
    fn rests(&self) -> Option<WriterError> {
        let mut rest = self.rest.lock().unwrap_or_else(PoisonError::into_inner);
        rest.take_if(|(until, _)| *until <= Instant::now());
        rest.as_ref().map(|(_, why)| why.clone())
    }

    /// Starts a pause if the endpoint requests one, or after too many timeouts.
    fn note(&self, done: &Result<String, WriterError>) {
        let rest = match done {
            Err(WriterError::RateLimited {
                retry_after: Some(seconds),
            }) => Duration::from_secs(*seconds).min(LONGEST),
            Err(WriterError::TimedOut(_)) => {
                if self.hangs.fetch_add(1, Ordering::Relaxed) + 1 < HANGS {
                    return;
                }
                QUIET
            }
            _ => {
                self.hangs.store(0, Ordering::Relaxed);
                return;
            }
        };
        let Err(why) = done else {
            return;
        };
        let seconds = rest.as_secs();
        tracing::warn!(%why, seconds, "the language model is not asked for a while");
        let mut known = self.rest.lock().unwrap_or_else(PoisonError::into_inner);
        *known = Some((Instant::now() + rest, why.clone()));
    }

    async fn try_often(&self, question: &Value) -> Result<String, WriterError> {
        let mut pause = PAUSE;
        for _ in 1..TRIES {
            match self.ask(question).await {
                Err(WriterError::RateLimited { retry_after }) => match retry_after {
                    Some(seconds) if seconds > PATIENCE => {
                        return Err(WriterError::RateLimited { retry_after });
                    }
                    Some(seconds) => tokio::time::sleep(Duration::from_secs(seconds)).await,
                    None => tokio::time::sleep(pause).await,
                },
                Err(WriterError::Refused(status)) if status >= 500 => {
                    tokio::time::sleep(pause).await;
                }
                done => return done,
            }
            pause *= 2;
        }
        self.ask(question).await
    }

    async fn ask(&self, question: &Value) -> Result<String, WriterError> {
        if let Some(meter) = &self.meter {
            meter.asks().await?;
        }
        let chat = self.client.chat();
        let asked = chat.create_byot(question);
        let answer: Value = match tokio::time::timeout(self.timeout, asked).await {
            Ok(answer) => answer.map_err(reason)?,
            Err(_) => return Err(WriterError::TimedOut(self.timeout.as_secs())),
        };
        if let Some(meter) = &self.meter {
            meter.record_tokens(tokens(question, &answer)).await;
        }
        let content = answer.pointer("/choices/0/message/content");
        let text = match content.ok_or(WriterError::Unreadable)? {
            Value::String(text) => plain(text),
            Value::Array(parts) => {
                let texts = parts.iter().filter_map(|part| part.get("text")?.as_str());
                plain(&texts.collect::<String>())
            }
            Value::Null => String::new(),
            _ => return Err(WriterError::Unreadable),
        };
        if text.is_empty() {
            return Err(WriterError::Empty);
        }
        Ok(text)
    }
}

/// Returns the tokens of a request and its response as reported by the endpoint, otherwise estimated at four bytes per
/// token.
fn tokens(question: &Value, answer: &Value) -> u64 {
    let told = answer
        .pointer("/usage/total_tokens")
        .and_then(Value::as_u64);
    told.unwrap_or_else(|| (question.to_string().len() + answer.to_string().len()) as u64 / 4)
}

/// Sends a request. Converts an error response to an error while its headers are available.
async fn judge(http: reqwest::Client, request: HttpRequestFactory) -> Result<Response, BoxError> {
    let request = RequestBuilder::from_parts(http, request.build().await?);
    let response = outward::send(request).await;
    let response = response.map_err(OpenAIError::Reqwest)?;
    let status = response.status();
    if status.is_success() {
        let whole = outward::whole(response, BYTES).await;
        return whole.ok_or_else(|| WriterError::Unreadable.into());
    }
    let error = if status == StatusCode::TOO_MANY_REQUESTS {
        WriterError::RateLimited {
            retry_after: retry_after(&response),
        }
    } else {
        WriterError::Refused(status.as_u16())
    };
    Err(error.into())
}

fn reason(error: OpenAIError) -> WriterError {
    match error {
        OpenAIError::Boxed(boxed) => match boxed.downcast::<WriterError>() {
            Ok(error) => *error,
            Err(boxed) => match boxed.downcast::<OpenAIError>() {
                Ok(error) => reason(*error),
                Err(_) => WriterError::Unreachable,
            },
        },
        OpenAIError::ApiError(answer) => WriterError::Refused(answer.status_code.as_u16()),
        OpenAIError::Reqwest(error) if error.is_body() || error.is_decode() => {
            WriterError::Unreadable
        }
        OpenAIError::Reqwest(_) => WriterError::Unreachable,
        _ => WriterError::Unreadable,
    }
}
