//! Lingering close: discards incoming data for a moment before closing, because an immediate close could destroy the
//! response in transit.

use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

/// Maximum duration.
const MOMENT: Duration = Duration::from_secs(2);
/// Maximum number of bytes to discard.
const MAX_DISCARDED_BYTES: usize = 8 * 1024 * 1024;

/// Writes a last response and closes the connection.
pub async fn tell<T: AsyncRead + AsyncWrite + Unpin>(mut io: T, text: &[u8]) {
    let telling = async {
        if io.write_all(text).await.is_ok() {
            discard(&mut io).await;
        }
    };
    drop(tokio::time::timeout(MOMENT, telling).await);
}

/// Closes a connection whose last response is written.
pub async fn end<T: AsyncRead + AsyncWrite + Unpin>(mut io: T) {
    drop(tokio::time::timeout(MOMENT, discard(&mut io)).await);
}

async fn discard<T: AsyncRead + AsyncWrite + Unpin>(io: &mut T) {
    // The peer has already disconnected.
    if io.shutdown().await.is_err() {
        return;
    }
    let (mut read, mut waste) = (0, [0; 8 * 1024]);
    while let Ok(n @ 1..) = io.read(&mut waste).await {
        read += n;
        if read > MAX_DISCARDED_BYTES {
            return;
        }
    }
}
