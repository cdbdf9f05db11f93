//! Maximum length of a mind's document for a model's context window, and cutting a document to it: sections with the
//! least weight are cut first.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::mind::document::{Document, open_fence};
use crate::mind::section::{Levels, Section};
use kernel::ports::tokens::Tokens;

/// Last line of a document that was cut.
pub const LEFT_OUT: &str = "[Full working memory available via memory_search]";
/// Weight of a person's text that dreams have not taken over yet.
const BEFORE: f64 = 0.45;
/// Fraction of its share that a section keeps while other sections can still be cut.
const KEPT: f64 = 0.5;
/// Fraction of its share that a section may have before it is cut further: a constant, plus a factor of its weight.
const BY_WEIGHT: (f64, f64) = (0.6, 0.8);
/// Divisor of the budget: dreams get at least a quarter of it.
const LEAST: usize = 4;
/// Minimum length of a shortened line, in characters. With less room the line is left out.
const SHORTEST: usize = 24;

/// Maximum length of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Budget {
    /// Maximum number of characters.
    pub chars: usize,
    /// Maximum number of tokens.
    pub tokens: u32,
}

impl Default for Budget {
    fn default() -> Self {
        Self::of_chars(8_000)
    }
}

impl Budget {
    fn of_chars(chars: usize) -> Self {
        Self {
            chars,
            tokens: u32::try_from(chars / 4).unwrap_or(u32::MAX),
        }
    }

    /// Returns the budget for a model with a context window of this many tokens.
    #[must_use]
    pub fn of_window(window: u64) -> Self {
        match window {
            200_000.. => Self::of_chars(8_000),
            128_000.. => Self::of_chars(6_000),
            64_000.. => Self::of_chars(4_000),
            3_200.. => Self::of_chars(3_200),
            // A very small window: a quarter of its tokens, but at least 200 characters.
            _ => Self::of_chars(usize::try_from(window).unwrap_or_default().max(200)),
        }
    }

    /// Returns true if the text is within the budget.
    #[must_use]
    pub fn holds(&self, text: &str, tokens: &dyn Tokens) -> bool {
        text.chars().count() <= self.chars && tokens.count(text) <= self.tokens
    }

    /// Returns the budget that dreams have left next to a person's text (`theirs`). It is at least a quarter of the
    /// whole, so that readers see a part of each section.
    #[must_use]
    pub fn beside(self, theirs: &str, tokens: &dyn Tokens) -> Self {
        let (chars, used) = (theirs.chars().count(), tokens.count(theirs));
        Self {
            chars: self.chars.saturating_sub(chars).max(self.chars / LEAST),
            tokens: self
                .tokens
                .saturating_sub(used)
                .max(self.tokens / u32::try_from(LEAST).unwrap_or(u32::MAX)),
        }
    }

    /// Returns the maximum number of characters of a section.
    #[must_use]
    pub fn of(&self, section: Section) -> usize {
        part(self.chars, section.share())
    }
}

/// A document that was cut to a budget.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Text of the document.
    pub text: String,
    /// True if text was left out.
    pub was_cut: bool,
}

/// A part of the document that can be cut on its own.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Before,
    Intro,
    Section(Section),
    Others,
}

/// Cuts a document to a budget. Lines are dropped from the end of each part, least weight first: down to the share that
/// its weight gives it, then to half of its share, then to nothing.
#[must_use]
pub fn cut(document: &Document, budget: Budget, levels: &Levels, tokens: &dyn Tokens) -> Cut {
    let text = document.to_string();
    if budget.holds(&text, tokens) {
        let was_cut = false;
        return Cut { text, was_cut };
    }
    let mut document = document.clone();
    document.others = as_one(document.others);
    let mut parts = vec![
        (Part::Before, BEFORE),
        (Part::Intro, BEFORE),
        (Part::Others, BEFORE),
    ];
    let sections = document.sections.iter();
    parts.extend(sections.map(|(section, _)| (Part::Section(*section), section.weight(levels))));
    parts.sort_by(|one, other| one.1.total_cmp(&other.1));
    let room = Budget {
        chars: budget.chars.saturating_sub(LEFT_OUT.len() + 2),
        tokens: budget
            .tokens
            .saturating_sub(tokens.count(LEFT_OUT).saturating_add(2)),
    };
    let (fixed, more) = BY_WEIGHT;
    for step in 0..3 {
        for (at, weight) in &parts {
            let keeps = match step {
                0 => fixed + more * weight,
                1 => KEPT,
                _ => 0.0,
            };
            let least = part(share(*at, budget), keeps);
            shorten(&mut document, *at, least, room, tokens);
        }
    }
    let mut text = document.to_string();
    if !room.holds(&text, tokens) {
        // A person's own sections now only have headings, which can be of any length.
        document.others.clear();
        text = document.to_string();
    }
    if !room.holds(&text, tokens) {
        text.clear();
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(LEFT_OUT);
    text.push('\n');
    let was_cut = true;
    Cut { text, was_cut }
}

/// Merges a person's own sections into one part. There can be thousands, and the last ones are dropped first.
fn as_one(others: Vec<(String, String)>) -> Vec<(String, String)> {
    let mut others = others.into_iter();
    let Some((heading, mut text)) = others.next() else {
        return Vec::new();
    };
    for (heading, below) in others {
        for part in [heading, below].iter().filter(|part| !part.is_empty()) {
            if !text.is_empty() {
                text.push_str("\n\n");
            }
            text.push_str(part);
        }
    }
    vec![(heading, text)]
}

/// Returns the share of a part, in characters.
fn share(part: Part, budget: Budget) -> usize {
    match part {
        Part::Section(section) => budget.of(section),
        // A person's own text may take up to half of the budget.
        Part::Before | Part::Intro | Part::Others => budget.chars / 2,
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "a share of at most a few thousand characters"
)]
fn part(chars: usize, share: f64) -> usize {
    (chars as f64 * share) as usize
}

/// Drops lines from the end of a part until the document fits or the part has only `least` characters.
fn shorten(document: &mut Document, part: Part, least: usize, room: Budget, tokens: &dyn Tokens) {
    let whole = match text_of(document, part) {
        Some(text) if text.chars().count() > least => text.clone(),
        _ => return,
    };
    if room.holds(&document.to_string(), tokens) {
        return;
    }
    let lines: Vec<&str> = whole.split('\n').collect();
    // Binary search for the largest number of lines that fits, because counting tokens is slow.
    let (mut fits, mut over) = (0, lines.len());
    while over - fits > 1 {
        let middle = usize::midpoint(fits, over);
        put(document, part, lines[..middle].join("\n").trim_end());
        if room.holds(&document.to_string(), tokens) {
            fits = middle;
        } else {
            over = middle;
        }
    }
    let mut text = lines[..fits].join("\n").trim_end().to_owned();
    if text.chars().count() < least {
        text = first_lines(&lines, least);
    }
    put(document, part, &text);
}

/// Returns the first lines with at most `most` characters. A longer first line is shortened at a word.
fn first_lines(lines: &[&str], most: usize) -> String {
    let mut text = String::new();
    for line in lines {
        let room = most.saturating_sub(text.chars().count() + 1);
        if line.chars().count() > room {
            if room >= SHORTEST && text.trim().is_empty() {
                text.push_str(&shorten_line(line, room));
            }
            break;
        }
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(line);
    }
    text.trim_end().to_owned()
}

/// Returns the beginning of a line with at most `most` characters, cut at a word.
#[must_use]
pub fn shorten_line(line: &str, most: usize) -> String {
    if line.chars().count() <= most {
        return line.to_owned();
    }
    let begin: String = line.chars().take(most.saturating_sub(1)).collect();
    let at = begin.rfind(char::is_whitespace);
    // A word as long as the line is cut in the middle.
    let at = at.filter(|at| *at > begin.len() / 2).unwrap_or(begin.len());
    format!("{}…", begin[..at].trim_end())
}

fn text_of(document: &Document, part: Part) -> Option<&String> {
    match part {
        Part::Before => Some(&document.before),
        Part::Intro => Some(&document.intro),
        Part::Section(section) => {
            let mut sections = document.sections.iter();
            sections
                .find(|(known, _)| *known == section)
                .map(|(_, text)| text)
        }
        Part::Others => document.others.first().map(|(_, text)| text),
    }
}

/// Sets the text of a part. Closes a code block that was cut, because the text below would become code.
fn put(document: &mut Document, part: Part, text: &str) {
    let mut text = text.to_owned();
    if let Some(fence) = open_fence(&text) {
        text.push('\n');
        text.push_str(&fence);
    }
    match part {
        Part::Before => document.before = text,
        Part::Intro => document.intro = text,
        Part::Section(section) => document.set(section, text),
        Part::Others => {
            if let Some((_, known)) = document.others.first_mut() {
                *known = text;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use kernel::ports::tokens::{Encoding, Tokens};

    use super::{Budget, LEFT_OUT, cut, shorten_line};
    use crate::mind::document::{Document, open_fence};
    use crate::mind::section::{Levels, Section};

    struct Quarter;
    impl Tokens for Quarter {
        fn count_in(&self, _: Encoding, text: &str) -> u32 {
            u32::try_from(text.chars().count().div_ceil(4)).unwrap()
        }
    }

    fn lines(name: &str, many: usize) -> String {
        let lines: Vec<String> = (0..many)
            .map(|n| format!("- {name} line {n} with some words behind it"))
            .collect();
        lines.join("\n")
    }

    fn long(many: usize) -> Document {
        let mut document = Document::default();
        for section in Section::ALL {
            document.set(section, lines(section.name(), many));
        }
        document
    }

    #[test]
    fn a_window_gives_its_budget() {
        for (window, chars) in [
            (1_000_000, 8_000),
            (200_000, 8_000),
            (199_999, 6_000),
            (128_000, 6_000),
            (64_000, 4_000),
            (32_000, 3_200),
            (8_000, 3_200),
            (1_000, 1_000),
            (0, 200),
        ] {
            assert_eq!(Budget::of_window(window).chars, chars, "{window}");
        }
        assert_eq!(Budget::default().tokens, 2_000);
    }

    #[test]
    fn beside_what_people_wrote_dreams_have_the_rest_and_a_quarter_at_least() {
        for (theirs, chars, tokens) in [
            (0, 8_000, 2_000),
            (3_000, 5_000, 1_250),
            (9_000, 2_000, 500),
        ] {
            let budget = Budget::default().beside(&"x".repeat(theirs), &Quarter);
            assert_eq!((budget.chars, budget.tokens), (chars, tokens), "{theirs}");
        }
    }

    #[test]
    fn what_fits_is_left_alone() {
        let document = long(3);
        let shown = cut(&document, Budget::default(), &Levels::default(), &Quarter);
        assert!(!shown.was_cut);
        assert_eq!(shown.text, document.to_string());
    }

    #[test]
    fn the_least_weighted_section_is_cut_first() {
        let document = long(60);
        for window in [200_000, 128_000, 64_000, 32_000, 1_000, 0] {
            let budget = Budget::of_window(window);
            let shown = cut(&document, budget, &Levels::default(), &Quarter);
            assert!(shown.was_cut);
            assert!(budget.holds(&shown.text, &Quarter), "{window}");
            assert!(shown.text.trim_end().ends_with(LEFT_OUT));
        }
        let shown = cut(&document, Budget::default(), &Levels::default(), &Quarter);
        let shown = Document::read(&shown.text);
        let left = |section: Section| shown.text(section).unwrap_or_default().lines().count();
        assert!(left(Section::ActiveContext) > left(Section::CrystalPointers));
        assert!(left(Section::CrystalPointers) > left(Section::Niche));
        assert!(left(Section::Niche) > 0, "each keeps a part of its share");
    }

    #[test]
    fn a_mood_keeps_its_section() {
        let document = long(60);
        let social = Levels {
            oxytocin: 1.0,
            ..Levels::default()
        };
        let bond = |levels: &Levels| {
            let shown = cut(&document, Budget::default(), levels, &Quarter);
            let shown = Document::read(&shown.text);
            shown
                .text(Section::Bond)
                .unwrap_or_default()
                .lines()
                .count()
        };
        assert!(bond(&social) > bond(&Levels::default()));
    }

    #[test]
    fn odd_documents_are_cut_too() {
        let one_line = "x".repeat(50_000);
        let mut sections = Document::default();
        sections.set(Section::Bond, one_line.clone());
        let mut code = long(3);
        code.set(Section::Bond, format!("```\n{}\n```", lines("code", 900)));
        let chinese = Document::read(&"记忆".repeat(20_000));
        for document in [
            Document::read(&one_line),
            sections,
            chinese,
            Document::read(&"\n".repeat(9_000)),
            Document::read(&format!("{}\n{}", "`".repeat(1_500), lines("code", 900))),
            Document::read(&format!("{}\n{}", "`".repeat(3_000), lines("code", 900))),
            code,
            Document {
                others: vec![("## Mine".into(), lines("mine", 900))],
                intro: lines("intro", 900),
                ..long(5)
            },
            Document {
                others: vec![(format!("## {}", "x".repeat(9_000)), String::new())],
                ..long(5)
            },
        ] {
            let budget = Budget::of_window(32_000);
            let shown = cut(&document, budget, &Levels::default(), &Quarter);
            assert!(budget.holds(&shown.text, &Quarter));
            assert_eq!(open_fence(&shown.text), None);
        }
    }

    #[test]
    fn of_thousands_of_own_sections_the_first_are_shown() {
        let mine = |n: usize| (format!("## Mine {n}"), "- a line of it".to_owned());
        let document = Document {
            others: (0..20_000).map(mine).collect(),
            ..long(5)
        };
        let budget = Budget::default();
        let shown = cut(&document, budget, &Levels::default(), &Quarter);
        assert!(shown.was_cut && budget.holds(&shown.text, &Quarter));
        let shown = Document::read(&shown.text).others;
        assert!(shown.len() > 50, "{}", shown.len());
        assert_eq!(shown[..50], document.others[..50]);
    }

    #[test]
    fn lines_are_shortened_at_words() {
        for (line, most, expected) in [
            ("short", 10, "short"),
            ("one two three four", 12, "one two…"),
            ("unbreakable", 6, "unbre…"),
            ("ä ö ü ß é ñ", 8, "ä ö ü…"),
        ] {
            assert_eq!(shorten_line(line, most), expected);
            assert!(shorten_line(line, most).chars().count() <= most.max(line.chars().count()));
        }
    }
}
