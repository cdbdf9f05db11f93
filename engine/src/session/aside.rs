//! Moves large data of messages to blobs: replaces it by a placeholder when a message is written, and restores it when
//! a message is read whole.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::session::content::Content;
use crate::session::media::{Found, in_part, in_text};
use kernel::ports::blobs;

/// Maximum size of data that stays in the fact, in bytes. Larger data is stored as a blob.
pub const INLINE_BYTES: usize = 4 * 1024;
/// Maximum size of one image or file, in bytes.
pub const MAX_MEDIA_BYTES: u64 = 8 * 1024 * 1024;

/// Position of data within a message's content.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DataPlace {
    /// Index of the part; 0 in a text.
    pub part: usize,
    /// JSON pointer to the string within the part.
    pub pointer: Arc<str>,
    /// Start of the data within the original string, in bytes.
    pub start: usize,
    /// Length of the placeholder, in bytes.
    pub placeholder: usize,
}

/// Data extracted from a message that is not stored yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewData {
    /// Original position.
    pub place: DataPlace,
    /// The data, or its blob address once it is stored.
    pub content: blobs::Content,
}

/// Data stored as a blob.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredData {
    /// Original position.
    #[serde(flatten)]
    pub place: DataPlace,
    /// SHA-256 of the data as it was sent.
    pub sha256: Arc<str>,
    /// Size in bytes.
    pub bytes: u64,
}

impl NewData {
    /// Returns the size of the data as it was sent, in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        match &self.content {
            blobs::Content::Text(text) => text.len() as u64,
            blobs::Content::Blob { bytes, .. } => *bytes,
        }
    }

    /// Returns the reference that a message stores; `None` until the data is stored.
    #[must_use]
    pub fn to_stored(&self) -> Option<StoredData> {
        match &self.content {
            blobs::Content::Text(_) => None,
            blobs::Content::Blob { sha256, bytes, .. } => Some(StoredData {
                place: self.place.clone(),
                sha256: sha256.as_str().into(),
                bytes: *bytes,
            }),
        }
    }
}

/// Finds all images, files and other data in a content, each with the index of its part.
fn all_in(content: &Content) -> Vec<(usize, Found)> {
    match content {
        Content::Text(text) => {
            let found = in_text(text, "").into_iter();
            found.map(|one| (0, one)).collect()
        }
        Content::Parts(parts) => {
            let found = |(part, value)| in_part(value).into_iter().map(move |one| (part, one));
            parts.iter().enumerate().flat_map(found).collect()
        }
    }
}

/// Counts the tokens of images, files and other data in a content.
#[must_use]
pub fn media_tokens(content: &Content) -> u32 {
    let tokens = all_in(content)
        .into_iter()
        .map(|(_, one)| one.kind.tokens());
    tokens.fold(0, u32::saturating_add)
}

/// Counts the bytes of the data in a content.
#[must_use]
pub fn data_bytes(content: &Content) -> usize {
    let bytes = all_in(content).into_iter().map(|(_, one)| one.range.len());
    bytes.sum()
}

/// Replaces data larger than [`INLINE_BYTES`] by placeholders and returns it.
pub fn set_aside(content: &mut Content) -> Vec<NewData> {
    let mut found = all_in(content);
    found.retain(|(_, one)| one.range.len() > INLINE_BYTES);
    let mut data: Vec<NewData> = Vec::with_capacity(found.len());
    // From the end, so that the earlier positions stay valid.
    for (part, one) in found.into_iter().rev() {
        let text = one.placeholder();
        let place = DataPlace {
            part,
            pointer: one.pointer.as_str().into(),
            start: one.range.start,
            placeholder: text.len(),
        };
        let mut taken = None;
        change(content, &place, |string| {
            taken = string.get(one.range.clone()).map(ToOwned::to_owned);
            if taken.is_some() {
                string.replace_range(one.range.clone(), &text);
            }
        });
        data.extend(taken.map(|taken| NewData {
            place,
            content: blobs::Content::Text(taken),
        }));
    }
    data.reverse();
    data
}

/// Restores data in place of its placeholders. A placeholder stays if its data is missing.
pub fn put_back(content: &mut Content, data: &[(StoredData, Option<String>)]) {
    let mut string: Option<(usize, Arc<str>)> = None;
    let mut missing = 0_usize;
    for (stored, text) in data {
        let place = &stored.place;
        let this = (place.part, place.pointer.clone());
        if string.as_ref() != Some(&this) {
            (string, missing) = (Some(this), 0);
        }
        let whole = usize::try_from(stored.bytes).unwrap_or(usize::MAX);
        let Some(text) = text else {
            missing = missing.saturating_add(whole.saturating_sub(place.placeholder));
            continue;
        };
        let start = place.start.saturating_sub(missing);
        change(content, place, |string| {
            let range = start..start.saturating_add(place.placeholder);
            let is_placeholder = |held: &str| held.starts_with('[') && held.ends_with(']');
            if string.get(range.clone()).is_some_and(is_placeholder) {
                string.replace_range(range, text);
            }
        });
    }
}

/// Changes the string at a position.
fn change(content: &mut Content, place: &DataPlace, with: impl FnOnce(&mut String)) {
    match content {
        Content::Text(text) => {
            let mut string = text.to_string();
            with(&mut string);
            *text = string.into();
        }
        Content::Parts(parts) => {
            let part = Arc::make_mut(parts).get_mut(place.part);
            if let Some(Value::String(string)) = part.and_then(|it| it.pointer_mut(&place.pointer))
            {
                with(string);
            }
        }
    }
}
