//! Laws of cores for any sequence of operations: a state is the fold of its facts, also from a snapshot; incremental
//! index changes equal a rebuild; and rules of ranking.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod decay;

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::crystal::facts::{CrystalsRecalled, Event};
use engine::crystal::rank::{Boost, Moments, Weights, decay_in_days};
use engine::crystal::{self, Added, Core, Crystal, MemoryType, NewCrystal};
use engine::workspace::settings::Overrides;
use kernel::actor::{Actor, Door, Role};
use kernel::configured::Configured;
use kernel::event::Event as _;
use kernel::fact::Meta;
use kernel::memory::Memory;
use kernel::ports::index::{Change, Item, Items};
use kernel::stream::StreamId;
use kernel::time::{DAY, HOUR};
use kernel::tx::{Cx, Loaded, Recorded, States, Tx};
use kernel::{Id, Time};
use proptest::prelude::*;

/// The state of the only core.
struct One(Loaded);

impl States for One {
    fn find(&self, _: &StreamId) -> Option<Loaded> {
        Some(self.0.clone())
    }
}

/// A core, its facts, and its index changes.
struct World {
    stream: StreamId,
    state: Arc<Core>,
    facts: Vec<(Meta, Event)>,
    index: Items,
}

#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "a test makes few of them")]
enum Step {
    Add(NewCrystal),
    Forget(Vec<String>),
    Recall(Vec<String>),
    ForgetAll,
}

const BEGIN: Time = Time(1_800_000_000_000);

impl World {
    fn new() -> Self {
        Self {
            stream: crystal::stream("n"),
            state: Arc::default(),
            facts: Vec::new(),
            index: Items::default(),
        }
    }

    fn take(&mut self, step: &Step) -> Option<Added> {
        let version = self.facts.len() as u64;
        let now = BEGIN.plus(i64::try_from(version).unwrap() * HOUR);
        let cx = Cx {
            now,
            id: Id::from_parts(now, version.into()),
            actor: Actor::new("ann", Role::Worker),
            door: Door::Http,
            request: "test".into(),
            if_version: None,
            if_match: Vec::new(),
            lead_epoch: None,
            schemas: Arc::new(()),
            defaults: Configured::new(Overrides::default()),
            tokens: 0,
        };
        let states = One(Loaded {
            state: self.state.clone(),
            version,
        });
        let mut tx = Tx::new(cx, &states);
        let draft = tx.draft::<Core>(&self.stream).unwrap();
        let mut added = None;
        match step {
            Step::Add(new) => added = Some(crystal::add(draft, new.clone()).unwrap()),
            Step::Forget(ids) => drop(crystal::forget(draft, ids, 7)),
            Step::ForgetAll => crystal::forget_all(draft, 0),
            Step::Recall(ids) => draft.record(CrystalsRecalled {
                agent: "ann".into(),
                ids: ids.clone(),
                workflow: None,
                task: None,
            }),
        }
        let staged = tx.stage().unwrap().pop().unwrap();
        self.state = staged.state.downcast().unwrap();
        for (version, recorded) in (version + 1..).zip(staged.facts) {
            let Recorded {
                kind,
                schema,
                body,
                items,
                ..
            } = recorded;
            let meta = Meta {
                version,
                at: now,
                actor: Actor::new("ann", Role::Worker),
            };
            self.facts.push((meta, Event::read(kind, schema, &body)));
            for change in items {
                self.index.push(self.stream.clone(), change);
            }
        }
        added
    }
}

/// Returns the content of an index after changes.
fn held(items: &Items) -> BTreeMap<String, Item> {
    let put = items.iter().filter_map(|(_, change)| match change {
        Change::Put(item) => Some((item.text.item.clone(), item.clone())),
        Change::Touch { .. } | Change::Forget(_) => None,
    });
    put.collect()
}

fn id() -> impl Strategy<Value = String> {
    "[a-d]"
}

fn new() -> impl Strategy<Value = NewCrystal> {
    (
        proptest::option::weighted(0.8, id()),
        "(tea|coffee|TEA |milk)",
        proptest::option::of("[st]"),
        any::<bool>(),
        0..10_u32,
    )
        .prop_map(|(id, text, session_id, is_message, count)| NewCrystal {
            id,
            text,
            session_id,
            memory_type: if is_message {
                MemoryType::Message
            } else {
                MemoryType::Semantic
            },
            access_count: Some(count),
            ..NewCrystal::default()
        })
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        6 => new().prop_map(Step::Add),
        3 => prop::collection::vec(id(), 0..3).prop_map(Step::Forget),
        2 => prop::collection::vec(id(), 0..3).prop_map(Step::Recall),
        1 => Just(Step::ForgetAll),
    ];
    prop::collection::vec(step, 1..40)
}

fn fold(mut state: Core, facts: &[(Meta, Event)]) -> Core {
    for (meta, event) in facts {
        state.apply(meta, event);
    }
    state
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_steps_keep_the_laws(steps in steps(), cut in any::<prop::sample::Index>()) {
        let mut world = World::new();
        for step in &steps {
            if let Some(added) = world.take(step) {
                prop_assert!(world.state.crystals.contains_key(added.id()), "what was added is there");
            }
        }
        let state = &*world.state;
        prop_assert_eq!(&fold(Core::default(), &world.facts), state, "state is the fold of its facts");

        // Also from a snapshot taken anywhere: derived data is rebuilt from the body.
        let (before, after) = world.facts.split_at(cut.index(world.facts.len() + 1));
        let json = serde_json::to_string(&fold(Core::default(), before)).unwrap();
        let resumed = fold(serde_json::from_str(&json).unwrap(), after);
        prop_assert_eq!(&resumed, state, "state is the fold from a snapshot");

        // The index holds the existing crystals, as a rebuild would.
        let mut rebuilt = Items::default();
        let mut folded = Core::default();
        for (meta, event) in &world.facts {
            folded.apply(meta, event);
            for change in folded.items(&world.stream, meta, event) {
                rebuilt.push(world.stream.clone(), change);
            }
        }
        prop_assert_eq!(held(&rebuilt), held(&world.index));
        let known: Vec<String> = state.crystals.keys().map(ToString::to_string).collect();
        prop_assert_eq!(held(&rebuilt).into_keys().collect::<Vec<_>>(), known);
        for (id, item) in held(&rebuilt) {
            let kept = &state.crystals[id.as_str()];
            let times = item.facets.unwrap().times;
            let recall = times.iter().find(|stamp| stamp.field == "last_accessed").unwrap();
            prop_assert_eq!((recall.at, recall.count), (kept.accessed, kept.recalls));
        }

        // A crystal exists or is forgotten, never both; and every existing one is recognised as a duplicate.
        for id in state.forgotten.keys() {
            prop_assert!(!state.crystals.contains_key(id));
        }
        for kept in state.crystals.values() {
            prop_assert!(state.same(kept.key).next().is_some());
        }
    }

    #[test]
    fn no_order_of_facts_breaks_the_fold(
        steps in steps(),
        order in prop::collection::vec(any::<prop::sample::Index>(), 1..60),
    ) {
        let mut world = World::new();
        for step in &steps {
            world.take(step);
        }
        prop_assume!(!world.facts.is_empty());
        let told: Vec<_> = order.iter().map(|at| world.facts[at.index(world.facts.len())].clone()).collect();
        let state = fold(Core::default(), &told);
        let json = serde_json::to_string(&state).unwrap();
        let read: Core = serde_json::from_str(&json).unwrap();
        prop_assert_eq!(read, state);
    }
}

/// Returns a crystal created `made` days ago and last recalled `recalled` days ago.
fn aged(made: i64, recalled: i64) -> Crystal {
    let mut world = World::new();
    world.take(&Step::Add(NewCrystal {
        text: "tea".into(),
        created_at: Some(Time(BEGIN.0 - made * DAY)),
        last_accessed: Some(Time(BEGIN.0 - recalled * DAY)),
        ..NewCrystal::default()
    }));
    match &world.facts[0].1 {
        Event::CrystalAdded(body) => body.record.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_is_halved_is_halved() {
    for (days, half_life, left) in [
        (0, 7.0, 1.0),
        (7, 7.0, 0.5),
        (14, 7.0, 0.25),
        (-5, 7.0, 1.0),
    ] {
        let faded = decay_in_days(days * DAY, half_life);
        assert!((faded - left).abs() < 1e-12, "{days} {half_life}: {faded}");
    }
}

#[test]
fn recency_is_weighed_as_asked() {
    let weigh = |semantic_weight, recency_weight, freshness_weight, novelty_weight| {
        Boost::Weighted(Weights {
            semantic_weight: Some(semantic_weight),
            recency_weight: Some(recency_weight),
            freshness_weight: Some(freshness_weight),
            novelty_weight: Some(novelty_weight),
            ..Weights::default()
        })
    };
    let table = [
        (Boost::None, aged(0, 0), 0.5),
        (Boost::Usual, aged(0, 0), 0.5 * 1.5),
        (Boost::Usual, aged(2, 2), 0.5 * 1.25),
        (Boost::Usual, aged(400, 2), 0.5 * 1.25),
        (
            Boost::Weighted(Weights::default()),
            aged(30, 7),
            0.8 * 0.5 + 0.2 * 0.5,
        ),
        (weigh(1.0, 0.0, 1.0, 1.0), aged(30, 7), 0.5),
        (weigh(0.0, 1.0, 1.0, 0.0), aged(300, 14), 0.25),
        (weigh(0.0, 5.0, 0.0, 1.0), aged(60, 0), 0.25),
        (weigh(0.0, 0.0, 0.0, 0.0), aged(60, 0), 0.0),
        (weigh(-1.0, 0.0, 1.0, 1.0), aged(0, 0), 0.5),
    ];
    for (boost, crystal, expected) in table {
        let moments = Moments {
            created: crystal.created_at,
            accessed: crystal.last_accessed,
        };
        let score = boost.score(0.5, moments, BEGIN);
        assert!(
            (score - expected).abs() < 1e-9,
            "{boost:?}: {score} instead of {expected}"
        );
    }
}
