//! Chooses the units of a summary: those worth most for their room, without duplicates, and not too many of a kind.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::summary::brief::briefs;
use crate::summary::changes::Standing;
use crate::summary::cues::Cue;
use crate::summary::sentence::{Sentence, continues, label};
use crate::summary::unit::{Unit, number};
use kernel::ports::tokens::Tokens;

/// Share of its worth that a repetition loses. An informative repetition is still worth more than an empty unit.
const REPEATS: f64 = 0.5;
/// Factor of the similarity of a unit with a detail of its own: another day, another name.
const DIFFERS: f64 = 0.5;
/// Share of words above which units with the same details are duplicates.
const SAME: f64 = 0.8;
/// Share of the topic above which units are of a kind.
const OF_A_KIND: f64 = 0.6;
/// Worth of each further unit of a kind relative to the one before, and the minimum relative to the first one.
const FURTHER: f64 = 0.6;
const LEAST: f64 = 0.35;
/// Worth below which units get only the remaining room: nothing in them is known to matter.
const TELLS: f64 = 0.9;
/// Additional worth for each earlier unit that a unit replaces.
const REPLACES: f64 = 0.5;
/// Factor for units of the current summary, which were kept for a reason.
const KEPT: f64 = 1.15;
/// Additional worth of the opening, which tells the topic of the conversation.
const OPENING: f64 = 1.5;
/// Number of first units among which the opening is searched, and its minimum number of topic words.
const SOON: usize = 6;
const TOPIC: usize = 3;
/// Part of the room that the current summary may take before new units.
const KNOWN: (u32, u32) = (7, 8);
/// Cost of the reader's attention per unit, in addition to its room.
const ATTENTION: f64 = 8.0;
/// Worth from which new units precede those of the current summary; other new units compete with them.
const BINDING: f64 = 3.25;
/// Maximum number of words of a confirmation.
const CONFIRMATION: usize = 2;
/// Number of units that do not fit after which the summary is full.
const MISSES: usize = 12;

/// A unit to keep, with its sentences as they are written.
pub(super) struct Chosen<'a> {
    pub at: usize,
    pub texts: Vec<Cow<'a, str>>,
}

/// Returns the units to keep, best first. Units of the current summary only get a part of the room first; otherwise the
/// early decisions would displace all later ones. If there is no room for all informative units, they are shortened.
pub(super) fn choose<'a>(
    units: &'a [Unit],
    standings: &[Standing],
    sentences: &'a [Sentence<'a>],
    budget: u32,
    tokens: &'a dyn Tokens,
) -> Vec<Chosen<'a>> {
    let opening = units
        .iter()
        .take(SOON)
        .position(|unit| unit.topic.len() >= TOPIC && !unit.is_noise && !unit.is_filler);
    let worths = inherit_worth(units, standings);
    let worths = units.iter().enumerate().map(|(at, unit)| {
        let known = if unit.known { KEPT } else { 1.0 };
        let opens = if Some(at) == opening { OPENING } else { 0.0 };
        let partly = match standings[at] {
            Standing::Partly { .. } => 0.5,
            _ => 1.0,
        };
        worths[at] * known * partly + opens + 0.02 * number(unit.words.len().min(10))
    });
    let briefs: Vec<Vec<Cow<str>>> = units.iter().map(|unit| briefs(unit, sentences)).collect();
    let sizes = briefs.iter().map(|texts| {
        let bytes: usize = texts.iter().map(|text| text.len()).sum();
        (number(bytes) / 4.0 + ATTENTION).sqrt()
    });
    let mut choice = Choice {
        units,
        sentences,
        tokens,
        worths: worths.collect(),
        sizes: sizes.collect(),
        briefs,
        likeness: vec![0.0; units.len()],
        kinds: vec![1.0; units.len()],
        budget,
        chosen: Vec::new(),
        order: BTreeSet::new(),
    };
    let holds = |at: &usize| !matches!(standings[*at], Standing::Superseded { .. });
    let (noise, speech): (Vec<usize>, Vec<usize>) = (0..units.len())
        .filter(holds)
        .partition(|at| units[*at].is_noise);
    let speech = speech.into_iter().filter(|at| !tells_nothing(&units[*at]));
    let (telling, rest): (Vec<usize>, Vec<usize>) =
        speech.partition(|at| choice.worths[*at] >= TELLS);
    let (telling, weak): (Vec<usize>, Vec<usize>) = telling
        .into_iter()
        .partition(|at| units[*at].known || choice.worths[*at] >= BINDING);
    let mut late = choice.fill(telling, budget / KNOWN.1 * KNOWN.0);
    late.extend(choice.unlike_chosen(weak));
    choice.fill(late, budget);
    choice.write_in_full();
    let rest = choice.unlike_chosen(rest);
    choice.fill(rest, budget);
    // Program output is only used if there is no speech.
    if choice.chosen.is_empty() {
        choice.fill(noise, budget);
    }
    if choice.chosen.is_empty() {
        let all: Vec<usize> = (0..units.len()).collect();
        choice.chosen.extend(choice.best(&all));
    }
    let Choice {
        chosen, mut briefs, ..
    } = choice;
    let chosen = chosen.into_iter().map(|at| Chosen {
        at,
        texts: std::mem::take(&mut briefs[at]),
    });
    chosen.collect()
}

/// Returns true if a unit is filler, merely polite, or has neither a topic nor a value: "Yes please."
fn tells_nothing(unit: &Unit) -> bool {
    let is_alone = unit.values.is_empty() && unit.sentences.len() == 1;
    let is_rule = [Cue::Permits, Cue::Forbids, Cue::Changes]
        .iter()
        .any(|cue| unit.cues.has(*cue));
    let is_polite = unit.cues.has(Cue::Polite) && !is_rule && unit.topic.len() <= 1;
    unit.is_filler || is_alone && (unit.topic.is_empty() || is_polite && unit.worth < TELLS)
}

/// Returns the worth of each unit. A change is worth at least as much as what it changes.
fn inherit_worth(units: &[Unit], standings: &[Standing]) -> Vec<f64> {
    let mut worths: Vec<f64> = units.iter().map(|unit| unit.worth).collect();
    for (old, standing) in standings.iter().enumerate() {
        if let Standing::Superseded { by } | Standing::Partly { by } = *standing {
            worths[by] = worths[by].max(worths[old]) + REPLACES;
        }
    }
    worths
}

/// State of the selection.
struct Choice<'a> {
    units: &'a [Unit],
    sentences: &'a [Sentence<'a>],
    tokens: &'a dyn Tokens,
    worths: Vec<f64>,
    sizes: Vec<f64>,
    /// Sentences of each unit as they are written.
    briefs: Vec<Vec<Cow<'a, str>>>,
    /// Similarity of each unit to the most similar chosen one, from 0 to 1.
    likeness: Vec<f64>,
    /// Remaining worth of each unit after the chosen ones of its kind.
    kinds: Vec<f64>,
    /// Remaining tokens.
    budget: u32,
    chosen: Vec<usize>,
    /// Chosen units in the order of the source.
    order: BTreeSet<usize>,
}

impl Choice<'_> {
    /// Chooses from `open` while there is room, at most `share` tokens for units of the current summary. Returns the
    /// units of the current summary that exceed the share.
    fn fill(&mut self, mut open: Vec<usize>, mut share: u32) -> Vec<usize> {
        let (mut late, mut misses) = (Vec::new(), 0);
        while misses < MISSES
            && let Some(at) = self.best(&open)
        {
            open.retain(|other| *other != at);
            let unit = &self.units[at];
            let cost = self.cost(at, &self.briefs[at]);
            if cost > self.budget {
                misses += 1;
            } else if unit.known && cost > share {
                late.push(at);
            } else {
                self.budget -= cost;
                share -= if unit.known { cost } else { 0 };
                self.chosen.push(at);
                self.order.insert(at);
                open.retain(|other| self.is_new(*other, unit));
                late.retain(|other| self.is_new(*other, unit));
            }
        }
        late
    }

    /// Removes the units of `open` that repeat a chosen one.
    fn unlike_chosen(&mut self, mut open: Vec<usize>) -> Vec<usize> {
        for nth in 0..self.chosen.len() {
            let unit = &self.units[self.chosen[nth]];
            open.retain(|other| self.is_new(*other, unit));
        }
        open
    }

    /// Writes as many chosen units in full as there is room for, best first.
    fn write_in_full(&mut self) {
        for nth in 0..self.chosen.len() {
            let at = self.chosen[nth];
            let places = self.units[at].sentences.iter();
            let full: Vec<Cow<str>> = places
                .map(|place| self.sentences[*place].text.into())
                .collect();
            let brief = self.cost(at, &self.briefs[at]);
            let more = self.cost(at, &full).saturating_sub(brief);
            if more <= self.budget {
                self.budget -= more;
                self.briefs[at] = full;
            }
        }
    }

    /// Returns the tokens of a unit whose sentences are written as `texts`, with the additional speaker labels.
    fn cost(&self, at: usize, texts: &[Cow<str>]) -> u32 {
        let written = texts.iter().filter(|text| !text.is_empty());
        let text = written.map(|text| self.tokens.count(text));
        let text = text.fold(0, u32::saturating_add);
        let before = self.order.range(..at).next_back();
        let before = before.and_then(|before| self.places(*before, &self.briefs[*before]).last());
        let after = self.order.range(at + 1..).next();
        let after = after.and_then(|after| self.places(*after, &self.briefs[*after]).next());
        let line = before
            .into_iter()
            .chain(self.places(at, texts))
            .chain(after);
        let without = before.into_iter().chain(after);
        let labels = self.labels(line).saturating_sub(self.labels(without));
        text.saturating_add(labels)
    }

    /// Returns the indexes of the sentences of a unit that are written.
    fn places(&self, at: usize, texts: &[Cow<str>]) -> impl Iterator<Item = usize> {
        let places = self.units[at].sentences.iter().zip(texts);
        places
            .filter(|(_, text)| !text.is_empty())
            .map(|(place, _)| *place)
    }

    /// Returns the tokens of the labels of consecutive sentences.
    fn labels(&self, places: impl Iterator<Item = usize>) -> u32 {
        let (mut count, mut last) = (0_u32, None);
        for place in places {
            let sentence = &self.sentences[place];
            if last.is_none_or(|last| !continues(last, sentence)) {
                count = count.saturating_add(self.tokens.count(&label(sentence.role)));
            }
            last = Some(sentence);
        }
        count
    }

    fn worth(&self, at: usize) -> f64 {
        self.worths[at] * (1.0 - REPEATS * self.likeness[at]) * self.kinds[at].max(LEAST)
    }

    /// Returns the best of `open` for its room; among equals the earlier one.
    fn best(&self, open: &[usize]) -> Option<usize> {
        let rate = |at: usize| self.worth(at) / self.sizes[at];
        open.iter().copied().reduce(|best, other| {
            if rate(other) > rate(best) {
                other
            } else {
                best
            }
        })
    }

    /// Returns true if a unit does not repeat `chosen`. Updates its similarity.
    fn is_new(&mut self, at: usize, chosen: &Unit) -> bool {
        let unit = &self.units[at];
        let alike = unit.alike(chosen);
        // "Cancelled." says that it was done, "Cancel it." only asks for it.
        let role = |unit: &Unit| {
            unit.sentences
                .first()
                .map(|place| self.sentences[*place].role)
        };
        let confirms = unit.cues.has(Cue::Decides)
            && unit.words.len() <= CONFIRMATION
            && role(unit) != role(chosen);
        let differs = confirms || !unit.details.is_subset(&chosen.words);
        let likeness = if differs { DIFFERS * alike } else { alike };
        self.likeness[at] = self.likeness[at].max(likeness);
        if !unit.topic.is_empty() && unit.topic_overlap(chosen) >= OF_A_KIND {
            self.kinds[at] *= FURTHER;
        }
        differs || alike <= SAME
    }
}
