//! Minds during work: an agent without notes has dreams about its work, and its open work is shown in its current
//! state.

use engine::context::ops::context_read::ContextRead;
use engine::mind::hear::hear;
use engine::mind::ops::mind_context::MindContext;
use engine::mind::ops::mind_dream::MindDream;
use engine::mind::ops::mind_edit::MindEdit;
use engine::mind::ops::mind_get::MindGet;
use engine::workflow::ops::task_claim::TaskClaim;
use engine::workflow::ops::task_complete::TaskComplete;
use engine::workspace::ops::settings_set::SettingsSet;
use kernel::{Id, Time};
use serde_json::json;

use crate::minds::harness::{World, mara, worker};
use crate::minds::script::{Fate, HOUR, Task, begin, create, work};

const BEGIN: Time = Time(1_800_259_200_000);
const OPEN: &str = "**In the middle of.** T2 “Client”";

fn tasks() -> Vec<Task> {
    vec![
        (
            "Schema of payments",
            "Core",
            "dev-ada",
            Fate::Reworked("Amounts in cents, please."),
            "Three tables.",
        ),
        ("Client", "Core", "dev-ada", Fate::Done, "It retries twice."),
        (
            "Nightly export",
            "Core",
            "dev-ada",
            Fate::Retried("The disk of the export was full."),
            "It runs at two.",
        ),
    ]
}

async fn world() -> (World, Id) {
    let world = World::new(BEGIN).await;
    begin(&world).await;
    let workflow = create(&world, "Payments", "Pay.", "No downtime", &tasks()).await;
    (world, workflow)
}

async fn claim(world: &World, workflow: Id, task: &str) {
    let op = json!({ "workflow": workflow, "task": task });
    world.ok::<TaskClaim>(&worker("dev-ada"), op).await;
}

/// Returns the texts of the agent's mind from both operations.
async fn shown(world: &World) -> [String; 2] {
    let ada = worker("dev-ada");
    let mind = world.call(&ada, MindContext::default()).await.unwrap().text;
    let context = world.ok::<ContextRead>(&ada, json!({})).await;
    let context = serde_json::to_value(context).unwrap();
    [mind, context.to_string().replace("\\n", "\n")]
}

#[tokio::test]
async fn who_works_and_notes_nothing_has_a_mind_that_dreams_of_work() {
    let (world, workflow) = world().await;
    let tasks = tasks();
    for (at, task) in tasks.iter().enumerate() {
        work(&world, workflow, at, task).await;
    }
    hear(&world.hub, 0).await.unwrap();
    let mind = world.ok::<MindGet>(&worker("dev-ada"), json!({})).await;
    assert_eq!((mind.notes.len(), mind.document), (0, None));
    // Rejected, approved, completed, failed, completed.
    assert_eq!(world.mind("dev-ada").await.outcomes, 5);
    world.pass(3 * HOUR).await;
    let mind = world.mind("dev-ada").await;
    assert_eq!(mind.dreams.len(), 1, "by itself");
    let did = &mind.dreams[0].did;
    assert!(
        did.iter().any(|did| &**did == "merged 5 task outcomes"),
        "{did:?}"
    );
    for told in [
        "Amounts in cents, please.",
        "The disk of the export was full.",
        "It retries twice.",
    ] {
        assert!(mind.text().contains(told), "{told} in {}", mind.text());
    }
    assert_eq!(mind.outcomes, 0);
}

#[tokio::test]
async fn open_work_is_shown_as_it_is_when_the_mind_is_read() {
    let (world, workflow) = world().await;
    let ada = worker("dev-ada");
    claim(&world, workflow, "T2").await;
    let before = world.call(&ada, MindContext::default()).await.unwrap();
    assert!(before.text.contains(OPEN), "{}", before.text);
    assert_eq!(before.number, None, "before the first dream");
    world.dream_now("dev-ada").await;
    for text in shown(&world).await {
        assert_eq!(text.matches(OPEN).count(), 1, "{text}");
    }
    let done = json!({ "workflow": workflow, "task": "T2", "lease": "T2:1", "summary": "done" });
    world.ok::<TaskComplete>(&ada, done).await;
    for text in shown(&world).await {
        assert!(!text.contains("In the middle of"), "{text}");
    }
    claim(&world, workflow, "T3").await;
    for text in shown(&world).await {
        let now = "**In the middle of.** T3 “Nightly export”";
        assert!(text.contains(now) && !text.contains(OPEN), "{text}");
    }
    // Reading does not change the document itself.
    assert!(world.mind("dev-ada").await.text().contains(OPEN));
    let set = json!({ "settings": { "dream_sources": "memories" } });
    world.ok::<SettingsSet>(&mara(), set).await;
    for text in shown(&world).await {
        assert!(!text.contains("In the middle of"), "{text}");
    }
}

#[tokio::test]
async fn a_persons_lines_about_work_stay_and_struck_ones_do_not_come_back() {
    let (world, workflow) = world().await;
    claim(&world, workflow, "T2").await;
    world
        .call(&worker("dev-ada"), MindDream::default())
        .await
        .unwrap();
    world.do_due().await;
    let theirs = "- **In the middle of.** the move of the office, as Mara wrote";
    let edit = json!({
        "agent": "dev-ada", "number": 1, "section": "active_context", "text": theirs,
    });
    world.ok::<MindEdit>(&mara(), edit).await;
    for text in shown(&world).await {
        assert!(text.contains(theirs), "{text}");
        assert!(!text.contains("“Client”"), "{text}");
    }
}
