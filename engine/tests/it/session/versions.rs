//! Every version can be read, compared, restored and forked.

use engine::activity::ops::session_history::SessionHistory;
use engine::conversation::ops::session_at::SessionAt;
use engine::conversation::ops::session_diff::SessionDiff;
use engine::conversation::ops::session_fork::SessionFork;
use engine::conversation::ops::session_put::SessionPut;
use engine::conversation::ops::session_restore::SessionRestore;

use crate::session::harness::{World, get, ids, other, said, word, worker};

async fn grown() -> (World, u64) {
    let world = World::new().await;
    world
        .append(vec![said("a", 1, "x"), said("b", 2, "x")])
        .await;
    let version = world.state().await.version;
    let op = SessionPut {
        messages: vec![said("b", 2, "y"), said("c", 3, "x")],
        context: Some("so far".into()),
        ..SessionPut::default()
    };
    world.put(op).await;
    (world, version)
}

fn at(version: u64) -> SessionAt {
    SessionAt {
        session: "s".into(),
        version,
        ..SessionAt::default()
    }
}

#[tokio::test]
async fn a_version_is_shown_as_it_was() {
    let (world, version) = grown().await;
    let then = world.ok(&worker(), at(version)).await;
    assert_eq!(
        (ids(&then), then.context.as_deref()),
        (vec!["a", "b"], None)
    );
    assert_eq!(word(&world.refused(&worker(), at(0)).await), "invalid");
    assert_eq!(word(&world.refused(&worker(), at(99)).await), "invalid");
    assert_eq!(
        word(&world.refused(&other(), at(version)).await),
        "not_found"
    );
}

#[tokio::test]
async fn returning_is_a_new_version() {
    let (world, version) = grown().await;
    let before = world.get().await;
    let restore = |version| SessionRestore {
        session: "s".into(),
        version,
        ..SessionRestore::default()
    };
    let last = world.state().await.version;
    world.ok(&worker(), restore(version)).await;
    let view = world.get().await;
    assert_eq!(
        (ids(&view), view.context.as_deref()),
        (vec!["a", "b"], None)
    );
    assert_eq!(&*view.messages[1].text(), "x");
    assert_eq!(world.state().await.version, last + 1);
    // Nothing was truncated: the restore can be undone.
    world.ok(&worker(), restore(last)).await;
    let view = world.get().await;
    assert_eq!((ids(&view), &view.context), (ids(&before), &before.context));
}

#[tokio::test]
async fn a_fork_goes_its_own_way() {
    let (world, version) = grown().await;
    let fork = |version, new_id: &str| SessionFork {
        session: "s".into(),
        version,
        new_id: new_id.into(),
        ..SessionFork::default()
    };
    world.ok(&worker(), fork(Some(version), "t")).await;
    world.append(vec![said("d", 4, "x")]).await;
    let look = engine::conversation::ops::session_get::SessionGet {
        session: "t".into(),
        ..get()
    };
    assert_eq!(ids(&world.ok(&worker(), look).await), ["a", "b"]);
    assert_eq!(
        word(&world.refused(&worker(), fork(None, "t")).await),
        "exists"
    );
    assert_eq!(
        word(&world.refused(&other(), fork(None, "u")).await),
        "not_found"
    );
    let written = world.ok(&worker(), fork(None, "team/anna/u")).await;
    assert_eq!(
        (written.session.to_string().as_str(), written.messages),
        ("team/anna/u", 3)
    );
}

#[tokio::test]
async fn differences_are_shown() {
    let (world, version) = grown().await;
    let op = SessionDiff {
        session: "s".into(),
        from: version,
        ..SessionDiff::default()
    };
    let diff = world.ok(&worker(), op).await;
    let said: Vec<(&str, bool, bool)> = diff
        .messages
        .iter()
        .map(|diff| (&*diff.id, diff.before.is_some(), diff.after.is_some()))
        .collect();
    assert_eq!(
        said,
        [("a", true, false), ("b", true, true), ("c", false, true)]
    );
    let fields: Vec<&str> = diff
        .fields
        .iter()
        .map(|field| field.field.as_str())
        .collect();
    assert_eq!(fields, ["context"]);
}

#[tokio::test]
async fn the_history_tells_every_step() {
    let (world, _) = grown().await;
    let op = SessionHistory {
        session: "s".into(),
        limit: Some(2),
        ..SessionHistory::default()
    };
    let page = world.ok(&worker(), op.clone()).await;
    let told: Vec<&str> = page
        .items
        .iter()
        .map(|fact| fact.summary.as_str())
        .collect();
    assert_eq!(
        told,
        [
            "updated the session: 2 messages written, 1 message removed, new summary",
            "added 2 messages",
        ]
    );
    let op = SessionHistory {
        cursor: page.next_cursor,
        ..op
    };
    let page = world.ok(&worker(), op).await;
    assert_eq!(page.items[0].summary, "created the session s");
    assert_eq!(page.next_cursor, None);
}
