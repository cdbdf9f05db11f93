//! Tests of reading: by stream, forward, backward, and changed streams.

use super::bench::Bench;
use super::samples::{append, batch, stream};

/// Runs all tests of this module.
pub async fn all(bench: &dyn Bench) {
    reads_a_stream_in_pages(bench).await;
    follows_without_skipping_or_repeating(bench).await;
    goes_back_in_pages(bench).await;
    tells_what_changed(bench).await;
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

async fn tells_what_changed(bench: &dyn Bench) {
    let made = interleaved(bench).await;
    let mut all = made.log.changed_since(0).await.unwrap();
    all.sort();
    assert_eq!(all, [stream("a"), stream("b")]);
    assert_eq!(made.log.changed_since(39).await.unwrap(), [stream("b")]);
    assert!(made.log.changed_since(40).await.unwrap().is_empty());
}
