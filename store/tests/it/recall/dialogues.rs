//! Synthetic conversations over months, deterministic: two people with short turns, and a person with an assistant that
//! answers at length. Each question has the turn that answers it.

use kernel::Time;
use kernel::time::{DAY, MINUTE};

use crate::recall::chatter::{ADVICE, BEGINS, ENDS, TOPICS};
use crate::recall::kinds::{Kind, talk, work};

/// Start of the conversations.
const BEGIN: Time = Time(1_683_540_000_000);
/// Pairs of people.
const PAIRS: [[&str; 2]; 4] = [
    ["Anna", "Ben"],
    ["Chidi", "Dolores"],
    ["Emre", "Femke"],
    ["Grace", "Hiro"],
];
/// Number of irrelevant turns in each session.
const BETWEEN: usize = 8;
/// Number of sentences of an assistant's answer.
const SENTENCES: usize = 12;

/// A conversation and questions about it.
#[derive(Default)]
pub struct Talk {
    pub name: String,
    pub turns: Vec<Said>,
    pub questions: Vec<Asked>,
}

/// A turn.
pub struct Said {
    pub session: String,
    pub who: &'static str,
    pub text: String,
    pub at: Time,
}

/// A question, and the number of the turn that answers it.
pub struct Asked {
    pub text: String,
    pub turn: usize,
}

/// A deterministic pseudo-random generator.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % most as u64).unwrap()
    }

    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }

    /// Returns an irrelevant sentence.
    fn chatter(&mut self) -> String {
        let (begin, topic, end) = (self.one(&BEGINS), self.one(&TOPICS), self.one(&ENDS));
        match self.below(4) {
            0 => format!("{begin} {topic}, {end}"),
            1 => format!("{begin} {topic}."),
            2 => format!("{topic}, {end}"),
            _ => format!("{begin} {end}"),
        }
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        for at in (1..list.len()).rev() {
            list.swap(at, self.below(at + 1));
        }
    }
}

impl Talk {
    /// Adds a question about the next turn.
    fn ask(&mut self, kind: &Kind, who: &str) {
        let turn = self.turns.len();
        for text in kind.asks {
            let text = with(text, who);
            self.questions.push(Asked { text, turn });
        }
    }

    fn say(&mut self, session: usize, who: &'static str, text: String) {
        let minutes = i64::try_from(self.turns.len()).unwrap() * MINUTE;
        self.turns.push(Said {
            session: format!("s{session}"),
            who,
            text,
            at: Time(BEGIN.0 + 9 * DAY * i64::try_from(session).unwrap() + minutes),
        });
    }
}

fn with(text: &str, value: &str) -> String {
    text.replace("{}", value)
}

/// Returns conversations of pairs of people on the same kinds of topics.
pub fn dialogues() -> Vec<Talk> {
    let pairs = PAIRS.iter().enumerate();
    pairs
        .map(|(number, pair)| dialogue(number, *pair))
        .collect()
}

fn dialogue(number: usize, pair: [&'static str; 2]) -> Talk {
    let mut dice = Dice(number as u64 * 7919 + 17);
    let mut heard = Talk {
        name: format!("talk-{number}"),
        ..Talk::default()
    };
    let kinds = talk();
    let mut told: Vec<(&Kind, usize, &str)> = kinds
        .iter()
        .enumerate()
        .flat_map(|(nth, kind)| {
            [0, 1].map(|who| (kind, who, kind.values[(number + 2 * who + nth) % 4]))
        })
        .collect();
    dice.shuffle(&mut told);
    for (session, things) in told.chunks(3).enumerate() {
        let mut chatter = |heard: &mut Talk, count: usize| {
            for nth in 0..count {
                let text = dice.chatter();
                heard.say(session, pair[nth % 2], text);
            }
        };
        chatter(&mut heard, BETWEEN / 4);
        for (kind, who, value) in things {
            heard.say(session, pair[1 - who], kind.cue.into());
            heard.ask(kind, pair[*who]);
            heard.say(session, pair[*who], with(kind.say, value));
            chatter(&mut heard, BETWEEN / 4);
        }
    }
    heard
}

/// Returns conversations of people with an assistant about their projects.
pub fn projects() -> Vec<Talk> {
    (0..2).map(project).collect()
}

fn project(number: usize) -> Talk {
    let mut dice = Dice(number as u64 * 104_729 + 5);
    let mut talk = Talk {
        name: format!("project-{number}"),
        ..Talk::default()
    };
    let kinds = work();
    let mut told: Vec<(usize, &Kind)> = kinds.iter().enumerate().collect();
    dice.shuffle(&mut told);
    for (session, things) in told.chunks(4).enumerate() {
        for (nth, kind) in things {
            talk.ask(kind, "");
            let said = with(kind.say, kind.values[(number + nth) % 4]);
            let text = format!("About {}. {said} What would you do next?", kind.cue);
            talk.say(session, "user", text);
            for follow in 0..3 {
                let advice: Vec<&str> = (0..SENTENCES).map(|_| dice.one(&ADVICE)).collect();
                talk.say(session, "assistant", advice.join(" "));
                if follow < 2 {
                    let begin = dice.chatter();
                    let text = format!("{begin} Can you go into detail about {}?", kind.cue);
                    talk.say(session, "user", text);
                }
            }
        }
    }
    talk
}
