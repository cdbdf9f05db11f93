//! Lists: content, order, pages, and due streams.

use kernel::ports::index::{Attention, Entry, Index, ListOrder, ListQuery, Update};
use kernel::{Code, StreamId, Time};

use crate::common::{files_with, stream};
use crate::index::harness::{Made, entry, items, names, query, take_in, written};

#[tokio::test]
async fn shows_what_was_taken_in() {
    let Made {
        index,
        folder: _folder,
    } = Made::new().await;
    assert_eq!(index.position().await.unwrap(), 0);
    let mut first = entry("a", 5);
    first.due = Some(Time(70));
    first.attention = 2;
    take_in(&index, 3, vec![entry("a", 1), first.clone()]).await;
    assert_eq!(index.position().await.unwrap(), 3);
    assert_eq!(
        index.entry(&stream("a")).await.unwrap(),
        Some(first.clone())
    );
    assert_eq!(index.entry(&stream("b")).await.unwrap(), None);
    let second = entry("a", 9);
    take_in(&index, 4, vec![second.clone()]).await;
    assert_eq!(index.entry(&stream("a")).await.unwrap(), Some(second));
    assert!(index.due(Time(1_000), 10).await.unwrap().is_empty());
}

#[tokio::test]
async fn pages_by_key_newest_first() {
    let Made {
        index,
        folder: _folder,
    } = Made::new().await;
    // Several share a time: the stream's name decides, and no page skips or repeats one.
    let entries = (0..25).map(|n| entry(&format!("w{n:02}"), n / 4)).collect();
    take_in(&index, 1, entries).await;
    let (mut query, mut seen) = (query(), Vec::new());
    loop {
        let page = index.list(&query).await.unwrap();
        assert_eq!(page.total, 25);
        assert!(page.entries.len() <= 10);
        seen.extend(
            page.entries
                .iter()
                .map(|entry| entry.stream.id().to_owned()),
        );
        query.cursor = page.next_cursor;
        if query.cursor.is_none() {
            break;
        }
    }
    let expected: Vec<_> = (0..25).rev().map(|n| format!("w{n:02}")).collect();
    assert_eq!(seen, expected);
    query.cursor = Some("nonsense".into());
    let refused = index.list(&query).await.unwrap_err();
    assert_eq!(
        (refused.code, refused.extra.fields[0].pointer.as_str()),
        (Code::Invalid, "/cursor")
    );
}

#[tokio::test]
async fn pages_by_id_list_everything_once_whatever_changes() {
    let Made {
        index,
        folder: _folder,
    } = Made::new().await;
    let mut entries: Vec<_> = (0..25).map(|n| entry(&format!("w{n:02}"), n)).collect();
    // Their names begin like the kind or sort right after it.
    for kind in ["workfloe", "workflow;", "workflowx"] {
        let mut other = entry("x", 3);
        other.stream = StreamId::new(kind, "x");
        entries.push(other);
    }
    take_in(&index, 1, entries).await;
    let mut query = query();
    query.order = ListOrder::Id;
    let mut seen = Vec::new();
    for round in 2.. {
        let page = index.list(&query).await.unwrap();
        assert_eq!(page.total, 25);
        seen.extend(
            page.entries
                .iter()
                .map(|entry| entry.stream.id().to_owned()),
        );
        query.cursor = page.next_cursor;
        if query.cursor.is_none() {
            break;
        }
        // One that was listed changes, and one that was not.
        take_in(&index, round, vec![entry("w01", 90), entry("w20", 91)]).await;
    }
    let expected: Vec<_> = (0..25).map(|n| format!("w{n:02}")).collect();
    assert_eq!(seen, expected);
    for cursor in ["nonsense", "17.workflow:w01"] {
        query.cursor = Some(cursor.into());
        let listed = index.list(&query).await;
        let pointer = listed.map_err(|refused| refused.extra.fields[0].pointer.clone());
        assert_eq!(pointer.unwrap_err(), "/cursor", "{cursor}");
    }
    query.order = ListOrder::Changed;
    query.cursor = Some("workflow:w01".into());
    assert_eq!(index.list(&query).await.unwrap_err().code, Code::Invalid);
}

#[tokio::test]
async fn filters_lists() {
    let Made {
        index,
        folder: _folder,
    } = Made::new().await;
    let mut done = entry("done", 1);
    done.status = "completed".into();
    let mut asking = entry("asking", 2);
    asking.attention = 1;
    let mut other = entry("x", 3);
    other.stream = StreamId::new("session", "x");
    index
        .apply(&Update {
            position: 1,
            entries: vec![done, asking, other],
            items: vec![
                written(&stream("done"), "T1", "Paint the bridge", ""),
                written(&stream("asking"), "T1", "Cross it", "with a brush"),
            ]
            .into(),
            hidden: vec![],
        })
        .await
        .unwrap();
    let by = |change: fn(&mut ListQuery)| {
        let mut query = query();
        change(&mut query);
        query
    };
    for (query, expected) in [
        (by(|_| ()), vec!["asking", "done"]),
        (by(|q| q.status = Some("completed".into())), vec!["done"]),
        (by(|q| q.attention = Attention::Needed), vec!["asking"]),
        (by(|q| q.query = Some("bridge".into())), vec!["done"]),
        (by(|q| q.query = Some("brid".into())), vec!["done"]),
        (by(|q| q.query = Some("nothing".into())), vec![]),
        (by(|q| q.query = Some("  ".into())), vec!["asking", "done"]),
        (by(|q| q.query = Some("?!".into())), vec![]),
        (by(|q| q.kind = "session"), vec!["x"]),
    ] {
        assert_eq!(names(&index, &query).await, expected, "{query:?}");
        assert_eq!(
            index.list(&query).await.unwrap().total,
            expected.len() as u64,
            "{query:?}"
        );
    }
}

#[tokio::test]
async fn hides_and_shows_again() {
    let Made {
        index,
        folder: _folder,
    } = Made::new().await;
    let a = stream("a");
    let mut shown = entry("a", 1);
    shown.due = Some(Time(1));
    let texts = vec![written(&a, "T1", "Violin", "")];
    index
        .apply(&Update {
            position: 1,
            entries: vec![shown.clone()],
            items: texts.into(),
            hidden: vec![],
        })
        .await
        .unwrap();
    assert_eq!(
        index.due(Time(1), 9).await.unwrap(),
        std::slice::from_ref(&a)
    );
    index
        .apply(&Update {
            position: 2,
            hidden: vec![a.clone()],
            ..Update::default()
        })
        .await
        .unwrap();
    assert_eq!(index.entry(&a).await.unwrap(), None);
    assert!(names(&index, &query()).await.is_empty());
    assert!(items(&index, "violin").await.is_empty());
    assert!(index.due(Time(1), 9).await.unwrap().is_empty());
    take_in(&index, 3, vec![shown]).await;
    assert_eq!(items(&index, "violin").await, ["T1"]);
}

#[tokio::test]
async fn tells_what_is_due() {
    let Made {
        index,
        folder: _folder,
    } = Made::new().await;
    let entries = [
        ("a", Some(30)),
        ("b", Some(10)),
        ("c", None),
        ("d", Some(20)),
    ]
    .map(|(id, due)| Entry {
        due: due.map(Time),
        ..entry(id, 1)
    })
    .to_vec();
    take_in(&index, 1, entries).await;
    assert_eq!(
        index.due(Time(20), 9).await.unwrap(),
        [stream("b"), stream("d")]
    );
    assert_eq!(index.due(Time(99), 1).await.unwrap(), [stream("b")]);
    assert!(index.due(Time(9), 9).await.unwrap().is_empty());
}

#[tokio::test]
async fn clears() {
    let Made { index, folder } = Made::new().await;
    let a = stream("a");
    let texts = vec![written(&a, "T1", "harpsichord", "")];
    index
        .apply(&Update {
            position: 7,
            entries: vec![entry("a", 1)],
            items: texts.into(),
            hidden: vec![],
        })
        .await
        .unwrap();
    index.clear().await.unwrap();
    index.mark_complete();
    assert_eq!(index.position().await.unwrap(), 0);
    assert!(names(&index, &query()).await.is_empty());
    assert!(items(&index, "harpsichord").await.is_empty());
    assert_eq!(
        files_with(folder.path(), "harpsichord"),
        Vec::<String>::new()
    );
}
