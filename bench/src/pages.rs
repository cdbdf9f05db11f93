//! How fast contexts and pages are made, and what the browser has to load.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::baseline::empty_handler;
use crate::line::{Line, get, get_as, load};
use crate::server::Server;
use crate::{Done, Row};

const LASTS: Duration = Duration::from_secs(3);

pub fn run() -> Done<Vec<Row>> {
    let server = Server::new(&[])?;
    let token = server.token("bench", "orchestrator")?;
    let (small, large) = (
        server.workflow(&token, 100)?,
        server.workflow(&token, 10_000)?,
    );
    let context = |workflow: &str| {
        get_as(
            &format!("/api/task_context?workflow={workflow}&task=T50"),
            &token,
        )
    };
    let (of_small, of_large) = (context(&small), context(&large));
    let of_100 = load(server.address, 1, LASTS, |_, _| of_small.clone())?.within(0.5);
    let of_10_000 = load(server.address, 1, LASTS, |_, _| of_large.clone())?.within(0.5);
    let bytes = Line::open(server.address)?.ask(&of_small)?.body.len();
    let ours = load(server.address, 64, LASTS, |_, _| of_small.clone())?.per_second;
    let empty = empty_handler(bytes)?;
    let theirs = load(empty, 64, LASTS, |_, _| of_small.clone())?.per_second;
    let mut rows = vec![
        Row::at_most(
            "task_context p50 with 10,000 tasks against 100",
            of_10_000,
            of_100,
            1.5,
            "≤ 1.5",
        ),
        Row::at_least(
            "task_context/s against an empty handler of as many bytes",
            ours,
            theirs,
            0.5,
            "≥ 0.5",
        ),
    ];
    let cookie = server.cookie()?;
    let seen = server.workflow(&token, 200)?;
    let page = get(&format!("/workflows/{seen}"), &cookie);
    let html = Line::open(server.address)?.ask(&page)?;
    if html.status != 200 {
        return Err(format!("the page answered {}", html.status).into());
    }
    let took = load(server.address, 1, LASTS, |_, _| page.clone())?.within(0.5);
    rows.push(Row::figure(
        "page of a workflow of 200 tasks, p50, ms",
        took,
        15.0,
        "≤ 15",
    ));
    let html = String::from_utf8_lossy(&html.body).into_owned();
    rows.push(Row::figure(
        "wasm that the page of a workflow loads, brotli, KB",
        wasm(&server, &html)?,
        300.0,
        "≤ 300",
    ));
    Ok(rows)
}

/// How much wasm a page names: what all pages need, and the parts that it needs itself.
fn wasm(server: &Server, html: &str) -> Done<f64> {
    let addresses: BTreeSet<_> = html
        .split(['"', '\''])
        .filter(|text| text.starts_with("/pkg/") && text.contains(".wasm"))
        .collect();
    if addresses.len() < 2 {
        return Err("the page names no wasm with parts: build the site first".into());
    }
    let mut bytes = 0;
    for address in addresses {
        let wasm = Line::open(server.address)?.ask(&get(address, "accept-encoding: br"))?;
        if !wasm.head.contains("content-encoding: br") {
            return Err(format!("{address} is not compressed").into());
        }
        bytes += wasm.body.len();
    }
    #[expect(clippy::cast_precision_loss, reason = "a size in bytes")]
    let kilobytes = bytes as f64 / 1e3;
    Ok(kilobytes)
}
