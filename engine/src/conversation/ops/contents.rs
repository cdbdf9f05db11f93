//! The contents of messages on their way in: what goes to the blobs, and what is too much.

use crate::session::aside::{MAX_MEDIA_BYTES, data_bytes};
use crate::session::message::{Content, NewMessage};
use kernel::error::{Code, Error, Result};
use kernel::ports::blobs;

/// The most bytes of what a message says.
pub(super) const CONTENT_BYTES: usize = 256 * 1024;

pub(super) fn too_large(pointer: &str, bytes: usize, most: usize) -> Error {
    let mut error = Error::field(pointer, format!("has {bytes} bytes; the most is {most}"));
    error.code = Code::TooLarge;
    error
}

/// The data of messages that goes to the blobs.
pub(super) fn contents(messages: &mut [NewMessage]) -> Vec<&mut blobs::Content> {
    let data = messages.iter_mut().flat_map(|message| {
        message.set_aside();
        &mut message.data
    });
    data.map(|data| &mut data.content).collect()
}

/// Refuses what is too long to be said in one message.
pub(super) fn check_content(at: usize, message: &NewMessage) -> Result<()> {
    let pointer = || format!("/messages/{at}/content");
    let bytes = match &message.content {
        Content::Text(text) => text.len(),
        Content::Parts(_) => message.content.text().len() + data_bytes(&message.content),
    };
    if bytes > CONTENT_BYTES {
        return Err(too_large(&pointer(), bytes, CONTENT_BYTES));
    }
    // Four letters of base64 are three bytes.
    let files = message.data.iter().map(|data| data.bytes() / 4 * 3);
    if let Some(bytes) = files.max().filter(|bytes| *bytes > MAX_MEDIA_BYTES) {
        let mut error = Error::field(
            pointer(),
            format!("has a picture or file of {bytes} bytes; the most is {MAX_MEDIA_BYTES}"),
        );
        error.code = Code::TooLarge;
        return Err(error);
    }
    Ok(())
}
