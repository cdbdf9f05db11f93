//! Tests of reading: by stream, forward, backward, and changed streams.

use std::slice::from_ref;

use kernel::ports::log::Streams;

use super::bench::Bench;
use super::samples::{append, batch, stream};

/// Runs all tests of this module.
pub async fn all(bench: &dyn Bench) {
    reads_a_stream_in_pages(bench).await;
    follows_without_skipping_or_repeating(bench).await;
    goes_back_in_pages(bench).await;
    lists_streams_in_pages(bench).await;
}

/// Creates two streams of 20 facts each that alternate: `a` at odd positions, `b` at even ones.
async fn interleaved(bench: &dyn Bench) -> super::bench::Made {
    let made = bench.make().await;
    let (a, b) = (stream("a"), stream("b"));
    for version in 0..20 {
        let turn = batch(vec![
            append(&a, version, &["a"]),
            append(&b, version, &["b"]),
        ]);
        made.log.append(&turn).await.unwrap();
    }
    made
}

async fn reads_a_stream_in_pages(bench: &dyn Bench) {
    let made = interleaved(bench).await;
    let (mut after, mut seen) = (0, Vec::new());
    loop {
        let page = made.log.read(&stream("b"), after, 7).await.unwrap();
        assert!(page.len() <= 7);
        let Some(last) = page.last() else { break };
        after = last.version;
        seen.extend(page.iter().map(|f| (f.version, f.position)));
    }
    assert_eq!(seen, (1..=20).map(|v| (v, v * 2)).collect::<Vec<_>>());
    assert!(made.log.read(&stream("b"), 0, 0).await.unwrap().is_empty());
}

async fn follows_without_skipping_or_repeating(bench: &dyn Bench) {
    let made = interleaved(bench).await;
    let (mut after, mut seen) = (0, Vec::new());
    loop {
        let page = made.log.follow(after, 9).await.unwrap();
        let Some(last) = page.last() else { break };
        after = last.position;
        seen.extend(page.iter().map(|f| f.position));
    }
    assert_eq!(seen, (1..=40).collect::<Vec<_>>());
}

async fn goes_back_in_pages(bench: &dyn Bench) {
    let made = interleaved(bench).await;
    let a = stream("a");
    for (of, expected) in [
        (None, (1..=40).rev().collect::<Vec<_>>()),
        (Some(&a), (0..20).rev().map(|n| n * 2 + 1).collect()),
    ] {
        let (mut before, mut seen) = (None, Vec::new());
        loop {
            let page = made.log.recent(of, before, 6).await.unwrap();
            let Some(last) = page.last() else { break };
            before = Some(last.position);
            seen.extend(page.iter().map(|f| f.position));
        }
        assert_eq!(seen, expected);
    }
    assert!(
        made.log
            .recent(Some(&stream("none")), None, 5)
            .await
            .unwrap()
            .is_empty()
    );
}

async fn lists_streams_in_pages(bench: &dyn Bench) {
    let made = interleaved(bench).await;
    let log = &*made.log;
    let (a, b, c) = (stream("a"), stream("b"), stream("c"));
    let changed_since = async |after| log.streams(after, 0, 9).await.unwrap().streams;
    assert_eq!(changed_since(0).await, [a.clone(), b.clone()]);
    assert_eq!(changed_since(38).await, [a.clone(), b.clone()]);
    assert_eq!(changed_since(39).await, from_ref(&b));
    assert_eq!(changed_since(40).await, []);
    assert_eq!(log.count_streams().await.unwrap(), 2);

    let first = log.streams(0, 0, 1).await.unwrap();
    assert_eq!(first.streams, from_ref(&a));
    // A stream that changes keeps its place, and a new one comes last.
    let more = batch(vec![append(&c, 0, &["c"]), append(&a, 20, &["a"])]);
    log.append(&more).await.unwrap();
    let second = log.streams(0, first.next.unwrap(), 2).await.unwrap();
    assert_eq!(second.streams, [b.clone(), c.clone()]);
    if let Some(next) = second.next {
        let last = log.streams(0, next, 2).await.unwrap();
        assert_eq!((last.streams, last.next), (Vec::new(), None));
    }
    assert_eq!(changed_since(40).await, [a, c]);
    assert_eq!(log.count_streams().await.unwrap(), 3);

    let streams: Vec<_> = (0..2_001).map(|nth| stream(&format!("s{nth}"))).collect();
    let appends = streams.iter().map(|stream| append(stream, 0, &["x"]));
    log.append(&batch(appends.collect())).await.unwrap();
    let (mut listed, mut all) = (Vec::new(), Streams::after(42));
    while let Some(stream) = all.next(log).await.unwrap() {
        listed.push(stream);
    }
    listed.sort();
    let mut begun = streams;
    begun.sort();
    assert_eq!(listed, begun);
    let mut only = Streams::only(b.clone());
    assert_eq!(only.next(log).await.unwrap(), Some(b));
    assert_eq!(only.next(log).await.unwrap(), None);
}
