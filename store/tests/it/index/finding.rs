//! Queries of the index: every condition on tags and times, alone and combined, with true totals; words in any form.

use kernel::Time;
use kernel::access::Readers;
use kernel::ports::index::TagTest::{AbsentOr, All, Any, Is, None as NoneOf, StartsWith};
use kernel::ports::index::TimeTest::{Eq, Gt, Gte, Lt, Lte, Ne};
use kernel::ports::index::{Find, Index, Order, TagTest, TimeTest, Update, Wanted, Words};

use crate::index::things::{asked, core, entry, filled, stamp, take_in, texts, thing, words};

#[tokio::test]
async fn every_test_of_a_tag() {
    let (_folder, index) = filled().await;
    let table: Vec<(&'static str, TagTest, &str)> = vec![
        ("user", Is("mara".into()), "ab"),
        ("user", Is("MARA".into()), ""),
        ("user", Is("ma%".into()), ""),
        ("user", Is(String::new()), ""),
        ("nothing", Is("mara".into()), ""),
        ("topic", Is("seats".into()), "a"),
        ("topic", Any(texts(&["seats", "food", "none"])), "ab"),
        ("topic", Any(vec![]), ""),
        ("topic", All(texts(&["travel", "seats"])), "a"),
        ("topic", All(texts(&["travel", "food"])), ""),
        ("topic", All(vec![]), "abcde"),
        ("topic", NoneOf(texts(&["travel"])), "bde"),
        ("topic", NoneOf(texts(&["travel", "food"])), "de"),
        ("topic", NoneOf(vec![]), "abcde"),
        ("user", AbsentOr(texts(&["mara", "none"])), "abe"),
        ("user", AbsentOr(vec![]), "e"),
        ("topic", AbsentOr(texts(&["food"])), "bde"),
        ("nothing", AbsentOr(texts(&["mara"])), "abcde"),
        ("user", StartsWith("mar".into()), "abd"),
        ("user", StartsWith("mara".into()), "ab"),
        ("user", StartsWith("m_".into()), ""),
        ("user", StartsWith(String::new()), "abcd"),
    ];
    for (field, test, expected) in table {
        for with_words in [false, true] {
            let find = Find {
                words: with_words.then(|| words("mara jo window nothing")),
                tags: vec![(field, test.clone())],
                ..Find::default()
            };
            assert_eq!(
                asked(&index, find).await,
                expected,
                "{field} {test:?} {with_words}"
            );
        }
    }
}

#[tokio::test]
async fn every_test_of_a_moment() {
    let (_folder, index) = filled().await;
    let table: Vec<(&'static str, TimeTest, &str)> = vec![
        ("made", Gt(Time(20)), "cd"),
        ("made", Gte(Time(20)), "bcd"),
        ("made", Lt(Time(20)), "a"),
        ("made", Lte(Time(20)), "ab"),
        ("made", Eq(Time(20)), "b"),
        ("made", Ne(Time(20)), "acde"),
        ("seen", Gt(Time(0)), "acd"),
        ("seen", Ne(Time(40)), "abde"),
        ("nothing", Gt(Time(0)), ""),
        ("nothing", Ne(Time(0)), "abcde"),
    ];
    for (field, test, expected) in table {
        let find = Find {
            times: vec![(field, test)],
            ..Find::default()
        };
        assert_eq!(asked(&index, find).await, expected, "{field} {test:?}");
    }
}

#[tokio::test]
async fn all_that_is_given_holds_together() {
    let (_folder, index) = filled().await;
    let mara = ("user", Is("mara".into()));
    let one = ("space", Is("one".into()));
    let table: Vec<(Find, &str)> = vec![
        (
            Find {
                tags: vec![one.clone(), ("user", NoneOf(texts(&["mara"])))],
                ..Find::default()
            },
            "d",
        ),
        (
            Find {
                tags: vec![mara.clone(), one.clone()],
                times: vec![("made", Gte(Time(10))), ("made", Lt(Time(20)))],
                ..Find::default()
            },
            "a",
        ),
        (
            Find {
                words: Some(words("window")),
                tags: vec![one.clone()],
                ..Find::default()
            },
            "ad",
        ),
        (
            Find {
                words: Some(words("window")),
                tags: vec![one.clone()],
                times: vec![("seen", Gt(Time(55)))],
                ..Find::default()
            },
            "d",
        ),
        (
            Find {
                words: Some(words("peanuts")),
                tags: vec![("space", Is("two".into()))],
                ..Find::default()
            },
            "",
        ),
        (
            Find {
                tags: vec![mara.clone(), ("user", Is("jo".into()))],
                ..Find::default()
            },
            "",
        ),
        (
            Find {
                times: vec![("made", Gt(Time(30))), ("made", Lt(Time(20)))],
                ..Find::default()
            },
            "",
        ),
        (
            Find {
                kind: Some("session"),
                ..Find::default()
            },
            "",
        ),
        (
            Find {
                stream: Some(core("y")),
                ..Find::default()
            },
            "",
        ),
        (
            Find {
                kind: Some("core"),
                stream: Some(core("x")),
                tags: vec![mara],
                ..Find::default()
            },
            "ab",
        ),
    ];
    for (find, expected) in table {
        assert_eq!(asked(&index, find.clone()).await, expected, "{find:?}");
    }
}

#[tokio::test]
async fn tags_that_many_have_hold_together_with_rare_ones() {
    let (_folder, index) = filled().await;
    // More than are counted at first.
    let things = (0..240).map(|n: usize| {
        let tags: &[(&'static str, &str)] = match n {
            7 | 8 => &[("user", "all"), ("space", "wide"), ("topic", "rare")],
            _ if n.is_multiple_of(2) => &[("user", "all"), ("space", "wide")],
            _ => &[("user", "all"), ("space", "narrow")],
        };
        thing(&n.to_string(), "many", tags, vec![stamp("made", 100, 0)])
    });
    take_in(&index, 2, &core("y"), things.collect()).await;
    let is = |value: &str| Is(value.into());
    let all = |value: &str| All(texts(&[value]));
    for (tags, total) in [
        (vec![("user", is("all")), ("space", is("wide"))], 121),
        (vec![("space", is("narrow")), ("user", all("all"))], 119),
        (vec![("user", is("all")), ("topic", is("rare"))], 2),
        (
            vec![
                ("topic", all("rare")),
                ("user", is("all")),
                ("space", is("narrow")),
            ],
            0,
        ),
        (
            vec![
                ("user", is("all")),
                ("topic", Any(texts(&["rare", "food"]))),
            ],
            2,
        ),
        (vec![("user", is("mara")), ("space", is("wide"))], 0),
        (
            vec![
                ("user", Any(texts(&["all"]))),
                ("space", StartsWith("w".into())),
            ],
            121,
        ),
        (vec![("user", is("nobody")), ("space", is("wide"))], 0),
    ] {
        for times in [
            vec![],
            vec![("made", Gte(Time(50))), ("made", Lte(Time(150)))],
        ] {
            let find = Find {
                tags: tags.clone(),
                times,
                limit: 1_000,
                ..Find::default()
            };
            let finding = index.find(&find).await.unwrap();
            assert_eq!(finding.total, total, "{tags:?}");
            assert_eq!(finding.found.len() as u64, total, "{tags:?}");
        }
    }
}

#[tokio::test]
async fn pages_in_order_without_a_gap() {
    let (_folder, index) = filled().await;
    for (order, expected) in [
        (Order::Newest("made"), "dcbae"),
        (Order::Oldest("made"), "abcde"),
        (Order::Newest("seen"), "daceb"),
        (Order::Best, "edcba"),
    ] {
        let mut seen = String::new();
        for offset in 0..6 {
            let find = Find {
                order,
                offset,
                limit: 1,
                ..Find::default()
            };
            let finding = index.find(&find).await.unwrap();
            assert_eq!(finding.total, 5);
            seen.extend(finding.found.iter().map(|found| found.item.as_str()));
        }
        assert_eq!(seen, expected, "{order:?}");
    }
}

#[tokio::test]
async fn words_in_other_forms_and_shares_of_them() {
    let (_folder, index) = filled().await;
    let table = [
        ("What does Mara prefer?", 0.0, "ab"),
        ("preferences", 0.0, "a"),
        ("allergies", 0.0, "b"),
        ("windows", 0.0, "acd"),
        ("mara window", 0.0, "abcd"),
        ("mara window", 0.5, "abcd"),
        ("mara window", 0.6, "a"),
        ("mara window peanuts", 0.67, ""),
        ("mara window peanuts", 0.66, "ab"),
        ("mara window", 1.0, "a"),
        ("window", 7.0, "acd"),
        ("the", 0.0, "d"),
    ];
    for (text, share, expected) in table {
        let words = Some(Words {
            text: text.into(),
            wanted: Wanted::Share(share),
        });
        let find = Find {
            words,
            ..Find::default()
        };
        assert_eq!(asked(&index, find).await, expected, "{text:?} {share}");
    }
    let find = Find {
        words: Some(words("mara window")),
        limit: 9,
        ..Find::default()
    };
    let finding = index.find(&find).await.unwrap();
    assert_eq!(finding.words, 2);
    let best = &finding.found[0];
    assert_eq!(
        (best.item.as_str(), best.words),
        ("a", 2),
        "what has both is best"
    );
    assert_eq!(best.body, "Mara prefers window seats");
    assert_eq!(best.doc.as_deref(), Some("{\"id\":\"a\"}"));
    assert_eq!(
        best.times,
        [("made".into(), Time(10), 0), ("seen".into(), Time(50), 3)]
    );
    assert!(
        finding
            .found
            .is_sorted_by(|one, next| one.score >= next.score)
    );
}

#[tokio::test]
async fn no_question_is_an_error() {
    let (_folder, index) = filled().await;
    let long = format!("{}window", "x".repeat(10_000));
    let dots = "a.".repeat(5_000);
    let quotes = "\"".repeat(10_001);
    let many = "window ".repeat(2_000);
    let table = [
        ("window\"", "acd"),
        ("\"window", "acd"),
        ("NEAR(window seats, 2)", "acd"),
        ("window AND", "acd"),
        ("NOT window OR", "acd"),
        ("((((window", "acd"),
        ("body:window", "acd"),
        ("window*", "acd"),
        ("^window", "acd"),
        ("{window -seats}", "acd"),
        ("window🦊", "acd"),
        ("wíndow", "acd"),
        ("wi\u{301}ndow", "acd"),
        ("win\u{0}dow", ""),
        ("🦊🦊", ""),
        ("   ", ""),
        ("*", ""),
        ("'; DROP TABLE texts; --", ""),
        (quotes.as_str(), ""),
        (long.as_str(), ""),
        (dots.as_str(), ""),
        (many.as_str(), "acd"),
    ];
    for (text, expected) in table {
        for wanted in [Wanted::Share(0.0), Wanted::All] {
            let find = Find {
                words: Some(Words {
                    text: text.into(),
                    wanted,
                }),
                ..Find::default()
            };
            let shown: String = text.chars().take(40).collect();
            let found = asked(&index, find).await;
            if wanted != Wanted::All {
                assert_eq!(found, expected, "{shown:?}");
            }
        }
    }
}

#[tokio::test]
async fn what_one_may_not_read_is_not_even_counted() {
    let (_folder, index) = filled().await;
    let hidden = core("private");
    let readers = Readers::Agents(["ann".to_owned()].into());
    let items = vec![(
        hidden.clone(),
        thing("p", "A secret window", &[("user", "mara")], vec![]),
    )];
    let update = Update {
        position: 2,
        entries: vec![entry(&hidden, readers)],
        hidden: Vec::new(),
        items: items.into(),
    };
    index.apply(&update).await.unwrap();
    for (reader, expected) in [
        (None, "abp"),
        (Some("ann"), "abp"),
        (Some("bob"), "ab"),
        (Some(""), "ab"),
        (Some("%"), "ab"),
    ] {
        let find = Find {
            tags: vec![("user", Is("mara".into()))],
            reader: reader.map(Into::into),
            ..Find::default()
        };
        assert_eq!(asked(&index, find).await, expected, "{reader:?}");
    }
}
