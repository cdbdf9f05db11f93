//! Word lists for detecting an "it" that refers to nothing.

/// Forms of to be, and words before one.
pub(super) const BE: [&str; 23] = [
    "is", "isn't", "was", "wasn't", "be", "been", "will", "won't", "would", "wouldn't", "may",
    "might", "must", "should", "can", "could", "has", "had", "not", "never", "cannot", "gonna",
    "did",
];
/// Words that may precede an adjective or a verb.
pub(super) const DEGREE: [&str; 26] = [
    "very",
    "so",
    "too",
    "quite",
    "really",
    "still",
    "now",
    "just",
    "almost",
    "always",
    "already",
    "also",
    "rather",
    "more",
    "most",
    "pretty",
    "a",
    "an",
    "not",
    "all",
    "usually",
    "often",
    "sometimes",
    "only",
    "probably",
    "about",
];
/// Verbs of change: "it is getting dark".
pub(super) const BECOMES: [&str; 5] = ["getting", "gets", "get", "got", "becoming"];
/// Weather, the time of day, and durations.
pub(super) const WEATHER: [&str; 34] = [
    "rain",
    "snow",
    "hail",
    "pour",
    "rainy",
    "chilly",
    "humid",
    "rains",
    "snows",
    "pouring",
    "while",
    "ages",
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
/// Weather if nothing, a place or a time follows; else a property of a thing.
pub(super) const FELT: [&str; 3] = ["cold", "hot", "warm"];
/// Weather only after a verb of change, or if a place or a time follows.
pub(super) const SEEN: [&str; 3] = ["dark", "light", "quiet"];
/// Places and times.
pub(super) const OUTSIDE: [&str; 11] = [
    "outside",
    "today",
    "here",
    "there",
    "already",
    "tonight",
    "in",
    "out",
    "yesterday",
    "tomorrow",
    "again",
];
/// Words of questions about the time, the weather and the way: "what time is it".
pub(super) const ASKED: [&str; 11] = [
    "time", "day", "date", "month", "year", "weekday", "late", "early", "cold", "hot", "far",
];
/// Answers, if nothing follows: "it's fine", "it is a pity".
pub(super) const ANSWERS: [&str; 12] = [
    "fine", "ok", "okay", "alright", "right", "pity", "shame", "problem", "worse", "joke", "deal",
    "lie",
];
/// Things that people have and that are no objects: "it is my turn".
pub(super) const OWN: [&str; 9] = [
    "turn", "birthday", "call", "choice", "decision", "fault", "pleasure", "job", "day",
];
/// Judgements on a clause with "to", "that" or "if".
pub(super) const JUDGED: [&str; 44] = [
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
/// First words of such a clause.
pub(super) const CLAUSE: [&str; 12] = [
    "to", "that", "if", "when", "for", "how", "whether", "why", "where", "we", "you", "i",
];
/// Verbs of judgement after "it".
pub(super) const SEEMS: [&str; 12] = [
    "seems", "seemed", "appears", "appeared", "looks", "looked", "sounds", "sounded", "feels",
    "felt", "turns", "turned",
];
/// Words after these verbs if they judge no object.
pub(super) const AS: [&str; 17] = [
    "that",
    "so",
    "not",
    "if",
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
/// Verbs with an empty subject, or a time as the subject.
pub(super) const ALONE: [&str; 13] = [
    "depends", "rains", "rained", "snows", "snowed", "happens", "happened", "follows", "matters",
    "matter", "takes", "figures", "hurts",
];
/// Verbs after which "it" announces a judgement: "make it clear that".
pub(super) const MAKES: [&str; 16] = [
    "make", "makes", "made", "making", "find", "finds", "found", "think", "consider", "keep",
    "take", "took", "see", "leave", "deem", "believe",
];
/// First words of a clause: "I take it you agree".
pub(super) const SUBJECTS: [&str; 20] = [
    "that",
    "i",
    "you",
    "we",
    "they",
    "he",
    "she",
    "there",
    "this",
    "the",
    "my",
    "our",
    "your",
    "these",
    "those",
    "nobody",
    "everybody",
    "all",
    "nothing",
    "everything",
];
/// Phrases with an "it" that refers to something else, or to nothing.
pub(super) const IDIOMS: [&str; 24] = [
    "call it a",
    "as it is",
    "as it was",
    "as it were",
    "so be it",
    "that is it",
    "this is it",
    "take it easy",
    "hold it",
    "it is me",
    "it is you",
    "believe it or",
    "it is what it is",
    "it goes without saying",
    "it stands to reason",
    "has it that",
    "make it to",
    "made it to",
    "it is no use",
    "it is no wonder",
    "it serves",
    "when it comes to",
    "it has to do",
    "it was nice",
];
