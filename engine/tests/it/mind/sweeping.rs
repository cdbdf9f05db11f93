//! Sweeps of minds: spikes are recorded, and dreams are triggered if there is enough input.

use engine::jobs::{ATTEMPTS, JobFailed, JobKind, JobTaken};
use engine::mind::facts::{
    AskedBy, DreamAsked, DreamKept, DreamRefused, MoodSignalled, PointersChecked,
};
use engine::mind::pointer::{Pointer, PointerChange};
use engine::mind::report::{Counts, DreamStatus};
use engine::mind::{Signal, stream};
use engine::work::ops::job_take::JobTake;
use engine::workspace::ops::settings_set::SettingsSet;
use engine::workspace::settings::Overrides;
use kernel::time::{DAY, HOUR, MINUTE};
use kernel::{Actor, Role};

use crate::mind::harness::{World, ada, felt, note};

fn kept(number: u32, text: &str, notes_until: u64) -> DreamKept {
    DreamKept {
        number,
        base: None,
        text: text.into(),
        notes_until,
        pointers: Vec::new(),
        guards: Vec::new(),
        changes: Vec::new(),
        did: Vec::new(),
        counts: Counts::default(),
        dreamer: "built-in".into(),
        note: None,
    }
}

fn refused() -> DreamRefused {
    DreamRefused {
        base: None,
        draft: "d".into(),
        guards: Vec::new(),
        counts: Counts::default(),
        dreamer: "built-in".into(),
        note: None,
    }
}

fn set(world: &mut World, settings: Overrides) {
    let owner = Actor::new("mara", Role::Owner);
    let reset = Vec::new();
    world.ok(&owner, SettingsSet { settings, reset });
}

fn signal(world: &mut World, signals: &[Signal]) {
    let now = world.now;
    let signals = signals.iter().map(|signal| felt(*signal, now)).collect();
    world.tell(MoodSignalled { signals });
}

#[test]
fn a_spike_is_noted_once_and_a_mind_at_rest_is_not_due() {
    let mut world = World::empty();
    signal(
        &mut world,
        &[Signal::Achievement, Signal::Achievement, Signal::Urgency],
    );
    let due = world.mind("ada").due().unwrap();
    assert_eq!(due, world.now.plus(30 * MINUTE));
    world.sweep(0);
    assert!(world.mind("ada").notes.is_empty(), "not before its time");
    world.now = due;
    world.sweep(0);
    let mind = world.mind("ada");
    let notes: Vec<String> = mind.notes.values().map(|note| note.line()).collect();
    assert_eq!(notes.len(), 1, "{notes:?}");
    assert!(notes[0].contains("(importance: 0.8) [AUTO] Mood: dopamine peaked at 0.95"));
    assert!(
        mind.notes
            .values()
            .all(|note| note.auto && note.is_own("ada"))
    );
    assert_eq!(world.core("ada").crystals.len(), 1);
    world.wait(30 * MINUTE);
    world.sweep(0);
    assert_eq!(world.mind("ada").notes.len(), 1, "once for each spike");
    // The check after the interval finds too little, so nothing is due.
    world.now = world.mind("ada").due().unwrap();
    assert!(world.sweep(0).jobs.is_empty());
    assert_eq!(world.mind("ada").due(), None);
    world.check_folds();
}

#[test]
fn a_calm_mood_is_consolidated_without_a_note() {
    let mut world = World::empty();
    signal(&mut world, &[Signal::Reward]);
    world.wait(30 * MINUTE);
    world.sweep(0);
    let mind = world.mind("ada");
    assert!(mind.notes.is_empty() && mind.mood.due().is_none());
}

#[test]
fn a_mind_dreams_when_there_is_enough_and_its_time_has_come() {
    for (notes, memories, dreams) in [
        (4, 0, false),
        (5, 0, true),
        (0, 5, true),
        (2, 3, true),
        (1, 3, false),
    ] {
        let mut world = World::empty();
        for at in 0..notes {
            world.ok(&ada(), note(&format!("note {at}")));
        }
        if notes == 0 {
            signal(&mut world, &[Signal::Social]);
        }
        world.wait(119 * MINUTE);
        assert!(
            world.sweep(memories).jobs.is_empty(),
            "not before two hours"
        );
        world.wait(MINUTE);
        let jobs = world.sweep(memories).jobs;
        assert_eq!(jobs == [JobKind::Dream], dreams, "{notes} and {memories}");
        assert_eq!(world.mind("ada").asked.is_some(), dreams);
        assert_eq!(world.mind("ada").due().is_some(), dreams);
        world.check_folds();
    }
}

#[test]
fn settings_say_whether_and_how_often() {
    let mut world = World::empty();
    let off = Overrides {
        dream_enabled: Some(false),
        dream_min_notes: Some(1),
        ..Overrides::default()
    };
    set(&mut world, off);
    world.ok(&ada(), note("a"));
    world.wait(3 * HOUR);
    assert!(world.sweep(0).jobs.is_empty());
    assert_eq!(world.mind("ada").due(), None);
    let on = Overrides {
        dream_enabled: Some(true),
        dream_interval_minutes: Some(600),
        ..Overrides::default()
    };
    set(&mut world, on);
    world.ok(&ada(), note("b"));
    world.wait(2 * HOUR);
    assert!(world.sweep(0).jobs.is_empty(), "it looks every ten hours");
    world.wait(8 * HOUR);
    assert_eq!(world.sweep(0).jobs, [JobKind::Dream]);
    world.tell(kept(1, "x", 1));
    assert_eq!(world.mind("ada").due(), Some(world.now.plus(10 * HOUR)));
}

#[test]
fn a_mind_looks_as_often_as_settings_say_from_its_beginning() {
    let mut world = World::empty();
    let every = |minutes| Overrides {
        dream_interval_minutes: Some(minutes),
        ..Overrides::default()
    };
    set(&mut world, every(5));
    world.ok(&ada(), note("a"));
    assert_eq!(world.mind("ada").due(), Some(world.now.plus(5 * MINUTE)));
    // The planned check is moved, and nothing is recorded without a change.
    set(&mut world, every(30));
    world.ok(&ada(), note("b"));
    assert_eq!(world.mind("ada").due(), Some(world.now.plus(30 * MINUTE)));
    let version = world.mind("ada").version;
    world.ok(&ada(), note("c"));
    assert_eq!(world.mind("ada").version, version + 1);
    world.check_folds();
}

#[test]
fn notes_that_come_during_a_dream_wait_for_the_next() {
    let mut world = World::empty();
    for at in 0..3 {
        world.ok(&ada(), note(&format!("note {at}")));
    }
    let until = world.mind("ada").version;
    world.tell(DreamAsked { by: AskedBy::Hand });
    let late = world.ok(&ada(), note("late"));
    world.tell(kept(1, "# One", until));
    let mind = world.mind("ada");
    let left: Vec<u64> = mind.notes.keys().copied().collect();
    assert_eq!(left, [late.note]);
    assert_eq!(mind.note_bytes, 4);
    assert_eq!((mind.number(), mind.text()), (1, "# One"));
    assert!(mind.asked.is_none());
    assert_eq!(mind.due(), Some(world.now.plus(2 * HOUR)));
    // Its content is kept as memories, whole.
    assert_eq!(world.core("ada").crystals.len(), 4);
    world.check_folds();
}

#[test]
fn a_refused_dream_leaves_all_as_it_was() {
    let mut world = World::empty();
    world.ok(&ada(), note("a"));
    world.tell(kept(1, "# One", 0));
    world.tell(DreamAsked { by: AskedBy::Hand });
    world.tell(refused());
    let mind = world.mind("ada");
    assert_eq!(
        (mind.number(), mind.text(), mind.notes.len()),
        (1, "# One", 1)
    );
    let last = mind.dreams.last().unwrap();
    assert_eq!((last.status, last.number), (DreamStatus::Refused, None));
    assert_eq!(mind.due(), Some(world.now.plus(2 * HOUR)));
    world.check_folds();
}

#[test]
fn a_dream_that_is_given_up_is_not_wanted_any_more() {
    let mut world = World::empty();
    world.ok(&ada(), note("a"));
    world.tell(DreamAsked { by: AskedBy::Hand });
    let until = world.now.plus(MINUTE);
    world.tell(JobTaken {
        job: JobKind::Dream,
        by: "here/1".into(),
        until,
        attempt: 8,
    });
    world.tell(JobFailed {
        job: JobKind::Dream,
        error: "it hangs".into(),
        retry_at: None,
    });
    let mind = world.mind("ada");
    assert_eq!(mind.dreams.last().unwrap().status, DreamStatus::Failed);
    assert!(mind.asked.is_none());
    assert_eq!(mind.due(), Some(world.now.plus(2 * HOUR)));
    // A new request retries it.
    world.tell(DreamAsked { by: AskedBy::Hand });
    assert_eq!(world.mind("ada").due(), Some(world.now));
    world.check_folds();
}

#[test]
fn pointers_are_tried_every_week() {
    let mut world = World::empty();
    let pointer = Pointer {
        topic: "CORS".into(),
        keywords: "CORS preflight".into(),
        source: "c1".into(),
        of_bond: false,
    };
    world.tell(DreamKept {
        pointers: vec![pointer.clone()],
        ..kept(1, &pointer.line(), 0)
    });
    assert_eq!(world.mind("ada").due(), Some(world.now.plus(7 * DAY)));
    world.wait(7 * DAY);
    assert_eq!(world.sweep(0).jobs, [JobKind::Pointers]);
    world.tell(PointersChecked {
        changes: vec![PointerChange {
            topic: pointer.topic,
            keywords: pointer.keywords,
            now: None,
        }],
        pointers: Vec::new(),
        number: Some(2),
        text: Some("# Nothing".into()),
    });
    let mind = world.mind("ada");
    assert_eq!(
        (mind.number(), mind.text(), mind.due()),
        (2, "# Nothing", None)
    );
    world.check_folds();
}

#[test]
fn a_dream_that_ends_whoever_dreams_it_is_given_up_too() {
    let mut world = World::empty();
    world.ok(&ada(), note("a"));
    world.tell(DreamAsked { by: AskedBy::Hand });
    for attempt in 1..=ATTEMPTS + 1 {
        let take = JobTake {
            stream: stream("ada"),
            job: JobKind::Dream,
            by: format!("here/{attempt}").into(),
        };
        let held = world.ok(&Actor::system(), take).held;
        assert_eq!(held.is_some(), attempt <= ATTEMPTS, "{attempt}");
    }
    let mind = world.mind("ada");
    assert_eq!(mind.dreams.last().unwrap().status, DreamStatus::Failed);
    assert!(mind.asked.is_none());
    // A new request retries it, once.
    world.tell(DreamAsked { by: AskedBy::Hand });
    let take = JobTake {
        stream: stream("ada"),
        job: JobKind::Dream,
        by: "here/99".into(),
    };
    assert!(world.ok(&Actor::system(), take).held.is_some());
}
