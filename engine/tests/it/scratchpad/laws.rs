//! Laws of merging, calls and rendering.

use engine::scratchpad::merge::{Nulls, clean, difference, merge};
use engine::scratchpad::ops::scratchpad_clear::ScratchpadClear;
use engine::scratchpad::ops::scratchpad_delete::ScratchpadDelete;
use engine::scratchpad::ops::scratchpad_put::ScratchpadPut;
use engine::scratchpad::ops::scratchpad_restore::ScratchpadRestore;
use engine::scratchpad::render::render;
use engine::scratchpad::{Scope, Scratchpads, stream};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use crate::scratchpad::harness::{World, define, fold, lead, other, patch, person, worker};

fn key() -> impl Strategy<Value = String> {
    prop_oneof![
        5 => "[a-d]",
        1 => Just("_previous".to_owned()),
        1 => Just("__proto__".to_owned()),
        1 => Just("constructor".to_owned()),
        1 => Just("prototype".to_owned()),
        1 => Just("</working_memory>".to_owned()),
    ]
}

fn object(of: impl Strategy<Value = Value>) -> impl Strategy<Value = Value> {
    btree_map(key(), of, 0..5).prop_map(|fields| Value::Object(fields.into_iter().collect()))
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        (0..9i64).prop_map(Value::from),
        "[a-z<>/_ \n]{0,12}".prop_map(Value::from),
        Just(json!("</working_memory>")),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            object(inner)
        ]
    })
}

fn patches() -> impl Strategy<Value = Value> {
    object(value())
}

/// Generates a state of a pad.
fn state() -> impl Strategy<Value = Value> {
    prop_oneof![
        1 => Just(json!("")),
        2 => "[a-z \n]{1,20}".prop_map(Value::from),
        6 => patches().prop_map(|patch| clean(&patch)),
    ]
}

fn nulls() -> impl Strategy<Value = Nulls> {
    prop_oneof![Just(Nulls::Keep), Just(Nulls::Delete)]
}

fn has_forbidden(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().any(has_forbidden),
        Value::Object(fields) => fields.iter().any(|(key, value)| {
            ["__proto__", "constructor", "prototype"].contains(&key.as_str())
                || has_forbidden(value)
        }),
        _ => false,
    }
}

/// Returns the patch without the keys of another.
fn without(patch: &Value, other: &Value) -> Value {
    let fields = patch.as_object().unwrap().iter();
    let fields: Map<String, Value> = fields
        .filter(|(key, _)| other.get(key.as_str()).is_none())
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    Value::Object(fields)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1024, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn merging_again_changes_nothing(state in state(), patch in patches(), nulls in nulls()) {
        let once = merge(&state, &patch, nulls);
        prop_assert_eq!(&merge(&once, &patch, nulls), &once);
    }

    #[test]
    fn disjoint_patches_may_be_merged_first(state in state(), one in patches(), two in patches()) {
        let two = without(&two, &one);
        let one_by_one = merge(&merge(&state, &one, Nulls::Keep), &two, Nulls::Keep);
        let together = merge(&state, &merge(&one, &two, Nulls::Keep), Nulls::Keep);
        prop_assert_eq!(one_by_one, together);
    }

    #[test]
    fn disjoint_patches_may_come_in_any_order(
        state in state(), one in patches(), two in patches(), nulls in nulls(),
    ) {
        let two = without(&two, &one);
        let forth = merge(&merge(&state, &one, nulls), &two, nulls);
        let back = merge(&merge(&state, &two, nulls), &one, nulls);
        prop_assert_eq!(forth, back);
    }

    #[test]
    fn nothing_forbidden_is_ever_in_a_state(state in state(), patch in patches(), nulls in nulls()) {
        prop_assert!(!has_forbidden(&merge(&state, &patch, nulls)));
        prop_assert!(!has_forbidden(&clean(&patch)));
    }

    #[test]
    fn a_difference_makes_the_one_of_the_other(before in patches(), now in patches()) {
        let (before, now) = (clean(&before), clean(&now));
        let (sets, removes) = difference(&before, &now);
        let mut made = before;
        for (patch, nulls) in [(sets, Nulls::Keep), (removes, Nulls::Delete)] {
            if let Some(patch) = patch {
                made = merge(&made, &patch, nulls);
            }
        }
        prop_assert_eq!(made, now);
    }

    #[test]
    fn a_block_is_never_larger_than_its_budget_and_ends_once(
        states in vec(prop_oneof![patches(), "[a-z<>/_ \n]{0,200}".prop_map(Value::from)], 1..4),
        budget in 0u32..120,
        bytes in 1usize..6,
    ) {
        let mut world = World::empty();
        for state in &states {
            // A text is not a patch of an object, so the call may be rejected.
            let _ = world.call(&worker(), patch(state.clone()));
        }
        let pads = world.pads(Scope::Thread, "s1");
        let count = |text: &str| u32::try_from(text.len().div_ceil(bytes)).unwrap();
        if let Some(pad) = pads.pad("main") {
            let block = render(pad, budget, &count);
            prop_assert!(block.tokens <= budget);
            prop_assert_eq!(block.tokens, count(&block.text));
            prop_assert!(block.text.matches("</working_memory>").count() <= 1);
            prop_assert!(block.text.matches("<working_memory>").count() <= 1);
            prop_assert!(block.text.is_empty() || block.text.ends_with("\n</working_memory>"));
            prop_assert_eq!(render(pad, budget, &count), block, "the same state is the same text");
        }
    }
}

/// Makes one call, selected by number.
fn call(world: &mut World, kind: u8, by: u8, value: Value) {
    let actor = [worker(), other(), lead(), person()][usize::from(by % 4)].clone();
    let owner = Some("s1".to_owned());
    let before = (world.bytes(), world.facts.len());
    let refused = match kind % 8 {
        0..=2 => world.call(&actor, patch(value)).is_err(),
        3 => {
            let mut update = patch(value);
            update.delete_nulls = true;
            world.call(&actor, update).is_err()
        }
        4 => {
            let op = ScratchpadPut {
                owner,
                value,
                ..ScratchpadPut::default()
            };
            world.call(&actor, op).is_err()
        }
        5 => {
            let mut define = define();
            if by.is_multiple_of(2) {
                define.schema = Some(json!({
                    "type": "object", "properties": { "a": { "type": "string" } },
                }));
            }
            define.read_only = by.is_multiple_of(7);
            world.call(&actor, define).is_err()
        }
        6 => {
            let op = ScratchpadClear {
                owner,
                ..ScratchpadClear::default()
            };
            world.call(&actor, op).is_err()
        }
        _ if by.is_multiple_of(2) => {
            let op = ScratchpadDelete {
                owner,
                ..ScratchpadDelete::default()
            };
            world.call(&actor, op).is_err()
        }
        _ => {
            let op = ScratchpadRestore {
                owner,
                ..ScratchpadRestore::default()
            };
            world.call(&actor, op).is_err()
        }
    };
    if refused {
        assert_eq!(
            (world.bytes(), world.facts.len()),
            before,
            "a refusal leaves the very same bytes"
        );
    }
}

fn check(state: &Scratchpads) {
    for pad in state.pads.values() {
        assert!(!has_forbidden(&pad.value), "{}", pad.value);
        assert!(
            pad.value.is_string() || pad.value.is_object(),
            "{}",
            pad.value
        );
        let keys: Vec<&String> = pad
            .value
            .as_object()
            .map_or_else(Vec::new, |f| f.keys().collect());
        assert_eq!(pad.keys.len(), keys.len());
        assert!(keys.iter().all(|key| pad.keys.contains_key(*key)));
        if pad.definition.schema.is_some() {
            assert!(pad.value.is_object());
            assert!(
                pad.value.get("a").is_none_or(Value::is_string),
                "{}",
                pad.value
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_state_is_the_fold_of_its_facts(
        calls in vec((any::<u8>(), any::<u8>(), prop_oneof![value(), patches()]), 1..30),
        cut in any::<prop::sample::Index>(),
        order in vec(any::<prop::sample::Index>(), 1..40),
    ) {
        let mut world = World::empty();
        for (kind, by, value) in calls {
            call(&mut world, kind, by, value);
            check(&world.pads(Scope::Thread, "s1"));
        }
        let facts = world.facts_of(&stream(Scope::Thread, "s1"));
        let state = world.pads(Scope::Thread, "s1");
        prop_assert_eq!(&fold(&facts), &*state, "state is the fold of its facts");
        if facts.is_empty() {
            return Ok(());
        }
        let (before, after) = facts.split_at(cut.index(facts.len()));
        let snapshot = serde_json::to_string(&fold(before)).unwrap();
        let mut resumed: Scratchpads = serde_json::from_str(&snapshot).unwrap();
        for fact in after {
            kernel::memory::Memory::apply_fact(&mut resumed, fact);
        }
        prop_assert_eq!(&resumed, &*state, "state is the fold from a snapshot");
        // Missing, repeated and reordered facts break nothing.
        let told: Vec<_> = order.iter().map(|at| facts[at.index(facts.len())].clone()).collect();
        let odd = fold(&told);
        prop_assert!(odd.pads.values().all(|pad| !has_forbidden(&pad.value)));
    }
}
