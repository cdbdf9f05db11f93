//! Closing completes what has started.

use kernel::error::Code;
use kernel::view::Services;
use kernel::{Role, Time};

use crate::host::counter::{Counter, Get, counter, decided};
use crate::host::support::{World, add, adding, by};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn close_finishes_what_has_begun_and_refuses_the_rest() {
    let world = World::default();
    let hub = world.open().await;
    let one = counter("closing");
    add(&hub, &one, 1).await.unwrap();
    world.log.hold();
    let adds: Vec<_> = (0..40).map(|_| adding(&hub, &one, 1)).collect();
    decided(&one, 41).await;
    let mut feed = hub.subscribe();
    let closing = tokio::spawn({
        let hub = hub.clone();
        async move { hub.close().await }
    });
    // Waiting readers are released when closing begins.
    hub.wait(hub.head(), Time(i64::MAX)).await;
    let late = counter("closing, late");
    let late = add(&hub, &late, 1).await.unwrap_err();
    assert_eq!(late.code, Code::Unavailable);
    world.log.release();
    closing.await.unwrap();
    for add in adds {
        add.await.unwrap().unwrap();
    }
    let mut facts = 0;
    while feed.next().await.unwrap().is_some() {
        facts += 1;
    }
    assert_eq!(facts, 40);
    let got = hub.run(
        Get {
            counter: one.clone(),
        },
        by(kernel::Actor::new("eve", Role::Viewer)),
    );
    assert_eq!(got.await.unwrap().output.n, 41);
    assert_eq!(world.log.stored().snapshots[&one].version, 41);
    hub.close().await;
    let again = world.open().await;
    assert_eq!(again.state::<Counter>(&one).await.unwrap().0.n, 41);
}
