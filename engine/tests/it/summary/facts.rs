//! Measures the retention in long conversations after several folds: of forty planted facts, and of decisions that
//! changed later. The writer's rules were tuned on the first of the two sets only.

use engine::summary::{Line, Request, bounds, extractive};
use kernel::ports::tokens::Tokens;

use crate::summary::harness::{Words, line, request};

/// A few messages, and the words that must be found afterwards.
struct Exchange {
    words: Vec<&'static str>,
    messages: Vec<Line>,
}

const TUNED: [&str; 2] = [
    include_str!("data/tuned_facts.txt"),
    include_str!("data/tuned_talk.txt"),
];
/// Never used to choose a rule or a weight.
const APART: [&str; 2] = [
    include_str!("data/apart_facts.txt"),
    include_str!("data/apart_talk.txt"),
];
/// Long answers with code, names, dates and numbers, which follow either set in the largest window.
const LONG: &str = include_str!("data/long_talk.txt");
const CHANGES: &str = include_str!("data/changes.txt");
/// In German, Spanish, French and English, with fewer words.
const CHANGES_ABROAD: &str = include_str!("data/changes_abroad.txt");

/// Parses the exchanges of a file: blocks separated by empty lines, `= words` before `u:` and `a:`, and continuation
/// lines.
fn exchanges(text: &'static str) -> Vec<Exchange> {
    let block = |block: &'static str| {
        let mut exchange = Exchange {
            words: Vec::new(),
            messages: Vec::new(),
        };
        for text in block.lines() {
            match (text.split_at_checked(2), exchange.messages.last_mut()) {
                (Some(("= ", words)), _) => exchange.words = words.split(" & ").collect(),
                (Some(("u:", said)), _) => exchange.messages.push(line("user", said.trim())),
                (Some(("a:", said)), _) => exchange.messages.push(line("assistant", said.trim())),
                (Some(("  ", rest)), Some(last)) => {
                    last.content.push('\n');
                    last.content.push_str(rest);
                }
                _ => panic!("unreadable: {text}"),
            }
        }
        exchange
    };
    text.trim().split("\n\n").map(block).collect()
}

fn size(messages: &[Line]) -> u32 {
    messages.iter().map(|line| Words.count(&line.content)).sum()
}

/// A session whose oldest messages are folded as the server does: above 70 % of the window, down to 40 %.
struct Session {
    window: u32,
    summary: String,
    messages: Vec<Line>,
    folds: usize,
}

impl Session {
    fn new(window: u32) -> Self {
        Self {
            window,
            summary: String::new(),
            messages: Vec::new(),
            folds: 0,
        }
    }

    fn fold(&mut self) {
        let (most, keep) = (self.window / 10 * 7, self.window / 10 * 4);
        let context = Words.count(&self.summary);
        if context + size(&self.messages) <= most {
            return;
        }
        let mut cut = 0;
        while size(&self.messages[cut..]) > keep {
            cut += 1;
        }
        let messages: Vec<Line> = self.messages.drain(..cut).collect();
        let source = (size(&messages) + context) * 9 / 10;
        let (budget, most) = bounds(self.window, source, most - size(&self.messages));
        let request = Request {
            previous: std::mem::take(&mut self.summary),
            messages,
            most,
            ..request("", &[], budget)
        };
        self.summary = extractive(&request, &Words).unwrap().text;
        let tokens = Words.count(&self.summary);
        assert!(tokens <= (self.window * 15 / 100).max(500), "{tokens}");
        self.folds += 1;
    }

    /// Returns the agent's input: the summary and the remaining messages, in lower case.
    fn read(&self) -> String {
        let messages = self.messages.iter().map(|line| line.content.as_str());
        let all: Vec<&str> = [self.summary.as_str()]
            .into_iter()
            .chain(messages)
            .collect();
        all.join("\n").to_lowercase()
    }

    /// Returns the facts with a missing word.
    fn lost<'a>(&self, facts: &'a [Exchange]) -> Vec<&'a Exchange> {
        let text = self.read();
        let is_kept = |fact: &&Exchange| {
            let mut words = fact.words.iter();
            words.all(|word| text.contains(&word.to_lowercase()))
        };
        facts.iter().filter(|fact| !is_kept(fact)).collect()
    }
}

/// Counts how many of the forty facts are found after one, three and six folds. They are stated in the part that the
/// first fold covers; then the conversation continues.
fn kept(set: [&'static str; 2], other: &'static str, window: u32) -> [usize; 3] {
    let (facts, talk) = (exchanges(set[0]), exchanges(set[1]));
    assert_eq!(facts.len(), 40);
    let talk: Vec<Exchange> = talk
        .into_iter()
        .chain(exchanges(other))
        .chain(exchanges(LONG))
        .collect();
    let mut talk = talk.iter().cycle();
    let told: u32 = facts.iter().map(|fact| size(&fact.messages)).sum();
    let between = (window / 10 * 3).saturating_sub(told);
    let (mut session, mut said) = (Session::new(window), 0);
    for (nth, fact) in (1..).zip(&facts) {
        session.messages.extend_from_slice(&fact.messages);
        while said < between * nth / 40 {
            let more = talk.next().unwrap();
            said += size(&more.messages);
            session.messages.extend_from_slice(&more.messages);
        }
    }
    let mut found = Vec::new();
    for folds in [1, 3, 6] {
        while session.folds < folds {
            session.fold();
            session
                .messages
                .extend_from_slice(&talk.next().unwrap().messages);
        }
        let lost = session.lost(&facts);
        found.push(facts.len() - lost.len());
    }
    found.try_into().unwrap()
}

fn is_enough(found: [usize; 3], expected: [usize; 3]) -> bool {
    found
        .iter()
        .zip(expected)
        .all(|(found, expected)| *found >= expected)
}

/// Asserts the counts of each window.
fn check(set: [&'static str; 2], other: &'static str, expected: [(u32, [usize; 3]); 3]) {
    let found = expected.map(|(window, _)| (window, kept(set, other, window)));
    let mut all = found.iter().zip(expected);
    assert!(
        all.all(|((_, found), (_, expected))| is_enough(*found, expected)),
        "{found:?}"
    );
}

#[test]
fn planted_facts_outlive_folds() {
    check(
        TUNED,
        APART[1],
        [
            (2_000, [40, 37, 37]),
            (6_000, [39, 37, 36]),
            (20_000, [40, 39, 38]),
        ],
    );
}

#[test]
fn planted_facts_that_no_rule_was_tuned_on_outlive_folds() {
    check(
        APART,
        TUNED[1],
        [
            (2_000, [40, 32, 27]),
            (6_000, [38, 37, 32]),
            (20_000, [39, 38, 37]),
        ],
    );
}

/// A decision and its replacement: the words that must be gone, and those that must stay.
struct Change {
    gone: &'static str,
    stays: &'static str,
    old: Vec<Line>,
    new: Vec<Line>,
}

fn changes(text: &'static str) -> Vec<Change> {
    let said = |text: &'static str| {
        let exchanges = exchanges(text.trim());
        exchanges
            .into_iter()
            .flat_map(|exchange| exchange.messages)
            .collect()
    };
    let change = |block: &'static str| {
        let (words, said_all) = block.split_once('\n').unwrap();
        let (gone, stays) = words.split_once(" | ").unwrap();
        let (old, new) = said_all.split_once("\n>\n").unwrap();
        Change {
            gone: gone.strip_prefix("- ").unwrap(),
            stays: stays.strip_prefix("+ ").unwrap(),
            old: said(old),
            new: said(new),
        }
    };
    text.trim().split("\n\n").map(change).collect()
}

#[test]
fn a_changed_decision_is_gone_and_what_replaced_it_stays() {
    all_changes_are_kept(&changes(CHANGES));
}

#[test]
fn a_changed_decision_is_gone_in_other_languages_too() {
    all_changes_are_kept(&changes(CHANGES_ABROAD));
}

/// Asserts that the summary has the twelve new statements and none of the old ones.
fn all_changes_are_kept(changes: &[Change]) {
    assert_eq!(changes.len(), 12);
    for window in [2_000, 6_000, 20_000] {
        let talk: Vec<Exchange> = [TUNED[1], APART[1], LONG]
            .into_iter()
            .flat_map(exchanges)
            .collect();
        let mut talk = talk.iter().cycle();
        let mut session = Session::new(window);
        for said in [
            |change: &Change| change.old.clone(),
            |change: &Change| change.new.clone(),
        ] {
            for (nth, change) in changes.iter().enumerate() {
                session.messages.extend(said(change));
                if nth % 2 == 1 {
                    session
                        .messages
                        .extend_from_slice(&talk.next().unwrap().messages);
                }
                session.fold();
            }
        }
        let folded = session.folds;
        while session.folds < folded + 6 {
            session
                .messages
                .extend_from_slice(&talk.next().unwrap().messages);
            session.fold();
        }
        let text = session.read();
        let is_kept = |words: &str| text.contains(&words.to_lowercase());
        let wrong: Vec<String> = changes
            .iter()
            .filter(|change| is_kept(change.gone) || !is_kept(change.stays))
            .map(|change| {
                format!(
                    "{} → {}: {}, {}",
                    change.gone,
                    change.stays,
                    is_kept(change.gone),
                    is_kept(change.stays)
                )
            })
            .collect();
        assert!(
            wrong.is_empty(),
            "{window}: {wrong:#?}\n{}",
            session.summary
        );
    }
}
