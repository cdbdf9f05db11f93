//! Files and pasted texts attached to a message: their text is part of its content.

use serde_json::{Map, Value};

use super::chat::{join, of_text, plain};
use super::{Content, Message, is_blank_part};
use crate::records::kind;

/// Fields of a message that list attachments.
const LISTS: [&str; 3] = ["attachments", "files", "files_v2"];
/// Pointers to the text of an attachment, in order of preference.
const TEXTS: [&str; 3] = ["/extracted_content", "/file/data/content", "/text"];
/// Pointers to the name of an attachment, in order of preference.
const NAMES: [&str; 4] = ["/file_name", "/filename", "/name", "/file/filename"];
/// Field of a message with texts that were pasted into it, by number.
const PASTED: &str = "pastedContents";

/// Attachments of a message.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Attached {
    /// Names and texts of attachments.
    texts: Vec<(String, String)>,
    /// Names of attachments without text.
    names: Vec<String>,
}

impl Attached {
    /// Moves the texts of attachments out of a message's fields. Their other properties stay there.
    pub fn take(fields: &mut Map<String, Value>) -> Result<Self, String> {
        let mut attached = Self::default();
        for list in LISTS {
            match fields.get_mut(list) {
                None => continue,
                Some(Value::Array(items)) => {
                    for (n, item) in items.iter_mut().enumerate() {
                        attached.add(&join(list, &n.to_string()), item)?;
                    }
                    if !items.is_empty() {
                        continue;
                    }
                }
                Some(Value::Null) => {}
                Some(other) => {
                    return Err(format!("`{list}` is {}; expected a list", kind(other)));
                }
            }
            fields.remove(list);
        }
        Ok(attached)
    }

    fn add(&mut self, place: &str, item: &mut Value) -> Result<(), String> {
        let name = NAMES.iter().find_map(|name| item.pointer(name)?.as_str());
        let name = name.unwrap_or_default().to_owned();
        for pointer in TEXTS {
            match item.pointer_mut(pointer).map(Value::take) {
                Some(Value::String(text)) if !text.trim().is_empty() => {
                    if let Value::Object(fields) = item {
                        fields.retain(|_, value| !value.is_null());
                    }
                    self.texts.push((name, text));
                    return Ok(());
                }
                Some(Value::String(_) | Value::Null) | None => {}
                Some(other) => {
                    let found = kind(&other);
                    return Err(format!("`{place}{pointer}` is {found}; expected a text"));
                }
            }
        }
        if !name.is_empty() && !self.names.contains(&name) {
            self.names.push(name);
        }
        Ok(())
    }

    /// Moves pasted texts out of a record's fields. Pasted images stay there.
    pub fn take_pasted(fields: &mut Map<String, Value>) -> Result<Self, String> {
        let pasted = match fields.get_mut(PASTED) {
            Some(Value::Object(pasted)) => pasted,
            Some(Value::Null) | None => return Ok(Self::default()),
            Some(other) => {
                return Err(format!("`{PASTED}` is {}; expected an object", kind(other)));
            }
        };
        let mut texts: Vec<(u64, String, String)> = Vec::new();
        for (number, item) in pasted.iter() {
            let is_text = item.get("type").is_none_or(|kind| kind == "text");
            match item.get("content") {
                Some(Value::String(text)) if is_text => {
                    texts.push((
                        number.parse().unwrap_or(u64::MAX),
                        number.clone(),
                        text.clone(),
                    ));
                }
                Some(Value::Null) | None => {}
                Some(_) if !is_text => {}
                Some(other) => {
                    let found = kind(other);
                    return Err(format!(
                        "`{PASTED}/{number}/content` is {found}; expected a text"
                    ));
                }
            }
        }
        texts.sort();
        for (_, number, _) in &texts {
            pasted.remove(number);
        }
        if pasted.is_empty() {
            fields.remove(PASTED);
        }
        texts.retain(|(_, _, text)| !text.trim().is_empty());
        let texts = texts.into_iter();
        let texts = texts.map(|(_, number, text)| (format!("pasted text #{number}"), text));
        Ok(Self {
            texts: texts.collect(),
            names: Vec::new(),
        })
    }

    /// Appends the texts to a message. A message with nothing else lists the names of its attachments.
    pub fn add_to(mut self, message: &mut Message) {
        // Some programs write a pasted text into the message as well.
        self.texts
            .retain(|(_, text)| !message.content.contains(text));
        let mut texts: Vec<Value> = self.texts.iter().map(label_text).collect();
        if texts.is_empty() && message.content.is_blank() && !self.names.is_empty() {
            texts.push(of_text(&format!("Attached: {}", self.names.join(", "))));
        }
        if texts.is_empty() {
            return;
        }
        let mut parts = match std::mem::take(&mut message.content) {
            Content::Text(text) if text.trim().is_empty() => Vec::new(),
            Content::Text(text) => vec![of_text(&text)],
            Content::Parts(parts) => parts,
        };
        parts.retain(|part| !is_blank_part(part));
        parts.append(&mut texts);
        message.content = plain(parts);
    }
}

impl Content {
    fn contains(&self, words: &str) -> bool {
        match self {
            Self::Text(text) => text.contains(words),
            Self::Parts(parts) => {
                let mut texts = parts.iter().filter_map(|part| part.get("text")?.as_str());
                texts.any(|text| text.contains(words))
            }
        }
    }
}

fn label_text((name, text): &(String, String)) -> Value {
    let name = Some(name.as_str()).filter(|name| !name.is_empty());
    let name = name.unwrap_or("text");
    of_text(&format!("Attached {name}:\n{text}"))
}
