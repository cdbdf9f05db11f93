//! Reads across workflows: lists, the inbox, the current and earlier states of one.

use engine::activity::ops::activity_list::ActivityList;
use engine::workflow::attention::ItemKind;
use engine::workflow::ops::discovery_record::DiscoveryRecord;
use engine::workflow::ops::inbox_list::InboxList;
use engine::workflow::ops::item_snooze::ItemSnooze;
use engine::workflow::ops::question_ask::QuestionAsk;
use engine::workflow::ops::workflow_archive::WorkflowArchive;
use engine::workflow::ops::workflow_at::WorkflowAt;
use engine::workflow::ops::workflow_cancel::WorkflowCancel;
use engine::workflow::ops::workflow_create::WorkflowCreate;
use engine::workflow::ops::workflow_delete::WorkflowDelete;
use engine::workflow::ops::workflow_get::WorkflowGet;
use engine::workflow::ops::workflow_list::WorkflowList;
use engine::workflow::shared::DiscoveryKind;
use engine::workflow::state::{Status, Workflow};
use kernel::Id;
use kernel::actor::Actor;
use kernel::answer::Answer;
use kernel::memory::Memory as _;
use kernel::ports::log::Snapshot;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::workflow::harness::{World, fold, lead, lease, person, task, word, worker};
use crate::workflow::memories::Memories;

pub fn create(world: &mut World, name: &str) -> Id {
    world.pass(1);
    let op = WorkflowCreate {
        name: name.into(),
        goal: format!("{name} works"),
        ..WorkflowCreate::default()
    };
    world.ok(&lead(), op).workflow
}

pub fn learn(world: &mut World, actor: &Actor, content: &str) {
    let op = DiscoveryRecord {
        workflow: world.workflow(),
        content: content.into(),
        kind: DiscoveryKind::Insight,
        affects_tasks: Vec::new(),
        promote_to_core: None,
    };
    world.ok(actor, op);
}

fn question(world: &mut World, workflow: Id, of: Option<u32>) {
    world.pass(1);
    let op = QuestionAsk {
        workflow,
        task: of.map(task),
        question: "Which?".into(),
        options: Vec::new(),
        default: None,
        deadline: None,
        deadline_seconds: None,
        lease: of.map(|no| lease(world, no)),
    };
    world.ok(&worker(), op);
}

#[test]
fn lists_pass_over_what_is_put_away_or_deleted() {
    let mut world = World::new();
    let first = world.workflow();
    let away = create(&mut world, "Away");
    let gone = create(&mut world, "Gone");
    let last = create(&mut world, "Search");
    for workflow in [away, gone] {
        let reason = None;
        world.ok(&lead(), WorkflowCancel { workflow, reason });
    }
    let (reason, workflow) = (None, away);
    world.ok(&lead(), WorkflowArchive { workflow, reason });
    let (reason, workflow) = (None, gone);
    world.ok(
        &person(),
        WorkflowDelete {
            workflow,
            reason,
            dry_run: false,
        },
    );
    let services = Memories::of(&world);
    let pages = |op: WorkflowList| {
        let page = services.ask(world.now, &person(), op).unwrap();
        let ids: Vec<Id> = page.items.iter().map(|item| item.id).collect();
        (ids, page.next_cursor)
    };
    assert_eq!(pages(WorkflowList::default()), (vec![last, first], None));
    let archived = WorkflowList {
        status: Some(Status::Archived),
        ..WorkflowList::default()
    };
    assert_eq!(pages(archived).0, [away]);
    let query = WorkflowList {
        query: Some("Search works".into()),
        ..WorkflowList::default()
    };
    assert_eq!(pages(query).0, [last]);
    let (mut found, mut cursor) = (Vec::new(), None);
    loop {
        let (ids, next) = pages(WorkflowList {
            limit: Some(1),
            cursor,
            ..WorkflowList::default()
        });
        found.extend(ids);
        cursor = next;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(found, [last, first], "page by page it is the same list");
}

#[test]
fn a_workflow_is_shown_with_what_follows_from_it() {
    let mut world = World::new();
    world.add_after("One", &[]);
    world.add_after("Two", &[1]);
    world.add_after("Three", &[]);
    world.claim(&worker(), 3).unwrap();
    let services = Memories::of(&world);
    let op = WorkflowGet {
        workflow: world.workflow(),
    };
    let shown = services.ask(world.now, &person(), op).unwrap();
    assert_eq!(shown.workflow, *world.state());
    let json = serde_json::to_value(&shown).unwrap();
    let views = &json["views"];
    assert_eq!(views["ready"], serde_json::json!(["T1"]));
    assert_eq!(views["blocked"], serde_json::json!(["T2"]));
    assert_eq!(views["in_progress"], serde_json::json!(["T3"]));
    assert_eq!(views["critical_path"], serde_json::json!(["T1", "T2"]));
    assert_eq!(json["workflow"]["tasks"][0]["title"], "One");
    assert_eq!(
        json["task_graph"],
        serde_json::json!({
            "nodes": ["T1", "T2", "T3"],
            "edges": [{ "from": "T1", "to": "T2", "type": "blocks", "when": "success" }]
        })
    );
    let given = &json["workflow"]["agent_contributions"];
    assert_eq!(given[0]["agent_id"], "w1");
    // Earlier snapshots had the names outside.
    let mut old = json["workflow"].clone();
    old["agent_contributions"] = serde_json::json!({ "w1": given[0] });
    let old: engine::workflow::Workflow = serde_json::from_value(old).unwrap();
    assert_eq!(old, shown.workflow);
    let late = world.now.plus(15 * kernel::time::DAY);
    assert!(services.ask(late, &person(), op).unwrap().views.stale);
    let none = WorkflowGet {
        workflow: Id::from_parts(world.now, 99),
    };
    assert_eq!(
        word(&services.ask(world.now, &person(), none).unwrap_err()),
        "not_found"
    );
}

#[test]
fn every_version_can_be_seen_again() {
    let mut world = World::new();
    world.add_after("One", &[]);
    world.claim(&worker(), 1).unwrap();
    learn(&mut world, &worker(), "it is slow");
    let facts = world.workflow_facts();
    let services = Memories::of(&world);
    let at = |version| {
        let op = WorkflowAt {
            workflow: world.workflow(),
            version,
        };
        services.ask(world.now, &person(), op)
    };
    for version in 1..=facts.len() {
        let then = at(version as u64).unwrap().workflow;
        assert_eq!(then, fold(&facts[..version]));
    }
    for version in [0, facts.len() as u64 + 1] {
        assert_eq!(at(version).unwrap_err().extra.fields[0].pointer, "/version");
    }
}

#[test]
fn what_was_is_folded_from_the_snapshot_before_it() {
    let mut world = World::new();
    world.add_after("One", &[]);
    learn(&mut world, &worker(), "it is slow");
    let facts = world.workflow_facts();
    let (kept, last) = (facts.len() as u64 - 1, facts.len() as u64);
    let before = serde_json::to_string(&fold(&facts[..facts.len() - 1])).unwrap();
    // Differs from the facts, so that the start of the fold is visible.
    let odd = before.replace("Tokens for the API", "kept");
    let snapshot = |schema| Snapshot {
        version: kept,
        schema,
        state: odd.clone().into_bytes(),
    };
    let goal = |schema, version| {
        let services = Memories::of(&world).with_snapshot(snapshot(schema));
        let op = WorkflowAt {
            workflow: world.workflow(),
            version,
        };
        let then = services.ask(world.now, &person(), op).unwrap().workflow;
        assert_eq!(then.version, version);
        then.goal.to_string()
    };
    let form = Workflow::SCHEMA;
    assert_eq!(goal(form, last), "kept");
    assert_eq!(goal(form, kept), "kept");
    assert_eq!(goal(form, kept - 1), "Tokens for the API");
    assert_eq!(goal(form + 1, last), "Tokens for the API", "another form");
}

#[test]
fn the_inbox_has_what_blocks_most_first() {
    let mut world = World::new();
    let first = world.workflow();
    let second = create(&mut world, "Second");
    for (title, needs) in [("One", &[][..]), ("Two", &[1]), ("Three", &[2])] {
        world.add_after(title, needs);
    }
    question(&mut world, second, None);
    question(&mut world, first, None);
    world.claim(&worker(), 1).unwrap();
    question(&mut world, first, Some(1));
    let ask = |world: &World, op: InboxList| {
        let page = Memories::of(world).ask(world.now, &person(), op).unwrap();
        let names: Vec<(Id, String)> = page
            .items
            .iter()
            .map(|item| (item.workflow, item.item.clone()))
            .collect();
        (names, page)
    };
    let name = |workflow, item: &str| (workflow, item.to_owned());
    let (names, page) = ask(&world, InboxList::default());
    let wanted = [
        name(first, "question:Q2"),
        name(second, "question:Q1"),
        name(first, "question:Q1"),
    ];
    assert_eq!(names, wanted);
    assert_eq!((page.total, page.counts[&ItemKind::Question]), (3, 3));
    let (one, page) = ask(
        &world,
        InboxList {
            limit: Some(1),
            ..InboxList::default()
        },
    );
    assert_eq!(one, wanted[..1]);
    let (rest, page) = ask(
        &world,
        InboxList {
            cursor: page.next_cursor,
            ..InboxList::default()
        },
    );
    assert_eq!((rest, page.next_cursor), (wanted[1..].to_vec(), None));
    let off = ItemSnooze {
        workflow: first,
        item: "question:Q2".into(),
        until: None,
        seconds: Some(60),
    };
    world.ok(&person(), off);
    let (names, page) = ask(&world, InboxList::default());
    assert_eq!(
        (names.as_slice(), page.snoozed, page.total),
        (&wanted[1..], 1, 2)
    );
    let all = InboxList {
        include_snoozed: true,
        ..InboxList::default()
    };
    assert_eq!(ask(&world, all).0, wanted);
    let here = InboxList {
        workflow: Some(second),
        ..InboxList::default()
    };
    assert_eq!(ask(&world, here).0, [name(second, "question:Q1")]);
    world.pass(60);
    assert_eq!(
        ask(&world, InboxList::default()).0,
        wanted,
        "its time has come"
    );
}

/// Returns the answer after a round trip through JSON.
fn sent<T: Serialize + DeserializeOwned>(output: T) -> T {
    let answer = Answer {
        output,
        version: Some(3),
        position: 9,
        inbox: Vec::new(),
        inbox_waiting: 0,
        redacted_secrets: 0,
        tag: None,
    };
    let text = serde_json::to_string(&answer).unwrap();
    let read: Answer<T> = Answer::read(&text).unwrap();
    assert_eq!((read.version, read.position), (Some(3), 9));
    read.output
}

#[test]
fn answers_survive_the_wire() {
    let mut world = World::new();
    world.add_after("One", &[]);
    let first = world.workflow();
    question(&mut world, first, None);
    let services = Memories::of(&world);
    let get = WorkflowGet { workflow: first };
    let view = services.ask(world.now, &person(), get).unwrap();
    // Pending notices of agents are in no answer.
    let said = |view: &_| serde_json::to_string(view).unwrap();
    assert!(!said(&view).contains("\"news\""));
    assert_eq!(said(&sent(view.clone())), said(&view));
    let page = services
        .ask(world.now, &person(), ActivityList::default())
        .unwrap();
    assert_eq!(sent(page.clone()), page);
    let inbox = services
        .ask(world.now, &person(), InboxList::default())
        .unwrap();
    let there = sent(inbox.clone());
    assert_eq!((there.items, there.counts), (inbox.items, inbox.counts));
}
