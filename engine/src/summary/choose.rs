//! Which units a summary keeps: those worth most for their room, no two that say the same, and not too many of a
//! kind. Writes no text.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::summary::brief::briefs;
use crate::summary::changes::Standing;
use crate::summary::cues::Cue;
use crate::summary::sentence::{Sentence, continues, label};
use crate::summary::unit::{Unit, number};
use kernel::ports::tokens::Tokens;

/// How much of its worth a unit loses that says what was said; what tells something stays worth more than what
/// tells nothing.
const REPEATS: f64 = 0.5;
/// How much of a likeness counts when the unit has a detail of its own: another day, another name.
const DIFFERS: f64 = 0.5;
/// Units that share more of their words than this, and every detail, say the same.
const SAME: f64 = 0.8;
/// Units that share more of what they are about than this are of a kind.
const OF_A_KIND: f64 = 0.6;
/// What each further unit of a kind is worth of the one before, and the least of the first one's worth.
const FURTHER: f64 = 0.6;
const LEAST: f64 = 0.35;
/// Units worth less than this get the room that all others leave: nothing in them is known to matter.
const TELLS: f64 = 0.9;
/// What a unit is worth more for each earlier one that it replaces.
const REPLACES: f64 = 0.5;
/// What was kept before was kept for a reason.
const KEPT: f64 = 1.15;
/// The first thing that is said tells what it is all about.
const OPENING: f64 = 1.5;
/// Among so many units it is looked for, and it has so many words that are about something.
const SOON: usize = 6;
const TOPIC: usize = 3;
/// Of the room, what was known before may take this part before what is new.
const KNOWN: (u32, u32) = (7, 8);
/// A unit costs its room, and a little of the reader's attention.
const ATTENTION: f64 = 8.0;
/// What is new and worth at least this much comes before what was known; the rest of the new competes with it.
const BINDING: f64 = 3.25;
/// The most words of a confirmation that something was done.
const CONFIRMATION: usize = 2;
/// After so many units that do not fit, the summary is full.
const MISSES: usize = 12;

/// A unit to keep, and its sentences as they are written.
pub(super) struct Chosen<'a> {
    pub at: usize,
    pub texts: Vec<Cow<'a, str>>,
}

/// The units to keep, the best first. Of what was known before, only so much comes first that what is new has
/// room: else the decisions of the beginning would keep all later ones out. Where there is no room for everything that
/// tells something, it is written briefly.
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
    let worths = inherited(units, standings);
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
    // What programs wrote is told where nobody said anything.
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

/// Whether a unit fills the time, is merely polite, or has no word and no value that it is about: "Yes please."
fn tells_nothing(unit: &Unit) -> bool {
    let is_alone = unit.values.is_empty() && unit.sentences.len() == 1;
    let is_rule = [Cue::Permits, Cue::Forbids, Cue::Changes]
        .iter()
        .any(|cue| unit.cues.has(*cue));
    let is_polite = unit.cues.has(Cue::Polite) && !is_rule && unit.topic.len() <= 1;
    unit.is_filler || is_alone && (unit.topic.is_empty() || is_polite && unit.worth < TELLS)
}

/// What each unit is worth: what says that something is otherwise matters as much as what it was before.
fn inherited(units: &[Unit], standings: &[Standing]) -> Vec<f64> {
    let mut worths: Vec<f64> = units.iter().map(|unit| unit.worth).collect();
    for (old, standing) in standings.iter().enumerate() {
        if let Standing::Superseded { by } | Standing::Partly { by } = *standing {
            worths[by] = worths[by].max(worths[old]) + REPLACES;
        }
    }
    worths
}

/// Units that are being chosen.
struct Choice<'a> {
    units: &'a [Unit],
    sentences: &'a [Sentence<'a>],
    tokens: &'a dyn Tokens,
    worths: Vec<f64>,
    sizes: Vec<f64>,
    /// The sentences of each unit as they are written.
    briefs: Vec<Vec<Cow<'a, str>>>,
    /// How much each unit is like the chosen one that it is most like, from 0 to 1.
    likeness: Vec<f64>,
    /// What is left of the worth of each after those of its kind that are chosen.
    kinds: Vec<f64>,
    /// The tokens that are left.
    budget: u32,
    chosen: Vec<usize>,
    /// The same in the order of the source.
    order: BTreeSet<usize>,
}

impl Choice<'_> {
    /// Chooses from `open` while there is room, `share` tokens of it for what was known; what was known
    /// and is over its share comes back.
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

    /// Those of `open` that do not say what a chosen unit says.
    fn unlike_chosen(&mut self, mut open: Vec<usize>) -> Vec<usize> {
        for nth in 0..self.chosen.len() {
            let unit = &self.units[self.chosen[nth]];
            open.retain(|other| self.is_new(*other, unit));
        }
        open
    }

    /// Writes as many of the chosen units in full as there is room for, the best first.
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

    /// The tokens of a unit whose sentences are written as `texts`, with the labels of speakers that it adds.
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

    /// The places of those sentences of a unit that are written.
    fn places(&self, at: usize, texts: &[Cow<str>]) -> impl Iterator<Item = usize> {
        let places = self.units[at].sentences.iter().zip(texts);
        places
            .filter(|(_, text)| !text.is_empty())
            .map(|(place, _)| *place)
    }

    /// The tokens of the labels that sentences have when they are written one after the other.
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

    /// The best of `open` for its room; of two that are equal the earlier one.
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

    /// Whether a unit does not say what `chosen` says; how alike they are is written down.
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
        if !unit.topic.is_empty() && unit.related(chosen) >= OF_A_KIND {
            self.kinds[at] *= FURTHER;
        }
        differs || alike <= SAME
    }
}
