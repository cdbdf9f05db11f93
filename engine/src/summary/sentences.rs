//! Cuts texts into sentences, each a part of the text as it was written. Knows no weight of them.

/// The most bytes of a sentence; what goes on longer is cut between words.
const BYTES: usize = 400;
/// What stands before a full stop that ends nothing.
const SHORT: [&str; 20] = [
    "mr", "mrs", "ms", "dr", "prof", "st", "vs", "etc", "e.g", "i.e", "cf", "no", "nr", "fig",
    "approx", "inc", "ltd", "co", "z.b", "bzw",
];

/// The sentences of `text`, in order, without the space around them.
pub(super) fn of(text: &str) -> Vec<&str> {
    text.lines()
        .flat_map(of_line)
        .flat_map(pieces)
        .filter(|sentence| !sentence.is_empty())
        .collect()
}

fn of_line(line: &str) -> Vec<&str> {
    let mut sentences = Vec::new();
    let mut begin = 0;
    let mut marks = line.char_indices().peekable();
    while let Some((at, c)) = marks.next() {
        let wide = matches!(c, '。' | '！' | '？');
        if !wide && !matches!(c, '.' | '!' | '?' | '…') {
            continue;
        }
        // Quotes and brackets that close, and further marks, belong to the sentence.
        let mut end = at + c.len_utf8();
        while let Some((next, closing)) = marks.next_if(|(_, next)| {
            matches!(
                next,
                '.' | '!' | '?' | '…' | '"' | '\'' | '”' | '’' | '»' | ')' | ']'
            )
        }) {
            end = next + closing.len_utf8();
        }
        let ends = wide || marks.peek().is_none_or(|(_, next)| next.is_whitespace());
        if ends && !(c == '.' && is_short(&line[begin..at])) {
            sentences.push(line[begin..end].trim());
            begin = end;
        }
    }
    sentences.push(line[begin..].trim());
    sentences
}

/// Whether the full stop after `before` ends a shortening, an initial or the number of a list.
fn is_short(before: &str) -> bool {
    let word = before
        .rsplit(|c: char| c.is_whitespace() || c == '(')
        .next()
        .unwrap_or("");
    let lower = word.to_lowercase();
    let initial = word.chars().count() == 1 && word.chars().all(char::is_uppercase) && word != "I";
    let numbered =
        before.trim() == word && !word.is_empty() && word.chars().all(|c| c.is_ascii_digit());
    initial || numbered || SHORT.contains(&lower.as_str())
}

/// A sentence without end in pieces of a bearable length.
fn pieces(sentence: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = sentence;
    while rest.len() > BYTES {
        let mut end = BYTES;
        while !rest.is_char_boundary(end) {
            end -= 1;
        }
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

    #[test]
    fn sentences_end_where_people_end_them() {
        for (text, expected) in [
            ("One. Two! Three?", vec!["One.", "Two!", "Three?"]),
            (
                "Costs 3.50 a piece. Fine.",
                vec!["Costs 3.50 a piece.", "Fine."],
            ),
            ("Ask Dr. Who, e.g. today.", vec!["Ask Dr. Who, e.g. today."]),
            (
                "See J. Doe (\"now!\") Then go.",
                vec!["See J. Doe (\"now!\")", "Then go."],
            ),
            ("1. First\n2. Second", vec!["1. First", "2. Second"]),
            ("main.rs is long", vec!["main.rs is long"]),
            ("はい。いいえ。", vec!["はい。", "いいえ。"]),
            ("Wait... what?!  ", vec!["Wait...", "what?!"]),
            (
                "It was me and I. Then we left.",
                vec!["It was me and I.", "Then we left."],
            ),
            ("\n \n", vec![]),
        ] {
            assert_eq!(of(text), expected, "{text}");
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
