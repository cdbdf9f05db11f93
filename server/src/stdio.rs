//! Passes messages of the Model Context Protocol from standard input on to `/mcp` of a server, and what it answers to
//! standard output: one JSON text a line. Knows of the protocol what has to stand in headers, and nothing of what is
//! said.

mod events;
mod message;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use doors::encoding;
use doors::mcp::PATH;
use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use reqwest::{Client, Response, StatusCode};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::sync::{Semaphore, mpsc};
use tokio::task::{AbortHandle, JoinSet};

use self::events::Events;
use self::message::{Agreed, Message, SESSION};
use crate::failure::Failure;
use crate::outward;

/// The most bytes of a line: the largest arguments that a tool takes, and what is around them.
const LINE: u64 = 33 * 1024 * 1024;
/// The most bytes of an answer.
const ANSWER: usize = 64 * 1024 * 1024;
/// How many messages are under way at once.
const AT_ONCE: usize = 64;
/// After how long it listens again to a server that was away; and how long it takes to say good-bye.
const AGAIN: Duration = Duration::from_secs(3);
/// The code of an error that is the way's, not the server's.
const FAILED: i64 = -32603;
/// The code of what is no JSON.
const UNREADABLE: i64 = -32700;

/// Where messages are passed on to.
struct Way {
    http: Client,
    url: String,
    bearer: HeaderValue,
    agreed: Mutex<Agreed>,
    out: mpsc::Sender<String>,
}

/// Passes on until standard input ends, and what is under way then is answered.
///
/// # Errors
/// When standard input or output breaks.
pub async fn pass(base: &str, token: &str, tools: Option<&str>) -> Result<(), Failure> {
    let mut bearer = HeaderValue::from_str(&format!("Bearer {token}"))
        .map_err(|_| Failure::usage("the token has characters that no token has"))?;
    bearer.set_sensitive(true);
    let mut url = format!("{}{PATH}", base.trim_end_matches('/'));
    if let Some(tools) = tools {
        url.push_str("?tools=");
        encoding::encode(tools, &mut url);
    }
    let (out, lines) = mpsc::channel(AT_ONCE);
    let way = Arc::new(Way {
        http: outward::client(&url, "the server's")?,
        url,
        bearer,
        agreed: Mutex::default(),
        out,
    });
    let writing = tokio::spawn(write(lines));
    let read = read(way).await;
    let written = writing.await;
    read?;
    let broken =
        |error: &dyn std::fmt::Display| Failure::unavailable(format!("standard output: {error}"));
    match written {
        Ok(written) => written.map_err(|error| broken(&error)),
        Err(error) => Err(broken(&error)),
    }
}

async fn write(mut lines: mpsc::Receiver<String>) -> std::io::Result<()> {
    let mut out = tokio::io::stdout();
    while let Some(mut line) = lines.recv().await {
        line.push('\n');
        out.write_all(line.as_bytes()).await?;
        out.flush().await?;
    }
    Ok(())
}

async fn read(way: Arc<Way>) -> Result<(), Failure> {
    let room = Arc::new(Semaphore::new(AT_ONCE));
    let mut under_way: JoinSet<()> = JoinSet::new();
    let mut by_id: HashMap<String, AbortHandle> = HashMap::new();
    let mut listening: Vec<AbortHandle> = Vec::new();
    let mut input = BufReader::new(tokio::io::stdin());
    loop {
        let mut line = Vec::new();
        let bytes = (&mut input).take(LINE).read_until(b'\n', &mut line).await;
        let bytes =
            bytes.map_err(|error| Failure::unavailable(format!("standard input: {error}")))?;
        if bytes == 0 || way.out.is_closed() {
            break;
        }
        if bytes as u64 == LINE {
            return Err(Failure::usage(format!(
                "a line of standard input has more than {LINE} bytes"
            )));
        }
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let Some(message) = Message::read(line) else {
            way.refuse(
                &Value::Null,
                UNREADABLE,
                "The line is no JSON-RPC message.",
                None,
            )
            .await;
            continue;
        };
        while under_way.try_join_next().is_some() {}
        by_id.retain(|_, task| !task.is_finished());
        if let Some(cancelled) = message.cancels() {
            if let Some(task) = by_id.remove(&cancelled) {
                task.abort();
            }
            continue;
        }
        if message.is_begun() {
            // What comes next is answered only after this has arrived.
            way.send(message).await;
            let way = way.clone();
            listening.push(under_way.spawn(async move { way.listen().await }));
            continue;
        }
        let (listens, answers) = (message.listens(), message.answers());
        let id = message.id.clone().filter(|_| !answers);
        // What opens a stream of its own does not keep others out, and a call may wait for an answer.
        let place = if listens || answers {
            None
        } else {
            room.clone().acquire_owned().await.ok()
        };
        let way = way.clone();
        let task = under_way.spawn(async move {
            way.send(message).await;
            drop(place);
        });
        if listens {
            listening.push(task.clone());
        }
        if let Some(id) = id {
            by_id.insert(id.to_string(), task);
        }
    }
    listening.iter().for_each(AbortHandle::abort);
    while under_way.join_next().await.is_some() {}
    way.end().await;
    Ok(())
}

impl Way {
    /// Sends a message, and passes on what comes of it.
    async fn send(&self, message: Message) {
        let request = self
            .http
            .post(&self.url)
            .header(AUTHORIZATION, self.bearer.clone())
            .header(CONTENT_TYPE, "application/json")
            .header(ACCEPT, "application/json, text/event-stream")
            .headers(message.headers(self.agreed().clone()).into_iter().collect());
        let (id, begins) = (message.id.clone(), message.begins());
        let answered = match request.body(message.text).send().await {
            Ok(response) => self.answered(response, begins).await,
            Err(error) => Err((format!("The server cannot be reached: {error}"), None)),
        };
        if let (Err((detail, problem)), Some(id)) = (answered, id) {
            self.refuse(&id, FAILED, &detail, problem).await;
        }
    }

    async fn answered(
        &self,
        response: Response,
        begins: bool,
    ) -> Result<(), (String, Option<Value>)> {
        let status = response.status();
        let kind = response.headers().get(CONTENT_TYPE);
        let kind = kind
            .and_then(|kind| kind.to_str().ok())
            .unwrap_or_default()
            .to_owned();
        if status == StatusCode::ACCEPTED {
            return Ok(());
        }
        if begins {
            self.agreed().session = response.headers().get(SESSION).cloned();
        }
        if kind.starts_with("text/event-stream") {
            return self.stream(response, begins).await;
        }
        let broke = || ("The server's answer broke off.".to_owned(), None);
        let whole = outward::whole(response, ANSWER).await.ok_or_else(broke)?;
        let bytes = whole.bytes().await.map_err(|_| broke())?;
        let Ok(answer) = serde_json::from_slice::<Value>(&bytes) else {
            return Err((format!("The server answers {status}."), None));
        };
        if answer.get("jsonrpc").is_some() {
            self.hear(&answer, begins).await;
            return Ok(());
        }
        let detail = answer["detail"]
            .as_str()
            .map_or_else(|| format!("The server answers {status}."), str::to_owned);
        Err((detail, Some(answer)))
    }

    /// Passes on what the server says in a session unasked, for as long as there is one.
    async fn listen(&self) {
        loop {
            let agreed = self.agreed().clone();
            if agreed.session.is_none() {
                return;
            }
            let request = self
                .http
                .get(&self.url)
                .header(AUTHORIZATION, self.bearer.clone())
                .header(ACCEPT, "text/event-stream")
                .headers(agreed.headers().into_iter().collect());
            match request.send().await {
                Ok(response) if response.status().is_success() => {
                    drop(self.stream(response, false).await);
                }
                Ok(response) if response.status().is_client_error() => return,
                _ => {}
            }
            // The server was stopped, or is busy.
            tokio::time::sleep(AGAIN).await;
        }
    }

    /// Ends the session, if there is one.
    async fn end(&self) {
        let agreed = self.agreed().clone();
        if agreed.session.is_none() {
            return;
        }
        let request = self
            .http
            .delete(&self.url)
            .header(AUTHORIZATION, self.bearer.clone())
            .headers(agreed.headers().into_iter().collect());
        // It ends by itself when this does not arrive.
        drop(tokio::time::timeout(AGAIN, request.send()).await);
    }

    async fn hear(&self, message: &Value, begins: bool) {
        if begins && let Some(version) = message["result"]["protocolVersion"].as_str() {
            self.agreed().version = HeaderValue::from_str(version).ok();
        }
        self.say(message).await;
    }

    async fn stream(
        &self,
        mut response: Response,
        begins: bool,
    ) -> Result<(), (String, Option<Value>)> {
        let mut events = Events::default();
        loop {
            match response.chunk().await {
                Ok(Some(chunk)) => {
                    for message in events.add(&chunk) {
                        self.hear(&message, begins).await;
                    }
                    if events.waiting() > ANSWER {
                        return Err(("The server's answer is too long.".into(), None));
                    }
                }
                Ok(None) => return Ok(()),
                Err(error) => return Err((format!("The server broke off: {error}"), None)),
            }
        }
    }

    fn agreed(&self) -> MutexGuard<'_, Agreed> {
        self.agreed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn refuse(&self, id: &Value, code: i64, detail: &str, problem: Option<Value>) {
        let mut error = json!({ "code": code, "message": detail });
        if let Some(problem) = problem {
            error["data"] = problem;
        }
        self.say(&json!({ "jsonrpc": "2.0", "id": id, "error": error }))
            .await;
    }

    /// Writes a message. Nobody reads it any more when that fails, which the writer tells.
    async fn say(&self, message: &Value) {
        drop(self.out.send(message.to_string()).await);
    }
}
