//! Search by meaning with an embedding endpoint, whose vectors arrive in the background, and by words regardless of the
//! endpoint.

mod several;

use std::path::Path;
use std::time::Instant;

use kernel::ports::embedder::quantise;
use serde_json::{Value, json};

use crate::harness::vectors::{Asked, Reply, Vectors, vector, well};
use crate::harness::{Client, PATIENCE, Server};

/// Returns the flags for an endpoint.
fn flags<'a>(vectors: &'a Vectors, model: &'a str) -> Vec<&'a str> {
    let url = ["--embedder-url", &vectors.url];
    let model = ["--embedder-model", model, "--embedder-key", "sk-1"];
    let timeout = ["--embedder-timeout", "2"];
    [&url[..], &model, &timeout].concat()
}

/// Starts a server with an endpoint, and a client for it.
fn with(vectors: &Vectors, model: &str) -> (Server, Client, String) {
    let server = Server::start_with(&flags(vectors, model));
    let token = server.token("ada", "orchestrator");
    let client = server.anonymous().bearer(&token);
    (server, client, token)
}

/// Restarts a server with other flags.
fn again(server: Server, token: &str, flags: &[&str]) -> (Server, Client) {
    let server = Server::start_in(server.stop(), flags);
    let client = server.anonymous().bearer(token);
    (server, client)
}

fn write(client: &Client, texts: &[&str]) {
    let memories: Vec<_> = texts
        .iter()
        .map(|text| json!({ "text": text, "namespace": "n" }))
        .collect();
    client
        .call("memory_create", &json!({ "memories": memories }))
        .ok();
}

/// Returns the search mode and the texts found.
fn found(client: &Client, query: &str) -> (String, Vec<String>) {
    let search = json!({ "query": query, "filters": { "namespace": "n" },
        "fields": ["text", "mode"] });
    let found = client.call("memory_search", &search).ok();
    let items = found["items"].as_array().unwrap().iter();
    let texts = items.map(|hit| hit["text"].as_str().unwrap().to_owned());
    (found["mode"].as_str().unwrap().to_owned(), texts.collect())
}

/// Waits until a text is found by its meaning: it shares no word with the query.
#[track_caller]
fn means(client: &Client, query: &str, text: &str) {
    let began = Instant::now();
    loop {
        let (mode, texts) = found(client, query);
        if mode == "hybrid" && texts.first().is_some_and(|first| first == text) {
            return;
        }
        assert!(began.elapsed() < PATIENCE, "{query}: {mode} {texts:?}");
        std::thread::yield_now();
    }
}

/// Waits until vectors of that model answer queries.
#[track_caller]
fn answers_by(client: &Client, vectors: &Vectors, model: &str) {
    let began = Instant::now();
    let is_asked = || {
        let last = vectors.asked().pop().unwrap();
        last.model == model && last.texts == ["glad"]
    };
    while !is_asked() {
        means(client, "glad", TUNE);
        assert!(began.elapsed() < PATIENCE, "{model} does not answer");
    }
}

/// Returns a value of the metrics.
fn metric(client: &Client, name: &str) -> u64 {
    let text = client.get("/metrics").body;
    let mut lines = text.lines().filter_map(|line| line.strip_prefix(name));
    lines.next().unwrap().trim().parse().unwrap()
}

/// Waits until a value of the metrics matches.
#[track_caller]
fn counted(client: &Client, name: &str, is_like: impl Fn(u64) -> bool) {
    let began = Instant::now();
    while !is_like(metric(client, name)) {
        let seen = metric(client, name);
        assert!(began.elapsed() < PATIENCE, "{name} {seen}");
        std::thread::yield_now();
    }
}

#[track_caller]
fn nothing_waits(client: &Client) {
    counted(client, "loci_embedding_waiting ", |waiting| waiting == 0);
}

/// Returns true if a file of the folder contains the vector of a text.
fn has_vector(folder: &Path, model: &str, text: &str) -> bool {
    let vector: Vec<f32> = vector(model, text)
        .into_iter()
        .map(|x| {
            #[expect(clippy::cast_possible_truncation, reason = "as the server does")]
            let x = x as f32;
            x
        })
        .collect();
    let bytes: Vec<u8> = quantise(&vector)
        .iter()
        .map(|x| x.cast_unsigned())
        .collect();
    let mut files = std::fs::read_dir(folder).unwrap();
    files.any(|file| {
        let bytes_of_file = std::fs::read(file.unwrap().path()).unwrap_or_default();
        bytes_of_file
            .windows(bytes.len())
            .any(|window| window == bytes)
    })
}

const CAR: &str = "Her automobile was red";
const TUNE: &str = "A cheerful tune";

#[test]
fn memories_are_found_by_meaning_once_the_endpoint_has_answered() {
    let vectors = Vectors::start();
    let (_server, client, _) = with(&vectors, "a");
    vectors.answers(|_| Reply::Nothing);
    write(&client, &[CAR, TUNE]);
    // The write did not wait for the endpoint, and the text is found by words.
    assert_eq!(
        found(&client, "tune"),
        ("lexical".into(), vec![TUNE.into()])
    );
    vectors.answers(|_| Reply::Well);
    means(&client, "glad", TUNE);
    means(&client, "car", CAR);
    let asked = vectors.asked();
    assert!(
        asked
            .iter()
            .all(|asked| asked.authorization == "Bearer sk-1")
    );
    assert!(asked.iter().all(|asked| asked.model == "a"));
    nothing_waits(&client);
    assert_eq!(metric(&client, "loci_embedded_texts_total "), 2);
}

#[test]
fn whatever_an_endpoint_does_words_find_and_nothing_wrong_is_kept() {
    type Lie = fn(&Asked) -> Reply;
    let vectors = Vectors::start();
    let (server, client, _) = with(&vectors, "a");
    write(&client, &[CAR]);
    means(&client, "car", CAR);
    let person = server.person("mara", "owner");
    let lies: [(&str, Lie); 13] = [
        ("hangs", |_| Reply::Nothing),
        ("fails", |_| Reply::Send(500, &[], "no".into())),
        ("refuses all", |_| Reply::Send(400, &[], "no".into())),
        ("leads elsewhere", |_| {
            Reply::Send(307, &[("location", "/v1/elsewhere")], String::new())
        }),
        ("answers a page", |_| {
            let html = "<!doctype html><title>Sign in</title>";
            Reply::Send(200, &[("content-type", "text/html")], html.into())
        }),
        ("answers 100 MB", |_| {
            Reply::Send(200, &[], " ".repeat(100_000_000))
        }),
        ("never ends", |_| Reply::Endless),
        ("one too few", |asked| lie(asked, |data| drop(data.pop()))),
        ("one too many", |asked| {
            lie(asked, |data| data.push(data[0].clone()))
        }),
        ("one number twice", |asked| {
            lie(asked, |data| {
                for one in data {
                    one["index"] = json!(1);
                }
            })
        }),
        ("shorter", |asked| {
            lie(asked, |data| set(data, json!([1.0, 0.5])))
        }),
        ("zeros", |asked| {
            lie(asked, |data| set(data, json!(vec![0.0; 32])))
        }),
        ("huge", |asked| {
            lie(asked, |data| set(data, json!(vec![1e200; 32])))
        }),
    ];
    for (nth, (what, manner)) in lies.into_iter().enumerate() {
        vectors.answers(manner);
        let failures = metric(&client, "loci_embedder_failures_total ");
        let text = format!("Number {nth} is cheerful and {what}");
        write(&client, &[&text]);
        counted(&client, "loci_embedder_failures_total ", |now| {
            now > failures
        });
        let (mode, texts) = found(&client, &format!("number {nth}"));
        assert_eq!(mode, "lexical", "{what}");
        assert!(texts.contains(&text), "{what}: {texts:?}");
        assert_eq!(metric(&client, "loci_embedding_waiting "), 1, "{what}");
        let warnings = person.call("settings_get", &json!({})).ok()["warnings"].to_string();
        assert!(
            warnings.contains("One text waits for its vector"),
            "{what}: {warnings}"
        );
        assert!(warnings.contains("asked again at"), "{what}: {warnings}");
        assert!(!has_vector(&server.data(), "a", &text), "{what}");
        vectors.answers(|_| Reply::Well);
        nothing_waits(&client);
        assert!(has_vector(&server.data(), "a", &text), "{what}");
    }
    means(&client, "car", CAR);
    let warnings = person.call("settings_get", &json!({})).ok()["warnings"].to_string();
    assert!(!warnings.contains("vector"), "{warnings}");
}

/// Returns the correct answer with a change.
fn lie(asked: &Asked, change: impl Fn(&mut Vec<Value>)) -> Reply {
    let mut answer = well(asked);
    change(answer["data"].as_array_mut().unwrap());
    Reply::Json(answer)
}

fn set(data: &mut [Value], vector: Value) {
    data[0]["embedding"] = vector;
}

#[test]
fn vectors_in_another_order_are_taken_by_their_numbers() {
    let vectors = Vectors::start();
    vectors.answers(|asked| lie(asked, |data| data.reverse()));
    let (_server, client, _) = with(&vectors, "a");
    write(&client, &[CAR, TUNE]);
    means(&client, "car", CAR);
    means(&client, "glad", TUNE);
}

#[test]
fn a_text_that_the_endpoint_cannot_embed_keeps_no_other_waiting() {
    type Lie = fn(&Asked) -> Reply;
    let vectors = Vectors::start();
    let (_server, client, _) = with(&vectors, "a");
    let faults: [(&str, Lie); 4] = [
        ("indecent", |_| Reply::Send(400, &[], "policy".into())),
        ("long", |_| Reply::Send(413, &[], "too long".into())),
        ("stumbling", |_| Reply::Send(500, &[], "too long".into())),
        ("hollow", |asked| {
            lie(asked, |data| data[0]["embedding"] = json!(null))
        }),
    ];
    vectors.answers(move |asked| {
        let has = |word: &str| asked.texts.iter().any(|text| text.contains(word));
        let fault = faults.iter().find(|(word, _)| has(word));
        fault.map_or(Reply::Well, |(_, fault)| fault(asked))
    });
    let odd = faults.map(|(word, _)| format!("Something {word} here"));
    let mut texts: Vec<&str> = odd.iter().map(String::as_str).collect();
    texts.extend([CAR, TUNE, "…"]);
    write(&client, &texts);
    means(&client, "car", CAR);
    means(&client, "glad", TUNE);
    nothing_waits(&client);
    for text in &odd {
        assert_eq!(&found(&client, text).1[0], text);
    }
    assert!(!vectors.texts().contains_key("…"), "it says nothing");
    assert_eq!(metric(&client, "loci_embedder_failures_total "), 0);
}

#[test]
fn an_index_that_is_built_again_pays_for_nothing_twice() {
    let vectors = Vectors::start();
    let (server, client, token) = with(&vectors, "a");
    write(&client, &[CAR, TUNE]);
    nothing_waits(&client);
    means(&client, "car", CAR);
    let folder = server.stop();
    std::fs::remove_file(folder.path().join("data/index.sqlite")).unwrap();
    let server = Server::start_in(folder, &flags(&vectors, "a"));
    let client = server.anonymous().bearer(&token);
    means(&client, "glad", TUNE);
    // The same while it runs.
    std::fs::remove_file(server.data().join("index.sqlite")).unwrap();
    let began = Instant::now();
    while client
        .call("memory_search", &json!({ "query": "glad" }))
        .status
        != 200
        || client.get("/readyz").status != 200
    {
        assert!(began.elapsed() < PATIENCE, "the index is not built again");
        std::thread::yield_now();
    }
    means(&client, "car", CAR);
    write(&client, &["A new ferryboat"]);
    means(&client, "ship", "A new ferryboat");
    for text in [CAR, TUNE] {
        assert_eq!(vectors.texts()[text], 1, "{text}");
    }
    let backup = server.folder().join("backup");
    let made = server.cli(&["backup", backup.to_str().unwrap()]);
    assert!(made.status.success(), "{made:?}");
    assert!(!backup.join("vectors.sqlite").exists());
}

#[test]
fn no_vector_is_left_of_what_is_erased() {
    let vectors = Vectors::start();
    let (server, client, token) = with(&vectors, "a");
    let person = server.person("mara", "owner");
    let on = json!({ "settings": { "index_messages": true } });
    person.call("settings_set", &on).ok();
    let say = |session: &str, text: &str| {
        let messages = json!([{ "role": "user", "content": text }]);
        let body = json!({ "session": session, "messages": messages });
        client.call("session_append", &body).ok();
    };
    let (gone, left) = ("The cheerful pangolin sleeps", "The cheerful otter swims");
    say("one", gone);
    say("two", left);
    counted(&client, "loci_embedded_texts_total ", |texts| texts >= 2);
    nothing_waits(&client);
    let is_kept = |server: &Server, text: &str| has_vector(&server.data(), "a", text);
    assert!(is_kept(&server, gone) && is_kept(&server, left));
    let purge = json!({ "stream": "session:one" });
    person.call("purge", &purge).ok();
    assert!(!is_kept(&server, gone), "the answer says that it is erased");
    assert!(is_kept(&server, left));
    // Also without an endpoint.
    let (server, _) = again(server, &token, &[]);
    let person = server.signed_in("mara");
    person
        .call("purge", &json!({ "stream": "session:two" }))
        .ok();
    assert!(!is_kept(&server, left));
}

#[test]
fn another_embedder_embeds_again_while_the_earlier_vectors_answer() {
    let vectors = Vectors::start();
    let server = Server::start();
    let token = server.token("ada", "orchestrator");
    let client = server.anonymous().bearer(&token);
    let song = "The singer was very happy about the music";
    write(&client, &[CAR, TUNE, song]);
    means(&client, "a vehicle for driving on roads", CAR);

    // From the built-in model to a slow endpoint.
    vectors.answers(|_| Reply::Nothing);
    let (server, client) = again(server, &token, &flags(&vectors, "a"));
    vectors.is_asked(0, |asked| asked.texts.len() == 3);
    means(&client, "a vehicle for driving on roads", CAR);
    vectors.answers(|_| Reply::Well);
    answers_by(&client, &vectors, "a");

    // From one model to the next, midway to a third, and back to the first.
    vectors.answers(|asked| match asked.model.as_str() {
        "b" if asked.texts.len() > 1 => Reply::Nothing,
        _ => Reply::Well,
    });
    let (server, client) = again(server, &token, &flags(&vectors, "b"));
    vectors.is_asked(0, |asked| asked.model == "b" && asked.texts.len() == 3);
    let seen = vectors.asked().len();
    means(&client, "glad", TUNE);
    vectors.is_asked(seen, |asked| asked.model == "a" && asked.texts == ["glad"]);
    let (server, client) = again(server, &token, &flags(&vectors, "c"));
    answers_by(&client, &vectors, "c");
    means(&client, "car", CAR);
    let seen = vectors.asked().len();
    let (server, client) = again(server, &token, &flags(&vectors, "a"));
    answers_by(&client, &vectors, "a");
    means(&client, "car", CAR);
    let asked = vectors.asked();
    let paid = asked[seen..].iter().filter(|asked| asked.texts.len() > 1);
    assert_eq!(paid.count(), 0, "the vectors of the first were kept");

    // And back to the built-in model.
    let (_server, client) = again(server, &token, &[]);
    nothing_waits(&client);
    means(&client, "a vehicle for driving on roads", CAR);
}

#[test]
fn an_earlier_model_that_is_gone_is_asked_no_more() {
    let vectors = Vectors::start();
    let (server, client, token) = with(&vectors, "a");
    write(&client, &[CAR, TUNE]);
    nothing_waits(&client);
    means(&client, "car", CAR);
    vectors.answers(|asked| match asked.model.as_str() {
        "a" => Reply::Send(404, &[], "no such model".into()),
        _ if asked.texts.len() > 1 => Reply::Send(503, &[], "busy".into()),
        _ => Reply::Well,
    });
    let (_server, client) = again(server, &token, &flags(&vectors, "b"));
    assert_eq!(found(&client, "tune").1, [TUNE]);
    vectors.answers(|asked| match asked.model.as_str() {
        "a" => Reply::Send(404, &[], "no such model".into()),
        _ => Reply::Well,
    });
    means(&client, "glad", TUNE);
    means(&client, "car", CAR);
}

#[test]
fn no_more_is_asked_than_the_budget_of_the_day_also_after_a_restart() {
    let vectors = Vectors::start();
    let mut flags = flags(&vectors, "a");
    flags.extend(["--model-calls-per-day", "2"]);
    let server = Server::start_with(&flags);
    let token = server.token("ada", "orchestrator");
    let client = server.anonymous().bearer(&token);
    write(&client, &[CAR]);
    counted(&client, "loci_embedded_texts_total ", |texts| texts == 1);
    assert_eq!(found(&client, "car"), ("hybrid".into(), vec![CAR.into()]));
    // Two requests so far: the text and the query.
    assert_eq!(found(&client, "car").0, "lexical");
    let (server, client) = again(server, &token, &flags);
    write(&client, &[TUNE]);
    counted(&client, "loci_embedder_failures_total ", |failures| {
        failures == 1
    });
    assert_eq!(
        found(&client, "tune"),
        ("lexical".into(), vec![TUNE.into()])
    );
    assert_eq!(vectors.asked().len(), 2);
    let person = server.person("mara", "owner");
    let warnings = person.call("settings_get", &json!({})).ok()["warnings"].to_string();
    assert!(warnings.contains("budget of 2 calls a day"), "{warnings}");
    assert!(warnings.contains("T00:00:00"), "{warnings}");
}

#[test]
fn many_texts_are_embedded_in_batches_and_the_same_text_once() {
    let vectors = Vectors::start();
    let (_server, client, _) = with(&vectors, "a");
    for from in [0, 100, 200] {
        let texts: Vec<String> = (from..from + 100).map(|no| format!("Rule {no}")).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        write(&client, &texts);
    }
    for namespace in ["one", "two", "three"] {
        let body = json!({ "memories": [{ "text": CAR, "namespace": namespace }] });
        client.call("memory_create", &body).ok();
    }
    let began = Instant::now();
    while vectors.texts().len() < 301 {
        assert!(began.elapsed() < PATIENCE, "{}", vectors.texts().len());
        std::thread::yield_now();
    }
    nothing_waits(&client);
    let texts = vectors.texts();
    assert!(texts.values().all(|times| *times == 1), "{texts:?}");
    assert!(vectors.asked().iter().all(|asked| asked.texts.len() <= 64));
}
