//! What a sentence does, told by its words: it binds, decides, sets a date, takes something back, or only keeps
//! the conversation going. Knows no weight.

mod phrases;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use aho_corasick::AhoCorasick;

use phrases::PHRASES;

/// What a sentence does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Cue {
    /// Allows nothing else: must, never, only, at most.
    Binds,
    /// Asks for something less strictly: should, keep, avoid.
    Asks,
    /// Decides: agreed, we use, booked.
    Decides,
    /// Sets a time or an amount: deadline, by, budget.
    Limits,
    /// Says what was otherwise before: now, changed, actually.
    Changes,
    /// Names what is no longer so: instead of, replaced.
    Contrasts,
    /// Wants, likes, plans.
    Wants,
    /// Says what is so: is, has, called.
    States,
    /// Says why.
    Reasons,
    /// Is polite.
    Polite,
    /// Says what the speaker is doing, or nothing at all.
    Talks,
    /// Asks whether that was all, or how somebody is.
    Offers,
    /// Asks for leave to do something.
    Leave,
    /// Asks for time, and tells nothing else.
    Stalls,
    /// Says that something is not to be.
    Forbids,
    /// Says that something may be.
    Permits,
    /// Says that something need not be.
    Waives,
    /// Takes back what was said before: instead, from now on, changed my mind.
    Revokes,
    /// Tells of somebody's health: allergic, asthma, surgery.
    Health,
    /// Speaks of the speaker or of people close to them: my wife, I live.
    Personal,
    /// Promises to do something: I will, I promise.
    Promises,
    /// Reports what was found out: turned out, found, caused by.
    Finds,
    /// Reports what was or happened: was, took, went.
    Reports,
    /// Says what is so in general, as advice does: usually, most people, if you.
    Generalizes,
    /// Advises: an assistant says how something is done or is in general. No phrase tells it alone.
    Advises,
}

impl Cue {
    /// Whether its words are also what is spoken of: a budget, a deadline, a stop.
    const fn names_things(self) -> bool {
        matches!(
            self,
            Self::Limits
                | Self::States
                | Self::Wants
                | Self::Decides
                | Self::Stalls
                | Self::Forbids
                | Self::Revokes
                | Self::Health
                | Self::Personal
                | Self::Promises
                | Self::Finds
                | Self::Reports
                | Self::Generalizes
        )
    }
}

/// All phrases in one machine, each between spaces, and what each of them is.
struct Table {
    machine: AhoCorasick,
    cues: Vec<Cue>,
    /// The single words among them that say how something is said, and not what about.
    words: BTreeSet<&'static str>,
    /// All words by which something is allowed or forbidden.
    stances: BTreeSet<&'static str>,
}

static TABLE: LazyLock<Option<Table>> = LazyLock::new(|| {
    let all = || {
        let each = |(cue, phrases): &'static (Cue, &'static str)| {
            phrases.split('|').map(|phrase| (*cue, phrase))
        };
        PHRASES.iter().flat_map(each)
    };
    let padded: Vec<String> = all().map(|(_, phrase)| format!(" {phrase} ")).collect();
    Some(Table {
        machine: AhoCorasick::new(padded).ok()?,
        cues: all().map(|(cue, _)| cue).collect(),
        words: all()
            .filter(|(cue, phrase)| !phrase.contains(' ') && !cue.names_things())
            .map(|(_, phrase)| phrase)
            .collect(),
        stances: all()
            .filter(|(cue, _)| matches!(cue, Cue::Forbids | Cue::Permits | Cue::Waives))
            .flat_map(|(_, phrase)| phrase.split(' '))
            .collect(),
    })
});

/// The cues of a sentence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cues(u32);

impl Cues {
    /// Those of a text.
    pub fn of(text: &str) -> Self {
        let Some(table) = &*TABLE else {
            return Self::default();
        };
        let plain = plain(text);
        let found = table.machine.find_overlapping_iter(&plain);
        let mut cues = found.fold(Self::default(), |cues, found| {
            cues.with(table.cues[found.pattern().as_usize()])
        });
        // "No new packages" forbids; "No, thanks" answers.
        if text
            .split_whitespace()
            .any(|word| word == "no" || word == "No" || word == "NO")
        {
            cues = cues.with(Cue::Binds).with(Cue::Forbids);
        }
        cues
    }

    pub const fn with(self, cue: Cue) -> Self {
        Self(self.0 | 1 << cue as u16)
    }

    /// Those of an answer that gives leave or refuses it.
    pub const fn decided(self, is_granted: Option<bool>) -> Self {
        match is_granted {
            Some(true) => self.with(Cue::Permits),
            Some(false) => self.with(Cue::Forbids),
            None => self,
        }
    }

    /// Whether the sentence does that.
    pub const fn has(self, cue: Cue) -> bool {
        self.0 & (1 << cue as u16) != 0
    }
}

/// Whether a word says how something is said, and not what it is about.
pub(super) fn is_cue(word: &str) -> bool {
    TABLE
        .as_ref()
        .is_some_and(|table| table.words.contains(word))
}

/// Whether a word is one of those by which something is allowed or forbidden: "hands off".
pub(super) fn is_stance(word: &str) -> bool {
    TABLE
        .as_ref()
        .is_some_and(|table| table.stances.contains(word))
}

/// The words in lower case with one space around each.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len() + 2);
    plain.push(' ');
    for c in text.chars() {
        match c {
            '\'' | '’' => plain.push('\''),
            c if c.is_alphanumeric() => plain.extend(c.to_lowercase()),
            _ if plain.ends_with(' ') => {}
            _ => plain.push(' '),
        }
    }
    if !plain.ends_with(' ') {
        plain.push(' ');
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::{Cue, Cues};

    #[test]
    fn sentences_are_known_by_what_they_do() {
        for (text, cue, has) in [
            ("No new packages, please.", Cue::Binds, true),
            ("No, thanks.", Cue::Binds, false),
            ("Don’t touch main!", Cue::Binds, true),
            ("The adonis blue is a butterfly.", Cue::Binds, false),
            ("Keine neuen Pakete.", Cue::Binds, true),
            ("We agreed on Postgres.", Cue::Decides, true),
            ("Actually, make it Monday.", Cue::Changes, true),
            ("Wir nehmen doch Redis.", Cue::Changes, true),
            ("Thanks a lot!", Cue::Polite, true),
            ("Let me look into it.", Cue::Talks, true),
            ("May I deploy tonight?", Cue::Leave, true),
            ("Do not add packages.", Cue::Forbids, true),
            ("You may add packages now.", Cue::Permits, true),
            ("You need not ask.", Cue::Waives, true),
            ("From now on we use tabs.", Cue::Revokes, true),
            ("My son has asthma.", Cue::Health, true),
            ("My wife likes jazz.", Cue::Personal, true),
            ("I'll send it on Monday.", Cue::Promises, true),
            ("It turned out that the disk was full.", Cue::Finds, true),
            ("Usually it is harmless.", Cue::Generalizes, true),
        ] {
            assert_eq!(Cues::of(text).has(cue), has, "{cue:?}: {text}");
        }
    }
}
