//! Rendering time of pages, and the size of what the browser loads.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::line::{Line, get, load};
use crate::server::Server;
use crate::{Done, Row};

const LASTS: Duration = Duration::from_secs(3);

pub fn run() -> Done<Vec<Row>> {
    let server = Server::new(&[])?;
    let token = server.token("bench", "orchestrator")?;
    let cookie = server.cookie()?;
    let seen = server.workflow(&token, 200)?;
    let page = get(&format!("/workflows/{seen}"), &cookie);
    let html = Line::open(server.address)?.ask(&page)?;
    if html.status != 200 {
        return Err(format!("the page answered {}", html.status).into());
    }
    let took = load(server.address, 1, LASTS, |_, _| page.clone())?.within(0.5);
    let mut rows = vec![Row::figure(
        "page of a workflow of 200 tasks, p50, ms",
        took,
        15.0,
        "≤ 15",
    )];
    let html = String::from_utf8_lossy(&html.body).into_owned();
    rows.push(Row::figure(
        "scripts that a page loads, brotli, KB",
        scripts(&server, &html)?,
        180.0,
        "≤ 180",
    ));
    Ok(rows)
}

/// Returns the size of the scripts that a page loads.
fn scripts(server: &Server, html: &str) -> Done<f64> {
    let addresses: BTreeSet<_> = html
        .split(['"', '\''])
        .filter(|text| {
            text.starts_with("/pkg/") && text.rsplit_once('.').is_some_and(|(_, end)| end == "js")
        })
        .collect();
    if addresses.is_empty() {
        return Err("the page names no scripts: build the site first".into());
    }
    let mut bytes = 0;
    for address in addresses {
        let script = Line::open(server.address)?.ask(&get(address, "accept-encoding: br"))?;
        if script.status != 200 {
            return Err(format!("{address} answered {}", script.status).into());
        }
        bytes += script.body.len();
    }
    #[expect(clippy::cast_precision_loss, reason = "a size in bytes")]
    let kilobytes = bytes as f64 / 1e3;
    Ok(kilobytes)
}
