//! Finds the fields of refused arguments that do not fit.

use kernel::Error;
use kernel::error::FieldFault;
use kernel::registry::Entry;
use serde_json::{Map, Value};

use super::typed;
use crate::http::check::escape;
use crate::{FIELDS, IDEMPOTENCY_KEY, IF_VERSION, LEAD_EPOCH};

/// What calls carry besides their operation's arguments.
const NOT_OWN: [&str; 4] = [IF_VERSION, IDEMPOTENCY_KEY, LEAD_EPOCH, FIELDS];
/// The most times that refused arguments are read again, to find the fields that do not fit; no operation has as many.
const MAX_READINGS: usize = 64;
/// The most bytes that these readings take together, so that a refusal costs about as much as an acceptance.
const MAX_READ_AGAIN: usize = 256 * 1024;

/// Arguments that were refused. They are read again without some of their fields, as often as the bounds allow.
pub struct Refused<'a> {
    entry: &'a Entry,
    fields: Map<String, Value>,
    text: &'a [u8],
    /// How many more times they may be read.
    readings: usize,
}

impl<'a> Refused<'a> {
    /// The arguments in a text that was refused.
    pub fn new(entry: &'a Entry, text: &'a [u8]) -> Self {
        let readings = (MAX_READ_AGAIN / text.len().max(1)).min(MAX_READINGS);
        let mut fields = match readings {
            0 => Map::new(),
            _ => serde_json::from_slice(text).unwrap_or_default(),
        };
        fields.retain(|name, _| !NOT_OWN.contains(&name.as_str()));
        Self {
            entry,
            fields,
            text,
            readings,
        }
    }

    /// Adds to the refusal which fields do not fit.
    pub fn explain(mut self, error: Error) -> Error {
        let error = self.blame(error);
        self.others(error)
    }

    /// The refusal of the fields without one of them.
    fn without(&mut self, name: &str) -> Option<Error> {
        self.readings = self.readings.saturating_sub(1);
        let others = self.fields.iter().filter(|(other, _)| *other != name);
        let others = others.map(|(name, value)| (name.clone(), value.clone()));
        typed(self.entry, others.collect(), self.text).err()
    }

    /// Serde loses the way to the fields of a flattened struct. The one that does not fit is the one
    /// without which the refusal is another, or none.
    fn blame(&mut self, error: Error) -> Error {
        let mut known = error.extra.fields.iter();
        let is_known = known.any(|field| !field.pointer.is_empty());
        if is_known || self.fields.len() > self.readings {
            return error;
        }
        let names: Vec<String> = self.fields.keys().cloned().collect();
        for name in names {
            let pointer = format!("/{}", escape(&name));
            // One that may not be missing is no less good for that.
            let is_about = |other: &Error| {
                let mut fields = other.extra.fields.iter();
                other.detail == error.detail || fields.any(|field| field.pointer == pointer)
            };
            if self.without(&name).is_none_or(|other| !is_about(&other)) {
                return Error::field(pointer, error.detail);
            }
        }
        error
    }

    /// The refusal with the other fields that do not fit: without one that does not, the next is found.
    fn others(&mut self, mut error: Error) -> Error {
        let mut last = error.clone();
        // Each time one field fewer is left, so this ends.
        while let Some(fault) = last.extra.fields.first()
            && self.readings > 0
        {
            let name = fault.pointer.trim_start_matches('/').split('/').next();
            let name = name
                .unwrap_or_default()
                .replace("~1", "/")
                .replace("~0", "~");
            if !self.fields.contains_key(&name) {
                break;
            }
            let next = self.without(&name);
            self.fields.remove(&name);
            let Some(next) = next else {
                break;
            };
            // That it is missing now is no fault of the caller's.
            let is_about = |field: &FieldFault| field.pointer == format!("/{}", escape(&name));
            if next.extra.fields.iter().any(is_about) {
                break;
            }
            error.detail = format!("{}; {}", error.detail, next.detail);
            error.extra.fields.extend(next.extra.fields.iter().cloned());
            last = next;
        }
        error
    }
}
