//! The week, with dreams as they occur, and then the questions: each must be answered only by the injection and the
//! first results of its pointers.

use std::fmt::Write as _;

use engine::crystal::ops::memory_search::MemorySearch;
use engine::mind::budget::{Budget, cut};
use engine::mind::document::Document;
use engine::mind::pointer::Pointer;
use kernel::Time;
use kernel::view::Services as _;

use crate::minds::harness::World;
use crate::minds::questions::{Asked, QUESTIONS};
use crate::minds::script::{
    AGENTS, HOUR, Task, actor, begin, create, decide, discover, lead, note, nudge, payments,
    portal, reject, release, supersede, work,
};

/// A Monday at 8:00.
const MONDAY: Time = Time(1_800_259_200_000);
/// Minimum number of answers to twelve questions.
const ENOUGH: usize = 10;

/// Does tasks one after the other, half an hour apart.
async fn some(world: &World, workflow: kernel::Id, tasks: &[Task], which: std::ops::Range<usize>) {
    for at in which {
        work(world, workflow, at, &tasks[at]).await;
        world.pass(HOUR / 4).await;
    }
}

/// Advances to 8:00 the next morning.
async fn night(world: &World) {
    let day = 24 * HOUR;
    let since = world.now().since(MONDAY).rem_euclid(day);
    world.pass(day - since).await;
}

#[expect(clippy::too_many_lines, reason = "one story")]
async fn week(world: &World) {
    begin(world).await;
    let (payments_tasks, portal_tasks, release_tasks) = (payments(), portal(), release());
    // Monday.
    let payments = create(
        world,
        "Payments API",
        "Merchants take payments and refund them.",
        "Card numbers never touch our database",
        &payments_tasks,
    )
    .await;
    let keys = decide(
        world,
        "dev-ada",
        payments,
        [
            "Where do idempotency keys live",
            "Redis",
            "it is fast and keys are short-lived",
        ],
        &[],
    )
    .await;
    decide(
        world,
        "orch",
        payments,
        [
            "How are webhooks signed",
            "HMAC-SHA256",
            "every merchant's libraries have it",
        ],
        &[],
    )
    .await;
    note(
        world,
        "dev-ada",
        0.8,
        "Mara wants the reason before the diff in every summary",
    )
    .await;
    note(
        world,
        "dev-ada",
        0.6,
        "The staging database holds 40 GB of payments",
    )
    .await;
    note(
        world,
        "qa-noor",
        0.7,
        "dev-tam appreciates a reproduction script with each finding",
    )
    .await;
    note(
        world,
        "docs-wren",
        0.7,
        "The style guide lives in docs/style.md",
    )
    .await;
    note(
        world,
        "orch",
        0.8,
        "Mara decides on scope, Jonas on support texts",
    )
    .await;
    some(world, payments, &payments_tasks, 0..4).await;
    note(
        world,
        "dev-tam",
        0.7,
        "qa-noor prefers pull requests of at most 300 lines",
    )
    .await;
    nudge(
        world,
        payments,
        "docs-wren",
        "No legal promises in the guide, please.",
    )
    .await;
    night(world).await;
    // Tuesday.
    lead(world, payments).await;
    decide(
        world,
        "dev-tam",
        payments,
        [
            "How are rate limits counted",
            "a token bucket per merchant",
            "bursts at the full hour are normal",
        ],
        &["T6"],
    )
    .await;
    some(world, payments, &payments_tasks, 4..9).await;
    note(
        world,
        "dev-ada",
        0.9,
        "Never alter the users table: Mara corrected that on Tuesday",
    )
    .await;
    note(
        world,
        "dev-tam",
        0.8,
        "Do not touch the nightly export between 02:00 and 03:00",
    )
    .await;
    note(
        world,
        "qa-noor",
        0.9,
        "Never run the load test against production",
    )
    .await;
    note(world, "docs-wren", 0.8, "Avoid the word “simply” in guides").await;
    note(world, "orch", 0.8, "Do not start two migrations on one day").await;
    discover(
        world,
        "qa-noor",
        payments,
        "constraint",
        "The sandbox bank closes at 18:00 each day",
    )
    .await;
    let portal = create(
        world,
        "Customer portal",
        "Customers see and pay their bills.",
        "Works without JavaScript",
        &portal_tasks,
    )
    .await;
    decide(
        world,
        "orch",
        portal,
        [
            "How are portal pages rendered",
            "on the server",
            "customers' firewalls block scripts",
        ],
        &[],
    )
    .await;
    some(world, portal, &portal_tasks, 0..2).await;
    night(world).await;
    // Wednesday.
    lead(world, payments).await;
    lead(world, portal).await;
    supersede(
        world,
        "dev-ada",
        payments,
        &keys,
        "Postgres",
        "Redis lost keys in the failover test on Tuesday",
    )
    .await;
    let retention = decide(
        world,
        "dev-tam",
        payments,
        [
            "How long are webhook payloads kept",
            "for a year",
            "merchants ask about old events",
        ],
        &["T11"],
    )
    .await;
    reject(
        world,
        payments,
        &retention,
        "Thirty days at most, legal says so.",
    )
    .await;
    some(world, payments, &payments_tasks, 9..16).await;
    nudge(world, portal, "qa-noor", "Please test with Firefox too.").await;
    note(
        world,
        "dev-ada",
        0.6,
        "Why does p99 of verify double at 08:00?",
    )
    .await;
    note(
        world,
        "dev-tam",
        0.6,
        "The sandbox bank rejects amounts above 9,999",
    )
    .await;
    note(
        world,
        "docs-wren",
        0.7,
        "German terms come from Jonas in support",
    )
    .await;
    note(
        world,
        "docs-wren",
        0.7,
        "Mara prefers screenshots without names of customers",
    )
    .await;
    note(
        world,
        "orch",
        0.7,
        "The budget for load tests is 200 euros a month",
    )
    .await;
    some(world, portal, &portal_tasks, 2..5).await;
    night(world).await;
    // Thursday.
    lead(world, payments).await;
    lead(world, portal).await;
    decide(
        world,
        "dev-ada",
        portal,
        [
            "How long does a session last",
            "30 minutes",
            "shared computers in warehouses",
        ],
        &["T5"],
    )
    .await;
    decide(
        world,
        "docs-wren",
        portal,
        [
            "Which tone have help pages",
            "second person, present tense",
            "tests with five customers",
        ],
        &["T7", "T8"],
    )
    .await;
    some(world, portal, &portal_tasks, 5..14).await;
    note(
        world,
        "dev-ada",
        0.7,
        "The staging database holds 65 GB of payments",
    )
    .await;
    note(
        world,
        "dev-ada",
        0.7,
        "Keys finally rotate without a restart: the key set is read once per minute",
    )
    .await;
    note(
        world,
        "qa-noor",
        0.7,
        "Flaky: the invoice PDF test fails when the clock passes midnight UTC",
    )
    .await;
    note(
        world,
        "dev-tam",
        0.6,
        "Do merchants ever send two webhooks for one payment?",
    )
    .await;
    let release = create(
        world,
        "Release 2.0",
        "Release 2.0 goes out without an incident.",
        "No downtime above one minute",
        &release_tasks,
    )
    .await;
    let when = decide(
        world,
        "orch",
        release,
        [
            "When is release 2.0",
            "Tuesday 9 am",
            "most merchants are quiet then",
        ],
        &[],
    )
    .await;
    night(world).await;
    // Friday.
    for workflow in [payments, portal, release] {
        lead(world, workflow).await;
    }
    some(world, release, &release_tasks, 5..8).await;
    work(world, release, 0, &release_tasks[0]).await;
    supersede(
        world,
        "orch",
        release,
        &when,
        "Wednesday 7 am",
        "the bank's maintenance window is on Tuesday morning",
    )
    .await;
    nudge(
        world,
        release,
        "orchestrator",
        "No release on a Friday, ever.",
    )
    .await;
    note(
        world,
        "dev-ada",
        0.8,
        "The deadline for the migration dry run is Friday 16:00 next week",
    )
    .await;
    note(
        world,
        "dev-tam",
        0.8,
        "Still have to rotate the webhook secret by Monday",
    )
    .await;
    work(world, release, 8, &release_tasks[8]).await;
    for (at, task) in release_tasks.iter().enumerate().take(5).skip(1) {
        work(world, release, at, task).await;
    }
    work(world, release, 9, &release_tasks[9]).await;
    // The last dreams of the week.
    world.pass(6 * HOUR).await;
    for (agent, _) in AGENTS {
        world.dream_now(agent).await;
    }
}

/// Returns the injection, and the first results of each of its pointers.
async fn known(world: &World, agent: &str) -> (String, Vec<String>) {
    let mind = world.mind(agent).await;
    let document = Document::read(mind.text());
    let levels = mind.mood.at(world.now());
    let shown = cut(&document, Budget::default(), &levels, world.hub.tokens()).text;
    let mut found = Vec::new();
    for (_, keywords) in shown.lines().filter_map(Pointer::parse) {
        let op = MemorySearch {
            query: Some(keywords),
            limit: Some(5),
            ..MemorySearch::default()
        };
        let hits = world.call(&actor(agent), op).await.unwrap().items;
        let texts: Vec<String> = hits
            .into_iter()
            .map(|hit| hit.memory.text.to_lowercase())
            .collect();
        found.push(texts.join("\n"));
    }
    (shown.to_lowercase(), found)
}

/// Asserts that each mind answers enough of its agent's questions.
pub async fn judged(world: &World, all: &[(&str, [Asked; 12])]) {
    let mut report = String::new();
    let mut lacks = false;
    for (agent, questions) in all {
        let (document, found) = known(world, agent).await;
        let has = |facts: &[&str]| {
            let all = |text: &str| {
                facts
                    .iter()
                    .all(|fact| document.contains(fact) || text.contains(fact))
            };
            all("") || found.iter().any(|text| all(text))
        };
        let missed: Vec<&str> = questions
            .iter()
            .filter(|(_, facts)| !has(facts))
            .map(|(question, _)| *question)
            .collect();
        let right = questions.len() - missed.len();
        lacks |= right < ENOUGH;
        let of = questions.len();
        let mind = world.mind(agent).await;
        writeln!(
            report,
            "{agent}: {right} of {of}, misses {missed:?}\n{}",
            mind.text()
        )
        .unwrap();
    }
    assert!(!lacks, "{report}");
    println!("{report}");
}

#[tokio::test]
async fn after_a_week_each_mind_answers_what_its_agent_asks() {
    let world = World::new(MONDAY).await;
    week(&world).await;
    judged(&world, &QUESTIONS).await;
}

#[tokio::test]
async fn the_same_week_gives_the_same_minds() {
    let mut texts = Vec::new();
    for _ in 0..2 {
        let world = World::new(MONDAY).await;
        week(&world).await;
        let mut all = Vec::new();
        for (agent, _) in AGENTS {
            let mind = world.mind(agent).await;
            // An agent with few notes only dreams on request.
            let by_itself = mind.dreams.len() > 1 || agent != "dev-ada";
            assert!(by_itself, "{agent} never dreams by itself");
            assert!(!mind.dreams.is_empty(), "{agent} did not dream");
            assert!(mind.notes.is_empty(), "{agent}'s notes are taken in");
            all.push(mind.text().to_owned());
        }
        texts.push(all);
    }
    assert_eq!(texts[0], texts[1]);
}
