//! Transport of messages to the server and of responses to the client. If a server disappears, finds the next one and
//! resends messages that are safe to repeat.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use doors::mcp::PATH;
use doors::{IDEMPOTENCY_KEY, encoding};
use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use reqwest::{Client, Response, StatusCode};
use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::events::Events;
use super::listening::Listening;
use super::message::{Agreed, Message, SESSION};
use super::place::Place;
use crate::failure::Failure;
use crate::{chance, outward};

/// Maximum size of a response, in bytes.
const ANSWER: usize = 64 * 1024 * 1024;
/// Maximum number of attempts for a message without a response.
const TRIES: u32 = 4;
/// Pause between attempts.
const PAUSE: Duration = Duration::from_millis(50);
/// Delay before listening to a disconnected server again, and timeout for ending a session.
const AGAIN: Duration = Duration::from_secs(3);
/// JSON-RPC error code for failures of the transport.
const FAILED: i64 = -32603;
/// Prefix of the address of a local server, which is reached without a proxy.
const HERE: &str = "http://127.0.0.1";
/// Error for a response that exceeds the limit.
const TOO_LONG: &str = "The server's answer is too long.";

/// The transport.
pub struct Way {
    http: Client,
    place: Arc<Place>,
    path: String,
    bearer: HeaderValue,
    agreed: Mutex<Agreed>,
    /// Channel for responses.
    pub out: mpsc::Sender<String>,
}

/// Reason why a message was not answered.
enum Trouble {
    /// The server did not receive it.
    Unreached(String),
    /// The server may have received it; the outcome is unknown.
    Broken(String),
    /// Final failure, with the problem details of the response, if any.
    Refused(String, Option<Value>),
}

impl Way {
    /// Creates a transport with a token.
    ///
    /// # Errors
    /// Returns an error if the token is invalid, or this machine's certificates cannot be read.
    pub fn new(
        place: Arc<Place>,
        token: &str,
        tools: Option<&str>,
        out: mpsc::Sender<String>,
    ) -> Result<Self, Failure> {
        let mut bearer = HeaderValue::from_str(&format!("Bearer {token}"))
            .map_err(|_| Failure::usage("the token has characters that no token has"))?;
        bearer.set_sensitive(true);
        let mut path = PATH.to_owned();
        if let Some(tools) = tools {
            path.push_str("?tools=");
            encoding::encode(tools, &mut path);
        }
        Ok(Self {
            http: outward::client(place.address().unwrap_or(HERE), "the server's")?,
            place,
            path,
            bearer,
            agreed: Mutex::default(),
            out,
        })
    }

    /// Sends a message and forwards the responses.
    pub async fn send(&self, mut message: Message) {
        if let Ok(key) = chance::word() {
            message.add_key(&key);
        }
        let mut listening = message.listens().then(Listening::default);
        let (mut tries, mut lost, mut is_in_doubt) = (0, None, false);
        let (why, problem) = loop {
            let url = match self.place.url(lost.as_deref()).await {
                Ok(url) => url,
                Err(failure) => break (failure.message, None),
            };
            let heard = listening.as_ref().map_or(0, Listening::message_count);
            let (why, may_repeat) = match self.once(&url, &message, &mut listening).await {
                Ok(()) => return,
                Err(Trouble::Refused(why, problem)) => break (why, problem),
                Err(Trouble::Unreached(why)) => (why, self.place.address().is_none()),
                Err(Trouble::Broken(why)) => {
                    is_in_doubt = true;
                    (why, message.is_repeatable())
                }
            };
            let is_heard = listening
                .as_ref()
                .is_some_and(|now| now.message_count() > heard);
            tries = if is_heard { 1 } else { tries + 1 };
            if tries >= TRIES || !may_repeat {
                break (why, None);
            }
            lost = Some(url);
            tokio::time::sleep(PAUSE * tries).await;
        };
        if !is_in_doubt || !message.writes() || problem.is_some() {
            return self.refuse_all(&message, &why, problem).await;
        }
        let mut detail = format!("{why} It is unknown whether the call was done.");
        let key = message.key().map(|key| json!({ IDEMPOTENCY_KEY: key }));
        if key.is_some() {
            detail.push_str(
                " Call again with the same arguments and this `idempotency_key`: it is done once.",
            );
        }
        self.refuse_all(&message, &detail, key).await;
    }

    /// Answers each request of a message with an error.
    async fn refuse_all(&self, message: &Message, detail: &str, problem: Option<Value>) {
        for id in message.ids() {
            self.refuse(id, FAILED, detail, problem.clone()).await;
        }
    }

    /// Sends a message once to the server at `url`.
    async fn once(
        &self,
        url: &str,
        message: &Message,
        listening: &mut Option<Listening>,
    ) -> Result<(), Trouble> {
        let request = self
            .http
            .post(format!("{url}{}", self.path))
            .header(AUTHORIZATION, self.bearer.clone())
            .header(CONTENT_TYPE, "application/json")
            .header(ACCEPT, "application/json, text/event-stream")
            .headers(
                message
                    .headers(self.agreement().clone())
                    .into_iter()
                    .collect(),
            );
        let response = request.body(message.text.clone()).send().await;
        let response = response.map_err(|error| {
            let why = format!("The server cannot be reached: {error}.");
            if error.is_connect() || error.is_builder() {
                Trouble::Unreached(why)
            } else {
                Trouble::Broken(why)
            }
        })?;
        self.handle_response(response, message, listening).await
    }

    async fn handle_response(
        &self,
        response: Response,
        message: &Message,
        listening: &mut Option<Listening>,
    ) -> Result<(), Trouble> {
        let status = response.status();
        let kind = response.headers().get(CONTENT_TYPE);
        let kind = kind
            .and_then(|kind| kind.to_str().ok())
            .unwrap_or_default()
            .to_owned();
        if status == StatusCode::ACCEPTED {
            return Ok(());
        }
        if message.begins() {
            self.agreement().session = response.headers().get(SESSION).cloned();
        }
        if kind.starts_with("text/event-stream") {
            return self.stream(response, message, listening).await;
        }
        let is_long = response
            .content_length()
            .is_some_and(|bytes| bytes > ANSWER as u64);
        if is_long {
            return Err(Trouble::Refused(TOO_LONG.into(), None));
        }
        let broke = || Trouble::Broken("The server's answer broke off.".to_owned());
        let whole = outward::whole(response, ANSWER).await.ok_or_else(broke)?;
        let bytes = whole.bytes().await.map_err(|_| broke())?;
        let Ok(mut answer) = serde_json::from_slice::<Value>(&bytes) else {
            // The outcome of a partial response is unknown.
            return Err(if status.is_success() {
                broke()
            } else {
                Trouble::Refused(format!("The server answers {status}."), None)
            });
        };
        if answer.is_array() {
            self.say(&answer).await;
            return Ok(());
        }
        if answer.get("jsonrpc").is_some() {
            // The server does not know the id of a message that it could not parse, but the client waits for that id.
            let ids = message.ids();
            if answer["id"].is_null() && !ids.is_empty() {
                for id in ids {
                    answer["id"] = id.clone();
                    self.hear(&answer, message.begins()).await;
                }
            } else {
                self.hear(&answer, message.begins()).await;
            }
            return Ok(());
        }
        let detail = answer["detail"]
            .as_str()
            .map_or_else(|| format!("The server answers {status}."), str::to_owned);
        Err(Trouble::Refused(detail, Some(answer)))
    }

    async fn stream(
        &self,
        mut response: Response,
        message: &Message,
        listening: &mut Option<Listening>,
    ) -> Result<(), Trouble> {
        let mut events = Events::default();
        let mut is_answered = message.id.is_none();
        loop {
            let why = match response.chunk().await {
                Ok(Some(chunk)) => {
                    for said in events.add(&chunk) {
                        is_answered |= said.get("id") == message.id.as_ref();
                        match listening {
                            Some(listening) => {
                                for told in listening.hear(said) {
                                    self.say(&told).await;
                                }
                            }
                            None => self.hear(&said, message.begins()).await,
                        }
                    }
                    if events.waiting() > ANSWER {
                        return Err(Trouble::Refused(TOO_LONG.into(), None));
                    }
                    continue;
                }
                Ok(None) => "The server's answer broke off.".to_owned(),
                Err(error) => format!("The server broke off: {error}."),
            };
            return if is_answered {
                Ok(())
            } else {
                Err(Trouble::Broken(why))
            };
        }
    }

    /// Forwards the server's unsolicited messages of a session, while there is one.
    pub async fn listen(&self) {
        let mut lost = None;
        loop {
            let agreed = self.agreement().clone();
            if agreed.session.is_none() {
                return;
            }
            if let Ok(url) = self.place.url(lost.as_deref()).await {
                let request = self
                    .http
                    .get(format!("{url}{}", self.path))
                    .header(AUTHORIZATION, self.bearer.clone())
                    .header(ACCEPT, "text/event-stream")
                    .headers(agreed.headers().into_iter().collect());
                match request.send().await {
                    Ok(response) if response.status().is_success() => {
                        self.overhear(response).await;
                    }
                    Ok(response) if response.status().is_client_error() => return,
                    _ => {}
                }
                lost = Some(url);
            }
            // The server was stopped, or is busy.
            tokio::time::sleep(AGAIN).await;
        }
    }

    /// Forwards events until the stream ends.
    async fn overhear(&self, mut response: Response) {
        let mut events = Events::default();
        while let Ok(Some(chunk)) = response.chunk().await {
            for said in events.add(&chunk) {
                self.say(&said).await;
            }
            if events.waiting() > ANSWER {
                return;
            }
        }
    }

    /// Ends the session, if there is one.
    pub async fn end(&self) {
        let agreed = self.agreement().clone();
        if agreed.session.is_none() {
            return;
        }
        let ending = async {
            let url = self.place.url(None).await.ok()?;
            let request = self
                .http
                .delete(format!("{url}{}", self.path))
                .header(AUTHORIZATION, self.bearer.clone())
                .headers(agreed.headers().into_iter().collect());
            request.send().await.ok()
        };
        // If this does not arrive, the session expires by itself.
        drop(tokio::time::timeout(AGAIN, ending).await);
    }

    async fn hear(&self, message: &Value, begins: bool) {
        if begins && let Some(version) = message["result"]["protocolVersion"].as_str() {
            self.agreement().version = HeaderValue::from_str(version).ok();
        }
        self.say(message).await;
    }

    fn agreement(&self) -> MutexGuard<'_, Agreed> {
        self.agreed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Answers a message with an error.
    pub async fn refuse(&self, id: &Value, code: i64, detail: &str, problem: Option<Value>) {
        let mut error = json!({ "code": code, "message": detail });
        if let Some(problem) = problem {
            error["data"] = problem;
        }
        self.say(&json!({ "jsonrpc": "2.0", "id": id, "error": error }))
            .await;
    }

    /// Writes a message. The writer reports a closed output.
    async fn say(&self, message: &Value) {
        drop(self.out.send(message.to_string()).await);
    }
}
