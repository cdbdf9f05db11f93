//! Repeated memories: they match the existing one, unless that ends sooner or cannot be found.

use std::sync::atomic::{AtomicUsize, Ordering};

use engine::crystal::ops::core_create::CoreCreate;
use engine::crystal::ops::memory_create::{CreatedOne, MemoryCreate, Outcome};
use engine::crystal::record::Trust;
use engine::crystal::{Core, NewCrystal, stream};
use kernel::actor::{Actor, Role};
use kernel::time::{SECOND, Time};

use crate::session::harness::{START, World, other, person, pointer, worker};

const TEXT: &str = "The gate code is 1";

fn ending(seconds: Option<i64>) -> NewCrystal {
    NewCrystal {
        text: TEXT.into(),
        expires_at: seconds.map(|seconds| Time(START).plus(seconds * SECOND)),
        ..NewCrystal::default()
    }
}

async fn create(world: &World, actor: &Actor, core: &str, memory: NewCrystal) -> CreatedOne {
    let op = MemoryCreate {
        memory: Some(memory),
        core: Some(core.into()),
        ..MemoryCreate::default()
    };
    world.ok(actor, op).await.memories.remove(0)
}

#[tokio::test]
async fn of_two_ends_the_later_one_counts() {
    static CORES: AtomicUsize = AtomicUsize::new(0);
    let world = World::new().await;
    let outcome = async |first: Option<i64>, again: Option<i64>| {
        let core = format!("c{}", CORES.fetch_add(1, Ordering::SeqCst));
        create(&world, &worker(), &core, ending(first)).await;
        let second = create(&world, &worker(), &core, ending(again)).await;
        // A third repetition matches either existing one.
        let third = create(&world, &worker(), &core, ending(again)).await;
        assert_eq!((third.outcome, third.id), (Outcome::Same, second.id));
        second.outcome
    };
    for (first, again, expected) in [
        (None, None, Outcome::Same),
        (None, Some(60), Outcome::Same),
        (Some(60), Some(60), Outcome::Same),
        (Some(60), Some(30), Outcome::Same),
        (Some(60), Some(90), Outcome::New),
        (Some(60), None, Outcome::New),
    ] {
        assert_eq!(outcome(first, again).await, expected, "{first:?} {again:?}");
    }
}

#[tokio::test]
async fn what_has_expired_is_written_again() {
    let world = World::new().await;
    let named = |seconds| NewCrystal {
        id: Some("gate".into()),
        ..ending(seconds)
    };
    create(&world, &worker(), "texts", ending(Some(2))).await;
    create(&world, &worker(), "ids", named(Some(2))).await;
    world.pass(3);
    let written = create(&world, &worker(), "texts", ending(None)).await;
    assert_eq!(written.outcome, Outcome::New);
    let written = create(&world, &worker(), "ids", named(None)).await;
    assert_eq!(written.outcome, Outcome::Replaced);
    let (core, _) = world.hub.state::<Core>(&stream("ids")).await.unwrap();
    assert_eq!(core.crystals["gate"].expires_at, None);
}

#[tokio::test]
async fn nobody_keeps_others_from_saying_what_was_held_back() {
    let world = World::new().await;
    let make = CoreCreate {
        name: "held".into(),
        quarantine: [Trust::Agent].into(),
        ..CoreCreate::default()
    };
    world
        .ok(&Actor::new("orla", Role::Orchestrator), make)
        .await;
    let held = create(&world, &worker(), "held", ending(None)).await;
    for agent in [worker(), other()] {
        let again = create(&world, &agent, "held", ending(None)).await;
        assert_eq!((again.outcome, &again.id), (Outcome::Same, &held.id));
    }
    let said = create(&world, &person(), "held", ending(None)).await;
    assert_eq!(said.outcome, Outcome::New);
    let (core, _) = world.hub.state::<Core>(&stream("held")).await.unwrap();
    assert!(!core.crystals[said.id.as_str()].quarantined);
    // Under its own id it is trusted from now on.
    let named = NewCrystal {
        id: Some(held.id.clone()),
        ..ending(None)
    };
    let said = create(&world, &person(), "held", named).await;
    assert_eq!(said.outcome, Outcome::Replaced);
    let (core, _) = world.hub.state::<Core>(&stream("held")).await.unwrap();
    assert!(!core.crystals[held.id.as_str()].quarantined);
}

#[tokio::test]
async fn what_nobody_can_read_is_no_memory() {
    let world = World::new().await;
    for text in ["", " ", "\u{202e}\u{feff}", "\u{2800} \u{200b}"] {
        let op = MemoryCreate {
            memory: Some(NewCrystal {
                text: text.into(),
                ..NewCrystal::default()
            }),
            ..MemoryCreate::default()
        };
        let refused = world.refused(&worker(), op).await;
        assert_eq!(pointer(&refused), "/memory/text", "{text:?}");
    }
}
