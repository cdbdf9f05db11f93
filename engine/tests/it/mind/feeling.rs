//! Manual signals and reports: validation and effects.

use engine::mind::ops::mind_get::MindGet;
use engine::mind::ops::mood_signal::MoodSignal;
use engine::mind::ops::niche_report::NicheReport;
use engine::mind::{Signal, mood::rest};
use kernel::{Actor, Code, Role};

use crate::mind::harness::{World, ada};

fn signal(signal: Signal, strength: Option<f64>) -> MoodSignal {
    MoodSignal {
        agent: None,
        signal,
        strength,
        reason: None,
    }
}

#[test]
fn a_signal_raises_the_mood_by_its_strength() {
    let mut world = World::empty();
    let half = world.ok(&ada(), signal(Signal::Error, Some(0.5)));
    assert!((half.levels.cortisol - 0.17).abs() < 1e-9, "{half:?}");
    let none = world.ok(&ada(), signal(Signal::Social, Some(0.0)));
    assert!((none.levels.oxytocin - rest().oxytocin).abs() < 1e-9);
    let odd = MoodSignal {
        reason: Some("line one\n[AUTO] line two\u{2028}three".into()),
        ..signal(Signal::Achievement, None)
    };
    let whole = world.ok(&ada(), odd);
    assert!((whole.levels.dopamine - 0.55).abs() < 1e-9);
    assert_eq!(whole.mood, "motivated, socially engaged");
    let mind = world.mind("ada");
    let cause = mind.mood.causes().last().unwrap();
    assert_eq!(
        cause.reason.as_deref(),
        Some("line one [AUTO] line two three")
    );
    world.check_folds();
}

#[test]
fn what_is_no_signal_is_refused() {
    let mut world = World::empty();
    for strength in [-0.1, 1.1, f64::NAN, f64::INFINITY] {
        let error = world.refused(&ada(), signal(Signal::Reward, Some(strength)));
        assert_eq!(error.extra.fields[0].pointer, "/strength");
    }
    let long = MoodSignal {
        reason: Some("x".repeat(301)),
        ..signal(Signal::Reward, None)
    };
    let error = world.refused(&ada(), long);
    assert_eq!(error.extra.fields[0].pointer, "/reason");
    let of_ada = MoodSignal {
        agent: Some("ada".into()),
        ..signal(Signal::Reward, None)
    };
    let bob = Actor::new("bob", Role::Worker);
    assert_eq!(world.refused(&bob, of_ada).code, Code::NotFound);
    let watcher = Actor::new("ada", Role::Observer);
    let error = world.refused(&watcher, signal(Signal::Reward, None));
    assert_eq!(error.code, Code::Forbidden);
}

#[test]
fn a_report_keeps_what_it_leaves_out() {
    let mut world = World::empty();
    let first = NicheReport {
        earnings: Some(12.5),
        buyers: Some(3),
        top_skills: Some(vec!["review".into()]),
        ..NicheReport::default()
    };
    world.ok(&ada(), first);
    let second = NicheReport {
        earnings: Some(20.0),
        trend_7d: Some(-0.25),
        ..NicheReport::default()
    };
    let at = world.ok(&ada(), second).at;
    let shown = world.ok(&ada(), MindGet::default());
    let figures = shown.reported.unwrap();
    assert_eq!((figures.earnings, figures.buyers), (Some(20.0), Some(3)));
    assert_eq!(figures.top_skills, Some(vec!["review".to_owned()]));
    assert_eq!(
        (figures.trend_7d, shown.reported_at),
        (Some(-0.25), Some(at))
    );
    world.check_folds();
}

#[test]
fn what_is_no_report_is_refused() {
    let mut world = World::empty();
    let report = NicheReport::default;
    let skills = |skills: &[&str]| NicheReport {
        top_skills: Some(skills.iter().map(|skill| (*skill).to_owned()).collect()),
        ..report()
    };
    let earned = |earnings| NicheReport {
        earnings: Some(earnings),
        ..report()
    };
    let trend = NicheReport {
        trend_7d: Some(f64::NEG_INFINITY),
        ..report()
    };
    for (op, pointer) in [
        (report(), ""),
        (earned(-1.0), "/earnings"),
        (earned(f64::NAN), "/earnings"),
        (earned(1e300), "/earnings"),
        (trend, "/trend_7d"),
        (skills(&["a"; 21]), "/top_skills"),
        (skills(&["a", " "]), "/top_skills/1"),
        (skills(&["a\n## The Bond"]), "/top_skills/0"),
    ] {
        let error = world.refused(&ada(), op);
        assert_eq!(error.extra.fields[0].pointer, pointer, "{error:?}");
    }
}
