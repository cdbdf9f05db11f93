//! Stub of a webhook receiver.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, mpsc};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;

use super::PATIENCE;

/// Response behaviour.
#[derive(Clone)]
enum Answer {
    /// A status and a header.
    Now(u16, Option<(&'static str, String)>),
    /// Decided later.
    Later,
    /// No response.
    Never,
}

/// A received message.
#[derive(Debug)]
pub struct Received {
    pub path: String,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Received {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).expect(name).to_str().unwrap()
    }
}

#[derive(Clone)]
struct Shared {
    told: Arc<Mutex<mpsc::Sender<Received>>>,
    answer: watch::Receiver<Answer>,
}

/// The stub.
pub struct Receiver {
    pub url: String,
    received: mpsc::Receiver<Received>,
    answer: watch::Sender<Answer>,
    _runtime: Runtime,
}

impl Receiver {
    /// Starts a stub that accepts everything.
    pub fn start() -> Self {
        let (tell, received) = mpsc::channel();
        let (answer, told) = watch::channel(Answer::Now(204, None));
        let shared = Shared {
            told: Arc::new(Mutex::new(tell)),
            answer: told,
        };
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .unwrap();
        let address: SocketAddr = runtime.block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let address = listener.local_addr().unwrap();
            let routes = Router::new().fallback(receive).with_state(shared);
            tokio::spawn(async move { axum::serve(listener, routes).await });
            address
        });
        Self {
            url: format!("http://{address}"),
            received,
            answer,
            _runtime: runtime,
        }
    }

    /// Responds with that status from now on.
    pub fn answers(&self, status: u16) {
        self.answer.send_replace(Answer::Now(status, None));
    }

    /// Responds with that status and header from now on.
    pub fn answers_with(&self, status: u16, name: &'static str, value: &str) {
        let header = Some((name, value.into()));
        self.answer.send_replace(Answer::Now(status, header));
    }

    /// Accepts messages from now on, and responds once a response is set.
    pub fn waits(&self) {
        self.answer.send_replace(Answer::Later);
    }

    /// Accepts messages from now on, and never responds.
    pub fn hangs(&self) {
        self.answer.send_replace(Answer::Never);
    }

    /// Waits for the next message.
    #[track_caller]
    pub fn next(&self) -> Received {
        self.received.recv_timeout(PATIENCE).expect("a message")
    }

    /// Returns received messages that were not consumed.
    pub fn rest(&self) -> Vec<Received> {
        self.received.try_iter().collect()
    }
}

async fn receive(
    State(mut shared): State<Shared>,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let path = uri.to_string();
    let received = Received {
        path,
        headers,
        body,
    };
    // The test may have stopped receiving.
    let _ = shared.told.lock().unwrap().send(received);
    let is_known = |answer: &Answer| !matches!(answer, Answer::Later);
    // The test has ended.
    let answer = shared.answer.wait_for(is_known).await;
    let Ok(Answer::Now(status, header)) = answer.map(|answer| answer.clone()) else {
        return std::future::pending().await;
    };
    let status = StatusCode::from_u16(status).unwrap();
    match header {
        Some(header) => (status, [header], "").into_response(),
        None => status.into_response(),
    }
}
