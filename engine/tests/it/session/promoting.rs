//! Memories of a session become crystals exactly once; its messages do if so configured.

use std::sync::Arc;

use engine::conversation::ops::session_append::SessionAppend;
use engine::conversation::ops::session_catch_up::SessionCatchUp;
use engine::conversation::ops::session_delete::SessionDelete;
use engine::conversation::ops::session_discard::SessionDiscard;
use engine::conversation::ops::session_fork::SessionFork;
use engine::conversation::ops::session_promote::SessionPromote;
use engine::conversation::ops::session_put::SessionPut;
use engine::conversation::ops::session_recover::SessionRecover;
use engine::conversation::ops::session_share::SessionShare;
use engine::crystal::{self, Core};
use engine::session::SessionKey;
use engine::session::record::{MemoryRecord, Strategy};
use engine::workspace::ops::settings_set::SettingsSet;
use engine::workspace::settings::Overrides;
use kernel::access::Readers;
use kernel::{Actor, Role, StreamId};

use crate::session::harness::{World, person, pointer, said, word, worker};

fn memory(id: &str, text: &str) -> MemoryRecord {
    MemoryRecord {
        id: id.into(),
        text: text.into(),
        ..MemoryRecord::default()
    }
}

fn with(memories: Vec<MemoryRecord>) -> SessionPut {
    SessionPut {
        memories,
        ..SessionPut::default()
    }
}

async fn core(world: &World, stream: &StreamId) -> Arc<Core> {
    world.hub.state::<Core>(stream).await.unwrap().0
}

async fn ids(world: &World, stream: &StreamId) -> Vec<String> {
    let core = core(world, stream).await;
    core.crystals.keys().map(ToString::to_string).collect()
}

#[tokio::test]
async fn a_memory_becomes_a_crystal_once() {
    let world = World::new().await;
    let stream = crystal::stream("default");
    let written = world.put(with(vec![memory("k", "likes tea")])).await;
    assert_eq!(written.promoted.len(), 1);
    assert_eq!(ids(&world, &stream).await, ["k"]);
    let stamped = world.get().await.memories[0].persisted_at;
    assert!(stamped.is_some());
    // A repetition, with and without the mark, by id or by identical text without one.
    for again in [memory("k", "likes tea"), memory("", " likes tea\n")] {
        let written = world.put(with(vec![again])).await;
        assert!(written.promoted.is_empty());
        assert_eq!(world.get().await.memories[0].persisted_at, stamped);
    }
    assert_eq!(ids(&world, &stream).await, ["k"]);
    // Under another id it is matched to the existing crystal.
    let written = world.put(with(vec![memory("other", "likes tea")])).await;
    assert_eq!(&*written.promoted[0].crystal, "k");
    assert_eq!(ids(&world, &stream).await, ["k"]);
    let written = world.put(with(vec![memory("k", "likes coffee")])).await;
    assert_eq!(written.promoted.len(), 1, "another text is promoted anew");
    assert_eq!(ids(&world, &stream).await, ["k"]);
}

#[tokio::test]
async fn memories_go_to_the_core_of_their_namespace() {
    let world = World::new().await;
    let op = SessionPut {
        session: "s".into(),
        namespace: Some("team/a".into()),
        user_id: Some("mara".into()),
        ..with(vec![memory("k", "likes tea")])
    };
    world.ok(&worker(), op).await;
    assert_eq!(ids(&world, &crystal::stream("team%2Fa")).await, ["k"]);
    assert!(ids(&world, &crystal::stream("default")).await.is_empty());
}

#[tokio::test]
async fn nothing_is_promoted_where_long_term_memory_is_off() {
    let world = World::with(Overrides {
        long_term_memory: Some(false),
        index_messages: Some(true),
        ..Overrides::default()
    })
    .await;
    let op = SessionPut {
        messages: vec![said("m", 1, "x")],
        ..with(vec![memory("k", "likes tea")])
    };
    assert!(world.put(op).await.promoted.is_empty());
    let view = world.get().await;
    assert_eq!(
        (view.memories[0].persisted_at, view.messages[0].persisted_at),
        (None, None)
    );
}

#[tokio::test]
async fn messages_are_indexed_for_the_sessions_readers_alone() {
    let world = World::with(Overrides {
        index_messages: Some(true),
        ..Overrides::default()
    })
    .await;
    let stream = crystal::messages("s");
    world
        .append(vec![said("a", 1, "yes"), said("b", 2, "yes")])
        .await;
    world.append(vec![said("c", 3, "no")]).await;
    assert_eq!(ids(&world, &stream).await, ["a", "b", "c"]);
    assert!(
        world
            .get()
            .await
            .messages
            .iter()
            .all(|message| message.persisted_at.is_some())
    );
    let readers = |names: &[&str]| Readers::Agents(names.iter().map(ToString::to_string).collect());
    assert_eq!(core(&world, &stream).await.readers, readers(&["w1"]));
    let share = SessionShare {
        session: "s".into(),
        agents: vec!["w2".into()],
        ..SessionShare::default()
    };
    world.ok(&worker(), share).await;
    assert_eq!(core(&world, &stream).await.readers, readers(&["w1", "w2"]));

    let delete = SessionDelete {
        session: "s".into(),
        ..SessionDelete::default()
    };
    world.ok(&worker(), delete).await;
    assert!(
        ids(&world, &stream).await.is_empty(),
        "they go with the session"
    );
    let recover = SessionRecover {
        session: "s".into(),
        ..SessionRecover::default()
    };
    world.ok(&person(), recover).await;
    assert_eq!(ids(&world, &stream).await, ["a", "b", "c"]);
}

#[tokio::test]
async fn people_keep_or_discard_what_waits() {
    let world = World::with(Overrides {
        long_term_memory: Some(false),
        ..Overrides::default()
    })
    .await;
    let waiting = vec![memory("keep", "likes tea"), memory("drop", "has a hat")];
    world.put(with(waiting)).await;
    let promote = |memories: &[&str]| SessionPromote {
        session: "s".into(),
        memories: memories.iter().map(ToString::to_string).collect(),
        ..SessionPromote::default()
    };
    let refused = world.refused(&person(), promote(&["keep"])).await;
    assert_eq!(word(&refused), "long_term_memory_off");
    let on = SettingsSet {
        settings: Overrides {
            long_term_memory: Some(true),
            ..Overrides::default()
        },
        reset: Vec::new(),
    };
    world.ok(&Actor::new("olga", Role::Owner), on).await;
    let refused = world.refused(&person(), promote(&["nothing"])).await;
    assert_eq!(pointer(&refused), "/memories/0");
    let kept = world.ok(&person(), promote(&["keep"])).await;
    assert_eq!(kept.promoted.len(), 1);
    // It happens only once.
    let again = world.ok(&person(), promote(&["keep"])).await;
    assert!(again.promoted.is_empty());
    let discard = SessionDiscard {
        session: "s".into(),
        memories: vec!["drop".into()],
        ..SessionDiscard::default()
    };
    world.ok(&person(), discard.clone()).await;
    let left = world.get().await.memories;
    assert_eq!(left.len(), 1);
    assert!(left[0].persisted_at.is_some());
    let refused = world.refused(&person(), discard).await;
    assert_eq!(pointer(&refused), "/memories/0");
    assert_eq!(ids(&world, &crystal::stream("default")).await, ["keep"]);
}

#[tokio::test]
async fn a_strategy_that_nobody_can_follow_is_warned_of() {
    let model = |name: &str| Some(name.to_owned());
    for (defaults, expected) in [
        (
            Overrides::default(),
            Some("no language model is configured"),
        ),
        (
            Overrides {
                generation_model: model("small"),
                ..Overrides::default()
            },
            None,
        ),
        (
            Overrides {
                generation_model: model("small"),
                long_term_memory: Some(false),
                ..Overrides::default()
            },
            Some("long-term memory is switched off"),
        ),
    ] {
        let world = World::with(defaults).await;
        let put = |strategy| SessionPut {
            messages: vec![said("a", 1, "likes tea")],
            strategy,
            ..SessionPut::default()
        };
        assert!(world.put(put(None)).await.warnings.is_empty());
        let warnings = world.put(put(Some(Strategy::default()))).await.warnings;
        assert_eq!(
            warnings.len(),
            usize::from(expected.is_some()),
            "{warnings:?}"
        );
        let warning = warnings.concat();
        assert!(warning.contains(expected.unwrap_or_default()), "{warning}");
        assert_eq!(warning.contains("discrete"), expected.is_some());
    }
}

#[tokio::test]
async fn settings_for_a_language_model_are_warned_of_without_one() {
    let owner = Actor::new("olga", Role::Owner);
    let named = |name: &str| Overrides {
        generation_model: Some(name.into()),
        ..Overrides::default()
    };
    let set = |settings| SettingsSet {
        settings,
        reset: Vec::new(),
    };
    let world = World::new().await;
    let plain = Overrides {
        index_messages: Some(true),
        ..Overrides::default()
    };
    assert!(world.ok(&owner, set(plain)).await.warnings.is_empty());
    let warnings = world.ok(&owner, set(named("large"))).await.warnings;
    assert!(
        warnings.concat().contains("generation_model"),
        "{warnings:?}"
    );
    let prompt = Overrides {
        summarization_prompt: Some("{prev_summary} {messages_joined}".into()),
        ..Overrides::default()
    };
    assert_eq!(world.ok(&owner, set(prompt)).await.warnings.len(), 2);
    assert!(world.ok(&owner, set(named(""))).await.warnings.len() == 1);
    let world = World::with(named("small")).await;
    assert!(
        world
            .ok(&owner, set(named("large")))
            .await
            .warnings
            .is_empty()
    );
}

#[tokio::test]
async fn a_fork_promotes_nothing_that_its_origin_promoted() {
    let world = World::new().await;
    let stream = crystal::stream("default");
    world.put(with(vec![memory("k", "likes tea")])).await;
    let gone = SessionDiscard {
        session: "s".into(),
        memories: vec!["k".into()],
        ..SessionDiscard::default()
    };
    let facts = |core: Arc<Core>| core.version;
    let before = facts(core(&world, &stream).await);
    // Version 2 is the put itself, before any promotion; then the session forgets the memory.
    for (new_id, version, discard) in [
        ("t", None, false),
        ("u", Some(2), true),
        ("v", Some(2), false),
    ] {
        if discard {
            world.ok(&worker(), gone.clone()).await;
        }
        let fork = SessionFork {
            session: "s".into(),
            new_id: new_id.into(),
            version,
            ..SessionFork::default()
        };
        world.ok(&worker(), fork).await;
        let append = SessionAppend {
            session: new_id.into(),
            messages: vec![said("m", 1, "x")],
            ..SessionAppend::default()
        };
        world.ok(&worker(), append).await;
        let after = core(&world, &stream).await;
        assert_eq!(facts(after), before, "{new_id} wrote to the core");
    }
}

#[tokio::test]
async fn what_is_kept_is_less_than_what_is_full() {
    let owner = Actor::new("olga", Role::Owner);
    let set = |keep, threshold| SettingsSet {
        settings: Overrides {
            summarization_keep: keep,
            summarization_threshold: threshold,
            ..Overrides::default()
        },
        reset: Vec::new(),
    };
    let world = World::new().await;
    for (keep, threshold, blamed) in [
        (Some(0.8), None, "/settings/summarization_keep"),
        (None, Some(0.4), "/settings/summarization_threshold"),
        (Some(0.5), Some(0.5), "/settings/summarization_keep"),
    ] {
        let refused = world.refused(&owner, set(keep, threshold)).await;
        assert_eq!(pointer(&refused), blamed);
        assert!(refused.detail.contains("less than"), "{refused:?}");
    }
    world.ok(&owner, set(Some(0.1), Some(0.2))).await;
    world.ok(&owner, set(None, Some(0.3))).await;
}

#[tokio::test]
async fn what_was_written_while_long_term_memory_was_off_is_promoted_once_when_it_is_on() {
    let world = World::new().await;
    let stream = crystal::stream("default");
    let switch = async |on: bool| {
        let settings = Overrides {
            long_term_memory: Some(on),
            ..Overrides::default()
        };
        let op = SettingsSet {
            settings,
            ..SettingsSet::default()
        };
        world.ok(&Actor::new("olga", Role::Owner), op).await;
    };
    let key = SessionKey::parse("s").unwrap();
    let catch_up = async || {
        let op = SessionCatchUp {
            session: key.clone(),
        };
        world.ok(&Actor::system(), op).await.promoted.len()
    };
    world.put(with(vec![memory("before", "likes tea")])).await;
    switch(false).await;
    let all = || {
        let texts = [
            ("before", "likes tea"),
            ("kept", "likes maps"),
            ("gone", "likes rain"),
        ];
        texts.map(|(id, text)| memory(id, text)).to_vec()
    };
    world.put(with(all())).await;
    let discard = SessionDiscard {
        session: "s".into(),
        memories: vec!["gone".into()],
        ..SessionDiscard::default()
    };
    world.ok(&worker(), discard).await;
    assert_eq!(catch_up().await, 0, "it is still off");
    switch(true).await;
    assert_eq!((catch_up().await, catch_up().await), (1, 0));
    assert_eq!(
        ids(&world, &stream).await,
        ["before", "kept"],
        "not the discarded one"
    );
    let other = SessionCatchUp { session: key };
    assert_eq!(word(&world.refused(&worker(), other).await), "forbidden");
}
