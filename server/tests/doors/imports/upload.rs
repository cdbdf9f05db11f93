//! Uploads of the page `/import`: one file per request, with progress.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpStream;

use serde_json::{Value, json};

use super::{counts, form_with_file, transcript};
use crate::harness::{Answer, Client, PATIENCE, Server, csrf};

const CHAT: &[u8] = br#"[{"role":"user","content":"Feed the ocelot"}]"#;

/// A person's browser, with the CSRF token of its session.
struct Browser {
    client: Client,
    csrf: String,
}

impl Browser {
    fn of(server: &Server, name: &str, role: &str) -> Self {
        let client = server.person(name, role);
        let csrf = csrf(&client.clone().browser().get("/").body);
        Self { client, csrf }
    }

    fn upload(&self, query: &str, fields: &[(&str, &str)], file: &[u8]) -> Answer {
        let fields = [&[("csrf", self.csrf.as_str())], fields].concat();
        upload(&self.client, query, &fields, file)
    }

    /// Uploads a conversation with this file name; returns the last line.
    fn chat(&self, step: &str, name: &str, file: &[u8]) -> Value {
        let query = format!("importer=sessions&step={step}");
        last(&self.upload(&query, &[("file_name", name)], file))
    }
}

fn upload(client: &Client, query: &str, fields: &[(&str, &str)], file: &[u8]) -> Answer {
    let (kind, body) = form_with_file(fields, ("file", file));
    client.raw("POST", &format!("/import/file?{query}"), Some(kind), &body)
}

/// Sends the head of an upload with a body of that length.
fn begin(server: &Server, browser: &Browser, importer: &str, length: usize) -> TcpStream {
    let address = server.base.strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let cookie = browser.client.session();
    let head = format!(
        "POST /import/file?importer={importer}&step=import HTTP/1.1\r\nhost: {address}\r\ncookie: {cookie}\r\n\
         content-type: multipart/form-data; boundary=XX\r\nexpect: 100-continue\r\ncontent-length: {length}\r\n\r\n",
    );
    stream.write_all(head.as_bytes()).unwrap();
    stream
}

#[track_caller]
fn lines(answer: &Answer) -> Vec<Value> {
    assert_eq!(answer.status, 200, "{answer:?}");
    assert_eq!(answer.header("content-type"), "application/x-ndjson");
    assert_eq!(answer.header("content-encoding"), "");
    let lines = answer.body.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[track_caller]
fn last(answer: &Answer) -> Value {
    lines(answer).pop().unwrap()
}

#[test]
fn a_file_is_detected_previewed_and_imported_in_parts() {
    let server = Server::start();
    let mara = Browser::of(&server, "mara", "member");
    let file = transcript(2_500) + "{\"type\":\"user\",\"mess";
    let named = [
        ("file_name", "talk.jsonl"),
        ("user_id", "bo"),
        ("session", ""),
    ];
    let send = |step: &str, importer: &str| {
        let query = format!("importer={importer}&step={step}");
        lines(&mara.upload(&query, &named, file.as_bytes()))
    };
    // The content decides, not the chosen importer.
    let detected = send("detect", "workflow");
    assert_eq!(detected.len(), 1, "{detected:?}");
    assert_eq!(detected[0]["importer"], "sessions");
    let fingerprint = detected[0]["fingerprint"].as_str().unwrap();
    assert_eq!(fingerprint.len(), 8);

    let previewed = send("preview", "sessions");
    assert_eq!(previewed[0], detected[0]);
    let progress = &previewed[1..previewed.len() - 1];
    let done: Vec<_> = progress.iter().map(|line| line["done"].clone()).collect();
    assert_eq!(done, [1, 2, 3]);
    assert!(progress.iter().all(|line| line["parts"] == 3));
    assert_eq!(counts(&progress[0]["report"]), [1_000, 0, 0, 0]);
    let would = &previewed[previewed.len() - 1];
    assert_eq!(counts(&would["report"]), [2_500, 0, 0, 1]);
    assert_eq!(would["report"]["odd"][0]["at"], "line 2501");
    assert_eq!(
        [&would["report"]["dry_run"], &would["place"]],
        [&json!(true), &Value::Null]
    );
    let listed = |client: &Client| client.call("session_list", &json!({})).ok()["total"].clone();
    assert_eq!(listed(&mara.client), 0);

    let imported = send("import", "sessions").pop().unwrap();
    assert_eq!(counts(&imported["report"]), [2_500, 0, 0, 1]);
    assert!(imported.get("problem").is_none(), "{imported}");
    let place = imported["place"].as_str().unwrap();
    assert!(
        place.starts_with("/sessions/") && place.ends_with("shop-1"),
        "{place}"
    );
    assert_eq!(imported["report"]["items"][0]["href"], place);
    assert_eq!(mara.client.clone().browser().get(place).status, 200);
    let again = send("import", "sessions").pop().unwrap();
    assert_eq!(counts(&again["report"]), [0, 0, 2_500, 1]);
    assert_eq!(listed(&mara.client), 1);
}

#[test]
fn files_of_every_importer_and_pasted_texts_are_imported() {
    let server = Server::start();
    let mara = Browser::of(&server, "mara", "owner");
    let import = |importer: &str, fields: &[(&str, &str)], file: &str| {
        let query = format!("importer={importer}&step=import");
        last(&mara.upload(&query, fields, file.as_bytes()))
    };
    let plan = r#"{"id":"bd-1","title":"Log in"}"#;
    let key = [
        ("file_name", "issues.jsonl"),
        ("name", "Shop"),
        ("idempotency_key", "k"),
    ];
    let workflow = import("workflow", &key, plan);
    assert_eq!(counts(&workflow["report"]), [1, 0, 0, 0]);
    assert!(
        workflow["place"]
            .as_str()
            .unwrap()
            .starts_with("/workflows/01")
    );
    // A lost response: the same import again.
    assert_eq!(import("workflow", &key, plan)["place"], workflow["place"]);
    assert_eq!(mara.client.workflows(), 1);

    let notes = "# Zoo\n\n- Tea at nine\n- Close the gate\n";
    let memories = import(
        "memories",
        &[("file_name", "MEMORY.md"), ("core", "zoo")],
        notes,
    );
    assert_eq!(counts(&memories["report"]), [2, 0, 0, 0]);
    assert!(
        memories["report"]["items"][0]["href"]
            .as_str()
            .unwrap()
            .starts_with("/crystals/zoo/")
    );
    server.token("ada", "worker");
    let mind = import(
        "mind",
        &[("file_name", "CLAUDE.md"), ("agent", "ada")],
        "# Shop\n\nOpens at nine.\n",
    );
    assert_eq!(mind["place"], "/minds/ada");

    // A pasted text has no file name.
    let pasted = import(
        "sessions",
        &[("session", "s")],
        str::from_utf8(CHAT).unwrap(),
    );
    assert_eq!(counts(&pasted["report"]), [1, 0, 0, 0]);
    let unnamed = import("sessions", &[], str::from_utf8(CHAT).unwrap());
    assert_eq!(unnamed["problem"]["code"], "invalid", "{unnamed}");
    let detect = "importer=mind&step=detect";
    let kind = |name: &str| {
        let answer = mara.upload(detect, &[("file_name", name)], notes.as_bytes());
        lines(&answer)[0]["importer"].clone()
    };
    assert_eq!([kind("a.md"), kind("a.txt")], [Value::Null, Value::Null]);
}

#[test]
fn only_those_who_may_import_do() {
    let server = Server::start();
    let mara = Browser::of(&server, "mara", "member");
    let vera = Browser::of(&server, "vera", "viewer");
    let query = "importer=sessions&step=import";
    let named = [("file_name", "a.json")];
    vera.upload(query, &named, CHAT).problem(403, "forbidden");
    upload(&server.anonymous(), query, &named, CHAT).problem(401, "unauthenticated");
    let olga = server.agent("olga", "observer");
    upload(&olga, query, &named, CHAT).problem(403, "forbidden");
    // Without the token of this session, and from a page of another origin.
    upload(&mara.client, query, &named, CHAT).problem(403, "forbidden");
    for csrf in ["", "0000", &vera.csrf] {
        let fields = [("csrf", csrf), named[0]];
        upload(&mara.client, query, &fields, CHAT).problem(403, "forbidden");
    }
    let other = Browser {
        client: mara.client.clone().header("origin", "http://evil.example"),
        csrf: mara.csrf.clone(),
    };
    other.upload(query, &named, CHAT).problem(403, "forbidden");
    let listed = server.agent("orch", "orchestrator");
    assert_eq!(listed.call("session_list", &json!({})).ok()["total"], 0);

    // An agent's token needs no CSRF token; a browser cannot be made to send it.
    let ada = server.agent("ada", "worker");
    let imported = last(&upload(&ada, query, &named, CHAT));
    assert_eq!(counts(&imported["report"]), [1, 0, 0, 0]);
    assert_eq!(
        mara.client.get("/import/file").problem(405, "invalid")["reason"],
        "method_not_allowed"
    );
    for (query, field) in [
        ("step=import", "/importer"),
        ("importer=songs&step=import", "/importer"),
        ("importer=sessions", "/step"),
        ("importer=sessions&step=erase", "/step"),
    ] {
        mara.upload(query, &named, CHAT)
            .wrong(400, "invalid", field);
    }
}

#[test]
fn files_that_cannot_be_read_are_rejected_with_the_reason() {
    let server = Server::start();
    let mara = Browser::of(&server, "mara", "member");
    for (name, file, reason) in [
        (
            "a.zip",
            &b"PK\x03\x04\0"[..],
            "The file is a ZIP archive that is damaged",
        ),
        ("a.json", b"[\xff]", "The file is not UTF-8: byte 2"),
        ("a.json", b" \r\n", "The file is empty."),
        ("a.json", b"hello", "The file is in no known format."),
        (
            "a.json",
            br#"{"tasks":[]}"#,
            "The file is in no known format.",
        ),
    ] {
        let ended = mara.chat("import", name, file);
        let detail = ended["problem"]["detail"].as_str().unwrap();
        assert!(detail.starts_with(reason), "{detail}");
        assert_eq!(ended["problem"]["code"], "invalid");
        assert_eq!(
            [&ended["place"], &ended["report"]["created"]],
            [&Value::Null, &json!(0)]
        );
    }
    let odd = last(&mara.upload(
        "importer=sessions&step=preview",
        &[("file_name", "a.json"), ("colour", "red")],
        CHAT,
    ));
    assert_eq!(odd["problem"]["fields"][0]["pointer"], "/colour");
    // A body that is no form, or has no file.
    let post = |kind: &str, body: &[u8]| {
        let client = &mara.client;
        client.raw(
            "POST",
            "/import/file?importer=sessions&step=import",
            Some(kind),
            body,
        )
    };
    post("application/json", b"{}").problem(400, "invalid");
    post("multipart/form-data; boundary=XX", b"--XX--\r\n").wrong(400, "invalid", "/file");
    assert_eq!(
        mara.client.call("session_list", &json!({})).ok()["total"],
        0
    );
}

#[test]
fn a_file_above_the_limit_is_rejected_before_it_is_read() {
    let server = Server::start();
    let mara = Browser::of(&server, "mara", "member");
    let declare = |importer: &str, mib: usize| {
        let stream = begin(&server, &mara, importer, mib * 1024 * 1024);
        let mut answer = String::new();
        BufReader::new(stream).read_line(&mut answer).unwrap();
        answer
    };
    for (importer, mib, status) in [
        ("sessions", 129, "413"),
        ("memories", 129, "413"),
        ("workflow", 33, "413"),
        ("mind", 33, "413"),
        // The server asks for the body.
        ("sessions", 128, "100"),
        ("workflow", 32, "100"),
    ] {
        let answer = declare(importer, mib);
        assert_eq!(
            answer.split(' ').nth(1),
            Some(status),
            "{importer} {mib}: {answer}"
        );
    }
    // The memory of the uploads above is free again.
    assert_eq!(
        counts(&mara.chat("import", "a.json", CHAT)["report"]),
        [1, 0, 0, 0]
    );
}

#[test]
fn files_above_the_size_of_a_call_are_imported() {
    let server = Server::start();
    let mara = Browser::of(&server, "mara", "member");
    // Space between messages is cheap to import.
    let line = json!({"role": "user", "content": "again"}).to_string();
    let file = format!("{line}{}\n", " ".repeat(200_000)).repeat(170);
    assert!(file.len() > 32 * 1024 * 1024);
    let previewed = mara.chat("preview", "long.jsonl", file.as_bytes());
    assert_eq!(
        counts(&previewed["report"]),
        [170, 0, 0, 0],
        "{}",
        previewed["problem"]
    );
}

#[test]
fn closing_the_connection_stops_after_the_current_part() {
    let server = Server::start();
    let mara = Browser::of(&server, "mara", "member");
    let fields = [("csrf", mara.csrf.as_str()), ("file_name", "a.jsonl")];
    let file = transcript(12_000);
    let (_, body) = form_with_file(&fields, ("file", file.as_bytes()));
    let mut stream = begin(&server, &mara, "sessions", body.len());
    stream.write_all(&body).unwrap();
    let mut seen = Vec::new();
    let mut reader = BufReader::new(&stream);
    while !String::from_utf8_lossy(&seen).contains("\"done\":1,") {
        assert!(reader.read_until(b'\n', &mut seen).unwrap() > 0);
    }
    drop(reader);
    drop(stream);

    // An import of the same length that began later ends: the first one would have ended, too.
    let other = file.replace("shop-1", "shop-2");
    let imported = mara.chat("import", "b.jsonl", other.as_bytes());
    assert_eq!(counts(&imported["report"]), [12_000, 0, 0, 0]);
    let again = mara.chat("preview", "a.jsonl", file.as_bytes());
    let [new, changed, old, _] = counts(&again["report"]);
    assert_eq!((changed, new + old), (0, 12_000));
    assert!(new > 0, "the import did not stop");
    assert!(old >= 1_000 && old.is_multiple_of(1_000), "{old} messages");
    let finished = mara.chat("import", "a.jsonl", file.as_bytes());
    assert_eq!(counts(&finished["report"]), [new, 0, old, 0]);
}

#[test]
fn two_conversations_of_one_file_name_become_two_sessions() {
    let server = Server::start();
    let mara = Browser::of(&server, "mara", "member");
    let dogs = br#"[{"role":"user","content":"Feed the dogs"}]"#;
    let fingerprint = |file: &[u8]| {
        let named = [("file_name", "chat.json")];
        let answer = mara.upload("importer=sessions&step=detect", &named, file);
        lines(&answer)[0]["fingerprint"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    assert_eq!(fingerprint(CHAT), fingerprint(CHAT));
    let other = fingerprint(dogs);
    assert_ne!(fingerprint(CHAT), other);
    let first = mara.chat("import", "chat.json", CHAT);
    let second = mara.chat("import", &format!("chat.{other}.json"), dogs);
    assert_eq!(first["report"]["items"][0]["id"], "chat");
    assert_eq!(second["report"]["items"][0]["id"], format!("chat.{other}"));
}

#[test]
fn parts_obey_the_quotas_of_calls() {
    let server = Server::start_with(&["--min-free-mib", "1000000000"]);
    let mara = Browser::of(&server, "mara", "member");
    let ended = mara.chat("import", "a.json", CHAT);
    assert_eq!(ended["problem"]["reason"], "free_disk", "{ended}");
    assert_eq!(ended["report"]["created"], 0);
}
