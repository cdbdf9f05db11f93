//! Tests of conversations in the formats of applications and frameworks.

mod samples;
mod wrong;

use exchange::report::Read;
use exchange::transcript::{Content, Format, Transcript, detect, read};
use serde_json::{Value, json};

const LATEST: i64 = 1_800_000_000_000_000;

/// Parses a text after asserting that its format is detected.
fn taken(value: &Value, format: Format) -> Read<Transcript> {
    let text = value.to_string();
    assert_eq!(detect(&text), Some(format), "{text}");
    let read = read(&text, format, LATEST);
    assert_eq!(read.found.format, Some(format));
    assert!(read.odd.is_empty(), "{:?} of {text}", read.odd);
    read
}

/// Returns the role, the content, and the names of called tools of each message.
fn said(read: &Read<Transcript>) -> Vec<Value> {
    let messages = read.found.sessions.iter().flat_map(|one| &one.messages);
    messages
        .map(|message| {
            let content = match &message.content {
                Content::Text(text) => json!(text),
                Content::Parts(parts) => json!(parts),
            };
            let calls = message.tool_calls.iter();
            let calls: Vec<Value> = calls
                .map(|call| json!([call.id, call.name, call.arguments]))
                .collect();
            match (calls.is_empty(), &message.tool_call_id) {
                (true, None) => json!([message.role, content]),
                (true, Some(id)) => json!([message.role, content, id]),
                (false, _) => json!([message.role, content, calls]),
            }
        })
        .collect()
}

#[test]
fn ai_sdk() {
    let read = taken(&samples::ai_sdk(), Format::AiSdk);
    assert_eq!(
        said(&read),
        [
            json!(["user", "What is the weather in Rome?"]),
            json!(["assistant", "I look.", [["call-1", "getWeather", {"city": "Rome"}]]]),
            json!(["tool", "{\"celsius\":21}", "call-1"]),
            json!(["assistant", "It is 21 degrees.", [["call-2", "save", {}]]]),
            json!(["tool", "no access", "call-2"]),
            json!(["assistant", "I could not save it."]),
        ]
    );
    let messages = &read.found.sessions[0].messages;
    assert_eq!(read.found.sessions[0].id.as_deref(), Some("chat-1"));
    let ids: Vec<&str> = messages.iter().map(|message| message.id.as_str()).collect();
    assert_eq!(ids, ["m-1", "m-2", "m-2.1", "m-2.2", "m-2.3", "m-2.4"]);
    assert_eq!(messages[0].at, Some(1_772_359_200_000_000));
    assert_eq!(
        messages[1].metadata["thinking"][0]["text"],
        "They want degrees."
    );
    assert_eq!(messages[4].metadata["is_error"], true);
    assert_eq!(
        messages[5].metadata["parts"][0]["url"],
        "https://example.org"
    );
    // Older versions store calls next to the text.
    let older = json!([{"id": "a", "role": "assistant", "content": "21 degrees.", "toolInvocations": [
        {"state": "result", "toolCallId": "c", "toolName": "getWeather", "args": {"city": "Rome"}, "result": "21"}]}]);
    assert_eq!(
        said(&taken(&older, Format::AiSdk)),
        [
            json!(["assistant", [], [["c", "getWeather", {"city": "Rome"}]]]),
            json!(["tool", "21", "c"]),
            json!(["assistant", "21 degrees."]),
        ]
    );
    // Parts without types are Gemini's.
    let gemini = json!([{"role": "user", "parts": [{"text": "hi"}]}]);
    assert_eq!(detect(&gemini.to_string()), Some(Format::Gemini));
}

#[test]
fn langchain() {
    let expected = [
        json!(["system", "Be brief."]),
        json!(["user", "What is 2 times 21?"]),
        json!(["assistant", "", [["call-1", "multiply", {"a": 2, "b": 21}]]]),
        json!(["tool", "42", "call-1"]),
        json!(["assistant", "42."]),
    ];
    for sample in [
        samples::langchain_dicts(),
        samples::langchain_objects(),
        json!({"messages": samples::langchain_dicts()}),
        json!({"values": {"messages": samples::langchain_dicts()}}),
        json!({"lc": 1, "type": "constructor", "id": ["langchain", "schema", "InMemoryChatMessageHistory"],
            "kwargs": {"messages": samples::langchain_objects()}}),
    ] {
        let read = taken(&sample, Format::Langchain);
        assert_eq!(said(&read), expected);
        assert_eq!(read.found.messages(), 5);
    }
    let plain = json!([{"type": "human", "content": "hi", "id": "m-1"}, {"type": "ai", "content": "ho", "tool_calls": []},
        {"type": "remove", "content": "", "id": "m-1"}, {"type": "chat", "role": "critic", "content": "no"}]);
    let read = taken(&plain, Format::Langchain);
    assert_eq!(
        said(&read),
        [
            json!(["user", "hi"]),
            json!(["assistant", "ho"]),
            json!(["critic", "no"])
        ]
    );
    assert_eq!(read.found.beside["removals of messages"], 1);
}

#[test]
fn sharegpt() {
    let read = taken(&samples::sharegpt(), Format::Sharegpt);
    assert_eq!(
        said(&read),
        [
            json!(["system", "You can search."]),
            json!(["user", "Who wrote Faust?"]),
            json!(["assistant", "", [[null, "search", {"q": "Faust"}]]]),
            json!(["tool", "Goethe"]),
            json!(["assistant", "Goethe."]),
            json!(["user", "hi"]),
            json!(["assistant", "ho"]),
        ]
    );
    let ids: Vec<Option<&str>> = read
        .found
        .sessions
        .iter()
        .map(|one| one.id.as_deref())
        .collect();
    assert_eq!(ids, [Some("faust"), None]);
    assert!(read.notes[0].contains("tools"), "{:?}", read.notes);
}

#[test]
fn open_webui() {
    let read = taken(&samples::open_webui(), Format::OpenWebui);
    assert_eq!(
        said(&read),
        [
            json!(["user", [{"type": "text", "text": "Sum it up"}, {"type": "text", "text": "Attached plan.md:\nBuy tea"}]]),
            json!(["assistant", "Tea is to be bought."]),
        ]
    );
    let session = &read.found.sessions[0];
    assert_eq!(
        (session.id.as_deref(), &session.about["title"]),
        (Some("chat-1"), &json!("Plan"))
    );
    assert_eq!(session.messages[1].metadata["thinking"][0], "Short, then.");
    assert_eq!(session.messages[1].at, Some(1_772_359_205_000_000));
    assert_eq!(
        json!(read.found.beside),
        json!({"messages of branches that are not current": 1, "API errors": 1})
    );
    // Without a current message the newest branch is current, by time.
    let mut sample = samples::open_webui();
    sample[0]["chat"]["history"]["currentId"] = Value::Null;
    assert_eq!(said(&taken(&sample, Format::OpenWebui)), said(&read));
}

#[test]
fn librechat() {
    let expected = [
        json!(["user", "Is it open?"]),
        json!([
            "assistant",
            "I look.",
            [["call-1", "hours", "{\"day\":\"Friday\"}"]]
        ]),
        json!(["tool", "9 to 5", "call-1"]),
    ];
    for sample in [samples::librechat(), samples::librechat_tree()] {
        let read = taken(&sample, Format::Librechat);
        assert_eq!(said(&read), expected);
        let session = &read.found.sessions[0];
        assert_eq!(
            (session.id.as_deref(), &session.about["title"]),
            (Some("talk-1"), &json!("Hours"))
        );
        assert_eq!(
            session.messages[1].metadata["thinking"][0]["thinking"],
            "Which day?"
        );
        assert_eq!(
            json!(read.found.beside),
            json!({"messages of branches that are not current": 1, "API errors": 1})
        );
    }
}

#[test]
fn agent_memory_server() {
    let read = taken(&samples::agent_memory_server(), Format::AgentMemoryServer);
    assert_eq!(
        said(&read),
        [
            json!(["system", "They planned a trip."]),
            json!(["user", "Book the train"]),
            json!(["user", "Another user's words"]),
        ]
    );
    let names: Vec<[Option<&str>; 3]> = read
        .found
        .sessions
        .iter()
        .map(|one| {
            [
                one.id.as_deref(),
                one.namespace.as_deref(),
                one.user_id.as_deref(),
            ]
        })
        .collect();
    assert_eq!(
        names,
        [
            [Some("trip"), Some("travel"), Some("eli")],
            [Some("trip"), Some("travel"), Some("fay")],
        ]
    );
    assert_eq!(read.found.sessions[0].about["data"], json!({"budget": 400}));
    assert!(read.notes[0].contains("memory_import"), "{:?}", read.notes);
    // Parts preserve the owners.
    let parts = exchange::transcript::parts(&read, 1 << 20, 100).concat();
    let again = exchange::transcript::read(&parts, Format::Loci, LATEST);
    assert_eq!(again.found.sessions, read.found.sessions);
}

#[test]
fn memories_keep_the_namespace_of_their_record_or_of_its_session() {
    use exchange::memories;
    let format = memories::Format::AgentMemoryServer;
    let document = json!({"session_id": "trip", "namespace": "clinicA", "messages": [], "memories": [
        {"id": "a", "text": "Door code 4711", "namespace": null},
        {"id": "b", "text": "Door code 4711", "namespace": "clinicB", "session_id": "visit"},
        {"id": "b", "text": "Door code 4711", "namespace": "clinicC"},
        {"id": "c", "text": "Door code 4712", "namespace": 7},
        {"id": "d", "text": "Door code 4713", "namespace": ""}]});
    let read = memories::read(&document.to_string(), format);
    let found = read.found.found.iter();
    let found: Vec<_> = found
        .map(|one| (one.namespace.as_deref(), one.session_id.as_deref()))
        .collect();
    assert_eq!(
        found,
        [
            (Some("clinicA"), Some("trip")),
            (Some("clinicB"), Some("visit")),
            (Some("clinicC"), Some("trip")),
            (None, Some("trip")),
        ]
    );
    let odd: Vec<&str> = read.odd.iter().map(|odd| odd.why.as_str()).collect();
    assert_eq!(odd, ["`namespace` is a number; expected a text"]);
    // Parts preserve the namespaces.
    let parts = memories::parts(&read, 1 << 20, 100).concat();
    let again = memories::read(&parts, memories::Format::Loci);
    assert_eq!(again.found.found, read.found.found);
    // A run of mem0 is a session.
    let mem0 = json!([{"id": "r", "memory": "Likes tea", "run_id": "visit"}]);
    let read = memories::read(&mem0.to_string(), memories::Format::Mem0);
    assert_eq!(read.found.found[0].session_id.as_deref(), Some("visit"));
}

#[test]
fn memories_of_agent_memory_server() {
    use exchange::memories;
    let document = json!({"session_id": "trip", "user_id": "eli", "messages": [], "memories": [
        {"id": "a", "text": "Eli takes the train", "topics": ["travel"], "entities": ["Eli"], "memory_type": "episodic",
            "event_date": "2026-03-01T19:00:00+09:00", "user_id": null, "discrete_memory_extracted": "t", "pinned": false},
        {"id": "b", "text": "Fay flies", "user_id": "fay"},
        {"id": "c", "text": "Whose?", "user_id": 42},
        {"id": "d", "text": "What?", "memory_type": "dream"}, 5]});
    let format = memories::Format::AgentMemoryServer;
    assert_eq!(memories::detect(&document.to_string()), Some(format));
    let read = memories::read(&document.to_string(), format);
    let [eli, fay] = read.found.found.as_slice() else {
        panic!("{read:?}");
    };
    assert_eq!(
        (eli.text.as_str(), eli.user_id.as_deref()),
        ("Eli takes the train", Some("eli"))
    );
    assert_eq!(eli.event_date, Some(1_772_359_200_000_000));
    assert_eq!(eli.event_offset, Some(540));
    assert_eq!(
        (&eli.entities[..], eli.memory_type.as_deref()),
        (&["Eli".to_owned()][..], Some("episodic"))
    );
    assert_eq!(eli.session_id.as_deref(), Some("trip"));
    assert_eq!(json!(eli.metadata), json!({}));
    assert_eq!(fay.user_id.as_deref(), Some("fay"));
    let odd: Vec<(&str, &str)> = read
        .odd
        .iter()
        .map(|odd| (odd.at.as_str(), odd.why.as_str()))
        .collect();
    assert_eq!(
        odd,
        [
            ("memories/2", "`user_id` is a number; expected a text"),
            (
                "memories/3",
                "`memory_type` is none of semantic, episodic and message"
            ),
            ("memories/4", "is a number; expected an object"),
        ]
    );
    for (text, expected) in [
        (samples::agent_memory_server(), None),
        (
            json!({"memories": [{"id": "a", "text": "A", "memory_type": "semantic", "dist": 0.1}], "total": 1}),
            Some(format),
        ),
        (
            json!([{"id": "a", "text": "A", "memory_hash": "x"}]),
            Some(format),
        ),
        (
            json!({"memories": [{"id": "a", "memory": "A"}]}),
            Some(memories::Format::Mem0),
        ),
    ] {
        assert_eq!(memories::detect(&text.to_string()), expected, "{text}");
    }
}

#[test]
fn names_and_labels_are_of_one_format_each() {
    let mut names: Vec<&str> = Format::ALL.map(Format::name).to_vec();
    let mut labels: Vec<&str> = Format::ALL.map(Format::label).to_vec();
    for format in Format::ALL {
        assert_eq!(json!(format), format.name());
    }
    for all in [&mut names, &mut labels] {
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 15);
    }
}
