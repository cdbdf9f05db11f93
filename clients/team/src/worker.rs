//! A worker: claims what it can do, does it, hands it in, and listens while it works.

use serde_json::{Value, json};

use crate::bench::Bench;
use crate::member::Member;
use crate::program;

/// How long a claim waits for a task.
const WAIT_SECONDS: u32 = 5;

/// A task in hand.
struct Job {
    id: String,
    lease: String,
    title: String,
    attempt: usize,
}

/// Works until the workflow has ended.
pub fn work(mut me: Member, bench: &Bench, capabilities: &[&str]) {
    let claim = json!({
        "capabilities": capabilities, "wait": WAIT_SECONDS,
        "fields": ["task.id", "task.title", "task.attempts.fence", "lease.id", "context"],
    });
    while !me.tempo.is_over() {
        match me.call("task_claim", claim.clone()) {
            Ok(claimed) => {
                let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
                let job = Job {
                    id: text(&claimed["task"]["id"]),
                    lease: text(&claimed["lease"]["id"]),
                    title: text(&claimed["task"]["title"]),
                    attempt: claimed["task"]["attempts"].as_array().map_or(1, Vec::len),
                };
                me.tempo.work(1);
                heed(&mut me, None);
                if do_task(&mut me, bench, &job).is_none() && me.tempo.is_over() {
                    return;
                }
            }
            // It has waited long enough to hear what others say; now it waits on.
            Err(refused) if matches!(refused.reason.as_str(), "nothing_ready" | "paused") => {
                heed(&mut me, None);
            }
            // The workflow has ended, or the server has.
            Err(_) => return,
        }
    }
}

fn do_task(me: &mut Member, bench: &Bench, job: &Job) -> Option<()> {
    match job.title.as_str() {
        "Decide what counts as a numeral" => decide(me, job),
        "Lay out the folder" => lay_out(me, bench, job),
        "Numbers to numerals" => to_roman(me, bench, job),
        "Numerals to numbers" => from_roman(me, bench, job),
        "The command" => command(me, bench, job),
        "A guide with an example" => guide(me, bench, job),
        "Run every test" => run_all(me, bench, job),
        _ => release(me, bench, job),
    }
}

fn note(me: &mut Member, job: &Job, note: &str) -> Option<()> {
    let report = json!({
        "task": job.id, "lease": job.lease, "status": "in_progress", "note": note,
    });
    me.must("task_update", report)?;
    me.must(
        "usage_report",
        json!({
            "task": job.id, "window": 200_000, "window_used": 38_000 + 9_000 * job.attempt,
            "tokens_in": 5_200, "tokens_out": 840, "cost": 0.021,
        }),
    )?;
    me.tempo.work(1);
    Some(())
}

fn complete(me: &mut Member, job: &Job, summary: &str, next: &[&str]) -> Option<()> {
    me.must(
        "task_complete",
        json!({
            "task": job.id, "lease": job.lease, "summary": summary, "next_steps": next,
        }),
    )?;
    Some(())
}

/// Acts on what people said: the last decision of mine that holds gives way to one that does as told.
fn heed(me: &mut Member, task: Option<&str>) {
    for nudge in std::mem::take(&mut me.nudges) {
        let mine = standing_decision(me);
        let rationale = format!("{} asked for it in {}.", nudge.from, nudge.id);
        let done = match mine {
            Some(decision) => me.must(
                "decision_supersede",
                json!({
                    "decision": decision, "choice": nudge.message, "rationale": rationale,
                }),
            ),
            None => me.must(
                "discovery_record",
                json!({
                    "type": "constraint", "content": nudge.message,
                    "affects_tasks": task.into_iter().collect::<Vec<_>>(),
                }),
            ),
        };
        let note = match done
            .as_ref()
            .and_then(|done| done["decision"]["id"].as_str())
        {
            Some(decision) => format!("Recorded as {decision}; the code follows."),
            None => "Recorded as a constraint.".to_owned(),
        };
        me.must(
            "nudge_acknowledge",
            json!({ "nudge": nudge.id, "acted": true, "note": note }),
        );
    }
}

fn standing_decision(me: &mut Member) -> Option<String> {
    let workflow = me.workflow()?;
    let name = me.name;
    workflow["decisions"]
        .as_array()?
        .iter()
        .rev()
        .find_map(|decision| {
            let is_mine = decision["made_by"]["id"] == name;
            let holds = decision["status"] == "recorded";
            (is_mine && holds)
                .then(|| decision["id"].as_str().map(str::to_owned))
                .flatten()
        })
}

fn decide(me: &mut Member, job: &Job) -> Option<()> {
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

fn lay_out(me: &mut Member, bench: &Bench, job: &Job) -> Option<()> {
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

fn to_roman(me: &mut Member, bench: &Bench, job: &Job) -> Option<()> {
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

fn from_roman(me: &mut Member, bench: &Bench, job: &Job) -> Option<()> {
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
    let said = me
        .workflow()
        .is_some_and(|workflow| accepts_small(&workflow));
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
    }
    finish(
        me,
        bench,
        job,
        "tests/from_roman.sh",
        &["Put both behind one command"],
    )
}

fn accepts_small(workflow: &Value) -> bool {
    workflow["nudges"]
        .as_array()
        .is_some_and(|nudges| !nudges.is_empty())
}

/// Hands the task in when its test passes, and reports the failure when it does not.
fn finish(me: &mut Member, bench: &Bench, job: &Job, test: &str, next: &[&str]) -> Option<()> {
    match bench.run(test) {
        Ok(said) => complete(me, job, &format!("Done. {said}."), next),
        Err(said) => {
            me.must(
                "task_fail",
                json!({
                    "task": job.id, "lease": job.lease, "error": said, "retryable": true,
                }),
            )?;
            Some(())
        }
    }
}

fn command(me: &mut Member, bench: &Bench, job: &Job) -> Option<()> {
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
    let answer = await_answer(me, &question)?;
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

fn guide(me: &mut Member, bench: &Bench, job: &Job) -> Option<()> {
    let text = if job.attempt == 1 {
        program::GUIDE_1
    } else {
        program::GUIDE_2
    };
    note(me, job, "Writing.")?;
    bench.write(me, &job.id, "document", "README.md", "The guide", text)?;
    let summary = match job.attempt {
        1 => "A first guide.",
        _ => "The guide now shows both directions.",
    };
    complete(me, job, summary, &[])
}

fn run_all(me: &mut Member, bench: &Bench, job: &Job) -> Option<()> {
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
                let failed = json!({ "task": job.id, "lease": job.lease, "error": error });
                return me.must("task_fail", failed).map(|_| ());
            }
        }
    }
    complete(me, job, &format!("{}.", said.join(", ")), &[])
}

fn release(me: &mut Member, bench: &Bench, job: &Job) -> Option<()> {
    let list = "roman 1.0\nroman\nlib/to_roman.sh\nlib/from_roman.sh\nREADME.md\n";
    bench.write(me, &job.id, "document", "RELEASE", "What is in 1.0", list)?;
    note(me, job, "Listed what is in it.")?;
    complete(me, job, "Released 1.0.", &[])
}
