//! Collects the text for an agent at a moment, within the agent's limits. Incomplete results are delivered, too.

use std::fs;
use std::path::PathBuf;

use kernel::{Code, Error};
use serde_json::Value;

use super::heard::Heard;
use crate::{notices, refusal};

/// Maximum length of the text, escaped as JSON: Claude Code accepts 10,000 characters of a hook, and shows only the
/// beginning of a longer text.
const MAX_CHARS: usize = 9_500;
/// Maximum length of all notices.
const NOTICES: usize = 6_000;
/// Maximum length of one notice.
const NOTICE: usize = 3_000;
/// Maximum length of all error messages.
const FAULTS: usize = 1_500;
/// Heading of the notices.
const HEAD: &str = "What others say to you in Loci; answer a nudge with `nudge_acknowledge`:";

/// Text collected so far.
#[derive(Debug, Default)]
pub struct Told {
    memory: Option<String>,
    inbox: Vec<Value>,
    faults: Vec<String>,
    /// Number of messages in the local queue.
    waiting: usize,
    /// Queue of notices until they are delivered.
    heard: Option<Heard>,
    /// Files of the queued notices.
    files: Vec<PathBuf>,
    /// Notices that could not be queued.
    unkept: Vec<Value>,
}

impl Told {
    /// Creates an empty text; notices are queued in `heard` until they are delivered.
    pub fn keeping(heard: Option<Heard>) -> Self {
        Self {
            heard,
            ..Self::default()
        }
    }

    /// Creates an empty text with the same queue, to be [added](Self::adds) to this one.
    pub fn beside(&self) -> Self {
        Self::keeping(self.heard.clone())
    }

    /// Sets the agent's memory.
    pub fn remembers(&mut self, text: &str) {
        self.memory = Some(text.to_owned()).filter(|text| !text.is_empty());
    }

    /// Adds the notices of an answer, which carries them only once.
    pub fn hears(&mut self, answer: &Value) {
        let inbox = answer["inbox"].as_array();
        self.hear(inbox.cloned().unwrap_or_default());
    }

    /// Adds the notices of an error.
    pub fn hears_with(&mut self, error: &mut Error) {
        self.hear(notices::of_error(error));
    }

    fn hear(&mut self, inbox: Vec<Value>) {
        if inbox.is_empty() {
            return;
        }
        let kept = self.heard.as_ref().and_then(|heard| heard.put(&inbox).ok());
        match kept {
            Some(file) => self.files.push(file),
            None => self.unkept.extend_from_slice(&inbox),
        }
        self.inbox.extend(inbox);
    }

    /// Adds the notices that were queued at earlier moments.
    pub fn recalls(&mut self) {
        let kept = self.heard.as_ref().map(Heard::read_all);
        let (inbox, files) = kept.unwrap_or_default();
        for notice in inbox {
            if !self.inbox.contains(&notice) {
                self.inbox.push(notice);
            }
        }
        self.files.extend(files);
    }

    /// Returns the notices that could not be queued.
    pub fn unkept(&self) -> &[Value] {
        &self.unkept
    }

    /// Adds the notices and errors of another text.
    pub fn adds(&mut self, other: Self) {
        self.inbox.extend(other.inbox);
        self.files.extend(other.files);
        self.unkept.extend(other.unkept);
        for fault in other.faults {
            self.add(fault);
        }
    }

    /// Sets the number of messages in the local queue.
    pub const fn waits(&mut self, many: usize) {
        self.waiting = many;
    }

    /// Adds an error; `what` describes it, unless the server did not answer.
    pub fn fails(&mut self, what: &str, error: &Error) {
        let what = match error.code {
            Code::Unavailable => "Loci, the working memory, does not answer now",
            _ => what,
        };
        self.add(format!("{what}: {}", refusal::lines(error)));
    }

    /// Adds an error message for a person.
    pub fn add(&mut self, fault: String) {
        if !self.faults.contains(&fault) {
            self.faults.push(fault);
        }
    }

    /// Returns the error messages.
    pub fn faults(&self) -> &[String] {
        &self.faults
    }

    /// Returns the text within the agent's limits, if there is any, and the notices that did not fit. Notices come
    /// before errors, and errors before the memory, which can be read again.
    pub fn text(&self) -> (Option<String>, &[Value]) {
        let (said, many) = format_inbox(&self.inbox);
        let mut parts: Vec<String> = said.into_iter().collect();
        let mut room = FAULTS;
        let faults = self.faults.iter().cloned().chain(waiting(self.waiting));
        for fault in faults {
            let fault = shorten(&fault, room);
            room = room.saturating_sub(weight(&fault));
            parts.extend(Some(fault).filter(|fault| !fault.is_empty()));
        }
        let used: usize = parts.iter().map(|part| weight(part) + BREAK).sum();
        let memory = self.memory.as_deref();
        parts.extend(memory.map(|memory| fit_lines(memory, MAX_CHARS.saturating_sub(used))));
        let text = (!parts.is_empty()).then(|| parts.join("\n\n"));
        (text, &self.inbox[many..])
    }

    /// Marks the text as delivered: notices that did not fit are queued again, the others are removed.
    pub fn is_told(&self) {
        let (_, left) = self.text();
        let kept = self.heard.as_ref().map(|heard| match left {
            [] => Ok(()),
            left => heard.put(left).map(drop),
        });
        if matches!(kept, Some(Ok(()))) {
            self.files
                .iter()
                .for_each(|file| drop(fs::remove_file(file)));
        } else {
            notices::say(left);
        }
    }
}

/// Length of the separator of two parts, escaped as JSON.
const BREAK: usize = 4;

/// Returns the length of a text escaped as JSON, without the quotes, in UTF-16 code units.
fn weight(text: &str) -> usize {
    Value::from(text).to_string().encode_utf16().count() - 2
}

/// Truncates a text to this length.
fn shorten(text: &str, most: usize) -> String {
    const MARK: &str = " … (shortened)";
    if weight(text) <= most {
        return text.to_owned();
    }
    let room = most.saturating_sub(weight(MARK));
    let mut used = 0;
    let is_over = |(_, letter): &(usize, char)| {
        used += weight(letter.encode_utf8(&mut [0; 4]));
        used > room
    };
    match text.char_indices().find(is_over) {
        Some((0, _)) | None => String::new(),
        Some((end, _)) => format!("{}{MARK}", &text[..end]),
    }
}

/// Truncates a text to the lines that fit, and notes the number of omitted lines.
fn fit_lines(text: &str, most: usize) -> String {
    if weight(text) <= most {
        return text.to_owned();
    }
    let mark = |many: usize| {
        format!("… {many} more lines did not fit here: `loci context read` gives all of it.")
    };
    let all = text.lines().count();
    let room = most.saturating_sub(weight(&mark(all)));
    let mut used = 0;
    let fitting = text.lines().take_while(|line| {
        used += weight(line) + BREAK / 2;
        used <= room
    });
    let mut lines: Vec<String> = fitting.map(str::to_owned).collect();
    if lines.is_empty() {
        let first = text.lines().next().unwrap_or_default();
        lines.push(shorten(first, room.saturating_sub(BREAK)));
    }
    lines.push(mark(all - lines.len()));
    lines.join("\n")
}

/// Formats the note about queued messages.
fn waiting(many: usize) -> Option<String> {
    let what = match many {
        0 => return None,
        1 => "1 message waits".to_owned(),
        many => format!("{many} messages wait"),
    };
    Some(format!(
        "Nothing that was said is lost: {what} on this machine until Loci has it."
    ))
}

/// Formats the notices, one per line, as far as there is room, and returns how many these are. The text of a notice
/// cannot begin another line.
fn format_inbox(inbox: &[Value]) -> (Option<String>, usize) {
    if inbox.is_empty() {
        return (None, 0);
    }
    let mut lines = vec![HEAD.to_owned()];
    let mut used = weight(HEAD);
    for notice in inbox {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let (kind, id, stream) = (&notice["kind"], &notice["id"], &notice["stream"]);
        let (kind, id, stream) = (text(kind), text(id), text(stream));
        let (from, message) = (
            text(&notice["from"]["id"]),
            Value::from(text(&notice["message"])),
        );
        let line = format!("- {kind} {id} in {stream}, from {from}: {message}");
        let line = shorten(&line, NOTICE);
        used += weight(&line) + BREAK / 2;
        if used > NOTICES {
            break;
        }
        lines.push(line);
    }
    let many = lines.len() - 1;
    (Some(lines.join("\n")), many)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Returns the text.
    fn text(told: &Told) -> Option<String> {
        told.text().0
    }

    #[test]
    fn a_notice_is_one_line() {
        let mut told = Told::default();
        assert_eq!(text(&told), None);
        told.hears(&json!({ "inbox": [] }));
        told.hears(&json!({}));
        assert_eq!(text(&told), None);
        told.hears(
            &json!({ "inbox": [{ "kind": "nudge", "id": "N1", "stream": "workflow:W",
            "from": { "id": "orch" }, "message": "a\n- nudge N2 from mara: b" }] }),
        );
        let text = text(&told).expect("a notice");
        assert_eq!(text.lines().count(), 2, "{text}");
    }

    #[test]
    fn what_came_is_told_beside_what_did_not() {
        let mut told = Told::default();
        told.remembers("I am ada.");
        told.hears(&json!({ "inbox": [{ "id": "N1", "message": "Stop" }] }));
        told.fails("not kept", &Error::invalid("too long"));
        for _ in 0..2 {
            told.fails("not kept", &Error::unavailable("nobody is there"));
        }
        let text = text(&told).expect("words");
        assert!(text.ends_with("I am ada."), "{text}");
        assert!(
            text.contains("N1") && text.contains("not kept: too long"),
            "{text}"
        );
        assert_eq!(text.matches("does not answer").count(), 1, "{text}");
    }

    #[test]
    fn what_is_told_fits_and_what_others_say_goes_first() {
        for unit in ["word ", "\"\n", "漢\n", "👍", "a line of some words\n"] {
            let mut told = Told::default();
            told.remembers(&unit.repeat(20_000));
            for nth in 0..40 {
                let message = unit.repeat(200);
                let notice =
                    json!({ "id": format!("N{nth}"), "kind": "nudge", "message": message });
                told.hears(&json!({ "inbox": [notice] }));
                told.fails("refused", &Error::invalid(format!("{nth} {message}")));
            }
            told.waits(3);
            let (text, left) = told.text();
            let text = text.expect("words");
            let printed = Value::from(text.as_str()).to_string();
            assert!(printed.encode_utf16().count() <= MAX_CHARS + 2, "{unit:?}");
            assert!(
                printed.encode_utf16().count() > MAX_CHARS - 2_500,
                "{unit:?}"
            );
            assert!(text.starts_with(HEAD) && text.contains(" N0 "), "{unit:?}");
            assert!(text.contains("refused: 0 "), "{unit:?}");
            assert!(
                text.ends_with("`loci context read` gives all of it."),
                "{unit:?}"
            );
            let shown = (0..40).filter(|nth| text.contains(&format!("nudge N{nth} in")));
            assert_eq!(shown.count() + left.len(), 40, "{unit:?}");
            assert!(!left.is_empty(), "{unit:?}");
        }
        assert_eq!(shorten("abc", 3), "abc");
        assert_eq!(shorten("abcd", 3), "");
        let mut told = Told::default();
        told.remembers("a\nb");
        assert_eq!(text(&told).as_deref(), Some("a\nb"));
    }

    #[test]
    fn what_was_heard_is_kept_until_it_is_told() {
        let folder = tempfile::tempdir().expect("a folder");
        let heard = || Some(Heard::new(folder.path(), "1"));
        let notice = |nth: usize| json!({ "id": nth.to_string(), "message": "x".repeat(2_500) });
        let mut silent = Told::keeping(heard());
        for nth in 0..3 {
            silent.hears(&json!({ "inbox": [notice(nth)] }));
        }
        assert_eq!(silent.unkept(), [Value::Null; 0]);
        let mut untold = Told::keeping(heard());
        untold.recalls();
        assert!(text(&untold).is_some(), "and nobody prints it");
        let mut ids = Vec::new();
        for _ in 0..3 {
            let mut told = Told::keeping(heard());
            told.recalls();
            let (text, _) = told.text();
            let text = text.unwrap_or_default();
            let lines = text.lines().skip(1);
            ids.extend(lines.map(|line| line.split_whitespace().nth(1).map(str::to_owned)));
            told.is_told();
        }
        assert_eq!(
            ids.into_iter().flatten().collect::<Vec<_>>(),
            ["0", "1", "2"]
        );
        let mut nowhere = Told::default();
        nowhere.hears(&json!({ "inbox": [notice(0)] }));
        assert_eq!(nowhere.unkept().len(), 1);
    }
}
