//! Tests of erasing: nothing can be found any more, no byte is left, and other streams keep all of theirs.

use kernel::ports::log::{AppendError, Log, Snapshot, Tombstone};
use kernel::{Actor, Code, Role, StreamId, Time};

use super::bench::{Bench, Made};
use super::samples::{answer, answering, append, batch, files_with, stream, text};

/// Runs all tests of this module.
pub async fn all(bench: &dyn Bench) {
    erases_a_stream(bench).await;
    never_gives_a_position_twice(bench).await;
    takes_no_facts_for_an_erased_stream(bench).await;
    erases_one_fact(bench).await;
    leaves_no_byte_of_many(bench).await;
}

fn stone(stream: &StreamId) -> Tombstone {
    Tombstone {
        stream: stream.clone(),
        by: Actor::new("grace", Role::Owner),
        at: Time(9),
    }
}

fn assert_gone(made: &Made, needle: &str) {
    if let Some(folder) = &made.files {
        assert_eq!(files_with(folder, needle), Vec::<String>::new(), "{needle}");
    }
}

/// Stores facts of several sizes, a snapshot and an answer, all of which contain the stream's word.
async fn fill(log: &dyn Log, stream: &StreamId, word: &str) {
    let refrain = word.repeat(3_000);
    let appended = append(stream, 0, &[word, &refrain, word]);
    let answers = vec![answer(word, stream, word, Time(5))];
    log.append(&answering(vec![appended], answers))
        .await
        .unwrap();
    let state = word.repeat(500).into_bytes();
    let erased = log.head().await.unwrap().erased;
    log.keep_snapshot(
        stream,
        Snapshot {
            version: 3,
            schema: 1,
            state,
        },
        erased,
    )
    .await
    .unwrap();
}

async fn erases_a_stream(bench: &dyn Bench) {
    let made = bench.make().await;
    let log = &*made.log;
    let (a, b) = (stream("a"), stream("b"));
    fill(log, &a, "xylophone").await;
    fill(log, &b, "marimba").await;
    log.erase_stream(stone(&a)).await.unwrap();
    assert!(log.read(&a, 0, 10).await.unwrap().is_empty());
    assert!(log.recent(Some(&a), None, 10).await.unwrap().is_empty());
    assert_eq!(log.snapshot(&a).await.unwrap(), None);
    assert_eq!(log.answer("xylophone", Time(5)).await.unwrap(), None);
    let left = log.streams(0, 0, 9).await.unwrap().streams;
    assert_eq!(left, std::slice::from_ref(&b));
    assert_eq!(log.count_streams().await.unwrap(), 1);
    assert_gone(&made, "xylophone");
    assert_eq!(log.read(&b, 0, 10).await.unwrap().len(), 3);
    assert!(log.snapshot(&b).await.unwrap().is_some());
    assert!(log.answer("marimba", Time(5)).await.unwrap().is_some());
    // A snapshot that is stored after the erasure is ignored.
    let late = Snapshot {
        version: 3,
        schema: 1,
        state: b"xylophone".to_vec(),
    };
    log.keep_snapshot(&a, late, u64::MAX).await.unwrap();
    assert_eq!(log.snapshot(&a).await.unwrap(), None);
    // A stream that never existed can be erased.
    log.erase_stream(stone(&stream("c"))).await.unwrap();
}

async fn never_gives_a_position_twice(bench: &dyn Bench) {
    let made = bench.make().await;
    let log = &*made.log;
    let (a, b) = (stream("a"), stream("b"));
    log.append(&batch(vec![
        append(&a, 0, &["1"]),
        append(&b, 0, &["1", "2"]),
    ]))
    .await
    .unwrap();
    log.erase_stream(stone(&b)).await.unwrap();
    assert_eq!(log.head().await.unwrap().position, 3);
    assert_eq!(
        log.append(&batch(vec![append(&a, 1, &["2"])]))
            .await
            .unwrap(),
        4
    );
}

async fn takes_no_facts_for_an_erased_stream(bench: &dyn Bench) {
    let made = bench.make().await;
    let log = &*made.log;
    let a = stream("a");
    log.append(&batch(vec![append(&a, 0, &["1"])]))
        .await
        .unwrap();
    log.erase_stream(stone(&a)).await.unwrap();
    for expected in [0, 1] {
        let refused = log.append(&batch(vec![append(&a, expected, &["2"])])).await;
        assert!(matches!(refused, Err(AppendError::Conflict(s)) if s == a));
    }
}

async fn erases_one_fact(bench: &dyn Bench) {
    let made = bench.make().await;
    let log = &*made.log;
    let a = stream("a");
    fill(log, &a, "vibraphone").await;
    log.append(&batch(vec![append(&a, 3, &["glockenspiel"])]))
        .await
        .unwrap();
    for version in 1..=3 {
        log.erase_facts(&a, version..=version).await.unwrap();
    }
    assert_gone(&made, "vibraphone");
    let facts = log.read(&a, 0, 10).await.unwrap();
    let kinds: Vec<_> = facts
        .iter()
        .map(|f| (f.version, f.kind.as_str(), f.schema, f.body.get()))
        .collect();
    assert_eq!(
        kinds[..3],
        [1, 2, 3].map(|version| (version, "redacted", 0, "null"))
    );
    assert_eq!(facts[0].actor, Actor::new("ada", Role::Worker));
    assert_eq!(text(&facts[3]), "glockenspiel");
    assert_eq!(log.snapshot(&a).await.unwrap(), None);
    assert_eq!(log.answer("vibraphone", Time(5)).await.unwrap(), None);
    let missing = log.erase_facts(&a, 9..=9).await.unwrap_err();
    assert_eq!(missing.code, Code::NotFound);
    assert_eq!(
        log.append(&batch(vec![append(&a, 4, &["on"])]))
            .await
            .unwrap(),
        5
    );
}

/// Rows move between pages as streams grow and are erased; no copy may remain.
async fn leaves_no_byte_of_many(bench: &dyn Bench) {
    let made = bench.make().await;
    let log = &*made.log;
    let count: u64 = 60;
    let word = |n: u64| format!("needle{}x", n * 7_919);
    for version in 0..8 {
        let appends = (0..count)
            .map(|n| {
                let size = 1 + usize::try_from((n * 31 + version * 17) % 40).unwrap();
                append(&stream(&n.to_string()), version, &[&word(n).repeat(size)])
            })
            .collect();
        log.append(&batch(appends)).await.unwrap();
        for n in (0..count).filter(|n| n % 3 == version % 3) {
            let state = word(n)
                .repeat(20 + usize::try_from(n * version).unwrap())
                .into_bytes();
            let snapshot = Snapshot {
                version: version + 1,
                schema: 1,
                state,
            };
            log.keep_snapshot(&stream(&n.to_string()), snapshot, 0)
                .await
                .unwrap();
        }
    }
    // An order that frees pages in the middle first.
    for n in (0..count).map(|n| (n * 37) % count) {
        log.erase_stream(stone(&stream(&n.to_string())))
            .await
            .unwrap();
        assert_gone(&made, &word(n));
    }
    assert!(log.follow(0, 10).await.unwrap().is_empty());
}
