//! Summary views: valid definitions, the memories of a group, and due times.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use engine::summary_view::facts::{
    Event, PartitionWritten, ViewCreated, ViewDeleted, ViewRestored, ViewRunAsked, ViewRunEnded,
    ViewRunStarted,
};
use engine::summary_view::state::{REFRESH, key};
use engine::summary_view::{Definition, Group, RunStatus, SummaryView, stream};
use kernel::access::{Readers, may_read};
use kernel::event::Event as _;
use kernel::fact::Meta;
use kernel::memory::Memory as _;
use kernel::time::{DAY, Time};
use kernel::{Actor, Code, Role};
use serde_json::{Value, json};

fn definition(value: Value) -> Definition {
    serde_json::from_value(value).unwrap()
}

fn group(pairs: &[(&str, &str)]) -> Group {
    let pairs = pairs.iter();
    pairs
        .map(|(field, value)| ((*field).into(), (*value).into()))
        .collect()
}

#[test]
fn a_view_is_of_what_there_is() {
    for (value, what) in [
        (json!({ "group_by": [] }), "group_by"),
        (json!({ "group_by": ["colour"] }), "colour"),
        (json!({ "group_by": ["user_id", "user_id"] }), "twice"),
        (
            json!({ "group_by": ["user_id"], "source": "working_memory" }),
            "long_term",
        ),
        (
            json!({ "group_by": ["user_id"], "filters": { "colour": "red" } }),
            "colour",
        ),
        (
            json!({ "group_by": ["user_id"], "filters": { "user_id": { "like": "a" } } }),
            "filters",
        ),
        (
            json!({ "group_by": ["user_id"], "time_window_days": 0 }),
            "time_window_days",
        ),
        (
            json!({ "group_by": ["user_id"], "prompt": "x".repeat(20_000) }),
            "prompt",
        ),
    ] {
        let error = definition(value.clone()).check().unwrap_err();
        assert_eq!(error.code, Code::Invalid, "{value}");
        assert!(error.detail.contains(what), "{value}: {}", error.detail);
    }
    for value in [
        json!({ "group_by": ["user_id", "namespace", "session_id", "memory_type"] }),
        json!({ "group_by": ["user_id"], "filters": { "namespace": "n", "user_id": { "any": ["a"] } } }),
    ] {
        assert!(definition(value.clone()).check().is_ok(), "{value}");
    }
}

#[test]
fn a_group_has_what_the_view_and_the_group_ask_for() {
    let view = definition(json!({
        "group_by": ["user_id"], "time_window_days": 2,
        "filters": { "namespace": "n", "user_id": "ada" },
    }));
    let now = Time(10 * DAY);
    let filters = view.filters_of(&group(&[("user_id", "ada")]), now).unwrap();
    let filters = serde_json::to_value(filters).unwrap();
    assert_eq!(
        filters,
        json!({
            "namespace": { "eq": "n" }, "user_id": { "eq": "ada", "all": ["ada"] },
            "created_at": { "gte": Time(8 * DAY) },
        })
    );
    // The view's own filter applies too: no memory is both Ada's and Bob's.
    let nobody = view.filters_of(&group(&[("user_id", "bob")]), now).unwrap();
    assert_eq!(
        serde_json::to_value(nobody.user_id).unwrap(),
        json!({ "eq": "ada", "all": ["bob"] })
    );
    for wrong in [
        group(&[]),
        group(&[("namespace", "n")]),
        group(&[("user_id", "ada"), ("namespace", "n")]),
    ] {
        let error = view.filters_of(&wrong, now).unwrap_err();
        assert!(error.detail.contains("user_id"), "{}", error.detail);
    }
}

struct Told(SummaryView, Time);

impl Told {
    fn new(value: Value) -> Self {
        let mut told = Self(SummaryView::default(), Time(DAY));
        let definition = definition(value);
        let id = "v".into();
        told.tell(ViewCreated { id, definition });
        told
    }

    fn tell(&mut self, event: impl Into<Event>) {
        self.1 = self.1.plus(1);
        let meta = Meta {
            version: self.0.version + 1,
            at: self.1,
            actor: Actor::new("ada", Role::Worker),
        };
        let event = event.into();
        self.0.apply(&meta, &event);
        let stored = Event::read(event.kind(), event.schema(), &event.body().unwrap());
        assert_eq!(stored.kind(), event.kind());
    }
}

#[test]
fn a_view_is_due_when_it_was_asked_or_its_hour_has_come() {
    let mut told = Told::new(json!({ "group_by": ["user_id"] }));
    assert_eq!(told.0.due(), None);
    told.tell(ViewRunAsked {
        run: 1,
        force: false,
    });
    assert_eq!(told.0.due(), Some(told.1));
    told.tell(ViewRunAsked {
        run: 2,
        force: true,
    });
    told.tell(ViewRunStarted { run: 2 });
    // An interrupted run precedes a waiting one.
    assert_eq!(told.0.waiting().unwrap().run, 2);
    // A run that waits is found while another one is in progress.
    assert_eq!(told.0.pending(false).unwrap().run, 1);
    assert_eq!(told.0.pending(true), None);
    let (gone, error) = (Vec::new(), Some("it rains".into()));
    told.tell(ViewRunEnded {
        run: 2,
        gone,
        error,
    });
    assert_eq!(told.0.runs[&2].status, RunStatus::Failed);
    assert_eq!(told.0.waiting().unwrap().run, 1);
    told.tell(ViewRunStarted { run: 1 });
    let (gone, error) = (Vec::new(), None);
    told.tell(ViewRunEnded {
        run: 1,
        gone,
        error,
    });
    assert_eq!(told.0.runs[&1].status, RunStatus::Success);
    assert_eq!(told.0.due(), None);

    let mut told = Told::new(json!({ "group_by": ["user_id"], "continuous": true }));
    assert_eq!(told.0.due(), Some(told.1), "at once, and then every hour");
    told.tell(ViewRunAsked {
        run: 1,
        force: false,
    });
    told.tell(ViewRunStarted { run: 1 });
    let (gone, error) = (Vec::new(), None);
    told.tell(ViewRunEnded {
        run: 1,
        gone,
        error,
    });
    assert_eq!(told.0.due(), Some(told.1.plus(REFRESH)));
    let purge_at = told.1.plus(DAY);
    told.tell(ViewDeleted { purge_at });
    assert_eq!(told.0.due(), Some(purge_at));
    assert_eq!(told.0.definition("v").unwrap_err().code, Code::NotFound);
    told.tell(ViewRestored {});
    assert_eq!(
        told.0.due(),
        Some(told.0.refreshed_at.unwrap().plus(REFRESH))
    );
    assert!(told.0.definition("v").is_ok());
}

#[test]
fn partitions_are_kept_by_group_and_go_with_their_memories() {
    let mut told = Told::new(json!({ "group_by": ["user_id"] }));
    for (user, count) in [("ada", 1), ("bob", 2), ("ada", 3)] {
        told.tell(PartitionWritten {
            group: group(&[("user_id", user)]),
            summary: "s".into(),
            memory_count: count,
            digest: "d".into(),
            writer: None,
            note: None,
        });
    }
    let (ada, bob) = (group(&[("user_id", "ada")]), group(&[("user_id", "bob")]));
    assert_eq!(told.0.partitions[&key(&ada)].memory_count, 3);
    assert_eq!(told.0.partitions.len(), 2);
    let stored = serde_json::to_string(&told.0).unwrap();
    assert_eq!(
        serde_json::from_str::<SummaryView>(&stored).unwrap(),
        told.0
    );
    let (gone, error) = (vec![bob], None);
    told.tell(ViewRunEnded {
        run: 1,
        gone,
        error,
    });
    assert_eq!(told.0.partitions.len(), 1);
    let before = told.0.partitions.clone();
    let purge_at = told.1.plus(DAY);
    told.tell(ViewDeleted { purge_at });
    told.tell(ViewRestored {});
    assert_eq!(told.0.partitions, before, "they come back with the view");
}

#[test]
fn its_maker_and_those_who_read_everything_read_it() {
    let told = Told::new(json!({ "group_by": ["user_id"] }));
    let readers = told.0.readers(&stream("v"));
    assert_eq!(readers, Readers::Agents(["ada".to_owned()].into()));
    for (name, role, reads) in [
        ("ada", Role::Worker, true),
        ("bob", Role::Worker, false),
        ("lead", Role::Orchestrator, true),
        ("mara", Role::Viewer, true),
    ] {
        assert_eq!(may_read(&Actor::new(name, role), &readers), reads, "{name}");
    }
    let entry = told.0.entry(&stream("v")).unwrap();
    assert_eq!((entry.status.as_str(), entry.readers), ("active", readers));
}
