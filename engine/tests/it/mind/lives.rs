//! A deleted mind rejects writes, can be restored, and starts over once it is erased.

use engine::mind::facts::{MindDeleted, MindRestored, MoodSignalled};
use engine::mind::ops::mind_get::MindGet;
use engine::mind::{Mind, Signal, stream};
use kernel::memory::{DELETED, Memory as _};
use kernel::time::DAY;
use kernel::{Code, Fact};

use crate::mind::harness::{World, ada, felt, note};

#[test]
fn a_deleted_mind_is_hidden_until_it_comes_back() {
    let mut world = World::empty();
    world.ok(&ada(), note("a"));
    let purge_at = world.now.plus(7 * DAY);
    world.tell(MindDeleted { purge_at });
    assert_eq!(
        world.refused(&ada(), MindGet::default()).code,
        Code::NotFound
    );
    let error = world.refused(&ada(), note("b"));
    assert_eq!(error.extra.reason.as_deref(), Some("deleted"));
    let entry = world.mind("ada").entry(&stream("ada")).unwrap();
    assert_eq!(
        (entry.status.as_str(), entry.due),
        (DELETED, Some(purge_at))
    );
    assert_eq!(world.sweep(0).erase, None, "not before its time");
    world.tell(MindRestored {});
    let back = world.ok(&ada(), MindGet::default());
    assert_eq!(back.notes.len(), 1);
    assert!(
        back.scratch.ends_with("(importance: 0.7) a\n"),
        "{}",
        back.scratch
    );
    world.tell(MindDeleted { purge_at });
    world.now = purge_at;
    assert_eq!(world.sweep(0).erase, Some(4));
    world.check_folds();
}

#[test]
fn what_is_erased_leaves_a_mind_that_begins_anew() {
    let mut world = World::empty();
    world.ok(&ada(), note("a"));
    let now = world.now;
    let signals = vec![felt(Signal::Social, now)];
    world.tell(MoodSignalled { signals });
    world.tell(MindDeleted { purge_at: now });
    let redacted = |fact: Fact| Fact {
        kind: "redacted".into(),
        schema: 0,
        ..fact
    };
    let mut mind = Mind::default();
    for fact in world.facts_of(&stream("ada")) {
        mind.apply_fact(&redacted(fact));
    }
    assert_eq!(mind.version, 3);
    assert!(!mind.exists() && mind.entry(&stream("ada")).is_none());
    assert_eq!((mind.due(), mind.notes.len()), (None, 0));
}
