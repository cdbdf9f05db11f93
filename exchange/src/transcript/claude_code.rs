//! Parses transcripts of Claude Code: one record per line, some of which are messages, mixed with the conversations of
//! subagents.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::attachments::Attached;
use super::branch::{ABANDONED, Node, current};
use super::chat;
use super::injected::{API_ERRORS, CLAUDE_CODE, INJECTED, clean};
use super::taking::{Name, Taking, fields, text};
use super::{Content, Message};
use crate::moment;
use crate::records::{Record, Records};

/// Fields that are the same in most records, and are stored once for the whole conversation.
const SHARED: [&str; 6] = [
    "cwd",
    "version",
    "gitBranch",
    "userType",
    "slug",
    "entrypoint",
];
/// Field that repeats the result of a tool in a format of the program's own.
const SECOND: &str = "toolUseResult";

/// Parses a transcript.
pub(super) fn read(records: Records, taking: &mut Taking) {
    let mut reading = Reading {
        taking,
        main: None,
        thoughts: Vec::new(),
        titles: Vec::new(),
        seconds: 0,
    };
    let is_current = current(&nodes(&records.found));
    for (record, is_current) in records.found.into_iter().zip(is_current) {
        reading.one(record, is_current);
    }
    reading.end();
}

/// Conversation and id of a record: the records of a subagent are a separate tree.
type Key<'a> = (bool, Option<&'a str>, &'a str);

fn nodes(records: &[Record]) -> Vec<Node<Key<'_>>> {
    let text = |value: &'_ Value, name: &str| value.get(name)?.as_str().map(str::to_owned);
    // Several records can be parts of one answer and have its id.
    let answers: HashMap<String, String> = records
        .iter()
        .filter_map(|Record { value, .. }| {
            Some((text(value, "uuid")?, text(value.get("message")?, "id")?))
        })
        .collect();
    records
        .iter()
        .map(|record| node(&record.value, &answers))
        .collect()
}

fn node<'a>(record: &'a Value, answers: &HashMap<String, String>) -> Node<Key<'a>> {
    let text = |name: &str| record.get(name).and_then(Value::as_str);
    let helper = record.get("isSidechain") == Some(&Value::Bool(true));
    let key = |id: &'a str| (helper, text("agentId"), id);
    let (id, before) = (text("uuid"), text("parentUuid"));
    let answer = |id: Option<&str>| answers.get(id?);
    Node {
        id: id.map(key),
        parent: before.or_else(|| text("logicalParentUuid")).map(key),
        at: record.get("timestamp").and_then(moment::read),
        joins: match text("type") {
            Some("user") => has_result(record),
            Some("assistant") => answer(id).is_some() && answer(id) == answer(before),
            _ => true,
        },
    }
}

/// Returns true if a record has the result of a tool.
fn has_result(record: &Value) -> bool {
    let parts = record.pointer("/message/content").and_then(Value::as_array);
    let mut parts = parts.into_iter().flatten();
    parts.any(|part| part["type"] == "tool_result")
}

struct Reading<'a> {
    taking: &'a mut Taking,
    /// Id of the conversation, from the first record.
    main: Option<String>,
    /// Reasoning by conversation, until the next text.
    thoughts: Vec<(usize, Value)>,
    titles: Vec<(&'static str, Value)>,
    seconds: u32,
}

impl Reading<'_> {
    fn one(&mut self, record: Record, is_current: bool) {
        let Record { at, value } = record;
        let mut outer = match fields(&value) {
            Ok(outer) => outer,
            Err(why) => return self.taking.odd(at, why, &value),
        };
        let Some(Value::String(kind)) = outer.remove("type") else {
            return self.taking.odd(at, "has no `type` that is a text", &value);
        };
        match kind.as_str() {
            "user" | "assistant" | "system" if !is_current => self.taking.beside(ABANDONED),
            _ if outer.get("isApiErrorMessage") == Some(&Value::Bool(true)) => {
                self.taking.beside(API_ERRORS);
            }
            _ if outer.get("isMeta") == Some(&Value::Bool(true)) && !has_result(&value) => {
                self.taking.beside(INJECTED);
            }
            "user" | "assistant" => self.add_message(outer, &kind, at, &value),
            "attachment" if value["attachment"]["type"] == "queued_command" => {
                // Text that a person wrote while the program worked.
                let prompt = outer
                    .remove("attachment")
                    .map(|mut queued| queued["prompt"].take());
                let message = serde_json::json!({ "role": "user", "content": prompt });
                outer.insert("message".into(), message);
                self.add_message(outer, "user", at, &value);
            }
            "system" if outer.get("subtype") == Some(&Value::from("local_command")) => {
                self.taking.beside(INJECTED);
            }
            "system" if outer.get("subtype") == Some(&Value::from("api_error")) => {
                self.taking.beside(API_ERRORS);
            }
            "system" if outer.get("content").is_some_and(Value::is_string) => {
                let session = self.session(&mut outer);
                let content = text(&mut outer, "content").unwrap_or_default();
                let message = Message {
                    role: "system".into(),
                    content: Content::Text(content),
                    ..Message::default()
                };
                let message = self.complete(session, message, outer, &at);
                self.taking.take(session, at, &value, Ok(message));
            }
            "summary" => {
                self.title("summary", outer.remove("summary"));
                self.taking.beside("summary");
            }
            "custom-title" | "ai-title" => {
                let title = outer.remove("customTitle");
                self.title("title", title.or_else(|| outer.remove("aiTitle")));
                self.taking.beside(&kind);
            }
            _ => self.taking.beside(&kind),
        }
    }

    fn add_message(
        &mut self,
        mut outer: Map<String, Value>,
        kind: &str,
        at: String,
        value: &Value,
    ) {
        let session = self.session(&mut outer);
        let said = self.message(session, outer, kind, &at);
        let Some(mut said) = said.transpose() else {
            return self.taking.beside("reasoning");
        };
        let is_injected = |message: &mut Message| !clean(message, CLAUDE_CODE);
        if said.as_mut().is_ok_and(is_injected) {
            return self.taking.beside(INJECTED);
        }
        self.taking.take(session, at, value, said);
    }

    fn title(&mut self, name: &'static str, value: Option<Value>) {
        self.titles.retain(|(known, _)| *known != name);
        self.titles.extend(value.map(|value| (name, value)));
    }

    /// Returns the conversation of a record; subagents have their own.
    fn session(&mut self, outer: &mut Map<String, Value>) -> usize {
        let own = text(outer, "sessionId");
        let main = match (&self.main, &own) {
            (Some(main), _) => Some(main.clone()),
            (None, own) => own.clone(),
        };
        self.main.clone_from(&main);
        let is_aside = outer.get("isSidechain") == Some(&Value::Bool(true));
        let helper = if is_aside {
            text(outer, "agentId")
        } else {
            None
        };
        outer.remove("isSidechain");
        let aside = is_aside.then(|| match helper {
            Some(helper) => format!("agent-{helper}"),
            None => "agents".into(),
        });
        let session = self.taking.session(Name {
            id: main.clone(),
            aside,
            ..Name::default()
        });
        // A conversation that continues under another id stays one conversation.
        if own.is_some() && own != main {
            outer.insert("sessionId".into(), own.unwrap_or_default().into());
        }
        session
    }

    /// Returns the message of a record; `None` if it is only reasoning.
    fn message(
        &mut self,
        session: usize,
        mut outer: Map<String, Value>,
        kind: &str,
        at: &str,
    ) -> Result<Option<Message>, String> {
        let mut inner = match outer.remove("message") {
            Some(Value::Object(inner)) => inner,
            Some(Value::String(said)) => Map::from_iter([("content".into(), said.into())]),
            _ => return Err("has no `message` that is an object".into()),
        };
        inner.entry("role").or_insert_with(|| kind.into());
        if inner.get("type") == Some(&Value::from("message")) {
            inner.remove("type");
        }
        // Several records are parts of one answer, so its id cannot identify them.
        let answer = inner.remove("id");
        let pasted = Attached::take_pasted(&mut outer)?;
        let mut message = chat::parse_message(inner)?;
        pasted.add_to(&mut message);
        if outer.get("isCompactSummary") == Some(&Value::Bool(true)) {
            // A summary by the model, not the person's words.
            message.role = "system".into();
        }
        if let Some(answer) = answer.filter(|answer| !answer.is_null()) {
            message.metadata.insert("message_id".into(), answer);
        }
        if let Some(Value::Array(thoughts)) = message.metadata.remove("thinking") {
            let own = thoughts.into_iter().map(|thought| (session, thought));
            self.thoughts.extend(own);
            if message.content.is_blank() {
                return Ok(None);
            }
        }
        if message.role == "assistant" {
            let (own, others) = std::mem::take(&mut self.thoughts)
                .into_iter()
                .partition(|(of, _)| *of == session);
            self.thoughts = others;
            let own: Vec<(usize, Value)> = own;
            if !own.is_empty() {
                let own: Vec<Value> = own.into_iter().map(|(_, thought)| thought).collect();
                message.metadata.insert("thinking".into(), own.into());
            }
        }
        Ok(Some(self.complete(session, message, outer, at)))
    }

    /// Adds the data of the surrounding record to the message.
    fn complete(
        &mut self,
        session: usize,
        mut message: Message,
        mut outer: Map<String, Value>,
        at: &str,
    ) -> Message {
        if let Some(id) = text(&mut outer, "uuid") {
            message.id = id;
        }
        let moment = outer.remove("timestamp");
        self.taking.set_time(&mut message, "timestamp", at, moment);
        self.seconds += u32::from(outer.remove(SECOND).is_some());
        for name in SHARED {
            let known = self.taking.sessions[session].about.get(name);
            match (outer.get(name), known) {
                (Some(own), Some(known)) if own != known => {}
                (Some(own), None) => {
                    let own = own.clone();
                    outer.remove(name);
                    self.taking.about(session, name, own);
                }
                _ => {
                    outer.remove(name);
                }
            }
        }
        outer.retain(|name, value| !(value.is_null() || name == "isMeta" && *value == false));
        message.metadata.append(&mut outer);
        message
    }

    fn end(self) {
        let main = self.main.clone();
        for (session, thought) in self.thoughts {
            let about = &mut self.taking.sessions[session].about;
            let known = about
                .entry("thinking")
                .or_insert_with(|| Value::Array(Vec::new()));
            if let Value::Array(known) = known {
                known.push(thought);
            }
        }
        if self.seconds > 0 {
            let many = self.seconds;
            self.taking.note(format!(
                "{many} results of tools are written down twice: the second form ({SECOND}) stays out."
            ));
        }
        if !self.taking.sessions.is_empty() {
            let session = self.taking.session(Name {
                id: main,
                ..Name::default()
            });
            for (name, title) in self.titles {
                self.taking.about(session, name, title);
            }
        }
    }
}
