//! The words around an "it" that refers to nothing.

/// Forms of to be, and what stands before one.
pub(super) const BE: [&str; 23] = [
    "is", "isn't", "was", "wasn't", "be", "been", "will", "won't", "would", "wouldn't", "may",
    "might", "must", "should", "can", "could", "has", "had", "not", "never", "cannot", "gonna",
    "did",
];
/// What may stand before an adjective or a verb.
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
/// Verbs of what becomes: "it is getting dark".
pub(super) const BECOMES: [&str; 5] = ["getting", "gets", "get", "got", "becoming"];
/// Weather, the time of day, and how long something takes.
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
/// The weather where nothing, a place or a time follows, else how something feels.
pub(super) const FELT: [&str; 3] = ["cold", "hot", "warm"];
/// The same only where it becomes so, or where a place or a time follows.
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
/// What is asked of the time, the weather and the way: "what time is it".
pub(super) const ASKED: [&str; 11] = [
    "time", "day", "date", "month", "year", "weekday", "late", "early", "cold", "hot", "far",
];
/// What is said of nothing where nothing follows: "it's fine", "it is a pity".
pub(super) const ANSWERS: [&str; 12] = [
    "fine", "ok", "okay", "alright", "right", "pity", "shame", "problem", "worse", "joke", "deal",
    "lie",
];
/// What is somebody's and no thing: "it is my turn".
pub(super) const OWN: [&str; 9] = [
    "turn", "birthday", "call", "choice", "decision", "fault", "pleasure", "job", "day",
];
/// What a clause with "to", "that" or "if" is judged as.
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
/// What begins such a clause.
pub(super) const CLAUSE: [&str; 12] = [
    "to", "that", "if", "when", "for", "how", "whether", "why", "where", "we", "you", "i",
];
/// Verbs that judge, after "it".
pub(super) const SEEMS: [&str; 12] = [
    "seems", "seemed", "appears", "appeared", "looks", "looked", "sounds", "sounded", "feels",
    "felt", "turns", "turned",
];
/// What follows these when they judge something else than a thing.
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
/// Verbs that have nobody, or a time, before them.
pub(super) const ALONE: [&str; 13] = [
    "depends", "rains", "rained", "snows", "snowed", "happens", "happened", "follows", "matters",
    "matter", "takes", "figures", "hurts",
];
/// Verbs after which "it" announces what is judged: "make it clear that".
pub(super) const MAKES: [&str; 16] = [
    "make", "makes", "made", "making", "find", "finds", "found", "think", "consider", "keep",
    "take", "took", "see", "leave", "deem", "believe",
];
/// What begins a clause about somebody or something: "I take it you agree".
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
/// Phrases with an "it" that stands for something else, or for nothing.
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
