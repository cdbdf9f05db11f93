//! State of a webhook: subscribed kinds by part of the log, waiting and abandoned messages, and due times.

use engine::jobs::{JobFailed, JobKind, JobTaken};
use engine::webhook::facts::{
    Event, WebhookAnswer, WebhookCreated, WebhookDeleted, WebhookDelivered, WebhookEdited,
    WebhookResent, WebhookTestAsked,
};
use engine::webhook::state::{DEAD, WAITING};
use engine::webhook::{Format, Letter, Webhook};
use kernel::Actor;
use kernel::access::may_read;
use kernel::actor::Role;
use kernel::fact::Meta;
use kernel::memory::Memory as _;
use kernel::time::{MINUTE, Time};

const NOW: Time = Time(1_000_000);

struct World(Webhook);

impl World {
    /// Returns a webhook created at position 10.
    fn new() -> Self {
        let mut world = Self(Webhook::default());
        world.does(WebhookCreated {
            name: "ops".into(),
            origin: "https://example.org".into(),
            kinds: vec!["old".into()],
            format: Format::Standard,
            from: 10,
        });
        world
    }

    fn does(&mut self, event: impl Into<Event>) {
        let meta = Meta {
            version: self.0.version + 1,
            at: NOW,
            actor: Actor::new("mara", Role::Owner),
        };
        self.0.apply(&meta, &event.into());
    }

    fn takes(&mut self) {
        self.does(JobTaken {
            job: JobKind::Webhook,
            by: "one".into(),
            until: NOW.plus(MINUTE),
            attempt: 1,
        });
    }

    fn fails(&mut self, letters: impl IntoIterator<Item = Letter>) {
        self.does(WebhookDelivered {
            through: self.0.through,
            failed: letters.into_iter().collect(),
            ..WebhookDelivered::default()
        });
    }
}

fn letter(id: &str, attempts: u32, retry_at: Option<Time>) -> Letter {
    Letter {
        id: id.into(),
        kind: "old".into(),
        at: NOW,
        attempts,
        tried_at: NOW,
        error: "500".into(),
        retry_at,
        is_early: false,
    }
}

fn ids(letters: &[Letter]) -> Vec<&str> {
    letters.iter().map(|letter| &*letter.id).collect()
}

#[test]
fn other_kinds_are_told_of_what_comes_after_they_were_named() {
    let mut world = World::new();
    let kinds = |name: &str, from| WebhookEdited {
        kinds: Some(vec![name.into()]),
        from: Some(from),
        ..WebhookEdited::default()
    };
    let told = |world: &World, after, head| {
        let (kinds, until) = world.0.tells(after, head);
        (kinds[0].to_string(), until)
    };
    assert_eq!(told(&world, 10, 30), ("old".into(), 30));
    world.does(kinds("new", 20));
    assert_eq!(told(&world, 10, 30), ("old".into(), 20));
    assert_eq!(told(&world, 10, 15), ("old".into(), 15));
    assert_eq!(told(&world, 20, 30), ("new".into(), 30));
    world.does(kinds("newer", 25));
    assert_eq!(told(&world, 10, 30), ("old".into(), 20));
    assert_eq!(told(&world, 20, 30), ("new".into(), 25));
    assert_eq!(told(&world, 25, 30), ("newer".into(), 30));
    world.does(WebhookDelivered {
        through: 20,
        ..WebhookDelivered::default()
    });
    assert_eq!(world.0.before.len(), 1);
    world.does(WebhookDelivered {
        through: 25,
        ..WebhookDelivered::default()
    });
    assert_eq!(world.0.before, []);
    assert_eq!(told(&world, 25, 30), ("newer".into(), 30));
}

#[test]
fn what_fails_waits_once_and_what_arrives_is_forgotten() {
    let mut world = World::new();
    let (soon, later) = (NOW.plus(MINUTE), NOW.plus(2 * MINUTE));
    world.fails([letter("11", 1, Some(later)), letter("12", 1, Some(soon))]);
    assert_eq!(world.0.due(), Some(soon));
    world.fails([letter("12", 2, Some(later))]);
    assert_eq!(ids(&world.0.waiting), ["11", "12"]);
    assert_eq!(world.0.waiting[1].attempts, 2);
    world.does(WebhookDelivered {
        settled: vec!["11".into()],
        failed: vec![letter("12", 10, None)],
        ..WebhookDelivered::default()
    });
    assert_eq!(ids(&world.0.waiting), Vec::<&str>::new());
    assert_eq!(ids(&world.0.dead), ["12"]);
    assert_eq!(world.0.due(), None);
    assert_eq!(world.0.through, 10, "it goes back never");
    world.does(WebhookResent {
        letters: vec!["12".into(), "13".into()],
    });
    assert_eq!(ids(&world.0.waiting), ["12"]);
    assert_eq!((world.0.waiting[0].attempts, world.0.due()), (0, Some(NOW)));
}

#[test]
fn what_waits_and_what_is_given_up_is_bounded() {
    let mut world = World::new();
    let retry = Some(NOW.plus(MINUTE));
    world.fails((0..WAITING).map(|n| letter(&n.to_string(), 1, retry)));
    assert!(world.0.is_full() && !world.0.listens(NOW));
    world.fails((0..DEAD + 7).map(|n| letter(&n.to_string(), 10, None)));
    assert!(world.0.listens(NOW));
    assert_eq!((world.0.dead.len(), world.0.dropped), (DEAD, 7));
    assert_eq!(&*world.0.dead[0].id, "7", "the oldest are not kept");
}

#[test]
fn those_that_wait_for_a_receiver_that_is_back_are_sent_at_most_once_before_their_time() {
    let mut world = World::new();
    let (earlier, retry) = (NOW.plus(-10 * MINUTE), NOW.plus(60 * MINUTE));
    let long_ago = |n: usize| Letter {
        tried_at: earlier,
        ..letter(&n.to_string(), 3, Some(retry))
    };
    world.fails((1..WAITING).map(long_ago));
    world.fails([letter("0", 3, Some(retry))]);
    world.does(WebhookDelivered {
        sent: 1,
        ..WebhookDelivered::default()
    });
    let early = |world: &World| {
        let waiting = world.0.waiting.iter();
        waiting.filter(|letter| letter.is_early).count()
    };
    assert_eq!(early(&world), WAITING - 1, "the last one has just failed");
    assert_eq!(world.0.due(), Some(NOW));
    world.fails((1..WAITING).map(|n| letter(&n.to_string(), 3, Some(retry))));
    world.does(WebhookDelivered {
        sent: 1,
        ..WebhookDelivered::default()
    });
    assert_eq!(early(&world), 0);
}

#[test]
fn a_delivery_that_was_given_up_begins_again_when_somebody_does_something() {
    let does: [fn() -> Event; 3] = [
        || WebhookTestAsked {}.into(),
        || WebhookEdited::default().into(),
        || {
            let letters = vec!["11".into()];
            WebhookResent { letters }.into()
        },
    ];
    for event in does {
        let mut world = World::new();
        world.fails([letter("11", 1, Some(NOW))]);
        world.takes();
        world.does(JobFailed {
            job: JobKind::Webhook,
            error: "it ended".into(),
            retry_at: None,
        });
        assert_eq!(world.0.due(), None);
        world.does(event());
        assert_eq!(world.0.due(), Some(NOW), "{:?}", event());
    }
}

#[test]
fn what_was_delivered_makes_up_for_attempts_that_were_broken_off() {
    let mut world = World::new();
    let attempt = |world: &World| world.0.jobs.get(JobKind::Webhook).unwrap().attempt;
    world.does(JobTaken {
        job: JobKind::Webhook,
        by: "one".into(),
        until: NOW.plus(MINUTE),
        attempt: 7,
    });
    world.does(WebhookDelivered::default());
    assert_eq!(attempt(&world), 7);
    world.does(WebhookDelivered {
        sent: 20,
        ..WebhookDelivered::default()
    });
    assert_eq!(attempt(&world), 1);
}

#[test]
fn a_receiver_that_wants_to_be_left_alone_is() {
    let later = NOW.plus(60 * MINUTE);
    let rests = || {
        let mut world = World::new();
        world.takes();
        world.does(WebhookDelivered {
            failed: vec![letter("11", 1, Some(NOW.plus(MINUTE)))],
            rests_until: Some(later),
            ..WebhookDelivered::default()
        });
        world
    };
    let world = rests();
    assert!(world.0.rests(NOW) && !world.0.listens(NOW));
    assert!(!world.0.rests(later) && world.0.listens(later));
    assert_eq!(
        world.0.due(),
        Some(later),
        "it looks for what came meanwhile"
    );
    let mut resent = rests();
    resent.does(WebhookResent {
        letters: vec!["11".into()],
    });
    assert_eq!(resent.0.due(), Some(NOW), "a person knows better");
    let mut moved = rests();
    moved.does(WebhookEdited {
        origin: Some("https://other.example.org".into()),
        ..WebhookEdited::default()
    });
    assert!(moved.0.listens(NOW), "another receiver wants no rest");
}

#[test]
fn a_paused_webhook_sends_a_test_and_nothing_else() {
    let mut world = World::new();
    world.fails([letter("11", 1, Some(NOW))]);
    let paused = |is: bool| WebhookEdited {
        paused: Some(is),
        ..WebhookEdited::default()
    };
    world.takes();
    world.does(paused(true));
    let lease = NOW.plus(MINUTE);
    assert_eq!(world.0.due(), Some(lease), "what was begun is ended");
    world.does(WebhookDelivered {
        done: true,
        ..WebhookDelivered::default()
    });
    assert_eq!((world.0.due(), world.0.may_send()), (None, false));
    world.does(WebhookTestAsked {});
    assert_eq!((world.0.due(), world.0.may_send()), (Some(NOW), true));
    world.does(WebhookDelivered {
        through: 10,
        test: Some(WebhookAnswer {
            at: NOW,
            status: Some(204),
            error: None,
        }),
        done: true,
        ..WebhookDelivered::default()
    });
    assert_eq!((world.0.due(), world.0.may_send()), (None, false));
    world.does(paused(false));
    assert_eq!((world.0.due(), world.0.may_send()), (Some(NOW), true));
    world.does(WebhookDelivered {
        paused: Some("410".into()),
        ..WebhookDelivered::default()
    });
    assert_eq!(world.0.paused.as_deref(), Some("410"));
}

#[test]
fn a_delivery_whose_worker_ended_is_due_when_its_lease_ends_and_a_deleted_webhook_at_once() {
    let mut world = World::new();
    assert_eq!(world.0.due(), None);
    world.takes();
    assert_eq!(world.0.due(), Some(NOW.plus(MINUTE)));
    world.does(WebhookDelivered {
        done: true,
        ..WebhookDelivered::default()
    });
    assert_eq!(world.0.due(), None);
    world.takes();
    world.does(WebhookDeleted {});
    assert_eq!(world.0.due(), Some(NOW));
    assert!(!world.0.exists() && !world.0.may_send());
    assert!(world.0.must_exist("x").is_err());
    assert!(Webhook::default().must_exist("x").is_err());
}

#[test]
fn only_people_and_who_may_read_everything_know_of_it() {
    let stream = engine::webhook::stream("a1");
    let readers = World::new().0.readers(&stream);
    for (role, may) in [
        (Role::Worker, false),
        (Role::Reviewer, false),
        (Role::Observer, false),
        (Role::Owner, true),
        (Role::Viewer, true),
    ] {
        let actor = Actor::new("mara", role);
        assert_eq!(may_read(&actor, &readers), may, "{}", role.name());
    }
}

#[test]
fn a_state_is_read_back_as_it_was_kept() {
    let mut world = World::new();
    world.fails([letter("11", 1, Some(NOW)), letter("12-review:T1", 10, None)]);
    let text = serde_json::to_string(&world.0).unwrap();
    let read: Webhook = serde_json::from_str(&text).unwrap();
    assert_eq!(read, world.0);
}
