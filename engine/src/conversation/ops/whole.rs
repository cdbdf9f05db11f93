//! Message data in responses: restored, or left as placeholders.

use std::sync::Arc;

use crate::session::aside::put_back;
use crate::session::message::Message;
use kernel::error::Result;
use kernel::view::View;

/// Maximum size of data in one response, in bytes.
const MAX_ANSWER_BYTES: u64 = 32 * 1024 * 1024;

/// Restores the data of the newest messages, as far as one response has room for it. Returns the number of messages
/// whose data is left out.
///
/// # Errors
/// Returns `unavailable` if the blobs cannot be read.
pub(super) async fn whole(view: &View, messages: &mut [Arc<Message>]) -> Result<u32> {
    let (mut room, mut left_out) = (MAX_ANSWER_BYTES, 0);
    for message in messages.iter_mut().rev() {
        if message.data.is_empty() {
            continue;
        }
        let bytes = message.data.iter().map(|data| data.bytes).sum();
        let Some(rest) = room.checked_sub(bytes) else {
            left_out += 1;
            continue;
        };
        room = rest;
        let mut data = Vec::with_capacity(message.data.len());
        for stored in &message.data {
            let bytes = view.services.blobs().get(&stored.sha256).await?;
            let text = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
            data.push((stored.clone(), text));
        }
        let message = Arc::make_mut(message);
        put_back(&mut message.content, &data);
    }
    without_places(messages);
    Ok(left_out)
}

/// Removes the blob references, which are not part of responses.
pub(super) fn without_places(messages: &mut [Arc<Message>]) {
    for message in messages.iter_mut().filter(|one| !one.data.is_empty()) {
        Arc::make_mut(message).data = Vec::new();
    }
}
