//! Guards that the draft of a dream must pass before it becomes a mind's document. Each guard reports its measurement.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::mind::blocks::{blocks, join_blocks};
use crate::mind::budget::Budget;
use crate::mind::document::Document;
use crate::mind::marks::Marks;
use crate::mind::pointer::Pointer;
use crate::mind::section::{Profile, Section};
use kernel::ports::tokens::Tokens;

/// Maximum length of a document that a dream may shorten by more than half, in characters.
const MATURE: usize = 2_000;
/// Minimum share of a longer document that must stay.
const STAYS: f64 = 0.5;
/// Maximum number of pointers.
pub const POINTERS: usize = 20;
/// Minimum number of characters below all headings.
const SUBSTANCE: usize = 50;
/// Maximum length of a Bond that a dream may forget, in characters.
const KNOWN: usize = 100;
/// Minimum share of the terms of a longer Bond that must stay.
const TERMS: f64 = 0.3;

/// A check of a draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Guard {
    /// Refuses a draft without one of its sections.
    MissingSection,
    /// Refuses a draft that shortens a document of more than 2,000 characters by more than half.
    MassDrop,
    /// Refuses a draft with more than 20 pointers.
    EvictionRunaway,
    /// Refuses a draft with fewer than 50 characters below its headings.
    EmptySynthesis,
    /// Refuses a draft that keeps less than 30 % of the terms of a Bond of more than 100 characters.
    BondDrift,
    /// Refuses a draft in which the text that dreams wrote exceeds the budget.
    OverBudget,
}

/// Result of a guard.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Checked {
    /// The guard.
    pub guard: Guard,
    /// Measured value: sections, a share, pointers, characters, or tokens.
    pub value: f64,
    /// Minimum or maximum value that passes.
    pub limit: f64,
    /// True if the draft passed.
    pub passed: bool,
    /// Further details.
    pub note: Option<String>,
}

impl Guard {
    /// All guards, in the order in which they are checked.
    pub const ALL: [Self; 6] = [
        Self::MissingSection,
        Self::MassDrop,
        Self::EvictionRunaway,
        Self::EmptySynthesis,
        Self::BondDrift,
        Self::OverBudget,
    ];

    /// Returns the display name.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::MissingSection => "Missing section",
            Self::MassDrop => "Mass drop",
            Self::EvictionRunaway => "Eviction runaway",
            Self::EmptySynthesis => "Empty synthesis",
            Self::BondDrift => "Bond drift",
            Self::OverBudget => "Over budget",
        }
    }
}

impl Checked {
    /// Describes the measurement in words.
    #[must_use]
    pub fn words(&self) -> String {
        let (value, limit) = (self.value, self.limit);
        let percent = |share: f64| (share * 100.0).floor();
        match self.guard {
            Guard::MissingSection => match &self.note {
                Some(missing) => format!("without {missing}"),
                None => "every section is there".into(),
            },
            Guard::MassDrop => format!(
                "{}% of the text kept, at least {}%",
                percent(value),
                percent(limit)
            ),
            Guard::EvictionRunaway => format!("{value} pointers, at most {limit}"),
            Guard::EmptySynthesis => format!("{value} characters, at least {limit}"),
            Guard::BondDrift => format!(
                "{}% of terms kept, at least {}%",
                percent(value),
                percent(limit)
            ),
            Guard::OverBudget => match &self.note {
                Some(note) => format!("{value} tokens, at most {limit}; {note}"),
                None => format!("{value} tokens, at most {limit}"),
            },
        }
    }
}

/// Length of the text that dreams wrote. People's text does not count against the budget, because no dream can shorten
/// it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Own {
    /// Number of characters.
    pub chars: usize,
    /// Number of tokens.
    pub tokens: u32,
}

impl Own {
    /// Measures a text.
    #[must_use]
    pub fn of(counted: &str, tokens: &dyn Tokens) -> Self {
        Self {
            chars: counted.chars().count(),
            tokens: tokens.count(counted),
        }
    }
}

/// Checks a draft that would replace `old`.
#[must_use]
pub fn check(old: &str, draft: &str, profile: Profile, budget: Budget, own: Own) -> Vec<Checked> {
    let known = Document::read(old);
    let document = Document::read(draft);
    vec![
        missing_section(&document, profile),
        mass_drop(old, draft),
        eviction_runaway(&document),
        empty_synthesis(&document),
        bond_drift(&known, &document),
        over_budget(budget, own),
    ]
}

/// Returns the part of a document that counts against the budget: all but a person's text above it, people's own
/// sections, locked sections and people's text in the others.
#[must_use]
pub fn text_in_budget(document: &Document, marks: &Marks, locked: &BTreeSet<Section>) -> String {
    let sections = document.sections.iter().map(|(section, text)| {
        let text = if locked.contains(section) {
            String::new()
        } else {
            let all = blocks(text);
            let of_dreams = all.iter().filter(|block| !marks.has_written(block));
            join_blocks(of_dreams.map(String::as_str))
        };
        (*section, text)
    });
    Document {
        header: document.header.clone(),
        sections: sections.collect(),
        ..Document::default()
    }
    .to_string()
}

/// Returns the reason for a refusal in words, or `None` if all guards passed.
#[must_use]
pub fn refusal(checked: &[Checked]) -> Option<String> {
    let failed = checked.iter().filter(|checked| !checked.passed);
    let words: Vec<String> = failed
        .map(|checked| format!("{}: {}", checked.guard.title(), checked.words()))
        .collect();
    (!words.is_empty()).then(|| words.join("; "))
}

fn missing_section(document: &Document, profile: Profile) -> Checked {
    let missing: Vec<&str> = profile
        .sections()
        .iter()
        .filter(|section| document.text(**section).is_none())
        .map(|section| section.title())
        .collect();
    Checked {
        guard: Guard::MissingSection,
        value: count(missing.len()),
        limit: 0.0,
        passed: missing.is_empty(),
        note: (!missing.is_empty()).then(|| missing.join(", ")),
    }
}

fn mass_drop(old: &str, draft: &str) -> Checked {
    let (before, after) = (old.chars().count(), draft.chars().count());
    let value = share(after, before);
    Checked {
        guard: Guard::MassDrop,
        value,
        limit: STAYS,
        passed: before <= MATURE || value >= STAYS,
        note: None,
    }
}

/// Returns the number of pointers anywhere in a document.
#[must_use]
pub fn pointers(document: &Document) -> usize {
    let text = document.to_string();
    let lines = text.lines();
    lines.filter(|line| Pointer::parse(line).is_some()).count()
}

fn eviction_runaway(document: &Document) -> Checked {
    let pointers = pointers(document);
    Checked {
        guard: Guard::EvictionRunaway,
        value: count(pointers),
        limit: count(POINTERS),
        passed: pointers <= POINTERS,
        note: None,
    }
}

fn empty_synthesis(document: &Document) -> Checked {
    let texts = document.sections.iter().map(|(_, text)| text);
    // A person's text counts, even if a dream has little to say below it.
    let lines = texts
        .chain([&document.before])
        .flat_map(|text| text.lines());
    // Remarks in italics, such as those about the purpose of a section, do not count.
    let said = lines.filter(|line| !line.trim().starts_with('_'));
    let substance: usize = said
        .map(|line| {
            line.trim()
                .trim_start_matches(['-', '*', '+', '#', '>', ' '])
        })
        .map(|line| line.chars().count())
        .sum();
    Checked {
        guard: Guard::EmptySynthesis,
        value: count(substance),
        limit: count(SUBSTANCE),
        passed: substance >= SUBSTANCE,
        note: None,
    }
}

fn bond_drift(old: &Document, document: &Document) -> Checked {
    let bond = |document: &Document| document.text(Section::Bond).unwrap_or_default().to_owned();
    let (before, after) = (bond(old), bond(document));
    let (known, now) = (terms(&before), terms(&after));
    let kept = known.intersection(&now).count();
    let value = share(kept, known.len());
    Checked {
        guard: Guard::BondDrift,
        value,
        limit: TERMS,
        passed: before.chars().count() <= KNOWN || value >= TERMS,
        note: None,
    }
}

fn over_budget(budget: Budget, own: Own) -> Checked {
    let is_long = own.chars > budget.chars;
    Checked {
        guard: Guard::OverBudget,
        value: f64::from(own.tokens),
        limit: f64::from(budget.tokens),
        passed: own.tokens <= budget.tokens && !is_long,
        note: is_long.then(|| format!("{} characters, at most {}", own.chars, budget.chars)),
    }
}

fn terms(text: &str) -> BTreeSet<String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| word.chars().count() > 2)
        .map(str::to_lowercase)
        .collect()
}

/// Returns the share of `part` in `whole`; 1 if `whole` is 0.
fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 {
        return 1.0;
    }
    count(part) / count(whole)
}

#[expect(
    clippy::cast_precision_loss,
    reason = "no document has so many characters"
)]
fn count(n: usize) -> f64 {
    n as f64
}

#[cfg(test)]
mod thresholds;

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Checked, Guard, Own, check, refusal, text_in_budget};
    use crate::mind::budget::Budget;
    use crate::mind::document::Document;
    use crate::mind::marks::Marks;
    use crate::mind::section::{Profile, Section};

    /// Measures a draft in which people wrote nothing.
    fn own(draft: &str, tokens: u32) -> Own {
        let counted = text_in_budget(&Document::read(draft), &Marks::default(), &BTreeSet::new());
        let chars = counted.chars().count();
        Own { chars, tokens }
    }

    fn whole(bond: &str, active: &str, pointers: usize) -> String {
        let pointers: Vec<String> = (0..pointers)
            .map(|n| format!("- Past: topic {n} → search: `word{n}`"))
            .collect();
        let pointers = pointers.join("\n");
        format!(
            "# Working Memory State\n\n_Last dream: now | Mood: calm_\n\n## The Phenotype\n\nsteady\n\n## The Bond\n\n\
             {bond}\n\n## The Niche\n\ntokens\n\n## Active Context\n\n{active}\n\n## Crystal Pointers\n\n{pointers}\n\n\
             ## Curiosity Gaps\n\nwhy\n\n## Emerging Skills\n\nnone\n"
        )
    }

    fn failed(old: &str, draft: &str, tokens: u32) -> Vec<Guard> {
        let checked = check(
            old,
            draft,
            Profile::Seven,
            Budget::default(),
            own(draft, tokens),
        );
        assert_eq!(checked.len(), Guard::ALL.len());
        let failed = checked.iter().filter(|checked| !checked.passed);
        failed.map(|checked| checked.guard).collect()
    }

    #[test]
    fn each_guard_stops_what_it_is_for() {
        let words = "Mara reviews every morning in short sentences and wants the reason before the diff, Tam \
                     owns refresh tokens and dislikes surprises";
        let text = "x ".repeat(600);
        let good = whole(words, &text, 3);
        let short = whole(words, "a little of it is left here", 3);
        for (name, old, draft, tokens, expected) in [
            ("the same again", good.clone(), good.clone(), 700, vec![]),
            ("the first one", String::new(), good.clone(), 700, vec![]),
            (
                "a section is gone",
                good.clone(),
                good.replace("## The Niche", "The Niche"),
                700,
                vec![Guard::MissingSection],
            ),
            (
                "half of a mature one",
                whole(words, &"x ".repeat(1_500), 3),
                short.clone(),
                100,
                vec![Guard::MassDrop],
            ),
            (
                "half of a young one",
                whole(words, &"x ".repeat(600), 3),
                short.clone(),
                100,
                vec![],
            ),
            ("twenty pointers", good.clone(), whole(words, &text, 20), 700, vec![]),
            (
                "twenty-one pointers",
                good.clone(),
                whole(words, &text, 21),
                700,
                vec![Guard::EvictionRunaway],
            ),
            (
                "headings alone",
                String::new(),
                "## The Phenotype\n## The Bond\n## The Niche\n## Active Context\n## Crystal Pointers\n\n\
                 _Use memory_search if somebody asks about these topics, all of them:_\n\n## Curiosity Gaps\n\
                 ## Emerging Skills\n- \n- "
                    .into(),
                30,
                vec![Guard::EmptySynthesis],
            ),
            (
                "another Bond",
                good.clone(),
                whole("Nobody in particular is around here at all", &text, 3),
                700,
                vec![Guard::BondDrift],
            ),
            (
                "another Bond where there was hardly one",
                whole("Mara likes tabs", &text, 3),
                whole("Nobody in particular", &text, 3),
                700,
                vec![],
            ),
            ("too many tokens", good.clone(), good.clone(), 2_001, vec![Guard::OverBudget]),
            (
                "too many characters",
                good.clone(),
                whole(words, &"x ".repeat(4_000), 3),
                1_900,
                vec![Guard::OverBudget],
            ),
            (
                "nothing",
                good,
                String::new(),
                0,
                vec![
                    Guard::MissingSection,
                    Guard::EmptySynthesis,
                    Guard::BondDrift,
                ],
            ),
        ] {
            assert_eq!(failed(&old, &draft, tokens), expected, "{name}");
        }
    }

    #[test]
    fn a_persons_text_above_is_not_counted() {
        let mine = "# Mine\n\nmany words\n".repeat(1_000);
        let state = whole("Mara reviews.", "T7 is open.", 1);
        let draft = format!("{mine}\n\n---\n\n## Dream-Generated\n\n{state}");
        assert!(failed(&mine, &draft, 200).is_empty());
    }

    #[test]
    fn what_people_wrote_is_not_counted_and_what_dreams_wrote_is() {
        let (theirs, dreams) = ("- theirs, of a person\n".repeat(400), "- of a dream");
        let draft = format!(
            "## The Bond\n\n{theirs}{dreams}\n\n## The Niche\n\nlocked\n\n## Mine\n\nmine\n"
        );
        let mut marks = Marks::default();
        marks.record_edit("", &theirs);
        let locked = BTreeSet::from([Section::Niche]);
        let counted = text_in_budget(&Document::read(&draft), &marks, &locked);
        assert!(counted.contains(dreams), "{counted}");
        for other in ["theirs", "locked", "mine"] {
            assert!(!counted.contains(other), "{counted}");
        }
    }

    #[test]
    fn the_short_profile_needs_five_sections() {
        let draft = whole(
            "Mara",
            "T7 is open and waits for the review of version three",
            1,
        )
        .replace("## The Phenotype", "")
        .replace("## The Niche", "");
        let missing = |profile| {
            check("", &draft, profile, Budget::default(), Own::default())
                .into_iter()
                .find(|checked| checked.guard == Guard::MissingSection)
                .unwrap()
        };
        assert!(missing(Profile::Five).passed);
        let seven: Checked = missing(Profile::Seven);
        assert_eq!(seven.words(), "without The Phenotype, The Niche");
    }

    #[test]
    fn a_refusal_says_what_was_measured() {
        let old = whole("Mara", &"x".repeat(3_000), 0);
        let draft = whole("Mara", &"x".repeat(900), 0);
        let checked = check(
            &old,
            &draft,
            Profile::Seven,
            Budget::default(),
            own(&draft, 300),
        );
        let refused = refusal(&checked).unwrap();
        assert!(refused.starts_with("Mass drop: 3"), "{refused}");
        assert!(
            refused.ends_with("% of the text kept, at least 50%"),
            "{refused}"
        );
        assert_eq!(
            refusal(&check(
                &old,
                &old,
                Profile::Seven,
                Budget::default(),
                own(&old, 900)
            )),
            None
        );
    }
}
