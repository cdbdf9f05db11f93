//! Templates of statements in synthetic conversations, and of later questions about them.

/// Statements between two people. Each line has the preceding question, the statement, two questions, and four values.
const TALK: &str = include_str!("talk.tsv");
/// Statements to an assistant; a line begins with its subject.
const WORK: &str = include_str!("work.tsv");

/// Template of a statement.
pub struct Kind {
    /// Preceding question, or the subject.
    pub cue: &'static str,
    /// Statement; `{}` is replaced by one of the values.
    pub say: &'static str,
    /// Later questions; `{}` is the speaker. The first uses words of the conversation, the second others.
    pub asks: [&'static str; 2],
    /// Possible values.
    pub values: [&'static str; 4],
}

/// Returns the statements between two people.
pub fn talk() -> Vec<Kind> {
    TALK.lines().map(kind).collect()
}

/// Returns the statements to an assistant during weeks of work.
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
