//! Tests with realistic and damaged transcripts: no data is lost.

mod laws;

use serde_json::{Value, json};

use exchange::report::Read;
use exchange::transcript::{Content, Format, Message, Transcript, detect, parts, read};

const LATEST: i64 = 1_800_000_000_000_000;

fn lines(records: &[Value]) -> String {
    records.iter().fold(String::new(), |text, record| {
        text + &record.to_string() + "\n"
    })
}

fn taken(text: &str) -> Read<Transcript> {
    let format = detect(text).expect("a format");
    read(text, format, LATEST)
}

fn said(message: &Message) -> &str {
    match &message.content {
        Content::Text(text) => text,
        Content::Parts(_) => "parts",
    }
}

fn roles(read: &Read<Transcript>) -> Vec<Vec<&str>> {
    let sessions = read.found.sessions.iter();
    sessions
        .map(|session| session.messages.iter().map(|m| m.role.as_str()).collect())
        .collect()
}

fn claude_code() -> Vec<Value> {
    let record = |kind: &str, uuid: &str, second: u32, message: Value| {
        json!({
            "type": kind, "uuid": uuid, "parentUuid": null, "sessionId": "s-1", "cwd": "/home/ada/shop",
            "version": "2.0.1", "isSidechain": false, "userType": "external",
            "timestamp": format!("2025-09-01T10:00:{second:02}.000Z"), "message": message
        })
    };
    let mut aside = record(
        "user",
        "u-9",
        4,
        json!({"role": "user", "content": "Look for tests"}),
    );
    aside["isSidechain"] = json!(true);
    aside["agentId"] = json!("a1");
    let mut result = record(
        "user",
        "u-5",
        5,
        json!({"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "t-1", "content": "ok"}]}),
    );
    result["toolUseResult"] = json!({"stdout": "ok"});
    vec![
        json!({"type": "summary", "summary": "Mend the shop", "leafUuid": "u-5"}),
        json!({"type": "file-history-snapshot", "messageId": "u-1", "snapshot": {}}),
        record(
            "user",
            "u-1",
            1,
            json!({"role": "user", "content": "Run the tests"}),
        ),
        record(
            "assistant",
            "u-2",
            2,
            json!({"id": "msg_1", "type": "message", "role": "assistant",
            "model": "m", "content": [{"type": "thinking", "thinking": "hm", "signature": "x"}]}),
        ),
        record(
            "assistant",
            "u-3",
            2,
            json!({"id": "msg_1", "type": "message", "role": "assistant",
            "model": "m", "content": [{"type": "text", "text": "I do."}]}),
        ),
        record(
            "assistant",
            "u-4",
            2,
            json!({"id": "msg_1", "type": "message", "role": "assistant",
            "model": "m", "content": [{"type": "tool_use", "id": "t-1", "name": "Bash", "input": {}}]}),
        ),
        aside,
        result,
        json!({"type": "system", "subtype": "compact_boundary", "content": "Compacted", "uuid": "u-6",
            "sessionId": "s-1", "timestamp": "2025-09-01T10:00:06.000Z"}),
    ]
}

#[test]
fn a_claude_code_transcript_is_two_conversations() {
    let read = taken(&lines(&claude_code()));
    assert_eq!(read.found.format, Some(Format::ClaudeCode));
    assert!(read.odd.is_empty(), "{:?}", read.odd);
    assert_eq!(
        roles(&read),
        [
            vec!["user", "assistant", "assistant", "user", "system"],
            vec!["user"]
        ]
    );
    let main = &read.found.sessions[0];
    assert_eq!(main.id.as_deref(), Some("s-1"));
    assert_eq!(main.about["cwd"], "/home/ada/shop");
    assert_eq!(main.about["summary"], "Mend the shop");
    let ids: Vec<&str> = main.messages.iter().map(|m| m.id.as_str()).collect();
    assert_eq!(ids, ["u-1", "u-3", "u-4", "u-5", "u-6"]);
    assert_eq!(main.messages[1].metadata["thinking"][0]["thinking"], "hm");
    assert!(
        main.messages[2].at > main.messages[1].at,
        "in the order of the text"
    );
    assert_eq!(said(&main.messages[1]), "I do.");
    let aside = &read.found.sessions[1];
    assert_eq!(aside.aside.as_deref(), Some("agent-a1"));
    assert!(read.notes.iter().any(|note| note.contains("toolUseResult")));
    assert!(
        read.notes
            .iter()
            .any(|note| note.contains("file-history-snapshot"))
    );
}

#[test]
fn what_goes_on_keeps_what_was_before() {
    let all = claude_code();
    let whole = taken(&lines(&all));
    for end in 3..=all.len() {
        let before = taken(&lines(&all[..end]));
        for (n, session) in before.found.sessions.iter().enumerate() {
            let later = &whole.found.sessions[n].messages;
            for (one, other) in session.messages.iter().zip(later) {
                assert_eq!((&one.id, one.at), (&other.id, other.at));
            }
        }
    }
}

#[test]
fn a_cut_last_line_is_odd_and_the_rest_is_taken() {
    let text = lines(&claude_code());
    let cut = &text[..text.len() - 20];
    let read = taken(&format!("\u{feff}{}", cut.replace('\n', "\r\n")));
    assert_eq!(read.found.messages(), 5);
    let [odd] = read.odd.as_slice() else {
        panic!("{:?}", read.odd);
    };
    assert_eq!(odd.at, "line 9");
    assert!(odd.why.contains("breaks off"), "{}", odd.why);
    assert!(odd.text.starts_with("{\"content\":\"Compacted\""));
}

#[test]
fn formats_are_known_by_their_records() {
    let chat = json!([{"role": "user", "content": "hi"}, {"role": "assistant", "content": "ho"}]);
    let blocks = json!([{"role": "user", "content": "hi"}, {"role": "assistant",
        "content": [{"type": "tool_use", "id": "t", "name": "n", "input": {}}]}]);
    let items = json!([{"type": "message", "role": "user", "content": [{"type": "input_text", "text": "hi"}]},
        {"type": "function_call", "call_id": "c", "name": "n", "arguments": "{}"}]);
    let contents = json!([{"role": "user", "parts": [{"text": "hi"}]}]);
    for (text, format, messages) in [
        (chat.to_string(), Format::OpenaiChat, 2),
        (json!({"messages": chat}).to_string(), Format::OpenaiChat, 2),
        (
            lines(&[json!({"messages": chat}), json!({"messages": chat})]),
            Format::OpenaiChat,
            4,
        ),
        (lines(chat.as_array().unwrap()), Format::OpenaiChat, 2),
        (blocks.to_string(), Format::AnthropicMessages, 2),
        (
            json!({"system": "be kind", "messages": chat}).to_string(),
            Format::AnthropicMessages,
            3,
        ),
        (items.to_string(), Format::OpenaiResponses, 2),
        (
            json!({"model": "m", "input": items}).to_string(),
            Format::OpenaiResponses,
            2,
        ),
        (contents.to_string(), Format::Gemini, 1),
        (
            json!({"agents": [{"name": "a", "messages": chat}]}).to_string(),
            Format::OpenaiChat,
            2,
        ),
    ] {
        assert_eq!(detect(&text), Some(format), "{text}");
        let read = read(&text, format, LATEST);
        assert_eq!(read.found.messages(), messages, "{text}");
        assert!(read.odd.is_empty(), "{:?}", read.odd);
    }
    for text in [
        "",
        "hello",
        "{}",
        "[]",
        "[1]",
        "{\"a\":1}\n{\"b\":2}",
        "# Title",
    ] {
        assert_eq!(detect(text), None, "{text}");
    }
}

#[test]
fn tools_of_chats_are_called_and_answer() {
    let text = json!({"id": "thread-7", "messages": [
        {"role": "developer", "content": "Be brief."},
        {"role": "assistant", "content": null, "tool_calls": [
            {"id": "c-1", "type": "function", "function": {"name": "look", "arguments": "{\"at\":1}"}}]},
        {"role": "tool", "tool_call_id": "c-1", "content": ""},
        {"role": "assistant", "content": null, "refusal": "No."},
        {"role": "assistant", "content": ""}
    ]});
    let read = taken(&text.to_string());
    let session = &read.found.sessions[0];
    assert_eq!(session.id.as_deref(), Some("thread-7"));
    let [_, call, result, refusal] = session.messages.as_slice() else {
        panic!("{session:?}");
    };
    assert_eq!(call.tool_calls[0].name, "look");
    assert_eq!(call.tool_calls[0].arguments, "{\"at\":1}");
    assert_eq!(result.tool_call_id.as_deref(), Some("c-1"));
    assert_eq!(said(refusal), "No.");
    assert_eq!(read.found.beside["empty messages"], 1);
}

#[test]
fn a_rollout_is_its_items() {
    let item = |payload: Value| json!({"timestamp": "2025-10-01T08:00:00.000Z", "type": "response_item", "payload": payload});
    let read = taken(&lines(&[
        json!({"timestamp": "2025-10-01T08:00:00Z", "type": "session_meta",
            "payload": {"id": "r-1", "cwd": "/w", "cli_version": "0.40"}}),
        json!({"timestamp": "2025-10-01T08:00:00Z", "type": "event_msg",
            "payload": {"type": "user_message", "message": "Fix it"}}),
        item(
            json!({"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Fix it"}]}),
        ),
        item(
            json!({"type": "reasoning", "summary": [{"type": "summary_text", "text": "hm"}],
            "encrypted_content": "xxxx"}),
        ),
        item(
            json!({"type": "function_call", "name": "shell", "arguments": "{}", "call_id": "c-1"}),
        ),
        item(
            json!({"type": "function_call_output", "call_id": "c-1", "output": "{\"output\":\"done\"}"}),
        ),
        item(json!({"type": "custom_tool_call_output", "call_id": 5, "output": "x"})),
        json!({"timestamp": "2025-10-01T08:00:09Z", "type": "compacted", "payload": {"message": "So far"}}),
    ]));
    assert_eq!(read.found.format, Some(Format::Codex));
    let session = &read.found.sessions[0];
    assert_eq!(session.id.as_deref(), Some("r-1"));
    assert_eq!(roles(&read), [vec!["user", "assistant", "tool", "system"]]);
    assert_eq!(
        session.messages[1].metadata["thinking"][0]["summary"][0]["text"],
        "hm"
    );
    assert_eq!(read.odd.len(), 1);
    assert_eq!(read.odd[0].at, "line 7");
    assert_eq!(read.found.beside["event_msg"], 1);
}

#[test]
fn of_an_exported_tree_the_current_branch_is_taken() {
    let node = |id: &str, parent: Value, said: &str, at: f64| {
        json!({"id": id, "parent": parent, "children": [], "message": {
            "id": id, "author": {"role": if id == "a" { "user" } else { "assistant" }}, "create_time": at,
            "content": {"content_type": "text", "parts": [said]}, "weight": 1.0, "recipient": "all"}})
    };
    let text = json!([{"title": "Art", "conversation_id": "c-1", "current_node": "c", "mapping": {
        "root": {"id": "root", "message": null, "parent": null, "children": ["a"]},
        "a": node("a", json!("root"), "Which art?", 1_740_830_400.5),
        "b": node("b", json!("a"), "Old answer", 1_740_830_401.0),
        "c": node("c", json!("a"), "New answer", 1_740_830_402.0),
        "d": 5
    }}, {"mapping": 3}, {"mapping": {"x": {"parent": "x", "message": null}}}]);
    let read = taken(&text.to_string());
    assert_eq!(read.found.format, Some(Format::ChatgptExport));
    let session = &read.found.sessions[0];
    let texts: Vec<&str> = session.messages.iter().map(said).collect();
    assert_eq!(texts, ["Which art?", "New answer"]);
    assert_eq!(session.about["title"], "Art");
    let places: Vec<&str> = read.odd.iter().map(|odd| odd.at.as_str()).collect();
    assert_eq!(places, ["0/mapping/d", "1"]);
    assert_eq!(
        read.found.beside["messages of branches that are not current"],
        2
    );
}

#[test]
fn other_exports_are_read() {
    let read = taken(&json!([{"uuid": "k-1", "name": "Tea", "chat_messages": [
        {"uuid": "m-1", "sender": "human", "text": "Green or black?", "created_at": "2025-01-01T00:00:00Z"},
        {"uuid": "m-2", "sender": "assistant", "text": "x", "content": [{"type": "text", "text": "Green"}]},
        {"uuid": "m-3", "sender": "cat", "text": "miau"}]}]).to_string());
    assert_eq!(read.found.format, Some(Format::ClaudeExport));
    assert_eq!(roles(&read), [["user", "assistant"]]);
    assert_eq!(said(&read.found.sessions[0].messages[1]), "Green");
    assert_eq!(read.odd.len(), 1);

    let read = taken(&json!({"sessionId": "g-1", "projectHash": "h", "startTime": "2025-01-01T00:00:00Z",
        "messages": [{"id": "1", "type": "user", "timestamp": "2025-01-01T00:00:00Z", "content": "List"},
            {"id": "2", "type": "gemini", "timestamp": "2025-01-01T00:00:01Z", "content": "", "model": "g",
            "toolCalls": [{"id": "t", "name": "ls", "args": {}, "status": "success", "result": [
                {"functionResponse": {"id": "t", "name": "ls", "response": {"output": "a.txt"}}}]}]}]}).to_string());
    assert_eq!(read.found.format, Some(Format::Gemini));
    assert_eq!(roles(&read), [["user", "assistant", "tool"]]);
    assert_eq!(said(&read.found.sessions[0].messages[2]), "a.txt");
}

#[test]
fn wrong_types_are_odd_wherever_they_are() {
    for wrong in [
        json!(5),
        json!(null),
        json!([]),
        json!({}),
        json!({"role": 5, "content": "x"}),
        json!({"role": "", "content": "x"}),
        json!({"content": "x"}),
        json!({"role": "user", "content": {}}),
        json!({"role": "user", "content": [5]}),
        json!({"role": "user", "tool_calls": 5}),
        json!({"role": "user", "tool_calls": [5]}),
        json!({"role": "user", "tool_calls": [{"id": "x"}]}),
    ] {
        let text = json!({"messages": [{"role": "user", "content": "hi"}, wrong]}).to_string();
        let read = read(&text, Format::OpenaiChat, LATEST);
        assert_eq!(read.found.messages(), 1, "{wrong}");
        assert_eq!(read.odd.len(), 1, "{wrong}");
        assert_eq!(read.odd[0].at, "messages/1");
        assert_eq!(read.odd[0].text, wrong.to_string());
    }
}

#[test]
fn times_that_are_none_are_told_and_kept() {
    let text = json!([
        {"role": "user", "content": "a", "created_at": "yesterday"},
        {"role": "user", "content": "b", "created_at": "2025-01-01T00:00:00Z"},
        {"role": "user", "content": "c", "created_at": "2999-01-01T00:00:00Z"},
        {"role": "user", "content": "d", "created_at": "2025-01-01T00:00:00Z"}
    ]);
    let read = taken(&text.to_string());
    let messages = &read.found.sessions[0].messages;
    let begin = 1_735_689_600_000_000;
    let times: Vec<i64> = messages.iter().map(|m| m.at.unwrap() - begin).collect();
    assert_eq!(times, [-1, 0, 1, 2]);
    assert_eq!(messages[0].metadata["created_at"], "yesterday");
    assert_eq!(messages[2].metadata["created_at"], "2999-01-01T00:00:00Z");
    assert_eq!(read.notes.len(), 2, "{:?}", read.notes);
}

#[test]
fn ids_are_of_what_is_said() {
    let hi = json!({"role": "user", "content": "hi"});
    let text = |messages: &[&Value]| json!(messages).to_string();
    let ids = |text: String| -> Vec<String> {
        let read = taken(&text);
        let messages = read.found.sessions[0].messages.iter();
        messages.map(|message| message.id.clone()).collect()
    };
    let ho = json!({"role": "assistant", "content": "ho"});
    let short = ids(text(&[&hi, &ho]));
    let long = ids(text(&[&hi, &ho, &hi, &hi]));
    assert_eq!(short, long[..2]);
    assert_eq!(long[3], format!("{}-3", long[0]));
    // The same id twice: exact duplicates are one message, others are two.
    let same = json!({"role": "user", "content": "x", "id": "m"});
    let other = json!({"role": "user", "content": "y", "id": "m"});
    assert_eq!(ids(text(&[&same, &same])).len(), 1);
    assert_eq!(ids(text(&[&same, &other])).len(), 2);
}

#[test]
fn a_hundred_thousand_messages_of_one_moment_are_read() {
    let record = json!({"role": "user", "content": "again", "created_at": "2025-01-01T00:00:00Z"});
    let text = format!("{record}\n").repeat(100_000);
    let read = taken(&text);
    assert_eq!(read.found.messages(), 100_000);
    let parts = parts(&read, 1 << 20, 1_000);
    assert_eq!(parts.len(), 100);
}

#[test]
fn a_huge_line_is_one_record() {
    let text = format!(
        "{{\"role\":\"user\",\"content\":\"{}\"}}",
        "x".repeat(4 << 20)
    );
    assert_eq!(taken(&text).found.messages(), 1);
    let cut = read(&text[..text.len() - 3], Format::OpenaiChat, LATEST);
    assert_eq!(cut.odd.len(), 1);
    assert_eq!(cut.odd[0].text.len(), text.len() - 3);
}
