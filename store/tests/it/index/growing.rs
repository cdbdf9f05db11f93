//! Work and memory must not grow with names that callers invent.

use kernel::access::Readers;
use kernel::ports::index::{
    Change, Find, Group, Index, Items, Order, Recall, TagTest, TimeTest, Update,
};
use kernel::{StreamId, Time};

use crate::index::harness::Made;
use crate::index::recalling::thing;
use crate::index::things::{self, core, entry, stamp};

async fn put(made: &Made, position: u64, name: &str, change: Change) {
    let mut items = Items::default();
    items.push(core(name), change);
    let update = Update {
        position,
        entries: vec![entry(&core(name), Readers::Everyone)],
        hidden: Vec::new(),
        items,
    };
    made.index.apply(&update).await.unwrap();
}

async fn recall(made: &Made, shelves: Option<Vec<String>>) -> u64 {
    let question = Recall {
        text: "tea".into(),
        shelves,
        ..Recall::default()
    };
    made.index.recall(&question).await.unwrap().total
}

#[tokio::test]
async fn names_that_no_shelf_has_keep_nothing_in_memory() {
    let made = Made::new().await;
    for (position, name) in (1..).zip(["a", "b", "c"]) {
        put(&made, position, name, thing(name, "one", "a cup of tea")).await;
    }
    for round in 0..4 {
        let mut names: Vec<String> = (0..1_000).map(|n| format!("q{round}-{n}")).collect();
        assert_eq!(recall(&made, Some(names.clone())).await, 0);
        names.push("b".into());
        assert_eq!(recall(&made, Some(names)).await, 1);
        assert_eq!(made.index.shelf_count(), 1, "{round}");
    }
    assert_eq!(recall(&made, Some(vec!["q".into()])).await, 0);
    assert_eq!(made.index.shelf_count(), 1);
    assert_eq!(recall(&made, None).await, 3);
    assert_eq!(made.index.shelf_count(), 3);
    // An unused name becomes a shelf with its first memory.
    put(&made, 4, "q", thing("q", "one", "more tea")).await;
    assert_eq!(recall(&made, Some(vec!["q".into()])).await, 1);
}

#[tokio::test]
async fn shelves_are_loaded_before_a_question_needs_them() {
    let made = Made::new().await;
    for (position, name) in (1..).zip(["a", "b", "c"]) {
        put(&made, position, name, thing(name, "one", "a cup of tea")).await;
    }
    let made = made.reopen(1).await;
    assert_eq!(made.index.shelf_count(), 0);
    made.index.load_shelves().await.unwrap();
    assert_eq!(made.index.shelf_count(), 3);
    // They are updated with later writes.
    put(&made, 4, "a", thing("a", "two", "more tea")).await;
    assert_eq!(recall(&made, None).await, 4);
    assert_eq!(made.index.shelf_count(), 3);
}

#[tokio::test]
async fn a_shelf_is_filled_with_all_its_things() {
    let made = Made::new().await;
    let all = (0..4_001).map(|n| thing("a", &format!("t{n}"), "a cup of tea"));
    apply(&made, 1, &core("a"), Readers::Everyone, all.collect()).await;
    assert_eq!(recall(&made, None).await, 4_001);
}

/// Number of items.
const MANY: i64 = 3_000;

/// Returns an item that is created at `at` and ends ten moments later, on one of two subjects.
fn dated(at: i64) -> Change {
    let subject = if at % 2 == 0 { "even" } else { "odd" };
    let times = vec![stamp("made", at, 0), stamp("ends", at + 10, 0)];
    things::thing(&format!("t{at}"), "text", &[("subject", subject)], times)
}

async fn apply(made: &Made, position: u64, stream: &StreamId, readers: Readers, all: Vec<Change>) {
    let mut items = Items::default();
    for change in all {
        items.push(stream.clone(), change);
    }
    let update = Update {
        position,
        entries: vec![entry(stream, readers)],
        hidden: Vec::new(),
        items,
    };
    made.index.apply(&update).await.unwrap();
}

async fn filled() -> Made {
    let made = Made::new().await;
    let all = (0..MANY).map(dated).collect();
    apply(&made, 1, &core("x"), Readers::Everyone, all).await;
    made
}

/// Returns a query for items that have not ended: the newest, and the total.
fn open_at(now: i64) -> Find {
    Find {
        kind: Some("core"),
        times: vec![("ends", TimeTest::Open(Time(now)))],
        now: Some(Time(now)),
        order: Order::Newest("made"),
        limit: 1,
        ..Find::default()
    }
}

/// Returns the total of a search; asserts that it equals the number of results.
async fn total(made: &Made, find: Find) -> u64 {
    let total = made.index.find(&find).await.unwrap().total;
    let all = Find {
        limit: 10_000,
        now: None,
        ..find
    };
    assert_eq!(
        made.index.find(&all).await.unwrap().found.len() as u64,
        total
    );
    total
}

/// Returns the number of rows examined to count a search.
async fn cost(made: &Made, find: &Find) -> u64 {
    let before = made.index.rows_examined();
    made.index.find(find).await.unwrap();
    made.index.rows_examined() - before
}

#[tokio::test]
async fn a_count_costs_what_changed_since_the_last_one() {
    let made = filled().await;
    assert_eq!(cost(&made, &open_at(0)).await, 3_000);
    assert_eq!(cost(&made, &open_at(0)).await, 0);
    // Only those that end at 10 to 14 are examined again.
    assert_eq!(cost(&made, &open_at(14)).await, 5);
    assert_eq!(total(&made, open_at(14)).await, 2_995);
    apply(&made, 2, &core("x"), Readers::Everyone, vec![dated(MANY)]).await;
    assert_eq!(cost(&made, &open_at(14)).await, 1);
    assert_eq!(total(&made, open_at(14)).await, 2_996);
    // The time of a search may go back.
    assert_eq!(cost(&made, &open_at(12)).await, 3);
    // Another search has its own count.
    let odd = Find {
        tags: vec![("subject", TagTest::Is("odd".into()))],
        ..open_at(2_900)
    };
    assert_eq!(cost(&made, &odd).await, 3_001);
    assert_eq!(cost(&made, &odd).await, 0);
}

/// Returns an item on a subject.
fn of(name: &str, subject: &str) -> Change {
    let times = vec![stamp("made", 0, 0)];
    things::thing(name, "text", &[("subject", subject)], times)
}

#[tokio::test]
async fn a_search_for_what_few_things_have_costs_as_much_as_they() {
    let made = filled().await;
    let subject = |subject: &str| Find {
        tags: vec![("subject", TagTest::Is(subject.into()))],
        times: Vec::new(),
        ..open_at(0)
    };
    let rare = |from: i64, to: i64| {
        let all = from..to;
        all.map(|n| of(&format!("rare{n}"), "rare")).collect()
    };
    apply(&made, 2, &core("x"), Readers::Everyone, rare(0, 499)).await;
    assert_eq!(total(&made, subject("rare")).await, 499);
    assert_eq!(cost(&made, &subject("rare")).await, 499);
    assert_eq!(cost(&made, &subject("rare")).await, 499);
    // More of them are remembered.
    apply(&made, 3, &core("x"), Readers::Everyone, rare(499, 500)).await;
    assert_eq!(cost(&made, &subject("rare")).await, 3_500);
    assert_eq!(cost(&made, &subject("rare")).await, 0);
    assert_eq!(total(&made, subject("rare")).await, 500);
}

#[tokio::test]
async fn what_nothing_matches_is_counted_once() {
    let made = filled().await;
    let none = || Find {
        times: vec![("ends", TimeTest::Lte(Time(9)))],
        now: Some(Time(9)),
        ..open_at(9)
    };
    assert_eq!(cost(&made, &none()).await, 3_000);
    assert_eq!(cost(&made, &none()).await, 0);
    // The page of one match among thousands is that match.
    let one = || Find {
        times: vec![("ends", TimeTest::Lte(Time(10)))],
        now: Some(Time(10)),
        ..open_at(10)
    };
    assert_eq!(cost(&made, &one()).await, 2);
    let found = made.index.find(&one()).await.unwrap().found;
    assert_eq!(found[0].item, "t0");
    assert_eq!(cost(&made, &one()).await, 1);
}

#[tokio::test]
async fn what_was_counted_is_known_after_a_restart() {
    let made = filled().await;
    assert_eq!(cost(&made, &open_at(0)).await, 3_000);
    apply(&made, 2, &core("x"), Readers::Everyone, vec![dated(MANY)]).await;
    made.index.close().await;
    let made = made.reopen(1).await;
    // The item added before the end, and those that end at 10 to 12.
    assert_eq!(cost(&made, &open_at(12)).await, 4);
    assert_eq!(total(&made, open_at(12)).await, 2_998);
    let changes = vec![dated(MANY + 1), Change::Forget("t2000".into())];
    apply(&made, 3, &core("x"), Readers::Everyone, changes).await;
    assert_eq!(cost(&made, &open_at(12)).await, 2);
    // A killed server cannot save its counts, and those saved earlier are discarded.
    let made = made.reopen(1).await;
    assert_eq!(cost(&made, &open_at(12)).await, 3_002);
    assert_eq!(total(&made, open_at(12)).await, 2_998);
    // Other readers than before the restart.
    made.index.close().await;
    let made = made.reopen(1).await;
    let nobody = Readers::Agents(["ben".to_owned()].into());
    let read = || Find {
        reader: Some("ann".into()),
        ..open_at(12)
    };
    assert_eq!(total(&made, read()).await, 2_998);
    made.index.close().await;
    let made = made.reopen(1).await;
    apply(&made, 4, &core("x"), nobody, Vec::new()).await;
    assert_eq!(total(&made, read()).await, 0);
}

#[tokio::test]
async fn totals_are_true_whatever_happens() {
    let made = filled().await;
    let even = || Find {
        either: vec![Group {
            tags: vec![("subject", TagTest::Is("even".into()))],
            times: vec![("ends", TimeTest::Gt(Time(0)))],
        }],
        now: Some(Time(0)),
        ..open_at(0)
    };
    let read = |reader: &str| Find {
        reader: Some(reader.into()),
        ..open_at(0)
    };
    let everyone = Readers::Everyone;
    assert_eq!(total(&made, even()).await, 1_500);
    assert_eq!(total(&made, read("ann")).await, 3_000);
    // Moved to another subject, touched, forgotten, new.
    let ends = |item: &str, at| Change::Touch {
        item: item.into(),
        stamps: vec![stamp("ends", at, 0)],
    };
    let changes = vec![
        things::thing("t2", "text", &[("subject", "odd")], vec![]),
        ends("t4", 0),
        Change::Forget("t6".into()),
        dated(MANY),
    ];
    apply(&made, 2, &core("x"), everyone.clone(), changes).await;
    assert_eq!(total(&made, even()).await, 1_498);
    apply(&made, 3, &core("x"), everyone.clone(), vec![ends("t4", 1)]).await;
    assert_eq!(total(&made, even()).await, 1_499);
    // More changes than are examined one by one.
    let all = (0..6_000).map(|at| dated(10_000 + at)).collect();
    apply(&made, 4, &core("x"), everyone.clone(), all).await;
    assert_eq!(total(&made, even()).await, 4_499);
    assert_eq!(total(&made, read("ann")).await, 9_000);
    // Changes of readers.
    let agents = |name: &str| Readers::Agents([name.to_owned()].into());
    apply(&made, 5, &core("x"), agents("ben"), vec![]).await;
    assert_eq!(total(&made, read("ann")).await, 0);
    assert_eq!(total(&made, read("ben")).await, 9_000);
    let session = StreamId::new("session", "s");
    let of = Readers::Of {
        stream: session.clone(),
        before: ["ben".to_owned()].into(),
    };
    apply(&made, 6, &core("x"), of, vec![]).await;
    assert_eq!(total(&made, read("ben")).await, 9_000);
    apply(&made, 7, &session, agents("ann"), vec![]).await;
    assert_eq!(total(&made, read("ben")).await, 0);
    assert_eq!(total(&made, read("ann")).await, 9_000);
    // A hidden stream, and a forgotten memory.
    assert_eq!(total(&made, even()).await, 4_499);
    let hidden = Update {
        position: 8,
        hidden: vec![core("x")],
        ..Update::default()
    };
    made.index.apply(&hidden).await.unwrap();
    assert_eq!(total(&made, even()).await, 0);
    apply(&made, 9, &core("x"), everyone, vec![]).await;
    assert_eq!(total(&made, even()).await, 4_499);
    made.index.forget(&core("x")).await.unwrap();
    assert_eq!(total(&made, even()).await, 0);
}

#[tokio::test]
async fn who_needs_no_total_counts_nothing() {
    let made = filled().await;
    let find = Find {
        uncounted: true,
        limit: 3,
        ..open_at(5)
    };
    assert_eq!(cost(&made, &find).await, 0);
    let found = made.index.find(&find).await.unwrap();
    let names: Vec<_> = found.found.iter().map(|one| one.item.as_str()).collect();
    assert_eq!(names, ["t2999", "t2998", "t2997"]);
    assert_eq!(found.total, 0);
}
