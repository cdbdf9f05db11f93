//! Tests for the embedder with a local HTTP stub.

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
use kernel::ports::embedder::Embedder as _;
use serde_json::{Value, json};
use store::{DbAccounts, SystemClock};
use tempfile::TempDir;
use tokio::net::TcpListener;

use super::*;
use crate::config::{Config, Flags, QuotaFlags};
use crate::quota::{Disk, Quotas};

/// Next response of the stub.
enum Reply {
    Send(u16, &'static [(&'static str, &'static str)], String),
    /// No response.
    Hang,
    /// An endless body without a length.
    Stream,
    /// A response that declares this length.
    Long(usize),
}

fn gives(vectors: &[&[f64]]) -> Reply {
    let data = vectors.iter().enumerate();
    let data = data.map(|(index, embedding)| json!({ "index": index, "embedding": embedding }));
    Reply::Send(
        200,
        &[],
        json!({ "data": data.collect::<Vec<_>>() }).to_string(),
    )
}

fn fails(status: u16) -> Reply {
    Reply::Send(status, &[], "no".into())
}

#[derive(Clone, Default)]
struct Stub {
    replies: Arc<Mutex<VecDeque<Reply>>>,
    asked: Arc<Mutex<Vec<(HeaderMap, Value)>>>,
}

impl Stub {
    fn times(&self) -> usize {
        self.asked.lock().unwrap().len()
    }

    fn last(&self) -> (HeaderMap, Value) {
        self.asked.lock().unwrap().last().unwrap().clone()
    }
}

async fn answer(State(stub): State<Stub>, headers: HeaderMap, body: String) -> Response<Body> {
    let body = serde_json::from_str(&body).unwrap();
    stub.asked.lock().unwrap().push((headers, body));
    let reply = stub.replies.lock().unwrap().pop_front();
    let (status, headers, body) = match reply {
        Some(Reply::Send(status, headers, body)) => (status, headers, body),
        Some(Reply::Stream) => {
            let part = Bytes::from(vec![b' '; 64 * 1024]);
            let parts = futures_util::stream::repeat(Ok::<_, Infallible>(part));
            return Response::new(Body::from_stream(parts));
        }
        Some(Reply::Long(bytes)) => (200, &[][..], " ".repeat(bytes)),
        Some(Reply::Hang) | None => return std::future::pending().await,
    };
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = StatusCode::from_u16(status).unwrap();
    for (name, value) in headers {
        response.headers_mut().insert(*name, value.parse().unwrap());
    }
    response
}

struct Bench {
    embedder: EndpointEmbedder,
    stub: Stub,
    _folder: TempDir,
}

/// Returns an embedder and its endpoint, which sends `replies`.
async fn bench(replies: Vec<Reply>) -> Bench {
    bench_with(replies, QuotaFlags::default()).await
}

async fn bench_with(replies: Vec<Reply>, quotas: QuotaFlags) -> Bench {
    let stub = Stub::default();
    stub.replies.lock().unwrap().extend(replies);
    let routes = Router::new()
        .route("/v1/embeddings", post(answer))
        .with_state(stub.clone());
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, routes).await });
    let embedder = EndpointEmbedder::new(&Embedding {
        url: format!("http://{address}/v1"),
        model: "small".into(),
        key: Some("sk-1".parse().unwrap()),
        timeout: Duration::from_millis(400),
    });
    let embedder = embedder.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    let accounts = DbAccounts::open(&file("accounts"), &file("key")).await;
    let config = Config::new(Flags {
        quotas,
        ..Flags::default()
    });
    let quotas = Quotas::new(config.unwrap().quotas, Disk::of(folder.path()));
    let clock = Arc::new(SystemClock::default());
    embedder.count_by(Meter::new(Arc::new(accounts.unwrap()), quotas, clock));
    Bench {
        embedder,
        stub,
        _folder: folder,
    }
}

#[tokio::test]
async fn many_texts_are_embedded_by_one_question() {
    let bench = bench(vec![gives(&[&[3.0, 4.0], &[0.0, 2.0]])]).await;
    let vectors = bench.embedder.vectors(&["tea", "coffee"]).await.unwrap();
    assert_eq!(vectors, [[0.6, 0.8], [0.0, 1.0]]);
    assert_eq!(bench.embedder.name(), "endpoint small");
    let (headers, body) = bench.stub.last();
    assert_eq!(headers["authorization"], "Bearer sk-1");
    let expected = json!({
        "model": "small", "input": ["tea", "coffee"], "encoding_format": "float"
    });
    assert_eq!(body, expected);
}

type Is = fn(EmbedderError) -> bool;

#[tokio::test]
async fn whatever_an_endpoint_does_wrong_is_an_error_and_no_vector() {
    const fn odd(error: EmbedderError) -> bool {
        matches!(error, EmbedderError::Odd(_))
    }
    let html = "<!doctype html><title>Sign in</title>";
    let elsewhere = &[("location", "http://127.0.0.1:9/v1/embeddings")];
    let table: Vec<(Reply, Is)> = vec![
        (Reply::Hang, |e| matches!(e, EmbedderError::TimedOut(_))),
        (fails(500), |e| e == EmbedderError::Refused(500)),
        (fails(401), |e| e == EmbedderError::Refused(401)),
        (fails(400), EmbedderError::is_about_texts),
        (
            Reply::Send(429, &[("retry-after", "7")], String::new()),
            |e| e == EmbedderError::RateLimited(Some(7)),
        ),
        (fails(429), |e| e == EmbedderError::RateLimited(None)),
        (Reply::Send(302, elsewhere, String::new()), |e| {
            e == EmbedderError::Refused(302)
        }),
        (Reply::Send(307, elsewhere, String::new()), |e| {
            e == EmbedderError::Refused(307)
        }),
        (
            Reply::Send(200, &[("content-type", "text/html")], html.into()),
            odd,
        ),
        (Reply::Long(100_000_000), odd),
        (Reply::Stream, |e| {
            odd(e) || matches!(e, EmbedderError::TimedOut(_))
        }),
        (gives(&[&[1.0, 0.0]]), odd),
        (gives(&[&[1.0, 0.0], &[1.0]]), odd),
        (gives(&[&[1.0, 0.0], &[0.0, 0.0]]), odd),
    ];
    for (nth, (reply, is_expected)) in table.into_iter().enumerate() {
        let bench = bench(vec![reply]).await;
        let error = bench
            .embedder
            .vectors(&["tea", "coffee"])
            .await
            .unwrap_err();
        assert!(is_expected(error), "{nth}: {error:?}");
        assert_eq!(bench.stub.times(), 1, "{nth}");
    }
}

#[tokio::test]
async fn an_endpoint_that_is_not_there_is_an_error() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    drop(listener);
    let bench = bench(Vec::new()).await;
    let embedder = EndpointEmbedder::new(&Embedding {
        url,
        model: "small".into(),
        key: None,
        timeout: Duration::from_secs(5),
    });
    let embedder = embedder.unwrap();
    let uncounted = embedder.vectors(&["tea"]).await;
    assert_eq!(uncounted, Err(EmbedderError::Uncounted));
    let shared = Arc::try_unwrap(bench.embedder.shared).ok().unwrap();
    embedder.count_by(shared.meter.into_inner().unwrap());
    let unreachable = embedder.vectors(&["tea"]).await;
    assert_eq!(unreachable, Err(EmbedderError::Unreachable));
}

#[tokio::test]
async fn vectors_that_change_their_length_are_refused() {
    let replies = vec![
        gives(&[&[1.0, 0.0]]),
        gives(&[&[1.0, 0.0, 0.0]]),
        gives(&[&[0.0, 1.0]]),
    ];
    let bench = bench(replies).await;
    bench.embedder.vectors(&["tea"]).await.unwrap();
    let other = EmbedderError::OtherLength {
        found: 3,
        expected: 2,
    };
    assert_eq!(bench.embedder.vectors(&["coffee"]).await, Err(other));
    assert_eq!(
        bench.embedder.vectors(&["milk"]).await.unwrap(),
        [[0.0, 1.0]]
    );
}

#[tokio::test]
async fn a_search_leaves_an_endpoint_alone_that_has_failed() {
    for reply in [fails(503), Reply::Hang, gives(&[])] {
        let bench = bench(vec![reply, gives(&[&[1.0, 0.0]]), gives(&[&[0.0, 1.0]])]).await;
        assert!(bench.embedder.ask("tea?").await.is_err());
        assert!(bench.embedder.ask("tea?").await.is_err());
        assert_eq!(bench.stub.times(), 1, "it is asked no second time at once");
        bench.embedder.vectors(&["tea"]).await.unwrap();
        // The endpoint answers again, so it is queried again.
        assert_eq!(bench.embedder.ask("tea?").await.unwrap(), [0.0, 1.0]);
    }
}

#[tokio::test]
async fn a_question_that_says_nothing_is_not_asked() {
    let bench = bench(Vec::new()).await;
    for nothing in ["", " \n", "?!", "—"] {
        assert!(bench.embedder.ask(nothing).await.unwrap().is_empty());
    }
    assert_eq!(bench.stub.times(), 0);
    assert!(says_something("茶") && says_something("é") && says_something("7"));
}

#[tokio::test]
async fn no_more_is_asked_than_the_budget_of_the_day() {
    let tokens = r#"{"data":[{"embedding":[1,0]}],"usage":{"total_tokens":90}}"#;
    for (calls, of_tokens, what) in [(1, 100, "calls"), (9, 80, "tokens")] {
        let quotas = QuotaFlags {
            model_calls_per_day: Some(calls),
            model_tokens_per_day: Some(of_tokens),
            ..QuotaFlags::default()
        };
        let reply = || Reply::Send(200, &[], tokens.into());
        let bench = bench_with(vec![reply(), reply()], quotas).await;
        bench.embedder.vectors(&["tea"]).await.unwrap();
        let spent = bench.embedder.vectors(&["tea"]).await.unwrap_err();
        assert!(matches!(spent, EmbedderError::Spent { what: it, .. } if it == what));
        assert_eq!(bench.stub.times(), 1);
    }
}

#[tokio::test]
async fn earlier_models_are_asked_by_their_names() {
    let bench = bench(vec![gives(&[&[1.0, 0.0, 0.0]])]).await;
    bench.embedder.expect(2);
    let earlier = bench.embedder.earlier("endpoint large").unwrap();
    assert_eq!(earlier.name(), "endpoint large");
    assert_eq!(earlier.ask("tea?").await.unwrap().len(), 3);
    assert_eq!(bench.stub.last().1["model"], "large");
    let own = bench.embedder.earlier(StaticEmbedder.name()).unwrap();
    assert!(own.is_immediate());
    assert!(bench.embedder.earlier("of another kind").is_none());
}
