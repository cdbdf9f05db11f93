//! A server for fuzzing requests, in this process and without a network: the same router as in the binary, on its own
//! folder.
//!
//! An input is a script of requests, separated by lines of `%%`: a line with the caller, the method and the address,
//! then the body. `@W` is replaced by a workflow whose first task the worker holds.

use std::net::SocketAddr;
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::{Request, StatusCode, header};
use engine::workflow::ops::task_claim::TaskClaim;
use engine::workflow::ops::workflow_create::WorkflowCreate;
use kernel::actor::Role;
use kernel::{Actor, Caller, Door};
use serde_json::{Value, json};
use server::command::{self, Command, NewToken};
use server::config::{Config, Flags};
use server::serve::{self, Running};
use tempfile::TempDir;
use tokio::runtime::Runtime;
use tower::ServiceExt;

/// Maximum number of requests in one input: more find no further faults.
const MAX_REQUESTS: usize = 8;
/// Number of inputs after which a new workflow is created, because the old one may have ended.
const FRESH: u32 = 100;
/// Timeout of a waiting call.
const PATIENCE: Duration = Duration::from_millis(20);
/// Maximum size of a checked response, in bytes.
const ANSWER_BYTES: usize = 64 * 1024 * 1024;

/// The server, and the objects that requests may refer to.
struct Scene {
    runtime: Runtime,
    running: Running,
    router: Router,
    /// Tokens by their names in scripts.
    tokens: Vec<(&'static str, String)>,
    workflow: String,
    inputs: u32,
    _folder: TempDir,
}

static SCENE: LazyLock<Mutex<Scene>> = LazyLock::new(|| Mutex::new(Scene::new()));

/// Sends the requests of an input to the addresses below `root`, and checks every answer.
pub fn play(script: &str, root: &str) {
    let mut scene = SCENE.lock().unwrap_or_else(PoisonError::into_inner);
    if scene.inputs.is_multiple_of(FRESH) {
        scene.begin();
    }
    scene.inputs += 1;
    for request in script.split("\n%%\n").take(MAX_REQUESTS) {
        scene.send(request, root);
    }
}

impl Scene {
    fn new() -> Self {
        // Memory is faster than a disk, and nothing of this is kept.
        let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir());
        let folder = folder.expect("a folder of its own");
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .expect("a runtime");
        let config = Config::new(Flags {
            addr: Some("127.0.0.1:0".into()),
            data: Some(folder.path().join("data")),
            trace: Some("off".into()),
            ..Flags::default()
        });
        let config = config.unwrap_or_else(|error| panic!("{error}"));
        let running = runtime.block_on(serve::start(config));
        let running = running.unwrap_or_else(|error| panic!("{error}"));
        let router = server::router::router(&running.site).with_state(());
        let mut scene = Self {
            runtime,
            running,
            router,
            tokens: Vec::new(),
            workflow: String::new(),
            inputs: 0,
            _folder: folder,
        };
        for (name, role) in [
            ("lead", Role::Orchestrator),
            ("worker", Role::Worker),
            ("reviewer", Role::Reviewer),
        ] {
            let made = scene.runtime.block_on(command::run(
                &scene.running.instance,
                Command::TokenCreate(NewToken::of(name, role)),
            ));
            let made = made.expect("a token");
            let token = made["token"].as_str().expect("a token's text");
            scene.tokens.push((name, token.to_owned()));
        }
        scene
    }

    /// Creates a workflow for the next inputs.
    fn begin(&mut self) {
        let plan: WorkflowCreate = serde_json::from_value(json!({
            "name": "Garden", "goal": "Plant it.",
            "tasks": [
                { "key": "dig", "title": "Dig", "paths": ["beds/"] },
                { "key": "sow", "title": "Sow", "depends_on": ["dig"], "needs_review": true },
                { "key": "mow", "title": "Mow" },
            ],
        }))
        .expect("a plan");
        let hub = self.running.instance.hub.clone();
        self.workflow = self.runtime.block_on(async {
            let caller = |name: &str, role| {
                Caller::new(Some(Actor::new(name, role)), Door::Http, "begin".into())
            };
            let lead = caller("lead", Role::Orchestrator);
            let made = hub.run(plan, lead).await.expect("a workflow").output;
            let claim = TaskClaim {
                workflow: Some(made.workflow),
                ..TaskClaim::default()
            };
            let claimed = hub.run(claim, caller("worker", Role::Worker)).await;
            claimed.expect("a task to claim");
            made.workflow.to_string()
        });
    }

    /// Sends one request, if its address is below `root`.
    fn send(&self, text: &str, root: &str) {
        let (first, body) = text.split_once('\n').unwrap_or((text, ""));
        let mut words = first.split(' ');
        let (Some(who), Some(method), Some(address)) = (words.next(), words.next(), words.next())
        else {
            return;
        };
        if !address.starts_with(root) {
            return;
        }
        let mut request = Request::builder()
            .method(method)
            .uri(address.replace("@W", &self.workflow))
            .header(header::HOST, "localhost")
            .header(header::CONTENT_TYPE, "application/json")
            .extension(ConnectInfo(SocketAddr::from(([127, 0, 0, 1], 1))));
        if let Some((_, token)) = self.tokens.iter().find(|(name, _)| *name == who) {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        let Ok(request) = request.body(Body::from(body.replace("@W", &self.workflow))) else {
            return;
        };
        let (status, answer) = self.runtime.block_on(async {
            let answered = tokio::time::timeout(PATIENCE, self.router.clone().oneshot(request));
            let Ok(Ok(response)) = answered.await else {
                return (StatusCode::NO_CONTENT, Vec::new());
            };
            let status = response.status();
            let is_json = response.headers().get(header::CONTENT_TYPE);
            let is_json = is_json.is_some_and(|kind| kind.as_bytes().ends_with(b"json"));
            if !is_json {
                return (status, Vec::new());
            }
            let body = to_bytes(response.into_body(), ANSWER_BYTES).await;
            (status, body.expect("an answer that ends").to_vec())
        });
        assert!(
            !status.is_server_error() || status == StatusCode::SERVICE_UNAVAILABLE,
            "{status} for {first}: {}",
            String::from_utf8_lossy(&answer)
        );
        if !answer.is_empty() {
            let value: Value = serde_json::from_slice(&answer).expect("an answer of JSON");
            let told = value.get("detail").is_some() || value.get("code").is_some();
            assert!(
                status.is_success() || told,
                "{status} for {first} says nothing: {value}"
            );
        }
    }
}
