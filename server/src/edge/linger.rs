//! The end of a connection whose peer may still be sending: what it sends is read and thrown away for a
//! moment, because closing over it would take back the answer that is on its way.

use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

/// How long that takes at most.
const MOMENT: Duration = Duration::from_secs(2);
/// How many bytes are thrown away at most.
const MOST: usize = 8 * 1024 * 1024;

/// Writes a last answer and ends the connection.
pub async fn tell<T: AsyncRead + AsyncWrite + Unpin>(mut io: T, text: &[u8]) {
    let telling = async {
        if io.write_all(text).await.is_ok() {
            discard(&mut io).await;
        }
    };
    drop(tokio::time::timeout(MOMENT, telling).await);
}

/// Ends a connection whose last answer is written.
pub async fn end<T: AsyncRead + AsyncWrite + Unpin>(mut io: T) {
    drop(tokio::time::timeout(MOMENT, discard(&mut io)).await);
}

async fn discard<T: AsyncRead + AsyncWrite + Unpin>(io: &mut T) {
    // Who has gone already cannot be told that we are done.
    if io.shutdown().await.is_err() {
        return;
    }
    let (mut read, mut waste) = (0, [0; 8 * 1024]);
    while let Ok(n @ 1..) = io.read(&mut waste).await {
        read += n;
        if read > MOST {
            return;
        }
    }
}
