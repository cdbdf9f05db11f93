//! The server that is mistreated, and how its clients reach it wherever it is now.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

use crate::harness::{Answer, Client, PATIENCE, Server, cli_in};

/// Whoever calls, with the role of their token.
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
/// How many requests a second one token has: more than those who work need, less than the greedy one wants.
const REQUESTS: [&str; 4] = ["--token-requests", "40", "--token-burst", "40"];

/// A server that is killed and started again.
pub struct Ward {
    state: Mutex<State>,
    changed: Condvar,
    tokens: BTreeMap<&'static str, String>,
}

struct State {
    /// None while it is down.
    server: Option<Server>,
    folder: Option<TempDir>,
    /// Grows with each start.
    life: u32,
    done: usize,
    faults: usize,
    over: bool,
    /// A head that the log had once.
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

    /// Lets the clients stop.
    pub fn end(&self) {
        self.state.lock().unwrap().over = true;
        self.changed.notify_all();
    }

    /// Waits until the clients did some more; how much, is another number each time.
    pub fn work_on(&self, round: usize) {
        let mut state = self.state.lock().unwrap();
        let enough = state.done + 100 + (round * 7919) % 400;
        let began = Instant::now();
        while state.done < enough {
            assert!(began.elapsed() < PATIENCE * 4, "the clients do nothing");
            state = self.changed.wait_timeout(state, PATIENCE).unwrap().0;
        }
    }

    /// Does something to the server while it runs.
    pub fn running<T>(&self, act: impl FnOnce(&Server) -> T) -> T {
        act(self.state.lock().unwrap().server.as_ref().unwrap())
    }

    /// Takes the server away by a signal; nobody reaches it until [`Ward::start`].
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

    /// Starts it again on what is there.
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

    /// Has the folder checked while nobody is in it: it is sound, and its log goes on from where it was.
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

    /// Stops it well, checks the folder, and starts it for what is compared at the end.
    pub fn check(&self) {
        let data = self.stop("TERM");
        self.check_folder(&data);
        self.start_by(&[]);
    }
}

/// Somebody who calls, wherever the server is.
pub struct Caller<'a> {
    ward: &'a Ward,
    name: &'static str,
}

impl Caller<'_> {
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Waits for the server and gives a client of it; none once it is over.
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

    /// Does an operation until it is answered: sent again with the same key when the connection broke, so that it
    /// is done once. Nothing when it was refused, as what another did first may well have it.
    pub fn call(&self, operation: &str, body: &Value) -> Option<Value> {
        let answer = self.answer(operation, body)?;
        (answer.status == 200).then(|| answer.json())
    }

    /// The answer, whatever it is but a fault of the server.
    pub fn answer(&self, operation: &str, body: &Value) -> Option<Answer> {
        let began = Instant::now();
        loop {
            let (client, life) = self.client()?;
            if let Some(answer) = client.try_call(operation, body) {
                // No room, or the index is being built: what a fault may bring about.
                let may = answer.status < 500 || matches!(answer.status, 503 | 507);
                assert!(may, "{operation} {body}: {answer:?}");
                self.ward.answered(&answer);
                return Some(answer);
            }
            // The server went away: that is no failure as long as it comes back.
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

    /// Waits a little for another life than this one.
    fn wait_for(&self, life: u32) {
        let state = self.state.lock().unwrap();
        if state.life == life && !state.over {
            let wait = self.changed.wait_timeout(state, Duration::from_millis(200));
            drop(wait.unwrap());
        }
    }
}

impl Caller<'_> {
    /// Why there is no room to write.
    pub fn refused_for_room(&self) -> String {
        let new = serde_json::json!({ "name": "No room", "goal": "g" });
        let answer = self.answer("workflow_create", &new).unwrap();
        assert_eq!(answer.status, 507, "{answer:?}");
        answer.json()["reason"].as_str().unwrap().to_owned()
    }
}
