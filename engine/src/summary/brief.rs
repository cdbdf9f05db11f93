//! Shortens sentences for summaries that have too little room for them: omits lead-ins, asides, and questions whose
//! answer is clear alone. Never omits a value, nor a clause that decides, allows or revokes something.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::summary::answers::{asks_leave, verdict};
use crate::summary::cues::{Cue, Cues};
use crate::summary::sentence::{Sentence, is_set};
use crate::summary::settings::subject;
use crate::summary::unit::Unit;
use crate::summary::values::{Value, trim, values};
use crate::summary::words::words;

/// Maximum number of words of an aside that is only polite or small talk.
const MAX_ASIDE: usize = 5;
/// Maximum number of words before the "that" of a lead-in: "I just wanted to mention that".
const MAX_LEAD_IN: usize = 7;
/// Minimum number of words that a shortened sentence keeps.
const MIN_WORDS: usize = 3;
/// Minimum number of words of an answer that is clear without its question because it names several values, or decides,
/// promises or reports something about one.
const CLEAR_WORDS: usize = 5;
/// Cues of clauses that are never omitted.
const WEIGHTY: [Cue; 12] = [
    Cue::Binds,
    Cue::Decides,
    Cue::Changes,
    Cue::Contrasts,
    Cue::Wants,
    Cue::Forbids,
    Cue::Waives,
    Cue::Revokes,
    Cue::Health,
    Cue::Promises,
    Cue::Finds,
    Cue::Leave,
];

words! {
    /// First words of clauses that explain, conclude or describe.
    ASIDES = "so because since as which who whose where although though while too please then also anyway \
              weil denn da deshalb wobei obwohl übrigens car puisque donc qui porque pues que";
    /// First words of clauses that precede their main clause.
    SUBORDINATES = "if when because since as although though while after before unless until once whenever where \
                    wenn weil da obwohl als nachdem bevor falls sobald si quand comme puisque cuando como aunque";
    /// Verbs that distinguish a clause from an item of a list.
    VERBS = "is are was were has have had can could will would should may might does do did goes went gets got makes \
             takes comes knows works looks means keeps it's that's he's she's they're we're i'm there's \
             ist sind war waren hat haben kann können wird werden soll est sont a ont peut es son está tiene puede";
    /// First words that only connect a sentence to the previous one.
    TIES = "and well oh also anyway";
    /// First-person pronouns: what follows is clear without the clause before it.
    SPEAKERS = "i i'm i've i'll we we're we've we'll";
    /// First words of lead-ins, and their verbs.
    OPENERS = "i just please you keep note remember let don't do";
    SAYS = "mention say know note remember forget think believe guess mind add";
    /// First words of clauses that limit their main clause.
    LIMITS = "if unless when until before after except only but or once wenn falls bis außer aber oder si sauf mais ou \
              salvo pero";
}

/// Returns the shortest form of each sentence of a unit, in order. An omitted sentence is empty.
pub(super) fn briefs<'a>(unit: &Unit, sentences: &[Sentence<'a>]) -> Vec<Cow<'a, str>> {
    let parts: Vec<&Sentence<'a>> = unit.sentences.iter().map(|at| &sentences[*at]).collect();
    match parts.as_slice() {
        [alone] => vec![brief(alone, true)],
        [asks, says @ ..] => {
            let is_needed = asks_leave(asks.text) || !is_clear(says);
            let is_last = |at: usize| at + 1 == says.len();
            let texts = says.iter().enumerate().map(|(at, part)| match part {
                _ if !is_needed && !is_last(at) => "".into(),
                part => brief(part, false),
            });
            let asked = if is_needed { asks.text } else { "" };
            [asked.into()].into_iter().chain(texts).collect()
        }
        [] => Vec::new(),
    }
}

/// Returns true if the last sentence of an answer is clear without the question and has all of the answer's content.
fn is_clear(answer: &[&Sentence]) -> bool {
    let Some(last) = answer.last() else {
        return false;
    };
    let cues = Cues::of(last.text);
    let is_whole = match values(last.text, last.language).len() {
        0 => false,
        1 => is_weighty(cues),
        _ => true,
    };
    let decides = |says: &&Sentence| verdict(&first(says.text)).is_some();
    is_whole && last.text.split_whitespace().count() >= CLEAR_WORDS && !answer.iter().any(decides)
}

fn brief<'a>(sentence: &Sentence<'a>, is_alone: bool) -> Cow<'a, str> {
    let (text, language) = (sentence.text, sentence.language);
    if is_set(sentence) || text.ends_with('?') {
        return text.into();
    }
    let mut best = Cow::Borrowed(text);
    let facts = Facts::of(text, language);
    let mut take = |shorter: Option<String>| {
        if let Some(shorter) = shorter.filter(|shorter| facts.are_in(shorter, language)) {
            best = shorter.into();
        }
        best.clone()
    };
    let text = take(without_asides(text, language));
    let is_open = is_alone && verdict(&text).is_none();
    take(without_lead_in(&text, language).filter(|_| is_open))
}

/// Facts that a sentence and its short form must have in common.
struct Facts {
    values: BTreeSet<Value>,
    cues: Vec<bool>,
    subject: Option<(String, Vec<String>)>,
}

impl Facts {
    fn of(text: &str, language: &str) -> Self {
        let cues = Cues::of(text);
        Self {
            values: values(text, language),
            cues: WEIGHTY.iter().map(|cue| cues.has(*cue)).collect(),
            subject: subject(text),
        }
    }

    fn are_in(&self, text: &str, language: &str) -> bool {
        let other = Self::of(text, language);
        let is_same_subject = self.subject.is_none() || self.subject == other.subject;
        is_same_subject && self.values == other.values && self.cues == other.cues
    }
}

/// Returns the sentence without the clauses at its end that explain, conclude, or are merely polite.
fn without_asides(text: &str, language: &str) -> Option<String> {
    let body = text.trim_end_matches(['.', '!']);
    let mut clauses = clauses(body);
    let head = 1 + usize::from(SUBORDINATES.contains(&*first(body)));
    while clauses.len() > head
        && let Some(&last) = clauses.last()
        && is_aside(last, language)
    {
        clauses.pop();
    }
    let kept = clauses.last().map(|last| offset(body, last) + last.len())?;
    let is_shorter = kept < body.len() && text[..kept].split_whitespace().count() >= MIN_WORDS;
    is_shorter.then(|| format!("{}{}", &text[..kept], &text[body.len()..]))
}

/// Returns the offset of `part` in the text that contains it.
fn offset(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

/// Splits a sentence into clauses: between commas, semicolons and dashes, and before "and I".
fn clauses(body: &str) -> Vec<&str> {
    let parts = body.split(", ").flat_map(|part| part.split("; "));
    let mut clauses = Vec::new();
    for mut part in parts.flat_map(|part| part.split(" – ")) {
        while let Some((clause, rest)) = part.split_once(" and ")
            && SPEAKERS.contains(&*first(rest))
        {
            clauses.push(clause);
            part = rest;
        }
        clauses.push(part);
    }
    clauses
}

fn is_aside(clause: &str, language: &str) -> bool {
    let has_name = clause.split_whitespace().any(|word| {
        word.starts_with(char::is_uppercase) && word.len() > 1 && !word.starts_with("I'")
    });
    if has_name || !values(clause, language).is_empty() {
        return false;
    }
    let cues = Cues::of(clause);
    if is_weighty(cues) {
        return false;
    }
    let first = first(clause);
    let mut words = clause.split_whitespace();
    let count = words.clone().count();
    let has_verb = words.any(|word| VERBS.contains(&*trim(word).to_lowercase()));
    let is_limit = LIMITS.contains(&*first);
    let is_talk = cues.has(Cue::Polite) || cues.has(Cue::Talks);
    is_talk && count <= MAX_ASIDE
        || ASIDES.contains(&*first)
        || has_verb && count >= MIN_WORDS && !is_limit
}

fn is_weighty(cues: Cues) -> bool {
    WEIGHTY.iter().any(|cue| cues.has(*cue))
}

/// Returns the sentence without its opening words: "By the way,", "I just wanted to mention that".
fn without_lead_in(text: &str, language: &str) -> Option<String> {
    let mut rest = text;
    while let Some(shorter) = behind_lead_in(rest, language) {
        rest = shorter;
    }
    let is_shorter = rest.len() < text.len() && rest.split_whitespace().count() >= MIN_WORDS;
    let mut letters = rest.chars();
    let capital = letters.next().filter(|_| is_shorter)?.to_uppercase();
    Some(capital.chain(letters).collect())
}

fn behind_lead_in<'a>(text: &'a str, language: &str) -> Option<&'a str> {
    let opener = first(text);
    if let Some((clause, rest)) = text.split_once(", ") {
        let is_short = clause.split_whitespace().count() <= MAX_ASIDE;
        let cues = Cues::of(clause);
        let is_talk = cues.has(Cue::Polite) || cues.has(Cue::Talks) || TIES.contains(&*opener);
        if is_short && is_talk && is_aside(&lower(clause), language) {
            return Some(rest);
        }
    }
    let tells = |rest: &str| is_weighty(Cues::of(rest)) || !values(rest, language).is_empty();
    if let [clause, next, ..] = *clauses(text) {
        let rest = &text[offset(text, next)..];
        let is_own = SPEAKERS.contains(&*first(next));
        if is_own && is_aside(&lower(clause), language) && tells(rest) {
            return Some(rest);
        }
    }
    if let Some((frame, rest)) = text.split_once(" that ") {
        let words = || {
            frame
                .split_whitespace()
                .map(|word| trim(word).to_lowercase())
        };
        let says = words().any(|word| SAYS.contains(&*word));
        if says && words().count() <= MAX_LEAD_IN && OPENERS.contains(&*opener) {
            return Some(rest);
        }
    }
    let (_, rest) = text.split_once(' ')?;
    TIES.contains(&*opener).then_some(rest)
}

/// Returns the first word in lower case.
fn first(text: &str) -> String {
    trim(text.split_whitespace().next().unwrap_or_default()).to_lowercase()
}

/// Returns the text with a lower-case first letter.
fn lower(text: &str) -> String {
    let mut letters = text.chars();
    let small = letters.next().into_iter().flat_map(char::to_lowercase);
    small.chain(letters.as_str().chars()).collect()
}
