//! A language model behind an endpoint that speaks the OpenAI API. Asks and is patient; knows nothing of
//! what is asked.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use async_openai::Client;
use async_openai::config::OpenAIConfig;
use async_openai::error::OpenAIError;
use async_openai::middleware::{HttpRequestFactory, ReqwestService};
use engine::summary::{WriterError, plain};
use reqwest::{Response, StatusCode};
use serde_json::{Value, json};
use tower::{BoxError, ServiceExt, service_fn};

use crate::config::{Llm, Secret};
use crate::failure::Failure;
use crate::outward::{self, retry_after};
use crate::writer::meter::Meter;

/// How often one question is asked at most.
const TRIES: u32 = 3;
/// How long to wait after the first failure; twice as long after each further one.
const PAUSE: Duration = Duration::from_millis(250);
/// The longest wait that an endpoint may ask for before it counts as failed, in seconds.
const PATIENCE: u64 = 20;
/// The most bytes of an answer.
const BYTES: usize = 4 * 1024 * 1024;

/// After so many questions in a row without an answer in time nobody asks for a while …
const HANGS: u32 = 3;
/// … which is so long.
const QUIET: Duration = Duration::from_mins(5);
/// The longest rest that an endpoint may ask for.
const LONGEST: Duration = Duration::from_hours(1);

/// In which form an answer is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A text.
    Text,
    /// A JSON object: the prompt says of which shape, and `response_format` asks for it as well where the
    /// endpoint knows that.
    Json,
}

/// An endpoint with language models to ask.
pub struct Endpoint {
    client: Client<OpenAIConfig>,
    timeout: Duration,
    meter: Option<Meter>,
    /// Until when nobody asks it, and why.
    rest: Mutex<Option<(Instant, WriterError)>>,
    /// How many questions in a row it did not answer in time.
    hangs: AtomicU32,
    /// Whether it answered a question without `response_format` that it refused with it.
    knows_no_form: AtomicBool,
}

impl Endpoint {
    /// The client of the language model.
    ///
    /// # Errors
    /// When this machine's certificates cannot be read.
    pub fn new(llm: &Llm, meter: Option<Meter>) -> Result<Self, Failure> {
        let http = outward::client(&llm.url, "the language model's")?;
        let config = OpenAIConfig::new()
            .with_api_base(&llm.url)
            .with_api_key(llm.key.as_ref().map_or("", Secret::expose));
        let transport = ReqwestService::new(http.clone());
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

    /// The answer of `model` to `prompt`, under the rule `system`. Asked again when the endpoint is busy or
    /// stumbles.
    ///
    /// # Errors
    /// When there is none in time.
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
        // It may be the form that it does not know. Nobody pays for that twice; where it is something else
        // the answer is the same without.
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

    /// Asks until there is an answer, or no hope of one; not at all while it rests.
    async fn ask_again(&self, question: &Value) -> Result<String, WriterError> {
        if let Some(why) = self.rests() {
            return Err(why);
        }
        let done = self.try_often(question).await;
        self.note(&done);
        done
    }

    /// Why nobody asks it now.
    fn rests(&self) -> Option<WriterError> {
        let mut rest = self.rest.lock().unwrap_or_else(PoisonError::into_inner);
        rest.take_if(|(until, _)| *until <= Instant::now());
        rest.as_ref().map(|(_, why)| why.clone())
    }

    /// Has it rest when it asks for that, or answers nobody in time.
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
            meter.used(tokens(question, &answer)).await;
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

/// The tokens of a question and its answer, as the endpoint counts them; else by the usual estimate of four bytes
/// to a token.
fn tokens(question: &Value, answer: &Value) -> u64 {
    let told = answer
        .pointer("/usage/total_tokens")
        .and_then(Value::as_u64);
    told.unwrap_or_else(|| (question.to_string().len() + answer.to_string().len()) as u64 / 4)
}

/// Sends a request; an answer that is none becomes the reason why, while its headers are still there.
async fn judge(
    transport: ReqwestService,
    request: HttpRequestFactory,
) -> Result<Response, BoxError> {
    let response = transport.oneshot(request).await?;
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
