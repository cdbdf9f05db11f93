//! Summaries: folded messages, no loss, and summaries that arrive too late.

use std::sync::Arc;

use engine::conversation::ops::session_append::SessionAppend;
use engine::conversation::ops::session_delete::SessionDelete;
use engine::conversation::ops::session_folded::SessionFolded;
use engine::conversation::ops::session_put::SessionPut;
use engine::conversation::ops::session_summarize::SessionSummarize;
use engine::conversation::ops::session_sweep::SessionSweep;
use engine::session::SessionKey;
use engine::session::message::NewMessage;
use engine::session::overflow::to_fold;
use engine::workspace::settings::Settings;
use kernel::Actor;

use crate::session::harness::{World, ids, said, word, worker};

/// Returns the ids of the messages of session `s` that would be folded.
pub async fn fold(world: &World) -> Vec<String> {
    let fold = to_fold(&*world.state().await, &Settings::default());
    let messages = fold.map(|fold| fold.messages).unwrap_or_default();
    messages
        .iter()
        .map(|message| message.id.to_string())
        .collect()
}

/// Puts the session `s` with a window of 20 words: folds above 14, keeps 8. Each message has two words.
pub async fn put(world: &World, messages: Vec<NewMessage>) {
    world
        .put(SessionPut {
            messages,
            context_window: Some(20),
            ..SessionPut::default()
        })
        .await;
}

pub fn plain(count: i64) -> Vec<NewMessage> {
    (0..count).map(|n| said(&format!("m{n}"), n, "x")).collect()
}

fn sweep() -> SessionSweep {
    SessionSweep {
        session: SessionKey::parse("s").unwrap(),
    }
}

fn handed(folded: &[String], version: u64, summary: &str) -> SessionSummarize {
    SessionSummarize {
        session: "s".into(),
        summary: Some(summary.into()),
        folded: folded.iter().map(|id| Arc::from(id.as_str())).collect(),
        read_version: Some(version),
        writer: Some("extractive".into()),
        ..SessionSummarize::default()
    }
}

#[tokio::test]
async fn a_summary_takes_the_place_of_what_it_folds_and_nothing_is_lost() {
    let world = World::new().await;
    put(&world, plain(8)).await;
    let system = Actor::system();
    assert!(world.ok(&system, sweep()).await.fold);
    let (folded, version) = (fold(&world).await, world.state().await.version);
    // A message that arrives meanwhile stays.
    world.append(vec![said("m8", 8, "x")]).await;
    world
        .ok(&system, handed(&folded, version, "they said x"))
        .await;
    let view = world.get().await;
    assert_eq!(ids(&view), ["m4", "m5", "m6", "m7", "m8"]);
    assert_eq!(
        (view.context.as_deref(), view.folded),
        (Some("they said x"), 4)
    );
    assert_eq!(view.gauges.tokens, 10 + 3);
    let summary = view.summaries[0].clone();
    assert_eq!(
        (&*summary.writer, summary.messages, summary.folded_tokens),
        ("extractive", 4, 8)
    );

    let read = SessionFolded {
        session: "s".into(),
        ..SessionFolded::default()
    };
    let folded = world.ok(&worker(), read).await;
    let texts: Vec<&str> = folded.messages.iter().map(|message| &*message.id).collect();
    assert_eq!(texts, ["m0", "m1", "m2", "m3"]);

    // The next summary continues it and folds it, too.
    world
        .append((9..12).map(|n| said(&format!("m{n}"), n, "x")).collect())
        .await;
    let (folded, version) = (fold(&world).await, world.state().await.version);
    assert_eq!(folded.len(), 4);
    world.ok(&system, handed(&folded, version, "more x")).await;
    let view = world.get().await;
    assert_eq!(
        (
            view.folded,
            view.summaries.len(),
            view.summaries[1].folded_tokens
        ),
        (8, 2, 11)
    );
}

#[tokio::test]
async fn a_summary_that_does_not_fit_any_more_is_refused() {
    let system = Actor::system();
    let begun = || async {
        let world = World::new().await;
        put(&world, plain(8)).await;
        let (folded, version) = (fold(&world).await, world.state().await.version);
        (world, folded, version)
    };
    // An older message arrived, one was rewritten, one was removed, another summary came first.
    let (world, folded, version) = begun().await;
    world.append(vec![said("old", -5, "x")]).await;
    assert_eq!(
        word(&world.refused(&system, handed(&folded, version, "x")).await),
        "not_the_oldest"
    );
    let (world, folded, version) = begun().await;
    world.append(vec![said("m1", 1, "y")]).await;
    assert_eq!(
        word(&world.refused(&system, handed(&folded, version, "x")).await),
        "not_the_oldest"
    );
    let (world, folded, version) = begun().await;
    put(&world, plain(8).split_off(1)).await;
    assert_eq!(
        word(&world.refused(&system, handed(&folded, version, "x")).await),
        "not_the_oldest"
    );
    let (world, folded, version) = begun().await;
    world.ok(&system, handed(&folded[..1], version, "x")).await;
    assert_eq!(
        word(&world.refused(&system, handed(&folded, version, "x")).await),
        "not_the_oldest"
    );
    // Deleted or expired while the summary was written.
    let (world, folded, version) = begun().await;
    let delete = SessionDelete {
        session: "s".into(),
        ..SessionDelete::default()
    };
    world.ok(&worker(), delete).await;
    assert_eq!(
        word(&world.refused(&system, handed(&folded, version, "x")).await),
        "not_found"
    );
    let (world, folded, version) = begun().await;
    let messages = plain(8);
    world
        .put(SessionPut {
            messages,
            context_window: Some(20),
            ttl_seconds: Some(5),
            ..SessionPut::default()
        })
        .await;
    world.pass(5);
    assert_eq!(
        word(&world.refused(&system, handed(&folded, version, "x")).await),
        "not_found"
    );
    // Longer than what it replaces; covering everything.
    let (world, folded, version) = begun().await;
    let long = "x ".repeat(8);
    assert_eq!(
        word(
            &world
                .refused(&system, handed(&folded, version, &long))
                .await
        ),
        "too_long"
    );
    let all: Vec<String> = (0..8).map(|n| format!("m{n}")).collect();
    assert_eq!(
        word(&world.refused(&system, handed(&all, version, "x")).await),
        "invalid"
    );
    assert_eq!(world.get().await.messages.len(), 8);
}

#[tokio::test]
async fn what_cannot_be_folded_rests() {
    let world = World::new().await;
    let system = Actor::system();
    put(&world, vec![said("a", 0, &"x ".repeat(30))]).await;
    assert!(world.state().await.due().is_some());
    assert!(!world.ok(&system, sweep()).await.fold);
    assert_eq!(
        world.state().await.due(),
        None,
        "nothing to do until it changes"
    );
    world.append(vec![said("b", 1, "x")]).await;
    assert!(world.ok(&system, sweep()).await.fold);
    // No writer succeeded: retried after one minute, then two.
    let failed = || SessionSummarize {
        session: "s".into(),
        note: Some("the model is away".into()),
        ..SessionSummarize::default()
    };
    for minutes in [1, 2, 4] {
        world.ok(&system, failed()).await;
        assert!(!world.ok(&system, sweep()).await.fold);
        world.pass(60 * minutes - 1);
        assert!(!world.ok(&system, sweep()).await.fold);
        world.pass(1);
        assert!(world.ok(&system, sweep()).await.fold);
    }
    assert_eq!(
        &*world.get().await.rest.unwrap().reason,
        "the model is away"
    );
}

#[tokio::test]
async fn anybody_who_writes_may_ask_for_a_summary_or_write_one() {
    let world = World::new().await;
    put(&world, plain(5)).await;
    let ask = SessionSummarize {
        session: "s".into(),
        ..SessionSummarize::default()
    };
    world.ok(&worker(), ask).await;
    assert!(world.ok(&Actor::system(), sweep()).await.fold);
    assert_eq!(fold(&world).await, ["m0"]);
    let own = SessionSummarize {
        writer: None,
        ..handed(
            &["m0".into(), "m1".into()],
            world.state().await.version,
            "x",
        )
    };
    world.ok(&worker(), own).await;
    let view = world.get().await;
    assert_eq!((view.messages.len(), &*view.summaries[0].writer), (3, "w1"));
    assert!(!world.state().await.is_full());
    let own_context = SessionAppend {
        session: "s".into(),
        messages: vec![said("z", 9, "x")],
        ..SessionAppend::default()
    };
    world.ok(&worker(), own_context).await;
    assert_eq!(world.get().await.summaries.len(), 1);
    put(&world, plain(2)).await;
    assert!(
        world.get().await.summaries.is_empty(),
        "another context has no summaries"
    );
}

#[tokio::test]
async fn what_is_folded_is_not_added_again_by_a_retry() {
    let world = World::new().await;
    put(&world, plain(8)).await;
    let (folded, version) = (fold(&world).await, world.state().await.version);
    let system = Actor::system();
    world
        .ok(&system, handed(&folded, version, "they said x"))
        .await;
    let before = world.state().await.version;
    let undated = NewMessage {
        created_at: None,
        ..said("m1", 1, "x")
    };
    for again in [said("m0", 0, "x"), undated, said("m2", 2, "another")] {
        let id = again.id.clone().unwrap();
        let written = world.append(vec![again]).await;
        assert!(written.written.is_empty(), "{written:?}");
        let note = written.warnings.concat();
        assert!(note.contains(&*id) && note.contains("folded"), "{note}");
    }
    assert_eq!(world.state().await.version, before);
    // With new messages only the known one is skipped; an unknown older message is added.
    let written = world
        .append(vec![
            said("m1", 1, "x"),
            said("late", 1, "x"),
            said("m9", 9, "x"),
        ])
        .await;
    assert_eq!(written.written.len(), 2);
    assert_eq!(
        ids(&world.get().await),
        ["late", "m4", "m5", "m6", "m7", "m9"]
    );
    // Even if an older one was added meanwhile.
    let written = world.append(vec![said("m3", 3, "x")]).await;
    assert!(written.written.is_empty(), "{written:?}");
    // A complete document is taken literally.
    let mut all = plain(8);
    all.push(said("m9", 9, "x"));
    put(&world, all).await;
    assert_eq!(world.get().await.messages.len(), 9);
}
