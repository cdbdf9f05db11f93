//! Lives of a session: deleted, restored, expired.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use engine::activity::ops::session_history::SessionHistory;
use engine::conversation::ops::session_at::SessionAt;
use engine::conversation::ops::session_delete::SessionDelete;
use engine::conversation::ops::session_erase::SessionErase;
use engine::conversation::ops::session_get::SessionGet;
use engine::conversation::ops::session_keep::SessionKeep;
use engine::conversation::ops::session_put::SessionPut;
use engine::conversation::ops::session_recover::SessionRecover;
use engine::conversation::ops::session_summarize::SessionSummarize;
use engine::conversation::ops::session_sweep::{SessionSweep, SessionSwept};
use engine::crystal::{self, Core};
use engine::session::SessionKey;
use engine::workspace::settings::Overrides;
use kernel::Actor;
use kernel::ports::tokens::{Encoding, Tokens};
use kernel::time::{SECOND, Time};
use serde_json::json;

use crate::session::harness::{START, World, get, ids, other, person, said, word, worker};
use crate::session::ports::{Plain, StillClock};

pub fn delete() -> SessionDelete {
    SessionDelete {
        session: "s".into(),
        ..SessionDelete::default()
    }
}

pub fn recover() -> SessionRecover {
    SessionRecover {
        session: "s".into(),
        ..SessionRecover::default()
    }
}

pub fn key() -> SessionKey {
    SessionKey::parse("s").unwrap()
}

pub async fn sweep(world: &World) -> SessionSwept {
    world
        .ok(&Actor::system(), SessionSweep { session: key() })
        .await
}

pub async fn erase(world: &World, until: u64) {
    world
        .ok(
            &Actor::system(),
            SessionErase {
                session: key(),
                until,
            },
        )
        .await;
}

pub fn kept(world: &World, text: &str) -> bool {
    let facts = world.log.facts(&key().stream());
    facts.iter().any(|fact| fact.body.get().contains(text))
}

/// Returns a kernel that indexes messages beyond their session.
pub async fn indexing() -> World {
    World::with(Overrides {
        index_messages: Some(true),
        ..Overrides::default()
    })
    .await
}

#[tokio::test]
async fn a_deleted_session_is_gone_and_can_be_brought_back() {
    let world = World::new().await;
    world.append(vec![said("a", 1, "saxophone")]).await;
    let deleted = world.ok(&worker(), delete()).await;
    assert_eq!(word(&world.refused(&worker(), get()).await), "not_found");
    assert_eq!(word(&world.refused(&worker(), delete()).await), "not_found");
    assert_eq!(
        word(&world.refused(&worker(), recover()).await),
        "forbidden"
    );
    world.ok(&person(), recover()).await;
    assert_eq!(ids(&world.get().await), ["a"]);
    assert_eq!(
        word(&world.refused(&person(), recover()).await),
        "not_deleted"
    );

    let again = world.ok(&worker(), delete()).await;
    assert_eq!(again.purge_at, deleted.purge_at);
    world.pass(7 * 24 * 3600 - 1);
    assert_eq!(sweep(&world).await.erase, None);
    world.pass(1);
    assert_eq!(word(&world.refused(&person(), recover()).await), "too_late");
    let until = sweep(&world).await.erase.unwrap();
    erase(&world, until).await;
    assert!(!kept(&world, "saxophone"));
    assert_eq!(sweep(&world).await, SessionSwept::default());
    assert_eq!(word(&world.refused(&person(), get()).await), "not_found");
    // Its id is free, also for others.
    let op = SessionPut {
        session: "s".into(),
        messages: vec![said("b", 2, "tuba")],
        ..SessionPut::default()
    };
    world.ok(&other(), op).await;
    assert_eq!(ids(&world.ok(&other(), get()).await), ["b"]);
    let then = SessionAt {
        session: "s".into(),
        version: 2,
        ..SessionAt::default()
    };
    assert_eq!(word(&world.refused(&other(), then).await), "gone");
}

#[tokio::test]
async fn an_id_is_used_again_while_what_was_deleted_waits() {
    let world = World::new().await;
    world.append(vec![said("a", 1, "saxophone")]).await;
    world.ok(&worker(), delete()).await;
    world.append(vec![said("b", 2, "tuba")]).await;
    assert_eq!(
        ids(&world.get().await),
        ["b"],
        "a deleted session stays deleted"
    );
    for version in 1..world.state().await.begun {
        let then = SessionAt {
            session: "s".into(),
            version,
            ..SessionAt::default()
        };
        let error = world.refused(&worker(), then).await;
        assert_eq!(word(&error), "not_found", "{version}: {error}");
    }
    for limit in [1, 50] {
        let mut op = SessionHistory {
            session: "s".into(),
            limit: Some(limit),
            ..SessionHistory::default()
        };
        let mut kinds = Vec::new();
        loop {
            let page = world.ok(&worker(), op.clone()).await;
            assert_eq!(page.total, Some(2));
            kinds.extend(page.items.into_iter().map(|fact| fact.kind));
            op.cursor = page.next_cursor;
            if op.cursor.is_none() {
                break;
            }
        }
        assert_eq!(kinds, ["messages_appended", "session_created"]);
    }
    assert_eq!(
        word(&world.refused(&person(), recover()).await),
        "not_deleted"
    );
    world.pass(7 * 24 * 3600);
    let until = sweep(&world).await.erase.unwrap();
    erase(&world, until).await;
    assert!(!kept(&world, "saxophone") && kept(&world, "tuba"));
    assert_eq!(ids(&world.get().await), ["b"]);
    let error = world
        .refused(
            &Actor::system(),
            SessionErase {
                session: key(),
                until: until + 1,
            },
        )
        .await;
    assert_eq!(word(&error), "not_due");
}

#[tokio::test]
async fn a_session_whose_id_was_used_again_comes_back_under_another_one() {
    let world = indexing().await;
    world.append(vec![said("a", 1, "saxophone")]).await;
    world.ok(&worker(), delete()).await;
    let first = world.state().await.version;
    world.append(vec![said("b", 2, "tuba")]).await;
    world.ok(&worker(), delete()).await;
    // The third life ends at once, without affecting earlier ones.
    let short = SessionPut {
        messages: vec![said("c", 3, "oboe")],
        ttl_seconds: Some(1),
        ..SessionPut::default()
    };
    world.put(short).await;
    let refused = world.refused(&person(), recover()).await;
    assert_eq!(word(&refused), "not_deleted");
    assert!(
        refused.detail.contains(&format!("version {first} until")),
        "{refused}"
    );
    let elsewhere = |new_id: &str, version| SessionRecover {
        new_id: Some(new_id.into()),
        version,
        ..recover()
    };
    let refused = world.refused(&worker(), elsewhere("t", None)).await;
    assert_eq!(word(&refused), "forbidden");
    let refused = world.refused(&person(), elsewhere("s", None)).await;
    assert_eq!(word(&refused), "exists");
    world.pass(1);
    let swept = sweep(&world).await;
    erase(&world, swept.erase.unwrap()).await;
    assert!(!kept(&world, "oboe"));
    let at = |session: &str| SessionGet {
        session: session.into(),
        ..SessionGet::default()
    };
    for (new_id, version, expected) in [("t", None, "b"), ("u", Some(first), "a")] {
        world.ok(&person(), elsewhere(new_id, version)).await;
        let view = world.ok(&worker(), at(new_id)).await;
        assert_eq!(ids(&view), [expected]);
        let core = crystal::messages(new_id);
        let (core, _) = world.hub.state::<Core>(&core).await.unwrap();
        assert_eq!(core.crystals.len(), 1);
        let refused = world.refused(&other(), at(new_id)).await;
        assert_eq!(word(&refused), "not_found");
    }
    world.pass(7 * 24 * 3600);
    let refused = world.refused(&person(), elsewhere("v", None)).await;
    assert_eq!(word(&refused), "not_deleted");
}

#[tokio::test]
async fn time_runs_out_exactly_and_every_write_sets_it_going_again() {
    let world = World::new().await;
    let put = || SessionPut {
        messages: vec![said("a", 1, "saxophone")],
        ttl_seconds: Some(60),
        ..SessionPut::default()
    };
    world.put(put()).await;
    world.pass(50);
    world.append(vec![said("b", 2, "x")]).await;
    world.pass(59);
    assert_eq!(world.get().await.messages.len(), 2);
    world.pass(1);
    assert_eq!(word(&world.refused(&worker(), get()).await), "not_found");
    let swept = sweep(&world).await;
    assert!(swept.expired);
    erase(&world, swept.erase.unwrap()).await;
    assert!(!kept(&world, "saxophone"));

    world.put(put()).await;
    world.pass(50);
    world.put(put()).await;
    world.pass(50);
    assert_eq!(
        world.get().await.messages.len(),
        1,
        "the same again is a write too"
    );
    // Expired but not swept, and written to: a new life begins.
    world.pass(60);
    world.append(vec![said("c", 3, "x")]).await;
    assert_eq!(ids(&world.get().await), ["c"]);
    assert_eq!(world.get().await.expires_at, None);
    assert!(sweep(&world).await.erase.is_some());
}

/// A tokenizer that counts words, and advances the clock if one of them is `slow`.
struct Slow(Arc<StillClock>);

impl Tokens for Slow {
    fn count_in(&self, encoding: Encoding, text: &str) -> u32 {
        if text.contains("slow") {
            self.0.now.fetch_add(60 * SECOND, Ordering::SeqCst);
        }
        Plain.count_in(encoding, text)
    }
}

#[tokio::test]
async fn time_that_runs_out_during_a_call_counts() {
    let clock = Arc::new(StillClock::default());
    let tokens = Arc::new(Slow(clock.clone()));
    let world = World::on(Overrides::default(), clock, tokens).await;
    let put = || SessionPut {
        messages: vec![said("a", 1, "saxophone")],
        data: json!({ "cart": 1 }).as_object().unwrap().clone(),
        ttl_seconds: Some(60),
        ..SessionPut::default()
    };
    // It was alive when the call arrived and expired before the decision: a new life begins with the call's content.
    world.put(put()).await;
    let written = world.append(vec![said("b", 2, "slow")]).await;
    assert_eq!(written.messages, 1);
    let view = world.get().await;
    assert_eq!((ids(&view), view.data.len()), (vec!["b"], 0));
    assert_eq!(view.expires_at, None);
    world.put(put()).await;
    let slow = SessionPut {
        messages: vec![said("c", 3, "slow")],
        ..put()
    };
    assert_eq!(
        world.put(slow).await.removed,
        0,
        "nothing is left to take away"
    );
    assert_eq!(ids(&world.get().await), ["c"]);
    // The erasure of earlier lives is pending.
    let swept = sweep(&world).await;
    erase(&world, swept.erase.unwrap()).await;
    assert!(!kept(&world, "saxophone"));
    assert_eq!(ids(&world.get().await), ["c"]);
    // A summary that was requested during its life arrives too late.
    let late = SessionSummarize {
        session: "s".into(),
        summary: Some("slow".into()),
        folded: vec!["c".into()],
        ..SessionSummarize::default()
    };
    assert_eq!(word(&world.refused(&worker(), late).await), "not_found");
}

#[tokio::test]
async fn what_ran_out_and_could_be_made_again_can_be_deleted() {
    let world = indexing().await;
    let put = SessionPut {
        messages: vec![said("a", 1, "saxophone")],
        ttl_seconds: Some(60),
        ..SessionPut::default()
    };
    world.put(put).await;
    world.pass(60);
    assert_eq!(word(&world.refused(&other(), delete()).await), "not_found");
    world.ok(&worker(), delete()).await;
    let core = crystal::messages("s");
    let (core, _) = world.hub.state::<Core>(&core).await.unwrap();
    assert!(core.crystals.is_empty());
    assert_eq!(word(&world.refused(&worker(), delete()).await), "not_found");
    assert_eq!(word(&world.refused(&worker(), get()).await), "not_found");
}

#[tokio::test]
async fn how_long_it_lasts_is_said_by_itself() {
    let world = World::new().await;
    let keep = |ttl_seconds| SessionKeep {
        session: "s".into(),
        ttl_seconds,
        ..SessionKeep::default()
    };
    assert_eq!(
        word(&world.refused(&worker(), keep(Some(60))).await),
        "not_found"
    );
    world.append(vec![said("a", 1, "saxophone")]).await;
    world.ok(&person(), keep(Some(60))).await;
    assert_eq!(ids(&world.get().await), ["a"], "all else stays");
    world.pass(59);
    world.ok(&person(), keep(Some(60))).await;
    world.pass(59);
    world.ok(&person(), keep(None)).await;
    assert_eq!(world.get().await.expires_at, None);
    let refused = world.refused(&worker(), keep(Some(0))).await;
    assert_eq!(word(&refused), "invalid");
}

#[tokio::test]
async fn what_goes_on_from_a_session_lasts_as_long_as_that_did() {
    for is_swept in [false, true] {
        let world = indexing().await;
        let put = |ttl_seconds| SessionPut {
            messages: vec![said("a", 1, "saxophone")],
            ttl_seconds,
            ..SessionPut::default()
        };
        world.put(put(Some(60))).await;
        world.pass(60);
        if is_swept {
            let swept = sweep(&world).await;
            erase(&world, swept.erase.unwrap()).await;
            assert!(!kept(&world, "saxophone"));
        }
        world.append(vec![said("b", 2, "x")]).await;
        assert_eq!(world.get().await.ttl_seconds, Some(60), "swept: {is_swept}");
        world.pass(59);
        assert!(world.state().await.lives(Time(START + 119 * SECOND)));
        world.pass(1);
        assert_eq!(word(&world.refused(&worker(), get()).await), "not_found");
        // A full write states it again.
        world.put(put(None)).await;
        assert_eq!(world.get().await.ttl_seconds, None, "swept: {is_swept}");
    }
}
