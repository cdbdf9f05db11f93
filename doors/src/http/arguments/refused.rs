//! Finds all invalid fields of rejected arguments.

use kernel::Error;
use kernel::error::FieldFault;
use kernel::registry::Entry;
use serde_json::{Map, Value};

use super::parse_fields;
use crate::http::check::escape;
use crate::{FIELDS, IDEMPOTENCY_KEY, IF_VERSION, LEAD_EPOCH};

/// Arguments that belong to the call, not to the operation.
const NOT_OWN: [&str; 4] = [IF_VERSION, IDEMPOTENCY_KEY, LEAD_EPOCH, FIELDS];
/// Maximum number of times that rejected arguments are read again to find the invalid fields; no operation has that
/// many arguments.
const MAX_READINGS: usize = 64;
/// Maximum total bytes of these readings, so that a rejection costs about as much as an acceptance.
const MAX_READ_AGAIN: usize = 256 * 1024;

/// Rejected arguments. They are read again without some of their fields, as often as the limits allow.
pub struct Refused<'a> {
    entry: &'a Entry,
    fields: Map<String, Value>,
    text: &'a [u8],
    /// Remaining readings.
    readings: usize,
}

impl<'a> Refused<'a> {
    /// Creates the rejected arguments from their text.
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

    /// Adds the invalid fields to the error.
    pub fn explain(mut self, error: Error) -> Error {
        let error = self.blame(error);
        self.others(error)
    }

    /// Returns the error of reading the fields without one of them; `None` if the rest is valid.
    fn without(&mut self, name: &str) -> Option<Error> {
        self.readings = self.readings.saturating_sub(1);
        let others = self.fields.iter().filter(|(other, _)| *other != name);
        let others = others.map(|(name, value)| (name.clone(), value.clone()));
        parse_fields(self.entry, others.collect(), self.text).err()
    }

    /// Finds the invalid field of a flattened struct, for which serde loses the path: the field without which the error
    /// is a different one, or none.
    fn blame(&mut self, error: Error) -> Error {
        let mut known = error.extra.fields.iter();
        let is_known = known.any(|field| !field.pointer.is_empty());
        if is_known || self.fields.len() > self.readings {
            return error;
        }
        let names: Vec<String> = self.fields.keys().cloned().collect();
        for name in names {
            let pointer = format!("/{}", escape(&name));
            // The error may now be that this field is missing; it is invalid only if neither error mentions it.
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

    /// Adds the other invalid fields: without the first invalid field, reading finds the next one.
    fn others(&mut self, mut error: Error) -> Error {
        let mut last = error.clone();
        // Terminates, because each iteration removes a field.
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
            // The field is missing now because it was removed here.
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
