//! Tests that the text of attachments is part of a message.

use exchange::report::Read;
use exchange::transcript::{Content, Format, Transcript, detect, read};
use serde_json::{Value, json};

const LATEST: i64 = 1_800_000_000_000_000;

fn contents(read: &Read<Transcript>) -> Vec<Value> {
    let messages = read.found.sessions.iter().flat_map(|one| &one.messages);
    let contents = messages.map(|message| match &message.content {
        Content::Text(text) => json!(text),
        Content::Parts(parts) => {
            let texts = parts.iter().map(|part| part["text"].clone());
            texts.collect()
        }
    });
    contents.collect()
}

fn claude(message: &Value) -> Read<Transcript> {
    let mut message = message.clone();
    message["uuid"] = json!("m-1");
    message["sender"] = json!("human");
    let text = json!([{"uuid": "c-1", "name": "n", "chat_messages": [message]}]).to_string();
    assert_eq!(detect(&text), Some(Format::ClaudeExport));
    read(&text, Format::ClaudeExport, LATEST)
}

#[test]
fn pasted_text_of_claude_is_said() {
    let pasted = json!([{"file_name": "paste.txt", "file_size": 25, "extracted_content": "The number is ZX-99887"}]);
    let two = json!([{"file_name": "a.md", "extracted_content": "A"}, {"file_name": "b.md", "extracted_content": "B"}]);
    for (message, expected) in [
        (
            json!({"text": "", "content": [{"type": "text", "text": ""}], "attachments": pasted}),
            json!("Attached paste.txt:\nThe number is ZX-99887"),
        ),
        (
            json!({"text": "", "content": [{"type": "text", "text": "", "citations": []}], "attachments": pasted}),
            json!("Attached paste.txt:\nThe number is ZX-99887"),
        ),
        (
            json!({"text": "Sum it up", "content": [], "attachments": pasted}),
            json!(["Sum it up", "Attached paste.txt:\nThe number is ZX-99887"]),
        ),
        (
            json!({"text": "x", "content": [{"type": "text", "text": "Compare"}], "attachments": two}),
            json!(["Compare", "Attached a.md:\nA", "Attached b.md:\nB"]),
        ),
        (
            json!({"text": "", "files": [{"file_name": "c.txt", "extracted_content": "C"}]}),
            json!("Attached c.txt:\nC"),
        ),
        (
            json!({"text": "", "attachments": [{"extracted_content": "D"}]}),
            json!("Attached text:\nD"),
        ),
        (
            json!({"text": "", "files": [{"file_name": "cat.png"}], "files_v2": [{"file_name": "cat.png"}]}),
            json!("Attached: cat.png"),
        ),
        (
            json!({"text": "hi", "attachments": [], "files": null}),
            json!("hi"),
        ),
    ] {
        let read = claude(&message);
        assert_eq!(contents(&read), [expected], "{message}");
        assert!(read.odd.is_empty(), "{:?}", read.odd);
    }
    let read = claude(&json!({"text": "hi", "attachments": pasted}));
    let metadata = &read.found.sessions[0].messages[0].metadata;
    assert_eq!(
        metadata["attachments"],
        json!([{"file_name": "paste.txt", "file_size": 25}])
    );
}

#[test]
fn attachments_of_a_wrong_type_are_set_aside_with_their_message() {
    for (attachments, why) in [
        (json!(5), "`attachments` is a number; expected a list"),
        (
            json!([{"extracted_content": ["x"]}]),
            "`attachments/0/extracted_content` is a list; expected a text",
        ),
    ] {
        let read = claude(&json!({"text": "hi", "attachments": attachments}));
        assert_eq!(contents(&read), [] as [Value; 0]);
        assert_eq!(read.odd[0].at, "0/chat_messages/0");
        assert_eq!(read.odd[0].why, why);
    }
    for harmless in [json!([5, null, "x", [], {}]), json!([{"file_name": 7}])] {
        let read = claude(&json!({"text": "hi", "attachments": harmless}));
        assert_eq!(contents(&read), [json!("hi")]);
    }
}

#[test]
fn a_message_of_chatgpt_with_nothing_but_a_file_names_it() {
    let message = |parts: Value| {
        json!({"id": "u", "author": {"role": "user"}, "create_time": 1_770_000_000.0,
            "content": {"content_type": "multimodal_text", "parts": parts},
            "metadata": {"attachments": [{"id": "file-1", "name": "plan.pdf", "mime_type": "application/pdf"}]}})
    };
    for (parts, expected) in [
        (json!([""]), json!("Attached: plan.pdf")),
        (json!(["Read it"]), json!("Read it")),
    ] {
        let text = json!([{"conversation_id": "c", "current_node": "u",
            "mapping": {"u": {"id": "u", "parent": null, "message": message(parts)}}}]);
        let read = read(&text.to_string(), Format::ChatgptExport, LATEST);
        assert_eq!(contents(&read), [expected]);
        let metadata = &read.found.sessions[0].messages[0].metadata["metadata"];
        assert_eq!(metadata["attachments"][0]["name"], "plan.pdf");
    }
}

#[test]
fn text_pasted_into_claude_code_is_said_once() {
    let pasted = |said: &str, pasted: Value| {
        let record = json!({"type": "user", "uuid": "u", "sessionId": "s", "timestamp": "2026-03-01T10:00:00Z",
            "message": {"role": "user", "content": said}, "pastedContents": pasted});
        read(&record.to_string(), Format::ClaudeCode, LATEST)
    };
    let two = json!({"10": {"id": 10, "type": "text", "content": "ten"}, "2": {"id": 2, "type": "text", "content": "two"}});
    let image = json!({"1": {"id": 1, "type": "image", "content": "AAAA"}});
    for (said, contents_of, expected) in [
        (
            "See [Pasted text #2]",
            two.clone(),
            json!([
                "See [Pasted text #2]",
                "Attached pasted text #2:\ntwo",
                "Attached pasted text #10:\nten"
            ]),
        ),
        ("one two ten", two, json!("one two ten")),
        ("Look", image, json!("Look")),
        ("hi", json!(null), json!("hi")),
        ("hi", json!({}), json!("hi")),
    ] {
        assert_eq!(contents(&pasted(said, contents_of)), [expected], "{said}");
    }
    for (wrong, why) in [
        (json!([]), "`pastedContents` is a list; expected an object"),
        (
            json!({"1": {"content": 5}}),
            "`pastedContents/1/content` is a number; expected a text",
        ),
    ] {
        assert_eq!(pasted("hi", wrong).odd[0].why, why);
    }
}
