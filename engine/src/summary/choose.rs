//! Which units a summary keeps: those worth most for their room, no two that say the same, and not too many of a
//! kind. Writes no text.

use crate::summary::changes::Standing;
use crate::summary::cues::Cue;
use crate::summary::sentence::Sentence;
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
const FURTHER: f64 = 0.7;
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
/// The most words of a confirmation that something was done.
const CONFIRMATION: usize = 2;
/// After so many units that do not fit, the summary is full.
const MISSES: usize = 12;

/// The units to keep, the best first. Of what was known before, only so much comes first that what is new has
/// room: else the decisions of the beginning would keep all later ones out.
pub(super) fn choose(
    units: &[Unit],
    standings: &[Standing],
    sentences: &[Sentence],
    budget: u32,
    tokens: &dyn Tokens,
) -> Vec<usize> {
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
    let sizes = units.iter().map(|unit| {
        let bytes: usize = unit
            .sentences
            .iter()
            .map(|place| sentences[*place].text.len())
            .sum();
        (number(bytes) / 4.0 + ATTENTION).sqrt()
    });
    let mut choice = Choice {
        units,
        sentences,
        tokens,
        worths: worths.collect(),
        sizes: sizes.collect(),
        likeness: vec![0.0; units.len()],
        kinds: vec![1.0; units.len()],
        budget,
        chosen: Vec::new(),
    };
    let holds = |at: &usize| !matches!(standings[*at], Standing::Superseded { .. });
    let (noise, speech): (Vec<usize>, Vec<usize>) = (0..units.len())
        .filter(holds)
        .partition(|at| units[*at].is_noise);
    let speech = speech.into_iter().filter(|at| !tells_nothing(&units[*at]));
    let (telling, rest): (Vec<usize>, Vec<usize>) =
        speech.partition(|at| choice.worths[*at] >= TELLS);
    let late = choice.fill(telling, budget / KNOWN.1 * KNOWN.0);
    choice.fill(late, budget);
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
    choice.chosen
}

/// Whether a unit fills the time, or has no word and no value that it is about: "Yes please."
fn tells_nothing(unit: &Unit) -> bool {
    unit.is_filler || unit.topic.is_empty() && unit.values.is_empty() && unit.sentences.len() == 1
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
    /// How much each unit is like the chosen one that it is most like, from 0 to 1.
    likeness: Vec<f64>,
    /// What is left of the worth of each after those of its kind that are chosen.
    kinds: Vec<f64>,
    /// The tokens that are left.
    budget: u32,
    chosen: Vec<usize>,
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
            let cost = self.cost(unit);
            if cost > self.budget {
                misses += 1;
            } else if unit.known && cost > share {
                late.push(at);
            } else {
                self.budget -= cost;
                share -= if unit.known { cost } else { 0 };
                self.chosen.push(at);
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

    /// The tokens of a unit, with those that say who speaks.
    fn cost(&self, unit: &Unit) -> u32 {
        let parts = unit.sentences.iter().map(|place| &self.sentences[*place]);
        let cost = parts.map(|part| self.tokens.count(part.text).saturating_add(1));
        cost.fold(0, u32::saturating_add)
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
