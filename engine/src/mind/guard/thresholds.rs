//! Tests each guard at both sides of its threshold, with literal values.

use super::{Guard, Own, check};
use crate::mind::budget::Budget;
use crate::mind::section::Profile;

/// Returns true if a guard passes a draft that replaces `old`.
fn passes(guard: Guard, old: &str, draft: &str, own: Own) -> bool {
    let checked = check(old, draft, Profile::Seven, Budget::default(), own);
    let mut checked = checked.into_iter();
    checked
        .find(|checked| checked.guard == guard)
        .unwrap()
        .passed
}

fn text_passes(guard: Guard, old: &str, draft: &str) -> bool {
    passes(guard, old, draft, Own::default())
}

fn bond(text: &str) -> String {
    format!("## The Bond\n\n{text}\n")
}

/// Returns this many different words.
fn words(count: usize) -> String {
    let words: Vec<String> = (0..count).map(|n| format!("word{n:03}")).collect();
    words.join(" ")
}

#[test]
fn mass_drop_begins_above_2000_characters() {
    let drop = |before: usize, after: usize| {
        text_passes(Guard::MassDrop, &"x".repeat(before), &"x".repeat(after))
    };
    assert!(drop(2_000, 1));
    assert!(!drop(2_001, 1));
}

#[test]
fn mass_drop_keeps_half() {
    let drop = |after: usize| text_passes(Guard::MassDrop, &"x".repeat(4_000), &"x".repeat(after));
    assert!(drop(2_000));
    assert!(!drop(1_999));
}

#[test]
fn eviction_runaway_allows_20_pointers() {
    let pointers = |count: usize| {
        let lines: Vec<String> = (0..count)
            .map(|n| format!("- Past: topic {n} → search: `word{n}`"))
            .collect();
        let draft = format!("## Crystal Pointers\n\n{}\n", lines.join("\n"));
        text_passes(Guard::EvictionRunaway, "", &draft)
    };
    assert!(pointers(20));
    assert!(!pointers(21));
}

#[test]
fn empty_synthesis_needs_50_characters() {
    let substance = |count: usize| {
        let draft = format!("## The Niche\n\n- {}\n", "x".repeat(count));
        text_passes(Guard::EmptySynthesis, "", &draft)
    };
    assert!(substance(50));
    assert!(!substance(49));
}

#[test]
fn bond_drift_begins_above_100_characters() {
    let forgotten = |chars: usize| {
        text_passes(
            Guard::BondDrift,
            &bond(&"x".repeat(chars)),
            &bond("something else"),
        )
    };
    assert!(forgotten(100));
    assert!(!forgotten(101));
}

#[test]
fn bond_drift_keeps_three_tenths_of_the_terms() {
    let kept =
        |count: usize| text_passes(Guard::BondDrift, &bond(&words(100)), &bond(&words(count)));
    assert!(kept(30));
    assert!(!kept(29));
}

#[test]
fn over_budget_allows_2000_tokens_and_8000_characters() {
    let own = |chars: usize, tokens: u32| passes(Guard::OverBudget, "", "", Own { chars, tokens });
    assert!(own(8_000, 2_000));
    assert!(!own(8_000, 2_001));
    assert!(!own(8_001, 2_000));
}
