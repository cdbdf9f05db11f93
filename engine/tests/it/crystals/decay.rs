//! Decay of crystals: lifecycle stages as a table, and laws of strength for any life at any time.

use engine::crystal::decay::{CrystalKind, Hold, Life, Lifecycle, NEVER, millionths};
use kernel::Time;
use kernel::time::DAY;
use proptest::prelude::*;

const BEGIN: Time = Time(1_800_000_000_000);

/// Returns a life with that importance and relevance, recalled `recalls` times, stored and last touched at the start.
fn life(importance: f64, kind: CrystalKind, recalls: u32) -> Life {
    Life {
        weight: millionths(importance * kind.relevance()),
        recalls,
        begun: BEGIN,
        touched: BEGIN,
        ..Life::default()
    }
}

fn after(days: i64) -> Time {
    BEGIN.plus(days * DAY)
}

#[test]
fn strength_follows_the_formula() {
    let felt = |valence: f64, life: Life| Life {
        feeling: millionths(valence),
        ..life
    };
    let table = [
        // importance × relevance × (1 − e^(−0.2(n+1))) × e^(−λΔt)
        (life(1.0, CrystalKind::Fact, 0), 0, 0.181_27),
        (life(1.0, CrystalKind::Fact, 4), 0, 0.632_12),
        (life(1.0, CrystalKind::Preference, 4), 0, 0.758_54),
        (life(1.0, CrystalKind::Goal, 4), 0, 0.758_54),
        (life(0.5, CrystalKind::Insight, 0), 0, 0.099_70),
        (life(0.5, CrystalKind::Skill, 0), 0, 0.090_63),
        (life(1.0, CrystalKind::Episode, 0), 0, 0.145_02),
        (life(0.0, CrystalKind::Fact, 9), 0, 0.0),
        // The half-life is about 16 days, and twice that for the strongest feeling.
        (life(1.0, CrystalKind::Fact, 4), 16, 0.316_7),
        (felt(1.0, life(1.0, CrystalKind::Fact, 4)), 32, 0.316_7),
        (felt(1.0, life(1.0, CrystalKind::Fact, 4)), 16, 0.447_4),
        // Strength on the first day is not below its start.
        (life(1.0, CrystalKind::Fact, 0), 1, 0.173_6),
    ];
    for (life, days, expected) in table {
        let strength = life.strength(after(days));
        assert!(
            (strength - expected).abs() < 1e-4,
            "{life:?} after {days} days: {strength}"
        );
    }
    let fresh = life(1.0, CrystalKind::Fact, 0);
    let late = Time(after(1).0 - 1);
    assert!((fresh.strength(late) - fresh.strength(BEGIN)).abs() < 1e-12);
}

#[test]
fn a_life_has_its_stages() {
    let held = |hold, life: Life| Life { hold, ..life };
    let fact = |importance, recalls| life(importance, CrystalKind::Fact, recalls);
    let seeded = |life: Life| Life {
        seeded: true,
        ..life
    };
    let ending = Life {
        expires_at: Some(after(3)),
        ..fact(1.0, 0)
    };
    let table = [
        (fact(1.0, 0), 0, Lifecycle::Generated),
        (fact(1.0, 0), 30, Lifecycle::Generated),
        (fact(1.0, 0), 60, Lifecycle::Archived),
        (fact(0.5, 0), 34, Lifecycle::Generated),
        (fact(0.5, 0), 36, Lifecycle::Archived),
        (fact(0.5, 3), 36, Lifecycle::Activated),
        (fact(1.0, 9), 0, Lifecycle::Consolidated),
        (fact(1.0, 9), 4, Lifecycle::Consolidated),
        (fact(1.0, 9), 5, Lifecycle::Activated),
        (fact(1.0, 9), 100, Lifecycle::Archived),
        // Seeded memories start as consolidated, and are recalled like others.
        (seeded(fact(0.75, 0)), 0, Lifecycle::Consolidated),
        (seeded(fact(0.75, 0)), 1, Lifecycle::Consolidated),
        (seeded(fact(0.75, 0)), 2, Lifecycle::Generated),
        (seeded(fact(0.75, 1)), 2, Lifecycle::Activated),
        (seeded(fact(0.6, 0)), 0, Lifecycle::Generated),
        // An unimportant memory is still found on its first day.
        (fact(0.0, 0), 0, Lifecycle::Generated),
        (fact(0.0, 0), 1, Lifecycle::Archived),
        (fact(0.05, 0), 1, Lifecycle::Archived),
        (held(Hold::Stays, fact(0.0, 0)), 9_999, Lifecycle::Generated),
        (held(Hold::Stays, fact(0.1, 1)), 9_999, Lifecycle::Activated),
        (
            held(Hold::Stays, fact(1.0, 9)),
            9_999,
            Lifecycle::Consolidated,
        ),
        (held(Hold::Frozen, fact(1.0, 9)), 9_999, Lifecycle::Frozen),
        (held(Hold::Frozen, fact(0.0, 0)), 0, Lifecycle::Frozen),
        (held(Hold::Merged, fact(1.0, 9)), 0, Lifecycle::Archived),
        (ending, 2, Lifecycle::Generated),
        (ending, 3, Lifecycle::Expired),
        (held(Hold::Frozen, ending), 3, Lifecycle::Expired),
        (held(Hold::Merged, ending), 3, Lifecycle::Expired),
    ];
    for (life, days, expected) in table {
        assert_eq!(
            life.lifecycle(after(days)),
            expected,
            "{life:?} after {days} days"
        );
    }
}

fn hold() -> impl Strategy<Value = Hold> {
    prop_oneof![
        4 => Just(Hold::Fades),
        1 => Just(Hold::Stays),
        1 => Just(Hold::Frozen),
        1 => Just(Hold::Merged),
    ]
}

prop_compose! {
    fn any_life()(
        weight in 0..2_000_000_u32,
        feeling in 0..=1_000_000_u32,
        touched in 0..1_000 * DAY,
        recalls in prop_oneof![0..20_u32, any::<u32>()],
        seeded in any::<bool>(),
        hold in hold(),
        expires in proptest::option::of(0..2_000 * DAY),
    ) -> Life {
        Life {
            weight,
            feeling,
            begun: BEGIN,
            touched: BEGIN.plus(touched),
            recalls,
            seeded,
            hold,
            expires_at: expires.map(|after| BEGIN.plus(after)),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn strength_is_never_negative_and_never_grows(life in any_life(), one in 0..4_000 * DAY, more in 0..4_000 * DAY) {
        let (now, later) = (BEGIN.plus(one), BEGIN.plus(one + more));
        let (before, after) = (life.strength(now), life.strength(later));
        prop_assert!(after >= 0.0 && after.is_finite());
        prop_assert!(after <= before, "{} then {}", before, after);
        if life.hold == Hold::Stays || life.hold == Hold::Frozen {
            prop_assert_eq!(before.to_bits(), after.to_bits());
        }
    }

    #[test]
    fn on_its_first_day_nothing_is_below_its_start(life in any_life(), since in 0..DAY) {
        let start = Life { recalls: 0, touched: BEGIN, ..life }.strength(BEGIN);
        prop_assert!(life.strength(BEGIN.plus(since)) >= start);
        if life.hold != Hold::Merged && life.expires_at.is_none() {
            prop_assert_ne!(life.lifecycle(BEGIN.plus(since)), Lifecycle::Archived);
        }
    }

    #[test]
    fn the_moments_that_are_stored_say_what_strength_says(life in any_life()) {
        let life = Life { hold: Hold::Fades, expires_at: None, ..life };
        let archived = life.archives_at().unwrap_or(NEVER);
        prop_assert!(life.strength(archived.plus(1)) < 0.02 + 1e-9);
        prop_assert_eq!(life.lifecycle(archived), Lifecycle::Archived);
        prop_assert_ne!(life.lifecycle(Time(archived.0 - 1)), Lifecycle::Archived);
        if let Some(until) = life.consolidation_end() {
            prop_assert!(life.strength(Time(until.0 - 1).max(life.touched)) >= 0.7 - 1e-6);
            prop_assert!(life.strength(until.plus(1).max(BEGIN.plus(DAY))) < 0.7 + 1e-6);
        }
    }

    #[test]
    fn a_recall_never_weakens(life in any_life(), at in 0..2_000 * DAY) {
        let now = BEGIN.plus(at).max(life.touched);
        let again = Life { touched: now, recalls: life.recalls.saturating_add(1), ..life };
        prop_assert!(again.strength(now) >= life.strength(now) - 1e-12);
        prop_assert!(again.archives_at() >= life.archives_at());
    }
}
