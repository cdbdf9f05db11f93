//! Past and coming facts: the activity, and the feed that agents wait on.

use engine::activity::is_receipt;
use engine::activity::ops::activity_list::ActivityList;
use engine::activity::ops::changes_wait::ChangesWait;
use engine::workflow::ops::nudge_send::NudgeSend;
use engine::workflow::ops::workflow_delete::WorkflowDelete;
use engine::workflow::people::{Priority, Target};
use kernel::Position;
use kernel::actor::{Actor, Role};
use kernel::event::Event;
use kernel::memory::{Memory, Receipt};

use crate::workflow::finding::{create, learn};
use crate::workflow::harness::{World, lead, person, word, worker};
use crate::workflow::memories::Memories;

#[test]
fn what_happened_is_told_newest_first() {
    let mut world = World::new();
    for content in ["one", "two", "three"] {
        learn(&mut world, &worker(), content);
        learn(&mut world, &Actor::new("w2", Role::Worker), content);
    }
    let elsewhere = create(&mut world, "Second");
    let services = Memories::of(&world);
    let ask = |op: ActivityList| services.ask(world.now, &person(), op).unwrap();
    let all = ask(ActivityList::default());
    let positions: Vec<Position> = all.items.iter().map(|item| item.position).collect();
    let expected: Vec<Position> = (1..=world.facts.len() as Position).rev().collect();
    assert_eq!((positions, all.next_cursor), (expected.clone(), None));
    assert!(all.items.iter().all(|item| !item.summary.is_empty()));
    let (mut paged, mut cursor) = (Vec::new(), None);
    loop {
        let page = ask(ActivityList {
            limit: Some(2),
            cursor,
            ..ActivityList::default()
        });
        paged.extend(page.items.iter().map(|item| item.position));
        cursor = page.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(paged, expected);
    let by = ask(ActivityList {
        agent: Some("w2".into()),
        limit: Some(2),
        ..ActivityList::default()
    });
    let said: Vec<&str> = by
        .items
        .iter()
        .filter_map(|item| item.body["content"].as_str())
        .collect();
    assert_eq!(said, ["three", "two"]);
    let before = ask(ActivityList {
        agent: Some("w2".into()),
        cursor: by.next_cursor,
        ..ActivityList::default()
    });
    assert_eq!((before.items.len(), before.next_cursor), (1, None));
    let since = |limit| {
        let page = ask(ActivityList {
            after: Some(2),
            before: Some(6),
            limit: Some(limit),
            ..ActivityList::default()
        });
        let positions: Vec<Position> = page.items.iter().map(|item| item.position).collect();
        (positions, page.next_cursor)
    };
    assert_eq!(since(50), (vec![5, 4, 3], None));
    assert_eq!(since(3), (vec![5, 4, 3], None));
    assert_eq!(since(2), (vec![5, 4], Some("4".into())));
    let there = ask(ActivityList {
        workflow: Some(elsewhere),
        ..ActivityList::default()
    });
    assert!(
        there
            .items
            .iter()
            .all(|item| item.stream == engine::workflow::stream(elsewhere))
    );
    assert!(!there.items.is_empty());
}

#[test]
fn of_what_was_deleted_only_that_is_told() {
    let mut world = World::new();
    learn(&mut world, &worker(), "a secret plan");
    let (reason, workflow) = (None, world.workflow());
    world.ok(
        &person(),
        WorkflowDelete {
            workflow,
            reason,
            dry_run: false,
        },
    );
    let services = Memories::of(&world);
    let page = services.ask(world.now, &person(), ActivityList::default());
    let of_it: Vec<String> = page
        .unwrap()
        .items
        .into_iter()
        .filter(|item| item.stream == engine::workflow::stream(workflow))
        .map(|item| item.kind)
        .collect();
    assert_eq!(of_it, ["workflow_deleted"]);
    let from_the_beginning = ChangesWait {
        cursor: Some("7:0".into()),
        limit: Some(200),
        ..ChangesWait::default()
    };
    let told = services
        .ask(world.now, &worker(), from_the_beginning)
        .unwrap();
    let of_it: Vec<String> = told
        .items
        .into_iter()
        .filter(|item| item.stream == engine::workflow::stream(workflow))
        .map(|item| item.kind)
        .collect();
    assert_eq!(of_it, ["workflow_deleted"]);
    let here = ActivityList {
        workflow: Some(workflow),
        ..ActivityList::default()
    };
    assert_eq!(
        word(&services.ask(world.now, &person(), here).unwrap_err()),
        "not_found"
    );
}

#[test]
fn who_waits_gets_everything_once() {
    let mut world = World::new();
    let begin = world.facts.len() as Position;
    learn(&mut world, &worker(), "one");
    learn(&mut world, &worker(), "two");
    let elsewhere = create(&mut world, "Second");
    let end = world.facts.len() as Position;
    let services = Memories::of(&world);
    let wait = |services: &Memories, cursor: Option<&str>, change: fn(&mut ChangesWait)| {
        let mut op = ChangesWait {
            cursor: cursor.map(Into::into),
            ..ChangesWait::default()
        };
        change(&mut op);
        services.ask(world.now, &worker(), op)
    };
    let from = format!("7:{begin}");
    let all = wait(&services, Some(&from), |_| {}).unwrap();
    assert_eq!(all.items.len() as Position, end - begin);
    assert_eq!(
        (all.next_cursor.as_str(), all.reset),
        (format!("7:{end}").as_str(), false)
    );
    let first = wait(&services, Some(&from), |op| op.limit = Some(1)).unwrap();
    assert_eq!(
        (first.items.len(), first.next_cursor),
        (1, format!("7:{}", begin + 1))
    );
    // A bare position is valid in this epoch of the log.
    let bare = wait(&services, Some(&begin.to_string()), |op| op.limit = Some(1)).unwrap();
    assert_eq!(bare.items, first.items);
    // Nothing at first: the fact is recorded during the wait.
    let still = Memories::of(&world).seen_to(begin);
    let now = wait(&still, None, |op| op.timeout_seconds = Some(0)).unwrap();
    assert_eq!((now.items.len(), now.next_cursor), (0, from.clone()));
    let came = wait(&still, None, |_| {}).unwrap();
    assert_eq!(came.items, all.items);
    // Omitted facts also advance the cursor.
    let there = services.ask(
        world.now,
        &worker(),
        ChangesWait {
            cursor: Some(from),
            workflow: Some(elsewhere),
            ..ChangesWait::default()
        },
    );
    let there = there.unwrap();
    assert_eq!(there.items[0].stream, engine::workflow::stream(elsewhere));
    assert_eq!(there.next_cursor, format!("7:{end}"));
    for (cursor, resets) in [("6:1", true), ("7:9999", true), ("7:1", false)] {
        assert_eq!(
            wait(&services, Some(cursor), |_| {}).unwrap().reset,
            resets,
            "{cursor}"
        );
    }
    let quiet = wait(&services, Some(&format!("7:{end}")), |_| {}).unwrap();
    assert_eq!((quiet.items.len(), quiet.reset), (0, false));
    assert_eq!(
        wait(&services, Some("soon"), |_| {})
            .unwrap_err()
            .extra
            .fields[0]
            .pointer,
        "/cursor"
    );
    let long = wait(&services, None, |op| op.timeout_seconds = Some(61));
    assert_eq!(
        long.unwrap_err().extra.fields[0].pointer,
        "/timeout_seconds"
    );
}

#[test]
fn that_something_was_delivered_wakes_nobody() {
    let mut world = World::new();
    let begin = world.facts.len() as Position;
    let nudge = NudgeSend {
        workflow: world.workflow(),
        target: Target::Agent(worker().id),
        message: "Mind the step".into(),
        priority: Priority::default(),
        ttl_seconds: None,
        task: None,
    };
    world.ok(&lead(), nudge);
    let told = world.facts.len() as Position;
    let receipt = world
        .state()
        .receipt(&worker(), &Receipt::Delivered(vec!["N1".into()]))
        .unwrap();
    let mut delivered = world.facts.last().unwrap().clone();
    delivered.version += 1;
    delivered.position += 1;
    delivered.kind = receipt.kind().into();
    delivered.body = receipt.body().unwrap();
    world.facts.push(delivered);
    let services = Memories::of(&world);
    assert!(is_receipt(&world.facts.last().unwrap().kind));
    let wait = |after: Position| ChangesWait {
        cursor: Some(format!("7:{after}")),
        timeout_seconds: Some(0),
        ..ChangesWait::default()
    };
    let kinds = |after| -> Vec<String> {
        let changes = services.ask(world.now, &worker(), wait(after)).unwrap();
        changes.items.into_iter().map(|item| item.kind).collect()
    };
    assert_eq!(kinds(begin), ["nudge_sent"]);
    assert_eq!(kinds(told), Vec::<String>::new());
}
