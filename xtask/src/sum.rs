//! The sum of all suites: what each of them counted, and the last line.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Result;

use crate::step;

/// What a suite counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Tests or checks that passed.
    pub passed: u64,
    /// Tests or checks that failed.
    pub failed: u64,
}

impl Count {
    /// One check that passed or failed as a whole.
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

/// What tests of cargo said that failed, up to where their traces begin.
#[derive(Debug, Default)]
pub struct Complaints {
    lines: Vec<String>,
    /// How many more lines are kept of the one that speaks.
    room: usize,
}

impl Complaints {
    /// Adds a line, if a test that failed said it.
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

/// How many lines of a test that failed are told with the sum.
const LINES: usize = 12;
/// And how much of each, in characters.
const LINE: usize = 800;

/// All suites so far.
pub struct Sum {
    suites: Vec<Suite>,
    complaints: Vec<String>,
    /// When the suite that is added next began.
    since: Instant,
}

struct Suite {
    name: String,
    count: Count,
    took: Duration,
}

impl Sum {
    /// Begins to count.
    pub fn new() -> Self {
        Self {
            suites: Vec::new(),
            complaints: Vec::new(),
            since: Instant::now(),
        }
    }

    /// Adds a suite. One that could not run to its end, or counted nothing, has failed: an empty
    /// suite looks too much like a passed one.
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

    /// Keeps what tests said that failed, to tell it with the sum: it stands far above otherwise.
    pub fn complain(&mut self, complaints: Complaints) {
        self.complaints.extend(complaints.lines);
    }

    /// Prints why tests failed, the table and the last line.
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
