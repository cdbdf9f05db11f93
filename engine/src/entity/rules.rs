//! Which tool speaks of which type: an ordered table that a workspace may replace. Knows nothing of
//! what tools answer.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::entity::{KIND_CHARS, words};
use kernel::error::{Error, Result};

/// The most rules of a table.
const RULES: usize = 100;
/// Words after which a tool's name speaks of something else: `addSectionToPage` is about a section.
const TURNS: [&str; 12] = [
    "from", "to", "in", "into", "of", "on", "onto", "by", "with", "for", "at", "within",
];

/// One line of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// The word, or words, that a tool's name contains, such as `Page` or `BlogPost`, and that people use
    /// for the type: "the picture". Case does not count, nor does the plural.
    #[serde(rename = "match")]
    pub word: String,
    /// The type of what such a tool answers, such as `page`.
    #[serde(rename = "type")]
    pub kind: String,
}

/// The table: the first line that fits a tool's name says the type. People may say any line's word for its
/// type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Rules(pub Vec<Rule>);

impl Default for Rules {
    /// Most specific first: what is part of something comes before it (`listPageSections` speaks of
    /// sections), what is a kind of something too.
    fn default() -> Self {
        let table = [
            ("Section", "section"),
            ("Image", "image"),
            ("Picture", "image"),
            ("Photo", "image"),
            ("Entry", "entry"),
            ("Post", "post"),
            ("Page", "page"),
            ("Homepage", "page"),
            ("Webpage", "page"),
            ("Collection", "collection"),
            ("Media", "media"),
            ("Task", "task"),
        ];
        Self(
            table
                .into_iter()
                .map(|(word, kind)| Rule {
                    word: word.into(),
                    kind: kind.into(),
                })
                .collect(),
        )
    }
}

impl Rules {
    /// The types a tool may speak of, the likeliest first: the lines that fit the name's head in the
    /// table's order, then those that fit the rest of it (`getImagesForSection`: image, section).
    #[must_use]
    pub fn kinds(&self, tool: &str) -> Vec<&str> {
        let words = words::of_name(tool);
        // A turn in the first word is a verb's: `toPage`, `forEachEntry`.
        let turn = words
            .iter()
            .skip(1)
            .position(|word| TURNS.contains(&word.as_str()));
        let head = &words[..turn.map_or(words.len(), |at| at + 1)];
        let mut kinds: Vec<&str> = Vec::new();
        for part in [head, &words] {
            for rule in self.0.iter().filter(|rule| rule.fits(part)) {
                if !kinds.contains(&rule.kind.as_str()) {
                    kinds.push(&rule.kind);
                }
            }
        }
        kinds
    }

    /// What people say for the types, each with its type: `blog_post` is said as two words.
    pub(super) fn nouns(&self) -> impl Iterator<Item = (String, &str)> {
        let said = self
            .0
            .iter()
            .map(|rule| (words::of_name(&rule.word).join("_"), &*rule.kind));
        let own = self
            .0
            .iter()
            .map(|rule| (rule.kind.replace('-', "_"), &*rule.kind));
        own.chain(said)
    }

    /// Refuses a table that makes no sense.
    ///
    /// # Errors
    /// `invalid`, with a pointer below `at` to what is wrong.
    pub fn check(&self, at: &str) -> Result<()> {
        if self.0.len() > RULES {
            return Err(Error::field(at, format!("expected at most {RULES} rules")));
        }
        for (n, rule) in self.0.iter().enumerate() {
            if words::of_name(&rule.word).is_empty() {
                let detail = "expected a word of tools' names, such as Page";
                return Err(Error::field(format!("{at}/{n}/match"), detail));
            }
            check_kind(&format!("{at}/{n}/type"), &rule.kind)?;
        }
        Ok(())
    }
}

impl Rule {
    fn fits(&self, name: &[String]) -> bool {
        let wanted = words::of_name(&self.word);
        let Some((last, before)) = wanted.split_last() else {
            return false;
        };
        name.windows(wanted.len()).any(|part| {
            part.split_last()
                .is_some_and(|(word, rest)| rest == before && words::is(word, last))
        })
    }
}

/// Refuses the name of a type that could not stand as a heading in a prompt.
pub(crate) fn check_kind(pointer: &str, kind: &str) -> Result<()> {
    let well = kind.starts_with(|c: char| c.is_ascii_lowercase())
        && kind.len() <= KIND_CHARS
        && kind
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '-');
    if well {
        return Ok(());
    }
    let detail = format!(
        "expected a type such as page: at most {KIND_CHARS} of a-z, 0-9, _ and -, a letter first"
    );
    Err(Error::field(pointer, detail))
}
