//! Worker: claims the tasks that it can do, does and completes them, and handles what others tell it.

mod code;
mod docs;
mod heed;
mod job;

use serde_json::{Value, json};

use crate::bench::Bench;
use crate::member::Member;
use crate::script::{OPENING, scene};
use crate::talk::Opening;
use heed::heed;
use job::Job;

/// Maximum time that a claim waits for a task, in seconds.
const WAIT_SECONDS: u32 = 5;

/// Works until the workflow has ended.
pub fn work(mut me: Member, bench: &Bench, capabilities: &[&str]) {
    me.open_talk(&Opening {
        lines: &OPENING,
        ..Opening::default()
    });
    me.open_pad();
    let claim = json!({
        "capabilities": capabilities, "wait": WAIT_SECONDS,
        "fields": ["task.id", "task.title", "task.attempts.fence", "lease.id", "context"],
    });
    while !me.tempo.is_over() {
        match me.call("task_claim", claim.clone()) {
            Ok(claimed) => {
                let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
                let title = text(&claimed["task"]["title"]);
                let job = Job {
                    id: text(&claimed["task"]["id"]),
                    lease: text(&claimed["lease"]["id"]),
                    attempt: claimed["task"]["attempts"].as_array().map_or(1, Vec::len),
                    scene: scene(&title),
                    title,
                };
                begin(&mut me, &job);
                me.tempo.work(1);
                heed(&mut me, None);
                if do_task(&mut me, bench, &job).is_none() && me.tempo.is_over() {
                    return;
                }
            }
            // Nothing is ready, or the workflow is paused: handle notices, then wait again.
            Err(refused) if matches!(refused.reason.as_str(), "nothing_ready" | "paused") => {
                heed(&mut me, None);
            }
            // The workflow or the server has ended.
            Err(_) => return,
        }
    }
}

/// Prepares the work: its plan, a search for existing knowledge, messages to the one who gave it.
fn begin(me: &mut Member, job: &Job) {
    me.plans(&job.title, job.scene.steps);
    me.recalls(&job.title);
    me.talk(if job.attempt == 1 {
        job.scene.opening
    } else {
        job.scene.again
    });
}

fn do_task(me: &mut Member, bench: &Bench, job: &Job) -> Option<()> {
    match job.title.as_str() {
        "Decide what counts as a numeral" => code::decide(me, job),
        "Lay out the folder" => code::lay_out(me, bench, job),
        "Numbers to numerals" => code::to_roman(me, bench, job),
        "Numerals to numbers" => code::from_roman(me, bench, job),
        "The command" => code::command(me, bench, job),
        "A guide with an example" => docs::guide(me, bench, job),
        "Run every test" => code::run_all(me, bench, job),
        _ => docs::release(me, bench, job),
    }
}
