//! Tests for the writers with a local HTTP stub.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Response, StatusCode};
use axum::routing::post;
use bytes::Bytes;
use engine::summary::{Line, Prompt, Request, SummaryWriter, WriterError, Written};
use kernel::ports::tokens::Tokens as _;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tools::BpeTokens;

use crate::config::Llm;
use crate::writer::Writers;
use crate::writer::endpoint::Form;

/// Next response of the stub.
enum Reply {
    /// Status, `Retry-After`, body.
    Send(u16, Option<&'static str>, String),
    /// No response.
    Hang,
    /// An endless body without a length.
    Stream,
}

fn says(text: &str) -> Reply {
    let answer = json!({ "choices": [{ "message": { "role": "assistant", "content": text } }] });
    Reply::Send(200, None, answer.to_string())
}

fn fails(status: u16) -> Reply {
    Reply::Send(status, None, "no".into())
}

#[derive(Clone, Default)]
struct Stub {
    replies: Arc<Mutex<VecDeque<Reply>>>,
    asked: Arc<Mutex<Vec<(HeaderMap, Value)>>>,
}

impl Stub {
    fn asked(&self) -> Vec<Value> {
        let asked = self.asked.lock().unwrap();
        asked.iter().map(|(_, body)| body.clone()).collect()
    }
}

async fn answer(State(stub): State<Stub>, headers: HeaderMap, body: String) -> Response<Body> {
    let body = serde_json::from_str(&body).unwrap();
    stub.asked.lock().unwrap().push((headers, body));
    let reply = stub.replies.lock().unwrap().pop_front();
    let (status, retry_after, body) = match reply {
        Some(Reply::Send(status, retry_after, body)) => (status, retry_after, body),
        Some(Reply::Stream) => {
            let part = Bytes::from(vec![b' '; 64 * 1024]);
            let parts = futures_util::stream::repeat(Ok::<_, Infallible>(part));
            return Response::new(Body::from_stream(parts));
        }
        Some(Reply::Hang) | None => return std::future::pending().await,
    };
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = StatusCode::from_u16(status).unwrap();
    if let Some(seconds) = retry_after {
        response
            .headers_mut()
            .insert("retry-after", seconds.parse().unwrap());
    }
    response
}

/// Returns writers with an endpoint that sends `replies`, and the requests that it received.
async fn writers(replies: Vec<Reply>) -> (Writers, Stub) {
    let stub = Stub::default();
    stub.replies.lock().unwrap().extend(replies);
    let routes = Router::new()
        .route("/v1/chat/completions", post(answer))
        .with_state(stub.clone());
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, routes).await });
    let llm = Llm {
        url: format!("http://{address}/v1"),
        model: "small".into(),
        key: Some("sk-1".parse().unwrap()),
        timeout: Duration::from_millis(400),
    };
    (
        Writers::new(Some(&llm), Arc::new(BpeTokens), None).unwrap(),
        stub,
    )
}

fn request() -> Request {
    let line = |role: &str, content: &str| Line {
        role: role.into(),
        content: content.into(),
    };
    Request {
        previous: "They plan a trip.".into(),
        messages: vec![
            line(
                "user",
                "We decided on Paris in March, with a budget of $3000 for the two of us.",
            ),
            line(
                "assistant",
                "Noted: Paris in March, and the budget is $3000 for two people.",
            ),
        ],
        model: "small".into(),
        window: 16_000,
        prompt: Prompt::default(),
        budget: 40,
        most: 80,
    }
}

async fn write(replies: Vec<Reply>) -> (Written, Stub) {
    let (writers, stub) = writers(replies).await;
    (writers.write(&request()).await.unwrap(), stub)
}

#[tokio::test]
async fn a_model_writes_when_it_can() {
    let (written, stub) = write(vec![says("  Paris in March, $3000.  ")]).await;
    assert_eq!(written.text, "Paris in March, $3000.");
    assert_eq!((written.writer.as_str(), written.fallback), ("small", None));
    let asked = &stub.asked()[0];
    assert_eq!(
        (&asked["model"], &asked["stream"]),
        (&json!("small"), &json!(false))
    );
    assert_eq!(asked["messages"][0]["content"], "Write at most 30 words.");
    let prompt = asked["messages"][1]["content"].as_str().unwrap();
    assert!(prompt.contains("They plan a trip.") && prompt.contains("user: We decided on Paris"));
    assert_eq!(
        stub.asked.lock().unwrap()[0].0["authorization"],
        "Bearer sk-1"
    );
}

#[tokio::test]
async fn a_model_that_is_busy_or_stumbles_is_asked_again() {
    for first in [
        Reply::Send(
            429,
            Some("0"),
            "{\"error\":{\"message\":\"slow down\"}}".into(),
        ),
        Reply::Send(429, None, "not JSON".into()),
        Reply::Send(429, Some("Sun, 06 Nov 1994 08:49:37 GMT"), String::new()),
        fails(500),
        fails(503),
    ] {
        let (written, stub) = write(vec![first, says("Paris.")]).await;
        assert_eq!((written.text.as_str(), written.fallback), ("Paris.", None));
        assert_eq!(stub.asked().len(), 2);
    }
}

#[tokio::test]
async fn a_model_that_wants_rest_or_answers_nobody_is_left_alone() {
    for (reply, asked) in [
        (|| Reply::Send(429, Some("3600"), String::new()), 1),
        (|| Reply::Hang, 3),
    ] as [(fn() -> Reply, usize); 2]
    {
        let (writers, stub) = writers((0..6).map(|_| reply()).collect()).await;
        for _ in 0..6 {
            let written = writers.write(&request()).await.unwrap();
            assert!(written.fallback.is_some());
        }
        assert_eq!(stub.asked().len(), asked);
    }
}

#[tokio::test]
async fn loci_writes_itself_when_the_model_does_not() {
    let long = "Paris in March, and the budget is $3000 for two people. ".repeat(9);
    for (replies, asked, why) in [
        (vec![Reply::Hang], 1, WriterError::TimedOut(0)),
        (
            vec![Reply::Send(429, Some("3600"), String::new())],
            1,
            WriterError::RateLimited {
                retry_after: Some(3600),
            },
        ),
        (
            vec![Reply::Send(
                429,
                Some("Fri, 31 Dec 2100 23:59:59 GMT"),
                String::new(),
            )],
            1,
            WriterError::RateLimited { retry_after: None },
        ),
        (
            vec![fails(500), fails(500), fails(502)],
            3,
            WriterError::Refused(502),
        ),
        (vec![fails(401)], 1, WriterError::Refused(401)),
        (
            vec![Reply::Send(302, None, String::new())],
            1,
            WriterError::Refused(302),
        ),
        (
            vec![Reply::Send(200, None, "{\"choices\":".into())],
            1,
            WriterError::Unreadable,
        ),
        (
            vec![Reply::Send(200, None, "{}".into())],
            1,
            WriterError::Unreadable,
        ),
        (vec![Reply::Stream], 1, WriterError::Unreadable),
        (vec![says(" \0 ")], 1, WriterError::Empty),
        (vec![says("  ")], 1, WriterError::Empty),
        (vec![says(&long)], 1, WriterError::TooLong),
    ] {
        let (written, stub) = write(replies).await;
        assert_eq!(written.writer, "extractive", "{why}");
        assert_eq!(written.fallback.as_deref(), Some(why.to_string().as_str()));
        assert!(written.text.contains("$3000"), "{written:?}");
        assert_eq!(stub.asked().len(), asked, "{why}");
    }
}

#[tokio::test]
async fn no_summary_has_the_character_nul() {
    let (written, _) = write(vec![says("Paris\0 in\0 March.\0")]).await;
    assert_eq!(
        (written.text.as_str(), written.fallback),
        ("Paris in March.", None)
    );
}

#[tokio::test]
async fn a_model_may_miss_its_bound_but_not_by_far() {
    // As many tokens as words, plus one for the full stop.
    for (words, is_taken) in [(30, true), (79, true), (80, false), (100, false)] {
        let mut text = "word ".repeat(words - 1);
        text.push_str("word.");
        let request = Request {
            messages: large().messages,
            ..request()
        };
        let (writers, _) = writers(vec![says(&text)]).await;
        let written = writers.write(&request).await.unwrap();
        let why = WriterError::TooLarge {
            tokens: u32::try_from(words).unwrap() + 1,
            most: 80,
        };
        let expected = (!is_taken).then(|| why.to_string());
        assert_eq!(written.fallback, expected, "{words}");
        assert!(is_taken || BpeTokens.count(&written.text) <= request.budget);
    }
}

/// Twelve messages of about 20 tokens for a model with a window of 200.
fn large() -> Request {
    let lines = (0..12).map(|n| Line {
        role: "user".into(),
        content: format!("Point {n:02}: Ada builds part {n} by March, for $3{n:02} at most."),
    });
    Request {
        previous: "They plan to build.".into(),
        messages: lines.collect(),
        window: 200,
        prompt: Prompt::read("So far: {prev_summary}\nThen: {messages_joined}", "").unwrap(),
        ..request()
    }
}

fn prompts(stub: &Stub) -> Vec<String> {
    let asked = stub.asked();
    let prompts = asked.iter().map(|body| &body["messages"][1]["content"]);
    prompts
        .map(|prompt| prompt.as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn what_is_larger_than_the_models_window_is_written_in_parts() {
    let replies = (0..12).map(|n| says(&format!("Summary {n}.")));
    let (writers, stub) = writers(replies.collect()).await;
    let written = writers.write(&large()).await.unwrap();
    let prompts = prompts(&stub);
    assert!((2..12).contains(&prompts.len()), "{prompts:?}");
    let last = format!("Summary {}.", prompts.len() - 1);
    assert_eq!((written.text, written.fallback), (last, None));
    assert_eq!(written.writer, "small");
    let mut next = 0;
    for (at, prompt) in prompts.iter().enumerate() {
        assert!(BpeTokens.count(prompt) + large().budget <= 200, "{prompt}");
        let before = match at.checked_sub(1) {
            None => "They plan to build.".to_owned(),
            Some(before) => format!("Summary {before}."),
        };
        assert!(
            prompt.starts_with(&format!("So far: {before}\n")),
            "{prompt}"
        );
        for line in prompt.lines().filter(|line| line.contains("Point")) {
            assert!(line.contains(&format!("Point {next:02}:")), "{line}");
            next += 1;
        }
    }
    assert_eq!(next, 12, "every message is in one part");
}

#[tokio::test]
async fn a_message_larger_than_the_models_window_is_cut() {
    let words: Vec<String> = (0..300).map(|n| format!("word{n}")).collect();
    let mut request = large();
    request.messages.truncate(1);
    request.messages[0].content = words.join(" ");
    let replies = (0..30).map(|n| says(&format!("Summary {n}.")));
    let (writers, stub) = writers(replies.collect()).await;
    let written = writers.write(&request).await.unwrap();
    assert_eq!(written.fallback, None);
    let prompts = prompts(&stub).join(" ");
    assert!(words.iter().all(|word| prompts.contains(word)));
}

#[tokio::test]
async fn when_one_part_fails_loci_writes_the_whole() {
    for (window, replies, asked, why) in [
        (
            200,
            vec![says("Half."), fails(401)],
            2,
            WriterError::Refused(401),
        ),
        (
            200,
            vec![says(&"Half of it and more. ".repeat(60))],
            1,
            WriterError::TooLong,
        ),
        (60, vec![], 0, WriterError::NoRoom),
    ] {
        let (writers, stub) = writers(replies).await;
        let request = Request { window, ..large() };
        let written = writers.write(&request).await.unwrap();
        assert_eq!(written.writer, "extractive", "{why}");
        assert_eq!(written.fallback, Some(why.to_string()));
        assert_eq!(stub.asked().len(), asked, "{why}");
        assert!(!written.text.contains("Half"), "{written:?}");
    }
}

#[tokio::test]
async fn an_endpoint_that_is_not_there_is_no_reason_to_fail() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let llm = Llm {
        url: format!("http://{address}"),
        model: "gone".into(),
        key: None,
        timeout: Duration::from_secs(5),
    };
    let writers = Writers::new(Some(&llm), Arc::new(BpeTokens), None).unwrap();
    let written = writers.write(&request()).await.unwrap();
    assert_eq!(written.fallback, Some(WriterError::Unreachable.to_string()));
}

#[tokio::test]
async fn without_a_model_loci_writes_and_complains_of_nothing() {
    let writers = Writers::new(None, Arc::new(BpeTokens), None).unwrap();
    let written = writers.write(&request()).await.unwrap();
    assert_eq!(
        (written.writer.as_str(), written.fallback),
        ("extractive", None)
    );
    assert_eq!(writers.endpoint().err(), Some(WriterError::Missing));
}

#[tokio::test]
async fn an_endpoint_is_asked_for_json_and_once_for_what_it_does_not_know() {
    let ask = async |writers: &Writers, form: Form| {
        let endpoint = writers.endpoint().unwrap();
        endpoint
            .complete("small", "Obey.", "Answer with JSON.", form)
            .await
    };
    let forms = |stub: &Stub| -> Vec<Value> {
        stub.asked()
            .iter()
            .map(|asked| asked["response_format"]["type"].clone())
            .collect()
    };
    let (writers, stub) = self::writers(vec![says("a"), says("{}")]).await;
    ask(&writers, Form::Text).await.unwrap();
    ask(&writers, Form::Json).await.unwrap();
    assert_eq!(forms(&stub), [Value::Null, json!("json_object")]);
    for status in [400, 422] {
        let (writers, stub) = self::writers(vec![fails(status), says("{}"), says("{}")]).await;
        for _ in 0..2 {
            assert_eq!(ask(&writers, Form::Json).await.unwrap(), "{}");
        }
        let expected = [json!("json_object"), Value::Null, Value::Null];
        assert_eq!(forms(&stub), expected, "{status}");
    }
    // A request rejected for another reason says nothing about the format.
    let (writers, stub) = self::writers(vec![fails(400), fails(400), says("{}")]).await;
    assert_eq!(
        ask(&writers, Form::Json).await,
        Err(WriterError::Refused(400))
    );
    ask(&writers, Form::Json).await.unwrap();
    let expected = [json!("json_object"), Value::Null, json!("json_object")];
    assert_eq!(forms(&stub), expected);
}
