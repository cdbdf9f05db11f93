//! Overflow of a window: number of folded messages, and groups that stay together.

use engine::conversation::ops::session_summarize::SessionSummarize;
use engine::conversation::ops::session_sweep::SessionSweep;
use engine::session::message::{NewMessage, ToolCall};
use engine::session::overflow::{share, to_fold};
use engine::session::{SessionKey, window};
use engine::workspace::settings::Settings;
use kernel::Actor;

use super::folding::{fold, plain, put};
use crate::session::harness::{World, said, worker};

#[tokio::test]
async fn above_the_threshold_the_oldest_go_until_the_newest_fit() {
    for (count, expected) in [(1, 0), (7, 0), (8, 4), (12, 8)] {
        let world = World::new().await;
        put(&world, plain(count)).await;
        let folded = fold(&world).await;
        assert_eq!(folded.len(), expected, "of {count}");
        assert!(
            folded
                .iter()
                .enumerate()
                .all(|(n, id)| *id == format!("m{n}"))
        );
        assert_eq!(
            world.state().await.due().is_some(),
            expected > 0,
            "of {count}"
        );
    }
}

#[test]
fn shares_are_whole_tokens() {
    for (window, part, tokens) in [
        (100, 0.7, 70),
        (100, 0.4, 40),
        (16_000, 0.7, 11_200),
        (3, 0.7, 2),
        (1, 0.4, 0),
    ] {
        assert_eq!(share(window, part), tokens);
    }
}

#[test]
fn windows_are_known_by_the_models_name() {
    let mut settings = Settings::default();
    settings.context_windows.insert("house-model".into(), 7_000);
    for (model, tokens) in [
        ("gpt-4o", Some(128_000)),
        ("gpt-4o-mini-2024-07-18", Some(128_000)),
        ("gpt-4", Some(8_192)),
        ("openai/gpt-4.1-mini", Some(1_047_576)),
        ("Claude-3-5-Sonnet", Some(200_000)),
        ("gpt-5.1", Some(400_000)),
        ("gpt-5.1-chat-latest", Some(128_000)),
        (
            "us.anthropic.claude-sonnet-4-5-20250929-v1:0",
            Some(200_000),
        ),
        ("house-model-2", Some(7_000)),
        ("who-knows", None),
    ] {
        assert_eq!(window::of_model(model, &settings), tokens, "{model}");
    }
    assert_eq!(window::window_for(None, None, &settings).tokens, 16_000);
}

fn by(role: &str, message: NewMessage) -> NewMessage {
    NewMessage {
        role: role.into(),
        ..message
    }
}

#[tokio::test]
async fn who_asks_has_all_but_the_newest_turn_folded_also_below_the_threshold() {
    let assistant = |id, seconds| by("assistant", said(id, seconds, "x"));
    for (name, messages, expected) in [
        (
            "turns",
            vec![
                said("a", 0, "x"),
                assistant("b", 1),
                said("c", 2, "x"),
                assistant("d", 3),
            ],
            "ab",
        ),
        (
            "the newest turn has just begun",
            vec![said("a", 0, "x"), assistant("b", 1), said("c", 2, "x")],
            "ab",
        ),
        (
            "nobody asks: the newest message is the turn",
            vec![assistant("a", 0), assistant("b", 1), assistant("c", 2)],
            "ab",
        ),
        (
            "a result that came late stays with its call",
            vec![
                said("a", 0, "x"),
                call("b", 1, &["1"]),
                said("c", 2, "x"),
                result("d", 3, Some("1")),
            ],
            "a",
        ),
        (
            "more than what is kept: folded down to that",
            ["a", "b", "c", "d", "e"]
                .iter()
                .zip(0..)
                .map(|(id, n)| said(id, n, "x"))
                .collect(),
            "a",
        ),
        (
            "all is the newest turn",
            vec![said("a", 0, "x"), assistant("b", 1), assistant("c", 2)],
            "",
        ),
        ("one message", vec![said("a", 0, "x")], ""),
    ] {
        let world = World::new().await;
        put(&world, messages).await;
        assert!(fold(&world).await.is_empty(), "{name}: nobody asked");
        let ask = SessionSummarize {
            session: "s".into(),
            ..SessionSummarize::default()
        };
        world.ok(&worker(), ask).await;
        assert_eq!(fold(&world).await.concat(), expected, "{name}");
        let sweep = SessionSweep {
            session: SessionKey::parse("s").unwrap(),
        };
        let swept = world.ok(&Actor::system(), sweep).await;
        assert_eq!(swept.fold, !expected.is_empty(), "{name}");
        if expected.is_empty() {
            let reason = world.get().await.rest.unwrap().reason.clone();
            assert!(reason.contains("the newest turn stays"), "{name}: {reason}");
        }
    }
}

#[tokio::test]
async fn what_is_folded_leaves_room_for_a_summary_below_the_threshold() {
    // Threshold share, kept share, number of messages, expected number of folded ones.
    for (above, keep, count, expected) in [
        (0.7, 0.4, 10, 6),
        (0.7, 0.65, 10, 4),
        // A configuration whose kept share exceeds its threshold.
        (0.3, 0.4, 10, 9),
        (0.3, 0.3, 10, 9),
    ] {
        let settings = Settings {
            summarization_threshold: above,
            summarization_keep: keep,
            ..Settings::default()
        };
        let world = World::new().await;
        put(&world, plain(count)).await;
        let state = world.state().await;
        let fold = to_fold(&state, &settings).unwrap();
        assert_eq!(fold.messages.len(), expected, "{above} {keep}");
        let left = 2 * (u64::try_from(count).unwrap() - expected as u64);
        assert_eq!(fold.room, share(20, above) - left, "{above} {keep}");
        assert!(fold.room > 0, "{above} {keep}");
    }
}

fn call(id: &str, seconds: i64, calls: &[&str]) -> NewMessage {
    NewMessage {
        role: "assistant".into(),
        content: "x".into(),
        tool_calls: calls
            .iter()
            .map(|call| ToolCall {
                id: Some((*call).into()),
                name: Some("look".into()),
                ..ToolCall::default()
            })
            .collect(),
        ..said(id, seconds, "x")
    }
}

fn result(id: &str, seconds: i64, call: Option<&str>) -> NewMessage {
    NewMessage {
        role: "tool".into(),
        tool_call_id: call.map(Into::into),
        ..said(id, seconds, "x")
    }
}

#[tokio::test]
async fn a_call_and_its_result_are_never_parted() {
    // A call has three words, its result two: the newest four messages stay.
    for (name, messages, expected) in [
        (
            "the cut is before the call",
            vec![
                said("a", 0, "x"),
                said("b", 1, "x"),
                said("c", 2, "x"),
                call("d", 3, &["1"]),
                result("e", 4, Some("1")),
                said("f", 5, "x"),
                said("g", 6, "x"),
                said("h", 7, "x"),
            ],
            "abc",
        ),
        (
            "a result without an id belongs to what is before it",
            vec![
                said("a", 0, "x"),
                said("b", 1, "x"),
                said("c", 2, "x"),
                call("d", 3, &["1"]),
                result("e", 4, None),
                said("f", 5, "x"),
                said("g", 6, "x"),
                said("h", 7, "x"),
            ],
            "abc",
        ),
        (
            "two results of one call",
            vec![
                said("a", 0, "x"),
                said("b", 1, "x"),
                call("c", 2, &["1", "2"]),
                result("d", 3, Some("1")),
                result("e", 4, Some("2")),
                said("f", 5, "x"),
                said("g", 6, "x"),
                said("h", 7, "x"),
            ],
            "ab",
        ),
        (
            "nothing before the call: it goes with its result",
            vec![
                call("a", 0, &["1"]),
                said("b", 1, "x"),
                said("c", 2, "x"),
                said("d", 3, "x"),
                result("e", 4, Some("1")),
                said("f", 5, "x"),
                said("g", 6, "x"),
                said("h", 7, "x"),
            ],
            "abcde",
        ),
        (
            "a call that waits for its result",
            vec![
                said("a", 0, "x x x x x x x"),
                said("b", 1, "x"),
                call("c", 2, &["1", "2"]),
                result("d", 3, Some("1")),
                result("e", 4, Some("1")),
                result("f", 5, Some("1")),
                result("g", 6, Some("1")),
            ],
            "ab",
        ),
        (
            "all of it has to stay together",
            vec![
                call("a", 0, &["1"]),
                result("b", 1, Some("1")),
                result("c", 2, Some("1")),
                result("d", 3, Some("1")),
                result("e", 4, Some("1")),
                result("f", 5, Some("1")),
                result("g", 6, Some("1")),
                result("h", 7, Some("1")),
            ],
            "",
        ),
    ] {
        let world = World::new().await;
        put(&world, messages).await;
        assert_eq!(fold(&world).await.concat(), expected, "{name}");
    }
}
