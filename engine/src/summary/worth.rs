//! Worth of a single sentence: by its function, its values and its speaker.

use std::collections::BTreeSet;

use crate::summary::answers::{is_filler, is_offer};
use crate::summary::cues::{Cue, Cues};
use crate::summary::sentence::{Sentence, is_assistant, is_set, is_tool};
use crate::summary::unit::number;
use crate::summary::values::{Kind, Value};
use crate::summary::words::words;

/// Worth of a statement that gives something its value by name.
const SETS: f64 = 1.5;
/// Worth of a promise, of a finding, and of a statement about the speaker's own life.
const PROMISES: f64 = 1.25;
const FINDS: f64 = 1.75;
const PERSONAL: f64 = 0.5;
/// Worth of an assistant's report, and of any statement of a person.
const REPORTS: f64 = 1.25;
const STATEMENT: f64 = 0.8;
/// Remaining worth of a rule or a wish from an assistant.
const ADVISED: f64 = 0.35;
/// Length in bytes above which a sentence tells less for its room.
const LENGTHY: usize = 240;
/// Number of sentences above which a message is an explanation.
const FEW: usize = 4;

words! {
    /// Verbs with which assistants begin instructions.
    INSTRUCTS = "use start begin look check try keep put write avoid add remove choose take read make move set run let \
         give leave ask work draw show log open close clean find pick build plan measure repeat mention watch \
         compare copy limit create configure test group sort learn";
    /// First words of an assistant's conclusions from the conversation.
    REACTS = "then so that those fine good noted thanks understood";
}

fn count(text: &str) -> usize {
    text.split_whitespace().count()
}

/// Returns true if a sentence is filler, or an offer to continue.
pub(super) fn tells_nothing(sentence: &Sentence) -> bool {
    is_filler(sentence) || is_offer(sentence.text)
}

/// Returns the worth of a sentence.
pub(super) fn worth(sentence: &Sentence, cues: Cues, values: &BTreeSet<Value>) -> f64 {
    if tells_nothing(sentence) {
        return 0.0;
    }
    let of = |kind: Kind| values.iter().filter(|value| value.0 == kind).count();
    let (times, numbers, marks, names) = (
        of(Kind::Time),
        of(Kind::Number),
        of(Kind::Mark),
        of(Kind::Name),
    );
    let has_value = !values.is_empty();
    let is_person = sentence.role.starts_with("user");
    // A permission from an assistant is advice, unless it is new.
    let is_asked_for = is_person || cues.has(Cue::Changes);
    let is_report = is_assistant(sentence.role) && cues.has(Cue::Reports);
    let sum = |weights: &[(bool, f64)]| {
        let held = weights.iter().filter(|(holds, _)| *holds);
        held.map(|(_, weight)| weight).sum::<f64>()
    };
    let demands = sum(&[
        (cues.has(Cue::Binds), 3.0),
        (cues.has(Cue::Asks) && !cues.has(Cue::Binds), 1.25),
        (cues.has(Cue::Permits) && is_asked_for, 0.75),
        (cues.has(Cue::Wants), 1.5),
    ]);
    // Demands of an assistant are advice.
    let demands = if is_assistant(sentence.role) {
        ADVISED * demands
    } else {
        demands
    };
    let mut worth = demands
        + sum(&[
            (cues.has(Cue::Decides), 2.5),
            (cues.has(Cue::Health), 2.5),
            (cues.has(Cue::Limits) && has_value, 1.25),
            (cues.has(Cue::Changes) && has_value, 1.25),
            (cues.has(Cue::Revokes), 1.25),
            (cues.has(Cue::Promises), PROMISES),
            (cues.has(Cue::Finds), FINDS),
            (is_report, if has_value { REPORTS } else { 0.5 * REPORTS }),
            (is_person, STATEMENT),
            (cues.has(Cue::Personal) && is_person, PERSONAL),
            (is_set(sentence), SETS),
            (cues.has(Cue::States) && has_value, 1.0),
            (cues.has(Cue::Reasons), 0.4),
            (times > 0, 1.0),
            (names > 0, 0.8),
        ]);
    let exact = number(numbers + marks);
    // A bare number tells little: "Sentence number 4."
    let bare = if marks == 0 && cues == Cues::default() {
        0.6
    } else {
        1.0
    };
    worth += if exact > 0.0 {
        bare * (0.8 + 0.4 * exact).min(2.4)
    } else {
        0.0
    };
    worth *= talk(sentence, cues, has_value, marks + names + times > 0);
    if sentence.text.ends_with('?') {
        worth *= 0.3;
    }
    if is_assistant(sentence.role) {
        worth *= advice(sentence, cues);
    }
    let short = ((number(count(sentence.text)) + 1.0) / 4.0).min(1.0);
    let opens = if sentence.place == 0 { 0.05 } else { 0.0 };
    (worth * short + opens) * voice(sentence)
}

/// Returns the remaining worth of a sentence that is partly small talk.
fn talk(sentence: &Sentence, cues: Cues, has_value: bool, names_something: bool) -> f64 {
    let binds = cues.has(Cue::Binds) || cues.has(Cue::Decides);
    let tells = cues.has(Cue::Health) || cues.has(Cue::Finds);
    let promises = cues.has(Cue::Promises) && !cues.has(Cue::Stalls);
    let mut left = 1.0;
    let is_person = sentence.role.starts_with("user") && !cues.has(Cue::Stalls);
    if cues.has(Cue::Talks) && !tells {
        left *= match (
            binds && has_value || promises,
            names_something || is_person && has_value,
        ) {
            (true, _) => 0.8,
            (_, true) => 0.6,
            _ => 0.3,
        };
    }
    if cues.has(Cue::Polite) {
        let asks = cues.has(Cue::Asks) || cues.has(Cue::Wants);
        let is_firm = has_value || binds || asks || tells || promises;
        left *= if is_firm { 0.8 } else { 0.3 };
    }
    if sentence.text.len() > LENGTHY {
        left *= 0.8;
    }
    left
}

/// Returns the remaining worth of an assistant's sentence that is an instruction, a general statement or one of many of
/// an explanation. Findings, promises and changes concern the matter at hand.
pub(super) fn advice(sentence: &Sentence, cues: Cues) -> f64 {
    let first = sentence.text.split(|c: char| !c.is_alphanumeric());
    let mut words = first.filter(|word| !word.is_empty());
    let first = words.find(|word| word.chars().any(char::is_alphabetic));
    let instructs = first.is_some_and(|word| INSTRUCTS.contains(word.to_lowercase().as_str()));
    let is_listed = sentence.text.starts_with(['-', '*', '|', '#', '`']);
    let is_general = instructs || is_listed || cues.has(Cue::Generalizes);
    let is_crowded = sentence.crowd > FEW;
    let reacts = first.is_some_and(|word| REACTS.contains(word.to_lowercase().as_str()));
    let is_own = cues.has(Cue::Finds) || cues.has(Cue::Promises) || cues.has(Cue::Reports);
    match (is_general, is_crowded) {
        (true, true) => 0.2,
        (true, false) if !is_own => 0.3,
        (false, true) if !is_own => 0.5,
        _ if reacts => 0.5,
        _ => 1.0,
    }
}

/// Returns the weight of a speaker: statements of people bind, output of programs rarely does.
fn voice(sentence: &Sentence) -> f64 {
    let role: f64 = match sentence.role {
        role if role.starts_with("user") => 1.25,
        role if is_tool(role) => 0.25,
        _ => 1.1,
    };
    if sentence.is_data { 0.3 * role } else { role }
}
