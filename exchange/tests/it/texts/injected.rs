//! Tests that context injected by programs is not taken for words of the person.

use exchange::transcript::{Content, Format, Transcript, read};
use serde_json::{Value, json};

const LATEST: i64 = 1_800_000_000_000_000;
const INJECTED: &str = "records of injected context";

fn said(found: &Transcript) -> Vec<(String, Value)> {
    let messages = found.sessions.iter().flat_map(|one| &one.messages);
    messages
        .map(|message| {
            let content = match &message.content {
                Content::Text(text) => json!(text),
                Content::Parts(parts) => json!(parts),
            };
            (message.role.clone(), content)
        })
        .collect()
}

fn claude_code(records: &[Value]) -> Transcript {
    let lines: Vec<String> = records
        .iter()
        .enumerate()
        .map(|(n, more)| {
            let mut record = json!({"type": "user", "uuid": format!("u{n}"), "sessionId": "s",
                "timestamp": format!("2026-03-01T10:00:{n:02}.000Z")});
            if let (Some(record), Some(more)) = (record.as_object_mut(), more.as_object()) {
                record.extend(more.clone());
            }
            record.to_string()
        })
        .collect();
    let read = read(&lines.join("\n"), Format::ClaudeCode, LATEST);
    assert!(read.odd.is_empty(), "{:?}", read.odd);
    read.found
}

#[test]
fn of_claude_code_what_people_and_models_said_is_left() {
    let user = |content: Value| json!({"message": {"role": "user", "content": content}});
    let text = |text: &str| json!([{"type": "text", "text": text}]);
    let command = "<command-name>/clear</command-name>\n<command-message>clear</command-message>\n";
    for (record, expected) in [
        (
            user(json!(format!("{command}<command-args></command-args>"))),
            None,
        ),
        (
            user(json!(format!(
                "{command}<command-args>the old notes</command-args>"
            ))),
            Some(json!("/clear the old notes")),
        ),
        (
            user(json!("<local-command-stdout>done</local-command-stdout>")),
            None,
        ),
        (user(json!("[Request interrupted by user]")), None),
        (
            user(text("[Request interrupted by user for tool use]")),
            None,
        ),
        (
            user(text("<system-reminder>Be careful</system-reminder>")),
            None,
        ),
        (
            user(json!(
                "<system-reminder>Be careful</system-reminder>\nMend the door"
            )),
            Some(json!("Mend the door")),
        ),
        (
            user(
                json!([{"type": "text", "text": "<ide_opened_file>a.rs</ide_opened_file>"}, {"type": "text", "text": "Why?"}]),
            ),
            Some(json!([{"type": "text", "text": "Why?"}])),
        ),
        // A person may write about such elements.
        (
            user(json!("What is <system-reminder> for?")),
            Some(json!("What is <system-reminder> for?")),
        ),
        (
            user(json!("<system-reminder> is what?")),
            Some(json!("<system-reminder> is what?")),
        ),
        (
            user(json!("<system-reminders>x</system-reminders>")),
            Some(json!("<system-reminders>x</system-reminders>")),
        ),
    ] {
        let found = claude_code(&[record.clone(), user(json!("hi"))]);
        let mut said = said(&found);
        assert_eq!(said.pop(), Some(("user".to_owned(), json!("hi"))));
        assert_eq!(said.pop().map(|(_, content)| content), expected, "{record}");
        let left_out = found.beside.get(INJECTED).copied();
        assert_eq!(left_out, expected.is_none().then_some(1), "{record}");
    }
}

#[test]
fn of_claude_code_marked_records_are_left_out() {
    let result = json!([{"type": "tool_result", "tool_use_id": "t", "content": "<system-reminder>x</system-reminder>"}]);
    let found = claude_code(&[
        json!({"isMeta": true, "message": {"role": "user", "content": "Caveat: generated"}}),
        json!({"isMeta": true, "message": {"role": "user", "content": result}}),
        json!({"type": "assistant", "isApiErrorMessage": true, "message": {"role": "assistant", "content": "API Error: 529"}}),
        json!({"type": "system", "subtype": "api_error", "content": "529"}),
        json!({"type": "system", "subtype": "local_command", "content": "<command-name>/cost</command-name>"}),
        json!({"isCompactSummary": true, "message": {"role": "user", "content": "They talked of doors."}}),
        json!({"type": "attachment", "attachment": {"type": "queued_command", "prompt": "And the window"}}),
        json!({"type": "attachment", "attachment": {"type": "todo", "content": []}}),
    ]);
    assert_eq!(
        said(&found),
        [
            ("user".to_owned(), result),
            ("system".to_owned(), json!("They talked of doors.")),
            ("user".to_owned(), json!("And the window")),
        ]
    );
    assert_eq!(
        json!(found.beside),
        json!({"records of injected context": 2, "API errors": 2, "attachment": 1})
    );
}

#[test]
fn of_codex_what_people_and_models_said_is_left() {
    let item = |role: &str, text: &str| {
        json!({"timestamp": "2026-03-01T10:00:00Z", "type": "response_item", "payload": {"type": "message",
            "role": role, "content": [{"type": "input_text", "text": text}]}})
        .to_string()
    };
    let agents = "# AGENTS.md instructions for /p\n\n<INSTRUCTIONS>\nBe nice\n</INSTRUCTIONS>";
    let context = "<environment_context>\n  <cwd>/p</cwd>\n</environment_context>";
    let lines = [
        item(
            "developer",
            "<permissions instructions>sandbox</permissions instructions>",
        ),
        item("user", agents),
        item("user", context),
        item("user", &format!("{agents}\n{context}")),
        item(
            "user",
            "<turn_aborted>\nThe user interrupted</turn_aborted>",
        ),
        item("user", &format!("{context}\n\nFix the login bug")),
        item("user", "# AGENTS.md instructions are too long"),
        item("assistant", "Fixed."),
    ];
    let found = read(&lines.join("\n"), Format::Codex, LATEST).found;
    let said: Vec<Value> = said(&found)
        .into_iter()
        .map(|(_, content)| content)
        .collect();
    let long = "# AGENTS.md instructions are too long";
    assert_eq!(
        said,
        [json!("Fix the login bug"), json!(long), json!("Fixed.")]
    );
    assert_eq!(found.beside[INJECTED], 5);
    assert_eq!(found.sessions[0].messages[0].role, "user");
}

#[test]
fn of_chatgpt_thoughts_stand_beside_and_hidden_context_is_left_out() {
    let message = |role: &str, content: Value, hidden: bool| {
        json!({"author": {"role": role}, "create_time": 1_770_000_000.0, "content": content,
            "metadata": {"is_visually_hidden_from_conversation": hidden}})
    };
    let text = |text: &str| json!({"content_type": "text", "parts": [text]});
    let thoughts = json!([{"summary": "Thinking", "content": "of capitals"}]);
    let messages = [
        message("system", text(""), true),
        message(
            "user",
            json!({"content_type": "user_editable_context", "user_profile": "Noor"}),
            false,
        ),
        message("user", text("hidden"), true),
        message("user", text("Which capital?"), false),
        message(
            "assistant",
            json!({"content_type": "thoughts", "thoughts": thoughts}),
            false,
        ),
        message(
            "assistant",
            json!({"content_type": "reasoning_recap", "content": "Thought for 2s"}),
            false,
        ),
        message("assistant", text("Paris."), false),
        message("tool", text("a result"), true),
    ];
    let mut mapping = serde_json::Map::new();
    for (n, message) in messages.iter().enumerate() {
        let parent = n.checked_sub(1).map(|before| before.to_string());
        mapping.insert(n.to_string(), json!({"parent": parent, "message": message}));
    }
    let export = json!([{"conversation_id": "c", "current_node": "7", "mapping": mapping}]);
    let read = read(&export.to_string(), Format::ChatgptExport, LATEST);
    assert_eq!(
        said(&read.found),
        [
            ("user".to_owned(), json!("Which capital?")),
            ("assistant".to_owned(), json!("Paris.")),
        ]
    );
    let answer = &read.found.sessions[0].messages[1];
    assert_eq!(answer.metadata["thinking"], thoughts);
    assert_eq!(read.found.beside[INJECTED], 4);
    assert_eq!(read.found.beside["reasoning"], 2);
}

#[test]
fn of_gemini_hidden_context_is_left_out() {
    let text = json!([
        {"role": "user", "parts": [{"text": "<session_context>Today is Friday</session_context>"}]},
        {"role": "user", "parts": [{"text": "<hook_context>x</hook_context>\nhi"}]},
    ]);
    let found = read(&text.to_string(), Format::Gemini, LATEST).found;
    assert_eq!(said(&found), [("user".to_owned(), json!("hi"))]);
    assert_eq!(found.beside[INJECTED], 1);
}

#[test]
fn thoughts_of_gemini_are_metadata() {
    let thought = json!({"text": "The user seems upset", "thought": true});
    let text = json!([
        {"role": "user", "parts": [{"text": "Which capital?"}]},
        {"role": "model", "parts": [thought, {"text": "Paris."}]},
        {"role": "model", "parts": [thought, {"functionCall": {"name": "f", "args": {}}}]},
        {"role": "user", "parts": [thought, {"functionResponse": {"name": "f", "response": {"output": "ok"}}}]},
        {"role": "model", "parts": [thought]},
        {"role": "model", "parts": [{"text": "Done."}]},
    ]);
    let read = read(&text.to_string(), Format::Gemini, LATEST);
    assert!(read.odd.is_empty(), "{read:?}");
    let said = said(&read.found);
    assert_eq!(
        said,
        [
            ("user".to_owned(), json!("Which capital?")),
            ("assistant".to_owned(), json!("Paris.")),
            ("assistant".to_owned(), json!([])),
            ("tool".to_owned(), json!("ok")),
            ("assistant".to_owned(), json!("Done.")),
        ]
    );
    let messages = &read.found.sessions[0].messages;
    assert_eq!(messages[1].metadata["thinking"], json!([thought]));
    assert_eq!(messages[2].metadata["thinking"], json!([thought]));
    assert_eq!(messages[4].metadata["thinking"], json!([thought, thought]));
    // A chat of the program, with thoughts in both places.
    let chat = json!({"sessionId": "s", "messages": [{"id": "a", "type": "gemini", "thoughts": [{"subject": "x"}],
        "content": [thought, {"text": "Paris."}]}]});
    let read = self::read(&chat.to_string(), Format::Gemini, LATEST);
    let message = &read.found.sessions[0].messages[0];
    assert_eq!(message.content, Content::Text("Paris.".into()));
    assert_eq!(
        message.metadata["thinking"],
        json!([{"subject": "x"}, thought])
    );
}

#[test]
fn files_of_chatgpt_are_images_audio_and_video() {
    let parts = json!([
        {"content_type": "image_asset_pointer", "asset_pointer": "file-service://file-1", "size_bytes": 5, "width": 2},
        {"content_type": "audio_transcription", "text": "Hello", "direction": "in"},
        {"content_type": "real_time_user_audio_video_asset_pointer", "frames_asset_pointers": [],
            "video_container_asset_pointer": null, "audio_asset_pointer":
            {"content_type": "audio_asset_pointer", "asset_pointer": "sediment://file-2", "format": "wav"}},
        {"content_type": "other_asset_pointer", "asset_pointer": "sediment://file-3"},
        "What is this?",
    ]);
    let mapping = json!({"a": {"parent": null, "message": {"author": {"role": "user"},
        "create_time": 1_770_000_000.0, "content": {"content_type": "multimodal_text", "parts": parts}}}});
    let export = json!([{"conversation_id": "c", "current_node": "a", "mapping": mapping}]);
    let read = read(&export.to_string(), Format::ChatgptExport, LATEST);
    let Content::Parts(parts) = &read.found.sessions[0].messages[0].content else {
        panic!("{read:?}");
    };
    let shown = |name: &str| -> Vec<&str> {
        let parts = parts.iter();
        parts
            .map(|part| part[name].as_str().unwrap_or_default())
            .collect()
    };
    assert_eq!(shown("type"), ["image", "", "audio", "file", "text"]);
    assert_eq!(
        shown("url"),
        [
            "file-service://file-1",
            "",
            "sediment://file-2",
            "sediment://file-3",
            ""
        ]
    );
    assert_eq!(parts[0]["width"], 2);
    assert_eq!(parts[1]["text"], "Hello");
}
