//! Gaps of a mind: only a query that finds nothing without filters, threshold and offset is a gap, and only as long as
//! it does; notes written while long-term memory was off become memories later; and the interval between checks for a
//! dream.

use engine::crystal::ops::memory_create::MemoryCreate;
use engine::crystal::ops::memory_search::MemorySearch;
use engine::mind::document::Document;
use engine::mind::hear::hear;
use engine::mind::ops::note_write::NoteWrite;
use engine::mind::section::Section;
use engine::workspace::ops::settings_set::SettingsSet;
use kernel::Time;
use kernel::view::Services as _;
use serde_json::{Value, json};

use crate::minds::harness::{World, mara, worker};
use crate::minds::script::begin;

const BEGIN: Time = Time(1_800_259_200_000);

async fn found(world: &World, search: Value) -> usize {
    let found = world.ok::<MemorySearch>(&worker("dev-ada"), search).await;
    found.items.len()
}

/// Returns the gaps that the next dream writes.
async fn gaps(world: &World) -> String {
    world.hub.write_receipts().await;
    world.dream_now("dev-ada").await;
    let mind = world.mind("dev-ada").await;
    let document = Document::read(mind.text());
    document.text(Section::CuriosityGaps).unwrap().to_owned()
}

#[tokio::test]
async fn only_what_is_not_found_is_a_gap_and_no_longer_than_that() {
    let world = World::new(BEGIN).await;
    begin(&world).await;
    let ada = worker("dev-ada");
    let memory = json!({"memory": {"text": "Invoices of the harbour office are paid by Mara"}});
    world.ok::<MemoryCreate>(&ada, memory).await;
    world
        .ok::<NoteWrite>(&ada, json!({"note": "The day began"}))
        .await;
    let by_topic = json!({"topics": {"any": ["zzz"]}});
    for _ in 0..3 {
        let search = json!({"query": "harbour invoices", "filters": by_topic});
        assert_eq!(found(&world, search).await, 0);
        let search = json!({"query": "harbour invoices of last year", "distance_threshold": 0.0});
        assert_eq!(found(&world, search).await, 0);
        let search = json!({"query": "harbour invoices", "offset": 50});
        assert_eq!(found(&world, search).await, 0);
        found(&world, json!({"query": "harbour invoices"})).await;
    }
    let gap = gaps(&world).await;
    assert!(!gap.contains("harbour"), "{gap}");
    for _ in 0..3 {
        found(&world, json!({"query": "quarterly zeppelin maintenance"})).await;
    }
    let gap = gaps(&world).await;
    assert!(
        gap.contains("“quarterly zeppelin maintenance”, searched for 3 times"),
        "{gap}"
    );
    let gap = gaps(&world).await;
    assert!(gap.contains("zeppelin"), "it is not found by now: {gap}");
    let memory =
        json!({"memory": {"text": "Quarterly maintenance of the zeppelin is done by Olsen"}});
    world.ok::<MemoryCreate>(&ada, memory).await;
    let gap = gaps(&world).await;
    assert!(!gap.contains("zeppelin"), "it is found: {gap}");
}

#[tokio::test]
async fn what_is_remembered_of_a_user_is_in_no_mind() {
    let world = World::new(BEGIN).await;
    begin(&world).await;
    let ada = worker("dev-ada");
    for (user, text) in [
        (json!("alice"), "Alice moves to Lisbon and has told nobody"),
        (json!(null), "The migration runs before the deployment"),
    ] {
        let memory = json!({"memory": {"text": text, "user_id": user, "namespace": "shop", "importance": 0.9}});
        world.ok::<MemoryCreate>(&ada, memory).await;
    }
    world
        .ok::<NoteWrite>(&ada, json!({"note": "The day began"}))
        .await;
    world.dream_now("dev-ada").await;
    let mind = world.mind("dev-ada").await;
    let text = mind.text();
    assert!(
        text.contains("migration runs") && !text.contains("Lisbon"),
        "{text}"
    );
}

#[tokio::test]
async fn a_note_of_a_time_without_memories_is_one_once_a_dream_took_it_in() {
    let world = World::new(BEGIN).await;
    begin(&world).await;
    let ada = worker("dev-ada");
    let remember = async |on: bool| {
        let set = json!({"settings": {"long_term_memory": on}});
        world.ok::<SettingsSet>(&mara(), set).await;
    };
    remember(false).await;
    let kept = world
        .ok::<NoteWrite>(
            &ada,
            json!({"note": "The lighthouse lamp has 400 watts", "importance": 0.9}),
        )
        .await;
    assert_eq!(kept.memory, None);
    world.dream_now("dev-ada").await;
    let late = json!({"note": "The foghorn is tested on Mondays", "kind": "fact"});
    world.ok::<NoteWrite>(&ada, late).await;
    remember(true).await;
    world.pass(3_600_000).await;
    world
        .ok::<NoteWrite>(&ada, json!({"note": "The tide is low"}))
        .await;
    world.dream_now("dev-ada").await;
    let search = json!({"query": "foghorn Mondays"});
    let found = world.ok::<MemorySearch>(&ada, search).await.items;
    let memory = &found.first().unwrap().memory;
    assert_eq!(memory.text, "The foghorn is tested on Mondays");
    assert_eq!(memory.created_at, BEGIN, "when it was noted");
    assert_eq!(memory.topics, ["fact"]);
    world.dream_now("dev-ada").await;
    let core = world
        .hub
        .state::<engine::crystal::Core>(&engine::crystal::of_mind("dev-ada"))
        .await
        .unwrap();
    assert_eq!(core.0.crystals.len(), 2, "once");
}

#[tokio::test]
async fn minds_that_wait_hear_that_dreams_are_nearer_now() {
    let world = World::new(BEGIN).await;
    begin(&world).await;
    world
        .ok::<NoteWrite>(&worker("dev-ada"), json!({"note": "a"}))
        .await;
    let all = async || hear(&world.hub, 0).await.unwrap();
    all().await;
    let due = async || world.mind("dev-ada").await.due().unwrap();
    let first = due().await;
    let set = json!({"settings": {"dream_interval_minutes": 5}});
    world.ok::<SettingsSet>(&mara(), set).await;
    all().await;
    let nearer = due().await;
    assert_eq!(first.since(nearer), 115 * 60_000);
    let head = world.hub.head();
    all().await;
    assert_eq!(world.hub.head(), head, "told again, nothing is recorded");
    // Also if it was not delivered before Loci stopped.
    let set = json!({"settings": {"dream_interval_minutes": 10}});
    world.ok::<SettingsSet>(&mara(), set).await;
    engine::mind::hear::begin(&world.hub).await.unwrap();
    assert_eq!(due().await.since(nearer), 5 * 60_000);
}
