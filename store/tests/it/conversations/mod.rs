//! Retention in conversations after repeated folding: conversations of many kinds, with noise between the facts, at
//! several windows, through the operations for sessions. The ones under `held_out` were written before the writer was
//! tuned on the others, and nothing is tuned on them.

#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

mod harness;
mod noise;
mod talk;

use crate::conversations::harness::World;
use crate::conversations::talk::{Figures, Talk};

const WINDOWS: [u32; 3] = [2_000, 4_000, 6_000];

const TUNED: [(&str, &str); 9] = [
    ("coding", include_str!("tuned/coding.txt")),
    ("travel", include_str!("tuned/travel.txt")),
    ("support", include_str!("tuned/support.txt")),
    ("incident", include_str!("tuned/incident.txt")),
    ("projekt", include_str!("tuned/projekt.txt")),
    ("science", include_str!("tuned/science.txt")),
    ("wedding", include_str!("tuned/wedding.txt")),
    ("umzug", include_str!("tuned/umzug.txt")),
    ("audit", include_str!("tuned/audit.txt")),
];
const HELD_OUT: [(&str, &str); 3] = [
    ("studio", include_str!("held_out/studio.txt")),
    ("coaching", include_str!("held_out/coaching.txt")),
    ("kanzlei", include_str!("held_out/kanzlei.txt")),
];

/// Folds each conversation at each window; returns the total retention, and that of the worst one.
async fn fold(texts: &[(&str, &str)]) -> (Figures, f64) {
    let world = World::new().await;
    let mut all = Figures::default();
    let mut least: f64 = 1.0;
    for (name, text) in texts {
        let talk = Talk::read(text);
        for window in WINDOWS {
            let figures = talk.fold(&world, &format!("{name}-{window}"), window).await;
            println!("{name} {window}: {figures}");
            assert!(figures.folds >= 3, "{name} {window}: {figures}");
            least = least.min(figures.share());
            all += figures;
        }
    }
    println!("all: {all}");
    (all, least)
}

#[tokio::test]
async fn three_quarters_of_what_binds_are_left_after_three_folds() {
    let (all, least) = fold(&TUNED).await;
    assert!(all.share() >= 0.9 && least >= 0.75, "{all}, {least}");
    assert!(all.stale * 8 <= all.changed, "{all}");
}

#[tokio::test]
async fn so_are_those_of_conversations_that_nothing_was_tuned_on() {
    let (all, least) = fold(&HELD_OUT).await;
    assert!(all.share() >= 0.85 && least >= 0.75, "{all}, {least}");
    assert!(all.stale * 8 <= all.changed, "{all}");
}
