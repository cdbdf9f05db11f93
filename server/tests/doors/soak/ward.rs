//! The server under test, and the clients' access to its current instance.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

use crate::harness::{Answer, Client, PATIENCE, Server, cli_in};

/// Callers with the roles of their tokens.
const CALLERS: [(&str, &str); 10] = [
    ("lead", "orchestrator"),
    ("worker-1", "worker"),
    ("worker-2", "worker"),
    ("worker-3", "worker"),
    ("reviewer", "reviewer"),
    ("talker", "worker"),
    ("writer", "worker"),
    ("greedy", "worker"),
    ("hostile", "worker"),
    ("eye", "orchestrator"),
];
/// Rate limit of one token: more than workers need, less than the greedy client sends.
const REQUESTS: [&str; 4] = ["--token-requests", "40", "--token-burst", "40"];

/// A server that is killed and restarted.
pub struct Ward {
    state: Mutex<State>,
    changed: Condvar,
    tokens: BTreeMap<&'static str, String>,
}

struct State {
    /// `None` while it is down.
    server: Option<Server>,
    folder: Option<TempDir>,
    /// Incremented by each start.
    life: u32,
    done: usize,
    faults: usize,
    over: bool,
    /// An earlier head of the log.
    head: String,
}

impl Ward {
    pub fn open() -> Self {
        let server = Server::start_with(&REQUESTS);
        let tokens = CALLERS.map(|(name, role)| (name, server.token(name, role)));
        Self {
            state: Mutex::new(State {
                server: Some(server),
                folder: None,
                life: 1,
                done: 0,
                faults: 0,
                over: false,
                head: String::new(),
            }),
            changed: Condvar::new(),
            tokens: tokens.into(),
        }
    }

    pub fn caller(&self, name: &'static str) -> Caller<'_> {
        Caller { ward: self, name }
    }

    pub fn is_over(&self) -> bool {
        self.state.lock().unwrap().over
    }

    pub fn faults(&self) -> usize {
        self.state.lock().unwrap().faults
    }

    pub fn survived(&self) {
        self.state.lock().unwrap().faults += 1;
    }

    /// Tells the clients to stop.
    pub fn end(&self) {
        self.state.lock().unwrap().over = true;
        self.changed.notify_all();
    }

    /// Waits for a number of further calls, which varies by round.
    pub fn work_on(&self, round: usize) {
        let mut state = self.state.lock().unwrap();
        let enough = state.done + 100 + (round * 7919) % 400;
        let began = Instant::now();
        while state.done < enough {
            assert!(began.elapsed() < PATIENCE * 4, "the clients do nothing");
            state = self.changed.wait_timeout(state, PATIENCE).unwrap().0;
        }
    }

    /// Runs `act` on the running server.
    pub fn running<T>(&self, act: impl FnOnce(&Server) -> T) -> T {
        act(self.state.lock().unwrap().server.as_ref().unwrap())
    }

    /// Stops the server with a signal; it is unreachable until [`Ward::start`].
    pub fn stop(&self, signal: &str) -> std::path::PathBuf {
        let server = {
            let mut state = self.state.lock().unwrap();
            state.server.take().unwrap()
        };
        server.signal(signal);
        let folder = server.stop_dead();
        let data = folder.path().join("data");
        self.state.lock().unwrap().folder = Some(folder);
        data
    }

    /// Restarts the server on the existing folder.
    pub fn start(&self, flags: &[&str]) {
        self.start_by(&[&REQUESTS[..], flags].concat());
    }

    fn start_by(&self, flags: &[&str]) {
        let folder = self.state.lock().unwrap().folder.take().unwrap();
        let server = Server::start_in(folder, flags);
        let mut state = self.state.lock().unwrap();
        state.server = Some(server);
        state.life += 1;
        self.changed.notify_all();
    }

    /// Checks the folder while no process holds it: it is valid, and its log continues the earlier head.
    pub fn check_folder(&self, data: &std::path::Path) {
        let head = self.state.lock().unwrap().head.clone();
        let mut arguments = vec!["check"];
        if !head.is_empty() {
            arguments.extend(["--head", &head]);
        }
        let check = cli_in(data, &arguments, "");
        let said = String::from_utf8_lossy(&check.stdout).into_owned();
        assert!(check.status.success(), "{check:?}");
        assert!(said.starts_with("sound: "), "{said}");
        let words = said.split_whitespace();
        let is_head = |word: &&str| word.len() == 64 && word.bytes().all(|b| b.is_ascii_hexdigit());
        let head = words.into_iter().find(is_head).unwrap();
        head.clone_into(&mut self.state.lock().unwrap().head);
    }

    /// Stops the server gracefully, checks the folder, and restarts it for the final comparison.
    pub fn check(&self) {
        let data = self.stop("TERM");
        self.check_folder(&data);
        self.start_by(&[]);
    }
}

/// A client that follows restarts of the server.
pub struct Caller<'a> {
    ward: &'a Ward,
    name: &'static str,
}

impl Caller<'_> {
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Waits for the server and returns a client; `None` at the end of the test.
    fn client(&self) -> Option<(Client, u32)> {
        let mut state = self.ward.state.lock().unwrap();
        loop {
            if let Some(server) = &state.server {
                let client = Client::new(&server.base).bearer(&self.ward.tokens[self.name]);
                return Some((client, state.life));
            }
            if state.over {
                return None;
            }
            state = self.ward.changed.wait_timeout(state, PATIENCE).unwrap().0;
        }
    }

    /// Calls an operation until it is answered. Retries with the same idempotency key after a broken connection. `None`
    /// if it is rejected, which concurrent work may cause.
    pub fn call(&self, operation: &str, body: &Value) -> Option<Value> {
        let answer = self.answer(operation, body)?;
        (answer.status == 200).then(|| answer.json())
    }

    /// Returns the answer; panics if it is a server error.
    pub fn answer(&self, operation: &str, body: &Value) -> Option<Answer> {
        let began = Instant::now();
        loop {
            let (client, life) = self.client()?;
            if let Some(answer) = client.try_call(operation, body) {
                // No room, or an index rebuild: expected effects of faults.
                let may = answer.status < 500 || matches!(answer.status, 503 | 507);
                assert!(may, "{operation} {body}: {answer:?}");
                self.ward.answered(&answer);
                return Some(answer);
            }
            // A missing server is no failure if it returns in time.
            assert!(
                began.elapsed() < PATIENCE * 4,
                "{operation}: never answered"
            );
            self.ward.wait_for(life);
        }
    }
}

impl Ward {
    fn answered(&self, answer: &Answer) {
        if answer.status == 200 {
            self.state.lock().unwrap().done += 1;
            self.changed.notify_all();
        }
    }

    /// Waits briefly for the next start.
    fn wait_for(&self, life: u32) {
        let state = self.state.lock().unwrap();
        if state.life == life && !state.over {
            let wait = self.changed.wait_timeout(state, Duration::from_millis(200));
            drop(wait.unwrap());
        }
    }
}

impl Caller<'_> {
    /// Returns the reason for rejecting writes.
    pub fn refused_for_room(&self) -> String {
        let new = serde_json::json!({ "name": "No room", "goal": "g" });
        let answer = self.answer("workflow_create", &new).unwrap();
        assert_eq!(answer.status, 507, "{answer:?}");
        answer.json()["reason"].as_str().unwrap().to_owned()
    }
}
