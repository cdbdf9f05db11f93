//! Faults of servers and of their database, one after the other, while clients write.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;
use store::conformance::PostgresServer;

use super::proxy::Proxy;
use super::{contents, workflow};
use crate::harness::{Client, Server};

/// Number of servers, and of clients of each.
const SERVERS: usize = 3;
const CLIENTS: usize = 2;
/// Default number of faults; `LOCI_FAULTS` overrides it.
const FAULTS: usize = 12;
/// Number of kinds of faults.
const KINDS: usize = 6;
/// Number of writes between two faults.
const BETWEEN: usize = 25;

/// A server that faults are done to, and its line to the database. Its address stays the same.
struct Victim {
    base: String,
    line: Proxy,
    log: String,
    server: Mutex<Option<Server>>,
}

impl Victim {
    fn new(database: &PostgresServer) -> Self {
        let line = Proxy::to(database.address());
        let log = database.url_through(line.address());
        let server = Server::start_lasting(&["--log", &log]);
        Self {
            base: server.base.clone(),
            line,
            log,
            server: Mutex::new(Some(server)),
        }
    }

    fn signal(&self, signal: &str) {
        self.server.lock().unwrap().as_ref().unwrap().signal(signal);
    }

    /// Starts the server again after it was ended by a signal.
    fn restart(&self) {
        let mut server = self.server.lock().unwrap();
        let folder = server.take().unwrap().stop_dead();
        let flags = ["--log", &*self.log];
        *server = Some(Server::start_at(&self.base, folder, &flags));
    }
}

/// Ends the clients when it is dropped, also after a failure: frozen servers continue, so that no client waits for one.
struct End<'a>(&'a AtomicBool, &'a [Victim]);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
        for victim in self.1 {
            if let Ok(server) = victim.server.lock()
                && let Some(server) = &*server
            {
                // A server that was killed needs no signal.
                let _status = server.try_signal("CONT");
            }
        }
    }
}

/// Does the fault of this number, and ends it once others wrote meanwhile.
fn harm(nth: usize, victim: &Victim, database: &mut PostgresServer, wait: &dyn Fn()) {
    match nth % KINDS {
        0 => {
            victim.signal("KILL");
            wait();
            victim.restart();
        }
        1 => {
            victim.signal("STOP");
            wait();
            victim.signal("CONT");
        }
        2 => {
            victim.signal("TERM");
            wait();
            victim.restart();
        }
        3 => {
            database.stop(if nth % (2 * KINDS) == 3 {
                "immediate"
            } else {
                "fast"
            });
            database.run(&[]);
        }
        4 => {
            victim.line.cut();
            wait();
            victim.line.heal();
        }
        _ => {
            victim.line.refuse();
            wait();
            victim.line.heal();
        }
    }
}

/// Every write that was acknowledged is in the log exactly once, on whichever servers its attempts were made.
#[test]
fn kills_freezes_cuts_and_restarts_lose_nothing_and_repeat_nothing() {
    let faults = std::env::var("LOCI_FAULTS")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(FAULTS);
    let mut database = PostgresServer::start();
    let victims: Vec<Victim> = (0..SERVERS).map(|_| Victim::new(&database)).collect();
    let token = victims[0]
        .server
        .lock()
        .unwrap()
        .as_ref()
        .unwrap()
        .token("ada", "orchestrator");
    let client = |victim: &Victim| Client::new(&victim.base).bearer(&token);
    let id = workflow(&client(&victims[0]), "Faults");
    let (written, is_over) = (Mutex::new(BTreeSet::new()), &AtomicBool::new(false));
    let victims = &victims[..];
    let count = || written.lock().unwrap().len();
    thread::scope(|scope| {
        for nth in 0..SERVERS * CLIENTS {
            let (written, id) = (&written, &id);
            let client = &client;
            scope.spawn(move || {
                for number in 0.. {
                    // Each write begins at the client's own server: otherwise all would gather at one, and freeze with it.
                    let mut at = nth;
                    let content = format!("client {nth} number {number}");
                    let new = json!({ "workflow": id, "type": "insight", "content": content });
                    loop {
                        if is_over.load(Ordering::SeqCst) {
                            return;
                        }
                        let caller =
                            client(&victims[at % SERVERS]).header("idempotency-key", &content);
                        match caller.try_call("discovery_record", &new) {
                            Some(answer) if answer.status == 200 => break,
                            Some(answer) => assert_eq!(answer.status, 503, "{answer:?}"),
                            // Killed in the middle, or not started yet.
                            None => {}
                        }
                        at += 1;
                    }
                    written.lock().unwrap().insert(content);
                }
            });
        }
        let end = End(is_over, victims);
        let wait = || {
            let (before, began) = (count(), Instant::now());
            while count() < before + BETWEEN {
                assert!(
                    began.elapsed() < Duration::from_mins(3),
                    "nothing is written any more"
                );
                thread::yield_now();
            }
        };
        for nth in 0..faults {
            wait();
            let victim = &victims[(nth + nth / KINDS) % SERVERS];
            harm(nth, victim, &mut database, &wait);
        }
        wait();
        drop(end);
    });
    let written = written.into_inner().unwrap();
    assert!(written.len() >= faults * BETWEEN);
    for victim in victims {
        // The last fault may not have ended for it yet.
        let found = contents(&client(victim), &id);
        let once: BTreeSet<String> = found.iter().cloned().collect();
        assert_eq!(once.len(), found.len(), "something was done twice");
        let lost: Vec<_> = written.difference(&once).collect();
        assert!(lost.is_empty(), "{lost:?}");
    }
    let check = victims[0]
        .server
        .lock()
        .unwrap()
        .as_ref()
        .unwrap()
        .cli(&["check"]);
    assert!(check.status.success(), "{check:?}");
}
