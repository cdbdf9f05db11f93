//! Notes: validation, the target mind, and the memory that each creates at once.

use engine::crystal::owner::Owner;
use engine::crystal::{of_mind, record::Trust};
use engine::mind::facts::DreamRefused;
use engine::mind::note::{NOTE_BYTES, NOTES};
use engine::mind::ops::note_write::NoteWrite;
use engine::mind::report::Counts;
use engine::mind::{NoteKind, stream};
use engine::workspace::ops::agent_register::AgentRegister;
use kernel::access::{Readers, may_read};
use kernel::memory::Memory as _;
use kernel::{Actor, Code, Role};

use crate::mind::harness::{World, ada, lead, mara, note};

#[test]
fn a_note_is_a_memory_by_the_same_decision() {
    let mut world = World::empty();
    let kept = world.ok(
        &ada(),
        NoteWrite {
            importance: Some(0.9),
            kind: Some(NoteKind::Friction),
            ..note("Do not alter the user table")
        },
    );
    assert_eq!((kept.agent.as_str(), kept.waiting), ("ada", 1));
    let mind = world.mind("ada");
    let written = mind.notes.values().next().unwrap();
    assert_eq!(written.id, kept.memory);
    assert!(written.is_own("ada") && (written.importance - 0.9).abs() < 1e-9);
    let core = world.core("ada");
    let id = kept.memory.unwrap();
    let crystal = &core.crystals[&id];
    assert_eq!(crystal.owner, Owner::Agent("ada".into()));
    assert_eq!(crystal.source, Some(stream("ada")));
    assert_eq!(core.readers, Readers::Agents(["ada".to_owned()].into()));
    assert!(!may_read(&Actor::new("bob", Role::Worker), &core.readers));
    let facts = world.facts_of(&of_mind("ada"));
    let record = facts.last().unwrap().body.get();
    for part in [r#""importance":0.9"#, r#""valence":-0.5"#, r#""episodic""#] {
        assert!(record.contains(part), "{part} in {record}");
    }
    world.check_folds();
}

#[test]
fn what_cannot_be_a_note_is_refused_and_leaves_nothing() {
    let mut world = World::empty();
    let long = "x".repeat(NOTE_BYTES + 1);
    for (op, pointer) in [
        (note(""), "/note"),
        (note(" \n "), "/note"),
        (note(&long), "/note"),
        (
            NoteWrite {
                importance: Some(1.1),
                ..note("a")
            },
            "/importance",
        ),
        (
            NoteWrite {
                importance: Some(f64::NAN),
                ..note("a")
            },
            "/importance",
        ),
    ] {
        let error = world.refused(&ada(), op);
        assert_eq!(error.extra.fields[0].pointer, pointer, "{error:?}");
    }
}

#[test]
fn an_agent_writes_in_its_own_mind_and_leaders_in_any() {
    let mut world = World::empty();
    let to = |agent: &str| NoteWrite {
        agent: Some(agent.into()),
        ..note("keep the limit per client")
    };
    let nobody = world.refused(&lead(), to("ada"));
    assert_eq!(nobody.code, Code::NotFound, "{nobody:?}");
    let register = AgentRegister {
        name: "ada".into(),
        role: Role::Worker,
    };
    world.ok(&Actor::new("mara", Role::Owner), register);
    for role in [Role::Worker, Role::Reviewer, Role::Librarian] {
        let bob = Actor::new("bob", role);
        assert_eq!(world.refused(&bob, to("ada")).code, Code::NotFound);
    }
    assert_eq!(
        world.refused(&mara(), note("a")).extra.fields[0].pointer,
        "/agent"
    );
    world.ok(&ada(), to("ada"));
    world.ok(&lead(), to("ada"));
    let written = NoteWrite {
        note: "I review in the morning".into(),
        ..to("ada")
    };
    let kept = world.ok(&mara(), written);
    assert_eq!(kept.waiting, 3);
    let mind = world.mind("ada");
    let own: Vec<bool> = mind.notes.values().map(|note| note.is_own("ada")).collect();
    assert_eq!(own, [true, false, false]);
    let core = world.core("ada");
    // The lead repeated the agent's statement: that is one memory.
    assert_eq!(core.crystals.len(), 2);
    assert_eq!(core.crystals[&kept.memory.unwrap()].owner, Owner::Person);
    let last = world.facts_of(&of_mind("ada")).pop().unwrap();
    let trust = serde_json::to_string(&Trust::Human).unwrap();
    assert!(last.body.get().contains(&format!(r#""trust":{trust}"#)));
    world.check_folds();
}

#[test]
fn no_more_notes_wait_than_can() {
    let mut world = World::empty();
    for at in 0..NOTES {
        world.ok(&ada(), note(&format!("note {at}")));
    }
    let error = world.refused(&ada(), note("one more"));
    assert_eq!(error.extra.reason.as_deref(), Some("full"), "{error:?}");
    assert!(world.mind("ada").readers(&stream("ada")) == Readers::Agents(["ada".into()].into()));
}

#[test]
fn whoever_can_note_no_more_is_told_why() {
    let mut world = World::empty();
    for n in 0..NOTES {
        world.ok(&ada(), note(&format!("note {n}")));
    }
    let full = world.refused(&ada(), note("one more"));
    assert!(
        full.detail.contains("`mind_dream` takes them in"),
        "{full:?}"
    );
    world.tell(DreamRefused {
        base: None,
        draft: "".into(),
        guards: Vec::new(),
        counts: Counts::default(),
        dreamer: "stub".into(),
        note: Some("Missing section: without The Bond".into()),
    });
    let full = world.refused(&ada(), note("one more"));
    assert_eq!(full.extra.reason.as_deref(), Some("full"));
    assert!(full.detail.contains("without The Bond"), "{full:?}");
}
