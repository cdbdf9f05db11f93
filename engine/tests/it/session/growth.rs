//! The cost of a write does not grow with the length of a conversation or the size of a core, and a session that would
//! not fit in memory is rejected.

use std::time::Duration;

use engine::conversation::ops::session_append::SessionAppend;
use engine::conversation::ops::session_put::SessionPut;
use engine::crystal::NewCrystal;
use engine::crystal::ops::memory_create::MemoryCreate;
use engine::session::message::NewMessage;

use crate::session::harness::{World, said, word, worker};
use crate::shared::cpu::worked;

/// Number of timed writes, and number of runs, of which the fastest counts.
const WRITES: usize = 40;
const RUNS: usize = 3;
/// Maximum ratio of the time for something a hundred times as long; linear growth would be 100.
const TIMES: u32 = 8;

fn line(n: usize) -> NewMessage {
    said(&format!("m{n}"), i64::try_from(n).unwrap(), "x")
}

/// Returns the least processor time of several runs of writes, each with a unique number. All tasks of such a test run
/// on its thread.
async fn least(next: &mut usize, write: impl AsyncFn(usize)) -> Duration {
    let mut least = Duration::MAX;
    for _ in 0..RUNS {
        let began = worked();
        for _ in 0..WRITES {
            write(*next).await;
            *next += 1;
        }
        least = least.min(worked().saturating_sub(began));
    }
    least
}

#[tokio::test]
async fn a_message_costs_the_same_after_fifty_thousand() {
    let world = World::new().await;
    let put = SessionPut {
        context_window: Some(10_000_000),
        ..SessionPut::default()
    };
    world.put(put).await;
    let (mut next, mut costs) = (0, Vec::new());
    for size in [500, 50_000] {
        while next < size {
            let many = (size - next).min(1_000);
            // A long conversation starts a long time ago.
            world.pass(i64::try_from(many).unwrap());
            world.append((next..next + many).map(line).collect()).await;
            next += many;
        }
        world.pass(1_000);
        let one = async |n: usize| {
            world.append(vec![line(n)]).await;
        };
        costs.push(least(&mut next, one).await);
    }
    println!("{WRITES} messages: {costs:?}");
    assert!(costs[1] < costs[0] * TIMES, "{costs:?}");
}

#[tokio::test]
async fn a_memory_costs_the_same_after_forty_thousand() {
    let world = World::new().await;
    let memory = |n: usize| NewCrystal {
        text: format!("fact number {n}"),
        ..NewCrystal::default()
    };
    let write = async |range: std::ops::Range<usize>| {
        let op = MemoryCreate {
            memories: range.map(memory).collect(),
            ..MemoryCreate::default()
        };
        world.ok(&worker(), op).await;
    };
    let (mut next, mut costs) = (0, Vec::new());
    for size in [400, 40_000] {
        while next < size {
            let many = (size - next).min(1_000);
            write(next..next + many).await;
            next += many;
        }
        costs.push(least(&mut next, async |n: usize| write(n..n + 1).await).await);
    }
    println!("{WRITES} memories: {costs:?}");
    assert!(costs[1] < costs[0] * TIMES, "{costs:?}");
}

#[tokio::test]
async fn a_session_that_does_not_fit_in_memory_is_refused() {
    let world = World::new().await;
    let large = "x".repeat(250 * 1024);
    let many = |from: i64, count: i64| -> Vec<NewMessage> {
        let all = from..from + count;
        all.map(|n| said(&format!("m{n}"), n - 1_000, &large))
            .collect()
    };
    for from in 0..5 {
        world.append(many(from * 50, 50)).await;
    }
    let op = SessionAppend {
        session: "s".into(),
        messages: many(250, 50),
        ..SessionAppend::default()
    };
    let refused = world.refused(&worker(), op).await;
    assert_eq!(word(&refused), "full");
    assert!(refused.detail.contains("session_summarize"), "{refused:?}");
    let put = SessionPut {
        session: "s".into(),
        messages: many(0, 300),
        ..SessionPut::default()
    };
    assert_eq!(word(&world.refused(&worker(), put).await), "full");
    assert_eq!(
        world.get().await.messages.len(),
        250,
        "nothing of it is there"
    );
}
