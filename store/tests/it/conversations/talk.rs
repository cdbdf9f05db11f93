//! A conversation with planted facts, and their retention after folding.

use std::fmt;
use std::ops::AddAssign;

use engine::session::NewMessage;

use crate::conversations::harness::World;
use crate::conversations::noise::{Language, noise};

/// Minimum number of folds.
const FOLDS: usize = 3;
/// Ratio of the tokens of the script with noise to those of the window, in tenths.
const LENGTH: u32 = 17;

/// Messages, and the facts that must be retained.
pub struct Talk {
    messages: Vec<NewMessage>,
    /// Facts, each with the words that state it.
    facts: Vec<Vec<String>>,
    /// Values that were retracted.
    stale: Vec<String>,
    language: Language,
}

/// Retention.
#[derive(Clone, Copy, Debug, Default)]
pub struct Figures {
    pub facts: u32,
    pub left: u32,
    pub folds: usize,
    /// Number of retracted values.
    pub changed: u32,
    /// Number of retracted values that are still stated as valid.
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
    /// Parses a script: `@role (name)` begins a message, `= a & b` plants a fact, `~ a` marks a value that will be
    /// retracted.
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

    /// Writes the conversation to a session of that window, with noise in between, and continues until all of it was
    /// folded.
    pub async fn fold(&self, world: &World, session: &str, window: u32) -> Figures {
        let mut figures = Figures {
            facts: u32::try_from(self.facts.len()).unwrap(),
            ..Figures::default()
        };
        world.begin(session, window).await;
        // Enough noise between messages to reach the intended length.
        let said: u32 = self
            .messages
            .iter()
            .map(|message| world.tokens(&message.prompt_text()))
            .sum();
        let wanted = (window * LENGTH / 10).saturating_sub(said);
        let sample: u32 = (0..16)
            .map(|n| world.tokens(&noise(n, self.language).prompt_text()))
            .sum();
        let between = f64::from(wanted)
            / (f64::from(sample) / 16.0)
            / f64::from(u32::try_from(self.messages.len()).unwrap());
        let (mut due, mut noises) = (0.0, 0);
        let mut folded = Vec::new();
        for message in &self.messages {
            let mut batch = vec![message.clone()];
            // No noise between a question and its answer.
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

/// Returns true if a line with a retracted value retracts it.
fn takes_back(line: &str) -> bool {
    ["instead of", "wasn't", "replaces", "is out"]
        .iter()
        .any(|words| line.contains(words))
}
