//! A cheap HTTP client: one connection, sequential requests, a minimal parser.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::Done;

/// One connection.
pub struct Line {
    stream: TcpStream,
    buffer: Vec<u8>,
}

/// A response.
pub struct Reply {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Reply {
    /// Parses the body as JSON.
    pub fn json(&self) -> Done<serde_json::Value> {
        Ok(serde_json::from_slice(&self.body)?)
    }
}

/// Returns a POST request with JSON and a token.
pub fn post(path: &str, token: &str, body: &str) -> Vec<u8> {
    format!(
        "POST {path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
}

/// Returns a GET request with one additional header.
pub fn get(path: &str, header: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n{header}\r\n\r\n").into_bytes()
}

/// Returns a GET request with a token.
pub fn get_as(path: &str, token: &str) -> Vec<u8> {
    get(path, &format!("authorization: Bearer {token}"))
}

impl Line {
    /// Opens a connection.
    pub fn open(address: SocketAddr) -> Done<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_mins(1)))?;
        Ok(Self {
            stream,
            buffer: Vec::with_capacity(64 * 1024),
        })
    }

    /// Sends a request and reads the whole response.
    pub fn ask(&mut self, request: &[u8]) -> Done<Reply> {
        self.stream.write_all(request)?;
        self.buffer.clear();
        let end = loop {
            if let Some(at) = find(&self.buffer, b"\r\n\r\n") {
                break at + 4;
            }
            self.fill()?;
        };
        let head = String::from_utf8_lossy(&self.buffer[..end]).into_owned();
        let status = head
            .get(9..12)
            .and_then(|digits| digits.parse().ok())
            .unwrap_or(0);
        let length = head
            .lines()
            .find_map(|line| line.strip_prefix("content-length:"))
            .and_then(|text| text.trim().parse::<usize>().ok());
        let body = match length {
            Some(length) => {
                while self.buffer.len() < end + length {
                    self.fill()?;
                }
                self.buffer[end..end + length].to_vec()
            }
            None if head.contains("transfer-encoding: chunked") => {
                while !self.buffer.ends_with(b"0\r\n\r\n") {
                    self.fill()?;
                }
                self.buffer[end..].to_vec()
            }
            None => Vec::new(),
        };
        Ok(Reply { status, head, body })
    }

    /// Reads the next line of an endless response.
    pub fn next_line(&mut self) -> Done<String> {
        loop {
            if let Some(at) = find(&self.buffer, b"\n") {
                let line = String::from_utf8_lossy(&self.buffer[..at])
                    .trim()
                    .to_owned();
                self.buffer.drain(..=at);
                return Ok(line);
            }
            self.fill()?;
        }
    }

    /// Sends a request with an endless response.
    pub fn begin(&mut self, request: &[u8]) -> Done<()> {
        self.buffer.clear();
        Ok(self.stream.write_all(request)?)
    }

    fn fill(&mut self) -> Done<()> {
        let mut chunk = [0; 16 * 1024];
        let n = self.stream.read(&mut chunk)?;
        if n == 0 {
            return Err("the server closed the connection".into());
        }
        self.buffer.extend_from_slice(&chunk[..n]);
        Ok(())
    }
}

fn find(text: &[u8], what: &[u8]) -> Option<usize> {
    text.windows(what.len()).position(|window| window == what)
}

/// Result of a load test.
pub struct Load {
    pub per_second: f64,
    /// Latencies in milliseconds, sorted.
    pub latencies: Vec<f64>,
}

impl Load {
    /// Returns the quantile `share` of the latencies, in milliseconds.
    pub fn within(&self, share: f64) -> f64 {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "an index into a list of measurements"
        )]
        let at = ((self.latencies.len() as f64 - 1.0) * share) as usize;
        self.latencies.get(at).copied().unwrap_or(f64::NAN)
    }
}

/// Runs a timed load over `connections`; `request` creates the nth request of a connection. The first fifth is a
/// warm-up and does not count.
pub fn load(
    address: SocketAddr,
    connections: usize,
    lasts: Duration,
    request: impl Fn(usize, usize) -> Vec<u8> + Sync,
) -> Done<Load> {
    let begin = Instant::now() + lasts / 5;
    let end = begin + lasts;
    let measured = together(connections, |connection| {
        let mut line = Line::open(address)?;
        let mut latencies = Vec::new();
        for n in 0.. {
            let bytes = request(connection, n);
            let sent = Instant::now();
            succeed(&mut line, &bytes)?;
            let now = Instant::now();
            if sent >= begin && now <= end {
                latencies.push((now - sent).as_secs_f64() * 1e3);
            }
            if now >= end {
                break;
            }
        }
        Ok(latencies)
    })?;
    let mut latencies = measured.concat();
    latencies.sort_by(f64::total_cmp);
    #[expect(clippy::cast_precision_loss, reason = "a count of requests")]
    let per_second = latencies.len() as f64 / lasts.as_secs_f64();
    Ok(Load {
        per_second,
        latencies,
    })
}

/// Sends `count` requests over `connections` and returns the number of responses per second; `request` creates the nth
/// of them all.
pub fn all(
    address: SocketAddr,
    connections: usize,
    count: usize,
    request: impl Fn(usize) -> Vec<u8> + Sync,
) -> Done<f64> {
    let next = AtomicUsize::new(0);
    let began = Instant::now();
    together(connections, |_| {
        let mut line = Line::open(address)?;
        loop {
            let nth = next.fetch_add(1, Ordering::Relaxed);
            if nth >= count {
                return Ok(());
            }
            succeed(&mut line, &request(nth))?;
        }
    })?;
    #[expect(clippy::cast_precision_loss, reason = "a count of requests")]
    let per_second = count as f64 / began.elapsed().as_secs_f64();
    Ok(per_second)
}

/// Sends a request that must succeed.
fn succeed(line: &mut Line, request: &[u8]) -> Done<()> {
    let reply = line.ask(request)?;
    if reply.status == 200 {
        return Ok(());
    }
    let body = String::from_utf8_lossy(&reply.body).into_owned();
    Err(format!("status {}: {body}", reply.status).into())
}

/// Runs each connection on its own thread; returns their results.
pub fn together<T: Send>(
    connections: usize,
    work: impl Fn(usize) -> Done<T> + Sync,
) -> Done<Vec<T>> {
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..connections)
            .map(|connection| {
                let work = &work;
                scope.spawn(move || work(connection))
            })
            .collect();
        threads
            .into_iter()
            .map(|thread| {
                thread
                    .join()
                    .unwrap_or_else(|_| Err("a client panicked".into()))
            })
            .collect()
    })
}
