//! Tests of imported plans: parsed and quarantined data, and unchanged exports.

mod beads;
mod beads_links;
mod beads_takes;
mod holds;
mod pieces;
mod random;
mod task_master;
mod task_master_forms;

use exchange::plan::Plan;
use exchange::report::Read;

/// Formats the parsed tasks: `id title [needs]`.
fn tasks(read: &Read<Plan>) -> Vec<String> {
    let tasks = read.found.tasks.iter();
    tasks
        .map(|task| format!("{} {} [{}]", task.id, task.title, task.needs.join(" ")))
        .collect()
}

/// Formats the quarantined records: `place: reason`.
fn odd(read: &Read<Plan>) -> Vec<String> {
    let odd = read.odd.iter();
    odd.map(|odd| format!("{}: {}", odd.at, odd.why)).collect()
}
