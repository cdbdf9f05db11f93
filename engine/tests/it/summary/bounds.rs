//! Budgets of summaries, and the part that a model may use.

use engine::summary::{bounds, budget};

#[test]
fn a_summary_has_less_room_than_what_it_replaces() {
    for (window, source, expected) in [
        (1_000_000, 400_000, 20_000),
        (133_334, 60_000, 20_000),
        (133_333, 60_000, 19_999),
        (128_000, 60_000, 19_200),
        (128_000, 4_000, 4_000),
        (20_000, 9_000, 3_000),
        (16_000, 6_000, 2_400),
        (6_000, 6_000, 900),
        (3_340, 6_000, 501),
        (3_333, 6_000, 500),
        (2_000, 6_000, 500),
        (1_999, 6_000, 499),
        (100, 60, 25),
        (1_000, 500, 250),
        (1_000, 20, 20),
        (0, 9, 9),
    ] {
        assert_eq!(budget(window, source), expected, "{window} {source}");
    }
}

#[test]
fn a_summary_of_a_model_leaves_its_session_below_the_threshold() {
    for (room, expected) in [
        (5_000, (250, 500)),
        (408, (250, 408)),
        (300, (250, 300)),
        (100, (100, 100)),
        // Impossible for any summary: the kept messages alone exceed the limit.
        (15, (250, 500)),
        (0, (250, 500)),
    ] {
        assert_eq!(bounds(1_000, 600, room), expected, "{room}");
    }
}
