//! How much room a summary has, and how much of it a model may take.

use engine::summary::{bounds, budget};

#[test]
fn a_summary_has_less_room_than_what_it_replaces() {
    for (window, source, expected) in [
        (128_000, 40_000, 800),
        (16_000, 6_000, 800),
        (100, 60, 16),
        (1_000, 500, 150),
        (1_000, 20, 20),
        (0, 9, 9),
    ] {
        assert_eq!(budget(window, source), expected, "{window} {source}");
    }
}

#[test]
fn a_summary_of_a_model_leaves_its_session_below_the_threshold() {
    for (room, expected) in [
        (5_000, (150, 300)),
        (308, (150, 300)),
        (200, (150, 200)),
        (100, (100, 100)),
        // No summary could: what stays is too much by itself.
        (15, (150, 300)),
        (0, (150, 300)),
    ] {
        assert_eq!(bounds(1_000, 600, room), expected, "{room}");
    }
}
