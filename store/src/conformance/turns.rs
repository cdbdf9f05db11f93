//! Tests of turns at writing.

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;

use super::bench::Bench;
use super::samples::{append, batch, stream};

/// Runs all tests of this module.
pub async fn all(bench: &dyn Bench) {
    appends_what_is_decided_within_a_turn(bench).await;
}

/// A process that reads within its turn has seen everything when it appends. A log with one process needs no turns.
async fn appends_what_is_decided_within_a_turn(bench: &dyn Bench) {
    let made = bench.make().await;
    let (log, other) = (&*made.log, &*made.other);
    let a = stream("a");
    for round in 0..20_u64 {
        let turn = log.turn().await.unwrap();
        let version = log.read(&a, 0, 1_000).await.unwrap().len() as u64;
        let mine = batch(vec![append(&a, version, &["mine"])]);
        if std::ptr::addr_eq(log, other) {
            assert_eq!(log.append(&mine).await.unwrap(), round + 1);
            continue;
        }
        let theirs = batch(vec![append(&a, version, &["theirs"])]);
        let mut late = pin!(other.append(&theirs));
        let early = poll_fn(|context| Poll::Ready(late.as_mut().poll(context))).await;
        assert!(early.is_pending(), "in the middle of a turn");
        let position = log.append(&mine).await.unwrap();
        drop(turn);
        assert!(late.await.is_err(), "it lacks what was written in the turn");
        let again = batch(vec![append(&a, version + 1, &["theirs"])]);
        assert_eq!(other.append(&again).await.unwrap(), position + 1);
    }
}
