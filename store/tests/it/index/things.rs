//! Items with tags and times, and helpers to query them.

use kernel::access::Readers;
use kernel::ports::index::{
    Change, Entry, Facets, Find, Finding, Index, Item, Items, Stamp, Text, Update, Wanted, Words,
};
use kernel::{StreamId, Time};
use store::SqliteIndex;
use tempfile::TempDir;

pub fn core(name: &str) -> StreamId {
    StreamId::new("core", name)
}

pub fn entry(stream: &StreamId, readers: Readers) -> Entry {
    Entry {
        stream: stream.clone(),
        status: "active".into(),
        updated_at: Time(1),
        attention: 0,
        readers,
        due: None,
        doc: "{}".into(),
    }
}

pub fn stamp(field: &'static str, at: i64, count: u32) -> Stamp {
    Stamp {
        field,
        at: Time(at),
        count,
    }
}

pub fn thing(item: &str, body: &str, tags: &[(&'static str, &str)], times: Vec<Stamp>) -> Change {
    Change::Put(Item {
        text: Text {
            item: item.into(),
            kind: "crystal",
            title: String::new(),
            body: body.into(),
        },
        facets: Some(Facets {
            doc: format!("{{\"id\":\"{item}\"}}"),
            tags: tags
                .iter()
                .map(|(field, value)| (*field, (*value).into()))
                .collect(),
            times,
            shelved: None,
        }),
    })
}

pub async fn take_in(index: &SqliteIndex, position: u64, stream: &StreamId, changes: Vec<Change>) {
    let mut items = Items::default();
    for change in changes {
        items.push(stream.clone(), change);
    }
    let update = Update {
        position,
        entries: vec![entry(stream, Readers::Everyone)],
        hidden: Vec::new(),
        items,
    };
    index.apply(&update).await.unwrap();
}

/// Returns an index with five items of one core.
pub async fn filled() -> (TempDir, SqliteIndex) {
    let folder = TempDir::new().unwrap();
    let index = SqliteIndex::open(&folder.path().join("index.sqlite"), 1)
        .await
        .unwrap();
    let things = vec![
        thing(
            "a",
            "Mara prefers window seats",
            &[
                ("user", "mara"),
                ("topic", "travel"),
                ("topic", "seats"),
                ("space", "one"),
            ],
            vec![stamp("made", 10, 0), stamp("seen", 50, 3)],
        ),
        thing(
            "b",
            "Mara is allergic to peanuts",
            &[("user", "mara"), ("topic", "food"), ("space", "one")],
            vec![stamp("made", 20, 0)],
        ),
        thing(
            "c",
            "Jo likes window shopping",
            &[("user", "jo"), ("topic", "travel"), ("space", "two")],
            vec![stamp("made", 30, 0), stamp("seen", 40, 1)],
        ),
        thing(
            "d",
            "The window was broken",
            &[("user", "mar"), ("space", "one")],
            vec![stamp("made", 40, 0), stamp("seen", 60, 1)],
        ),
        thing("e", "Nothing is known of this", &[], vec![]),
    ];
    take_in(&index, 1, &core("x"), things).await;
    (folder, index)
}

pub fn names(finding: &Finding) -> String {
    let mut names: Vec<&str> = finding
        .found
        .iter()
        .map(|found| found.item.as_str())
        .collect();
    names.sort_unstable();
    names.concat()
}

pub async fn asked(index: &SqliteIndex, find: Find) -> String {
    let limited = Find {
        limit: 1,
        ..find.clone()
    };
    let finding = index.find(&Find { limit: 50, ..find }).await.unwrap();
    assert_eq!(
        finding.total,
        finding.found.len() as u64,
        "the total is true"
    );
    let one = index.find(&limited).await.unwrap();
    assert_eq!(one.total, finding.total, "and does not depend on the page");
    assert_eq!(one.found.len(), finding.found.len().min(1));
    names(&finding)
}

pub fn words(text: &str) -> Words {
    Words {
        text: text.into(),
        wanted: Wanted::Share(0.0),
    }
}

pub fn texts(values: &[&str]) -> Vec<String> {
    values.iter().map(|value| (*value).into()).collect()
}
