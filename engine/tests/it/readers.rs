//! Readers of memories, and the effective setting.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use engine::workspace::settings::{Origin, Origins, Overrides, Settings};
use kernel::access::{Readers, may_read};
use kernel::{Actor, Role};
use serde_json::{Value, json};

#[test]
fn agents_read_what_they_are_readers_of_and_people_read_everything() {
    let ann = Readers::Agents(["ann".to_owned()].into());
    let nobody = Readers::Agents(std::iter::empty().collect());
    let table = [
        (Role::Worker, "ann", true, false),
        (Role::Worker, "bob", false, false),
        (Role::Reviewer, "ann", true, false),
        (Role::Librarian, "bob", false, false),
        (Role::Observer, "ann", true, false),
        (Role::Observer, "bob", false, false),
        (Role::Orchestrator, "bob", true, true),
        (Role::Member, "bob", true, true),
        (Role::Viewer, "bob", true, true),
        (Role::Owner, "bob", true, true),
        (Role::System, "loci", true, true),
    ];
    for (role, name, anns, nobodys) in table {
        let actor = Actor::new(name, role);
        assert_eq!(may_read(&actor, &ann), anns, "{name}, {role:?}");
        assert_eq!(may_read(&actor, &nobody), nobodys, "{name}, {role:?}");
        assert!(may_read(&actor, &Readers::Everyone), "{name}, {role:?}");
    }
}

fn made(settings: Value) -> Overrides {
    serde_json::from_value(settings).unwrap()
}

#[test]
fn what_people_set_goes_before_the_configuration_and_that_before_what_is_built_in() {
    let configured = made(json!({ "summarization_threshold": 0.5, "entity_limit": 3 }));
    let own = made(json!({ "entity_limit": 7 }));
    let settings = Settings::in_force(&configured, &own);
    assert!((settings.summarization_threshold - 0.5).abs() < f64::EPSILON);
    assert_eq!(settings.entity_limit, 7);
    assert_eq!(settings.restore_days, Settings::default().restore_days);
    let origins = Origins::of(&configured, &own);
    assert_eq!(origins.summarization_threshold, Origin::Configuration);
    assert_eq!(origins.entity_limit, Origin::Workspace);
    assert_eq!(origins.restore_days, Origin::BuiltIn);
}

#[test]
fn a_setting_is_given_back_by_its_name() {
    let mut own = made(json!({ "entity_limit": 7, "restore_days": 1 }));
    own.reset(&["entity_limit".into()]).unwrap();
    assert_eq!(own, made(json!({ "restore_days": 1 })));
    let error = own
        .reset(&["entity_limit".into(), "colour".into()])
        .unwrap_err();
    assert_eq!(error.extra.fields[0].pointer, "/reset/1");
}

#[test]
fn settings_that_cannot_be_are_refused_by_name() {
    let table = [
        (
            json!({ "summarization_threshold": 0.05 }),
            "/summarization_threshold",
        ),
        (
            json!({ "summarization_threshold": 1.0 }),
            "/summarization_threshold",
        ),
        (json!({ "summarization_keep": 0.0 }), "/summarization_keep"),
        (
            json!({ "summarization_prompt": "Fold {messages_joined}" }),
            "/summarization_prompt",
        ),
        (json!({ "entity_limit": 0 }), "/entity_limit"),
        (json!({ "restore_days": 366 }), "/restore_days"),
    ];
    for (settings, pointer) in table {
        let error = made(settings).check().unwrap_err();
        assert_eq!(error.extra.fields.len(), 1);
        assert_eq!(error.extra.fields[0].pointer, pointer);
    }
    let fine = json!({
        "summarization_prompt": "{prev_summary} and {messages_joined}",
        "summarization_threshold": 0.95,
        "restore_days": 0,
    });
    made(fine).check().unwrap();
}
