//! Data derived from erased facts: it is listed, and erased on request.

use engine::crystal::of_mind;
use engine::derived::ops::memory_purge::MemoryPurge;
use engine::derived::ops::redact::Redact;
use engine::derived::{Derivation, Derived};
use engine::mind::ops::note_write::NoteWrite;
use engine::workflow::ops::discovery_record::DiscoveryRecord;
use kernel::stream::{StreamId, Version};
use serde_json::json;

use crate::common;
use crate::crystals::harness::{World, agent, person};

impl World {
    /// Returns the version of the fact of that kind in a stream.
    async fn fact(&self, stream: &StreamId, kind: &str) -> Version {
        let facts = self.store.log.read(stream, 0, 1000).await.unwrap();
        let fact = facts.iter().rfind(|fact| &*fact.kind == kind);
        fact.unwrap().version
    }
}

fn made(derived: &[Derived]) -> Vec<(Derivation, &StreamId)> {
    derived
        .iter()
        .map(|one| (one.derivation, &one.stream))
        .collect()
}

#[tokio::test]
async fn what_a_workflow_taught_goes_with_the_fact_that_taught_it() {
    let world = World::new().await;
    let (workflow, decided) = world.learns(person()).await;
    let found = json!({
        "workflow": workflow, "content": "The vault opens at ptarmigan", "type": "insight",
    });
    world
        .did::<DiscoveryRecord>(agent("ann"), found)
        .await
        .unwrap();
    let learned = world.promotes(person(), &workflow, "L-F1").await.unwrap();
    let stream = StreamId::new("workflow", workflow.as_str().unwrap());
    let redact = Redact {
        fact: world.fact(&stream, "discovery_recorded").await,
        stream,
        cascade: true,
        dry_run: false,
    };
    let redacted = world.ok(redact).await;
    let made = redacted.derived;
    assert_eq!(made.len(), 1, "{made:?}");
    assert_eq!(made[0].derivation, Derivation::Memory);
    assert_eq!(made[0].id.as_ref(), Some(&learned));
    assert!(world.get(&learned).await.is_err());
    assert!(
        world.get(&decided).await.is_ok(),
        "what another one taught stays"
    );
    assert_eq!(
        common::files_with(world.folder.path(), "ptarmigan"),
        Vec::<String>::new()
    );
}

#[tokio::test]
async fn a_note_goes_with_the_memory_that_it_is() {
    let world = World::new().await;
    let note = json!({ "note": "The vault opens at ptarmigan" });
    world.did::<NoteWrite>(agent("ann"), note).await.unwrap();
    let core = of_mind("ann");
    let mind = engine::mind::stream("ann");
    let version = world.fact(&core, "crystal_added").await;
    let facts = world.store.log.read(&core, version - 1, 1).await.unwrap();
    let body: serde_json::Value = serde_json::from_str(facts[0].body.get()).unwrap();
    let purge = |cascade| MemoryPurge {
        id: body["record"]["id"].as_str().unwrap().into(),
        core: Some(core.id().into()),
        cascade,
        dry_run: !cascade,
    };
    let listed = world.ok(purge(false)).await.derived;
    assert_eq!(made(&listed), [(Derivation::Copy, &mind)]);
    world.ok(purge(true)).await;
    assert_eq!(
        common::files_with(world.folder.path(), "ptarmigan"),
        Vec::<String>::new()
    );
}
