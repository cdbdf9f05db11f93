//! Pointers that hold: keywords for what fell out of a document, tried before they are written. A search must give
//! the memory among its first five. Knows no index: it asks whoever searches.

#[cfg(test)]
mod tests;

pub mod keywords;

use std::collections::{BTreeMap, BTreeSet};

use crate::mind::dream::item::Item;
use crate::mind::dream::point::keywords::{keywords, of_topic, rarity};
use crate::mind::dream::topics::{Topic, topics};
use crate::mind::dream::words::{Terms, overlap, plain, terms};
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

/// Makes pointers of what fell out: one for each part of a person's own text, then one for each topic, then one for each
/// item. `room` is how many characters they may have, `told` what the document tells.
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
    let mut pointing = Pointing {
        known,
        told,
        rarity: rarity(out.iter().map(|item| item.text.as_str())),
        has_more_seeds: out.iter().filter(|item| item.is_seed).count() > most,
        left: room,
        most: most.min(guard::POINTERS),
        tries: TRIES,
        led: Led::default(),
        pointed: Pointed::default(),
        seek,
    };
    let (seeds, rest): (Vec<&Item>, Vec<&Item>) = out.iter().partition(|item| item.is_seed);
    for item in seeds {
        pointing.single(item).await?;
    }
    let (bond, open): (Vec<&Item>, Vec<&Item>) = rest
        .iter()
        .copied()
        .partition(|item| item.section == Section::Bond);
    for items in [open, bond] {
        pointing.topics(&items).await?;
    }
    for item in rest {
        pointing.single(item).await?;
    }
    pointing.carry_on().await?;
    Ok(pointing.pointed)
}

/// Pointers in the making.
struct Pointing<'a> {
    known: &'a [Pointer],
    told: &'a BTreeSet<String>,
    rarity: BTreeMap<String, usize>,
    has_more_seeds: bool,
    /// The characters that are left.
    left: usize,
    most: usize,
    /// The searches that are left.
    tries: usize,
    led: Led,
    pointed: Pointed,
    seek: &'a dyn Seek,
}

impl Pointing<'_> {
    /// Points to an item to which no pointer leads yet.
    async fn single(&mut self, item: &Item) -> Result<()> {
        let Some(source) = &item.source else {
            return Ok(());
        };
        if self.pointed.led.contains(source) {
            return Ok(());
        }
        // Where there is more of what a person wrote than there are pointers, what any of the searches finds has to do.
        let is_led = if item.is_seed {
            self.has_more_seeds && self.led.finds(source)
        } else {
            self.led.names(source, &item.text)
        };
        if is_led {
            self.pointed.led.insert(source.clone());
            return Ok(());
        }
        if self.is_done(source) {
            return Ok(());
        }
        let before = self.known.iter().find(|pointer| pointer.source == *source);
        let mut found = None;
        let words = before.map(|pointer| pointer.keywords.clone()).into_iter();
        for keywords in words.chain(keywords(item, &self.rarity)) {
            let Some(first) = self.search(&keywords).await? else {
                break;
            };
            if first.contains(source) {
                found = Some((keywords, first));
                break;
            }
        }
        let Some((keywords, first)) = found else {
            self.lose(item);
            return Ok(());
        };
        let topic = match before {
            Some(before) if !item.is_seed => before.topic.clone(),
            _ => topic(item),
        };
        let now = Pointer {
            topic,
            keywords,
            source: source.clone(),
            of_bond: item.section == Section::Bond,
        };
        self.add(now, first);
        Ok(())
    }

    /// Points to the topics of items, each with one search that finds most of its items.
    async fn topics(&mut self, items: &[&Item]) -> Result<()> {
        let items: Vec<&Item> = items
            .iter()
            .copied()
            .filter(|item| {
                let source = item.source.as_ref();
                source.is_some_and(|source| {
                    !self.told.contains(source) && !self.pointed.led.contains(source)
                })
            })
            .collect();
        let texts: Vec<&str> = items.iter().map(|item| item.text.as_str()).collect();
        for topic in topics(&texts, FIRST) {
            let members: Vec<&Item> = topic.members.iter().map(|at| items[*at]).collect();
            self.topic(&topic, &members).await?;
        }
        Ok(())
    }

    async fn topic(&mut self, topic: &Topic, members: &[&Item]) -> Result<()> {
        let sources: Vec<&String> = members
            .iter()
            .filter_map(|item| item.source.as_ref())
            .collect();
        let before = self
            .known
            .iter()
            .find(|known| sources.contains(&&known.source));
        let own = before.map(|known| known.keywords.clone());
        let texts: Vec<&str> = members.iter().map(|item| item.text.as_str()).collect();
        let mut best: Option<(String, Vec<String>, usize)> = None;
        for keywords in own.into_iter().chain(of_topic(topic, &texts, &self.rarity)) {
            let Some(first) = self.search(&keywords).await? else {
                break;
            };
            let found = sources
                .iter()
                .filter(|source| first.contains(source))
                .count();
            if best.as_ref().is_none_or(|(.., most)| found > *most) {
                best = Some((keywords, first, found));
            }
            if found == sources.len() {
                break;
            }
        }
        let Some((keywords, first, _)) = best.filter(|(.., found)| *found > 1) else {
            return Ok(());
        };
        let mut found = sources.into_iter().filter(|source| first.contains(source));
        let Some(source) = found.next().filter(|source| !self.is_done(source)) else {
            return Ok(());
        };
        let now = Pointer {
            topic: plain(&topic.name(), 60),
            keywords,
            source: source.clone(),
            of_bond: members.iter().any(|item| item.section == Section::Bond),
        };
        let others: Vec<String> = found.cloned().collect();
        if self.add(now, first) {
            self.pointed.led.extend(others);
        }
        Ok(())
    }

    /// Whether a memory needs no pointer, or can have none.
    fn is_done(&self, source: &String) -> bool {
        let has_one = |pointer: &Pointer| pointer.source == *source;
        self.told.contains(source)
            || self.pointed.pointers.iter().any(has_one)
            || self.pointed.pointers.len() >= self.most
            || self.tries == 0
    }

    /// The memories that a search finds first; nothing when no more searches may be made.
    async fn search(&mut self, keywords: &str) -> Result<Option<Vec<String>>> {
        if self.tries == 0 {
            return Ok(None);
        }
        self.tries -= 1;
        Ok(Some(self.seek.first(keywords).await?))
    }

    /// Adds a pointer if there is room.
    fn add(&mut self, now: Pointer, first: Vec<String>) -> bool {
        let long = now.line().chars().count() + 1;
        if long > self.left {
            return false;
        }
        self.left -= long;
        let mut known = self.known.iter();
        match known.find(|pointer| pointer.source == now.source) {
            None => self.pointed.added += 1,
            Some(before) if before.keywords != now.keywords => {
                self.pointed.changes.push(change(before, Some(&now)));
            }
            Some(_) => {}
        }
        self.led.by(&now, first);
        self.pointed.pointers.push(now);
        true
    }

    /// Tells of what no search finds, where it matters.
    fn lose(&mut self, item: &Item) {
        if item.importance >= MATTERS && item.section == Section::Bond {
            self.pointed.unreachable_of_bond += 1;
        } else if item.importance >= MATTERS && self.pointed.unreachable.len() < TOLD {
            self.pointed.unreachable.push(plain(&item.text, 100));
        }
    }

    /// Keeps the pointers of before whose memory is still found and that nothing else leads to.
    async fn carry_on(&mut self) -> Result<()> {
        for pointer in self.known {
            let source = &pointer.source;
            let has_one = |now: &Pointer| now.source == *source;
            // The document says it, or another pointer leads there.
            if self.pointed.pointers.iter().any(has_one)
                || self.told.contains(source)
                || self.pointed.led.contains(source)
                || self.led.names(source, &pointer.topic)
            {
                continue;
            }
            let long = pointer.line().chars().count() + 1;
            let has_room = long <= self.left && self.pointed.pointers.len() < self.most;
            let first = if has_room {
                self.search(&pointer.keywords).await?
            } else {
                None
            };
            if first.is_some_and(|first| first.contains(source)) {
                self.left -= long;
                self.pointed.pointers.push(pointer.clone());
            } else {
                self.pointed.changes.push(change(pointer, None));
            }
        }
        Ok(())
    }
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
