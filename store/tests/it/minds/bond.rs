//! The Bond is for the agent itself and for people: orchestrators read the rest of a mind at every door, with a note
//! about the omission.

use engine::context::ops::context_read::ContextRead;
use engine::crystal::ops::memory_get::MemoryGet;
use engine::crystal::ops::memory_search::MemorySearch;
use engine::mind::document::Document;
use engine::mind::ops::dream_get::DreamGet;
use engine::mind::ops::mind_context::MindContext;
use engine::mind::ops::mind_diff::MindDiff;
use engine::mind::ops::mind_edit::MindEdit;
use engine::mind::ops::mind_get::MindGet;
use engine::mind::ops::mind_list::MindList;
use engine::mind::ops::mind_seed::MindSeed;
use engine::mind::ops::mind_version_get::MindVersionGet;
use engine::mind::ops::mind_version_restore::MindVersionRestore;
use engine::mind::ops::note_write::NoteWrite;
use engine::mind::rules::WITHHELD;
use engine::mind::section::Section;
use engine::mind::stream;
use kernel::view::Services as _;
use kernel::{Actor, Operation, Time};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::minds::dreaming::{draft, pointing};
use crate::minds::harness::{World, mara, orch, worker};
use crate::minds::script::begin;

const BEGIN: Time = Time(1_800_259_200_000);

/// Returns an operation's output for a caller, or its error, as JSON.
async fn gives<O: Operation + DeserializeOwned>(world: &World, by: &Actor, op: Value) -> String {
    let op: O = serde_json::from_value(op).unwrap();
    match world.call(by, op).await {
        Ok(given) => serde_json::to_string(&given).unwrap(),
        Err(error) => format!("{error:?}"),
    }
}

/// Returns the outputs of all reads of `dev-ada`'s mind for a caller.
async fn doors(world: &World, by: &Actor, memory: &str) -> Vec<(&'static str, String)> {
    let of = json!({"agent": "dev-ada"});
    let with = |more: Value| {
        let mut op = of.clone();
        op.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        op
    };
    let search = json!({"query": "Douglas prefers tabs", "limit": 20});
    let by_filter = json!({"filters": {"core": "mind/dev-ada"}, "limit": 50});
    let archived = json!({"filters": {"lifecycle": ["generated", "activated"]}, "limit": 50});
    vec![
        ("mind_get", gives::<MindGet>(world, by, of.clone()).await),
        (
            "mind_context",
            gives::<MindContext>(world, by, of.clone()).await,
        ),
        (
            "version 1",
            gives::<MindVersionGet>(world, by, with(json!({"number": 1}))).await,
        ),
        (
            "version 2",
            gives::<MindVersionGet>(world, by, with(json!({"number": 2}))).await,
        ),
        (
            "mind_diff",
            gives::<MindDiff>(world, by, with(json!({"from": 1, "to": 2}))).await,
        ),
        ("dream_get", gives::<DreamGet>(world, by, of.clone()).await),
        (
            "context_read",
            gives::<ContextRead>(world, by, of.clone()).await,
        ),
        (
            "context_read with a query",
            gives::<ContextRead>(world, by, with(json!({"query": "Douglas"}))).await,
        ),
        (
            "memory_search",
            gives::<MemorySearch>(world, by, search).await,
        ),
        (
            "memory_search of the core",
            gives::<MemorySearch>(world, by, by_filter).await,
        ),
        (
            "memory_search by stage",
            gives::<MemorySearch>(world, by, archived).await,
        ),
        (
            "memory_get",
            gives::<MemoryGet>(world, by, json!({"id": memory})).await,
        ),
        ("mind_list", gives::<MindList>(world, by, json!({})).await),
    ]
}

#[tokio::test]
async fn orchestrators_read_minds_without_the_bond() {
    let world = World::new(BEGIN).await;
    begin(&world).await;
    let (ada, lead) = (worker("dev-ada"), orch());
    let note = |text: &str| json!({"note": text});
    let kept = world
        .ok::<NoteWrite>(
            &ada,
            note("User's name is Douglas, prefers tabs over spaces"),
        )
        .await;
    let memory = kept.memory.unwrap().to_string();
    world
        .ok::<NoteWrite>(&ada, note("The harbour pump runs on 400 volts"))
        .await;
    world.dream_now("dev-ada").await;
    let text = world.mind("dev-ada").await.text().to_owned();
    let edited = text.replace("## The Niche", "Douglas hates meetings.\n\n## The Niche");
    assert_ne!(edited, text);
    let edit = json!({"agent": "dev-ada", "text": edited, "number": 1});
    world.ok::<MindEdit>(&mara(), edit).await;
    // A waiting note.
    world
        .ok::<NoteWrite>(
            &ada,
            json!({"note": "Douglas is in Oslo", "kind": "relationship"}),
        )
        .await;

    for (door, given) in doors(&world, &lead, &memory).await {
        // The query itself is in no output.
        assert!(!given.contains("Douglas"), "{door}: {given}");
        assert!(!given.contains("tabs"), "{door}: {given}");
        let is_document =
            !door.starts_with("memory") && !["mind_list", "mind_diff"].contains(&door);
        assert!(!is_document || given.contains(WITHHELD), "{door}: {given}");
    }
    for by in [&ada, &mara()] {
        for (door, given) in doors(&world, by, &memory).await {
            assert!(!given.contains(WITHHELD), "{door}: {given}");
            assert!(
                given.contains("Douglas") || door == "mind_list",
                "{door}: {given}"
            );
        }
    }
    let rest = gives::<MindGet>(&world, &lead, json!({"agent": "dev-ada"})).await;
    assert!(rest.contains("400 volts"), "{rest}");
    let pump = json!({"query": "harbour pump"});
    assert!(
        gives::<MemorySearch>(&world, &lead, pump)
            .await
            .contains("400 volts")
    );
    // An orchestrator reads its own mind whole.
    world
        .ok::<NoteWrite>(&lead, note("Mara prefers short reports"))
        .await;
    let own = json!({"query": "Mara short reports"});
    assert!(
        gives::<MemorySearch>(&world, &lead, own)
            .await
            .contains("short reports")
    );
    let own = gives::<MindGet>(&world, &lead, json!({})).await;
    assert!(
        own.contains("short reports") && !own.contains(WITHHELD),
        "{own}"
    );
}

#[tokio::test]
async fn feeds_and_lists_tell_orchestrators_nothing_of_the_bond() {
    let world = World::new(BEGIN).await;
    begin(&world).await;
    let (ada, lead) = (worker("dev-ada"), orch());
    for text in ["Douglas prefers tabs", "The pump runs on 400 volts"] {
        world.ok::<NoteWrite>(&ada, json!({"note": text})).await;
    }
    world.dream_now("dev-ada").await;
    let mut streams = vec![stream("dev-ada"), engine::crystal::of_mind("dev-ada")];
    let (mut told, mut all) = (String::new(), String::new());
    for stream in streams.drain(..) {
        for fact in world.hub.log().read(&stream, 0, 100).await.unwrap() {
            let shown = world.hub.filter_fact(&lead, fact.clone()).await.unwrap();
            told.extend(shown.map(|fact| fact.body.get().to_owned()));
            for by in [&ada, &mara()] {
                let shown = world
                    .hub
                    .filter_fact(by, fact.clone())
                    .await
                    .unwrap()
                    .unwrap();
                assert_eq!(shown.body.get(), fact.body.get());
            }
            all.push_str(fact.body.get());
        }
    }
    assert!(
        all.contains("Douglas") && told.contains("400 volts"),
        "{told}"
    );
    assert!(!told.contains("Douglas"), "{told}");
    for by in [&lead, &mara()] {
        let query = |words: &str| json!({"query": words});
        let found = gives::<MindList>(&world, by, query("volts")).await;
        assert!(found.contains("dev-ada"), "{found}");
        let found = gives::<MindList>(&world, by, query("Douglas")).await;
        assert!(!found.contains("dev-ada"), "{found}");
    }
}

/// Returns all facts of `dev-ada`'s mind and core that a caller may read.
async fn told(world: &World, by: &Actor) -> String {
    let mut told = String::new();
    for stream in [stream("dev-ada"), engine::crystal::of_mind("dev-ada")] {
        for fact in world.hub.log().read(&stream, 0, 200).await.unwrap() {
            let shown = world.hub.filter_fact(by, fact).await.unwrap();
            told.extend(shown.map(|fact| fact.body.get().to_owned()));
        }
    }
    told
}

#[tokio::test]
async fn what_a_mind_is_seeded_with_keeps_the_bond_to_itself() {
    let world = World::new(BEGIN).await;
    begin(&world).await;
    let (ada, lead) = (worker("dev-ada"), orch());
    let more: Vec<String> = (0..60)
        .map(|n| format!("- On day {n} of the month Douglas hates mornings number {n}."))
        .collect();
    let markdown = format!(
        "# My memory\n\nThe harbour pump runs on 400 volts.\n\n## The Bond\n\nDouglas hates tabs.\n\n### More\n\n{}\n\n\
         ## Tools\n\nThe crane lifts nine tons.\n\n## House\n\n- Douglas prefers tabs\n",
        more.join("\n")
    );
    let seeded = world
        .ok::<MindSeed>(&ada, json!({"markdown": markdown}))
        .await;
    assert!(seeded.crystals > 4, "{seeded:?}");
    let search = |words: &str| json!({"query": words, "limit": 20});
    let found =
        async |by: &Actor, words: &str| gives::<MemorySearch>(&world, by, search(words)).await;
    for by in [&ada, &mara()] {
        for words in ["hates tabs", "mornings number 59", "prefers tabs"] {
            assert!(found(by, words).await.contains("Douglas"), "{words}");
        }
    }
    for words in [
        "Douglas hates tabs",
        "mornings number 59",
        "Douglas prefers tabs",
    ] {
        assert!(!found(&lead, words).await.contains("Douglas"), "{words}");
    }
    assert!(found(&lead, "harbour pump").await.contains("400 volts"));
    for _ in 0..6 {
        world.dream_now("dev-ada").await;
        world.pass(3_600_000).await;
        for (door, given) in doors(&world, &lead, "none").await {
            // The house rule is in the first version as written, outside The Bond.
            let given = given.replace("Douglas prefers tabs", "");
            assert!(!given.contains("Douglas"), "{door}: {given}");
        }
        let told = told(&world, &lead)
            .await
            .replace("Douglas prefers tabs", "");
        assert!(!told.contains("Douglas"), "{told}");
    }
}

#[tokio::test]
async fn memories_of_the_bond_that_disagree_do_so_in_the_bond() {
    let world = World::new(BEGIN).await;
    begin(&world).await;
    let (ada, lead) = (worker("dev-ada"), orch());
    for (kind, text) in [
        (
            "preference",
            "Douglas owes me 300 tabs from the poker night",
        ),
        (
            "preference",
            "Douglas owes me 700 tabs from the poker night",
        ),
        (
            "relationship",
            "Douglas talked to me for hours about tabs on 3 pages",
        ),
        (
            "relationship",
            "Douglas talked to me for hours about tabs on 5 pages",
        ),
        ("fact", "The harbour pump runs on 400 volts in the winter"),
        ("fact", "The harbour pump runs on 600 volts in the winter"),
    ] {
        let note = json!({"note": text, "kind": kind});
        world.ok::<NoteWrite>(&ada, note).await;
    }
    world.dream_now("dev-ada").await;
    let mind = world.mind("dev-ada").await;
    let document = Document::read(mind.text());
    let bond = document.text(Section::Bond).unwrap();
    assert_eq!(bond.matches("Memories disagree").count(), 2, "{bond}");
    let gaps = document.text(Section::CuriosityGaps).unwrap();
    assert!(
        gaps.contains("600 volts") && !gaps.contains("Douglas"),
        "{gaps}"
    );
    // A second version, and the first one restored.
    let restore = json!({"agent": "dev-ada", "number": 1});
    let edit = json!({"agent": "dev-ada", "text": "# Nothing", "number": 1});
    world.ok::<MindEdit>(&mara(), edit).await;
    world.ok::<MindVersionRestore>(&mara(), restore).await;
    for (door, given) in doors(&world, &lead, "none").await {
        assert!(!given.contains("Douglas"), "{door}: {given}");
    }
    let told = told(&world, &lead).await;
    assert!(
        told.contains("600 volts") && !told.contains("Douglas"),
        "{told}"
    );
}

#[tokio::test]
async fn what_falls_out_of_the_bond_is_remembered_for_those_who_read_it() {
    let world = World::new(BEGIN).await;
    begin(&world).await;
    let (ada, lead) = (worker("dev-ada"), orch());
    world
        .ok::<NoteWrite>(&ada, json!({"note": "The pump runs on 400 volts"}))
        .await;
    world.dream_now("dev-ada").await;
    // Written by another dreamer in its own words.
    let lines: Vec<String> = (0..50)
        .map(|n| format!("- Douglas and tabs, chapter {n}: in a very long meeting"))
        .collect();
    let mut document = Document::read(world.mind("dev-ada").await.text());
    document.set(Section::Bond, lines.join("\n"));
    let write = draft(&document.to_string(), 1, 0);
    assert_eq!(world.system(write).await.unwrap().refused, None);
    pointing(&world).await;
    let now = world.mind("dev-ada").await;
    assert!(
        now.text().matches("very long meeting").count() < 40,
        "{}",
        now.text()
    );
    let search = json!({"query": "Douglas tabs chapter", "limit": 50});
    let own = gives::<MemorySearch>(&world, &ada, search.clone()).await;
    assert!(own.contains("very long meeting"), "{own}");
    let others = gives::<MemorySearch>(&world, &lead, search).await;
    assert!(!others.contains("Douglas"), "{others}");
    for (door, given) in doors(&world, &lead, "none").await {
        assert!(!given.contains("Douglas"), "{door}: {given}");
    }
}
