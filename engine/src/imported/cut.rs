//! Detects the content of a file and splits it into parts that are small enough for one call each, so that files can
//! have any length and an import can report progress and stop between two parts. Used by `loci import` and by uploads of
//! the page `/import`.

use std::path::Path;

use exchange::transcript::Transcript;
use exchange::{format, memories, transcript};
use kernel::error::{Error, Result};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{ABOUT, conversation_formats, format_error_text, memory_formats};

/// Maximum size of a part, in bytes, well below the limit of a call.
const BYTES: usize = 4 * 1024 * 1024;
/// Maximum number of messages, memories and unreadable parts in a part.
const THINGS: usize = 1_000;

/// Content of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Plan of a workflow. It is imported as a whole.
    Workflow,
    /// Conversations.
    Conversations,
    /// Memories.
    Memories,
}

impl Kind {
    /// Returns the content of a text if its beginning or the file's name identifies it.
    #[must_use]
    pub fn of(text: &str, file: Option<&str>) -> Option<Self> {
        if is_markdown(file) {
            return Some(Self::Memories);
        }
        // An agent file contains messages too, but its purpose is its memories.
        match memories::detect(text) {
            Some(memories::Format::Markdown) => None,
            Some(_) => Some(Self::Memories),
            None if transcript::detect(text).is_some() => Some(Self::Conversations),
            None => format::certain(text).map(|_| Self::Workflow),
        }
    }
}

/// Options for reading a file.
#[derive(Clone, Debug, Default)]
pub struct Wish {
    /// Content of the file; detected by default.
    pub kind: Option<Kind>,
    /// Format; detected by default.
    pub format: Option<String>,
    /// Session for a conversation.
    pub session: Option<String>,
}

/// A file in parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Content of the file.
    pub kind: Kind,
    /// Parts, each of which names its format.
    pub parts: Vec<String>,
    /// Notes on the file.
    pub notes: Vec<String>,
}

impl Cut {
    /// Splits the text of a file with this name.
    ///
    /// # Errors
    /// Returns `invalid` if its format is unknown, it is empty, or its conversation has no name.
    pub fn of(text: &str, file: Option<&str>, wish: &Wish) -> Result<Self> {
        if text.trim().is_empty() {
            return Err(Error::invalid("is empty"));
        }
        let markdown = is_markdown(file).then_some(memories::Format::Markdown);
        let cut = match (wish.kind, &wish.format) {
            (Some(Kind::Workflow), _) => return Err(whole()),
            (Some(Kind::Conversations), None) => talk(text, transcript::detect(text), file, wish)?,
            (Some(Kind::Memories), None) => {
                cut_memories(text, markdown.or_else(|| memories::detect(text)))?
            }
            (Some(Kind::Conversations), Some(name)) => {
                talk(text, Some(parse_format(name)?), file, wish)?
            }
            (Some(Kind::Memories), Some(name)) => cut_memories(text, Some(parse_format(name)?))?,
            (None, Some(name)) => match parse_format(name) {
                Ok(format) => talk(text, Some(format), file, wish)?,
                Err(_) => cut_memories(text, Some(parse_format(name)?))?,
            },
            (None, None) => match Kind::of(text, file) {
                Some(Kind::Conversations) => talk(text, transcript::detect(text), file, wish)?,
                Some(Kind::Memories) => {
                    cut_memories(text, markdown.or_else(|| memories::detect(text)))?
                }
                Some(Kind::Workflow) => return Err(whole()),
                None => return Err(format_error()),
            },
        };
        if cut.parts.is_empty() {
            return Err(Error::invalid("holds nothing that can be taken in"));
        }
        Ok(cut)
    }
}

impl Cut {
    /// Splits the text of a file by all of its content: a session of agent-memory-server has messages and memories.
    ///
    /// # Errors
    /// Same as [`Cut::of`].
    pub fn all_of(text: &str, file: Option<&str>, wish: &Wish) -> Result<Vec<Self>> {
        let first = Self::of(text, file, wish)?;
        let both = memories::Format::AgentMemoryServer;
        let is_session = first.kind == Kind::Conversations
            && wish.kind.is_none()
            && wish
                .format
                .as_deref()
                .is_none_or(|format| format == both.name())
            && transcript::detect(text) == Some(transcript::Format::AgentMemoryServer);
        let mut all = vec![first];
        if is_session {
            all.push(cut_memories(text, Some(both))?);
            all.retain(|cut| !cut.parts.is_empty());
        }
        Ok(all)
    }
}

fn is_markdown(file: Option<&str>) -> bool {
    let end = file.and_then(|file| Path::new(file).extension());
    end.is_some_and(|end| end.eq_ignore_ascii_case("md") || end.eq_ignore_ascii_case("markdown"))
}

fn parse_format<T: DeserializeOwned>(format: &str) -> Result<T> {
    serde_json::from_value(Value::from(format))
        .map_err(|_| Error::field("/format", format_error_text(&formats())))
}

fn format_error() -> Error {
    Error::field("/format", format_error_text(&formats()))
}

/// Returns the name and the label of each format of conversations and memories.
#[must_use]
pub fn formats() -> Vec<(&'static str, &'static str)> {
    [conversation_formats(), memory_formats()].concat()
}

fn whole() -> Error {
    Error::invalid("holds the plan of a workflow, which `workflow_import` takes in as a whole")
}

fn talk(
    text: &str,
    format: Option<transcript::Format>,
    file: Option<&str>,
    wish: &Wish,
) -> Result<Cut> {
    // Future times are left to the server to reject, because its clock counts.
    let mut read = transcript::read(text, format.ok_or_else(format_error)?, i64::MAX);
    let stem = file.and_then(|file| Path::new(file).file_stem()?.to_str());
    name(&mut read.found, wish.session.as_deref(), stem)?;
    for one in &mut read.found.sessions {
        let bytes = Value::Object(one.about.clone()).to_string().len();
        if bytes > ABOUT {
            one.about.clear();
            let id = one.id.as_deref().unwrap_or_default();
            read.notes.push(format!(
                "What is known of {id} as a whole is longer than {ABOUT} bytes and stays out."
            ));
        }
    }
    let (many, bytes) = read.found.lighten();
    if many > 0 {
        read.notes.push(format!(
            "{many} messages are too long with their images and other files: {bytes} bytes of these stay out."
        ));
    }
    Ok(Cut {
        kind: Kind::Conversations,
        parts: transcript::parts(&read, BYTES, THINGS),
        notes: read.notes,
    })
}

fn cut_memories(text: &str, format: Option<memories::Format>) -> Result<Cut> {
    let read = memories::read(text, format.ok_or_else(format_error)?);
    Ok(Cut {
        kind: Kind::Memories,
        parts: memories::parts(&read, BYTES, THINGS),
        notes: read.notes,
    })
}

/// Names the sessions, so that each part names its session.
fn name(found: &mut Transcript, session: Option<&str>, stem: Option<&str>) -> Result<()> {
    let ids = found.sessions.iter().filter_map(|one| one.id.as_deref());
    let mut names: Vec<&str> = ids.collect();
    names.dedup();
    if session.is_some() && names.len() > 1 {
        let many = names.len();
        let detail = format!(
            "names one session, and the file has {many} conversations with names of their own"
        );
        return Err(Error::field("/session", detail));
    }
    let mut unnamed = 0;
    for one in &mut found.sessions {
        if one.id.is_some() {
            one.id = session.map(str::to_owned).or(one.id.take());
            continue;
        }
        let Some(base) = session.or(stem) else {
            return Err(Error::field(
                "/session",
                "say what the conversation is called",
            ));
        };
        unnamed += 1;
        one.id = Some(match unnamed {
            1 => base.to_owned(),
            n => format!("{base}.{n}"),
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Cut, Kind, Wish};

    const CHAT: &str = r#"[{"role":"user","content":"hi"}]"#;

    fn parts(text: &str, session: Option<&str>) -> Result<Vec<String>, String> {
        let wish = Wish {
            session: session.map(str::to_owned),
            ..Wish::default()
        };
        let cut = Cut::of(text, Some("talk.json"), &wish);
        cut.map(|cut| cut.parts).map_err(|error| error.detail)
    }

    #[test]
    fn sessions_have_names_before_they_are_sent() {
        let named = |id: &str| format!(r#"{{"id":"{id}","messages":{CHAT}}}"#);
        let own = parts(CHAT, None).unwrap();
        assert!(own[0].contains(r#""session":{"id":"talk""#), "{own:?}");
        let given = parts(&named("a"), Some("b")).unwrap();
        assert!(given[0].contains(r#""id":"b""#), "{given:?}");
        let two = format!("{}\n{}\n", named("a"), named("b"));
        assert_eq!(parts(&two, None).unwrap().len(), 1);
        let both = parts(&two, Some("c")).unwrap_err();
        assert!(both.contains("2 conversations"), "{both}");
        for nothing in ["", " \r\n", "hello", "[]", "{}", "\0"] {
            assert!(parts(nothing, None).is_err(), "{nothing:?}");
        }
    }

    #[test]
    fn many_messages_are_many_parts() {
        let line = "{\"role\":\"user\",\"content\":\"again\"}\n";
        assert_eq!(parts(&line.repeat(2_500), None).unwrap().len(), 3);
    }

    fn many_chats() -> String {
        let one = r#"{"role":"user","content":"hi"}"#;
        format!("[{}]", vec![one; 2_500].join(","))
    }

    #[test]
    fn a_thing_of_any_length_fits_into_parts() {
        let long = "\\\"".repeat(4 * 1024 * 1024);
        let line = format!("{{\"role\":\"user\",\"content\":\"{long}\"}}");
        for text in [
            format!("{line}\n{{\"role\":\"user\",\"content\":\"hi\"}}\n"),
            format!("{{\"tools\":\"{long}\",\"messages\":{}}}", many_chats()),
            format!("{{\"results\":[{{\"id\":1,\"memory\":\"{long}\"}}]}}"),
            format!(
                "{{\"role\":\"user\",\"content\":\"hi\"}}\n{}\n",
                &line[..line.len() - 2]
            ),
        ] {
            let parts = parts(&text, Some("s")).unwrap();
            let longest = parts.iter().map(String::len).max().unwrap();
            assert!(parts.len() > 1 && longest <= super::BYTES, "{longest}");
        }
    }

    #[test]
    fn what_a_file_holds_is_known_where_it_is_certain() {
        use Kind::{Conversations, Memories, Workflow};
        for (text, file, kind) in [
            (CHAT, "a.json", Some(Conversations)),
            (CHAT, "a.md", Some(Memories)),
            ("# Zoo", "MEMORY.MD", Some(Memories)),
            ("# Zoo", "a.txt", None),
            (r#"{"results":[{"memory":"tea"}]}"#, "a", Some(Memories)),
            (r#"{"tasks":[]}"#, "a", Some(Workflow)),
            (r#"{"id":"bd-1","title":"a"}"#, "a", Some(Workflow)),
            (r#"{"loci":{"version":1}}"#, "a", Some(Workflow)),
            ("[]", "a", None),
            ("{}", "a", None),
            ("{broken", "a", None),
            ("", "a", None),
        ] {
            assert_eq!(Kind::of(text, Some(file)), kind, "{file}: {text}");
        }
    }
}
