//! Items that are touched, replaced and forgotten.

use kernel::Time;
use kernel::ports::index::TagTest::Is;
use kernel::ports::index::TimeTest::Gte;
use kernel::ports::index::{Change, Find, Index, Text};

use crate::common::files_with;
use crate::index::things::{asked, core, filled, stamp, take_in, thing, words};

#[tokio::test]
async fn things_change_and_go() {
    let (_folder, index) = filled().await;
    let x = core("x");
    let all = |find: Find| Find { limit: 50, ..find };
    // Other tags, the same words, and only the new times.
    let moved = thing(
        "a",
        "Mara prefers window seats",
        &[("user", "jo")],
        vec![stamp("made", 11, 0)],
    );
    take_in(&index, 2, &x, vec![moved]).await;
    let jo = Find {
        tags: vec![("user", Is("jo".into()))],
        ..Find::default()
    };
    assert_eq!(asked(&index, jo).await, "ac");
    let seats = Find {
        words: Some(words("seats")),
        ..Find::default()
    };
    let found = index.find(&all(seats.clone())).await.unwrap().found;
    assert_eq!(found[0].times, [("made".into(), Time(11), 0)]);
    // Touching adds missing times, ignores missing items, and never changes the words.
    let touch = |item: &str, at, count| Change::Touch {
        item: item.into(),
        stamps: vec![stamp("seen", at, count)],
    };
    let touches = vec![
        touch("a", 70, 1),
        touch("b", 80, 2),
        touch("z", 90, 3),
        touch("a", 75, 2),
    ];
    take_in(&index, 3, &x, touches).await;
    let seen = Find {
        times: vec![("seen", Gte(Time(70)))],
        ..Find::default()
    };
    assert_eq!(asked(&index, seen.clone()).await, "ab");
    let found = index.find(&all(seats.clone())).await.unwrap().found;
    assert_eq!(
        found[0].times,
        [("made".into(), Time(11), 0), ("seen".into(), Time(75), 2)]
    );
    // Forgotten for words, tags and times.
    take_in(
        &index,
        4,
        &x,
        vec![Change::Forget("a".into()), Change::Forget("z".into())],
    )
    .await;
    assert_eq!(asked(&index, seats.clone()).await, "");
    assert_eq!(asked(&index, seen).await, "b");
    assert_eq!(asked(&index, Find::default()).await, "bcde");
    // A rewritten item is new, also within the same commit.
    let again = thing("a", "Mara stands", &[], vec![]);
    take_in(
        &index,
        5,
        &x,
        vec![again, Change::Forget("b".into()), touch("b", 1, 1)],
    )
    .await;
    assert_eq!(asked(&index, Find::default()).await, "acde");
    assert_eq!(asked(&index, seats).await, "");
    // An item that becomes a plain text loses its tags.
    let plain = Text {
        item: "c".into(),
        kind: "note",
        title: String::new(),
        body: "Jo likes window shopping".into(),
    };
    take_in(&index, 6, &x, vec![plain.into(), touch("c", 5, 5)]).await;
    let jo = Find {
        tags: vec![("user", Is("jo".into()))],
        ..Find::default()
    };
    assert_eq!(asked(&index, jo).await, "");
    let found = index
        .find(&all(Find {
            words: Some(words("shopping")),
            ..Find::default()
        }))
        .await
        .unwrap()
        .found;
    assert!(found[0].times.is_empty() && found[0].doc.is_none());
}

#[tokio::test]
async fn a_forgotten_stream_leaves_no_tag_behind() {
    let (folder, index) = filled().await;
    let things = vec![thing(
        "s",
        "zylophone",
        &[("user", "zanzibar")],
        vec![stamp("made", 1, 0)],
    )];
    take_in(&index, 2, &core("gone"), things).await;
    index.forget(&core("gone")).await.unwrap();
    for word in ["zylophone", "zanzibar"] {
        assert_eq!(files_with(folder.path(), word), Vec::<String>::new());
    }
    assert_eq!(asked(&index, Find::default()).await, "abcde");
    index.clear().await.unwrap();
    assert_eq!(files_with(folder.path(), "peanuts"), Vec::<String>::new());
}
