//! Types of entities by tool name: an ordered table that a workspace can replace.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::entity::{KIND_CHARS, words};
use kernel::error::{Error, Result};

/// Maximum number of rules in a table.
const RULES: usize = 100;
/// Prepositions after which a tool's name is about something else: `addSectionToPage` is about a section.
const TURNS: [&str; 12] = [
    "from", "to", "in", "into", "of", "on", "onto", "by", "with", "for", "at", "within",
];

/// A rule of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// Word or words in a tool's name, such as `Page` or `BlogPost`, which people also use for the type: "the picture".
    /// Ignores case and plural.
    #[serde(rename = "match")]
    pub word: String,
    /// Type of the entities that such a tool returns, such as `page`.
    #[serde(rename = "type")]
    pub kind: String,
}

/// Table of rules: the first rule that fits a tool's name decides the type. In phrases every rule's word means its
/// type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Rules(pub Vec<Rule>);

impl Default for Rules {
    /// Most specific first: a part of something precedes it (`listPageSections` is about sections), and so does a kind
    /// of something.
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
    /// Returns the possible types of a tool, likeliest first: the rules that fit the head of the name in the table's
    /// order, then those that fit the rest of it (`getImagesForSection`: image, section).
    #[must_use]
    pub fn kinds(&self, tool: &str) -> Vec<&str> {
        let words = words::of_name(tool);
        // A preposition in the first word belongs to the verb: `toPage`, `forEachEntry`.
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

    /// Returns the nouns of the types, each with its type; `blog_post` stands for two words.
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

    /// Validates the table.
    ///
    /// # Errors
    /// Returns `invalid`, with a pointer below `at`.
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

/// Rejects a type's name that cannot be a heading in a prompt.
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
