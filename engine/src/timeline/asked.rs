//! Classifies a question for a timeline: about the order of a few things, about a period, or about a whole
//! conversation. Only English is understood; other questions count as questions about an order.

/// Words without meaning for the topic of a question.
const SAY_NOTHING: &[&str] = &[
    "a",
    "about",
    "all",
    "an",
    "and",
    "any",
    "anything",
    "april",
    "are",
    "as",
    "at",
    "august",
    "be",
    "been",
    "before",
    "after",
    "between",
    "by",
    "came",
    "can",
    "come",
    "date",
    "day",
    "days",
    "december",
    "describe",
    "did",
    "do",
    "does",
    "during",
    "each",
    "event",
    "events",
    "ever",
    "everything",
    "february",
    "first",
    "for",
    "friday",
    "from",
    "give",
    "had",
    "happen",
    "happened",
    "happening",
    "has",
    "have",
    "how",
    "i",
    "in",
    "is",
    "it",
    "its",
    "january",
    "july",
    "june",
    "just",
    "last",
    "later",
    "list",
    "march",
    "may",
    "me",
    "monday",
    "month",
    "months",
    "my",
    "november",
    "october",
    "of",
    "on",
    "or",
    "order",
    "our",
    "out",
    "over",
    "past",
    "please",
    "recent",
    "recently",
    "saturday",
    "september",
    "show",
    "since",
    "so",
    "still",
    "sunday",
    "tell",
    "than",
    "that",
    "the",
    "their",
    "them",
    "then",
    "there",
    "these",
    "they",
    "thing",
    "things",
    "this",
    "those",
    "thursday",
    "time",
    "timeline",
    "to",
    "today",
    "tuesday",
    "until",
    "up",
    "us",
    "was",
    "we",
    "wednesday",
    "week",
    "weekend",
    "weeks",
    "went",
    "were",
    "what",
    "when",
    "which",
    "while",
    "who",
    "will",
    "with",
    "year",
    "years",
    "yesterday",
    "you",
    "your",
];
/// Words that ask for a whole conversation.
const CONVERSATION: &[&str] = &[
    "chat",
    "conversation",
    "conversations",
    "discuss",
    "discussed",
    "discussion",
    "meeting",
    "overview",
    "recap",
    "session",
    "sessions",
    "summaries",
    "summarise",
    "summarize",
    "summary",
    "talk",
    "talked",
    "talking",
    "talks",
];
/// Words between things whose order is asked for.
const BETWEEN: &[&str] = &[
    "or", "before", "after", "then", "than", "versus", "vs", "and",
];
/// Maximum number of things whose order is asked for.
const PARTS: usize = 4;
/// Maximum number of characters of a question that are read.
const LETTERS: usize = 2_000;

/// Subject of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// The order of some things.
    Order,
    /// Everything in a period.
    Period,
    /// The content of a whole conversation.
    Conversation,
}

/// A parsed question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The whole question; absent if everything in a period is asked for.
    pub question: Option<String>,
    /// The things whose order is asked for; empty unless there are several.
    pub parts: Vec<String>,
    /// Its words that describe the topic.
    pub topic: String,
    /// Subject of the question.
    pub about: About,
}

impl Asked {
    /// Parses a question.
    #[must_use]
    pub fn read(question: Option<&str>) -> Self {
        let question = question.map(str::trim).filter(|text| !text.is_empty());
        let Some(text) = question else {
            return Self {
                question: None,
                parts: Vec::new(),
                topic: String::new(),
                about: About::Period,
            };
        };
        let read: String = text.chars().take(LETTERS).collect();
        let words = words(&read);
        let is_conversation = words.iter().any(|word| is_of(CONVERSATION, word));
        let topic = topic(&words);
        let about = match (is_conversation, topic.is_empty()) {
            (true, _) => About::Conversation,
            (false, true) => About::Period,
            (false, false) => About::Order,
        };
        Self {
            question: Some(text.into()),
            parts: parts(&words),
            topic,
            about,
        }
    }
}

fn is_of(list: &[&str], word: &str) -> bool {
    list.contains(&word.to_lowercase().as_str())
}

/// Splits a text into words, keeping words such as `v1.2` and `o'clock` together.
fn words(text: &str) -> Vec<&str> {
    let is_outer = |c: char| !c.is_alphanumeric();
    let words = text
        .split_whitespace()
        .flat_map(|word| word.split([',', ';', '?']));
    let words = words.map(|word| word.trim_matches(is_outer));
    words.filter(|word| !word.is_empty()).collect()
}

fn topic(words: &[&str]) -> String {
    let says = |word: &&&str| {
        let is_number = word
            .chars()
            .all(|c| c.is_ascii_digit() || matches!(c, '-' | '.' | ':'));
        !is_number && !is_of(SAY_NOTHING, word) && !is_of(CONVERSATION, word)
    };
    let said: Vec<&str> = words.iter().filter(says).copied().collect();
    said.join(" ")
}

/// Returns the things around words such as `or`, if at least two of them have a topic.
fn parts(words: &[&str]) -> Vec<String> {
    let parts = words.split(|word| is_of(BETWEEN, word));
    let parts = parts.map(topic).filter(|part| !part.is_empty());
    let parts: Vec<String> = parts.take(PARTS).collect();
    if parts.len() > 1 { parts } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_say_what_they_want() {
        for (question, about, topic, parts) in [
            (
                "Which came first, the move to Lyon or the new job?",
                About::Order,
                "move Lyon new job",
                &["move Lyon", "new job"][..],
            ),
            ("What happened in March?", About::Period, "", &[]),
            ("what happened on 2026-03-29", About::Period, "", &[]),
            ("Everything since last week", About::Period, "", &[]),
            ("When did the beta start?", About::Order, "beta start", &[]),
            (
                "Summarise our talk about tea",
                About::Conversation,
                "tea",
                &[],
            ),
            ("Recap the session", About::Conversation, "", &[]),
            (
                "Did we ship v1.2 before the audit, the fire or the party?",
                About::Order,
                "ship v1.2 audit fire party",
                &["ship v1.2", "audit fire", "party"],
            ),
            ("绿茶", About::Order, "绿茶", &[]),
            ("?!", About::Period, "", &[]),
        ] {
            let asked = Asked::read(Some(question));
            assert_eq!(asked.about, about, "{question}");
            assert_eq!(asked.topic, topic, "{question}");
            assert_eq!(asked.parts, parts, "{question}");
        }
        assert_eq!(Asked::read(Some("  ")).about, About::Period);
        assert_eq!(Asked::read(None).question, None);
    }
}
