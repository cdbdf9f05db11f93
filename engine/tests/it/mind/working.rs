//! Minds during work: task outcomes trigger dreams, and a mind starts with the dream that is requested.

use engine::jobs::JobKind;
use engine::mind::facts::{DreamKept, MoodSignalled};
use engine::mind::mood::{Felt, Source};
use engine::mind::ops::mind_dream::MindDream;
use engine::mind::report::Counts;
use engine::mind::{Signal, stream};
use engine::workspace::ops::settings_set::SettingsSet;
use engine::workspace::settings::{DreamSources, Overrides};
use kernel::time::{MINUTE, Time};
use kernel::{Actor, Role};

use crate::mind::harness::{World, ada, mara};
use crate::mind::hub::Running;

/// Returns a weak signal, which never spikes, from the fact with that version.
fn weak(signal: Signal, version: u64, at: Time) -> Felt {
    Felt {
        signal,
        strength: 0.05,
        at,
        reason: None,
        source: Some(Source {
            stream: stream("elsewhere"),
            version,
        }),
    }
}

/// Returns a world in which `ada` had these signals, each from another fact.
fn world(signals: &[Signal]) -> World {
    let mut world = World::empty();
    let now = world.now;
    for (version, signal) in (1..).zip(signals) {
        let signals = vec![weak(*signal, version, now)];
        world.tell(MoodSignalled { signals });
    }
    world
}

#[test]
fn five_task_outcomes_lead_to_a_dream_and_four_do_not() {
    use Signal::{Achievement, Error, Reward, Urgency};
    for (signals, dreams) in [
        (&[Achievement, Achievement, Error, Achievement][..], false),
        (&[Achievement, Achievement, Error, Achievement, Error], true),
        // Praise and urgent messages are not outcomes.
        (&[Achievement, Achievement, Error, Error, Reward], false),
        (&[Achievement, Achievement, Error, Error, Urgency], false),
    ] {
        let mut world = world(signals);
        world.wait(119 * MINUTE);
        assert!(world.sweep(0).jobs.is_empty(), "not before two hours");
        world.wait(MINUTE);
        let jobs = world.sweep(0).jobs;
        assert_eq!(jobs.contains(&JobKind::Dream), dreams, "{signals:?}");
        world.check_folds();
    }
}

#[test]
fn outcomes_count_until_a_dream_is_kept() {
    let mut world = world(&[Signal::Achievement; 4]);
    assert_eq!(world.mind("ada").outcomes, 4);
    world.tell(DreamKept {
        number: 1,
        base: None,
        text: "d".into(),
        notes_until: 0,
        pointers: Vec::new(),
        guards: Vec::new(),
        changes: Vec::new(),
        did: Vec::new(),
        counts: Counts::default(),
        dreamer: "built-in".into(),
        note: None,
    });
    assert_eq!(world.mind("ada").outcomes, 0);
    // A manual signal is not the outcome of a task.
    let given = Felt {
        source: None,
        ..weak(Signal::Achievement, 9, world.now)
    };
    let signals = vec![given];
    world.tell(MoodSignalled { signals });
    assert_eq!(world.mind("ada").outcomes, 0);
    world.check_folds();
}

#[test]
fn outcomes_do_not_count_where_dreams_read_no_work() {
    let mut world = world(&[Signal::Achievement; 9]);
    let settings = Overrides {
        dream_sources: Some(DreamSources::Memories),
        ..Overrides::default()
    };
    let reset = Vec::new();
    let owner = Actor::new("olga", Role::Owner);
    world.ok(&owner, SettingsSet { settings, reset });
    world.wait(120 * MINUTE);
    assert!(world.sweep(0).jobs.is_empty());
}

#[tokio::test]
async fn a_mind_begins_with_the_dream_that_is_asked_for() {
    let running = Running::start().await;
    running.ok(&ada(), MindDream::default()).await;
    assert!(running.mind("ada").await.asked.is_some());
    let nobody = MindDream {
        agent: Some("nobody".into()),
    };
    let error = running.refused(&mara(), nobody).await;
    assert!(
        error.detail.contains("There is no agent nobody"),
        "{error:?}"
    );
}
