//! Functions of a sentence by its words: it binds, decides, sets a date, revokes something, or only keeps the
//! conversation going.

mod phrases;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use aho_corasick::AhoCorasick;

use phrases::PHRASES;

/// Function of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Cue {
    /// Strict rule: must, never, only, at most.
    Binds,
    /// Weaker request: should, keep, avoid.
    Asks,
    /// Decision: agreed, we use, booked.
    Decides,
    /// Time or amount: deadline, by, budget.
    Limits,
    /// Change of an earlier statement: now, changed, actually.
    Changes,
    /// Old value that no longer holds: instead of, replaced.
    Contrasts,
    /// Wish, preference or plan.
    Wants,
    /// Statement of a fact: is, has, called.
    States,
    /// Reason.
    Reasons,
    /// Politeness.
    Polite,
    /// Small talk, or a comment on the speaker's own activity.
    Talks,
    /// Question whether that was all, or a greeting.
    Offers,
    /// Request for permission.
    Leave,
    /// Request for time, without any other content.
    Stalls,
    /// Prohibition.
    Forbids,
    /// Permission.
    Permits,
    /// Removal of an obligation.
    Waives,
    /// Revocation of an earlier statement: instead, from now on, changed my mind.
    Revokes,
    /// Health of a person: allergic, asthma, surgery.
    Health,
    /// The speaker or people close to them: my wife, I live.
    Personal,
    /// Promise: I will, I promise.
    Promises,
    /// Finding: turned out, found, caused by.
    Finds,
    /// Report of the past: was, took, went.
    Reports,
    /// General statement, as in advice: usually, most people, if you.
    Generalizes,
    /// Advice: an assistant's instruction or general statement. No phrase identifies it alone.
    Advises,
}

impl Cue {
    /// Returns true if its words are also topics: a budget, a deadline, a stop.
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

/// All phrases in one automaton, each between spaces, with their cues.
struct Table {
    machine: AhoCorasick,
    cues: Vec<Cue>,
    /// Single words that express a function and no topic.
    words: BTreeSet<&'static str>,
    /// All words of permissions and prohibitions.
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

/// Set of the cues of a sentence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cues(u32);

impl Cues {
    /// Finds the cues of a text.
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

    /// Adds the cue of an answer that grants or refuses permission.
    pub const fn with_decision(self, is_granted: Option<bool>) -> Self {
        match is_granted {
            Some(true) => self.with(Cue::Permits),
            Some(false) => self.with(Cue::Forbids),
            None => self,
        }
    }

    /// Returns true if the sentence has this cue.
    pub const fn has(self, cue: Cue) -> bool {
        self.0 & (1 << cue as u16) != 0
    }
}

/// Returns true if a word expresses a function and no topic.
pub(super) fn is_cue(word: &str) -> bool {
    TABLE
        .as_ref()
        .is_some_and(|table| table.words.contains(word))
}

/// Returns true if a word belongs to a permission or prohibition: "hands off".
pub(super) fn is_stance(word: &str) -> bool {
    TABLE
        .as_ref()
        .is_some_and(|table| table.stances.contains(word))
}

/// Returns the words in lower case, with one space around each.
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
