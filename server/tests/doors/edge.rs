//! Network edge: connections that are silent, incomplete, slow or malformed, and their effect on others. Each test
//! waits for the connection to end, not for a time to pass.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::harness::{PATIENCE, Server, loci};

/// Timeouts of at most a second.
const HASTY: [&str; 6] = [
    "--idle-timeout",
    "1",
    "--body-timeout",
    "1",
    "--write-timeout",
    "1",
];
/// Interval at which a slow peer sends a byte.
const DRIP: Duration = Duration::from_millis(50);

fn connect(server: &Server) -> TcpStream {
    let stream = TcpStream::connect(server.base.strip_prefix("http://").unwrap()).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream
}

/// Reads until the server closes the connection.
fn rest(mut stream: TcpStream) -> String {
    let mut bytes = Vec::new();
    match stream.read_to_end(&mut bytes) {
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::ConnectionReset => {}
        Err(error) => panic!("the connection does not end: {error}"),
    }
    String::from_utf8(bytes).unwrap()
}

/// Sends bytes and returns everything that the server answers until it closes the connection.
fn answer(server: &Server, bytes: &[u8]) -> String {
    let mut stream = connect(server);
    // The server may close it before everything is sent.
    let _ = stream.write_all(bytes);
    rest(stream)
}

/// Asserts that the last answer is a complete problem with that status.
#[track_caller]
fn problem(answer: &str, status: u16) -> Value {
    let start = format!("HTTP/1.1 {status} ");
    let at = answer.rfind(&start);
    let at = at.unwrap_or_else(|| panic!("no {status}: {answer:?}"));
    let (head, body) = answer[at..].split_once("\r\n\r\n").unwrap();
    let head = head.to_ascii_lowercase();
    assert!(
        head.contains("content-type: application/problem+json"),
        "{head}"
    );
    assert!(head.contains("connection: close"), "{head}");
    assert!(
        head.contains(&format!("content-length: {}", body.len())),
        "{head}"
    );
    let problem: Value = serde_json::from_str(body).unwrap();
    assert_eq!(problem["status"], status, "{problem}");
    let id = problem["instance"].as_str().unwrap().to_ascii_lowercase();
    assert!(
        !id.is_empty() && head.contains(&format!("x-request-id: {id}")),
        "{head}"
    );
    problem
}

fn post(token: &str, operation: &str, headers: &str) -> String {
    format!(
        "POST /api/{operation} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\
         Content-Type: application/json\r\n{headers}\r\n"
    )
}

#[test]
fn who_is_silent_or_stops_halfway_is_ended() {
    let server = Server::start_with(&HASTY);
    let token = server.token("ada", "orchestrator");
    assert_eq!(
        answer(&server, b""),
        "",
        "to silence there is nothing to say"
    );
    problem(&answer(&server, b"GET /healthz HTTP/1.1\r\nHost: loc"), 408);
    let two = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: example.org\r\nConnection: close\r\n\r\n";
    problem(&answer(&server, two), 400);
    problem(&answer(&server, b"P"), 408);
    let half = post(&token, "workflow_create", "Content-Length: 100\r\n") + "{\"name\":";
    let said = problem(&answer(&server, half.as_bytes()), 408);
    assert_eq!(said["reason"], "request_timeout");
    let chunk = post(&token, "workflow_create", "Transfer-Encoding: chunked\r\n") + "8\r\n{\"na";
    problem(&answer(&server, chunk.as_bytes()), 408);
    let sign_in = "POST /sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nname";
    problem(&answer(&server, sign_in.as_bytes()), 408);
    let document = format!(
        "PUT /v1/working-memory/s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\
         Content-Length: 90\r\n\r\n{{"
    );
    problem(&answer(&server, document.as_bytes()), 408);
    // An idle keep-alive connection is closed as well.
    let kept = answer(&server, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assert!(
        kept.starts_with("HTTP/1.1 200 OK") && kept.ends_with("ok\n"),
        "{kept}"
    );
}

/// Sends a byte at a time until there is an answer; returns it.
fn drip(server: &Server, start: &str) -> String {
    let mut stream = connect(server);
    stream.write_all(start.as_bytes()).unwrap();
    stream.set_read_timeout(Some(DRIP)).unwrap();
    let began = Instant::now();
    let mut first = [0];
    loop {
        assert!(began.elapsed() < PATIENCE, "a drip is never ended");
        match stream.read(&mut first) {
            Ok(0) => return String::new(),
            Ok(_) => break,
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                let _ = stream.write_all(b"x");
            }
            Err(error) => panic!("{error}"),
        }
    }
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    String::from_utf8_lossy(&first).into_owned() + &rest(stream)
}

#[test]
fn a_drip_does_not_keep_a_connection() {
    let server = Server::start_with(&HASTY);
    let token = server.token("ada", "orchestrator");
    problem(
        &drip(&server, "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-A: "),
        408,
    );
    let body = post(&token, "workflow_create", "Content-Length: 1000000\r\n");
    problem(&drip(&server, &body), 408);
}

#[test]
fn who_reads_nothing_is_ended_and_a_quiet_feed_is_not() {
    let server = Server::start_with(&HASTY);
    let ada = server.agent("ada", "orchestrator");
    let feed = ada.events("/api/events");
    feed.next();
    let mut deaf = connect(&server);
    let ask = "GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(400);
    let asking = std::thread::spawn(move || {
        // Fails once the server has closed the connection.
        let refused = loop {
            if let Err(error) = deaf.write_all(ask.as_bytes()) {
                break error.kind();
            }
        };
        (refused, deaf)
    });
    let (refused, deaf) = asking.join().unwrap();
    assert!(
        matches!(refused, ErrorKind::ConnectionReset | ErrorKind::BrokenPipe),
        "{refused}"
    );
    drop(deaf);
    // The feed has been quiet for longer than the idle timeout.
    assert_eq!(answer(&server, b""), "");
    ada.call("workflow_create", &json!({ "name": "n", "goal": "g" }))
        .ok();
    feed.fact();
}

#[test]
fn what_cannot_be_read_is_refused_like_everything_else() {
    let server = Server::start();
    let token = server.token("ada", "orchestrator");
    let get = |path: &str, headers: &str| {
        format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n{headers}\r\n").into_bytes()
    };
    let many = "X-A: b\r\n".repeat(300);
    let large = format!("X-A: {}\r\n", "b".repeat(300_000));
    let chunked = post(&token, "workflow_create", "Transfer-Encoding: chunked\r\n");
    for (bytes, status) in [
        (b"junk\r\n\r\n".to_vec(), 400),
        (b"\x16\x03\x01\x02\x00\x01\x00".to_vec(), 400),
        (b"GET / HTTP/1.1\r\nno colon\r\n\r\n".to_vec(), 400),
        (b"GET / HTTP/9.9\r\n\r\n".to_vec(), 400),
        (get("/", "Content-Length: 1\r\nContent-Length: 2\r\n"), 400),
        (get("/", "Content-Length: many\r\n"), 400),
        (get(&format!("/{}", "a".repeat(70_000)), ""), 414),
        (get("/", &many), 431),
        (get("/", &large), 431),
        (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec(), 505),
        ([chunked.as_bytes(), b"zz\r\n{}\r\n0\r\n\r\n"].concat(), 400),
    ] {
        let said = answer(&server, &bytes);
        problem(&said, status);
    }
    // Earlier requests are answered first.
    let two = [
        get("/healthz", ""),
        get("/healthz", ""),
        b"junk\r\n\r\n".to_vec(),
    ]
    .concat();
    let said = answer(&server, &two);
    assert_eq!(said.matches("HTTP/1.1 200 OK").count(), 2, "{said}");
    problem(&said, 400);
}

#[test]
fn a_request_for_no_path_is_refused() {
    let server = Server::start();
    for request in ["CONNECT a:1", "CONNECT localhost:1", "OPTIONS *"] {
        let head = format!("{request} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        let said = answer(&server, head.as_bytes());
        problem(&said, 400);
    }
}

#[test]
fn a_body_is_asked_for_only_when_it_may_come() {
    let server = Server::start();
    let token = server.token("ada", "orchestrator");
    let observer = server.token("eve", "observer");
    let expect = "Expect: 100-continue\r\nContent-Length: 26\r\n";
    let large = "Expect: 100-continue\r\nContent-Length: 2000000\r\n";
    let huge = "Expect: 100-continue\r\nContent-Length: 200000000\r\n";
    let packed = format!("{expect}Content-Encoding: br\r\n");
    let of_v1 = |token: &str, expect: &str| {
        format!(
            "PUT /v1/working-memory/s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\
             Content-Type: application/json\r\n{expect}\r\n"
        )
    };
    for (request, status) in [
        (post("nobody", "workflow_create", expect), "401"),
        (post(&observer, "workflow_create", expect), "403"),
        (post(&token, "workflow_create", large), "413"),
        (post(&token, "artifact_record", huge), "413"),
        (post(&token, "workflow_create", &packed), "415"),
        (post(&token, "no_operation", expect), "404"),
        (
            post(&token, "workflow_create", expect).replace("localhost", "evil.example"),
            "421",
        ),
        (of_v1("nobody", expect), "401"),
        (of_v1(&token, huge), "413"),
        (
            format!("POST /sign-in HTTP/1.1\r\nHost: localhost\r\n{large}\r\n"),
            "413",
        ),
    ] {
        let said = answer(&server, request.as_bytes());
        assert!(
            said.starts_with(&format!("HTTP/1.1 {status} ")),
            "{request}{said}"
        );
    }
    let mut stream = connect(&server);
    let request = post(&token, "workflow_create", expect);
    stream.write_all(request.as_bytes()).unwrap();
    let mut go_on = [0; 25];
    stream.read_exact(&mut go_on).unwrap();
    assert_eq!(&go_on, b"HTTP/1.1 100 Continue\r\n\r\n");
    stream
        .write_all(b"{\"name\": \"n\", \"goal\": \"g\"}")
        .unwrap();
    let mut status = [0; 12];
    stream.read_exact(&mut status).unwrap();
    assert_eq!(&status, b"HTTP/1.1 200");
}

#[test]
fn probes_of_http_1_0_need_no_host() {
    let server = Server::start();
    for path in ["/healthz", "/readyz"] {
        let said = answer(&server, format!("GET {path} HTTP/1.0\r\n\r\n").as_bytes());
        assert!(said.starts_with("HTTP/1.0 200 OK"), "{said}");
    }
    let said = answer(&server, b"GET /api/agent_list HTTP/1.0\r\n\r\n");
    assert!(said.starts_with("HTTP/1.0 421 "), "{said}");
}

fn start_with_descriptors(descriptors: u32, flags: &str) -> Server {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!(
        "ulimit -n {descriptors}; exec \"$0\" serve --addr 127.0.0.1:0 --data \"$1\" {flags}"
    ));
    command
        .arg(loci().get_program())
        .arg(folder.path().join("data"));
    Server::start_by(command, folder)
}

#[test]
fn idle_connections_shut_nobody_out() {
    // This process holds the other ends.
    let descriptors = server::edge::descriptors::raise();
    assert!(descriptors >= 4_096, "{descriptors}");
    let server = start_with_descriptors(1_024, "");
    let token = server.token("ada", "orchestrator");
    let mut idle = Vec::new();
    for i in 0..1_100 {
        let mut stream = connect(&server);
        if i % 2 == 0 {
            stream.write_all(b"GET / HT").unwrap();
        }
        idle.push(stream);
    }
    let ada = server.anonymous().bearer(&token);
    ada.call("workflow_create", &json!({ "name": "n", "goal": "g" }))
        .ok();
    let metrics = ada.get("/metrics").body;
    assert!(metrics.contains("loci_connections_most 896\n"), "{metrics}");
    assert!(
        metrics.contains("loci_connections_refused_total 0\n"),
        "{metrics}"
    );
    let open = ada.get("/readyz");
    assert_eq!(open.body, "ready\n");
}

#[test]
fn running_out_of_descriptors_ends_nothing_but_who_waits() {
    let server = start_with_descriptors(128, "--connections 100000");
    let token = server.token("ada", "orchestrator");
    let idle: Vec<_> = (0..300).map(|_| connect(&server)).collect();
    let ada = server.anonymous().bearer(&token);
    ada.call("workflow_create", &json!({ "name": "n", "goal": "g" }))
        .ok();
    drop(idle);
    assert_eq!(ada.workflows(), 1);
}

#[test]
fn bodies_that_do_not_come_make_room() {
    let server = Server::start_with(&["--connections", "8"]);
    let token = server.token("ada", "orchestrator");
    let half = post(&token, "workflow_create", "Content-Length: 100\r\n") + "{";
    let held: Vec<_> = (0..8)
        .map(|_| {
            let mut stream = connect(&server);
            stream.write_all(half.as_bytes()).unwrap();
            stream
        })
        .collect();
    let began = Instant::now();
    loop {
        let said = answer(&server, b"GET /healthz HTTP/1.0\r\n\r\n");
        if said.starts_with("HTTP/1.0 200 OK") {
            break;
        }
        if !said.is_empty() {
            assert_eq!(problem(&said, 503)["reason"], "connections");
        }
        assert!(began.elapsed() < PATIENCE, "they keep everybody out");
    }
    drop(held);
}
