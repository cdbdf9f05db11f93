//! Timelines: order of events, events in a period, topics of a conversation. Bounded, and only with data that the
//! caller may read.

use engine::conversation::ops::session_put::SessionPut;
use engine::crystal::NewCrystal;
use engine::crystal::filter::{Filters, Tag};
use engine::crystal::ops::memory_create::MemoryCreate;
use engine::session::message::NewMessage;
use engine::timeline::asked::About;
use engine::timeline::ops::memory_timeline::{MemoryTimeline, Timeline};
use engine::timeline::{Candidate, EntryKind, TimelineEntry, choose};
use engine::workflow::ops::decision_record::DecisionRecord;
use engine::workflow::ops::workflow_create::WorkflowCreate;
use kernel::ports::tokens::Tokens as _;
use kernel::time::{DAY, HOUR};
use kernel::{Actor, Code, Role, Time};
use proptest::prelude::*;
use tools::BpeTokens;

use crate::crystals::harness::{BEGIN, World, agent, memory, of, person};

fn day(date: &str) -> Option<Time> {
    Time::parse(&format!("{date}T00:00:00Z"))
}

fn dated(id: &str, text: &str, date: &str) -> NewCrystal {
    NewCrystal {
        event_date: day(date).map(Into::into),
        ..of("trip", "ann", memory(id, text))
    }
}

fn asking(question: &str) -> MemoryTimeline {
    MemoryTimeline {
        query: Some(question.into()),
        ..MemoryTimeline::default()
    }
}

fn said(role: &str, text: &str) -> NewMessage {
    let json = serde_json::json!({ "role": role, "content": text });
    serde_json::from_value(json).unwrap()
}

fn ids(timeline: &Timeline) -> Vec<&str> {
    timeline
        .entries
        .iter()
        .map(|entry| entry.id.as_str())
        .collect()
}

/// Returns a small world: moves, jobs and audits of a year, two conversations, a workflow with a decision.
async fn world() -> World {
    let world = World::new().await;
    world
        .remember(vec![
            dated(
                "job",
                "Ann started the new job at the observatory",
                "2026-05-02",
            ),
            dated("lyon", "Ann moved to Lyon", "2026-03-12"),
            dated("audit", "The harbour audit began", "2026-03-28"),
            dated("paris", "The office was in Paris", "2026-01-05"),
            of("trip", "ann", memory("tea", "Ann prefers green tea")),
        ])
        .await;
    world
        .remember(vec![NewCrystal {
            supersedes: vec!["paris".into()],
            valid_from: day("2026-06-01"),
            ..dated("berlin", "The office is in Berlin", "2026-06-01")
        }])
        .await;
    let boat = SessionPut {
        session: "boat".into(),
        context: Some("user: They agreed to buy the boat Petrel for 4,000 euro.".into()),
        messages: vec![
            said(
                "user",
                "The harbour master wants the boat papers by Friday.",
            ),
            said(
                "assistant",
                "Noted: the boat papers go to the harbour master by Friday.",
            ),
        ],
        ..SessionPut::default()
    };
    let garden = SessionPut {
        session: "garden".into(),
        messages: vec![
            said("user", "I want to plant beans in the garden in April."),
            said("assistant", "Beans need poles of two metres."),
        ],
        ..SessionPut::default()
    };
    for put in [boat, garden] {
        world.call(agent("ann"), put).await.unwrap();
        world.pass(HOUR);
    }
    let made = world
        .ok(WorkflowCreate {
            name: "Lighthouse".into(),
            goal: "A lamp that turns".into(),
            ..WorkflowCreate::default()
        })
        .await;
    let decide = DecisionRecord {
        workflow: made.workflow,
        question: "Which lamp?".into(),
        choice: "A sodium lamp".into(),
        rationale: "Fog swallows white light".into(),
        decision: None,
        alternatives: Vec::new(),
        affects_tasks: Vec::new(),
        reversible: true,
    };
    world.ok(decide).await;
    world
}

#[tokio::test]
async fn questions_about_order_time_and_conversations_are_answered() {
    let world = world().await;
    for (question, expected) in [
        (
            "Which came first, the move to Lyon or the new job at the observatory?",
            &["lyon", "job"][..],
        ),
        ("new job or Lyon", &["lyon", "job"]),
        ("What happened in March 2026?", &["lyon", "audit"]),
        (
            "What happened between 2026 and now?",
            &["paris", "lyon", "audit", "job", "berlin"],
        ),
        ("Where was the office?", &["paris", "berlin"]),
        ("Did Ann go to Lyon in May?", &["lyon"]),
        ("zeppelin", &[]),
    ] {
        let timeline = world.ok(asking(question)).await;
        let memories = timeline
            .entries
            .iter()
            .filter(|entry| entry.kind == EntryKind::Memory);
        let found: Vec<&str> = memories.map(|entry| entry.id.as_str()).collect();
        let told: Vec<&str> = found
            .iter()
            .filter(|id| expected.contains(id))
            .copied()
            .collect();
        assert_eq!(told, expected, "{question}: {}", timeline.text);
        for id in expected {
            assert!(
                timeline.text.contains(&format!("[memory {id} in trip")),
                "{}",
                timeline.text
            );
        }
    }
    let march = world.ok(asking("What happened in March 2026?")).await;
    assert_eq!(ids(&march), ["lyon", "audit"]);
    assert_eq!(
        (march.from, march.to.map(Time::date)),
        (day("2026-03-01"), Some("2026-03-31".into()))
    );
    assert!(
        march
            .text
            .contains("\n- 2026-03-12: Ann moved to Lyon [memory lyon in trip]"),
        "{}",
        march.text
    );
    let office = world.ok(asking("Where was the office?")).await;
    assert!(
        office.text.contains("Paris (so until 2026-05-31)"),
        "{}",
        office.text
    );

    let boat = world.ok(asking("Summarise our talk about the boat")).await;
    let talk = boat
        .entries
        .iter()
        .find(|entry| entry.kind == EntryKind::Session)
        .unwrap();
    assert_eq!(talk.id, "boat");
    for words in ["Petrel for 4,000 euro", "papers", "Friday"] {
        assert!(talk.text.contains(words), "{words}: {}", talk.text);
    }
    let recap = MemoryTimeline {
        filters: Filters {
            session_id: Some(Tag::eq("garden")),
            ..Filters::default()
        },
        ..asking("Recap this session")
    };
    let garden = world.ok(recap).await;
    assert!(garden.text.contains("beans"), "{}", garden.text);
    assert!(!garden.text.contains("Petrel"), "{}", garden.text);

    let lamp = world.ok(asking("When was the lamp decided?")).await;
    let decision = lamp
        .entries
        .iter()
        .find(|entry| entry.kind == EntryKind::Decision)
        .unwrap();
    assert!(
        decision
            .id
            .split_once('.')
            .is_some_and(|(_, name)| name == "D1"),
        "{}",
        decision.id
    );
    assert!(
        decision.text.contains("sodium") && decision.text.contains("Fog"),
        "{}",
        decision.text
    );
}

#[tokio::test]
async fn filters_and_times_leave_out_what_is_not_asked_for() {
    let world = world().await;
    let of_ann = Filters {
        user_id: Some(Tag::eq("ann")),
        ..Filters::default()
    };
    let of_bob = Filters {
        user_id: Some(Tag::eq("bob")),
        ..Filters::default()
    };
    let now_only = Filters {
        superseded: Some(false),
        ..of_ann.clone()
    };
    for (filters, from, to, expected) in [
        (
            of_ann.clone(),
            None,
            None,
            &["paris", "lyon", "audit", "job", "berlin", "tea"][..],
        ),
        (
            now_only,
            None,
            None,
            &["lyon", "audit", "job", "berlin", "tea"],
        ),
        (of_bob, None, None, &[]),
        (
            of_ann.clone(),
            day("2026-03-28"),
            None,
            &["audit", "job", "berlin", "tea"],
        ),
        (of_ann.clone(), None, day("2026-03-12"), &["paris", "lyon"]),
        (of_ann, day("2026-03-13"), day("2026-03-27"), &[]),
    ] {
        let op = MemoryTimeline {
            filters,
            from: from.map(Into::into),
            to: to.map(Into::into),
            ..MemoryTimeline::default()
        };
        let timeline = world.ok(op).await;
        let memories = timeline
            .entries
            .iter()
            .filter(|entry| entry.kind == EntryKind::Memory);
        let found: Vec<&str> = memories.map(|entry| entry.id.as_str()).collect();
        assert_eq!(found, expected, "{from:?} {to:?}");
    }
    for (op, pointer) in [
        (
            MemoryTimeline {
                budget: Some(199),
                ..MemoryTimeline::default()
            },
            "/budget",
        ),
        (
            MemoryTimeline {
                budget: Some(16_001),
                ..MemoryTimeline::default()
            },
            "/budget",
        ),
        (
            MemoryTimeline {
                from: day("2026-03-13").map(Into::into),
                to: day("2026-03-12").map(Into::into),
                ..MemoryTimeline::default()
            },
            "/to",
        ),
    ] {
        let error = world.call(person(), op).await.unwrap_err();
        assert_eq!(error.code, Code::Invalid);
        assert!(format!("{error:?}").contains(pointer), "{error:?}");
    }
}

#[tokio::test]
async fn a_timeline_tells_nothing_that_its_reader_may_not_read() {
    let world = world().await;
    let question = || asking("Summarise our talk about the boat Petrel and the harbour master");
    let mine = world.call(agent("ann"), question()).await.unwrap();
    assert!(mine.text.contains("Petrel"), "{}", mine.text);
    let theirs = world.call(agent("bob"), question()).await.unwrap();
    assert!(!theirs.text.contains("Petrel"), "{}", theirs.text);
    assert!(
        theirs.entries.iter().all(|entry| entry.session.is_none()),
        "{}",
        theirs.text
    );
    let lead = Actor::new("lead", Role::Orchestrator);
    let all = world.call(lead, question()).await.unwrap();
    assert!(all.text.contains("Petrel"), "{}", all.text);
}

#[tokio::test]
async fn what_an_agent_is_told_counts_as_recalled() {
    let world = world().await;
    world
        .call(agent("ann"), asking("the move to Lyon"))
        .await
        .unwrap();
    world.recalled("lyon", 1).await;
    assert_eq!(world.get("audit").await.unwrap().access_count, 0);
}

#[tokio::test]
async fn however_much_happened_all_of_the_time_is_told_within_the_budget() {
    let world = World::new().await;
    let year = day("2026-01-01").unwrap();
    for batch in 0..24 {
        let memories = (0..100).map(|nth| {
            let n = batch * 100 + nth;
            NewCrystal {
                event_date: Some(year.plus(i64::from(n) * DAY * 365 / 2_400).into()),
                created_at: Some(Time(BEGIN.0 - i64::from(n))),
                ..of(
                    "log",
                    "ann",
                    memory(
                        &format!("m{n}"),
                        &format!("Ship {n} was unloaded at quay {}", n % 7),
                    ),
                )
            }
        });
        let op = MemoryCreate {
            memories: memories.collect(),
            ..MemoryCreate::default()
        };
        world.ok(op).await;
    }
    for (op, months) in [
        (asking("What happened in 2026?"), 12),
        (asking("ships unloaded in 2026"), 1),
        (MemoryTimeline::default(), 1),
        (
            MemoryTimeline {
                from: day("2026-07-01").map(Into::into),
                ..MemoryTimeline::default()
            },
            6,
        ),
        (
            MemoryTimeline {
                budget: Some(400),
                ..asking("What happened in 2026?")
            },
            5,
        ),
    ] {
        let timeline = world.ok(op.clone()).await;
        assert!(timeline.tokens <= timeline.budget, "{op:?}");
        assert_eq!(BpeTokens::new().count(&timeline.text), timeline.tokens);
        let mut told: Vec<String> = timeline
            .entries
            .iter()
            .map(|entry| entry.at.local().date()[..7].into())
            .collect();
        told.dedup();
        assert!(told.len() >= months, "{op:?}: {told:?}");
        assert_eq!(timeline.left_out > 0, months > 1, "{op:?}");
        let again = world.ok(op.clone()).await;
        assert_eq!(again, timeline, "the same question has the same answer");
    }
}

fn candidate() -> impl Strategy<Value = Candidate> {
    let kind = prop_oneof![
        Just(EntryKind::Memory),
        Just(EntryKind::Message),
        Just(EntryKind::Session),
        Just(EntryKind::Decision),
    ];
    let text = prop_oneof![
        "\\PC{0,300}",
        "[a-z ]{0,400}",
        "(绿茶|🦀|\n- |\\[memory x\\]){0,60}"
    ];
    (
        kind,
        text,
        "[^\u{0}]{1,40}",
        0..2_000_000_000_000_i64,
        0.0..1.0_f64,
        any::<bool>(),
    )
        .prop_map(|(kind, text, id, at, score, noted)| Candidate {
            entry: TimelineEntry {
                at: Time(at).into(),
                until: None,
                noted,
                kind,
                id,
                text,
                is_cut: false,
                ended_at: None,
                agent: None,
                core: None,
                session: None,
                workflow: None,
                provenance: None,
            },
            score,
            hit: None,
        })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn no_timeline_is_over_its_budget(
        found in prop::collection::vec(candidate(), 0..40),
        about in prop_oneof![Just(About::Order), Just(About::Period), Just(About::Conversation)],
        budget in 200..2_000_u32,
    ) {
        let tokens = BpeTokens::new();
        let all = found.len();
        let chosen = choose(found, about, budget, &tokens);
        prop_assert!(tokens.count(&chosen.text) <= budget);
        prop_assert_eq!(tokens.count(&chosen.text), chosen.tokens);
        prop_assert_eq!(chosen.candidates.len() + chosen.left_out as usize, all);
        let places: Vec<_> = chosen.candidates.iter().map(|one| one.entry.at.time()).collect();
        prop_assert!(places.is_sorted());
        let rest = usize::from(chosen.left_out > 0);
        prop_assert_eq!(chosen.text.lines().count(), 1 + chosen.candidates.len() + rest, "one line each");
    }
}
