//! Detection of the bare response (a status without a body) that hyper writes to an unreadable request. It is always
//! the last data on a connection, and Loci's own responses differ: all have an id.

/// Maximum length of such a response, in bytes.
const LONGEST: usize = 256;

/// Returns the offset of such a response at the end of the data to write, and its status.
pub fn find(bytes: &[u8]) -> Option<(usize, u16)> {
    let skipped = bytes.len().saturating_sub(LONGEST);
    let tail = &bytes[skipped..];
    let at = memchr::memmem::rfind(tail, b"HTTP/1.")?;
    let head = std::str::from_utf8(&tail[at..]).ok()?;
    let mut lines = head.strip_suffix("\r\n\r\n")?.split("\r\n");
    let status = lines.next()?.get(9..12)?.parse().ok()?;
    let is_bare = lines.all(|line| {
        matches!(line, "content-length: 0" | "connection: close") || line.starts_with("date: ")
    });
    (is_bare && matches!(status, 400 | 414 | 431)).then_some((skipped + at, status))
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn only_a_head_without_anything_of_ours_is_bare() {
        let bare = "HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\n\
                    content-length: 0\r\ndate: Sun, 22 Nov 2026 10:00:00 GMT\r\n\r\n";
        assert_eq!(find(bare.as_bytes()), Some((0, 431)));
        let after = format!("{}{bare}", "x".repeat(1_000));
        assert_eq!(find(after.as_bytes()), Some((1_000, 431)));
        for ours in [
            "HTTP/1.1 400 Bad Request\r\nx-request-id: 1\r\ncontent-length: 0\r\n\r\n",
            "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n",
            "HTTP/1.1 400 Bad Request\r\ncontent-length: 2\r\n\r\n{}",
            "0\r\n\r\n",
            "",
        ] {
            assert_eq!(find(ours.as_bytes()), None, "{ours}");
        }
    }
}
