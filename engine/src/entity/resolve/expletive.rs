//! Detects an "it" that refers to nothing: "it is raining", "make it plain that", "it seems".

mod lexicon;

use lexicon::{
    ALONE, ANSWERS, AS, ASKED, BE, BECOMES, CLAUSE, DEGREE, FELT, IDIOMS, JUDGED, MAKES, OUTSIDE,
    OWN, SEEMS, SEEN, SUBJECTS, WEATHER,
};

/// Returns true if the "it" at `at` of a clause refers to nothing.
pub(super) fn is_empty(words: &[String], at: usize) -> bool {
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let back = |back: usize| at.checked_sub(back).map_or("", word);
    let is_asked = BE.contains(&back(1)) || matches!(back(1), "does" | "did" | "doesn't");
    is_idiom(words, at)
        || (back(1) == "that" && BE.contains(&word(at + 1)))
        || is_subject(words, at + 1)
        || is_asked && (is_judged(words, at + 1) || is_question(words, at))
        || is_asked && matches!(word(at + 1), "matter" | "hurt")
        || (MAKES.contains(&back(1)) && announces(words, at + 1))
        || (matches!(back(1), "take" | "took") && is_understood(words, at))
        || (back(1) == "to" && back(2) == "see")
}

fn is_idiom(words: &[String], at: usize) -> bool {
    // "Got it" and "get it" are idioms by themselves only.
    let is_got = words.len() == 2 && at == 1 && matches!(&*words[0], "got" | "get");
    let has = |idiom: &&str| {
        let parts: Vec<&str> = idiom.split(' ').collect();
        let mut places = parts.iter().enumerate().filter(|(_, part)| **part == "it");
        places.any(|(before, _)| {
            let begin = at.checked_sub(before);
            let said = begin.and_then(|begin| words.get(begin..begin + parts.len()));
            said.is_some_and(|said| said == parts)
        })
    };
    is_got || IDIOMS.iter().any(has)
}

/// Returns true for questions about the time, the day or the way: "what time is it", "how is it going".
fn is_question(words: &[String], at: usize) -> bool {
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let asked = at.checked_sub(2).map_or("", word);
    let next = word(at + 1);
    let ends = next.is_empty() || OUTSIDE.contains(&next) || matches!(next, "now" | "to" | "from");
    ASKED.contains(&asked) && ends || asked == "how" && next == "going"
}

/// Returns true for assumptions: "I take it you agree", but not "I take it down".
fn is_understood(words: &[String], at: usize) -> bool {
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let who = at.checked_sub(2).map_or("", word);
    matches!(who, "i" | "we" | "i'll" | "we'll") && SUBJECTS.contains(&word(at + 1))
}

/// Returns true if the words after "it" make it an empty subject.
fn is_subject(words: &[String], mut at: usize) -> bool {
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    while DEGREE.contains(&word(at)) {
        at += 1;
    }
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
        // "It takes a day to", "does it take long", "how long does it take".
        let is_long = |word: &String| matches!(&**word, "to" | "time" | "long" | "longer" | "ages");
        return words[at..].iter().skip(1).take(5).any(is_long)
            || words
                .windows(2)
                .any(|pair| pair[0] == "how" && pair[1] == "long");
    }
    if SEEMS.contains(&verb) {
        return next.is_empty() || AS.contains(&next);
    }
    let begin = at;
    while BE.contains(&word(at)) || word(at) == "going" && word(at + 1) == "to" || word(at) == "to"
    {
        at += 1;
    }
    if at == begin {
        return BECOMES.contains(&verb) && is_judged(words, at);
    }
    is_judged(words, at) || is_answer(words, at) || is_cleft(words, at)
}

/// Returns true if the words from `at` on are the weather or the time, or judge a clause that follows.
fn is_judged(words: &[String], mut at: usize) -> bool {
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let begin = at;
    while DEGREE.contains(&word(at)) || BECOMES.contains(&word(at)) || word(at) == "be" {
        at += 1;
    }
    let becomes = words[begin.min(at)..at.min(words.len())].iter();
    let becomes = becomes.clone().any(|word| BECOMES.contains(&word.as_str()));
    let said = word(at);
    let next = word(at + 1);
    let follows = |set: &[&str], reach: usize| {
        let next = words.iter().skip(at + 1).take(reach);
        next.into_iter().any(|word| set.contains(&word.as_str()))
    };
    let is_hour = said.chars().all(|c| c.is_ascii_digit()) && follows(&["o'clock", "am", "pm"], 1);
    let is_while = said == "long" && matches!(next, "day" | "time" | "week" | "year");
    // "It was great working with you", but not "it is good looking".
    let does = next.ends_with("ing") && next != "looking";
    WEATHER.contains(&said)
        || is_while
        || is_hour && !said.is_empty()
        || FELT.contains(&said) && (next.is_empty() || OUTSIDE.contains(&next))
        || SEEN.contains(&said) && (becomes || OUTSIDE.contains(&next))
        || JUDGED.contains(&said) && (follows(&CLAUSE, 2) || does)
        || said == "up" && next == "to"
}

/// Returns true for answers: "it's fine", "it is no problem", "it is my turn".
fn is_answer(words: &[String], mut at: usize) -> bool {
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    while DEGREE.contains(&word(at)) || matches!(word(at), "no" | "be" | "big" | "such") {
        at += 1;
    }
    let ends = |at: usize| {
        let next = word(at);
        next.is_empty() || matches!(next, "thanks" | "really" | "then" | "with" | "by" | "for")
    };
    let is_own = matches!(word(at), "my" | "your" | "our" | "his" | "her" | "their");
    ANSWERS.contains(&word(at)) && ends(at + 1) || is_own && OWN.contains(&word(at + 1))
}

/// Returns true for clefts: "it was Ada who".
fn is_cleft(words: &[String], at: usize) -> bool {
    words.iter().skip(at + 1).take(4).any(|word| word == "who")
}

/// Returns true if "it" stands for the clause that follows: "clear that", "hard to", "that", "so that".
fn announces(words: &[String], mut at: usize) -> bool {
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    if word(at) == "that" {
        return words.len() > at + 1;
    }
    if word(at) == "so" && (words.len() == at + 1 || SUBJECTS.contains(&word(at + 1))) {
        return true;
    }
    while DEGREE.contains(&word(at)) {
        at += 1;
    }
    JUDGED.contains(&word(at))
        && matches!(word(at + 1), "to" | "that" | "if" | "when" | "for" | "how")
}

/// Returns true if the "that" at `at` only begins a clause: "it turns out that".
pub(super) fn begins_clause(words: &[String], at: usize) -> bool {
    let back = |back: usize| at.checked_sub(back).map_or("", |at| words[at].as_str());
    SEEMS.contains(&back(1)) || back(1) == "out" && SEEMS.contains(&back(2))
}
