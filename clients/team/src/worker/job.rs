//! Claimed task, and the calls that are common to all: report progress, complete, fail.

use serde_json::json;

use crate::bench::Bench;
use crate::member::Member;
use crate::script::Scene;
use crate::talk::Line;

/// Claimed task.
pub struct Job {
    /// Id of the task.
    pub id: String,
    /// Id of the lease.
    pub lease: String,
    /// Title of the task.
    pub title: String,
    /// Number of the attempt.
    pub attempt: usize,
    /// Messages and steps of the task.
    pub scene: &'static Scene,
}

/// Reports progress, and marks a step as finished.
pub fn note(me: &mut Member, job: &Job, note: &str) -> Option<()> {
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
    me.did();
    me.tempo.work(1);
    Some(())
}

/// Completes the task.
pub fn complete(me: &mut Member, job: &Job, summary: &str, next: &[&str]) -> Option<()> {
    me.must(
        "task_complete",
        json!({
            "task": job.id, "lease": job.lease, "summary": summary, "next_steps": next,
        }),
    )?;
    me.is_through();
    me.talk(&[Line::Says(summary)]);
    me.talk(job.scene.closing);
    me.notes(job.scene.notes);
    Some(())
}

/// Reports that the attempt failed.
pub fn fail(me: &mut Member, job: &Job, error: &str) -> Option<()> {
    me.must(
        "task_fail",
        json!({ "task": job.id, "lease": job.lease, "error": error, "retryable": true }),
    )?;
    me.is_stopped_by(error);
    me.talk(&[Line::Says(&format!(
        "The test fails, so I gave the task back with what it said. {error}"
    ))]);
    Some(())
}

/// Completes the task if its test passes, and fails it otherwise.
pub fn finish(me: &mut Member, bench: &Bench, job: &Job, test: &str, next: &[&str]) -> Option<()> {
    match bench.run(test) {
        Ok(said) => complete(me, job, &format!("Done. {said}."), next),
        Err(said) => fail(me, job, &said),
    }
}
