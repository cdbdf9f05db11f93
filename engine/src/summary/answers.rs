//! Finds the answers to questions that cannot be understood without the question.

use std::ops::Range;

use crate::summary::cues::{Cue, Cues, is_cue};
use crate::summary::sentence::{Sentence, is_empty, is_tool};
use crate::summary::values::{Kind, trim, values};
use crate::summary::words::words;

/// Maximum number of words of an answer that needs its question.
const SHORT: usize = 10;
/// Same for an answer that begins with yes or no.
const PLAIN_SHORT: usize = 25;
/// Maximum number of words that merely accept an offer.
const OFFERED: usize = 2;
/// Maximum number of words of a question that is kept with its answer.
const QUESTION: usize = 30;
/// Maximum number of words of filler.
const FILLER: usize = 8;
/// Maximum number of sentences between a question and its answer: of people, and including program output.
const FILLERS: usize = 3;
const BETWEEN: usize = 64;
/// First words of an answer that says nothing else.
const PLAIN: [&str; 8] = ["Yes", "No", "Ja", "Nein", "Oui", "Non", "Sí", "Both"];
/// First words that grant permission.
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
/// First words that refuse permission.
const REFUSES: [&str; 8] = ["no", "nope", "nein", "non", "not", "never", "nicht", "nah"];
/// Signs that grant (true) or refuse permission.
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
    /// Words without content.
    SOUNDS = "hm hmm hmmm mhm mm uh um uhm er erm ah oh well thanks thank you hello hi hey sorry danke hallo tja äh \
     ähm naja merci bonjour euh gracias hola pues bueno";
    /// Words of questions whether to continue; nothing later depends on the answer.
    GOING_ON = "go on continue proceed carry start begin ahead help show tell explain ask know more else further \
     next step steps anything something everything work now right away then try again do done it question finish keep \
     going weiter machen weitermachen anfangen loslegen fragen etwas helfen continuer commencer seguir empezar";
}

/// Returns the range of the answer to the question at `at`, if it needs the question. Filler and program output may
/// come between them.
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

/// Returns the answer that begins at `at`, with the sentence after "Yes."
fn answers(asks: &Sentence, sentences: &[Sentence], at: usize) -> Option<Range<usize>> {
    let says = sentences.get(at)?;
    let words = count(says.text);
    let is_decided = asks_leave(asks.text);
    let most = if is_decided && verdict(says.text).is_some() {
        PLAIN_SHORT
    } else {
        SHORT
    };
    // "Yes please" to an offer has no later meaning.
    let is_accepted = is_offer(asks.text) && words <= OFFERED;
    if is_accepted || words > most || says.text.ends_with('?') {
        return None;
    }
    // "Yes." and "Sure!" are explained by the next sentence.
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

/// Returns true for a request for permission to do a certain thing: the answer is a decision.
pub(super) fn asks_leave(text: &str) -> bool {
    Cues::of(text).has(Cue::Leave) && text.ends_with('?') && !is_offer(text)
}

/// Returns true if a question only asks whether to continue: "Shall I continue?", "Anything else?".
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

/// Returns true if an answer grants permission, false if it refuses it, `None` if its beginning does not say.
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

/// Returns true for filler before the actual statement.
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
