//! How much room a summary has, and how much of it a model may take.

use engine::summary::{bounds, budget};

#[test]
fn a_summary_has_less_room_than_what_it_replaces() {
    for (window, source, expected) in [
        (128_000, 40_000, 6_000),
        (40_001, 40_000, 6_000),
        (20_000, 9_000, 3_000),
        (16_000, 6_000, 2_400),
        (8_000, 6_000, 1_200),
        (6_000, 6_000, 1_200),
        (2_000, 6_000, 400),
        (100, 60, 20),
        (1_000, 500, 200),
        (1_000, 20, 20),
        (0, 9, 9),
    ] {
        assert_eq!(budget(window, source), expected, "{window} {source}");
    }
}

#[test]
fn a_summary_of_a_model_leaves_its_session_below_the_threshold() {
    for (room, expected) in [
        (5_000, (200, 400)),
        (408, (200, 400)),
        (300, (200, 300)),
        (100, (100, 100)),
        // No summary could: what stays is too much by itself.
        (15, (200, 400)),
        (0, (200, 400)),
    ] {
        assert_eq!(bounds(1_000, 600, room), expected, "{room}");
    }
}
