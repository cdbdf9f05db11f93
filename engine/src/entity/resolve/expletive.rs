//! When "it" refers to nothing: "it is raining", "make it plain that", "it seems". Knows the words of the
//! language alone.

/// Forms of to be, and what stands before one.
const BE: [&str; 21] = [
    "is", "isn't", "was", "wasn't", "be", "been", "will", "won't", "would", "wouldn't", "may",
    "might", "must", "should", "can", "could", "has", "had", "not", "never", "cannot",
];
/// What may stand before an adjective.
const DEGREE: [&str; 18] = [
    "very", "so", "too", "quite", "really", "still", "now", "just", "almost", "always", "already",
    "also", "rather", "more", "most", "pretty", "a", "not",
];
/// Weather and the time of day.
const WEATHER: [&str; 22] = [
    "raining",
    "snowing",
    "hailing",
    "drizzling",
    "sunny",
    "windy",
    "cloudy",
    "foggy",
    "freezing",
    "stormy",
    "late",
    "early",
    "time",
    "noon",
    "midnight",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
];
/// The weather where a place or a time follows, else how something looks.
const FELT: [&str; 5] = ["dark", "cold", "hot", "warm", "quiet"];
/// Places and times.
const OUTSIDE: [&str; 8] = [
    "outside", "today", "here", "there", "already", "tonight", "in", "out",
];
/// What a clause with "to", "that" or "if" is judged as.
const JUDGED: [&str; 44] = [
    "important",
    "possible",
    "impossible",
    "clear",
    "plain",
    "nice",
    "good",
    "great",
    "better",
    "best",
    "hard",
    "easy",
    "difficult",
    "necessary",
    "fine",
    "ok",
    "okay",
    "likely",
    "unlikely",
    "true",
    "false",
    "obvious",
    "helpful",
    "useful",
    "worth",
    "bad",
    "sad",
    "wise",
    "fair",
    "strange",
    "funny",
    "common",
    "normal",
    "said",
    "decided",
    "agreed",
    "known",
    "believed",
    "expected",
    "assumed",
    "thought",
    "required",
    "recommended",
    "pity",
];
/// What begins such a clause.
const CLAUSE: [&str; 12] = [
    "to", "that", "if", "when", "for", "how", "whether", "why", "where", "we", "you", "i",
];
/// Verbs that judge, after "it".
const SEEMS: [&str; 12] = [
    "seems", "seemed", "appears", "appeared", "looks", "looked", "sounds", "sounded", "feels",
    "felt", "turns", "turned",
];
/// What follows these when they judge something else than a thing.
const AS: [&str; 14] = [
    "that",
    "like",
    "as",
    "to",
    "out",
    "we",
    "you",
    "i",
    "they",
    "he",
    "she",
    "there",
    "nobody",
    "everybody",
];
/// Verbs that have nobody, or a time, before them.
const ALONE: [&str; 11] = [
    "depends", "rains", "rained", "snows", "snowed", "happens", "happened", "follows", "matters",
    "matter", "takes",
];
/// Verbs after which "it" announces what is judged: "make it clear that".
const MAKES: [&str; 16] = [
    "make", "makes", "made", "making", "find", "finds", "found", "think", "consider", "keep",
    "take", "took", "see", "leave", "deem", "believe",
];
/// Phrases of three words around "it" that stand for something else.
const IDIOMS: [&str; 14] = [
    "call it a",
    "as it is",
    "as it was",
    "as it were",
    "so be it",
    "that is it",
    "this is it",
    "got it",
    "get it",
    "take it easy",
    "hold it",
    "it is me",
    "it is you",
    "believe it or",
];

/// Whether the "it" at `at` of a clause refers to nothing.
pub(super) fn is_empty(words: &[String], at: usize) -> bool {
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let before = at.checked_sub(1).map_or("", word);
    is_idiom(words, at)
        || (before == "that" && BE.contains(&word(at + 1)))
        || is_subject(words, at + 1)
        || (BE.contains(&before) || matches!(before, "does" | "did" | "isn't" | "doesn't"))
            && (is_judged(words, at + 1) || matches!(word(at + 1), "matter" | "rain" | "snow"))
        || (MAKES.contains(&before) && announces(words, at + 1))
        || (before == "to" && at >= 2 && word(at - 2) == "see")
}

fn is_idiom(words: &[String], at: usize) -> bool {
    let around = &words[at.saturating_sub(2)..(at + 3).min(words.len())];
    let is_all = words.len() == 2;
    IDIOMS.iter().any(|idiom| {
        let parts: Vec<&str> = idiom.split(' ').collect();
        // "Got it" is one by itself only.
        (parts.len() > 2 || is_all) && around.windows(parts.len()).any(|part| part == parts)
    })
}

/// Whether the words after "it" make it a subject that nothing stands for.
fn is_subject(words: &[String], mut at: usize) -> bool {
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let (verb, next) = (word(at), word(at + 1));
    if ALONE.contains(&verb) && verb != "takes" {
        return true;
    }
    if matches!(verb, "doesn't" | "don't" | "didn't" | "does" | "did") {
        let rest = &words[(at + 1).min(words.len())..];
        return rest
            .iter()
            .take(2)
            .any(|word| matches!(&**word, "matter" | "rain" | "snow" | "hurt"));
    }
    if matches!(verb, "takes" | "took" | "take") {
        return words[at..]
            .iter()
            .skip(1)
            .take(5)
            .any(|word| word == "to" || word == "time");
    }
    if SEEMS.contains(&verb) {
        return next.is_empty() || AS.contains(&next);
    }
    let begin = at;
    while BE.contains(&word(at)) {
        at += 1;
    }
    at > begin && (is_judged(words, at) || is_cleft(words, at))
}

/// Whether the words from `at` on are the weather, the time, or judge a clause that follows.
fn is_judged(words: &[String], mut at: usize) -> bool {
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    while DEGREE.contains(&word(at)) || word(at) == "be" {
        at += 1;
    }
    let follows = |set: &[&str], reach: usize| {
        let next = words.iter().skip(at + 1).take(reach);
        next.into_iter().any(|word| set.contains(&word.as_str()))
    };
    let is_hour =
        word(at).chars().all(|c| c.is_ascii_digit()) && follows(&["o'clock", "am", "pm"], 1);
    WEATHER.contains(&word(at))
        || is_hour && !word(at).is_empty()
        || (FELT.contains(&word(at)) && follows(&OUTSIDE, 1))
        || (JUDGED.contains(&word(at)) && follows(&CLAUSE, 2))
        || (word(at) == "up" && word(at + 1) == "to")
}

/// Whether something is pointed out: "it was Ada who".
fn is_cleft(words: &[String], at: usize) -> bool {
    words.iter().skip(at + 1).take(4).any(|word| word == "who")
}

/// Whether "it" stands for the clause that follows: "clear that", "hard to", "that".
fn announces(words: &[String], mut at: usize) -> bool {
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    if word(at) == "that" {
        return words.len() > at + 1;
    }
    while DEGREE.contains(&word(at)) {
        at += 1;
    }
    JUDGED.contains(&word(at))
        && matches!(word(at + 1), "to" | "that" | "if" | "when" | "for" | "how")
}
