//! Finds secrets in texts, plain or raw JSON. Knows nothing of who wrote them.
//!
//! A set of hints (literals, one pass over the text) says which rules are worth trying; a clean text
//! costs that one pass. Each rule captures the secret alone: what stands around it stays.

mod rules;

use std::borrow::Cow;
use std::ops::Range;

use engine::ports::secrets::Secrets;
use regex::RegexSet;

use rules::Rule;

/// Finds secrets by patterns.
#[derive(Debug)]
pub struct PatternSecrets {
    hints: RegexSet,
    rules: Vec<Rule>,
}

impl PatternSecrets {
    /// Compiles the rules.
    ///
    /// # Errors
    /// When a pattern does not compile: a fault in the table.
    pub fn new() -> Result<Self, regex::Error> {
        let rules = rules::all()?;
        let hints = RegexSet::new(rules.iter().map(|rule| rule.hint))?;
        Ok(Self { hints, rules })
    }

    /// Where the secrets are, in order and apart; where rules overlap, the earlier rule wins.
    fn find(&self, text: &str) -> Vec<(Range<usize>, &'static str)> {
        let mut found: Vec<(Range<usize>, &'static str)> = Vec::new();
        for rule in self
            .hints
            .matches(text)
            .iter()
            .filter_map(|hint| self.rules.get(hint))
        {
            for captures in rule.pattern.captures_iter(text) {
                let Some(secret) = captures.name("secret") else {
                    continue;
                };
                let key = captures.name("key").map_or("", |key| key.as_str());
                let range = secret.range();
                let apart = |(other, _): &(Range<usize>, _)| {
                    range.end <= other.start || other.end <= range.start
                };
                if (rule.holds)(key, secret.as_str()) && found.iter().all(apart) {
                    found.push((range, rule.kind));
                }
            }
        }
        found.sort_unstable_by_key(|(range, _)| range.start);
        found
    }
}

impl Secrets for PatternSecrets {
    fn redact<'a>(&self, text: &'a str) -> (Cow<'a, str>, u32) {
        let found = self.find(text);
        if found.is_empty() {
            return (Cow::Borrowed(text), 0);
        }
        let mut clean = String::with_capacity(text.len());
        let mut from = 0;
        for (range, kind) in &found {
            clean.push_str(&text[from..range.start]);
            clean.push_str("[redacted:");
            clean.push_str(kind);
            clean.push(']');
            from = range.end;
        }
        clean.push_str(&text[from..]);
        (
            Cow::Owned(clean),
            u32::try_from(found.len()).unwrap_or(u32::MAX),
        )
    }
}
