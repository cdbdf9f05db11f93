//! Laws for any sequence of writes: a state is the fold of its facts from any snapshot, a put is stored, late messages
//! are ordered by time, folding loses no message.

use std::collections::BTreeSet;

use engine::conversation::ops::session_append::SessionAppend;
use engine::conversation::ops::session_put::SessionPut;
use engine::conversation::ops::session_summarize::SessionSummarize;
use engine::session::SessionKey;
use engine::session::message::NewMessage;
use engine::session::overflow::to_fold;
use engine::session::state::Session;
use engine::workspace::settings::Settings;
use kernel::memory::Memory;
use kernel::{Actor, Fact};
use proptest::prelude::*;

use crate::session::harness::{World, said, worker};

#[derive(Clone, Debug)]
enum Call {
    Append(Vec<(u8, i64, u8)>),
    Put(Vec<(u8, i64, u8)>),
    Fold,
    Ask,
}

fn messages() -> impl Strategy<Value = Vec<(u8, i64, u8)>> {
    prop::collection::vec((0..30u8, 0..100i64, 1..4u8), 1..8)
}

fn call() -> impl Strategy<Value = Call> {
    prop_oneof![
        4 => messages().prop_map(Call::Append),
        1 => messages().prop_map(Call::Put),
        3 => Just(Call::Fold),
        1 => Just(Call::Ask),
    ]
}

/// Returns the messages of a call, the first with each id.
fn made(messages: &[(u8, i64, u8)]) -> Vec<NewMessage> {
    let mut ids = BTreeSet::new();
    let messages = messages.iter().filter(|(id, ..)| ids.insert(*id));
    let one = |(id, seconds, words): &(u8, i64, u8)| {
        said(
            &format!("m{id}"),
            *seconds,
            &"x ".repeat(usize::from(*words)),
        )
    };
    messages.map(one).collect()
}

fn fold(facts: &[Fact]) -> Session {
    let mut state = Session::default();
    for fact in facts {
        state.apply_fact(fact);
    }
    state
}

async fn run(world: &World, call: &Call) {
    match call {
        Call::Append(messages) => {
            world.append(made(messages)).await;
        }
        Call::Put(messages) => {
            let op = SessionPut {
                messages: made(messages),
                context_window: Some(20),
                ..SessionPut::default()
            };
            world.put(op).await;
            let state = world.state().await;
            let ids: BTreeSet<String> = messages.iter().map(|(id, ..)| format!("m{id}")).collect();
            let there = state.messages.iter().map(|message| message.id.to_string());
            assert_eq!(
                there.collect::<BTreeSet<_>>(),
                ids,
                "what was put is there, and nothing else"
            );
        }
        Call::Ask => {
            let op = SessionSummarize {
                session: "s".into(),
                ..SessionSummarize::default()
            };
            // The session may not exist yet.
            drop(world.call(&worker(), op).await);
        }
        Call::Fold => {
            let state = world.state().await;
            let Some(fold) = to_fold(&state, &Settings::default()) else {
                return;
            };
            assert!(
                fold.messages.len() < state.messages.len(),
                "the newest stays"
            );
            let op = SessionSummarize {
                session: "s".into(),
                summary: Some("x".into()),
                folded: fold
                    .messages
                    .iter()
                    .map(|message| message.id.clone())
                    .collect(),
                read_version: Some(state.version),
                ..SessionSummarize::default()
            };
            world.ok(&Actor::system(), op).await;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_calls_keep_the_laws(
        calls in prop::collection::vec(call(), 1..20),
        cut in any::<prop::sample::Index>(),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let world = World::new().await;
            for call in &calls {
                run(&world, call).await;
                let state = world.state().await;
                let tokens: u64 = state.messages.iter().map(|message| u64::from(message.tokens)).sum();
                assert_eq!(state.messages.tokens(), tokens);
                let times: Vec<_> = state.messages.iter().map(|message| message.created_at).collect();
                assert!(times.is_sorted());
            }
            let facts = world.log.facts(&SessionKey::parse("s").unwrap().stream());
            let state = world.state().await;
            assert_eq!(fold(&facts), *state, "a state is the fold of its facts");
            let (before, after) = facts.split_at(cut.index(facts.len() + 1));
            let json = serde_json::to_string(&fold(before)).unwrap();
            let mut resumed: Session = serde_json::from_str(&json).unwrap();
            for fact in after {
                resumed.apply_fact(fact);
            }
            assert_eq!(resumed, *state, "also from a snapshot");
            // Nothing is lost: removed messages are in the history.
            let told: String = facts.iter().map(|fact| fact.body.get()).collect();
            for call in &calls {
                if let Call::Append(messages) | Call::Put(messages) = call {
                    for (id, ..) in messages {
                        let needle = format!("\"id\":\"m{id}\"");
                        assert!(told.contains(&needle), "{needle}");
                    }
                }
            }
        });
    }

    #[test]
    fn messages_that_come_late_stand_at_their_times(
        messages in prop::collection::btree_map(0..100i64, 1..4u8, 1..20),
        order in any::<prop::sample::Index>(),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let all: Vec<NewMessage> = messages
                .iter()
                .enumerate()
                .map(|(n, (seconds, words))| said(&format!("m{n}"), *seconds, &"x ".repeat(usize::from(*words))))
                .collect();
            let mut turned = all.clone();
            turned.rotate_left(order.index(all.len()));
            turned.reverse();
            let mut seen = Vec::new();
            for messages in [all, turned] {
                let world = World::new().await;
                for message in messages {
                    let op = SessionAppend { session: "s".into(), messages: vec![message], ..SessionAppend::default() };
                    world.ok(&worker(), op).await;
                }
                let state = world.state().await;
                let ids: Vec<String> = state.messages.iter().map(|message| message.id.to_string()).collect();
                seen.push((ids, state.tokens()));
            }
            assert_eq!(seen[0], seen[1]);
        });
    }
}
