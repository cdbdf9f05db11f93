//! Memory usage of a full server.

use crate::line::{Line, get_as};
use crate::server::Server;
use crate::{Done, Row};

pub fn run() -> Done<Vec<Row>> {
    let server = Server::new(&[])?;
    let token = server.token("bench", "orchestrator")?;
    for _ in 0..1_000 {
        server.workflow(&token, 50)?;
    }
    let mut readers = Vec::new();
    for _ in 0..100 {
        let mut line = Line::open(server.address)?;
        line.begin(&get_as("/api/events", &token))?;
        while !line.next_line()?.is_empty() {}
        readers.push(line);
    }
    let megabytes = server.resident()? / 1e3;
    let what = "resident with 1,000 workflows of 50 tasks, 100 readers, MB";
    Ok(vec![Row::figure(what, megabytes, 150.0, "≤ 150")])
}
