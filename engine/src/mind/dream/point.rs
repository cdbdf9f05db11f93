//! Pointers that hold: keywords for what fell out of a document, tried before they are written. A search must give
//! the memory among its first five. Knows no index: it asks whoever searches.

use std::collections::{BTreeMap, BTreeSet};

use crate::mind::dream::item::Item;
use crate::mind::dream::words::{Terms, overlap, plain, telling, terms};
use crate::mind::guard;
use crate::mind::pointer::{Pointer, PointerChange};
use crate::mind::section::Section;
use kernel::error::Result;
use kernel::future::Fut;

/// Among so many a search must have what a pointer is of.
pub const FIRST: usize = 5;
/// How many searches one dream makes at most.
const TRIES: usize = 160;
/// What matters less is not spoken of when no search finds it.
const MATTERS: f64 = 0.6;
/// A pointer's words are of what has so much of them.
const NAMES: f64 = 0.5;
/// So many lines of what a pointer is of are searched for by their own words.
const LINES: usize = 4;
/// The most of what no search finds that is told.
const TOLD: usize = 10;

/// Whoever searches as the agent does.
pub trait Seek: Send + Sync {
    /// The memories that a search finds first, by the names that pointers give them, at most [`FIRST`].
    fn first<'a>(&'a self, keywords: &'a str) -> Fut<'a, Result<Vec<String>>>;
}

/// What pointers came to be.
#[derive(Clone, Debug, Default)]
pub struct Pointed {
    /// The pointers, the most important first.
    pub pointers: Vec<Pointer>,
    /// Those that were there and were given other words or dropped.
    pub changes: Vec<PointerChange>,
    /// What no search finds, in short.
    pub unreachable: Vec<String>,
    /// How much of The Bond no search finds: what it is is told nowhere else.
    pub unreachable_of_bond: usize,
    /// The memories of what fell out that these pointers lead to beside their own.
    pub led: BTreeSet<String>,
    /// How many were not there before.
    pub added: u32,
}

/// What the searches of the pointers find, and what their words name.
#[derive(Default)]
struct Led(Vec<(Vec<String>, Terms)>);

impl Led {
    /// A pointer leads to what its search finds.
    fn by(&mut self, pointer: &Pointer, first: Vec<String>) {
        let words = terms(&format!("{} {}", pointer.topic, pointer.keywords));
        self.0.push((first, words));
    }

    /// Whether one of the searches finds a memory.
    fn finds(&self, source: &String) -> bool {
        self.0.iter().any(|(first, _)| first.contains(source))
    }

    /// Whether one of them finds it, by words that are of what it says: whoever reads the pointer knows of it.
    fn names(&self, source: &String, says: &str) -> bool {
        if !self.finds(source) {
            return false;
        }
        let says = terms(says);
        let names = |(first, words): &(Vec<String>, Terms)| {
            first.contains(source) && overlap(words, &says) >= NAMES
        };
        self.0.iter().any(names)
    }
}

/// Makes pointers of what fell out. `room` is how many characters they may have, `told` what the document tells.
///
/// # Errors
/// When a search cannot be made.
pub async fn point(
    out: &[Item],
    known: &[Pointer],
    told: &BTreeSet<String>,
    room: usize,
    most: usize,
    seek: &dyn Seek,
) -> Result<Pointed> {
    let most = most.min(guard::POINTERS);
    let mut pointed = Pointed::default();
    let rarity = rarity(out.iter().map(|item| item.text.as_str()));
    let mut led = Led::default();
    let (mut left, mut tries) = (room, TRIES);
    let has_more = out.iter().filter(|item| item.is_seed).count() > most;
    for item in out {
        let Some(source) = &item.source else { continue };
        // Where there is more of what a person wrote than there are pointers, what any of the searches finds has to do.
        let is_led = if item.is_seed {
            has_more && led.finds(source)
        } else {
            led.names(source, &item.text)
        };
        if is_led {
            pointed.led.insert(source.clone());
            continue;
        }
        if told.contains(source) || pointed.pointers.len() >= most || tries == 0 {
            continue;
        }
        let before = known.iter().find(|pointer| pointer.source == *source);
        let mut found = None;
        let words = before.map(|pointer| pointer.keywords.clone()).into_iter();
        for keywords in words.chain(keywords(item, &rarity)) {
            if tries == 0 {
                break;
            }
            tries -= 1;
            let first = seek.first(&keywords).await?;
            if first.contains(source) {
                found = Some((keywords, first));
                break;
            }
        }
        let Some((keywords, first)) = found else {
            if item.importance >= MATTERS && item.section == Section::Bond {
                pointed.unreachable_of_bond += 1;
            } else if item.importance >= MATTERS && pointed.unreachable.len() < TOLD {
                pointed.unreachable.push(plain(&item.text, 100));
            }
            continue;
        };
        let topic = match before {
            Some(before) if !item.is_seed => before.topic.clone(),
            _ => topic(item),
        };
        let source = source.clone();
        let now = Pointer {
            topic,
            keywords,
            source,
            of_bond: item.section == Section::Bond,
        };
        let long = now.line().chars().count() + 1;
        if long > left {
            continue;
        }
        left -= long;
        match before {
            None => pointed.added += 1,
            Some(before) if before.keywords != now.keywords => {
                pointed.changes.push(change(before, Some(&now)));
            }
            Some(_) => {}
        }
        led.by(&now, first);
        pointed.pointers.push(now);
    }
    carry_on(known, told, &led, (left, most, tries), &mut pointed, seek).await?;
    Ok(pointed)
}

/// Keeps the pointers of before whose memory is still found and that nothing else leads to.
async fn carry_on(
    known: &[Pointer],
    told: &BTreeSet<String>,
    led: &Led,
    (mut left, most, mut tries): (usize, usize, usize),
    pointed: &mut Pointed,
    seek: &dyn Seek,
) -> Result<()> {
    for pointer in known {
        let source = &pointer.source;
        let is_there = pointed.pointers.iter().any(|now| now.source == *source);
        // The document says it, or another pointer leads there.
        if is_there || told.contains(source) || led.names(source, &pointer.topic) {
            continue;
        }
        let long = pointer.line().chars().count() + 1;
        let has_room = long <= left && pointed.pointers.len() < most && tries > 0;
        tries = tries.saturating_sub(1);
        if has_room && seek.first(&pointer.keywords).await?.contains(source) {
            left -= long;
            pointed.pointers.push(pointer.clone());
        } else {
            pointed.changes.push(change(pointer, None));
        }
    }
    Ok(())
}

/// What became of a pointer.
#[must_use]
pub fn change(before: &Pointer, now: Option<&Pointer>) -> PointerChange {
    PointerChange {
        topic: before.topic.clone(),
        keywords: before.keywords.clone(),
        now: now.map(|now| now.keywords.clone()),
    }
}

fn topic(item: &Item) -> String {
    // Of what was written before the first dream it names several things.
    let most = if item.is_seed { usize::MAX } else { 60 };
    let topic = plain(&item.topic, most);
    if topic.is_empty() {
        plain(&item.text, 60)
    } else {
        topic
    }
}

/// In how many of these each word is.
pub fn rarity<'a>(texts: impl Iterator<Item = &'a str>) -> BTreeMap<String, usize> {
    let mut rarity = BTreeMap::new();
    for text in texts {
        for word in telling(text) {
            *rarity.entry(word.to_lowercase()).or_default() += 1;
        }
    }
    rarity
}

/// The words to search for, the best first.
#[must_use]
pub fn keywords(item: &Item, rarity: &BTreeMap<String, usize>) -> Vec<String> {
    let mut words = telling(&item.topic);
    let in_topic = words.len();
    let seen: BTreeSet<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let text = telling(&item.text);
    let more = text
        .iter()
        .copied()
        .filter(|word| !seen.contains(&word.to_lowercase()));
    words.extend(more.take(60));
    let rare = |most: usize| {
        let mut ranked: Vec<(usize, &str)> = words.iter().copied().enumerate().collect();
        let count = |word: &str| rarity.get(&word.to_lowercase()).copied().unwrap_or(1);
        // A word of the topic counts as much as one that is half as common.
        // Of many lines the numbers are rare, and say nothing.
        let is_number = |word: &str| item.is_seed && !word.contains(char::is_alphabetic);
        ranked.sort_by_key(|(at, word)| {
            let weight = count(word) * if *at < in_topic { 1 } else { 2 };
            (is_number(word), weight, *at)
        });
        ranked.truncate(most);
        ranked.sort_unstable();
        let words: Vec<&str> = ranked.into_iter().map(|(_, word)| word).collect();
        clean(&words)
    };
    let topic = clean(&words[..in_topic.min(6)]);
    let begin: Vec<&str> = text.iter().copied().take(8).collect();
    let mut tries = vec![rare(4), topic, rare(6), clean(&begin), rare(9)];
    if item.is_seed {
        let lines = item.text.lines().take(LINES);
        tries.extend(lines.map(|line| {
            let words: Vec<&str> = telling(line).into_iter().take(8).collect();
            clean(&words)
        }));
    }
    tries.retain(|words| !words.is_empty());
    let mut once = BTreeSet::new();
    tries.retain(|words| once.insert(words.clone()));
    tries
}

/// Words as keywords: a backtick would end them.
fn clean(words: &[&str]) -> String {
    words.join(" ").replace('`', "")
}

#[cfg(test)]
mod tests {
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

    /// Finds the texts that have most of the words.
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
}
