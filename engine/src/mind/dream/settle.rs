//! Decides which notes later ones settle: to-dos by finished work, questions by answers, statements by newer ones on
//! the same subject. In doubt, both stay.

mod change;
pub mod cues;

use std::collections::BTreeSet;

use crate::crystal::turns::Turns;
use crate::mind::dream::material::Said;
use crate::mind::dream::settle::change::Change;
use crate::mind::dream::settle::cues::{ANSWERS, CHANGES, DENIALS, DONE, NOT_DONE};
use crate::mind::dream::sort;
use crate::mind::dream::subject::{Subject, Weights};
use crate::mind::dream::words::{
    Terms, are_of_two, in_order, overlap, part_at_numbers, shape, terms,
};
use crate::mind::note::NoteKind;

/// Minimum overlap of terms of two decisions about the same subject.
const SAME: f64 = 0.5;
/// Minimum overlap if a phrase of change is present.
const CHANGED: f64 = 0.3;
/// Maximum number of earlier notes that a note is compared with.
const MAX_COMPARED: usize = 600;
/// Minimum coverage of a to-do's subject that settles it: on its own, and with a word for finished work.
const DONE_COVERAGE: (f64, f64) = (0.75, 0.45);
/// Minimum coverage of a question's subject that answers it: on its own, and with a reason.
const ANSWER_COVERAGE: (f64, f64) = (0.6, 0.4);
/// Minimum overlap of subjects for a statement with other figures to be an update.
const UPDATED: f64 = 0.5;
/// Minimum coverage of a changed object by an earlier statement.
const OBJECT: f64 = 0.6;
/// Number of first terms that name the subject of a statement.
const HEAD: usize = 3;

/// Settled notes, by their indexes.
#[derive(Clone, Debug, Default)]
pub struct Settled {
    /// For each note, the earlier note that it replaces and still quotes.
    pub replaced: Vec<Option<usize>>,
    /// Notes that later ones settle.
    pub gone: BTreeSet<usize>,
    /// Notes that settle a to-do.
    pub closing: BTreeSet<usize>,
}

/// A note, prepared for comparison.
struct Known<'a> {
    text: &'a str,
    lower: String,
    kind: NoteKind,
    terms: Terms,
    subject: Subject,
    change: Option<Change>,
    is_plain: bool,
}

impl<'a> Known<'a> {
    fn of(said: &'a Said) -> Self {
        let text = said.text.as_str();
        Self {
            text,
            lower: format!(" {} ", text.to_lowercase()),
            kind: sort::kind(said.kind, text),
            terms: terms(text),
            subject: Subject::of(text),
            change: Change::of(text),
            is_plain: !said.is_work && !said.is_of_mood() && !sort::is_order(text),
        }
    }

    /// Returns true if the note states a fact. Rules and people change only by phrases of change, and each result of
    /// work and each mood describes an event of its own.
    const fn states(&self) -> bool {
        let is_statement = matches!(
            self.kind,
            NoteKind::Fact | NoteKind::Decision | NoteKind::Breakthrough
        );
        is_statement && self.is_plain
    }

    /// Returns true for to-dos, questions and worries.
    const fn is_open(&self) -> bool {
        matches!(self.kind, NoteKind::Task | NoteKind::Question)
    }
}

/// Settles notes, given in their order of time. `done` are the texts of finished tasks, which settle to-dos as notes
/// do.
#[must_use]
pub fn settle(all: &[&Said], done: &[Said]) -> Settled {
    let known: Vec<Known> = all.iter().map(|said| Known::of(said)).collect();
    let weights = Weights::of(known.iter().map(|known| &known.subject));
    let mut settled = Settled {
        replaced: vec![None; all.len()],
        ..Settled::default()
    };
    for (at, now) in known.iter().enumerate() {
        let from = at.saturating_sub(MAX_COMPARED);
        if !now.is_open() {
            close(&known, (from, at), &weights, &mut settled);
        }
        replace(&known, (from, at), &weights, &mut settled);
    }
    for task in done {
        let now = Known::of(task);
        for (then, said) in all.iter().enumerate() {
            let is_later = task.at > said.at;
            if is_later
                && known[then].kind == NoteKind::Task
                && closes(&now, &known[then], &weights)
            {
                settled.gone.insert(then);
            }
        }
    }
    settled
}

/// Settles the to-dos and questions that a note closes. A note with figures says more than that something is done, so
/// it is not recorded as closing.
fn close(known: &[Known], (from, at): (usize, usize), weights: &Weights, settled: &mut Settled) {
    let now = &known[at];
    for (then, before) in known.iter().enumerate().take(at).skip(from) {
        if closes(now, before, weights) {
            settled.gone.insert(then);
            if before.kind == NoteKind::Task && now.subject.figures.is_empty() {
                settled.closing.insert(at);
            }
        }
    }
}

/// Settles the statements that a note replaces.
fn replace(known: &[Known], (from, at): (usize, usize), weights: &Weights, settled: &mut Settled) {
    let now = &known[at];
    // A question replaces nothing.
    if now.kind == NoteKind::Question {
        return;
    }
    let mut best: Option<(usize, f64)> = None;
    for (then, before) in known.iter().enumerate().take(at).skip(from) {
        if settled.gone.contains(&then) || before.kind == NoteKind::Question {
            continue;
        }
        if now.states() && before.states() && updates(now, before, weights) {
            settled.gone.insert(then);
            // Only a replaced decision is still quoted.
            if before.kind == NoteKind::Decision {
                settled.replaced[at] = Some(then);
            }
        } else if let Some(alike) = takes_place(now, before)
            && best.is_none_or(|(_, most)| alike >= most)
        {
            best = Some((then, alike));
        }
    }
    if let Some((then, _)) = best {
        settled.gone.insert(then);
        settled.replaced[at] = Some(then);
    }
}

/// Returns the likeness of two notes if the later one replaces the earlier: a decision on the same subject, or a note
/// that says so.
fn takes_place(now: &Known, before: &Known) -> Option<f64> {
    let says_so = CHANGES.iter().any(|change| now.lower.contains(change));
    let are_decisions = now.kind == NoteKind::Decision && before.kind == NoteKind::Decision;
    let least = match (says_so, are_decisions) {
        (true, true) => CHANGED,
        (true, false) | (false, true) => SAME,
        (false, false) => return None,
    };
    let alike = overlap(&before.terms, &now.terms);
    let shared = before.terms.intersection(&now.terms).count();
    let is_it = alike >= least
        && shared > 1
        && alike < 1.0
        && !is_another(before.text, now.text)
        && (says_so || !may_be_another(before.text, now.text));
    is_it.then_some(alike)
}

/// Returns true if two texts differ only in numbers, or in the number of their subject. The next entry of a log does
/// not correct the one before.
fn is_another(then: &str, now: &str) -> bool {
    shape(then) == shape(now) || part_at_numbers(then, now)
}

/// Returns true if two texts may be about different things. Used if nothing says that something changed, so in
/// doubt both stay.
fn may_be_another(then: &str, now: &str) -> bool {
    are_of_two(then, now) || Turns::of(then).is_of_other_figures(&Turns::of(now))
}

/// Returns true if a statement is a newer one on the subject of an earlier statement.
fn updates(now: &Known, before: &Known, weights: &Weights) -> bool {
    if let Some(then) = progress(before) {
        let goes_on = progress(now).map_or_else(
            || now.subject.figures.contains(&then.all) && is_done(now),
            |on| on.all == then.all && on.before == then.before,
        );
        let alike = weights.overlap(&before.subject.terms, &now.subject.terms);
        if goes_on && alike >= CHANGED {
            return true;
        }
    }
    if is_another(before.text, now.text) || now.lower == before.lower {
        return false;
    }
    if let Some(change) = &now.change {
        let names_old = change.names(before.text);
        let head = before.change.as_ref().map_or_else(
            || before.subject.begins_with(&change.object, HEAD),
            |earlier| !earlier.object.is_disjoint(&change.object),
        );
        let coverage = weights.coverage(&change.object, &before.subject.terms);
        if names_old && coverage >= SAME || head && coverage >= OBJECT && have_values(now, before) {
            return true;
        }
    }
    let others = !before.subject.figures.is_empty()
        && !now.subject.figures.is_empty()
        && before.subject.figures != now.subject.figures;
    let head: Terms = now.subject.ordered.iter().take(1).cloned().collect();
    others
        && before.subject.begins_with(&head, 1)
        && !has_other_second_term(now, before)
        && weights.overlap(&before.subject.terms, &now.subject.terms) >= UPDATED
}

/// Returns true if two statements that begin alike are about two things, such as "Service billing" and "Service
/// mailer".
fn has_other_second_term(now: &Known, before: &Known) -> bool {
    let lacks = |one: &Known, other: &Known| {
        let second = one.subject.ordered.get(1);
        second.is_some_and(|second| !other.subject.terms.contains(second))
    };
    lacks(now, before) && lacks(before, now)
}

/// Returns true if both statements have a value: a figure, or a name with a dot in it.
fn have_values(now: &Known, before: &Known) -> bool {
    let has = |known: &Known| {
        known.text.contains(|c: char| c.is_ascii_digit())
            || known
                .text
                .split_whitespace()
                .any(|word| word.trim_end_matches('.').contains('.'))
    };
    has(now) && has(before)
}

/// Progress, such as 3,100 of 5,300.
struct Progress {
    /// Numbers before it, which distinguish one subject from another.
    before: Vec<String>,
    /// Total number.
    all: String,
}

/// Returns the progress in a note, if there is one.
fn progress(known: &Known) -> Option<Progress> {
    let words: Vec<String> = known
        .lower
        .split_whitespace()
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()))
        .map(|word| word.replace([',', '.'], ""))
        .collect();
    let is_number = |word: &String| !word.is_empty() && word.chars().all(|c| c.is_ascii_digit());
    for (at, word) in words.iter().enumerate().skip(1) {
        let after = words.iter().skip(at + 1).find(|word| *word != "the");
        let (part, Some(all)) = (&words[at - 1], after) else {
            continue;
        };
        let is_of = matches!(word.as_str(), "of" | "von");
        let are_numbers = is_number(part) && is_number(all);
        if is_of && are_numbers && part.len() <= all.len() && part != all {
            let before = words[..at - 1].iter().filter(|word| is_number(word));
            return Some(Progress {
                before: before.cloned().collect(),
                all: all.clone(),
            });
        }
    }
    None
}

/// Returns true if a note says that something is done.
fn is_done(known: &Known) -> bool {
    if DENIALS.iter().any(|denial| known.lower.contains(denial)) {
        return false;
    }
    in_order(known.text).iter().any(|word| is_past(word))
}

/// Returns true if a word says in the past tense that something is done.
fn is_past(word: &str) -> bool {
    let is_german = word.starts_with("ge") && word.len() > 6 && word.ends_with(['t', 'n']);
    let is_regular = word.len() > 4 && word.ends_with("ed");
    (is_german || is_regular || DONE.contains(&word)) && !NOT_DONE.contains(&word)
}

/// Returns true if two notes are entries of one series, such as "Pier 1 is painted by crew 7" and "Pier 2 is painted by
/// crew 14".
fn are_of_two_numbered_things(before: &Known, now: &Known) -> bool {
    !before.subject.figures.is_empty()
        && before.subject.figures != now.subject.figures
        && (is_another(before.text, now.text) || are_of_two(before.text, now.text))
}

/// Returns true if both notes have figures but share none.
fn has_other_figures(before: &Known, now: &Known) -> bool {
    let (then, now) = (&before.subject.figures, &now.subject.figures);
    !then.is_empty() && !now.is_empty() && then.is_disjoint(now)
}

/// Returns true if a note settles an earlier to-do or question.
fn closes(now: &Known, before: &Known, weights: &Weights) -> bool {
    if !before.is_open() || before.subject.terms.is_empty() {
        return false;
    }
    let is_rule = matches!(now.kind, NoteKind::Friction | NoteKind::Preference);
    if is_rule && before.kind == NoteKind::Task || sort::is_order(now.text) {
        return false;
    }
    if are_of_two_numbered_things(before, now) {
        return false;
    }
    let terms = &before.subject.terms;
    let shared = terms.intersection(&now.subject.terms).count();
    if shared < 2.min(terms.len()) {
        return false;
    }
    let coverage = weights.coverage(terms, &now.subject.terms);
    let (alone, beside) = if before.kind == NoteKind::Question {
        ANSWER_COVERAGE
    } else {
        DONE_COVERAGE
    };
    if before.kind == NoteKind::Question {
        let has_reason = ANSWERS.iter().any(|answer| now.lower.contains(answer));
        return coverage >= alone || coverage >= beside && has_reason;
    }
    let tells_done = || coverage >= beside && is_done(now) && !has_other_figures(before, now);
    progress(now).is_none() && (coverage >= alone || tells_done())
}
