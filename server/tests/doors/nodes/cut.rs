//! A server that is cut off from the database, while others are not.

use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use sqlx::{Connection as _, Executor as _, PgConnection};
use store::conformance::PostgresServer;
use tokio::runtime::{Builder, Runtime};

use super::proxy::Proxy;
use super::{contents, discovery, node, until_ok, workflow};
use crate::harness::{Client, PASSWORD, PATIENCE, Server};

/// Maximum time of a call on a server that is cut off.
const BOUND: Duration = Duration::from_secs(20);
/// Number of calls that use all connections for reading, and one that waits.
const READS: usize = 6;

/// Starts a server that reaches the database through the proxy.
fn far(database: &PostgresServer, proxy: &Proxy) -> Server {
    Server::start_with(&["--log", &database.url_through(proxy.address())])
}

/// A statement that holds locks until it is dropped.
struct Lock {
    runtime: Runtime,
    conn: Option<PgConnection>,
}

impl Lock {
    fn take(database: &PostgresServer, sql: &str) -> Self {
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let conn = runtime.block_on(async {
            let mut conn = PgConnection::connect(&database.url()).await.unwrap();
            conn.execute(sqlx::raw_sql(&format!("BEGIN; {sql}")))
                .await
                .unwrap();
            conn
        });
        Self {
            runtime,
            conn: Some(conn),
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        let conn = self.conn.take().unwrap();
        self.runtime.block_on(conn.close()).unwrap();
    }
}

/// Waits until a statement waits for such a lock.
fn await_blocked(database: &PostgresServer, lock: &str) {
    let began = Instant::now();
    let blocked = format!("SELECT count(*) FROM pg_locks WHERE NOT granted AND {lock}");
    while database.count(&blocked) == 0 {
        assert!(began.elapsed() < PATIENCE, "no statement waits: {lock}");
    }
}

#[test]
fn a_server_that_is_cut_off_answers_503_and_serves_again_afterwards() {
    let database = PostgresServer::start();
    let proxy = Proxy::to(database.address());
    let (near, far) = (node(&database), far(&database, &proxy));
    let token = near.token("ada", "orchestrator");
    let on_near = Client::new(&near.base).bearer(&token);
    let on_far = Client::new(&far.base).bearer(&token);
    let grace = far.person("grace", "owner");
    let anonymous = far.anonymous();
    let id = workflow(&on_near, "Cut");
    let note = |content: &str| discovery(&id, content);
    let read = json!({ "workflow": id });
    on_far.call("workflow_get", &read).ok();
    let feed = on_far.events("/api/events");
    assert_eq!(feed.next().name, "cursor");

    for kind in ["half open", "refused"] {
        match kind {
            "half open" => proxy.cut(),
            _ => proxy.refuse(),
        }
        let keyed = on_far.clone().header("idempotency-key", kind);
        let content = format!("by the far server, {kind}");
        let timely = |call: &dyn Fn() -> u16| {
            let began = Instant::now();
            assert_eq!(call(), 503, "{kind}");
            assert!(began.elapsed() < BOUND, "{kind}: {:?}", began.elapsed());
        };
        let calls: [&(dyn Fn() -> u16 + Sync); 6] = [
            &|| keyed.call("discovery_record", &note(&content)).status,
            &|| on_far.call("workflow_get", &read).status,
            &|| on_far.call("workflow_list", &json!({})).status,
            &|| grace.call("agent_list", &json!({})).status,
            &|| {
                anonymous
                    .post(
                        "/sign-in",
                        &json!({ "name": "grace", "password": PASSWORD }),
                    )
                    .status
            },
            &|| anonymous.get("/readyz").status,
        ];
        thread::scope(|scope| {
            for call in calls {
                // Twice: all connections were lost by then.
                scope.spawn(move || (0..2).for_each(|_| timely(call)));
            }
            // Others continue at once, and the process itself is well.
            let near = on_near.call(
                "discovery_record",
                &note(&format!("by the near server, {kind}")),
            );
            assert_eq!(near.status, 200, "{near:?}");
            assert_eq!(anonymous.get("/healthz").status, 200);
        });
        proxy.heal();
        let made = until_ok(|| keyed.call("discovery_record", &note(&content)));
        assert_eq!(keyed.call("discovery_record", &note(&content)).ok(), made);
        until_ok(|| grace.call("agent_list", &json!({})));
        let began = Instant::now();
        while anonymous.get("/readyz").status != 200 {
            assert!(began.elapsed() < PATIENCE, "it is not ready");
        }
    }
    let expected = [
        "by the near server, half open",
        "by the far server, half open",
        "by the near server, refused",
        "by the far server, refused",
    ];
    assert_eq!(contents(&on_near, &id), expected);
    assert_eq!(contents(&on_far, &id), expected);
    // The feed stayed open, and has each fact once.
    let seen: Vec<Value> = expected.iter().map(|_| feed.fact().json()).collect();
    let seen: Vec<&Value> = seen.iter().map(|fact| &fact["body"]["content"]).collect();
    assert_eq!(seen, expected);
}

/// Statements that were sent before the cut are never answered, and their connections are of no use afterwards.
#[test]
fn calls_that_a_cut_interrupts_end_and_leave_the_server_whole() {
    let database = PostgresServer::start();
    let proxy = Proxy::to(database.address());
    let (near, far) = (node(&database), far(&database, &proxy));
    let token = near.token("ada", "orchestrator");
    let on_near = Client::new(&near.base).bearer(&token);
    let on_far = Client::new(&far.base).bearer(&token);
    let grace = far.person("grace", "owner");
    let agent = json!({ "name": "ben", "role": "worker" });
    grace.call("agent_register", &agent).ok();
    let streams: Vec<String> = (0..READS)
        .map(|nth| workflow(&on_near, &format!("Stream {nth}")))
        .collect();
    assert_eq!(on_far.workflows(), READS);

    let sql = "LOCK TABLE loci_main.facts; SELECT count FROM loci_main.account_changes FOR UPDATE";
    let lock = Lock::take(&database, sql);
    let (send, statuses) = mpsc::channel();
    let spawn = |client: &Client, operation: &'static str, body: Value| {
        let (client, send) = (client.clone(), send.clone());
        thread::spawn(move || send.send((operation, client.call(operation, &body).status)));
    };
    // These first: the others use all connections that read.
    for _ in 0..2 {
        spawn(
            &grace,
            "token_create",
            json!({ "agent": "ben", "role": "worker" }),
        );
    }
    await_blocked(&database, "locktype <> 'relation'");
    for id in &streams {
        spawn(
            &on_far,
            "workflow_at",
            json!({ "workflow": id, "version": 1 }),
        );
    }
    await_blocked(&database, "locktype = 'relation'");
    proxy.cut();
    for _ in 0..READS + 2 {
        let (operation, status) = statuses.recv_timeout(BOUND).expect("an answer");
        assert_eq!(status, 503, "{operation}");
    }
    proxy.heal();
    drop(lock);
    for id in &streams {
        let read = json!({ "workflow": id });
        until_ok(|| on_far.call("workflow_get", &read));
    }
    until_ok(|| grace.call("token_create", &json!({ "agent": "ben", "role": "worker" })));
}
