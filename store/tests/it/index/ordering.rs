//! The first of two concurrent changes is written first, however long its preparation takes.

use std::sync::Arc;

use kernel::Result;
use kernel::access::Readers;
use kernel::future::Fut;
use kernel::ports::embedder::Embedder;
use kernel::ports::index::{By, Index, Items, Recall, Update};
use store::SqliteIndex;
use tempfile::TempDir;
use tokio::sync::Notify;

use crate::index::recalling::thing;
use crate::index::things::{core, entry};

/// An embedder that blocks on texts beginning with "Slowly" until it is notified.
#[derive(Default)]
struct Gate(Notify);

impl Embedder for Gate {
    fn name(&self) -> &'static str {
        "gate"
    }
    fn is_immediate(&self) -> bool {
        true
    }
    fn embed<'a>(&'a self, texts: &'a [&'a str]) -> Fut<'a, Result<Vec<Vec<f32>>>> {
        Box::pin(async move {
            if texts.iter().any(|text| text.starts_with("Slowly")) {
                self.0.notified().await;
            }
            Ok(vec![vec![1.0]; texts.len()])
        })
    }
}

fn update(position: u64, body: &str) -> Update {
    let stream = core("x");
    let mut items = Items::default();
    items.push(stream.clone(), thing("x", "a", body));
    Update {
        position,
        entries: vec![entry(&stream, Readers::Everyone)],
        items,
        ..Update::default()
    }
}

#[tokio::test]
async fn what_came_first_is_written_first() {
    let folder = TempDir::new().unwrap();
    let gate = Arc::new(Gate::default());
    let path = folder.path().join("index.sqlite");
    let index = SqliteIndex::open_with(&path, 1, Some(gate.clone()));
    let index = index.await.unwrap();
    let (first, second) = (update(1, "Slowly drawn map"), update(2, "Corrected chart"));
    let go_on = async {
        // The second one has had every chance to overtake by then.
        for _ in 0..10_000 {
            tokio::task::yield_now().await;
        }
        gate.0.notify_one();
    };
    let (first, second, ()) = tokio::join!(index.apply(&first), index.apply(&second), go_on);
    first.unwrap();
    second.unwrap();
    let found = async |text: &str| {
        let question = Recall {
            text: text.into(),
            by: By::Words,
            ..Recall::default()
        };
        index.recall(&question).await.unwrap().total
    };
    assert_eq!((found("map").await, found("chart").await), (0, 1));
    assert_eq!(index.position().await.unwrap(), 2);
}
