//! Stub of an embedding endpoint.

use std::collections::HashMap;
use std::convert::Infallible;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, Response};
use axum::routing::post;
use axum::{Json, Router};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};

use super::PATIENCE;

/// Groups of synonyms.
const MEANINGS: [&[&str]; 3] = [
    &["automobile", "car"],
    &["cheerful", "glad"],
    &["ferryboat", "ship"],
];
/// Number of dimensions.
const DIMENSIONS: usize = 32;

/// Reply of the stub.
pub enum Reply {
    /// Correct vectors.
    Well,
    /// This JSON.
    Json(Value),
    /// A status, headers and a text.
    Send(u16, &'static [(&'static str, &'static str)], String),
    /// An endless text.
    Endless,
    /// No response.
    Nothing,
}

/// A request.
#[derive(Clone, Debug)]
pub struct Asked {
    pub model: String,
    pub texts: Vec<String>,
    pub authorization: String,
    pub traceparent: String,
}

type Manner = Box<dyn Fn(&Asked) -> Reply + Send>;

#[derive(Clone)]
struct Shared {
    asked: Arc<Mutex<Vec<Asked>>>,
    manner: Arc<Mutex<Manner>>,
}

/// The stub.
pub struct Vectors {
    pub url: String,
    shared: Shared,
    _runtime: Runtime,
}

impl Vectors {
    pub fn start() -> Self {
        let shared = Shared {
            asked: Arc::default(),
            manner: Arc::new(Mutex::new(Box::new(|_| Reply::Well))),
        };
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .unwrap();
        let routes = Router::new()
            .route("/v1/embeddings", post(answer))
            .with_state(shared.clone());
        let address: SocketAddr = runtime.block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let address = listener.local_addr().unwrap();
            tokio::spawn(async move { axum::serve(listener, routes).await });
            address
        });
        Self {
            url: format!("http://{address}/v1"),
            shared,
            _runtime: runtime,
        }
    }

    /// Sets the behaviour from now on.
    pub fn answers(&self, manner: impl Fn(&Asked) -> Reply + Send + 'static) {
        *self.shared.manner.lock().unwrap() = Box::new(manner);
    }

    /// Returns all requests so far.
    pub fn asked(&self) -> Vec<Asked> {
        self.shared.asked.lock().unwrap().clone()
    }

    /// Counts the requests for the vector of each text.
    pub fn texts(&self) -> HashMap<String, usize> {
        let mut texts = HashMap::new();
        for text in self.asked().into_iter().flat_map(|asked| asked.texts) {
            *texts.entry(text).or_default() += 1;
        }
        texts
    }

    /// Waits for a matching request after the first `seen`.
    #[track_caller]
    pub fn is_asked(&self, seen: usize, is_like: impl Fn(&Asked) -> bool) {
        let began = Instant::now();
        while !self.asked().iter().skip(seen).any(&is_like) {
            assert!(began.elapsed() < PATIENCE, "{:?}", self.asked());
            std::thread::yield_now();
        }
    }
}

/// Returns the vector of a text; each model has its own.
pub fn vector(model: &str, text: &str) -> Vec<f64> {
    let means = |words: &&[&str]| words.iter().any(|word| text.to_lowercase().contains(word));
    let meaning = MEANINGS.iter().position(means);
    let turn = usize::from(model.bytes().last().unwrap_or_default());
    let mut vector: Vec<f64> = (0..DIMENSIONS)
        .map(|nth| {
            let mut hasher = DefaultHasher::new();
            (model, text, nth).hash(&mut hasher);
            f64::from(u32::try_from(hasher.finish() % 1000).unwrap()) / 1000.0 - 0.5
        })
        .collect();
    let main = meaning.map_or(MEANINGS.len(), |meaning| (meaning + turn) % MEANINGS.len());
    vector[main] = 10.0;
    vector
}

async fn answer(
    State(shared): State<Shared>,
    headers: HeaderMap,
    Json(body): Json<Value>,
) -> Response<Body> {
    let texts = body["input"].as_array().unwrap().iter();
    let header = |name| {
        let value = headers.get(name);
        value.map_or("", |value| value.to_str().unwrap()).to_owned()
    };
    let asked = Asked {
        model: body["model"].as_str().unwrap().to_owned(),
        texts: texts
            .map(|text| text.as_str().unwrap().to_owned())
            .collect(),
        authorization: header("authorization"),
        traceparent: header("traceparent"),
    };
    shared.asked.lock().unwrap().push(asked.clone());
    let reply = (shared.manner.lock().unwrap())(&asked);
    match reply {
        Reply::Well => Response::new(Body::from(well(&asked).to_string())),
        Reply::Json(answer) => Response::new(Body::from(answer.to_string())),
        Reply::Send(status, headers, text) => {
            let mut response = Response::builder().status(status);
            for (name, value) in headers {
                response = response.header(*name, *value);
            }
            response.body(Body::from(text)).unwrap()
        }
        Reply::Endless => {
            let part = Bytes::from(vec![b' '; 64 * 1024]);
            let parts = futures_util::stream::repeat(Ok::<_, Infallible>(part));
            Response::new(Body::from_stream(parts))
        }
        Reply::Nothing => std::future::pending().await,
    }
}

/// Returns the correct response.
pub fn well(asked: &Asked) -> Value {
    let texts = asked.texts.iter().enumerate();
    let data = texts.map(|(index, text)| {
        json!({ "index": index, "embedding": vector(&asked.model, text), "object": "embedding" })
    });
    json!({ "object": "list", "data": data.collect::<Vec<_>>(), "model": asked.model })
}
