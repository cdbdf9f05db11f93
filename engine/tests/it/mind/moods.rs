//! Moods: raised by signals, decaying, with spikes, and described in words.

use engine::mind::mood::{Felt, Mood, SPIKE, rest, words};
use engine::mind::{Hormone, Levels, Signal};
use kernel::time::{DAY, HOUR, MINUTE, Time};
use proptest::prelude::*;

use crate::mind::harness::felt;

const NOW: Time = Time(1_800_000_000_000);

fn near(found: f64, expected: f64) -> bool {
    (found - expected).abs() < 1e-9
}

#[test]
fn a_mood_rests_where_it_was_told_to() {
    let mood = Mood::default();
    let levels = mood.at(NOW);
    assert!(near(levels.dopamine, 0.15) && near(levels.cortisol, 0.02));
    assert!(near(levels.oxytocin, 0.20));
    assert_eq!(mood.words(NOW), "calm");
    assert_eq!(mood.due(), None, "a mood at rest is not due for ever");
}

#[test]
fn every_signal_raises_what_it_should() {
    let table = [
        (Signal::Reward, [0.45, 0.02, 0.20]),
        (Signal::Error, [0.15, 0.32, 0.20]),
        (Signal::Social, [0.15, 0.02, 0.50]),
        (Signal::Achievement, [0.55, 0.02, 0.40]),
        (Signal::Urgency, [0.15, 0.42, 0.20]),
    ];
    assert_eq!(table.len(), Signal::ALL.len());
    for (signal, expected) in table {
        let mut mood = Mood::default();
        mood.feel(&felt(signal, NOW));
        let levels = mood.at(NOW);
        let found = Hormone::ALL.map(|hormone| hormone.of(&levels));
        for (found, expected) in found.into_iter().zip(expected) {
            assert!(
                near(found, expected),
                "{signal:?}: {found} and not {expected}"
            );
        }
    }
}

#[test]
fn half_of_what_was_raised_is_gone_after_a_half_life() {
    for (signal, hormone, minutes) in [
        (Signal::Reward, Hormone::Dopamine, 30),
        (Signal::Error, Hormone::Cortisol, 60),
        (Signal::Social, Hormone::Oxytocin, 45),
    ] {
        let mut mood = Mood::default();
        mood.feel(&felt(signal, NOW));
        let raised = |at| hormone.of(&mood.at(at)) - hormone.baseline();
        let begin = raised(NOW);
        for (times, share) in [(0, 1.0), (1, 0.5), (2, 0.25), (4, 0.0625)] {
            let at = NOW.plus(times * minutes * MINUTE);
            assert!(near(raised(at), begin * share), "{hormone:?} after {times}");
        }
    }
}

#[test]
fn a_weak_signal_raises_less() {
    let mut mood = Mood::default();
    let weak = Felt {
        strength: 0.5,
        ..felt(Signal::Urgency, NOW)
    };
    mood.feel(&weak);
    assert!(near(mood.at(NOW).cortisol, 0.22));
}

#[test]
fn one_spike_is_one_however_long_it_lasts() {
    let mut mood = Mood::default();
    mood.feel(&felt(Signal::Achievement, NOW));
    assert!(mood.spikes.is_empty(), "0.55 is no spike");
    mood.feel(&felt(Signal::Achievement, NOW.plus(1)));
    mood.feel(&felt(Signal::Reward, NOW.plus(2)));
    let spikes = mood.spikes.clone();
    assert_eq!(spikes.len(), 1);
    assert_eq!(spikes[0].hormone, Hormone::Dopamine);
    assert!(near(spikes[0].peak, 1.0));
    assert_eq!(mood.due(), Some(NOW.plus(30 * MINUTE)));
    mood.consolidate();
    assert_eq!((mood.spikes.len(), mood.due()), (0, None));
    // Still above the threshold: a further signal belongs to the recorded spike.
    mood.feel(&felt(Signal::Reward, NOW.plus(3)));
    assert!(mood.at(NOW.plus(3)).dopamine > SPIKE && mood.spikes.is_empty());
    // After it has decayed, the next rise is another spike.
    let later = NOW.plus(2 * HOUR);
    mood.feel(&felt(Signal::Achievement, later));
    mood.feel(&felt(Signal::Achievement, later.plus(1)));
    assert_eq!(mood.spikes.len(), 1);
}

#[test]
fn moods_have_words() {
    let levels = |dopamine, cortisol, oxytocin| Levels {
        dopamine,
        cortisol,
        oxytocin,
    };
    for (levels, said) in [
        (rest(), "calm"),
        (levels(0.58, 0.21, 0.44), "motivated, socially engaged"),
        (levels(0.9, 0.02, 0.2), "elated"),
        (levels(0.15, 0.42, 0.2), "tense"),
        (levels(0.15, 0.8, 0.2), "under pressure"),
        (levels(0.15, 0.02, 0.8), "closely bonded"),
        (levels(0.5, 0.5, 0.5), "motivated, tense, socially engaged"),
    ] {
        assert_eq!(words(&levels), said);
    }
}

#[test]
fn the_course_shows_a_day_and_no_more() {
    let mut mood = Mood::default();
    assert_eq!(mood.course(NOW).len(), 49, "every half hour of a day");
    mood.feel(&felt(Signal::Achievement, NOW.plus(-2 * DAY)));
    mood.feel(&felt(Signal::Error, NOW.plus(-DAY - HOUR)));
    mood.feel(&felt(Signal::Urgency, NOW.plus(-90 * MINUTE - 1)));
    let course = mood.course(NOW);
    assert_eq!(course.first().unwrap().at, NOW.plus(-DAY));
    assert_eq!(course.last().unwrap().at, NOW);
    assert!(course.is_sorted_by_key(|point| point.at));
    // At the start of the day, earlier signals have partly decayed.
    let begin = course[0].levels.cortisol;
    assert!(begin > 0.15 && begin < 0.17, "{begin}");
    let before = course
        .iter()
        .rfind(|point| point.at < NOW.plus(-90 * MINUTE - 1));
    let after = course
        .iter()
        .find(|point| point.at >= NOW.plus(-90 * MINUTE - 1));
    let rise = after.unwrap().levels.cortisol - before.unwrap().levels.cortisol;
    assert!((rise - 0.4).abs() < 1e-6, "{rise}");
}

fn signals() -> impl Strategy<Value = Vec<(usize, f64, i64)>> {
    prop::collection::vec((0..5_usize, -1.0..2.0_f64, -HOUR..HOUR), 0..400)
}

proptest! {
    #[test]
    fn whatever_happens_levels_stay_levels(signals in signals()) {
        let mut mood = Mood::default();
        let mut at = NOW;
        for (signal, strength, passed) in signals {
            at = at.plus(passed);
            mood.feel(&Felt { strength, ..felt(Signal::ALL[signal], at) });
            for moment in [at, at.plus(HOUR), at.plus(365 * DAY)] {
                let levels = mood.at(moment);
                for hormone in Hormone::ALL {
                    let level = hormone.of(&levels);
                    prop_assert!((0.0..=1.0).contains(&level), "{hormone:?} {level}");
                }
            }
            prop_assert!(mood.course(at).len() < 1_000);
        }
        let stored = serde_json::to_string(&mood).unwrap();
        prop_assert_eq!(serde_json::from_str::<Mood>(&stored).unwrap(), mood);
    }
}
