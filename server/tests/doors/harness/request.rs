//! HTTP parsing for stubs.

use std::io::{BufRead as _, BufReader, Read as _};
use std::net::TcpStream;

/// Reads the body of a request to its end: closing a connection with unread data resets it, and the response may be
/// lost.
pub fn body(stream: &TcpStream) -> Vec<u8> {
    let mut reader = BufReader::new(stream);
    let (mut line, mut length) = (String::new(), 0);
    while reader.read_line(&mut line).is_ok_and(|read| read > 2) {
        let line = std::mem::take(&mut line).to_ascii_lowercase();
        if let Some(bytes) = line.strip_prefix("content-length:") {
            length = bytes.trim().parse().unwrap();
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    body
}
