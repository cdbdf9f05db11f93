//! Two working periods of ten days with 112 and 114 realistic notes, with dreams as they occur by the built-in dreamer,
//! and then 24 questions of the agent on day 10. A question is answered by the document, or by the document and a
//! pointer that shares a word with the question. The rules were tuned on the shop only, not on the practice.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use engine::crystal::ops::memory_search::MemorySearch;
use engine::mind::dream::material::Said;
use engine::mind::dream::settle::settle;
use engine::mind::ops::mind_context::MindContext;
use engine::mind::pointer::Pointer;
use kernel::Time;

use crate::minds::harness::{World, worker};
use crate::minds::script::{HOUR, begin, note};

/// A Monday at 8:00.
const MONDAY: Time = Time(1_799_654_400_000);
const DAY: i64 = 24 * HOUR;

/// Parses the notes of each day, with their importance.
fn days(text: &str) -> Vec<Vec<(f64, &str)>> {
    let mut days = Vec::new();
    for line in text.lines() {
        if line.starts_with('#') {
            days.push(Vec::new());
        } else if let Some((importance, words)) = line.split_once(" | ") {
            let day: &mut Vec<(f64, &str)> = days.last_mut().unwrap();
            day.push((importance.parse().unwrap(), words));
        }
    }
    days
}

/// Simulates the days; returns all notes.
async fn live<'a>(world: &World, text: &'a str) -> Vec<&'a str> {
    begin(world).await;
    let mut all = Vec::new();
    for day in days(text) {
        for (importance, words) in day {
            note(world, "dev-ada", importance, words).await;
            all.push(words);
            world.pass(HOUR / 2).await;
        }
        let since = world.now().since(MONDAY).rem_euclid(DAY);
        world.pass(DAY - since).await;
    }
    world.dream_now("dev-ada").await;
    all
}

/// Knowledge of the agent on day 10.
struct Knowledge {
    document: String,
    /// Each pointer's line, with the first results of its search.
    pointers: Vec<(String, Vec<String>)>,
}

async fn knowledge(world: &World) -> Knowledge {
    let ada = worker("dev-ada");
    let shown = world.call(&ada, MindContext::default()).await.unwrap();
    let mut pointers = Vec::new();
    for line in shown.text.lines() {
        let Some((_, keywords)) = Pointer::parse(line) else {
            continue;
        };
        let op = MemorySearch {
            query: Some(keywords),
            limit: Some(5),
            ..MemorySearch::default()
        };
        let hits = world.call(&ada, op).await.unwrap().items;
        let texts = hits.into_iter().map(|hit| hit.memory.text.to_lowercase());
        pointers.push((line.to_lowercase(), texts.collect()));
    }
    Knowledge {
        document: shown.text.to_lowercase(),
        pointers,
    }
}

impl Knowledge {
    /// Returns the document, and the results of the pointers that a reader would follow for this question.
    fn read_for(&self, question: &str) -> Vec<String> {
        let question = question.to_lowercase();
        let words = question.split(|c: char| !c.is_alphanumeric());
        let words: BTreeSet<&str> = words.filter(|word| word.len() > 3).collect();
        let follows = |line: &str| words.iter().any(|word| line.contains(word));
        let found = self.pointers.iter().filter(|(line, _)| follows(line));
        let found = found.map(|(_, found)| format!("{}\n{}", self.document, found.join("\n")));
        [self.document.clone()].into_iter().chain(found).collect()
    }

    /// Returns true if it answers a question: all facts are together, and no line of the document without them has
    /// outdated text.
    fn answers(&self, question: &str, facts: &[&str], outdated: &[&str]) -> bool {
        let mut texts = self.read_for(question).into_iter();
        let is_stale = self.document.lines().any(|line| {
            outdated.iter().any(|words| line.contains(words))
                && !facts.iter().any(|fact| line.contains(fact))
        });
        !is_stale && texts.any(|text| facts.iter().all(|fact| text.contains(fact)))
    }
}

/// Returns the unanswered questions of a period, and the number of questions.
fn missed<'a>(known: &Knowledge, questions: &'a str) -> (Vec<&'a str>, usize) {
    let mut missed = Vec::new();
    let mut all = 0;
    for line in questions.lines() {
        let mut parts = line.split('|').map(str::trim);
        let question = parts.next().unwrap();
        let mut list = || -> Vec<&str> {
            let part = parts.next().unwrap_or_default();
            part.split(';')
                .map(str::trim)
                .filter(|part| !part.is_empty())
                .collect()
        };
        let (facts, outdated) = (list(), list());
        all += 1;
        if !known.answers(question, &facts, &outdated) {
            missed.push(question);
        }
    }
    (missed, all)
}

/// Returns the notes that fade (neither in the document nor settled by a later note), and those of them without a
/// pointer.
fn faded<'a>(known: &Knowledge, notes: &[&'a str]) -> (Vec<&'a str>, Vec<&'a str>) {
    let said: Vec<Said> = notes
        .iter()
        .map(|note| Said {
            text: (*note).into(),
            ..Said::default()
        })
        .collect();
    let all: Vec<&Said> = said.iter().collect();
    let settled = settle(&all, &[]).gone;
    let has = |text: &str, note: &str| text.contains(&note.to_lowercase());
    let out: Vec<&str> = notes
        .iter()
        .enumerate()
        .filter(|(at, note)| !settled.contains(at) && !has(&known.document, note))
        .map(|(_, note)| *note)
        .collect();
    let is_led = |note: &&&str| {
        let mut found = known.pointers.iter().flat_map(|(_, found)| found);
        !found.any(|text| has(text, note))
    };
    let lost = out.iter().filter(is_led).copied().collect();
    (out, lost)
}

async fn report(notes: &str, questions: &str) -> (usize, usize, usize, usize, String) {
    let world = World::new(MONDAY).await;
    let notes = live(&world, notes).await;
    let known = knowledge(&world).await;
    let (missed, all) = missed(&known, questions);
    let (out, lost) = faded(&known, &notes);
    let mind = world.mind("dev-ada").await;
    let mut report = String::new();
    writeln!(
        report,
        "{} of {all} answered, missed {missed:#?}\n{} notes, {} fade, {} of them found by no pointer \
         {lost:#?}\n{} dreams, last did {:#?}\n{}",
        all - missed.len(),
        notes.len(),
        out.len(),
        lost.len(),
        mind.dreams.len(),
        mind.dreams.last().unwrap().did,
        mind.text()
    )
    .unwrap();
    (all - missed.len(), all, out.len(), lost.len(), report)
}

#[tokio::test]
async fn ten_days_at_the_shop_answer_what_the_agent_asks() {
    let (right, all, fade, lost, report) = report(
        include_str!("days/shop.txt"),
        include_str!("days/shop.questions.txt"),
    )
    .await;
    println!("{report}");
    assert_eq!(all, 24);
    assert!(right >= 20, "{report}");
    // Nine of ten faded notes are behind a pointer.
    assert!(fade > 0 && lost * 10 <= fade, "{report}");
}

#[tokio::test]
async fn ten_days_at_the_practice_answer_what_the_agent_asks() {
    let (right, all, fade, lost, report) = report(
        include_str!("days/practice.txt"),
        include_str!("days/practice.questions.txt"),
    )
    .await;
    println!("{report}");
    assert_eq!(all, 24);
    assert!(right >= 20, "{report}");
    // Nine of ten faded notes are behind a pointer.
    assert!(fade > 0 && lost * 10 <= fade, "{report}");
}
