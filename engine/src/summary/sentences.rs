//! Splits texts into sentences, each a slice of the text. `sentencex` knows the sentence ends and abbreviations of a
//! language.

use sentencex::get_sentence_boundaries;

/// Maximum length of a sentence, in bytes. Longer ones are cut between words.
const BYTES: usize = 400;
/// Maximum number of bytes searched at a time: with unclosed quotes the search for their ends grows faster than the
/// text.
const BLOCK: usize = 1024;
/// Number of bytes of a text used to detect its language.
const SAMPLE: usize = 2048;
/// Words that nearly every text in a language contains.
const LANGUAGES: [(&str, [&str; 16]); 4] = [
    (
        "en",
        [
            "the", "and", "is", "i", "you", "we", "to", "of", "it", "not", "a", "in", "that",
            "for", "on", "with",
        ],
    ),
    (
        "de",
        [
            "der", "die", "das", "und", "nicht", "ist", "wir", "ein", "eine", "mit", "für", "es",
            "ich", "am", "im", "zu",
        ],
    ),
    (
        "fr",
        [
            "le", "la", "les", "et", "est", "pas", "nous", "une", "des", "pour", "avec", "dans",
            "je", "que", "vous", "sur",
        ],
    ),
    (
        "es",
        [
            "el", "los", "las", "y", "es", "una", "con", "para", "que", "por", "del", "se", "lo",
            "pero", "la", "está",
        ],
    ),
];
/// Titles and abbreviations after which a capital begins no sentence.
const SHORT: [&str; 20] = [
    "mr", "mrs", "ms", "dr", "prof", "st", "vs", "fig", "approx", "max", "min", "e.g", "i.e", "cf",
    "nr", "bzw", "inkl", "ca", "vgl", "resp",
];

/// Returns the sentences of `text`, in order, without surrounding space.
pub(super) fn of(text: &str) -> Vec<&str> {
    let language = language(text).unwrap_or("en");
    text.lines()
        .flat_map(|line| pieces(line, BLOCK))
        .flat_map(|block| of_block(language, block))
        .flat_map(|sentence| pieces(sentence, BYTES))
        .filter(|sentence| !sentence.is_empty())
        .collect()
}

/// Detects the language of a text, if there are enough known words.
pub(super) fn language(text: &str) -> Option<&'static str> {
    let sample = &text[..text.floor_char_boundary(SAMPLE)];
    let words: Vec<String> = sample
        .split(|c: char| !c.is_alphabetic())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let known = |marks: &[&str]| {
        let known = words.iter().filter(|word| marks.contains(&word.as_str()));
        known.count()
    };
    LANGUAGES
        .iter()
        .map(|(language, marks)| (known(marks), *language))
        .filter(|(count, _)| count * 12 > words.len())
        .reduce(|best, other| if other.0 > best.0 { other } else { best })
        .map(|(_, language)| language)
}

fn of_block<'a>(language: &str, block: &'a str) -> Vec<&'a str> {
    let mut sentences = Vec::new();
    let mut begin = 0;
    for end in get_sentence_boundaries(language, block) {
        let end = end.end_byte;
        if end == block.len() || !is_short(&block[begin..end]) {
            sentences.push(block[begin..end].trim());
            begin = end;
        }
    }
    sentences.push(block[begin..].trim());
    sentences
}

/// Returns true if a part ends with a title or an abbreviation, or is a list number.
fn is_short(part: &str) -> bool {
    let part = part.trim_end();
    let word = part.rsplit(|c: char| c.is_whitespace() || c == '(').next();
    let word = word.and_then(|word| word.strip_suffix('.'));
    word.is_some_and(|word| {
        let numbers = word.len() + 1 == part.len() && word.chars().all(|c| c.is_ascii_digit());
        numbers || SHORT.contains(&word.to_lowercase().as_str())
    })
}

/// Splits a long text into pieces of at most `most` bytes.
fn pieces(text: &str, most: usize) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while rest.len() > most {
        let end = rest.floor_char_boundary(most);
        let end = rest[..end]
            .rfind(char::is_whitespace)
            .filter(|at| *at > 0)
            .unwrap_or(end);
        pieces.push(rest[..end].trim());
        rest = rest[end..].trim_start();
    }
    pieces.push(rest);
    pieces
}

#[cfg(test)]
mod tests {
    use super::of;

    /// Each line is a text with its sentences separated by `|`.
    const TEXTS: &str = "\
One.| Two!| Three?
Costs 3.50 a piece.| Version 1.2.3 is out.| Fine.
Ask Dr. Who, e.g. today.
Ask Prof. Smith vs. Mr. Jones, i.e. both.| Then go.
See J. Doe today.| Then go.
1. First
main.rs is long
See https://a.example/x.html?q=1.2 for more.| Done.
Mail ada@b.example.com first.| Then wait.
はい。|いいえ。
今日は雨です。|明日は晴れますか？|はい！
Wait... what?!
It was me and I.| Then we left.
The answer is no.| We go on.
We start at 10 a.m. tomorrow.| Be there.
Wir nehmen z. B. Postgres.| Das reicht.
Wir nehmen z.B. Postgres.| Das reicht.
Das gilt u. a. für Dr. Müller bzw. Prof. Schmidt.| Danke.
Am 3. Mai geht es los.| Bitte merken.
Es kostet ca. 300 Euro, d. h. zu viel.| Und das ist nicht gut.
Le budget est de 300 euros.| C'est M. Durand qui décide.
Il y a p. ex. deux pages pour nous.| Voilà.
No new packages.| Never touch main.| Must be done by Friday.
";

    #[test]
    fn sentences_end_where_people_end_them() {
        for line in TEXTS.lines() {
            let expected: Vec<&str> = line.split('|').map(str::trim).collect();
            assert_eq!(of(&line.replace('|', "")), expected, "{line}");
        }
        assert_eq!(of("1. First\n2. Second"), ["1. First", "2. Second"]);
        assert_eq!(of("\n \n"), [""; 0]);
    }

    #[test]
    fn what_is_cut_grows_as_the_text_does() {
        // Unclosed quotes are the most expensive: the blocks keep the searched text small.
        for part in [
            "はい。「",
            "\"a. ",
            "(a. ",
            "a@",
            "!a ",
            ". ",
            "[1]. ",
            "- a. b ",
        ] {
            let blocks = |times| super::pieces(&part.repeat(times), super::BLOCK).len();
            assert!(blocks(8_000) <= 11 * blocks(800), "{part}");
            let text = part.repeat(4_000);
            let bare = |text: &str| text.split_whitespace().collect::<String>();
            assert_eq!(
                bare(&of(&text).concat()),
                bare(&text),
                "{part}: nothing is lost"
            );
        }
    }

    #[test]
    fn a_text_without_end_is_cut_between_words() {
        let long = "word ".repeat(1_000);
        let sentences = of(&long);
        assert!(
            sentences
                .iter()
                .all(|part| part.len() <= 400 && part.ends_with("word"))
        );
        assert_eq!(sentences.join(" "), long.trim());
        let solid = "é".repeat(1_000);
        assert_eq!(of(&solid).concat(), solid);
    }
}
