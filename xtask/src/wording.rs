//! Counts wording in the sources that makes them hard to read, against ceilings.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::sources;

/// Beginnings of doc comments that leave out the noun.
const QUESTION_WORDS: [&str; 11] = [
    "What ",
    "Whose ",
    "Who ",
    "How ",
    "Where ",
    "When ",
    "Which ",
    "Whether ",
    "That ",
    "One that ",
    "Of ",
];
/// Words that are rare in ordinary English, with the number of comments that may have one.
const RARE_WORDS: [(&str, usize); 8] = [
    ("told", 10),
    ("nobody", 15),
    ("odd", 10),
    ("beside", 10),
    ("whoever", 3),
    ("anew", 3),
    ("mend", 3),
    ("heed", 3),
];
/// Words that do not say what a constant bounds.
const VAGUE_BOUNDS: [&str; 4] = ["MOST", "USUAL", "FEWEST", "AT_ONCE"];
/// Past participles that do not end in "ed".
const PARTICIPLES: [&str; 32] = [
    "begun", "bound", "brought", "built", "caught", "chosen", "done", "drawn", "found", "given",
    "gone", "heard", "held", "hidden", "kept", "known", "left", "lost", "made", "meant", "paid",
    "said", "seen", "sent", "shown", "spoken", "taken", "taught", "thought", "thrown", "told",
    "written",
];
/// The share of one-line doc comments that may begin with a question word, in percent.
const MAX_QUESTIONS: usize = 3;
/// The number of functions that may be named by a past participle: of libraries' traits, and where the word is the usual
/// one.
const MAX_PARTICIPLES: usize = 20;

/// The counts of one or more files.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Wording {
    /// Doc comments of one line.
    pub one_line: usize,
    /// Those of them that begin with a question word.
    pub questions: Vec<String>,
    /// Comments that say what a module does not know.
    pub negations: Vec<String>,
    /// Functions outside of tests that are named by a past participle.
    pub participles: Vec<String>,
    /// Constants that do not say what they bound.
    pub vague: Vec<String>,
    /// Comments by the rare word that they have.
    pub rare: BTreeMap<&'static str, Vec<String>>,
}

impl Wording {
    /// Counts the wording of all Rust files of the repository.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read.
    pub fn read(root: &Path) -> Result<Self> {
        let mut wording = Self::default();
        for source in sources::crates(root)?.values() {
            let folder = source
                .parent()
                .context("a folder of sources has a parent")?;
            for name in ["src", "tests", "build", "examples"] {
                wording.read_folder(root, &folder.join(name), name == "tests")?;
            }
        }
        Ok(wording)
    }

    fn read_folder(&mut self, root: &Path, folder: &Path, is_test: bool) -> Result<()> {
        if !folder.exists() {
            return Ok(());
        }
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let is_test = is_test || path.ends_with("tests.rs") || path.ends_with("tests");
            if path.is_dir() {
                self.read_folder(root, &path, is_test)?;
            } else if path.extension().is_some_and(|end| end == "rs") {
                let text = fs::read_to_string(&path)?;
                let name = path
                    .strip_prefix(root)
                    .unwrap_or(&path)
                    .display()
                    .to_string();
                self.add(&name, &text, is_test);
            }
        }
        Ok(())
    }

    /// Adds the counts of a file.
    pub fn add(&mut self, name: &str, text: &str, is_test: bool) {
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        let doc = |at: usize| lines.get(at).is_some_and(|line| line.starts_with("///"));
        let mut is_test = is_test;
        for (at, line) in lines.iter().enumerate() {
            let place = || format!("{name}:{}: {line}", at + 1);
            is_test |= *line == "#[cfg(test)]";
            if let Some(comment) = line.strip_prefix("//") {
                self.add_comment(comment, place);
                let is_one = doc(at) && !doc(at + 1) && (at == 0 || !doc(at - 1));
                if is_one {
                    self.one_line += 1;
                    let comment = comment.trim_start_matches('/').trim_start();
                    if QUESTION_WORDS.iter().any(|word| comment.starts_with(word)) {
                        self.questions.push(place());
                    }
                }
                continue;
            }
            let words: Vec<&str> = line
                .split(|c: char| !c.is_alphanumeric() && c != '_')
                .filter(|word| !word.is_empty())
                .collect();
            let after = |keyword: &str| {
                let at = words.iter().position(|word| *word == keyword)?;
                words.get(at + 1).copied()
            };
            if !is_test && after("fn").is_some_and(is_participle) {
                self.participles.push(place());
            }
            let is_constant = line.starts_with("const ") || line.starts_with("pub");
            if is_constant && after("const").is_some_and(is_vague) {
                self.vague.push(place());
            }
        }
    }

    fn add_comment(&mut self, comment: &str, place: impl Fn() -> String) {
        let words: Vec<&str> = comment
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .collect();
        let negates = |two: &[&str]| matches!(two, ["Knows" | "Know", "no" | "nothing" | "nobody"]);
        if words.windows(2).any(negates) {
            self.negations.push(place());
        }
        for (rare, _) in RARE_WORDS {
            if words.iter().any(|word| word.eq_ignore_ascii_case(rare)) {
                self.rare.entry(rare).or_default().push(place());
            }
        }
    }

    /// Describes each count above its ceiling, with the places.
    #[must_use]
    pub fn complaints(&self) -> Vec<String> {
        let mut complaints = Vec::new();
        let mut check = |what: &str, places: &[String], most: usize| {
            if places.len() > most {
                let (count, places) = (places.len(), places.join("\n  "));
                complaints.push(format!("{what}: {count}, at most {most}\n  {places}"));
            }
        };
        check(
            "one-line doc comments that begin with a question word",
            &self.questions,
            self.one_line * MAX_QUESTIONS / 100,
        );
        check(
            "comments with \"Knows no\" or \"Knows nothing\"",
            &self.negations,
            0,
        );
        check(
            "functions named by a past participle",
            &self.participles,
            MAX_PARTICIPLES,
        );
        check("constants that do not say what they bound", &self.vague, 0);
        for (word, most) in RARE_WORDS {
            let places = self.rare.get(word).map_or(&[][..], Vec::as_slice);
            check(&format!("comments with \"{word}\""), places, most);
        }
        complaints
    }
}

/// Returns true if a function's name is a past participle or begins with one. Components are types.
fn is_participle(name: &str) -> bool {
    let first = name.split('_').next().unwrap_or_default();
    if !name.starts_with(char::is_lowercase) {
        return false;
    }
    // "need", "seed" and "embed" are verbs.
    let is_regular =
        first.len() > 4 && first.ends_with("ed") && !first.ends_with("eed") && first != "embed";
    is_regular || PARTICIPLES.contains(&first)
}

fn is_vague(name: &str) -> bool {
    let name = format!("_{name}_");
    VAGUE_BOUNDS
        .iter()
        .any(|word| name.contains(&format!("_{word}_")))
}

#[cfg(test)]
mod tests {
    use super::Wording;

    fn count(text: &str) -> (usize, usize, usize, usize, usize, usize) {
        let mut wording = Wording::default();
        wording.add("a.rs", text, false);
        let rare = wording.rare.values().map(Vec::len).sum();
        let Wording {
            one_line,
            questions,
            negations,
            participles,
            vague,
            ..
        } = wording;
        (
            one_line,
            questions.len(),
            negations.len(),
            participles.len(),
            vague.len(),
            rare,
        )
    }

    #[test]
    fn wording_is_counted() {
        for (text, expected) in [
            ("/// What it is.\nfn a() {}", (1, 1, 0, 0, 0, 0)),
            ("/// Whatever it is.\n/// What it is.", (0, 0, 0, 0, 0, 0)),
            ("//! Files. Knows no SQL.", (0, 0, 1, 0, 0, 0)),
            ("pub(crate) fn told() {}", (0, 0, 0, 1, 0, 0)),
            ("async fn shortened_by(n: u8) {}", (0, 0, 0, 1, 0, 0)),
            ("pub fn NotAllowed() -> impl IntoView {", (0, 0, 0, 0, 0, 0)),
            (
                "fn feed() {}\nfn embed() {}\nfn read() {}",
                (0, 0, 0, 0, 0, 0),
            ),
            (
                "#[cfg(test)]\nmod tests {\n    fn told() {}\n}",
                (0, 0, 0, 0, 0, 0),
            ),
            (
                "const MOST: usize = 1;\npub const MOST_WORDS: u8 = 2;",
                (0, 0, 0, 0, 2, 0),
            ),
            ("const UTMOST: usize = 1;", (0, 0, 0, 0, 0, 0)),
            ("// It is told to nobody; an oddity.", (0, 0, 0, 0, 0, 2)),
        ] {
            assert_eq!(count(text), expected, "{text}");
        }
    }

    #[test]
    fn a_count_above_its_ceiling_is_a_complaint() {
        let mut wording = Wording::default();
        let plain = "/// The name.\nfn name() {}\n".repeat(97);
        wording.add("a.rs", &plain, false);
        let questions = "/// What it is.\nfn is() {}\n".repeat(3);
        wording.add("b.rs", &questions, false);
        assert_eq!(wording.complaints(), Vec::<String>::new());
        wording.add("c.rs", "/// Who it is.\nfn who() {}", false);
        assert_eq!(wording.complaints().len(), 1);

        let mut wording = Wording::default();
        wording.add("a.rs", &"fn told() {}\n".repeat(20), false);
        assert_eq!(wording.complaints(), Vec::<String>::new());
        wording.add("a.rs", "fn told() {}", false);
        assert_eq!(wording.complaints().len(), 1);
    }
}
