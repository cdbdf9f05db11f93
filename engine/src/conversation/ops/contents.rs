//! Size limits of message contents, and the data that is moved to blobs.

use crate::session::aside::{MAX_MEDIA_BYTES, data_bytes};
use crate::session::media::part_text;
use crate::session::message::{Content, NewMessage};
use kernel::error::{Code, Error, Result};
use kernel::ports::blobs;

/// Maximum size of a message's content, in bytes.
pub(super) const CONTENT_BYTES: usize = 256 * 1024;

pub(super) fn too_large(pointer: &str, bytes: usize, most: usize) -> Error {
    let mut error = Error::field(pointer, format!("has {bytes} bytes; the most is {most}"));
    error.code = Code::TooLarge;
    error
}

/// Returns the data of messages that is moved to blobs.
pub(super) fn contents(messages: &mut [NewMessage]) -> Vec<&mut blobs::Content> {
    let data = messages.iter_mut().flat_map(|message| {
        message.set_aside();
        &mut message.data
    });
    data.map(|data| &mut data.content).collect()
}

/// Validates the size of a message's content and files.
pub(super) fn check_content(at: usize, message: &NewMessage) -> Result<()> {
    let pointer = || format!("/messages/{at}/content");
    let bytes = match &message.content {
        Content::Text(text) => text.len(),
        Content::Parts(parts) => {
            // Reasoning is stored too.
            let texts: usize = parts.iter().map(|part| part_text(part).len()).sum();
            texts + data_bytes(&message.content)
        }
    };
    if bytes > CONTENT_BYTES {
        return Err(too_large(&pointer(), bytes, CONTENT_BYTES));
    }
    // Four characters of base64 are three bytes.
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
