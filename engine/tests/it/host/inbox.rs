//! Notices reach an agent with its next answer, exactly once.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use kernel::host::Hub;
use kernel::{Actor, Role};

use crate::host::counter::{Add, Counter, Get, Tell, counter, worker};
use crate::host::support::{World, by, together};

async fn tell(hub: &Arc<Hub>, to: &str, text: &str) {
    let op = Tell {
        counter: counter("one"),
        to: to.into(),
        text: text.into(),
    };
    hub.run(op, by(Actor::new("olga", Role::Owner)))
        .await
        .unwrap();
}

async fn get(hub: &Arc<Hub>, who: &str) -> (Vec<String>, u32) {
    let op = Get {
        counter: counter("one"),
    };
    let answer = hub.run(op, by(worker(who))).await.unwrap();
    let texts = answer.inbox.into_iter().map(|notice| notice.message);
    (texts.collect(), answer.inbox_waiting)
}

#[tokio::test(start_paused = true)]
async fn a_notice_is_delivered_once_and_its_receipt_recorded() {
    let world = World::default();
    let hub = world.open().await;
    tell(&hub, "ann", "look here").await;
    let mut feed = hub.subscribe();
    assert_eq!(get(&hub, "bob").await, (vec![], 0));
    assert_eq!(get(&hub, "ann").await, (vec!["look here".into()], 0));
    assert_eq!(get(&hub, "ann").await, (vec![], 0));
    let receipt = feed.next().await.unwrap().unwrap();
    assert_eq!(
        (receipt.kind.as_str(), &receipt.actor),
        ("heard", &Actor::system())
    );
    assert_eq!(get(&hub, "ann").await, (vec![], 0));
    let (state, _) = hub.state::<Counter>(&counter("one")).await.unwrap();
    assert!(state.notices.is_empty());
    hub.close().await;
    let hub = world.open().await;
    assert_eq!(get(&hub, "ann").await, (vec![], 0));
}

#[tokio::test]
async fn a_refusal_carries_it_too() {
    let world = World::default();
    let hub = world.open().await;
    tell(&hub, "ann", "stop").await;
    let vain = |who: &str| {
        let op = Add {
            counter: counter("one"),
            by: 0,
        };
        hub.run(op, by(worker(who)))
    };
    assert!(vain("bob").await.unwrap_err().extra.inbox.is_empty());
    let heard = vain("ann").await.unwrap_err().extra.inbox;
    assert_eq!(heard[0].message, "stop");
    assert!(vain("ann").await.unwrap_err().extra.inbox.is_empty());
    assert_eq!(get(&hub, "ann").await, (vec![], 0));
}

#[tokio::test]
async fn an_answer_carries_five_and_counts_the_rest() {
    let world = World::default();
    let hub = world.open().await;
    for i in 0..7 {
        tell(&hub, "ann", &i.to_string()).await;
    }
    let (first, waiting) = get(&hub, "ann").await;
    assert_eq!(
        (first, waiting),
        (["0", "1", "2", "3", "4"].map(String::from).into(), 2)
    );
    let (second, waiting) = get(&hub, "ann").await;
    assert_eq!((second, waiting), (["5", "6"].map(String::from).into(), 0));
    hub.close().await;
    // Closing wrote the receipts.
    let (state, _) = hub.state::<Counter>(&counter("one")).await.unwrap();
    assert!(state.notices.is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn calls_at_the_same_moment_share_the_notices_out() {
    let world = World::default();
    let hub = world.open().await;
    for i in 0..40 {
        tell(&hub, "ann", &i.to_string()).await;
    }
    let mut heard = Vec::new();
    while heard.len() < 40 {
        let gets = (0..8).map(|_| {
            (
                Get {
                    counter: counter("one"),
                },
                by(worker("ann")),
            )
        });
        for answer in together(&hub, gets).await {
            heard.extend(answer.unwrap().inbox.into_iter().map(|notice| notice.id));
        }
    }
    heard.sort();
    heard.dedup();
    assert_eq!(heard.len(), 40);
}

#[tokio::test(start_paused = true)]
async fn receipts_wait_for_a_log_that_cannot_be_written() {
    let world = World::default();
    let hub = world.open().await;
    tell(&hub, "ann", "look here").await;
    let mut feed = hub.subscribe();
    world.log.fail.store(3, Ordering::SeqCst);
    assert_eq!(get(&hub, "ann").await.0.len(), 1);
    assert_eq!(feed.next().await.unwrap().unwrap().kind, "heard");
    assert_eq!(world.log.fail.load(Ordering::SeqCst), 0);
    assert_eq!(get(&hub, "ann").await.0.len(), 0);
}
