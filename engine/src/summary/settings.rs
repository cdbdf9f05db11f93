//! Finds assignments of values: `timeout = 30s`, "Port: 8080", "the budget is 3000", "set the limit to 5".

/// Words before a variable in a program; a setting has none.
const DECLARES: [&str; 6] = ["let", "const", "var", "my", "local", "val"];
/// Words that may precede the name of a setting.
const SETS: [&str; 2] = ["set", "export"];
/// Maximum length of a setting, in bytes, and of its value, in words.
const BYTES: usize = 120;
const VALUE: usize = 3;
/// Verbs between a thing and its value.
const IS: [&str; 11] = [
    "is", "are", "was", "ist", "sind", "wird", "est", "sera", "es", "son", "será",
];
/// Verbs after which "be" also assigns a value: "the port should be 80".
const SHOULD: [&str; 6] = ["should", "must", "will", "shall", "has", "needs"];
/// Determiners of a thing of which there is one.
const ONE: [&str; 17] = [
    "the", "our", "my", "your", "der", "die", "das", "unser", "unsere", "mein", "meine", "le",
    "la", "notre", "el", "nuestro", "nuestra",
];
/// Verbs with which people assign a value.
const GIVE: [&str; 31] = [
    "set", "change", "make", "raise", "lower", "increase", "reduce", "decrease", "bump", "put",
    "update", "switch", "move", "keep", "turn", "cap", "limit", "use", "extend", "shorten",
    "stell", "stelle", "setz", "setze", "erhöhe", "senke", "ändere", "nimm", "mets", "pon",
    "cambia",
];
/// Determiners that may precede the name of a thing.
const ARTICLES: [&str; 16] = [
    "the", "our", "my", "your", "a", "an", "den", "die", "das", "unser", "unseren", "einen", "le",
    "la", "el", "un",
];
/// Words between a name and its value.
const TO: [&str; 8] = ["to", "at", "of", "down", "up", "auf", "à", "a"];
/// Words before the amount of a change.
const BY: [&str; 3] = ["by", "um", "de"];
/// Words that begin a place or an audience.
const WHERE: [&str; 11] = [
    "on", "in", "at", "for", "when", "if", "auf", "bei", "für", "pour", "para",
];
/// Words before a colon that name no thing.
const NOTES: [&str; 18] = [
    "note",
    "notes",
    "todo",
    "fyi",
    "ps",
    "update",
    "warning",
    "question",
    "answer",
    "reminder",
    "hint",
    "tip",
    "reason",
    "example",
    "correction",
    "corrección",
    "korrektur",
    "important",
];

/// Returns the name and the value of a line such as `timeout = 30s` or `LOG_LEVEL=info`. `None` for all other lines.
pub(super) fn setting(text: &str) -> Option<(&str, &str)> {
    let text = text
        .trim()
        .trim_start_matches(['-', '*', ' '])
        .trim_matches('`');
    let (name, value) = text.split_once('=').filter(|_| text.len() <= BYTES)?;
    let (mut name, value) = (name.trim_end(), value.trim().trim_end_matches(['.', ',']));
    if let Some((before, rest)) = name.split_once(' ') {
        let before = before.to_lowercase();
        if SETS.contains(&before.as_str()) {
            name = rest.trim();
        }
    }
    let is_name = is_name(name) && !DECLARES.contains(&name);
    let odd = |c: char| "=(){}[]<>;&|!".contains(c);
    let words = value.split_whitespace().count();
    let is_value = (1..=VALUE).contains(&words) && !value.contains(odd);
    (is_name && is_value).then_some((name, value))
}

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && word
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '-'))
}

/// Returns the words of a text; `name=value` is two words.
pub(super) fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().flat_map(|word| {
        let (name, value) = word
            .split_once('=')
            .filter(|(name, value)| is_name(name) && !value.is_empty())
            .unwrap_or((word, ""));
        [name, value].into_iter().filter(|part| !part.is_empty())
    })
}

/// Returns the thing that a sentence gives a value, and its place or audience. Only for things of which there is one.
pub(super) fn subject(text: &str) -> Option<(String, Vec<String>)> {
    let text = text.trim_start_matches(['-', '*', ' ']);
    // French has a space before the colon.
    let lower = text.to_lowercase().replace(" :", ":");
    let mut words: Vec<String> = lower.split_whitespace().map(str::to_owned).collect();
    let note = words.first().and_then(|word| word.strip_suffix(':'));
    if note.is_some_and(|note| NOTES.contains(&note)) {
        words.remove(0);
    }
    let named = setting(text).map(|(name, _)| (name.to_lowercase(), words.len()));
    let (name, end) = named
        .or_else(|| parse_labelled(&words))
        .or_else(|| parse_stated(&words))
        .or_else(|| parse_given(&words))?;
    let name = name.replace(['_', '-'], " ");
    let name = name.trim_end_matches(':');
    let mut place = circumstance(&words, end);
    // "The contact at Hofmann is …"
    let parts: Vec<String> = name.split(' ').map(str::to_owned).collect();
    let at = parts.iter().position(|part| WHERE.contains(&&**part));
    let Some(at) = at.filter(|at| *at > 0) else {
        return Some((name.to_owned(), place));
    };
    place.extend(circumstance(&parts, at));
    Some((parts[..at].join(" "), place))
}

/// Parses "Port: 8080".
fn parse_labelled(words: &[String]) -> Option<(String, usize)> {
    let colon = words.iter().take(4).position(|word| word.ends_with(':'))?;
    let name = words.get(..=colon)?.join(" ");
    let first = words.first()?.trim_end_matches(':');
    (!NOTES.contains(&first)).then_some((name, colon + 1))
}

/// Parses "The budget is 3000", "the port should be 80".
fn parse_stated(words: &[String]) -> Option<(String, usize)> {
    let is = |at: usize, set: &[&str]| words.get(at).is_some_and(|word| set.contains(&&**word));
    let gives = |at: &usize| {
        is(*at, &IS) || is(*at, &SHOULD) && (is(*at + 1, &["be"]) || is(*at + 2, &["be"]))
    };
    let verb = (0..words.len().min(9)).find(gives)?;
    let name = words.get(1..verb).filter(|name| !name.is_empty())?;
    is(0, &ONE).then(|| (name.join(" "), verb + 1))
}

/// Parses "Set the limit to 5", "make the timeout 45 s"; but not "move task 12 to review", nor "raise the limit by 5".
fn parse_given(words: &[String]) -> Option<(String, usize)> {
    let is = |word: &String, set: &[&str]| set.contains(&word.as_str());
    let verb = words.iter().take(4).position(|word| is(word, &GIVE))?;
    let rest = words.get(verb + 1..)?;
    let is_one = rest.first().is_some_and(|word| is(word, &ARTICLES));
    let rest = rest.get(usize::from(is_one)..)?;
    let has_digit = |word: &String| word.contains(|c: char| c.is_ascii_digit());
    let ends = |word: &String| has_digit(word) || is(word, &TO) || is(word, &BY);
    let end = rest.iter().position(ends)?;
    let after = rest.len() - end - 1;
    let is_value = if has_digit(&rest[end]) {
        // An amount may be followed by its unit.
        after <= usize::from(is_one)
    } else {
        !is(&rest[end], &BY) && rest.get(end + 1).is_some_and(|next| !is(next, &BY))
    };
    let is_name = (1..=4).contains(&end);
    (is_name && is_value).then(|| (rest[..end].join(" "), words.len() - after))
}

/// Returns the place or the audience: "on staging". Dates with a number do not count.
fn circumstance(words: &[String], from: usize) -> Vec<String> {
    let rest = words.iter().skip(from);
    let mut rest = rest
        .skip_while(|word| !WHERE.contains(&&***word))
        .skip(1)
        .peekable();
    let is_value = |word: &&String| word.contains(|c: char| c.is_ascii_digit());
    if rest.peek().is_some_and(is_value) {
        return Vec::new();
    }
    let bare = rest.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned());
    bare.filter(|word| !ARTICLES.contains(&&**word))
        .take(3)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{setting, subject};

    #[test]
    fn settings_are_a_name_and_its_value() {
        for (line, expected) in [
            ("timeout = 30s", Some(("timeout", "30s"))),
            ("TIMEOUT=30", Some(("TIMEOUT", "30"))),
            ("export LOG_LEVEL=info", Some(("LOG_LEVEL", "info"))),
            ("- max-retries = 5.", Some(("max-retries", "5"))),
            ("let x = foo(1);", None),
            ("let x = 1", None),
            ("a == b", None),
            ("The sum of a and b = 5", None),
            ("https://a.example/?q=1", None),
        ] {
            assert_eq!(setting(line), expected, "{line}");
        }
    }

    #[test]
    fn what_is_given_a_value_is_known() {
        for (text, expected) in [
            ("max_retries = 5", Some("max retries")),
            ("Port: 8080", Some("port")),
            ("The budget is 3000 euros.", Some("budget")),
            ("The port should be 80.", Some("port")),
            ("Please set the pool size to 20.", Some("pool size")),
            ("Make the timeout 45 s.", Some("timeout")),
            ("Use a timeout of 30 s.", Some("timeout")),
            ("Note: the budget moved.", None),
            ("We met Ada at 5.", None),
            ("Move task 12 to review.", None),
            ("Make part 3 red.", None),
            ("Raise the limit by 5.", None),
            ("Move the section up by 2.", None),
            ("Use Postgres 16.", Some("postgres")),
            ("Correction: the database will be SQLite.", Some("database")),
            ("Correction : la base sera Valkey.", Some("base")),
            ("The contact at Hofmann is Ada.", Some("contact")),
        ] {
            let found = subject(text).map(|(name, _)| name);
            assert_eq!(found.as_deref(), expected, "{text}");
        }
        for (text, place) in [
            ("Set the port to 80 on staging.", "staging"),
            ("The contact at Hofmann is Ada.", "hofmann"),
        ] {
            assert_eq!(subject(text).unwrap().1, [place], "{text}");
        }
    }
}
