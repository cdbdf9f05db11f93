//! Stub of a language model that replies when a test says so.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, mpsc};

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use axum::{Json, Router};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{Mutex as Turn, mpsc as answers};

use super::PATIENCE;

type Reply = (u16, String);

#[derive(Clone)]
struct Shared {
    asked: Arc<Mutex<mpsc::Sender<Value>>>,
    replies: Arc<Turn<answers::UnboundedReceiver<Reply>>>,
}

/// The stub.
pub struct Model {
    pub url: String,
    asked: mpsc::Receiver<Value>,
    replies: answers::UnboundedSender<Reply>,
    unsaid: Arc<Turn<answers::UnboundedReceiver<Reply>>>,
    _runtime: Runtime,
}

impl Model {
    pub fn start() -> Self {
        let (tell, asked) = mpsc::channel();
        let (replies, said) = answers::unbounded_channel();
        let unsaid = Arc::new(Turn::new(said));
        let shared = Shared {
            asked: Arc::new(Mutex::new(tell)),
            replies: unsaid.clone(),
        };
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .unwrap();
        let address: SocketAddr = runtime.block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let address = listener.local_addr().unwrap();
            let routes = Router::new()
                .route("/v1/chat/completions", post(answer))
                .with_state(shared);
            tokio::spawn(async move { axum::serve(listener, routes).await });
            address
        });
        Self {
            url: format!("http://{address}/v1"),
            asked,
            replies,
            unsaid,
            _runtime: runtime,
        }
    }

    /// Waits for a request; returns the whole prompt.
    #[track_caller]
    pub fn asked(&self) -> String {
        let asked = self.asked.recv_timeout(PATIENCE).expect("a question");
        asked["messages"].as_array().unwrap().last().unwrap()["content"]
            .as_str()
            .unwrap()
            .to_owned()
    }

    /// Answers the pending or next request.
    pub fn says(&self, text: &str) {
        let answer =
            json!({ "choices": [{ "message": { "role": "assistant", "content": text } }] });
        self.replies.send((200, answer.to_string())).unwrap();
    }

    /// Answers the pending or next request with that raw body.
    pub fn sends(&self, body: &str) {
        self.replies.send((200, body.into())).unwrap();
    }

    /// Discards replies that no request waits for any more.
    pub fn forgets(&self) {
        let mut unsaid = self.unsaid.blocking_lock();
        while unsaid.try_recv().is_ok() {}
    }

    /// Rejects the pending or next request with a status.
    pub fn refuses(&self, status: u16) {
        self.replies.send((status, "{}".into())).unwrap();
    }
}

async fn answer(State(shared): State<Shared>, Json(body): Json<Value>) -> (StatusCode, String) {
    // The test may have stopped receiving.
    let _ = shared.asked.lock().unwrap().send(body);
    let mut replies = shared.replies.lock().await;
    let Some((status, text)) = replies.recv().await else {
        return std::future::pending().await;
    };
    (StatusCode::from_u16(status).unwrap(), text)
}
