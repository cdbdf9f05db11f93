//! Tasks of the shell developers: the range, the folder, the two functions, the command, the last test run.

use serde_json::json;

use crate::bench::Bench;
use crate::member::Member;
use crate::program;
use crate::talk::Line;
use crate::worker::heed::{heed, was_nudged};
use crate::worker::job::{Job, complete, fail, finish, note};

/// Decides the range.
pub fn decide(me: &mut Member, job: &Job) -> Option<()> {
    note(me, job, "Reading what others do with 4 and with 4000.")?;
    me.must(
        "discovery_record",
        json!({
            "type": "constraint",
            "content": "POSIX shell has no arrays: the table of letters has to be a list of pairs.",
        }),
    )?;
    me.must(
        "decision_record",
        json!({
            "question": "What counts as a numeral?",
            "choice": "1 to 3999 in capital letters, spelled the one usual way",
            "alternatives": ["Any sum of letters", "Bars for thousands"],
            "rationale": "One spelling for each number makes both directions testable.",
            "reversible": true,
        }),
    )?;
    complete(
        me,
        job,
        "Decided: 1 to 3999, one spelling for each.",
        &["Write both directions"],
    )
}

/// Creates the folder.
pub fn lay_out(me: &mut Member, bench: &Bench, job: &Job) -> Option<()> {
    let readme = "lib/    the two functions\ntests/  one script for each\n";
    bench.write(
        me,
        &job.id,
        "document",
        "LAYOUT",
        "Where things are",
        readme,
    )?;
    note(me, job, "lib/ for the functions, tests/ for their tests.")?;
    complete(me, job, "Laid out lib/ and tests/.", &[])
}

/// Writes the conversion of numbers.
pub fn to_roman(me: &mut Member, bench: &Bench, job: &Job) -> Option<()> {
    bench.write(
        me,
        &job.id,
        "code",
        "lib/to_roman.sh",
        "Numbers to numerals",
        program::TO_ROMAN,
    )?;
    note(me, job, "Written; now its test.")?;
    bench.write(
        me,
        &job.id,
        "test",
        "tests/to_roman.sh",
        "Tests of to_roman",
        program::TEST_TO,
    )?;
    finish(me, bench, job, "tests/to_roman.sh", &["Write the way back"])
}

/// Writes the conversion of numerals, which fails at first.
pub fn from_roman(me: &mut Member, bench: &Bench, job: &Job) -> Option<()> {
    let path = "lib/from_roman.sh";
    bench.write(
        me,
        &job.id,
        "test",
        "tests/from_roman.sh",
        "Tests of from_roman",
        program::TEST_FROM,
    )?;
    let code = match job.attempt {
        1 => program::FROM_ROMAN_1,
        _ => program::FROM_ROMAN_2,
    };
    bench.write(me, &job.id, "code", path, "Numerals to numbers", code)?;
    note(me, job, "Written; running its test.")?;
    let said = me.workflow().is_some_and(|workflow| was_nudged(&workflow));
    if job.attempt > 1 && said {
        bench.write(
            me,
            &job.id,
            "code",
            path,
            "Numerals to numbers, either case",
            program::FROM_ROMAN_3,
        )?;
        note(me, job, "Small letters are accepted too, as asked.")?;
    }
    if job.attempt > 1 {
        me.must("discovery_record", json!({
            "type": "insight", "affects_tasks": [job.id],
            "content": "Writing the number back with to_roman and comparing refuses every wrong spelling.",
        }))?;
        me.keeps(
            "shell",
            "A parser is safest when its result is written back and compared with what was read: every \
             spelling but the usual one is refused.",
            &["parsing", "testing"],
        );
    }
    finish(
        me,
        bench,
        job,
        "tests/from_roman.sh",
        &["Put both behind one command"],
    )
}

/// Writes the command around both, and asks a person about zero.
pub fn command(me: &mut Member, bench: &Bench, job: &Job) -> Option<()> {
    let patience = me.tempo.patience.as_secs().max(1);
    let asked = me.must(
        "question_ask",
        json!({
            "task": job.id, "lease": job.lease,
            "question": "What should `roman 0` do? The Romans had no zero.",
            "options": ["Refuse it with an error", "Print nothing and succeed"],
            "default": "Refuse it with an error", "deadline_seconds": patience,
        }),
    )?;
    let question = asked["question"]["id"]
        .as_str()
        .unwrap_or_default()
        .to_owned();
    me.is_stopped_by(&format!(
        "Waits for an answer to {question}: what `roman 0` shall do."
    ));
    let answer = await_answer(me, &question)?;
    me.talk(&[Line::Says(&format!("{question} is answered: {answer}."))]);
    heed(me, Some(&job.id));
    let zero = if answer.contains("Print nothing") {
        "exit 0"
    } else {
        "echo \"roman: '$1' is not between 1 and 3999\" >&2; exit 1"
    };
    let code = program::COMMAND.replace("@ZERO@", zero);
    bench.write(me, &job.id, "code", "roman", "The command", &code)?;
    bench.write(
        me,
        &job.id,
        "test",
        "tests/command.sh",
        "Tests of the command",
        program::TEST_COMMAND,
    )?;
    note(me, job, "Written as answered; running its test.")?;
    finish(
        me,
        bench,
        job,
        "tests/command.sh",
        &["Run every test", "Release"],
    )
}

fn await_answer(me: &mut Member, question: &str) -> Option<String> {
    while !me.tempo.is_over() {
        if let Some(at) = me.answers.iter().position(|(id, _)| id == question) {
            return Some(me.answers.swap_remove(at).1);
        }
        me.wait(5)?;
    }
    None
}

/// Runs every test.
pub fn run_all(me: &mut Member, bench: &Bench, job: &Job) -> Option<()> {
    note(me, job, "Running every test once more.")?;
    let mut said = Vec::new();
    for test in [
        "tests/to_roman.sh",
        "tests/from_roman.sh",
        "tests/command.sh",
    ] {
        match bench.run(test) {
            Ok(line) => said.push(line),
            Err(error) => {
                return fail(me, job, &error);
            }
        }
    }
    complete(me, job, &format!("{}.", said.join(", ")), &[])
}
