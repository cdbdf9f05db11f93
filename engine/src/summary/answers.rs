//! Which sentences answer a question and cannot be understood without it. Knows no weight.

use std::ops::Range;

use crate::summary::cues::{Cue, Cues, is_cue};
use crate::summary::sentence::{Sentence, is_empty, is_tool};
use crate::summary::values::{Kind, trim, values};
use crate::summary::words::words;

/// The most words of an answer that cannot be understood without its question.
const SHORT: usize = 10;
/// The same of one that begins with yes or no.
const PLAIN_SHORT: usize = 25;
/// The most words with which an offer is merely accepted.
const OFFERED: usize = 2;
/// The most words of a question that is taken along.
const QUESTION: usize = 30;
/// The most words of what only fills the time.
const FILLER: usize = 8;
/// The most sentences between a question and its answer: of people, and with what programs printed.
const FILLERS: usize = 3;
const BETWEEN: usize = 64;
/// With these an answer may begin that says no more.
const PLAIN: [&str; 8] = ["Yes", "No", "Ja", "Nein", "Oui", "Non", "Sí", "Both"];
/// With these somebody gives leave.
const GRANTS: [&str; 28] = [
    "yes",
    "yep",
    "yeah",
    "yup",
    "sure",
    "ok",
    "okay",
    "go",
    "please",
    "do",
    "absolutely",
    "definitely",
    "certainly",
    "of",
    "fine",
    "approved",
    "granted",
    "ja",
    "klar",
    "gerne",
    "gern",
    "mach",
    "oui",
    "sí",
    "si",
    "claro",
    "lgtm",
    "agreed",
];
/// With these it is refused.
const REFUSES: [&str; 8] = ["no", "nope", "nein", "non", "not", "never", "nicht", "nah"];
/// What is said without words, and whether it gives leave.
const SIGNS: [(&str, bool); 7] = [
    ("👍", true),
    ("👌", true),
    ("✅", true),
    ("💯", true),
    ("👎", false),
    ("❌", false),
    ("🚫", false),
];

words! {
    /// What says nothing by itself.
    SOUNDS = "hm hmm hmmm mhm mm uh um uhm er erm ah oh well thanks thank you hello hi hey sorry danke hallo tja äh \
     ähm naja merci bonjour euh gracias hola pues bueno";
    /// What is asked for with these is to go on, and nothing later depends on it.
    GOING_ON = "go on continue proceed carry start begin ahead help show tell explain ask know more else further \
     next step steps anything something everything work now right away then try again do done it question finish keep \
     going weiter machen weitermachen anfangen loslegen fragen etwas helfen continuer commencer seguir empezar";
}

/// Where the answer to the question at `at` stands, when it is one that does not stand by itself. What only
/// fills the time and what programs print may stand between.
pub(super) fn answer(sentences: &[Sentence], at: usize) -> Option<Range<usize>> {
    let asks = sentences.get(at)?;
    let is_asked = asks.text.ends_with('?') && count(asks.text) <= QUESTION;
    if !is_asked || asks.is_noise || is_tool(asks.role) {
        return None;
    }
    let mut fillers = 0;
    let later = sentences.iter().enumerate().skip(at + 1).take(BETWEEN);
    let is_said = |says: &Sentence| !says.is_noise || is_sign(says.text);
    for (next, says) in later.filter(|(_, says)| is_said(says) && !is_tool(says.role)) {
        let goes_on = says.role == asks.role;
        if !goes_on && !is_filler(says) {
            return answers(asks, sentences, next);
        }
        fillers += 1;
        // A further question takes the answer.
        if fillers > FILLERS || goes_on && says.text.ends_with('?') {
            return None;
        }
    }
    None
}

/// The answer that begins at `at`, with what it says after "Yes."
fn answers(asks: &Sentence, sentences: &[Sentence], at: usize) -> Option<Range<usize>> {
    let says = sentences.get(at)?;
    let words = count(says.text);
    let is_decided = asks_leave(asks.text);
    let most = if is_decided && verdict(says.text).is_some() {
        PLAIN_SHORT
    } else {
        SHORT
    };
    // "Yes please" to an offer tells nothing later.
    let is_accepted = is_offer(asks.text) && words <= OFFERED;
    if is_accepted || words > most || says.text.ends_with('?') {
        return None;
    }
    // "Yes." and "Sure!" say it with what follows.
    let is_more = words <= 2
        && says.text.ends_with(['.', '!'])
        && sentences.get(at + 1).is_some_and(|more| {
            let is_next = more.role == says.role && more.place == says.place + 1;
            is_next && count(more.text) <= 2 * SHORT && !is_filler(more)
        });
    let tells = !Cues::of(says.text).has(Cue::Polite) || words > 2 || is_more;
    let is_plain = words <= 2 && PLAIN.iter().any(|plain| says.text.starts_with(plain));
    (tells || is_plain || is_decided).then_some(at..at + 1 + usize::from(is_more))
}

/// Whether somebody asks for leave to do a certain thing: its answer decides.
pub(super) fn asks_leave(text: &str) -> bool {
    Cues::of(text).has(Cue::Leave) && text.ends_with('?') && !is_offer(text)
}

/// Whether a question asks no more than whether to go on: "Shall I continue?", "Anything else?".
pub(super) fn is_offer(text: &str) -> bool {
    let cues = Cues::of(text);
    let is_empty = cues.has(Cue::Leave) && !names_a_deed(text);
    text.ends_with('?') && (cues.has(Cue::Offers) || is_empty)
}

fn names_a_deed(text: &str) -> bool {
    let mut words = text
        .split_whitespace()
        .map(|word| trim(word).to_lowercase());
    words.any(|word| {
        let known = is_empty(&word) || is_cue(&word) || GOING_ON.contains(word.as_str());
        !known && word.chars().count() > 1
    })
}

/// Whether an answer gives leave or refuses it, where its beginning tells.
pub(super) fn verdict(text: &str) -> Option<bool> {
    if let Some((_, grants)) = SIGNS.iter().find(|(sign, _)| text.contains(sign)) {
        return Some(*grants);
    }
    let first = text.split_whitespace().next()?;
    let first = trim(first).to_lowercase();
    let refuses = REFUSES.contains(&first.as_str()) || Cues::of(text).has(Cue::Forbids);
    if refuses {
        return Some(false);
    }
    GRANTS.contains(&first.as_str()).then_some(true)
}

fn is_sign(text: &str) -> bool {
    SIGNS.iter().any(|(sign, _)| text.contains(sign))
}

/// Whether a sentence only fills the time until something is said.
pub(super) fn is_filler(says: &Sentence) -> bool {
    let cues = Cues::of(says.text);
    let tells = [Cue::Binds, Cue::Asks, Cue::Decides, Cue::Forbids];
    if count(says.text) > FILLER || tells.iter().any(|cue| cues.has(*cue)) {
        return false;
    }
    let mut words = says.text.split(|c: char| !c.is_alphanumeric());
    let is_sound = words.all(|word| word.is_empty() || SOUNDS.contains(&*word.to_lowercase()));
    let is_sound = is_sound && !is_sign(says.text);
    let values = values(says.text, says.language);
    is_sound || cues.has(Cue::Stalls) && values.iter().all(|(kind, _)| *kind == Kind::Name)
}

fn count(text: &str) -> usize {
    text.split_whitespace().count()
}
