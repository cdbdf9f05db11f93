//! Time through jumps of the system's clock, with hands that are set.

use std::sync::atomic::{AtomicI64, Ordering};

use kernel::time::{HOUR, MINUTE, SECOND};
use proptest::prelude::*;

use super::*;

const NOON: i64 = 1_700_000_000_000;
const DAY: i64 = 24 * HOUR;

/// Hands in milliseconds.
#[derive(Debug)]
struct Set {
    system: AtomicI64,
    steady: AtomicI64,
}

impl Hands for Set {
    fn system(&self) -> Duration {
        let at = self.system.load(Ordering::Relaxed);
        Duration::from_millis(u64::try_from(at).unwrap_or(0))
    }
    fn steady(&self) -> Duration {
        let at = self.steady.load(Ordering::Relaxed);
        Duration::from_millis(u64::try_from(at).unwrap_or(0))
    }
}

type Tested = SystemClock<Set>;

fn clock() -> Tested {
    SystemClock::new(Set {
        system: AtomicI64::new(NOON),
        steady: AtomicI64::new(5000),
    })
}

impl Tested {
    /// Somebody sets the system's clock.
    fn set(&self, by: i64) {
        self.hands.system.fetch_add(by, Ordering::Relaxed);
    }

    /// Time passes, and is looked at every second of it.
    fn pass(&self, time: i64) {
        let mut left = time;
        while left > 0 {
            let step = left.min(SECOND);
            self.hands.system.fetch_add(step, Ordering::Relaxed);
            self.hands.steady.fetch_add(step, Ordering::Relaxed);
            self.now();
            left -= step;
        }
    }

    fn since(&self, then: Time) -> i64 {
        self.now().since(then)
    }
}

#[test]
fn ids_sort_in_the_order_they_were_made() {
    let clock = SystemClock::default();
    let ids: Vec<_> = (0..10_000).map(|_| clock.id()).collect();
    assert!(ids.windows(2).all(|pair| pair[0] < pair[1]));
}

#[test]
fn leases_neither_freeze_nor_run_out_when_the_clock_is_set() {
    for set in [
        -10 * DAY,
        -3 * HOUR,
        -10 * MINUTE,
        -5 * SECOND,
        5 * SECOND,
        10 * MINUTE,
        3 * HOUR,
        10 * DAY,
    ] {
        let clock = clock();
        let given = clock.now();
        clock.pass(MINUTE);
        clock.set(set);
        assert_eq!(clock.since(given), MINUTE, "nothing leaps: {set}");
        clock.pass(3 * MINUTE);
        let lasted = clock.since(given);
        assert!(lasted < 5 * MINUTE, "four minutes are {lasted} after {set}");
        clock.pass(2 * MINUTE);
        let lasted = clock.since(given);
        assert!(lasted > 5 * MINUTE, "six minutes are {lasted} after {set}");
    }
}

#[test]
fn time_comes_near_the_systems_again() {
    for (set, within) in [
        (3 * HOUR, 24 * HOUR + MINUTE),
        (-3 * HOUR, 24 * HOUR + MINUTE),
        (500, SECOND),
        (-500, 4 * SECOND + SECOND),
    ] {
        let clock = clock();
        clock.set(set);
        clock.pass(within);
        assert_eq!(clock.now(), Time(NOON + set + within), "{set}");
    }
}

#[test]
fn a_jump_is_told_once_and_a_drift_is_none() {
    let clock = clock();
    clock.pass(MINUTE);
    for drift in [300, -300, 900, -900] {
        clock.set(drift);
        clock.pass(MINUTE);
    }
    assert_eq!(clock.jumps(), 0);
    for (jumps, set) in [(1, HOUR), (2, -HOUR), (3, -DAY), (4, DAY)] {
        clock.set(set);
        clock.pass(10 * MINUTE);
        assert_eq!(clock.jumps(), jumps, "{set}");
    }
}

#[test]
fn a_machine_that_slept_let_time_pass() {
    let clock = clock();
    let before = clock.now();
    clock.hands.system.fetch_add(8 * HOUR, Ordering::Relaxed);
    clock.hands.steady.fetch_add(8 * HOUR, Ordering::Relaxed);
    assert_eq!((clock.since(before), clock.jumps()), (8 * HOUR, 0));
}

#[test]
fn nothing_is_dated_before_what_was_written_last() {
    let clock = clock();
    let last = Time(NOON + 3 * HOUR);
    clock.not_before(last);
    assert_eq!(clock.now(), last);
    clock.pass(MINUTE);
    let went = clock.since(last);
    assert!((MINUTE / 2..MINUTE).contains(&went), "{went}");
    clock.not_before(Time(NOON));
    assert_eq!(clock.since(last), went, "what is past changes nothing");
    clock.pass(25 * HOUR);
    assert_eq!(clock.now(), Time(NOON + MINUTE + 25 * HOUR));
}

proptest! {
    #[test]
    fn time_never_goes_back_and_never_stands_still(
        steps in prop::collection::vec((0..3 * MINUTE, -2 * DAY..2 * DAY, any::<bool>()), 1..40)
    ) {
        let clock = clock();
        for (pass, set, is_set) in steps {
            if is_set {
                clock.set(set);
            }
            let (before, id) = (clock.now(), clock.id());
            clock.pass(pass);
            let went = clock.since(before);
            prop_assert!(went >= pass - pass / 8 - 1, "{went} of {pass}");
            prop_assert!(went <= pass + pass / 8 + SECOND + 1, "{went} of {pass}");
            prop_assert!(id < clock.id());
        }
    }
}

#[test]
fn a_clock_may_be_a_leap_year_ahead_of_the_last_fact() {
    let last = Time(1_700_000_000_000);
    let days = 31_622_400_000;
    for (now, ahead) in [
        (last.0 + days, None),
        (last.0 + days + 1, Some(366)),
        (last.0 + 30 * days, Some(10_980)),
        // If it is behind the last fact, time continues from that fact.
        (last.0 - 30 * days, None),
    ] {
        assert_eq!(Ahead::of(last, Time(now)).map(Ahead::days), ahead, "{now}");
    }
    assert_eq!(
        Ahead::of(Time(0), last),
        None,
        "an empty log has no last fact"
    );
}

impl Tested {
    /// Asks the other clock, which takes a while.
    fn ask(&self, other: i64, takes: i64) {
        let asked = self.steady();
        self.pass(takes);
        self.align(asked, Time(other));
    }
}

#[test]
fn another_clock_is_followed_in_place_of_the_systems() {
    for lead in [-30 * SECOND, -500, 500, 30 * SECOND] {
        let clock = clock();
        // It showed its time in the middle.
        clock.ask(NOON + lead + 10, 20);
        assert_eq!(clock.now(), Time(NOON + lead + 20), "{lead}");
        clock.pass(HOUR);
        assert_eq!(clock.now(), Time(NOON + lead + 20 + HOUR), "{lead}");
        assert_eq!(clock.jumps(), 0);
    }
}

#[test]
fn a_lead_changes_by_more_than_the_noise_of_the_question() {
    for (change, takes, moves) in [
        (100, 0, 0),
        (101, 0, 101),
        (-101, 0, -101),
        // The other clock showed its time fifty milliseconds ago.
        (250, 100, 0),
        (251, 100, 201),
    ] {
        let clock = clock();
        clock.ask(NOON, 0);
        clock.ask(NOON + change, takes);
        clock.pass(MINUTE);
        assert_eq!(
            clock.now(),
            Time(NOON + MINUTE + takes + moves),
            "{change} {takes}"
        );
    }
}

#[test]
fn a_system_clock_that_is_set_does_not_matter_where_another_one_is_followed() {
    for set in [-3 * HOUR, 3 * HOUR] {
        let clock = clock();
        clock.ask(NOON, 0);
        clock.set(set);
        clock.pass(SECOND);
        clock.ask(NOON + SECOND, 0);
        // Meanwhile it came nearer by an eighth.
        clock.pass(9 * SECOND);
        assert_eq!(clock.now(), Time(NOON + 10 * SECOND), "{set}");
        assert_eq!(clock.jumps(), 1);
    }
}
