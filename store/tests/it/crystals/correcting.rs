//! Memories that supersede others.

use engine::crystal::NewCrystal;
use engine::crystal::filter::Filters;
use engine::crystal::ops::memory_create::Outcome;
use engine::crystal::ops::memory_edit::MemoryEdit;
use engine::crystal::ops::memory_get::MemoryGet;
use engine::crystal::ops::memory_search::MemorySearch;
use engine::crystal::trail::{Relation, Step};
use kernel::time::DAY;
use kernel::{Actor, Code, Role};

use crate::crystals::harness::{BEGIN, World, agent, edit, memory, person, query};

#[tokio::test]
async fn a_correction_ends_what_it_corrects() {
    let world = World::new().await;
    let ann = agent("ann");
    world
        .create(&ann, memory("old", "the office is in Bern"))
        .await
        .unwrap();
    let correct = |id: &str, text: &str, old: &str| NewCrystal {
        supersedes: vec![old.into()],
        ..memory(id, text)
    };
    world.pass(DAY);
    world
        .create(&ann, correct("new", "the office is in Basel", "old"))
        .await
        .unwrap();
    assert_eq!(world.ids(query("office")).await, ["new"]);
    let old = world.get("old").await.unwrap();
    assert_eq!(old.superseded_by.as_deref(), Some("new"));
    assert_eq!(old.valid_to, Some(BEGIN.plus(DAY)));
    let with = |superseded, valid_at| MemorySearch {
        filters: Filters {
            superseded,
            valid_at,
            ..Filters::default()
        },
        ..query("office")
    };
    assert_eq!(world.sorted(with(Some(true), None)).await, ["new", "old"]);
    assert_eq!(world.ids(with(Some(false), None)).await, ["new"]);
    assert_eq!(world.sorted(with(None, Some(BEGIN))).await, ["new", "old"]);
    assert_eq!(
        world.ids(with(None, Some(BEGIN.plus(2 * DAY)))).await,
        ["new"]
    );
    // A repetition changes nothing; a superseded statement can be made again.
    let again = world
        .create(&ann, correct("new", "the office is in Basel", "old"))
        .await;
    assert_eq!(again.unwrap(), Outcome::Same);
    let refused = world
        .create(&ann, correct("third", "the office is in Chur", "old"))
        .await
        .unwrap_err();
    assert_eq!(refused.extra.reason.as_deref(), Some("superseded"));
    let anew = NewCrystal {
        id: None,
        ..memory("", "the office is in Bern")
    };
    assert_eq!(world.create(&ann, anew).await.unwrap(), Outcome::New);

    let told = MemoryGet {
        id: "new".into(),
        core: None,
        trail: true,
    };
    let trail = world.ok(told).await.trail.unwrap();
    assert_eq!(trail.related[0].how, Relation::Supersedes);
    assert_eq!(trail.related[0].text, "the office is in Bern");
    let told = MemoryGet {
        id: "old".into(),
        core: None,
        trail: true,
    };
    let steps = world.ok(told).await.trail.unwrap().forms;
    let steps: Vec<Step> = steps.iter().map(|form| form.what).collect();
    assert_eq!(steps, [Step::Written, Step::Superseded]);

    // An agent that may not change it cannot supersede it.
    world
        .create(&person(), memory("hers", "the boss is Kim"))
        .await
        .unwrap();
    let refused = world
        .create(&ann, correct("mine", "the boss is Lou", "hers"))
        .await
        .unwrap_err();
    assert_eq!(refused.code, Code::Forbidden);
    let refused = MemoryEdit {
        supersedes: Some(vec!["hers".into()]),
        ..edit("new")
    };
    assert_eq!(
        world.call(ann.clone(), refused).await.unwrap_err().code,
        Code::Forbidden
    );
    assert_eq!(world.get("hers").await.unwrap().superseded_by, None);
    assert_eq!(world.get("mine").await.unwrap_err().code, Code::NotFound);
    let missing = world
        .create(&ann, correct("mine", "x", "nothing"))
        .await
        .unwrap_err();
    assert_eq!(missing.code, Code::NotFound);
    let edited = MemoryEdit {
        supersedes: Some(vec!["hers".into()]),
        ..edit("new")
    };
    world.ok(edited).await;
    assert_eq!(
        world.get("hers").await.unwrap().superseded_by.as_deref(),
        Some("new")
    );
    world.is_rebuilt_the_same().await;
}

#[tokio::test]
async fn no_memory_takes_its_own_place() {
    let world = World::new().await;
    let ann = agent("ann");
    let correct = |id: Option<&str>, text: &str, old: &str| NewCrystal {
        id: id.map(Into::into),
        supersedes: vec![old.into()],
        ..memory("", text)
    };
    world
        .create(&ann, memory("a", "the office is in Bern"))
        .await
        .unwrap();
    // An identical statement matches the existing one.
    let same = correct(None, "the office is in Bern", "a");
    assert_eq!(world.create(&ann, same).await.unwrap(), Outcome::Same);
    assert_eq!(world.get("a").await.unwrap().superseded_by, None);
    assert_eq!(world.ids(query("office")).await, ["a"]);

    let newer = correct(Some("b"), "the office is in Basel", "a");
    world.create(&ann, newer).await.unwrap();
    let back = MemoryEdit {
        supersedes: Some(vec!["b".into()]),
        ..edit("a")
    };
    let refused = world.call(ann.clone(), back).await.unwrap_err();
    assert_eq!(refused.extra.reason.as_deref(), Some("superseded"));
    assert_eq!(world.ids(query("office")).await, ["b"]);
    // A statement that supersedes the earlier correction is a memory of its own.
    let anew = correct(Some("a"), "the office is in Bern again", "b");
    world.create(&ann, anew).await.unwrap();
    assert_eq!(world.ids(query("office")).await, ["a"]);
}

#[tokio::test]
async fn of_two_corrections_one_wins() {
    let world = World::new().await;
    world
        .create(&agent("ann"), memory("old", "tea is at four"))
        .await
        .unwrap();
    let lead = Actor::new("lead", Role::Orchestrator);
    for round in 0..20 {
        let old = if round == 0 {
            "old".into()
        } else {
            format!("won{}", round - 1)
        };
        let (one, other) = (format!("one{round}"), format!("other{round}"));
        let correct = |id: &str| NewCrystal {
            supersedes: vec![old.clone()],
            ..memory(id, &format!("tea is at {id}"))
        };
        let (mara, first, second) = (person(), correct(&one), correct(&other));
        let (first, second) = tokio::join!(world.create(&lead, first), world.create(&mara, second));
        assert_ne!(first.is_ok(), second.is_ok(), "{first:?} {second:?}");
        let refused = first.err().or(second.err()).unwrap();
        assert_eq!(refused.extra.reason.as_deref(), Some("superseded"));
        assert_eq!(world.ids(query("tea")).await.len(), 1);
        let winner = world.get(&old).await.unwrap().superseded_by.unwrap();
        let next = NewCrystal {
            supersedes: vec![winner],
            ..memory(&format!("won{round}"), &format!("tea is at {round}"))
        };
        world.create(&person(), next).await.unwrap();
    }
}
