//! Background vectors: cached by their text so that nothing is embedded twice, erased with their source, and of one
//! model at a time.

use std::sync::Arc;

use kernel::access::Readers;
use kernel::future::Fut;
use kernel::ports::embedder::{Embedder, quantise};
use kernel::ports::index::{
    Change, Embedded, Facets, Find, Index, Item, Items, Recall, Shelved, Text, Update,
};
use kernel::{Result, Time};
use sha2::{Digest as _, Sha256};
use sqlx::{Connection as _, Executor as _, SqliteConnection};
use store::{KeptVectors, SqliteIndex};
use tempfile::TempDir;

use crate::index::things::{core, entry};

/// Groups of synonyms, and a text unrelated to all of them.
const MEANINGS: [&[&str]; 3] = [
    &["car", "automobile"],
    &["glad", "cheerful"],
    &["ship", "boat"],
];

/// An embedder with a small vocabulary. Models have vectors of equal length and different meaning.
struct Slow {
    name: &'static str,
    turn: usize,
    earlier: Option<Arc<Self>>,
}

impl Slow {
    fn new(name: &'static str, turn: usize) -> Arc<Self> {
        Self::after(name, turn, None)
    }
    fn after(name: &'static str, turn: usize, earlier: Option<Arc<Self>>) -> Arc<Self> {
        Arc::new(Self {
            name,
            turn,
            earlier,
        })
    }
    fn vector(&self, text: &str) -> Vec<f32> {
        let mut vector = vec![0.0; MEANINGS.len()];
        for (nth, words) in MEANINGS.iter().enumerate() {
            if words.iter().any(|word| text.contains(word)) {
                vector[(nth + self.turn) % MEANINGS.len()] = 1.0;
            }
        }
        vector
    }
}

impl Embedder for Slow {
    fn name(&self) -> &str {
        self.name
    }
    fn is_immediate(&self) -> bool {
        false
    }
    fn embed<'a>(&'a self, texts: &'a [&'a str]) -> Fut<'a, Result<Vec<Vec<f32>>>> {
        let vectors = texts.iter().map(|text| self.vector(text)).collect();
        Box::pin(std::future::ready(Ok(vectors)))
    }
    fn earlier(&self, name: &str) -> Option<Arc<dyn Embedder>> {
        let earlier = self.earlier.clone().filter(|one| one.name == name)?;
        Some(earlier)
    }
}

struct Made {
    folder: TempDir,
    index: SqliteIndex,
    slow: Arc<Slow>,
    position: u64,
}

impl Made {
    async fn new(slow: &Arc<Slow>) -> Self {
        let folder = TempDir::new().unwrap();
        let index = open(&folder, slow).await;
        Self {
            folder,
            index,
            slow: slow.clone(),
            position: 0,
        }
    }

    async fn reopen(self, slow: &Arc<Slow>) -> Self {
        self.index.close().await;
        let index = open(&self.folder, slow).await;
        let slow = slow.clone();
        Self {
            index,
            slow,
            ..self
        }
    }

    async fn put(&mut self, stream: &str, texts: &[(&str, &str)]) {
        self.position += 1;
        let mut items = Items::default();
        for (item, body) in texts {
            items.push(core(stream), thing(item, body));
        }
        let update = Update {
            position: self.position,
            entries: vec![entry(&core(stream), Readers::Everyone)],
            hidden: Vec::new(),
            items,
        };
        self.index.apply(&update).await.unwrap();
    }

    async fn waiting(&self) -> u64 {
        self.index.list_unembedded(1).await.unwrap().total
    }

    /// Embeds up to `most` of the waiting texts.
    async fn embed(&self, most: usize) {
        let texts = self.index.list_unembedded(most).await.unwrap().texts;
        let vectors = texts.into_iter().map(|of| Embedded {
            vector: Some(quantise(&self.slow.vector(&of.text))),
            of,
        });
        let vectors: Vec<_> = vectors.collect();
        self.index.store_vectors(&vectors).await.unwrap();
    }

    /// Returns the sorted names of the recalled items.
    async fn names(&self, text: &str) -> String {
        let question = Recall {
            text: text.into(),
            find: Find {
                kind: Some("core"),
                ..Find::default()
            },
            ..Recall::default()
        };
        let recalled = self.index.recall(&question).await.unwrap();
        let places = recalled.candidates.iter();
        let places: Vec<_> = places.map(|one| (one.place, None)).collect();
        let found = self.index.fetch(&places).await.unwrap();
        let mut names: Vec<_> = found.into_iter().map(|(found, _)| found.item).collect();
        names.sort();
        names.concat()
    }
}

async fn open(folder: &TempDir, slow: &Arc<Slow>) -> SqliteIndex {
    let file = |name: &str| folder.path().join(name);
    let kept = KeptVectors::open(&file("vectors.sqlite")).await.unwrap();
    let embedder = Some(slow.clone() as Arc<dyn Embedder>);
    let index = SqliteIndex::open_with(&file("index.sqlite"), 1, embedder).await;
    index.unwrap().keeping(Some(Arc::new(kept)))
}

fn thing(item: &str, body: &str) -> Change {
    Change::Put(Item {
        text: Text {
            item: item.into(),
            kind: "crystal",
            title: String::new(),
            body: body.into(),
        },
        facets: Some(Facets {
            doc: "{}".into(),
            tags: Vec::new(),
            times: Vec::new(),
            shelved: Some(Shelved {
                shelf: "x".into(),
                at: Time(1),
                ..Shelved::default()
            }),
        }),
    })
}

/// Returns true if the hash of a text is in a file of cached vectors.
fn in_files(folder: &TempDir, text: &str) -> bool {
    let hash = Sha256::digest(text);
    let files = ["", "-wal", "-shm"].map(|suffix| format!("vectors.sqlite{suffix}"));
    let mut files = files.iter().map(|name| folder.path().join(name));
    files.any(|file| {
        let bytes = std::fs::read(file).unwrap_or_default();
        bytes.windows(hash.len()).any(|window| window == &hash[..])
    })
}

const CAR: (&str, &str) = ("a", "Her automobile was red");
const TUNE: (&str, &str) = ("b", "A cheerful tune");
const BOAT: (&str, &str) = ("c", "The boat is late");

#[tokio::test]
async fn an_index_that_is_built_again_asks_for_no_vector_twice() {
    let slow = Slow::new("slow", 0);
    let mut made = Made::new(&slow).await;
    made.put("x", &[CAR, TUNE]).await;
    assert_eq!(
        (made.waiting().await, made.names("car").await),
        (2, String::new())
    );
    made.embed(1).await;
    assert_eq!(
        (made.waiting().await, made.names("car").await),
        (1, "a".into())
    );

    made.index.clear().await.unwrap();
    made.position = 0;
    made.put("x", &[CAR, TUNE]).await;
    made.index.mark_complete();
    assert_eq!(
        (made.waiting().await, made.names("car").await),
        (1, "a".into())
    );
    // Also with a new index file.
    made.index.close().await;
    std::fs::remove_file(made.folder.path().join("index.sqlite")).unwrap();
    let mut made = made.reopen(&slow).await;
    made.put("y", &[CAR]).await;
    assert_eq!(
        (made.waiting().await, made.names("car").await),
        (0, "a".into())
    );
    // The same words have other vectors in another model.
    let other = Slow::new("other", 1);
    let mut made = made.reopen(&other).await;
    made.put("z", &[CAR]).await;
    assert_eq!(made.waiting().await, 2);
}

#[tokio::test]
async fn what_waits_is_told_and_can_be_kept_already() {
    let slow = Slow::new("slow", 0);
    let mut made = Made::new(&slow).await;
    made.put("x", &[CAR]).await;
    made.index.until_more_waits().await;
    made.embed(9).await;
    // Switching to another model and back embeds nothing again.
    let made = made.reopen(&Slow::new("other", 1)).await;
    let made = made.reopen(&slow).await;
    assert_eq!(made.waiting().await, 0);
    let waiting = made.reopen(&Slow::new("other", 1)).await;
    waiting.index.settle().await.unwrap();
    assert_eq!(
        waiting.names("car").await,
        "",
        "nothing is settled while one waits"
    );
    waiting.embed(9).await;
    waiting.index.settle().await.unwrap();
    let made = waiting.reopen(&slow).await;
    let texts = made.index.list_unembedded(9).await.unwrap().texts;
    assert_eq!(texts.len(), 1, "its vectors were dropped with the change");
    let kept = made.index.find_vectors(&texts).await.unwrap();
    assert_eq!(kept, [Some(quantise(&slow.vector("car")))]);
}

#[tokio::test]
async fn the_vectors_of_an_earlier_model_answer_until_all_texts_have_others() {
    let first = Slow::new("first", 0);
    let mut made = Made::new(&first).await;
    made.put("x", &[CAR, TUNE]).await;
    made.embed(9).await;
    assert_eq!(made.names("glad").await, "b");

    // In the second model, "glad" is where the first had "ship".
    let second = Slow::after("second", 1, Some(first));
    let mut made = made.reopen(&second).await;
    assert_eq!(
        (made.waiting().await, made.names("glad").await),
        (2, "b".into())
    );
    made.embed(1).await;
    made.put("x", &[BOAT]).await;
    for (question, names) in [("car", "a"), ("glad", "b"), ("ship", ""), ("boat", "c")] {
        assert_eq!(made.names(question).await, names, "{question}");
    }
    made.index.settle().await.unwrap();
    assert_eq!(made.names("glad").await, "b");
    // Also after a restart midway.
    let made = made.reopen(&second).await;
    assert_eq!(
        (made.waiting().await, made.names("glad").await),
        (2, "b".into())
    );
    made.embed(9).await;
    assert_eq!(
        made.names("ship").await,
        "",
        "its vector is of the second model"
    );
    made.index.settle().await.unwrap();
    for (question, names) in [("car", "a"), ("glad", "b"), ("ship", "c")] {
        assert_eq!(made.names(question).await, names, "{question}");
    }
    // A third one, midway through the second: most texts have the second's.
    let third = Slow::after("third", 2, Some(second));
    let made = made.reopen(&third).await;
    made.embed(1).await;
    assert_eq!(made.names("glad").await, "b");
    made.embed(9).await;
    made.index.settle().await.unwrap();
    assert_eq!(made.names("glad").await, "b");
}

#[tokio::test]
async fn without_the_earlier_model_words_find_until_there_are_vectors() {
    let mut made = Made::new(&Slow::new("first", 0)).await;
    made.put("x", &[CAR, TUNE]).await;
    made.embed(9).await;
    let made = made.reopen(&Slow::new("second", 1)).await;
    assert_eq!(made.names("glad").await, "");
    assert_eq!(made.names("tune").await, "b");
    made.embed(1).await;
    assert_eq!(made.names("car").await, "a");
    made.embed(1).await;
    assert_eq!(made.names("glad").await, "b");
}

#[tokio::test]
async fn no_vector_is_kept_of_what_is_erased() {
    let slow = Slow::new("slow", 0);
    let mut made = Made::new(&slow).await;
    made.put("x", &[CAR, TUNE]).await;
    made.put("y", &[BOAT, ("d", CAR.1)]).await;
    made.embed(9).await;
    let kept = async |made: &Made, text: &str| {
        let file = made.folder.path().join("vectors.sqlite");
        let opened = KeptVectors::open(&file).await.unwrap();
        let found = opened.find("slow", &[text]).await.unwrap();
        opened.close().await;
        found[0].is_some()
    };
    assert!(kept(&made, BOAT.1).await && in_files(&made.folder, BOAT.1));

    // After the erasure, the index rebuilds the rest of the stream, and reports completion.
    made.index.forget(&core("y")).await.unwrap();
    made.put("y", &[("d", CAR.1)]).await;
    made.index.note_erased(1).await.unwrap();
    assert!(!kept(&made, BOAT.1).await && !in_files(&made.folder, BOAT.1));
    // Texts that others also have, and remaining ones, are kept.
    assert!(kept(&made, CAR.1).await && kept(&made, TUNE.1).await);

    // Killed after it was forgotten: the erasure is resumed at the next start, and completed once the index is
    // complete.
    made.index.forget(&core("x")).await.unwrap();
    let mut made = made.reopen(&slow).await;
    assert!(kept(&made, TUNE.1).await);
    made.index.clear().await.unwrap();
    made.position = 0;
    made.put("y", &[("d", CAR.1)]).await;
    made.index.note_erased(2).await.unwrap();
    assert!(
        kept(&made, CAR.1).await,
        "an index that is being built says nothing"
    );
    made.index.mark_complete();
    made.index.make_sure().await.unwrap();
    assert!(!kept(&made, TUNE.1).await && !in_files(&made.folder, TUNE.1));
    assert!(kept(&made, CAR.1).await);
}

#[tokio::test]
async fn what_was_deleted_before_a_kill_leaves_no_byte_either() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("vectors.sqlite");
    let kept = KeptVectors::open(&path).await.unwrap();
    let vector = [1_i8; 8];
    kept.keep("slow", &[(CAR.1, &vector), (TUNE.1, &vector)])
        .await
        .unwrap();
    kept.note_unsure().await.unwrap();
    kept.close().await;
    // Killed after the deletion, before the file is rewritten.
    let url = format!("sqlite://{}", path.display());
    let mut conn = SqliteConnection::connect(&url).await.unwrap();
    for statement in [
        "PRAGMA secure_delete = OFF".to_owned(),
        format!(
            "DELETE FROM vectors WHERE hash = x'{}'",
            hex::encode(Sha256::digest(CAR.1))
        ),
    ] {
        conn.execute(&*statement).await.unwrap();
    }
    conn.close().await.unwrap();
    assert!(in_files(&folder, CAR.1), "its bytes are still there");
    let kept = KeptVectors::open(&path).await.unwrap();
    assert!(kept.is_unsure());
    let hashes = [Sha256::digest(TUNE.1).into()].into();
    kept.keep_only(&hashes).await.unwrap();
    assert!(!in_files(&folder, CAR.1) && in_files(&folder, TUNE.1));
    kept.close().await;
}

#[tokio::test]
async fn a_vector_that_comes_after_its_text_was_erased_is_kept_nowhere() {
    let slow = Slow::new("slow", 0);
    let mut made = Made::new(&slow).await;
    made.put("x", &[CAR]).await;
    let texts = made.index.list_unembedded(9).await.unwrap().texts;
    made.index.forget(&core("x")).await.unwrap();
    made.index.note_erased(1).await.unwrap();
    let late: Vec<_> = texts
        .iter()
        .map(|of| Embedded {
            of: of.clone(),
            vector: Some(quantise(&slow.vector(&of.text))),
        })
        .collect();
    made.index.store_vectors(&late).await.unwrap();
    assert_eq!(made.index.find_vectors(&texts).await.unwrap(), [None]);
}

#[tokio::test]
async fn kept_vectors_that_are_damaged_are_made_again() {
    let slow = Slow::new("slow", 0);
    let mut made = Made::new(&slow).await;
    made.put("x", &[CAR]).await;
    made.embed(9).await;
    made.index.close().await;
    let file = made.folder.path().join("vectors.sqlite");
    std::fs::write(&file, "nothing of the kind").unwrap();
    let mut made = made.reopen(&slow).await;
    assert_eq!(made.names("car").await, "a", "the index has it still");
    made.put("x", &[BOAT]).await;
    made.embed(9).await;
    assert_eq!(made.waiting().await, 0);
    let dimensions = made.index.dimensions().await.unwrap();
    assert_eq!(dimensions, Some(MEANINGS.len()));
    // Also while it is open.
    let url = format!("sqlite:{}", file.display());
    let mut other = SqliteConnection::connect(&url).await.unwrap();
    other.execute("DROP TABLE vectors").await.unwrap();
    other.close().await.unwrap();
    made.put("x", &[TUNE]).await;
    made.embed(9).await;
    assert_eq!(
        (made.waiting().await, made.names("glad").await),
        (0, "b".into())
    );
    made.index.clear().await.unwrap();
    made.position = 0;
    made.put("x", &[TUNE, BOAT]).await;
    made.index.mark_complete();
    assert_eq!(
        made.waiting().await,
        1,
        "what was kept before is lost, what came after is kept"
    );
}
