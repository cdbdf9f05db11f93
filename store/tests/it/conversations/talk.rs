//! A conversation with the facts that were planted in it, and what is left of them when it was folded.

use std::fmt;
use std::ops::AddAssign;

use engine::session::NewMessage;

use crate::conversations::harness::World;
use crate::conversations::noise::{Language, noise};

/// How often it is folded at least.
const FOLDS: usize = 3;
/// Tokens of the script and its noise to those of the window, in tenths.
const LENGTH: u32 = 17;

/// What was said, and what of it has to be left.
pub struct Talk {
    messages: Vec<NewMessage>,
    /// Each with the words that tell it.
    facts: Vec<Vec<String>>,
    /// What was taken back.
    stale: Vec<String>,
    language: Language,
}

/// What is left.
#[derive(Clone, Copy, Debug, Default)]
pub struct Figures {
    pub facts: u32,
    pub left: u32,
    pub folds: usize,
    /// Values that were taken back.
    pub changed: u32,
    /// Those of them that are still told as if they held.
    pub stale: u32,
    pub tokens: u32,
}

impl Figures {
    pub fn share(&self) -> f64 {
        f64::from(self.left) / f64::from(self.facts)
    }
}

impl AddAssign for Figures {
    fn add_assign(&mut self, other: Self) {
        self.facts += other.facts;
        self.left += other.left;
        self.folds += other.folds;
        self.changed += other.changed;
        self.stale += other.stale;
        self.tokens += other.tokens;
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            facts,
            left,
            folds,
            changed,
            stale,
            tokens,
        } = self;
        write!(
            f,
            "{left} of {facts} after {folds} folds, {stale} of {changed} stale, {tokens} tokens"
        )
    }
}

impl Talk {
    /// `@role (name)` begins a message, `= a & b` plants a fact, `~ a` says that this will not hold.
    pub fn read(text: &str) -> Self {
        let mut talk = Self {
            messages: Vec::new(),
            facts: Vec::new(),
            stale: Vec::new(),
            language: Language::English,
        };
        let mut content = String::new();
        for line in text.lines().chain(["@end"]) {
            if let Some(role) = line.strip_prefix('@') {
                if let Some(last) = talk.messages.last_mut() {
                    last.content = content.trim().into();
                }
                content.clear();
                let (role, name) = role.split_once(" (").unwrap_or((role, ""));
                talk.messages.push(NewMessage {
                    name: name.strip_suffix(')').map(Into::into),
                    ..NewMessage::new(role, "")
                });
            } else if let Some(fact) = line.strip_prefix("= ") {
                talk.facts
                    .push(fact.split(" & ").map(str::to_lowercase).collect());
            } else if let Some(stale) = line.strip_prefix("~ ") {
                talk.stale.push(stale.to_lowercase());
            } else {
                content.push_str(line);
                content.push('\n');
            }
        }
        talk.messages.pop();
        if text.contains(" ich ") && text.contains(" und ") {
            talk.language = Language::German;
        }
        talk
    }

    /// Says all of it in a session of that window, with noise between, and goes on until all was folded.
    pub async fn fold(&self, world: &World, session: &str, window: u32) -> Figures {
        let mut figures = Figures {
            facts: u32::try_from(self.facts.len()).unwrap(),
            ..Figures::default()
        };
        world.begin(session, window).await;
        // As much noise between two messages as makes the whole as long as it has to be.
        let said: u32 = self
            .messages
            .iter()
            .map(|message| world.tokens(&message.measured()))
            .sum();
        let wanted = (window * LENGTH / 10).saturating_sub(said);
        let sample: u32 = (0..16)
            .map(|n| world.tokens(&noise(n, self.language).measured()))
            .sum();
        let between = f64::from(wanted)
            / (f64::from(sample) / 16.0)
            / f64::from(u32::try_from(self.messages.len()).unwrap());
        let (mut due, mut noises) = (0.0, 0);
        let mut folded = Vec::new();
        for message in &self.messages {
            let mut batch = vec![message.clone()];
            // Between a question and its answer nobody speaks.
            due += between;
            while due >= 1.0 && !message.content.text().ends_with('?') {
                batch.push(noise(noises, self.language));
                noises += 1;
                due -= 1.0;
            }
            world.append(session, batch).await;
            folded.extend(world.fold(session).await);
        }
        let last = self.messages.last().unwrap().content.text().into_owned();
        while figures.folds < FOLDS || !folded.contains(&last) {
            let more = (0..4).map(|n| noise(noises + n, self.language)).collect();
            noises += 4;
            world.append(session, more).await;
            folded.extend(world.fold(session).await);
            figures.folds = world.folds(session).await;
        }
        let summary = world.summary(session).await;
        figures.tokens = world.tokens(&summary);
        let lower = summary.to_lowercase();
        let is_left = |fact: &Vec<String>| fact.iter().all(|words| lower.contains(words));
        figures.left =
            u32::try_from(self.facts.iter().filter(|fact| is_left(fact)).count()).unwrap();
        let holds = |line: &str| !line.contains("superseded");
        let stale = self.stale.iter().filter(|stale| {
            lower
                .split(['\n', '.'])
                .any(|line| line.contains(*stale) && holds(line) && !takes_back(line))
        });
        figures.stale = u32::try_from(stale.count()).unwrap();
        figures.changed = u32::try_from(self.stale.len()).unwrap();
        figures
    }
}

/// Whether a line with a value that was taken back is the one that takes it back.
fn takes_back(line: &str) -> bool {
    ["instead of", "wasn't", "replaces", "is out"]
        .iter()
        .any(|words| line.contains(words))
}
