//! Write throughput to large things compared with small ones: a workflow, a core, a plan. The first two grow well
//! beyond the cache of states.

use std::time::Instant;

use serde_json::{Value, json};

use crate::baseline::CONTENT;
use crate::line::{Line, all, post};
use crate::server::Server;
use crate::{Done, Row};

const CONNECTIONS: usize = 64;
/// Number of measured writes, at the beginning and at the end.
const MEASURED: usize = 20_000;
/// Final number of discoveries of the workflow.
const DISCOVERIES: usize = 300_000;
/// Final number of memories of the core.
const MEMORIES: usize = 200_000;
/// Number of memories per call.
const BATCH_SIZE: usize = 100;
/// Number of tasks of the small and the large plan.
const PLANS: [usize; 2] = [500, 5_000];
/// Number of plans of each size; the fastest counts.
const TRIES: usize = 5;

pub fn run() -> Done<Vec<Row>> {
    Ok(vec![workflow()?, core()?, plan()?])
}

fn workflow() -> Done<Row> {
    let server = Server::new(&[])?;
    let token = server.token("bench", "orchestrator")?;
    let workflow = server.workflow(&token, 1)?;
    let body = json!({ "workflow": workflow, "type": "insight", "content": CONTENT }).to_string();
    let request = post("/api/discovery_record", &token, &body);
    let write = |count| all(server.address, CONNECTIONS, count, |_| request.clone());
    let small = write(MEASURED)?;
    write(DISCOVERIES - 2 * MEASURED)?;
    let large = write(MEASURED)?;
    Ok(Row::at_least(
        "facts/s into a workflow of 300,000 against one of 20,000",
        large,
        small,
        0.7,
        "≥ 0.7",
    ))
}

fn core() -> Done<Row> {
    let server = Server::new(&[])?;
    let token = server.token("bench", "orchestrator")?;
    let write = |from: usize, count: usize| {
        let calls = count / BATCH_SIZE;
        let per_second = all(server.address, CONNECTIONS / 8, calls, |nth| {
            let first = from + nth * BATCH_SIZE;
            let memories: Vec<Value> = (first..first + BATCH_SIZE).map(memory).collect();
            let body = json!({ "memories": memories, "deduplicate": false }).to_string();
            post("/v1/long-term-memory/", &token, &body)
        })?;
        #[expect(clippy::cast_precision_loss, reason = "a hundred")]
        let each = per_second * BATCH_SIZE as f64;
        Done::Ok(each)
    };
    let small = write(0, MEASURED)?;
    write(MEASURED, MEMORIES - 2 * MEASURED)?;
    let large = write(MEMORIES - MEASURED, MEASURED)?;
    Ok(Row::at_least(
        "memories/s into a core of 200,000 against one of 20,000",
        large,
        small,
        0.7,
        "≥ 0.7",
    ))
}

fn plan() -> Done<Row> {
    let server = Server::new(&[])?;
    let token = server.token("bench", "orchestrator")?;
    let mut line = Line::open(server.address)?;
    let mut per_second = |tasks: usize| {
        let tasks_of_it: Vec<Value> = (0..tasks).map(task).collect();
        let body = json!({ "name": "Plan", "goal": "Measure", "tasks": tasks_of_it });
        let request = post("/api/workflow_create", &token, &body.to_string());
        let mut least = f64::INFINITY;
        for _ in 0..TRIES {
            let began = Instant::now();
            let reply = line.ask(&request)?;
            least = least.min(began.elapsed().as_secs_f64());
            if reply.status != 200 {
                return Err(String::from_utf8_lossy(&reply.body).into_owned().into());
            }
        }
        #[expect(clippy::cast_precision_loss, reason = "a few thousand")]
        let per_second = tasks as f64 / least;
        Done::Ok(per_second)
    };
    let [small, large] = PLANS.map(&mut per_second);
    Ok(Row::at_least(
        "tasks/s of a plan of 5,000 against one of 500",
        large?,
        small?,
        0.5,
        "≥ 0.5",
    ))
}

/// Returns a task that waits for the first one, like half of the others, or reserves the same paths as the other half.
fn task(nth: usize) -> Value {
    let mut task = json!({ "key": format!("k{nth}"), "title": format!("Part {nth}") });
    if nth.is_multiple_of(2) {
        task["paths"] = json!(["src/lib.rs"]);
    } else {
        task["depends_on"] = json!(["k0"]);
    }
    task
}

fn memory(nth: usize) -> Value {
    json!({
        "id": format!("m-{nth}"), "namespace": "bench", "user_id": "u",
        "text": format!("The user asked for seat {nth} in a quiet coach, and prefers the window."),
    })
}
