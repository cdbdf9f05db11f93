//! Erased data is removed from the minds that dreamt of it, on request.

use engine::conversation::ops::session_put::SessionPut;
use engine::crystal::of_mind;
use engine::derived::ops::purge::Purge;
use engine::derived::ops::redact::Redact;
use engine::derived::{Derivation, Derived};
use engine::mind::dream::ops::dream_remember::DreamRemember;
use engine::mind::dream::ops::dream_write::DreamWrite;
use engine::mind::dream::plan::memory_of_line;
use engine::mind::guard::Own;
use engine::mind::report::Counts;
use engine::mind::section::Section;
use engine::mind::stream;
use engine::workflow::ops::artifact_record::ArtifactRecord;
use kernel::view::Services as _;
use kernel::{Id, StreamId, Time, Version};
use serde_json::json;

use crate::common::files_with;
use crate::minds::harness::{World, mara, worker};
use crate::minds::script::{Fate, begin, create, decide, note, supersede, work};

const BEGIN: Time = Time(1_800_259_200_000);
const SECRET: &str = "ptarmigan";

async fn world() -> World {
    let world = World::new(BEGIN).await;
    begin(&world).await;
    world
}

/// Creates a workflow in which one agent works; another one is not involved.
async fn team(world: &World) -> Id {
    for agent in ["dev-ada", "dev-tam"] {
        note(world, agent, 0.8, "Mara wants the reason before the diff").await;
        world.dream_now(agent).await;
    }
    let task = ("Choose the store", "Core", "dev-ada", Fate::Done, "Chosen.");
    let tasks = [task];
    let workflow = create(world, "Stores", "One store", "No lock-in", &tasks).await;
    work(world, workflow, 0, &tasks[0]).await;
    workflow
}

async fn dream(world: &World) {
    for agent in ["dev-ada", "dev-tam"] {
        world.dream_now(agent).await;
    }
}

/// Returns the last fact of that kind in a stream.
async fn fact(world: &World, stream: &StreamId, kind: &str) -> Version {
    let facts = world.hub.log().read(stream, 0, 1000).await.unwrap();
    let fact = facts.iter().rfind(|fact| &*fact.kind == kind);
    fact.unwrap().version
}

async fn redact(world: &World, stream: &StreamId, kind: &str) -> Vec<Derived> {
    let op = Redact {
        stream: stream.clone(),
        fact: fact(world, stream, kind).await,
        cascade: true,
        dry_run: false,
    };
    let looked = Redact {
        dry_run: true,
        ..op.clone()
    };
    let looked = world.call(&mara(), looked).await.unwrap();
    let redacted = world.call(&mara(), op).await.unwrap();
    assert_eq!(redacted.derived, looked.derived);
    redacted.derived
}

async fn purge(world: &World, stream: StreamId) -> Vec<Derived> {
    let op = Purge {
        cascade: true,
        ..Purge::of(stream)
    };
    world.call(&mara(), op).await.unwrap().derived
}

fn made(derived: &[Derived]) -> Vec<(Derivation, String)> {
    let made = derived.iter();
    made.map(|one| (one.derivation, one.stream.to_string()))
        .collect()
}

fn nowhere(world: &World) {
    let left = files_with(world.folder.path(), SECRET);
    assert_eq!(left, Vec::<String>::new());
}

async fn text(world: &World, agent: &str) -> String {
    world.mind(agent).await.text().to_owned()
}

#[tokio::test]
async fn a_redacted_decision_goes_from_the_mind_that_dreamt_of_it() {
    let world = world().await;
    let workflow = team(&world).await;
    let what = ["Which store?", SECRET, "It is fast"];
    decide(&world, "dev-ada", workflow, what, &["T1"]).await;
    dream(&world).await;
    assert!(text(&world, "dev-ada").await.contains(SECRET));
    let other = text(&world, "dev-tam").await;
    let stream = StreamId::new("workflow", workflow);
    let derived = redact(&world, &stream, "decision_recorded").await;
    assert_eq!(
        made(&derived),
        [
            (Derivation::Memory, of_mind("dev-ada").to_string()),
            (Derivation::Summary, "mind:dev-ada".into()),
        ]
    );
    nowhere(&world);
    assert!(
        text(&world, "dev-ada").await.contains("Mara wants"),
        "the document before"
    );
    assert_eq!(text(&world, "dev-tam").await, other);
}

#[tokio::test]
async fn what_was_chosen_before_goes_from_the_memory_of_what_is_chosen_now() {
    let world = world().await;
    let workflow = team(&world).await;
    let what = ["Which store?", SECRET, "It is fast"];
    let old = decide(&world, "dev-ada", workflow, what, &["T1"]).await;
    let stream = StreamId::new("workflow", workflow);
    let first = fact(&world, &stream, "decision_recorded").await;
    supersede(
        &world,
        "dev-ada",
        workflow,
        &old,
        "SQLite",
        "It is one file",
    )
    .await;
    dream(&world).await;
    let op = Redact {
        stream: stream.clone(),
        fact: first,
        cascade: true,
        dry_run: false,
    };
    world.call(&mara(), op).await.unwrap();
    nowhere(&world);
}

#[tokio::test]
async fn what_no_dream_reads_takes_nothing_of_a_mind() {
    let world = world().await;
    let workflow = team(&world).await;
    let file = json!({
        "workflow": workflow, "type": "file", "path": "a", "content": SECRET,
    });
    world.ok::<ArtifactRecord>(&worker("dev-ada"), file).await;
    dream(&world).await;
    let before = text(&world, "dev-ada").await;
    let stream = StreamId::new("workflow", workflow);
    let derived = redact(&world, &stream, "artifact_recorded").await;
    nowhere(&world);
    assert_eq!(made(&derived), []);
    assert_eq!(text(&world, "dev-ada").await, before);
}

#[tokio::test]
async fn a_purged_workflow_goes_from_the_minds_of_those_who_had_part_in_it() {
    let world = world().await;
    let workflow = team(&world).await;
    let what = ["Which store?", SECRET, "It is fast"];
    decide(&world, "dev-ada", workflow, what, &["T1"]).await;
    dream(&world).await;
    let other = text(&world, "dev-tam").await;
    let derived = purge(&world, StreamId::new("workflow", workflow)).await;
    let made = made(&derived);
    assert!(
        made.contains(&(Derivation::Summary, "mind:dev-ada".into())),
        "{made:?}"
    );
    assert!(
        !made.iter().any(|(_, stream)| stream == "mind:dev-tam"),
        "{made:?}"
    );
    nowhere(&world);
    let left = files_with(world.folder.path(), "Choose the store");
    assert_eq!(left, Vec::<String>::new());
    assert_eq!(text(&world, "dev-tam").await, other);
}

#[tokio::test]
async fn a_purged_session_goes_from_the_minds_that_tell_what_it_was_about() {
    let world = world().await;
    let put = json!({
        "session": "talk",
        "messages": [{ "id": "m1", "role": "user", "content": format!("I love {SECRET} pie") }],
    });
    world.ok::<SessionPut>(&worker("dev-ada"), put).await;
    note(
        &world,
        "dev-ada",
        0.8,
        "Mara wants the reason before the diff",
    )
    .await;
    world.dream_now("dev-ada").await;
    assert!(text(&world, "dev-ada").await.contains(SECRET));
    let derived = purge(&world, StreamId::new("session", "talk")).await;
    assert_eq!(
        made(&derived),
        [(Derivation::Summary, "mind:dev-ada".into())]
    );
    nowhere(&world);
}

#[tokio::test]
async fn what_fell_out_of_a_document_goes_with_it() {
    let world = world().await;
    team(&world).await;
    let mind = world.mind("dev-ada").await;
    let line = format!("The store is called {SECRET}, and it was chosen for its speed");
    let whole = Section::ALL.map(|section| {
        let text = match section {
            Section::ActiveContext => line.as_str(),
            _ => "something that is said here",
        };
        format!("## {}\n\n{text}", section.title())
    });
    let write = DreamWrite {
        agent: "dev-ada".into(),
        lease: None,
        base: mind.number(),
        notes_until: 0,
        text: whole.join("\n\n").into(),
        pointers: Vec::new(),
        counts: Counts::default(),
        did: Vec::new(),
        dreamer: "stub".into(),
        note: None,
        own: Own::default(),
    };
    let written = world.system(write).await.unwrap();
    assert!(written.number.is_some(), "{written:?}");
    let remember = DreamRemember {
        agent: "dev-ada".into(),
        lease: None,
        memories: vec![memory_of_line(&line, 0.5)],
        old: Vec::new(),
    };
    assert_eq!(world.system(remember).await.unwrap().written, 1);
    let derived = redact(&world, &stream("dev-ada"), "dream_kept").await;
    assert_eq!(
        made(&derived),
        [(Derivation::Memory, of_mind("dev-ada").to_string())]
    );
    nowhere(&world);
}
