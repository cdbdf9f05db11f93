//! A file of another tool, read and cut into parts. Sends nothing.

use std::io::Read as _;
use std::path::Path;

use exchange::transcript::Transcript;
use exchange::{memories, transcript};
use kernel::{Code, Error, Result};
use serde_json::Value;

/// The most bytes of a file.
const MOST: u64 = 1024 * 1024 * 1024;
/// The most bytes of a part, well below what a server takes.
const BYTES: usize = 4 * 1024 * 1024;
/// The most messages, memories and odd things of a part.
const THINGS: usize = 1_000;
/// How a path is called that is standard input.
const STANDARD: &str = "-";

/// How somebody wants files to be read.
pub struct Wish {
    /// The format.
    pub format: Option<String>,
    /// The session that a conversation goes to.
    pub session: Option<String>,
}

/// What a file holds.
enum Holds {
    Conversations,
    Memories,
}

/// A file, ready to be sent.
pub struct File {
    /// Its name, as it was given.
    pub name: String,
    holds: Holds,
    /// Its parts.
    pub parts: Vec<String>,
    /// What should be known of it.
    pub notes: Vec<String>,
}

impl File {
    /// Reads a file.
    ///
    /// # Errors
    /// What cannot be read, is in no known format, or holds nothing.
    pub fn read(path: &Path, wish: &Wish) -> Result<Self> {
        let name = path.display().to_string();
        let text = text(path).map_err(|error| Error {
            detail: format!("{name}: {}", error.detail),
            ..error
        })?;
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        let stem = stem.filter(|stem| *stem != STANDARD);
        let end = path.extension();
        let named = end.filter(|end| end.eq_ignore_ascii_case("md"));
        let named = named.map(|_| memories::Format::Markdown);
        let file = Self::of(&text, wish, stem, named);
        let file = file.map_err(|error| Error {
            detail: format!("{name}: {}", error.detail),
            ..error
        })?;
        Ok(Self { name, ..file })
    }

    fn of(
        text: &str,
        wish: &Wish,
        stem: Option<&str>,
        named: Option<memories::Format>,
    ) -> Result<Self> {
        let wanted = wish.format.as_deref().map(Value::from);
        let as_talk = wanted
            .clone()
            .map(serde_json::from_value::<transcript::Format>);
        let as_memories = wanted.map(serde_json::from_value::<memories::Format>);
        let (talk, kept) = match (as_talk, as_memories) {
            (None, None) if named.is_some() => (None, named),
            // An agent file has messages, too: what it is known for are its memories.
            (None, None) => match (memories::detect(text), transcript::detect(text)) {
                (Some(memories::Format::Markdown), _) | (None, None) => (None, None),
                (Some(kept), _) => (None, Some(kept)),
                (None, talk) => (talk, None),
            },
            (Some(Ok(talk)), _) => (Some(talk), None),
            (_, Some(Ok(kept))) => (None, Some(kept)),
            _ => {
                let detail = "--format: is none that is known; see `loci session import --help` and `loci memory import --help`";
                return Err(Error::invalid(detail));
            }
        };
        match (talk, kept) {
            (Some(format), _) => {
                // Times that are still to come are the server's to judge, whose clock counts.
                let mut read = transcript::read(text, format, i64::MAX);
                name(&mut read.found, wish.session.as_deref(), stem)?;
                let parts = transcript::parts(&read, BYTES, THINGS);
                Self::with(Holds::Conversations, parts, read.notes)
            }
            (None, Some(format)) => {
                let read = memories::read(text, format);
                let parts = memories::parts(&read, BYTES, THINGS);
                Self::with(Holds::Memories, parts, read.notes)
            }
            (None, None) => Err(Error::invalid(
                "what it holds is not known by its beginning; name its --format",
            )),
        }
    }

    fn with(holds: Holds, parts: Vec<String>, notes: Vec<String>) -> Result<Self> {
        if parts.is_empty() {
            return Err(Error::invalid("holds nothing that can be taken in"));
        }
        Ok(Self {
            name: String::new(),
            holds,
            parts,
            notes,
        })
    }

    /// The operation that takes it in.
    pub const fn operation(&self) -> &'static str {
        match self.holds {
            Holds::Conversations => "session_import",
            Holds::Memories => "memory_import",
        }
    }

    /// Whether that operation has an argument of this name.
    pub fn takes(&self, argument: &str) -> bool {
        matches!(self.holds, Holds::Memories) || argument != super::CORE
    }
}

/// Names the sessions, so that each part says to which it goes.
fn name(found: &mut Transcript, session: Option<&str>, stem: Option<&str>) -> Result<()> {
    let mut names: Vec<&str> = found
        .sessions
        .iter()
        .filter_map(|one| one.id.as_deref())
        .collect();
    names.dedup();
    if session.is_some() && names.len() > 1 {
        let many = names.len();
        return Err(Error::invalid(format!(
            "--session: names one session, and the file has {many} conversations with names of their own"
        )));
    }
    let mut unnamed = 0;
    for one in &mut found.sessions {
        if one.id.is_some() {
            one.id = session.map(str::to_owned).or(one.id.take());
            continue;
        }
        let Some(base) = session.or(stem) else {
            return Err(Error::invalid(
                "--session: say what the conversation is called",
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

fn text(path: &Path) -> Result<String> {
    let failed = |error: std::io::Error| Error::invalid(error.to_string());
    let mut bytes = Vec::new();
    let read = if path.as_os_str() == STANDARD {
        std::io::stdin()
            .lock()
            .take(MOST + 1)
            .read_to_end(&mut bytes)
    } else {
        let file = std::fs::File::open(path).map_err(failed)?;
        file.take(MOST + 1).read_to_end(&mut bytes)
    };
    read.map_err(failed)?;
    if bytes.len() as u64 > MOST {
        let most = MOST / 1024 / 1024;
        return Err(Error::new(
            Code::TooLarge,
            format!("has more than {most} MiB"),
        ));
    }
    String::from_utf8(bytes).map_err(|_| Error::invalid("is not UTF-8"))
}

#[cfg(test)]
mod tests {
    use super::{File, Wish};

    fn parts(text: &str, session: Option<&str>) -> Result<Vec<String>, String> {
        let wish = Wish {
            format: None,
            session: session.map(str::to_owned),
        };
        let file = File::of(text, &wish, Some("talk"), None);
        file.map(|file| file.parts).map_err(|error| error.detail)
    }

    #[test]
    fn sessions_have_names_before_they_are_sent() {
        let chat = r#"[{"role":"user","content":"hi"}]"#;
        let named = |id: &str| format!(r#"{{"id":"{id}","messages":{chat}}}"#);
        let own = parts(chat, None).unwrap();
        assert!(own[0].contains(r#""session":{"id":"talk""#), "{own:?}");
        let given = parts(&named("a"), Some("b")).unwrap();
        assert!(given[0].contains(r#""id":"b""#), "{given:?}");
        let two = format!("{}\n{}\n", named("a"), named("b"));
        assert_eq!(parts(&two, None).unwrap().len(), 1);
        assert!(
            parts(&two, Some("c"))
                .unwrap_err()
                .contains("2 conversations")
        );
        for nothing in ["", "hello", "[]", "{}"] {
            assert!(parts(nothing, None).is_err(), "{nothing}");
        }
    }

    #[test]
    fn many_messages_are_many_parts() {
        let line = "{\"role\":\"user\",\"content\":\"again\"}\n";
        assert_eq!(parts(&line.repeat(2_500), None).unwrap().len(), 3);
    }
}
