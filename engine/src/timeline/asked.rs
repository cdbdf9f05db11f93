//! What a question wants of a timeline: the order of a few things, all that happened in some time, or what a whole
//! conversation was about. Pure; knows English questions, and takes all others for questions about an order.

/// Words that say nothing of what a question is about.
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
/// Words between two things of which a question asks the order.
const BETWEEN: &[&str] = &[
    "or", "before", "after", "then", "than", "versus", "vs", "and",
];
/// How many things a question asks the order of, at most.
const PARTS: usize = 4;
/// How many letters of a question are looked at.
const LETTERS: usize = 2_000;

/// What is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// When some things happened, and in which order.
    Order,
    /// What happened in a time, whatever it is about.
    Period,
    /// What a whole conversation was about.
    Conversation,
}

/// A question as it is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The whole question; none where everything in a time is asked for.
    pub question: Option<String>,
    /// The things whose order is asked for; none where there are not several.
    pub parts: Vec<String>,
    /// Those of its words that say what it is about.
    pub topic: String,
    /// What is wanted.
    pub about: About,
}

impl Asked {
    /// Reads a question.
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

/// The words with what holds them together: `v1.2` and `o'clock` are one.
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

/// The things that stand beside words such as `or`, where at least two of them say something.
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
