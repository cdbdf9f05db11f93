//! What people tell each other, or an assistant, in made-up conversations, and what somebody asks about it later.
//! Knows nothing of who they are and when they talk.

/// What two people tell each other. A line has what is asked before, what is said, two questions, and four values.
const TALK: &str = include_str!("talk.tsv");
/// What somebody tells an assistant; a line begins with what it is about.
const WORK: &str = include_str!("work.tsv");

/// Something that somebody tells.
pub struct Kind {
    /// What the other asks before, or what it is about.
    pub cue: &'static str,
    /// What is said; `{}` is one of the values.
    pub say: &'static str,
    /// What is asked later; `{}` is who said it. First in words of the conversation, then in others.
    pub asks: [&'static str; 2],
    /// What may be said.
    pub values: [&'static str; 4],
}

/// What two people tell each other.
pub fn talk() -> Vec<Kind> {
    TALK.lines().map(kind).collect()
}

/// What somebody tells an assistant while they work on something for weeks.
pub fn work() -> Vec<Kind> {
    WORK.lines().map(kind).collect()
}

fn kind(line: &'static str) -> Kind {
    let parts: Vec<&str> = line.split('\t').collect();
    let [cue, say, close, far, values @ ..] = parts.as_slice() else {
        panic!("{line}");
    };
    Kind {
        cue,
        say,
        asks: [close, far],
        values: values.try_into().unwrap(),
    }
}
