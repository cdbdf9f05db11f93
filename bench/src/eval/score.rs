//! Recall at several depths: the share of evidence among the first results, by turn and by session, for each kind of
//! question.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::time::Duration;

use super::set::{Question, Set};

/// Numbers of first results.
pub const DEPTHS: [usize; 5] = [1, 5, 10, 25, 50];
/// Kind of questions without one.
const OTHER: &str = "other";
/// Name of the row for all kinds.
const ALL: &str = "all";

/// Sums for a kind of question: shares of turns and of sessions by depth.
#[derive(Default)]
struct Sums {
    questions: usize,
    turns: [f64; DEPTHS.len()],
    sessions: [f64; DEPTHS.len()],
}

/// Result of a run.
#[derive(Default)]
pub struct Score {
    all: Sums,
    kinds: BTreeMap<String, Sums>,
    times: Vec<Duration>,
}

impl Score {
    /// Adds a question with the turns found, best first, and the time it took.
    pub fn add(&mut self, set: &Set, question: &Question, found: &[&str], took: Duration) {
        let evidence: HashSet<&str> = question.evidence.iter().map(String::as_str).collect();
        let turns = shares(&evidence, found);
        let evidence = evidence.iter().map(|turn| set.session(turn)).collect();
        let found: Vec<&str> = found.iter().map(|turn| set.session(turn)).collect();
        let sessions = shares(&evidence, &found);
        let kind = question.kind.as_deref().unwrap_or(OTHER);
        let of_kind = self.kinds.entry(kind.to_owned()).or_default();
        for sums in [&mut self.all, of_kind] {
            sums.questions += 1;
            for (sum, share) in sums.turns.iter_mut().zip(turns) {
                *sum += share;
            }
            for (sum, share) in sums.sessions.iter_mut().zip(sessions) {
                *sum += share;
            }
        }
        self.times.push(took);
    }

    /// Returns the number of questions.
    pub fn count(&self) -> usize {
        self.all.questions
    }

    /// Returns the time of each question.
    pub fn times(&self) -> &[Duration] {
        &self.times
    }

    /// Formats the rows of a table, by kind.
    pub fn rows(&self, way: &str) -> String {
        let mut rows = String::new();
        let kinds = self.kinds.iter().map(|(kind, sums)| (kind.as_str(), sums));
        for (kind, sums) in kinds.chain([(ALL, &self.all)]) {
            let _ = write!(rows, "| {way} | {kind} | {} |", sums.questions);
            for sum in sums.turns.iter().chain(&sums.sessions) {
                #[expect(clippy::cast_precision_loss, reason = "a count of questions")]
                let share = sum / sums.questions.max(1) as f64;
                let _ = write!(rows, " {share:.3} |");
            }
            rows.push('\n');
        }
        rows
    }
}

/// Formats the head of the table.
pub fn head() -> String {
    let columns = |what: &str| DEPTHS.map(|depth| format!(" {what} @{depth} |")).concat();
    let (turns, sessions) = (columns("turn"), columns("session"));
    let dashes = "---|".repeat(3 + 2 * DEPTHS.len());
    format!("| way | kind | questions |{turns}{sessions}\n|{dashes}")
}

/// Returns the share of the evidence among the first results, by depth.
fn shares(evidence: &HashSet<&str>, found: &[&str]) -> [f64; DEPTHS.len()] {
    DEPTHS.map(|depth| {
        let first: HashSet<&str> = found.iter().take(depth).copied().collect();
        #[expect(clippy::cast_precision_loss, reason = "counts of turns")]
        let share = evidence.intersection(&first).count() as f64 / evidence.len().max(1) as f64;
        share
    })
}

/// Returns a percentile in milliseconds.
pub fn percentile(times: &[Duration], percent: usize) -> f64 {
    let mut times = times.to_vec();
    times.sort_unstable();
    let at = (times.len() * percent / 100).min(times.len().saturating_sub(1));
    times.get(at).map_or(0.0, |time| time.as_secs_f64() * 1e3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_of_what_answers_and_grow_with_depth() {
        let line = r#"{"turns":[
            {"id":"a","session":"s","text":"1"},{"id":"b","session":"s","text":"2"},
            {"id":"c","session":"t","text":"3"},{"id":"d","text":"4"}],
            "questions":[{"text":"?","evidence":["a","c"],"kind":"who"},{"text":"??","evidence":["d"]}]}"#;
        let set = Set::parse(&line.replace('\n', "")).expect("a set");
        let mut score = Score::default();
        let second = Duration::from_secs(1);
        score.add(&set, &set.questions[0], &["b", "a", "d"], second);
        score.add(&set, &set.questions[1], &["b", "d"], second * 3);
        let row = |kind: &str, shares: [&str; 10]| {
            let questions = if kind == ALL { 2 } else { 1 };
            format!("| w | {kind} | {questions} | {} |\n", shares.join(" | "))
        };
        let (none, half, whole) = ("0.000", "0.500", "1.000");
        let who = [none, half, half, half, half, half, half, half, half, half];
        let other = [
            none, whole, whole, whole, whole, none, whole, whole, whole, whole,
        ];
        let mid = "0.750";
        let all = [none, mid, mid, mid, mid, "0.250", mid, mid, mid, mid];
        let expected = [row(OTHER, other), row("who", who), row(ALL, all)].concat();
        assert_eq!(score.rows("w"), expected);
        assert_eq!(
            head().lines().next().map(|head| head.matches('|').count()),
            Some(14)
        );
        assert!((percentile(score.times(), 50) - 3000.0).abs() < 1.0);
        assert!((percentile(score.times(), 10) - 1000.0).abs() < 1.0);
        assert!(percentile(&[], 50).abs() < f64::EPSILON);
    }
}
