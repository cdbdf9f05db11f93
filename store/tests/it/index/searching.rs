//! Texts: found by any query, replaced, forgotten, and restricted to readers.

use kernel::access::Readers;
use kernel::ports::index::{Entry, Find, Index, ListQuery, Update};

use crate::common::{files_with, stream};
use crate::index::harness::{Made, asking, entry, items, names, query, search, written};

#[tokio::test]
async fn finds_texts_by_any_question() {
    let Made {
        index,
        folder: _folder,
    } = Made::new().await;
    let a = stream("a");
    let texts = vec![
        written(
            &a,
            "T1",
            "Write the parser",
            "It reads task_claim calls from C++ code.",
        ),
        written(
            &a,
            "T2",
            "Café menu",
            "A parser is mentioned here: naïve, but \"quoted\".",
        ),
        written(&a, "T3", "Unrelated", "Nothing of it."),
    ];
    index
        .apply(&Update {
            position: 1,
            entries: vec![entry("a", 1)],
            items: texts.into(),
            hidden: vec![],
        })
        .await
        .unwrap();
    // A word in the title weighs more than one in the body.
    assert_eq!(items(&index, "parser").await, ["T1", "T2"]);
    let found = search(&index, "parser mentioned", Some("workflow"), 5)
        .await
        .found;
    assert_eq!(found.len(), 1);
    assert_eq!(
        (found[0].kind.as_str(), found[0].title.as_str()),
        ("task", "Café menu")
    );
    assert!(found[0].score > 0.0);
    for (question, expected) in [
        ("CAFE", vec!["T2"]),
        ("naive", vec!["T2"]),
        ("pars", vec!["T1", "T2"]),
        ("task_claim", vec!["T1"]),
        ("c++", vec!["T1"]),
        ("\"quoted\"", vec!["T2"]),
        ("reads menu", vec!["T1", "T2"]),
        ("title:parser", vec![]),
        ("parser AND OR NOT (", vec!["T1", "T2"]),
        ("", vec![]),
        ("*", vec![]),
        ("\" OR \"", vec![]),
        ("NEAR(a b", vec![]),
        ("\u{0}", vec![]),
        ("🦊", vec![]),
    ] {
        let mut found = items(&index, question).await;
        found.sort();
        assert_eq!(found, expected, "{question:?}");
    }
    assert!(
        search(&index, "parser", Some("session"), 5)
            .await
            .found
            .is_empty()
    );
    assert_eq!(search(&index, "parser", None, 1).await.found.len(), 1);
    let long = "parser ".repeat(10_000);
    assert_eq!(search(&index, &long, None, 5).await.found.len(), 2);
}

/// A title, queries that find it, and queries that do not.
const SCRIPTS: [(&str, &[&str], &[&str]); 12] = [
    (
        "数据库检索的迁移",
        &["检索", "迁移", "数据库", "移"],
        &["索检", "库数"],
    ),
    ("ประชุมวันอังคารหน้า", &["อังคาร", "ประชุม"], &["จันทร์"]),
    ("東京のサーバー", &["サーバー", "ｻｰﾊﾞｰ"], &["サービス"]),
    (
        "서울 회의",
        &["서울", "\u{1109}\u{1165}\u{110B}\u{116E}\u{11AF}", "회"],
        &["부산"],
    ),
    ("दान की रसीद", &["दान", "रसी"], &["दिन", "दन"]),
    (
        "Straße gesperrt",
        &["STRASSE", "strasse", "straß"],
        &["strase"],
    ),
    ("ΟΔΟΣ Ἀθηνᾶς", &["οδός", "αθηνας"], &["οδου"]),
    (
        "Rechnung ١٢٣٤٥",
        &["12345", "۱۲۳۴۵", "１２３４５"],
        &["1234567"],
    ),
    ("Lunch 🍕 at noon", &["🍕", "🍕 lunch"], &["🔴"]),
    (
        "Budget 100,821 approved",
        &["100821", "100,821", "100\u{202F}821", "821"],
        &["100822"],
    ),
    ("Invoice 4711342", &["4,711,342", "4711342"], &["711"]),
    ("Release 1.5 shipped", &["1.5"], &["15x"]),
];

#[tokio::test]
async fn finds_words_of_every_script_in_lists_and_texts() {
    let Made {
        index,
        folder: _folder,
    } = Made::new().await;
    let names_of = |n: usize| n.to_string();
    index
        .apply(&Update {
            position: 1,
            entries: (0..SCRIPTS.len()).map(|n| entry(&names_of(n), 1)).collect(),
            items: SCRIPTS
                .iter()
                .enumerate()
                .map(|(n, (title, ..))| written(&stream(&names_of(n)), &names_of(n), title, ""))
                .collect(),
            hidden: vec![],
        })
        .await
        .unwrap();
    for (n, (title, finding, others)) in SCRIPTS.iter().enumerate() {
        for (question, is_found) in finding
            .iter()
            .map(|question| (question, true))
            .chain(others.iter().map(|question| (question, false)))
        {
            let asked = ListQuery {
                query: Some((*question).into()),
                ..query()
            };
            let listed = names(&index, &asked).await;
            let found = items(&index, question).await;
            let expected = if is_found { vec![names_of(n)] } else { vec![] };
            assert_eq!(listed, expected, "{question} in {title}");
            assert_eq!(found, expected, "{question} in {title}");
        }
    }
    let fifteen = ListQuery {
        query: Some("15".into()),
        ..query()
    };
    assert!(names(&index, &fifteen).await.is_empty(), "1.5 is not 15");
}

#[tokio::test]
async fn replaces_and_forgets_texts_of_every_script() {
    let Made {
        index,
        folder: _folder,
    } = Made::new().await;
    let a = stream("a");
    for (position, title) in (1..).zip(["数据库", "100,821 Straße", "plain"]) {
        index
            .apply(&Update {
                position,
                entries: vec![entry("a", 1), entry("b", 1)],
                items: vec![
                    written(&a, "T1", title, "検索"),
                    written(&stream("b"), "T2", "検索 शब्द", ""),
                ]
                .into(),
                hidden: vec![],
            })
            .await
            .unwrap();
    }
    assert!(items(&index, "数据").await.is_empty());
    assert!(items(&index, "strasse").await.is_empty());
    assert_eq!(items(&index, "plain").await, ["T1"]);
    assert_eq!(items(&index, "検索").await.len(), 2);
    index.forget(&a).await.unwrap();
    assert_eq!(items(&index, "検索").await, ["T2"]);
    assert_eq!(items(&index, "शब्द").await, ["T2"]);
}

#[tokio::test]
async fn replaces_texts() {
    let Made {
        index,
        folder: _folder,
    } = Made::new().await;
    let a = stream("a");
    for (position, word) in (1..).zip(["oboe", "oboe", "bassoon"]) {
        let texts = vec![
            written(&a, "T1", "superseded", "at once"),
            written(&a, "T1", word, "reed"),
        ];
        index
            .apply(&Update {
                position,
                entries: vec![entry("a", 1)],
                items: texts.into(),
                hidden: vec![],
            })
            .await
            .unwrap();
    }
    assert!(items(&index, "oboe").await.is_empty());
    assert!(items(&index, "superseded").await.is_empty());
    assert_eq!(items(&index, "bassoon").await, ["T1"]);
    assert_eq!(items(&index, "reed").await, ["T1"]);
}

#[tokio::test]
async fn forgets_to_the_last_byte() {
    let Made { index, folder } = Made::new().await;
    let count = 40;
    let word = |n: usize| format!("needle{}x", n * 7_919);
    for round in 1..9 {
        let mut update = Update {
            position: round,
            ..Update::default()
        };
        for n in 0..count {
            let id = n.to_string();
            let mut entry = entry(&id, 1);
            entry.doc = format!("{{\"name\":\"{}\"}}", word(n).repeat(n % 7 * 5));
            update.entries.push(entry);
            let body = format!("{} {round} {}", word(n), "and more ".repeat(n * 3 % 50));
            for (stream, text) in [
                written(&stream(&id), &format!("T{}", round / 2), &word(n), &body),
                written(&stream(&id), "T0", &word(n + 1_000 * n), &body),
            ] {
                update.items.push(stream, text.into());
            }
        }
        index.apply(&update).await.unwrap();
    }
    for n in (0..count).map(|n| (n * 17) % count) {
        index.forget(&stream(&n.to_string())).await.unwrap();
        assert_eq!(
            files_with(folder.path(), &word(n)),
            Vec::<String>::new(),
            "{n}"
        );
    }
    assert!(names(&index, &query()).await.is_empty());
}

#[tokio::test]
async fn an_agent_finds_what_it_may_read() {
    let Made {
        index,
        folder: _folder,
    } = Made::new().await;
    let private = |id: &str, names: &[&str]| Entry {
        readers: Readers::Agents(names.iter().copied().map(Into::into).collect()),
        ..entry(id, 1)
    };
    let of = |id: &str, owner: &str, names: &[&str]| Entry {
        readers: Readers::Of {
            stream: stream(owner),
            before: names.iter().copied().map(Into::into).collect(),
        },
        ..entry(id, 1)
    };
    let entries = vec![
        entry("a", 2),
        private("b", &["ann", "bob"]),
        private("c", &["annabel"]),
        private("d", &[]),
        // Readers of another stream; until it exists, or names any, their own.
        of("e", "b", &["annabel"]),
        of("f", "a", &["annabel"]),
        of("g", "none", &["bob"]),
    ];
    let texts =
        ["a", "b", "c", "d", "e", "f", "g"].map(|id| written(&stream(id), id, "parser", ""));
    index
        .apply(&Update {
            position: 1,
            entries: entries.clone(),
            items: texts.into_iter().collect(),
            ..Update::default()
        })
        .await
        .unwrap();
    for entry in entries {
        let kept = index.entry(&entry.stream).await.unwrap();
        assert_eq!(kept.as_ref(), Some(&entry));
    }
    let table = [
        (None, vec!["a", "g", "f", "e", "d", "c", "b"]),
        (Some("ann"), vec!["a", "e", "b"]),
        (Some("annabel"), vec!["a", "f", "c"]),
        (Some("bob"), vec!["a", "g", "e", "b"]),
        (Some("bob\nann"), vec!["a"]),
        (Some(""), vec!["a"]),
    ];
    for (reader, ids) in table {
        let query = ListQuery {
            reader: reader.map(Into::into),
            ..query()
        };
        assert_eq!(names(&index, &query).await, ids, "{reader:?}");
        assert_eq!(index.list(&query).await.unwrap().total, ids.len() as u64);
        let find = Find {
            reader: reader.map(Into::into),
            ..asking("parser", None, 10)
        };
        let finding = index.find(&find).await.unwrap();
        assert_eq!(finding.total, ids.len() as u64);
        let mut found: Vec<_> = finding.found.into_iter().map(|found| found.item).collect();
        found.sort();
        let mut ids = ids;
        ids.sort_unstable();
        assert_eq!(found, ids, "{reader:?}");
    }
}
