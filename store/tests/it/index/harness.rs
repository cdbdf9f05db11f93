//! An index in its own folder, and helpers to fill and query it.

use std::path::PathBuf;

use kernel::access::Readers;
use kernel::ports::index::{Entry, Find, Finding, Index, ListQuery, Text, Update, Wanted, Words};
use kernel::{StreamId, Time};
use store::SqliteIndex;
use tempfile::TempDir;

use crate::common::stream;

pub struct Made {
    pub folder: TempDir,
    pub index: SqliteIndex,
}

impl Made {
    pub async fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let index = SqliteIndex::open(&file(&folder), 1).await.unwrap();
        Self { folder, index }
    }

    pub async fn reopen(self, epoch: u64) -> Self {
        let Self { folder, index } = self;
        drop(index);
        let index = SqliteIndex::open(&file(&folder), epoch).await.unwrap();
        Self { folder, index }
    }
}

pub fn file(folder: &TempDir) -> PathBuf {
    folder.path().join("index.sqlite")
}

pub fn entry(id: &str, updated_at: i64) -> Entry {
    Entry {
        stream: stream(id),
        status: "active".into(),
        updated_at: Time(updated_at),
        attention: 0,
        readers: Readers::Everyone,
        due: None,
        doc: format!("{{\"name\":\"{id}\"}}"),
    }
}

pub fn written(stream: &StreamId, item: &str, title: &str, body: &str) -> (StreamId, Text) {
    let text = Text {
        item: item.into(),
        kind: "task",
        title: title.into(),
        body: body.into(),
    };
    (stream.clone(), text)
}

pub fn query() -> ListQuery {
    ListQuery {
        kind: "workflow",
        limit: 10,
        ..ListQuery::default()
    }
}

pub async fn names(index: &SqliteIndex, query: &ListQuery) -> Vec<String> {
    let listed = index.list(query).await.unwrap();
    listed
        .entries
        .iter()
        .map(|entry| entry.stream.id().into())
        .collect()
}

/// Applies one commit's rows.
pub async fn take_in(index: &SqliteIndex, position: u64, entries: Vec<Entry>) {
    let update = Update {
        position,
        entries,
        ..Update::default()
    };
    index.apply(&update).await.unwrap();
}

pub fn asking(text: &str, kind: Option<&'static str>, limit: usize) -> Find {
    let words = Words {
        text: text.into(),
        wanted: Wanted::All,
    };
    Find {
        kind,
        words: Some(words),
        limit,
        ..Find::default()
    }
}

pub async fn search(
    index: &SqliteIndex,
    text: &str,
    kind: Option<&'static str>,
    limit: usize,
) -> Finding {
    index.find(&asking(text, kind, limit)).await.unwrap()
}

pub async fn items(index: &SqliteIndex, query: &str) -> Vec<String> {
    let finding = search(index, query, None, 10).await;
    assert_eq!(finding.total, finding.found.len() as u64, "{query}");
    let found = finding.found.into_iter();
    found.map(|found| found.item).collect()
}
