//! Checks that every text color is legible on every background and that the edges of controls are visible, in both
//! themes, from the design tokens as written.

use std::collections::HashMap;

const TOKENS: &str = include_str!("../../../style/tokens.css");

/// Contrast ratios of WCAG 2.2: 1.4.3 for text below 18 pt, and 1.4.11 for the visible parts of controls.
const TEXT: f64 = 4.5;
const EDGE: f64 = 3.0;

const GROUNDS: [&str; 4] = ["paper", "sheet", "well", "pick"];
const INKS: [&str; 10] = [
    "ink", "ink-2", "ink-3", "rubric", "run", "done", "hold", "fail", "add", "del",
];
const EDGES: [&str; 2] = ["edge", "focus"];
/// Pairs of colors other than text on the common backgrounds.
const PAIRS: [(&str, &str); 12] = [
    ("on-rubric", "rubric"),
    ("paper", "ink"),
    ("paper", "ink-2"),
    ("ink", "rubric-wash"),
    ("ink-3", "rubric-wash"),
    ("rubric", "rubric-wash"),
    ("ink", "add-wash"),
    ("add", "add-wash"),
    ("ink-3", "add-wash"),
    ("ink", "del-wash"),
    ("del", "del-wash"),
    ("ink", "mark-wash"),
];

/// Returns the relative luminance of an oklch color: Björn Ottosson's matrices to linear sRGB, then WCAG's weights.
fn luminance(oklch: &str) -> f64 {
    let parts: Vec<f64> = oklch
        .split_whitespace()
        .map(|part| part.parse().expect("a colour's parts are numbers"))
        .collect();
    let [lightness, chroma, hue] = parts[..] else {
        panic!("{oklch} is not lightness, chroma, hue")
    };
    let (greenred, blueyellow) = (
        chroma * hue.to_radians().cos(),
        chroma * hue.to_radians().sin(),
    );
    let long = (lightness + 0.396_337_777_4 * greenred + 0.215_803_757_3 * blueyellow).powi(3);
    let medium = (lightness - 0.105_561_345_8 * greenred - 0.063_854_172_8 * blueyellow).powi(3);
    let short = (lightness - 0.089_484_177_5 * greenred - 1.291_485_548_0 * blueyellow).powi(3);
    let red = 4.076_741_662_1 * long - 3.307_711_591_3 * medium + 0.230_969_929_2 * short;
    let green = -1.268_438_004_6 * long + 2.609_757_401_1 * medium - 0.341_319_396_5 * short;
    let blue = -0.004_196_086_3 * long - 0.703_418_614_7 * medium + 1.707_614_701_0 * short;
    0.2126 * red.clamp(0.0, 1.0) + 0.7152 * green.clamp(0.0, 1.0) + 0.0722 * blue.clamp(0.0, 1.0)
}

/// Returns the tokens of one theme (0 light, 1 dark) by name. The first definition counts: later ones raise the
/// contrast.
fn tokens(theme: usize) -> HashMap<&'static str, f64> {
    let mut tokens = HashMap::new();
    for line in TOKENS.split(';') {
        let Some((name, value)) = line
            .trim()
            .rsplit_once("--")
            .and_then(|(_, token)| token.split_once(": light-dark("))
        else {
            continue;
        };
        let colours: Vec<_> = value
            .split("oklch(")
            .skip(1)
            .filter_map(|colour| colour.split_once(')'))
            .map(|(colour, _)| colour)
            .collect();
        if let [light, dark] = colours[..] {
            tokens
                .entry(name)
                .or_insert_with(|| luminance([light, dark][theme]));
        }
    }
    tokens
}

#[test]
fn every_pair_keeps_its_contrast_in_both_themes() {
    let mut weak = Vec::new();
    for (theme, name) in ["light", "dark"].into_iter().enumerate() {
        let tokens = tokens(theme);
        let mut check = |front: &str, ground: &str, least: f64| {
            let (a, b) = (tokens[front], tokens[ground]);
            let ratio = (a.max(b) + 0.05) / (a.min(b) + 0.05);
            if ratio < least {
                weak.push(format!(
                    "{name}: {front} on {ground} is {ratio:.2}, below {least}"
                ));
            }
        };
        for ground in GROUNDS {
            for ink in INKS {
                check(ink, ground, TEXT);
            }
            for edge in EDGES {
                check(edge, ground, EDGE);
            }
        }
        for (front, ground) in PAIRS {
            check(front, ground, TEXT);
        }
    }
    assert!(weak.is_empty(), "{}", weak.join("\n"));
}
