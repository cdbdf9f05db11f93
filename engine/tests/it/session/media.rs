//! Pictures, sound and files in messages: a fixed token price, a placeholder in texts, and the data whole in the blobs.

use engine::conversation::ops::session_append::SessionAppend;
use engine::conversation::ops::session_fork::SessionFork;
use engine::conversation::ops::session_get::{SessionGet, SessionView};
use engine::conversation::ops::session_put::SessionPut;
use engine::session::SessionKey;
use engine::session::facts::MessagesAppended;
use engine::session::message::{Content, Message, NewMessage};
use engine::session::moment::Moment;
use engine::session::overflow::to_fold;
use engine::session::request::line;
use engine::session::state::Session;
use engine::workspace::settings::Settings;
use kernel::Code;
use kernel::memory::Memory;
use serde_json::{Value, json};

use crate::session::harness::{World, get, other, pointer, said, word, worker};
use crate::session::lives::{delete, erase, indexing, sweep};

/// Returns `letters` letters of base64 that are no valid file; different for different numbers.
fn data(letters: usize) -> String {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut state = u64::try_from(letters).unwrap() | 1;
    let letter = |_| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        char::from(LETTERS[usize::try_from(state >> 58).unwrap()])
    };
    (0..letters).map(letter).collect()
}

fn png(letters: usize) -> String {
    format!("data:image/png;base64,{}", data(letters))
}

fn content(value: Value) -> Content {
    serde_json::from_value(value).unwrap()
}

fn message(id: &str, seconds: i64, value: Value) -> NewMessage {
    NewMessage {
        content: content(value),
        ..said(id, seconds, "")
    }
}

fn picture(letters: usize) -> Value {
    json!([{ "type": "text", "text": "What is this?" },
        { "type": "image_url", "image_url": { "url": png(letters) } }])
}

async fn short(world: &World) -> SessionView {
    let op = SessionGet {
        media: Some(false),
        ..get()
    };
    world.ok(&worker(), op).await
}

fn facts(world: &World) -> String {
    let facts = world.log.facts(&SessionKey::parse("s").unwrap().stream());
    facts.iter().map(|fact| fact.body.get()).collect()
}

fn json(message: &Message) -> Value {
    serde_json::to_value(&message.content).unwrap()
}

/// Contents in the forms of chat models and frameworks, with the price of each.
fn forms(data: &str) -> Vec<(Value, u32)> {
    let url = format!("data:image/jpeg;base64,{data}");
    let pdf = format!("data:application/pdf;base64,{data}");
    vec![
        (
            json!([{ "type": "image_url", "image_url": { "url": url, "detail": "high" } }]),
            1_600,
        ),
        (
            json!([{ "type": "input_audio", "input_audio": { "data": data, "format": "wav" } }]),
            1_920,
        ),
        (
            json!([{ "type": "file", "file": { "file_data": pdf, "filename": "a.pdf" } }]),
            3_000,
        ),
        (json!([{ "type": "input_image", "image_url": url }]), 1_600),
        (
            json!([{ "type": "input_file", "file_data": pdf, "filename": "a.pdf" }]),
            3_000,
        ),
        (
            json!([{ "type": "reasoning", "summary": [], "encrypted_content": data }]),
            400,
        ),
        (
            json!([{ "type": "image_generation_call", "result": data }]),
            1_600,
        ),
        (
            json!([{ "type": "computer_call_output", "call_id": "c",
                "output": { "type": "computer_screenshot", "image_url": url } }]),
            1_600,
        ),
        (
            json!([{ "type": "image",
                "source": { "type": "base64", "media_type": "image/png", "data": data } }]),
            1_600,
        ),
        (
            json!([{ "type": "document",
                "source": { "type": "base64", "media_type": "application/pdf", "data": data } }]),
            3_000,
        ),
        (
            json!([{ "type": "thinking", "thinking": "hm", "signature": data }]),
            400,
        ),
        (json!([{ "type": "redacted_thinking", "data": data }]), 400),
        (
            json!([{ "type": "tool_result", "tool_use_id": "t", "content": [
                { "type": "text", "text": "seen" },
                { "type": "image",
                    "source": { "type": "base64", "media_type": "image/png", "data": data } }] }]),
            1_600,
        ),
        (
            json!([{ "type": "image", "image": data, "mediaType": "image/png" }]),
            1_600,
        ),
        (
            json!([{ "type": "file", "data": data, "mediaType": "audio/mpeg" }]),
            1_920,
        ),
        (
            json!([{ "type": "file", "url": url, "mediaType": "image/jpeg" }]),
            1_600,
        ),
        (
            json!([{ "type": "tool-result", "toolCallId": "t", "toolName": "shot", "output": {
                "type": "content", "value": [{ "type": "media", "data": data, "mediaType": "image/png" }] } }]),
            1_600,
        ),
        (
            json!([{ "inlineData": { "mimeType": "image/png", "data": data } }]),
            1_600,
        ),
        (
            json!([{ "inline_data": { "mime_type": "video/mp4", "data": data } }]),
            2_630,
        ),
        (
            json!([{ "functionCall": { "name": "f" }, "thoughtSignature": data }]),
            400,
        ),
        (
            json!([{ "type": "audio", "data": data, "mimeType": "audio/wav" }]),
            1_920,
        ),
        (
            json!([{ "type": "resource",
                "resource": { "uri": "file:///a", "mimeType": "image/png", "blob": data } }]),
            1_600,
        ),
    ]
}

/// Texts and addresses with data in them, with the price of each.
fn texts(data: &str) -> Vec<(Value, u32)> {
    let url = format!("data:image/jpeg;base64,{data}");
    vec![
        (json!(format!("Look: ![shot]({url}) and tell")), 1_600),
        (
            json!([{ "type": "image_url",
                "image_url": { "url": format!("data:image/svg+xml;utf8,<svg>{data}</svg>") } }]),
            1_600,
        ),
        (
            json!(format!(
                "Look: ![shot](data:image/svg+xml,%3csvg width='2'%3e{data}%3c/svg%3e) and tell"
            )),
            1_600,
        ),
        (
            json!(format!(
                "{{\"shot\": \"data:image/svg+xml;utf8,<svg width=\\\"2\\\">{data}</svg>\"}}"
            )),
            1_600,
        ),
        (
            json!(format!("See data:text/csv;charset=utf-8,{data}.")),
            3_000,
        ),
        (json!(format!("{{\"screenshot\": \"{data}\"}}")), 3_000),
    ]
}

#[tokio::test]
async fn data_has_a_price_a_placeholder_and_comes_back_whole() {
    let long = data(80_000);
    for (form, price) in [forms(&long), texts(&long)].concat() {
        let world = World::new().await;
        let sent = message("m", 1, form.clone());
        world.append(vec![sent.clone()]).await;
        let view = world.get().await;
        assert_eq!(json(&view.messages[0]), form, "as it was sent");
        let tokens = view.messages[0].tokens;
        assert!(
            (price..price + 30).contains(&tokens),
            "{tokens} for {form:.120}"
        );
        assert!(view.gauges.tokens < 4_000);

        let piece = &long[40_000..40_040];
        let state = world.state().await;
        let told = [
            state.messages.first().unwrap().text().into_owned(),
            line(state.messages.first().unwrap()).content,
            view.topic.unwrap_or_default(),
            json(&short(&world).await.messages[0]).to_string(),
            facts(&world),
            serde_json::to_string(&*state).unwrap(),
        ];
        for text in told {
            assert!(!text.contains(piece), "{form:.120}");
        }
        let text = state.messages.first().unwrap().text().into_owned();
        let has_placeholder = text.contains("KB]") || text == "[reasoning]";
        assert!(has_placeholder && text.len() < 300, "{text}");
        assert_eq!(state.messages.first().unwrap().data.len(), 1);
        assert_eq!(state.blobs().len(), 1);

        // A repetition, with and without the data, is the same message.
        assert!(world.append(vec![sent]).await.written.is_empty());
        let again = NewMessage {
            content: short(&world).await.messages[0].content.clone(),
            ..said("m", 1, "")
        };
        assert!(world.append(vec![again]).await.written.is_empty());
        assert_eq!(json(&world.get().await.messages[0]), form);
    }
}

#[tokio::test]
async fn short_data_has_its_price_and_stays_where_it_is() {
    let short = data(1_200);
    for (form, price) in [forms(&short), texts(&short)].concat() {
        let world = World::new().await;
        world.append(vec![message("m", 1, form.clone())]).await;
        let view = world.get().await;
        assert_eq!(json(&view.messages[0]), form);
        let tokens = view.messages[0].tokens;
        assert!(
            (price..price + 30).contains(&tokens),
            "{tokens} for {form:.120}"
        );
        assert!(!view.messages[0].text().contains(&data(1_200)[600..640]));
        assert!(world.state().await.blobs().is_empty());
    }
}

#[test]
fn texts_that_hold_no_data_stay() {
    for text in [
        "x".repeat(5_000),
        "deadbeef01".repeat(500),
        "Ada likes tea. ".repeat(500),
        "data:image/png;base64,short".into(),
        data(1_023),
        format!("data:text/plain,{}", "a b ".repeat(400)),
        format!("data:text/plain,{}", "a".repeat(63)),
        format!("metadata:text/plain,{}", "a".repeat(400)),
        format!("data:see/{}", "a".repeat(400)),
        format!("data: text/plain,{}", "a".repeat(400)),
        format!("data:image/svg+xml,<svg> {}", "not closed ".repeat(100)),
    ] {
        assert_eq!(content(json!(text)).text(), text);
    }
    for text in [data(1_024), format!("data:;base64,{}", data(64))] {
        let shown = content(json!(text)).text().into_owned();
        assert!(shown.starts_with("[file, "), "{shown}");
    }
    let long = "%20".repeat(22);
    let svg = format!("<svg xmlns=\"http://www.w3.org/2000/svg\"><path d=\"M 0 0\"/>{long}</svg>");
    for (text, expected) in [
        (
            format!("a data:image/svg+xml;utf8,{svg} b"),
            "a [image, image/svg+xml, 114 bytes] b",
        ),
        (
            format!("url('data:image/svg+xml,%3Csvg a='1 2'%3E{long}%3C%2Fsvg%3E')"),
            "url('[image, image/svg+xml, 84 bytes]')",
        ),
        (
            format!("<img src=data:text/html,{long}>, (data:text/css;charset=utf-8,{long})."),
            "<img src=[file, text/html, 60 bytes]>, ([file, text/css, 69 bytes]).",
        ),
    ] {
        assert_eq!(content(json!(text)).text(), expected);
    }
    let wrapped: Vec<String> = (0..20).map(|_| data(76)).collect();
    let shown = content(json!(wrapped.join("\r\n"))).text().into_owned();
    assert!(shown.starts_with("[file, "), "{shown}");
    let parts = json!([{ "type": "document", "source": { "type": "text", "data": "plain words" } },
        { "type": "image_url", "image_url": { "url": "https://example.org/a.png" } },
        { "type": "tool_use", "id": "t", "name": "f", "input": { "type": "image", "url": "/a" } }]);
    let shown = content(parts).text().into_owned();
    assert!(shown.contains("plain words"));
    assert!(
        shown.contains("\n[image, https://example.org/a.png]\n"),
        "{shown}"
    );
    assert!(
        shown.contains("\"input\":{\"type\":\"image\",\"url\":\"/a\"}"),
        "{shown}"
    );
}

#[tokio::test]
async fn several_pieces_of_one_text_come_back_in_their_places() {
    let world = World::new().await;
    let text = format!("ä {} and {} and {} end", png(5_000), png(2_000), png(6_000));
    world.append(vec![said("m", 1, &text)]).await;
    assert_eq!(json(&world.get().await.messages[0]), json!(text));
    assert_eq!(world.state().await.blobs().len(), 2, "the short one stays");
    // Lost data becomes a placeholder, and the rest is unaffected.
    let first = png(5_000);
    {
        let mut blobs = world.blobs.0.lock().unwrap();
        let begin = first.len().to_string();
        blobs.retain(|name, _| !name.starts_with(&begin));
    }
    let rest = text.replace(&first, "[image, image/png, 3 KB]");
    assert_eq!(json(&world.get().await.messages[0]), json!(rest));
}

#[tokio::test]
async fn long_data_goes_aside_and_too_long_data_is_refused() {
    for (letters, blobs) in [(4_096 - 22, 0), (4_097 - 22, 1)] {
        let world = World::new().await;
        world.append(vec![message("m", 1, picture(letters))]).await;
        assert_eq!(world.state().await.blobs().len(), blobs, "{letters}");
    }
    let world = World::new().await;
    let most = 8 * 1_024 * 1_024 / 3 * 4;
    let fits = vec![message("m", 1, picture(most - 22))];
    world.append(fits).await;
    let refused = SessionAppend {
        session: "s".into(),
        messages: vec![message("n", 2, picture(most + 8))],
        ..SessionAppend::default()
    };
    let refused = world.refused(&worker(), refused).await;
    assert_eq!(
        (refused.code, pointer(&refused)),
        (Code::TooLarge, "/messages/0/content")
    );
    // Many short ones cannot bypass the limit of a message.
    let parts: Vec<Value> = (0..100).map(|_| picture(4_000)[1].clone()).collect();
    let many = SessionPut {
        session: "s".into(),
        messages: vec![message("m", 1, parts.into())],
        ..SessionPut::default()
    };
    assert_eq!(world.refused(&worker(), many).await.code, Code::TooLarge);
}

#[tokio::test]
async fn two_pictures_do_not_fill_a_window() {
    let world = World::new().await;
    let op = SessionPut {
        model: Some("gpt-4o".into()),
        messages: vec![
            said("a", 1, "My order number is 77123."),
            message("b", 2, picture(80_000)),
            said("c", 3, "Error E-4711."),
            message("d", 4, picture(81_000)),
            said("e", 5, "The settings page."),
        ],
        ..SessionPut::default()
    };
    let written = world.put(op.clone()).await;
    assert_eq!(written.written.len(), 5);
    assert!(to_fold(&*world.state().await, &Settings::default()).is_none());
    let tokens = world.get().await.gauges.tokens;
    assert!((3_200..3_300).contains(&tokens), "{tokens}");
    // A message that is written back as read is the same, even if it was read without its data.
    let read = short(&world).await;
    let messages = read.messages.iter().map(|message| NewMessage {
        id: Some(message.id.clone()),
        role: message.role.clone(),
        content: message.content.clone(),
        created_at: Some(message.created_at),
        ..NewMessage::default()
    });
    let again = SessionPut {
        messages: messages.collect(),
        ..op
    };
    assert!(world.put(again).await.written.is_empty());
    assert_eq!(json(&world.get().await.messages[1]), picture(80_000));
}

#[tokio::test]
async fn facts_of_before_are_told_and_priced_like_others() {
    let world = World::new().await;
    world.append(vec![said("a", 1, "x")]).await;
    let mut facts = world.log.facts(&SessionKey::parse("s").unwrap().stream());
    let old = Message {
        id: "m".into(),
        role: "user".into(),
        content: content(picture(80_000)),
        created_at: Moment(1),
        tokens: 57_450,
        ..Message::default()
    };
    let body = MessagesAppended {
        messages: vec![old.clone()],
        fold_above: None,
    };
    facts[1].body = serde_json::value::to_raw_value(&body).unwrap();
    let mut state = Session::default();
    for fact in &facts {
        state.apply_fact(fact);
    }
    let message = state.messages.first().unwrap();
    assert!(
        (1_600..1_650).contains(&message.tokens),
        "{}",
        message.tokens
    );
    assert_eq!(message.text(), "What is this?\n[image, image/png, 58 KB]");
    assert_eq!(message.content, old.content, "nothing is lost");
    // A price without data stays.
    let mut long = old;
    long.content = content(json!("word ".repeat(3_000)));
    long.tokens = 3_001;
    let body = MessagesAppended {
        messages: vec![long],
        fold_above: None,
    };
    facts[1].body = serde_json::value::to_raw_value(&body).unwrap();
    let mut state = Session::default();
    for fact in &facts {
        state.apply_fact(fact);
    }
    assert_eq!(state.messages.first().unwrap().tokens, 3_001);
}

#[tokio::test]
async fn a_fork_shares_the_data_and_an_erasure_takes_what_is_left() {
    let world = World::new().await;
    world.append(vec![message("m", 1, picture(80_000))]).await;
    let fork = SessionFork {
        session: "s".into(),
        new_id: "t".into(),
        ..SessionFork::default()
    };
    world.ok(&worker(), fork).await;
    let of = |session: &str| SessionGet {
        session: session.into(),
        ..get()
    };
    let forked = world.ok(&worker(), of("t")).await;
    assert_eq!(json(&forked.messages[0]), picture(80_000));
    assert_eq!(word(&world.refused(&other(), of("t")).await), "not_found");
    world.ok(&worker(), delete()).await;
    world.pass(8 * 24 * 3600);
    let until = sweep(&world).await.erase.unwrap();
    erase(&world, until).await;
    assert_eq!(world.blobs.0.lock().unwrap().len(), 1);
    let forked = world.ok(&worker(), of("t")).await;
    assert_eq!(json(&forked.messages[0]), picture(80_000));

    let world = World::new().await;
    world.append(vec![message("m", 1, picture(80_000))]).await;
    world.ok(&worker(), delete()).await;
    world.pass(8 * 24 * 3600);
    let until = sweep(&world).await.erase.unwrap();
    erase(&world, until).await;
    assert!(world.blobs.0.lock().unwrap().is_empty());
}

#[tokio::test]
async fn what_becomes_a_memory_has_placeholders() {
    let world = indexing().await;
    let op = SessionPut {
        messages: vec![
            message("m", 1, picture(80_000)),
            message("n", 2, picture(2_000)),
            message(
                "o",
                3,
                json!([{ "type": "text", "text": "hi" },
                    { "functionCall": { "name": "f" }, "thoughtSignature": data(3_000) }]),
            ),
        ],
        ..SessionPut::default()
    };
    world.put(op).await;
    let core = world.log.facts(&engine::crystal::messages("s"));
    let told: String = core.iter().map(|fact| fact.body.get()).collect();
    assert!(told.contains("[image, image/png, 58 KB]"));
    for letters in [80_000, 2_000, 3_000] {
        assert!(!told.contains(&data(letters)[..40]), "{letters}");
    }
}
