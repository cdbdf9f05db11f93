//! Tests pointers with a search that matches texts by their words.

use std::collections::BTreeSet;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use super::{Pointed, Seek, point};
use crate::mind::dream::item::{Item, Role};
use crate::mind::dream::words::{overlap, terms};
use crate::mind::pointer::Pointer;
use kernel::error::Result;
use kernel::future::Fut;
use kernel::time::Time;

/// Finds the texts with the largest overlap of terms.
struct Shelf(Vec<(&'static str, String)>);

impl Seek for Shelf {
    fn first<'a>(&'a self, keywords: &'a str) -> Fut<'a, Result<Vec<String>>> {
        let asked = terms(keywords);
        let mut found: Vec<(f64, &str)> = self
            .0
            .iter()
            .map(|(id, text)| (overlap(&asked, &terms(text)), *id))
            .filter(|(score, _)| *score > 0.0)
            .collect();
        found.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(other.1)));
        let ids = found
            .into_iter()
            .take(5)
            .map(|(_, id)| id.to_owned())
            .collect();
        Box::pin(async move { Ok(ids) })
    }
}

fn item(id: &str, text: &str) -> Item {
    Item::new(Role::Fact, "", text, 0.8, Time(0))
        .about(text)
        .from(Some(id.into()))
}

fn pointed(shelf: &Shelf, out: &[Item], known: &[Pointer], room: usize) -> Pointed {
    let none = BTreeSet::new();
    let mut future = pin!(point(out, known, &none, room, 20, shelf));
    match future
        .as_mut()
        .poll(&mut Context::from_waker(Waker::noop()))
    {
        Poll::Ready(pointed) => pointed.unwrap(),
        Poll::Pending => panic!("nothing is waited for"),
    }
}

fn old(source: &str, keywords: &str) -> Pointer {
    Pointer {
        topic: "old".into(),
        keywords: keywords.into(),
        source: source.into(),
        of_bond: false,
    }
}

#[test]
fn only_what_is_found_is_pointed_at() {
    let shelf = Shelf(vec![
        (
            "a",
            "CORS error on the P2P bridge fixed by thresholds".into(),
        ),
        ("b", "workspace migration to WSL".into()),
    ]);
    let out = [
        item("a", "CORS error on the P2P bridge fixed by thresholds"),
        item("b", "workspace migration to WSL"),
        item("gone", "something that no search finds at all"),
    ];
    let pointed = pointed(&shelf, &out, &[], 1_000);
    let sources: Vec<&str> = pointed
        .pointers
        .iter()
        .map(|one| one.source.as_str())
        .collect();
    assert_eq!(sources, ["a", "b"]);
    assert_eq!(
        pointed.unreachable,
        ["something that no search finds at all"]
    );
    assert_eq!(pointed.added, 2);
}

#[test]
fn one_search_leads_to_all_that_it_finds() {
    let texts: Vec<String> = (0..4)
        .map(|n| format!("token rotation note number{n}"))
        .collect();
    let ids = ["a", "b", "c", "d"];
    let shelf = Shelf(ids.into_iter().zip(texts.clone()).collect());
    let out: Vec<Item> = ids
        .iter()
        .zip(&texts)
        .map(|(id, text)| item(id, text))
        .collect();
    assert_eq!(pointed(&shelf, &out, &[], 1_000).pointers.len(), 1);
}

#[test]
fn what_does_not_hold_is_mended_or_dropped() {
    let shelf = Shelf(vec![
        ("a", "key store vault latency".into()),
        ("z", "flaky clock expiry".into()),
    ]);
    let known = [
        old("a", "wrong words"),
        old("z", "flaky expiry"),
        old("gone", "nothing here"),
    ];
    let out = [item("a", "key store vault latency")];
    let pointed = pointed(&shelf, &out, &known, 1_000);
    let sources: Vec<&str> = pointed
        .pointers
        .iter()
        .map(|one| one.source.as_str())
        .collect();
    assert_eq!(sources, ["a", "z"]);
    assert_eq!(pointed.changes.len(), 2);
    assert!(pointed.changes[0].now.is_some(), "mended");
    assert!(pointed.changes[1].now.is_none(), "dropped");
}

#[test]
fn there_are_never_more_than_twenty_nor_more_than_there_is_room() {
    let texts: Vec<(&'static str, String)> = (0..60)
        .map(|n| {
            let id: &'static str = Box::leak(format!("id{n}").into_boxed_str());
            (id, format!("alpha{n} beta{n} gamma{n}"))
        })
        .collect();
    let out: Vec<Item> = texts.iter().map(|(id, text)| item(id, text)).collect();
    let shelf = Shelf(texts);
    assert_eq!(pointed(&shelf, &out, &[], 100_000).pointers.len(), 20);
    assert!(pointed(&shelf, &out, &[], 200).pointers.len() < 6);
}
