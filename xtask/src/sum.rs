//! Summary of all suites: their counts, and the last line.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Result;

use crate::step;

/// Counts of a suite.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Tests or checks that passed.
    pub passed: u64,
    /// Tests or checks that failed.
    pub failed: u64,
}

impl Count {
    /// Returns the count for one check that passed or failed as a whole.
    pub fn one(outcome: &Result<()>) -> Self {
        let failed = u64::from(outcome.is_err());
        Self {
            passed: 1 - failed,
            failed,
        }
    }

    /// Adds the numbers of a line `test result: ok. 3 passed; 0 failed; …`, if it is one.
    pub fn read_line(&mut self, line: &str) {
        let Some((_, numbers)) = line
            .strip_prefix("test result: ")
            .and_then(|rest| rest.split_once(". "))
        else {
            return;
        };
        for part in numbers.split(';') {
            match part.trim().split_once(' ') {
                Some((number, "passed")) => self.passed += number.parse::<u64>().unwrap_or(0),
                Some((number, "failed")) => self.failed += number.parse::<u64>().unwrap_or(0),
                _ => {}
            }
        }
    }
}

/// Messages of failed cargo tests, up to the backtrace.
#[derive(Debug, Default)]
pub struct Complaints {
    lines: Vec<String>,
    /// Number of further lines to keep of the current test.
    room: usize,
}

impl Complaints {
    /// Adds a line, if it belongs to a failed test.
    pub fn read_line(&mut self, line: &str) {
        if line.starts_with("---- ") && line.ends_with(" ----") {
            self.room = LINES;
        } else if ["stack backtrace:", "failures:"].contains(&line) {
            self.room = 0;
        }
        if self.room > 0 && !line.is_empty() {
            self.room -= 1;
            self.lines.push(line.chars().take(LINE).collect());
        }
    }
}

/// Number of lines of a failed test in the summary.
const LINES: usize = 12;
/// Maximum length of each line, in characters.
const LINE: usize = 800;

/// All suites so far.
pub struct Sum {
    suites: Vec<Suite>,
    complaints: Vec<String>,
    /// Start of the current suite.
    since: Instant,
}

struct Suite {
    name: String,
    count: Count,
    took: Duration,
}

impl Sum {
    /// Creates an empty summary.
    pub fn new() -> Self {
        Self {
            suites: Vec::new(),
            complaints: Vec::new(),
            since: Instant::now(),
        }
    }

    /// Adds a suite. A suite that did not finish or counted nothing has failed: an empty suite looks too much like a
    /// passed one.
    pub fn add(&mut self, name: &str, outcome: Result<Count>) {
        let mut count = match outcome {
            Ok(count) => count,
            Err(error) => {
                step::fail(&error);
                Count {
                    passed: 0,
                    failed: 1,
                }
            }
        };
        if count == Count::default() {
            println!("{name}: nothing ran");
            count.failed = 1;
        }
        let took = self.since.elapsed();
        self.since = Instant::now();
        let name = name.to_owned();
        self.suites.push(Suite { name, count, took });
    }

    /// Adds one check that passed or failed as a whole, and returns whether it passed.
    pub fn check(&mut self, name: &str, outcome: Result<()>) -> bool {
        let count = Count::one(&outcome);
        if let Err(error) = outcome {
            step::fail(&error);
        }
        self.add(name, Ok(count));
        count.failed == 0
    }

    /// Keeps messages of failed tests to repeat them in the summary, because the originals are far above.
    pub fn complain(&mut self, complaints: Complaints) {
        self.complaints.extend(complaints.lines);
    }

    /// Prints the messages of failed tests, the table and the last line.
    pub fn print(&self) -> ExitCode {
        if !self.complaints.is_empty() {
            step::heading("What failed");
            println!("{}", self.complaints.join("\n"));
        }
        step::heading("Sum");
        let mut all = Count::default();
        for Suite { name, count, took } in &self.suites {
            let mark = if count.failed == 0 { "✓" } else { "✗" };
            println!(
                "{mark} {name:<34} {:>5} passed {:>4} failed {:>6} s",
                count.passed,
                count.failed,
                took.as_secs()
            );
            all.passed += count.passed;
            all.failed += count.failed;
        }
        let took: Duration = self.suites.iter().map(|suite| suite.took).sum();
        println!("  {:<34} {:>32} s", "all of it", took.as_secs());
        println!("{} passed, {} failed", all.passed, all.failed);
        if all.failed == 0 {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_failed_test_said_is_kept_without_its_trace() {
        let mut complaints = Complaints::default();
        for line in [
            "test b ... FAILED",
            "---- a::b stdout ----",
            "",
            "thread 'a::b' panicked at a.rs:1:2:",
            "no message",
            "stack backtrace:",
            "   0: main",
            "failures:",
            "    a::b",
        ] {
            complaints.read_line(line);
        }
        let kept = [
            "---- a::b stdout ----",
            "thread 'a::b' panicked at a.rs:1:2:",
            "no message",
        ];
        assert_eq!(complaints.lines, kept);
    }

    #[test]
    fn result_lines_add_up_and_others_do_not_count() {
        let mut count = Count::default();
        for line in [
            "running 3 tests",
            "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out",
            "test x ... ok",
            "test result: FAILED. 5 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out",
        ] {
            count.read_line(line);
        }
        assert_eq!(
            count,
            Count {
                passed: 8,
                failed: 2
            }
        );
    }
}
