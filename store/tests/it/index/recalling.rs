//! Items on shelves: recalled by words and embeddings, updated, rebuilt from the file, and gone when forgotten.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use kernel::access::Readers;
use kernel::future::Fut;
use kernel::ports::embedder::{Embedder, quantise};
use kernel::ports::index::{
    By, Change, Embedded, Entry, Facets, Find, Index, Item, Items, Place, Recall, Recalled,
    Shelved, TagTest, Text, Update,
};
use kernel::{Error, Result, StreamId, Time};
use store::SqliteIndex;
use tempfile::TempDir;

use crate::common::files_with;
use crate::index::things::{core, entry};

/// Groups of synonyms.
const MEANINGS: [&[&str]; 4] = [
    &["car", "automobile", "vehicle"],
    &["glad", "happy", "cheerful"],
    &["ship", "ferry", "boat"],
    &["i"],
];

/// An embedder with a small vocabulary.
struct Few {
    name: &'static str,
    is_immediate: bool,
    fails: AtomicBool,
}

impl Few {
    fn new(name: &'static str, is_immediate: bool) -> Arc<Self> {
        Arc::new(Self {
            name,
            is_immediate,
            fails: AtomicBool::new(false),
        })
    }
    fn vector(text: &str) -> Vec<f32> {
        let means = |word: &str| MEANINGS.iter().position(|words| words.contains(&word));
        let mut vector = vec![0.0; MEANINGS.len() + 1];
        for word in text.split(|c: char| !c.is_alphanumeric()) {
            let word = word.to_lowercase();
            if !word.is_empty() {
                vector[means(&word).unwrap_or(MEANINGS.len())] += 1.0;
            }
        }
        vector[MEANINGS.len()] *= 0.1;
        vector
    }
}

impl Embedder for Few {
    fn name(&self) -> &str {
        self.name
    }
    fn is_immediate(&self) -> bool {
        self.is_immediate
    }
    fn embed<'a>(&'a self, texts: &'a [&'a str]) -> Fut<'a, Result<Vec<Vec<f32>>>> {
        Box::pin(async move {
            if self.fails.load(Ordering::SeqCst) {
                return Err(Error::unavailable("no model today"));
            }
            Ok(texts.iter().map(|text| Self::vector(text)).collect())
        })
    }
}

struct Made {
    folder: TempDir,
    index: SqliteIndex,
    position: u64,
}

impl Made {
    async fn new(embedder: Option<Arc<Few>>) -> Self {
        let folder = TempDir::new().unwrap();
        let index = open(&folder, embedder).await;
        Self {
            folder,
            index,
            position: 0,
        }
    }

    async fn reopen(self, embedder: Option<Arc<Few>>) -> Self {
        self.index.close().await;
        let index = open(&self.folder, embedder).await;
        Self { index, ..self }
    }

    async fn apply(&mut self, stream: &StreamId, readers: Readers, changes: Vec<Change>) {
        self.position += 1;
        let mut items = Items::default();
        for change in changes {
            items.push(stream.clone(), change);
        }
        let update = Update {
            position: self.position,
            entries: vec![entry(stream, readers)],
            hidden: Vec::new(),
            items,
        };
        self.index.apply(&update).await.unwrap();
    }

    async fn put(&mut self, stream: &str, item: &str, body: &str) {
        let change = thing(stream, item, body);
        self.apply(&core(stream), Readers::Everyone, vec![change])
            .await;
    }

    async fn recall(&self, text: &str) -> Recalled {
        let question = Recall {
            text: text.into(),
            find: Find {
                kind: Some("core"),
                ..Find::default()
            },
            ..Recall::default()
        };
        self.index.recall(&question).await.unwrap()
    }

    /// Returns the sorted names of the recalled items.
    async fn names(&self, text: &str) -> String {
        let recalled = self.recall(text).await;
        assert_eq!(recalled.total, recalled.candidates.len() as u64, "{text}");
        self.fetched(&recalled).await
    }

    async fn fetched(&self, recalled: &Recalled) -> String {
        let places = recalled.candidates.iter();
        let places: Vec<_> = places.map(|one| (one.place, one.lender)).collect();
        let found = self.index.fetch(&places).await.unwrap();
        let mut names: Vec<_> = found.into_iter().map(|(found, _)| found.item).collect();
        names.sort();
        names.concat()
    }
}

async fn open(folder: &TempDir, embedder: Option<Arc<Few>>) -> SqliteIndex {
    let embedder = embedder.map(|embedder| embedder as Arc<dyn Embedder>);
    let path = folder.path().join("index.sqlite");
    SqliteIndex::open_with(&path, 1, embedder).await.unwrap()
}

pub fn thing(shelf: &str, item: &str, body: &str) -> Change {
    Change::Put(Item {
        text: Text {
            item: item.into(),
            kind: "crystal",
            title: String::new(),
            body: body.into(),
        },
        facets: Some(Facets {
            doc: "{}".into(),
            tags: vec![("user", "mara".into()), ("name", item.into())],
            times: Vec::new(),
            shelved: Some(Shelved {
                shelf: shelf.into(),
                who: body.split_once(':').map(|(who, _)| who.into()),
                group: None,
                at: Time(1),
                ..Shelved::default()
            }),
        }),
    })
}

#[tokio::test]
async fn meaning_finds_what_words_do_not() {
    let mut made = Made::new(Some(Few::new("few", true))).await;
    made.put("x", "a", "Her automobile was red").await;
    made.put("x", "b", "A cheerful tune").await;
    assert_eq!(made.names("which car").await, "a");
    // Shelves in memory are updated, and so are rebuilt ones.
    made.put("x", "c", "This vehicle is blue").await;
    assert_eq!(made.names("which car").await, "ac");
    let recalled = made.recall("car").await;
    assert!(recalled.by_meaning && recalled.candidates[0].cosine > Some(0.5));
    let by_words = Recall {
        text: "car".into(),
        by: By::Words,
        ..Recall::default()
    };
    let recalled = made.index.recall(&by_words).await.unwrap();
    assert!(!recalled.by_meaning && recalled.candidates.is_empty());
    let mut made = made.reopen(Some(Few::new("few", true))).await;
    assert_eq!(made.names("which car").await, "ac");
    // Changed words get another vector; changed tags keep the existing one.
    made.put("x", "a", "A happy tune").await;
    made.put("x", "c", "This vehicle is blue").await;
    assert_eq!(made.names("which car").await, "c");
    assert_eq!(made.names("glad").await, "ab");
    // With a failing model, words still work.
    let few = Few::new("few", true);
    let mut made = made.reopen(Some(few.clone())).await;
    few.fails.store(true, Ordering::SeqCst);
    made.put("x", "d", "A boat").await;
    assert_eq!(made.names("a boat").await, "d");
    assert!(!made.recall("boat").await.by_meaning);
    few.fails.store(false, Ordering::SeqCst);
    let waiting = made.index.list_unembedded(9).await.unwrap();
    assert_eq!((waiting.total, waiting.texts[0].item.as_str()), (1, "d"));
}

#[tokio::test]
async fn pages_go_on_where_the_one_before_ended() {
    let stones = |shelf: &str, many: usize, rest: &str| -> Vec<Change> {
        let stone = |n| thing(shelf, &format!("{shelf}{rest}{n}"), &format!("stone{rest}"));
        (0..many).map(stone).collect()
    };
    let near = |shelf: &str| thing(shelf, "near", "stone, a car, a car");
    let long = " and the hill that it lay on for years";
    // By words the nearest in meaning ranks behind many: on one shelf, or on two.
    for (one, other) in [
        (
            [stones("x", 249, ""), vec![near("x")], stones("x", 90, long)].concat(),
            vec![],
        ),
        (
            [stones("x", 150, ""), vec![near("x")]].concat(),
            stones("y", 190, ""),
        ),
    ] {
        let mut made = Made::new(Some(Few::new("few", true))).await;
        let all = one.len() + other.len();
        made.apply(&core("x"), Readers::Everyone, one).await;
        made.apply(&core("y"), Readers::Everyone, other).await;
        let mut before: Vec<Place> = Vec::new();
        for most in [10, 200, 249, 250, 300, all] {
            let recall = Recall {
                text: "stone automobile".into(),
                most,
                ..Recall::default()
            };
            let recalled = made.index.recall(&recall).await.unwrap();
            let places: Vec<Place> = recalled.candidates.iter().map(|one| one.place).collect();
            assert!(places.len() >= most, "{most}");
            assert_eq!(places[..before.len()], before, "{most}");
            let different: std::collections::BTreeSet<_> = places.iter().collect();
            assert_eq!(different.len(), places.len(), "{most}");
            let cosines = recalled.candidates[..recalled.window].iter();
            let nearest = cosines.filter(|one| one.cosine > Some(0.9)).count();
            assert_eq!(nearest, 1, "{most}");
            before = places;
        }
        assert_eq!(before.len(), all);
    }
}

#[tokio::test]
async fn names_are_no_part_of_what_is_meant() {
    let mut made = Made::new(Some(Few::new("few", true))).await;
    made.put("x", "a", "Ship: I bought a car").await;
    made.put("x", "b", "Bob: a boat").await;
    // Ship is a person here: neither their statements nor questions about them are about boats.
    let recalled = made.recall("Ship's automobile").await;
    let place = |item: &str| {
        recalled
            .candidates
            .iter()
            .position(|one| one.said_it == (item == "a"))
    };
    let cosine = |item: &str| recalled.candidates[place(item).unwrap()].cosine;
    assert!(cosine("a") > Some(0.9), "{recalled:?}");
    assert!(
        place("b").is_none() || cosine("b") < Some(0.5),
        "{recalled:?}"
    );
}

#[tokio::test]
async fn vectors_that_come_later_are_taken_in() {
    let mut made = Made::new(Some(Few::new("slow", false))).await;
    made.put("x", "a", "Ann: her automobile was red").await;
    made.put("x", "b", "A cheerful tune").await;
    assert_eq!(made.names("which car").await, "");
    let waiting = made.index.list_unembedded(1).await.unwrap();
    assert_eq!((waiting.total, waiting.texts.len()), (2, 1));
    let waiting = made.index.list_unembedded(9).await.unwrap().texts;
    assert_eq!(waiting[0].text, "her automobile was red");
    let vectors: Vec<Embedded> = waiting
        .into_iter()
        .map(|of| Embedded {
            vector: (of.item == "a").then(|| quantise(&Few::vector(&of.text))),
            of,
        })
        .collect();
    // A vector whose words have changed is skipped.
    made.put("x", "a", "Ann: her boat was red").await;
    made.index.store_vectors(&vectors).await.unwrap();
    assert_eq!(made.names("which car").await, "");
    assert_eq!(
        made.index.list_unembedded(9).await.unwrap().total,
        1,
        "b has none, and waits no more"
    );
    made.put("x", "a", "Ann: her automobile was red").await;
    made.index.store_vectors(&vectors).await.unwrap();
    assert_eq!(made.names("which car").await, "a");
    made.put("x", "a", "Ann: her automobile was red").await;
    assert_eq!(
        made.names("which car").await,
        "a",
        "said again it keeps its vector"
    );
    let made = made.reopen(Some(Few::new("slow", false))).await;
    assert_eq!(made.names("which car").await, "a");
    // Another model has no vectors yet, and the previous model's are not used.
    let made = made.reopen(Some(Few::new("other", false))).await;
    assert_eq!(made.names("which car").await, "");
    assert_eq!(made.index.list_unembedded(9).await.unwrap().total, 2);
    // Without a model nothing waits.
    let made = made.reopen(None).await;
    assert_eq!(made.names("automobile").await, "a");
    assert_eq!(made.index.list_unembedded(9).await.unwrap().total, 0);
}

#[tokio::test]
async fn doors_open_and_close_while_a_shelf_is_in_memory() {
    let mut made = Made::new(None).await;
    let agents =
        |names: &[&str]| Readers::Agents(names.iter().map(|name| (*name).into()).collect());
    let own = core("own");
    made.apply(&own, agents(&["ann"]), vec![thing("s", "a", "tea")])
        .await;
    made.apply(
        &core("all"),
        Readers::Everyone,
        vec![thing("s", "b", "tea")],
    )
    .await;
    let seen = async |made: &Made, reader: Option<&str>| {
        let question = Recall {
            text: "tea".into(),
            find: Find {
                kind: Some("core"),
                reader: reader.map(Into::into),
                ..Find::default()
            },
            ..Recall::default()
        };
        let recalled = made.index.recall(&question).await.unwrap();
        made.fetched(&recalled).await
    };
    assert_eq!(seen(&made, None).await, "ab");
    assert_eq!(seen(&made, Some("ann")).await, "ab");
    assert_eq!(seen(&made, Some("bob")).await, "b");
    made.apply(&own, agents(&["bob"]), vec![]).await;
    assert_eq!(
        (
            seen(&made, Some("ann")).await,
            seen(&made, Some("bob")).await
        ),
        ("b".into(), "ab".into())
    );
    // Readers of another stream, which already exists and was never requested.
    let session = StreamId::new("session", "s1");
    made.apply(&session, agents(&["ann"]), vec![]).await;
    let of = Readers::Of {
        stream: session.clone(),
        before: ["bob".to_owned()].into(),
    };
    made.apply(&own, of.clone(), vec![]).await;
    assert_eq!(
        (
            seen(&made, Some("ann")).await,
            seen(&made, Some("bob")).await
        ),
        ("ab".into(), "b".into())
    );
    made.apply(&session, agents(&["cleo"]), vec![]).await;
    assert_eq!(
        (
            seen(&made, Some("ann")).await,
            seen(&made, Some("cleo")).await
        ),
        ("b".into(), "ab".into())
    );
    // Items of a stream that is new to the shelf.
    made.apply(&core("late"), of, vec![thing("s", "c", "tea")])
        .await;
    assert_eq!(
        (
            seen(&made, Some("bob")).await,
            seen(&made, Some("cleo")).await
        ),
        ("b".into(), "abc".into())
    );
    // A hidden item is not found.
    let update = Update {
        position: 99,
        hidden: vec![own],
        ..Update::default()
    };
    made.index.apply(&update).await.unwrap();
    assert_eq!(seen(&made, None).await, "bc");
}

#[tokio::test]
async fn what_is_forgotten_is_gone_from_shelves_and_files() {
    let mut made = Made::new(Some(Few::new("few", true))).await;
    made.put("zanzibar", "a", "zylophone music").await;
    made.put("x", "b", "music").await;
    assert_eq!(made.names("music").await, "ab");
    made.index.forget(&core("zanzibar")).await.unwrap();
    assert_eq!(made.names("music").await, "b");
    assert!(made.recall("zylophon").await.read_as.is_empty());
    for word in ["zylophone", "zanzibar"] {
        assert_eq!(files_with(made.folder.path(), word), Vec::<String>::new());
    }
    made.index.clear().await.unwrap();
    assert!(made.index.recall(&Recall::default()).await.is_err());
    made.index.mark_complete();
    assert_eq!(made.names("music").await, "");
    // A place without an item is omitted.
    let gone = made
        .index
        .fetch(&[(Place(1), None), (Place(99), Some(Place(1)))])
        .await
        .unwrap();
    assert!(gone.is_empty());
}

#[tokio::test]
async fn what_leaves_its_shelf_is_found_elsewhere() {
    let mut made = Made::new(None).await;
    made.put("x", "a", "tea").await;
    made.put("y", "b", "tea").await;
    assert_eq!(made.names("tea").await, "ab");
    // To another shelf, to none, and back.
    made.apply(&core("x"), Readers::Everyone, vec![thing("y", "a", "tea")])
        .await;
    let on = async |made: &Made, shelf: &str| {
        let question = Recall {
            text: "tea".into(),
            shelves: Some(vec![shelf.into()]),
            ..Recall::default()
        };
        let recalled = made.index.recall(&question).await.unwrap();
        made.fetched(&recalled).await
    };
    assert_eq!(
        (on(&made, "x").await, on(&made, "y").await),
        (String::new(), "ab".into())
    );
    let plain = Text {
        item: "a".into(),
        kind: "note",
        title: String::new(),
        body: "tea".into(),
    };
    made.apply(&core("x"), Readers::Everyone, vec![plain.into()])
        .await;
    assert_eq!(made.names("tea").await, "b");
    assert_eq!(
        crate::index::harness::items(&made.index, "tea").await,
        ["a"],
        "its words are words again"
    );
    made.put("x", "a", "tea").await;
    assert_eq!(made.names("tea").await, "ab");
    assert!(
        crate::index::harness::items(&made.index, "tea")
            .await
            .is_empty()
    );
    let named = Recall {
        text: "tea".into(),
        find: Find {
            tags: vec![("name", TagTest::StartsWith("b".into()))],
            ..Find::default()
        },
        ..Recall::default()
    };
    let recalled = made.index.recall(&named).await.unwrap();
    assert_eq!(made.fetched(&recalled).await, "b");
    for (field, values, expected) in [
        ("name", vec!["b".into()], "b"),
        ("name", vec![], ""),
        ("owner", vec!["b".into()], "ab"),
        ("owner", vec![], "ab"),
    ] {
        let mut asked = named.clone();
        asked.find.tags = vec![(field, TagTest::AbsentOr(values))];
        let recalled = made.index.recall(&asked).await.unwrap();
        assert_eq!(made.fetched(&recalled).await, expected, "{asked:?}");
    }
}

#[tokio::test]
async fn a_shelf_that_is_built_while_others_write_misses_nothing() {
    let mut made = Made::new(None).await;
    let many = (0..400).map(|n| thing("x", &format!("old{n} "), "tea"));
    made.apply(&core("x"), Readers::Everyone, many.collect())
        .await;
    let index = &made.index;
    let write = async {
        for n in 0..60_u64 {
            let mut items = Items::default();
            items.push(core("x"), thing("x", &format!("new{n} "), "tea"));
            items.push(core("x"), Change::Forget(format!("old{n} ")));
            let update = Update {
                position: 10 + n,
                entries: vec![Entry {
                    updated_at: Time(2),
                    ..entry(&core("x"), Readers::Everyone)
                }],
                hidden: Vec::new(),
                items,
            };
            index.apply(&update).await.unwrap();
        }
    };
    let read = async {
        for _ in 0..20 {
            let question = Recall {
                text: "tea".into(),
                ..Recall::default()
            };
            assert_eq!(index.recall(&question).await.unwrap().total, 400);
        }
    };
    tokio::join!(write, read, async {
        tokio::task::yield_now().await;
        let question = Recall {
            text: "tea".into(),
            ..Recall::default()
        };
        assert_eq!(index.recall(&question).await.unwrap().total, 400);
    });
    let kept = made.recall("tea").await;
    let made = made.reopen(None).await;
    let built = made.recall("tea").await;
    let places = |recalled: &Recalled| {
        let mut places: Vec<_> = recalled.candidates.iter().map(|one| one.place).collect();
        places.sort();
        (places, recalled.total)
    };
    assert_eq!(places(&kept).1, places(&built).1);
    assert_eq!(kept.words, built.words);
}
