//! Makes pointers to items that fell out of a document. Their keywords are tried first: a search must find the memory
//! among its first five results.

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

/// Number of first results that must include the memory of a pointer.
pub const FIRST: usize = 5;
/// Maximum number of searches in one dream.
const TRIES: usize = 160;
/// Minimum importance of an item that is reported if no search finds it.
const MATTERS: f64 = 0.6;
/// Minimum overlap of terms for a pointer's words to name a memory.
const NAMES: f64 = 0.5;
/// Maximum number of unreachable items that are reported.
const TOLD: usize = 10;

/// A search with the agent's read access.
pub trait Seek: Send + Sync {
    /// Returns the names of the first memories that a search finds, as pointers name them, at most [`FIRST`].
    fn first<'a>(&'a self, keywords: &'a str) -> Fut<'a, Result<Vec<String>>>;
}

/// Result of making pointers.
#[derive(Clone, Debug, Default)]
pub struct Pointed {
    /// Pointers, the most important first.
    pub pointers: Vec<Pointer>,
    /// Earlier pointers that got new keywords or were dropped.
    pub changes: Vec<PointerChange>,
    /// Texts that no search finds, shortened.
    pub unreachable: Vec<String>,
    /// Number of items of The Bond that no search finds. Their text is not reported.
    pub unreachable_of_bond: usize,
    /// Names of further memories that these pointers lead to.
    pub led: BTreeSet<String>,
    /// Number of new pointers.
    pub added: u32,
}

/// Results of the pointers' searches, with the terms of the pointers.
#[derive(Default)]
struct Led(Vec<(Vec<String>, Terms)>);

impl Led {
    /// Records a pointer with the results of its search.
    fn by(&mut self, pointer: &Pointer, first: Vec<String>) {
        let words = terms(&format!("{} {}", pointer.topic, pointer.keywords));
        self.0.push((first, words));
    }

    /// Returns true if one of the searches finds the memory.
    fn finds(&self, source: &String) -> bool {
        self.0.iter().any(|(first, _)| first.contains(source))
    }

    /// Returns true if one of the searches finds the memory and its pointer has terms of the memory's text, so that
    /// readers recognise it.
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

/// Makes pointers to items that fell out: one for each part of a person's own text, then one for each topic, then one
/// for each item. `room` is their maximum number of characters, `told` the memories that the document has in full.
///
/// # Errors
/// Returns an error if a search fails.
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

/// Pointers that are being made.
struct Pointing<'a> {
    known: &'a [Pointer],
    told: &'a BTreeSet<String>,
    rarity: BTreeMap<String, usize>,
    has_more_seeds: bool,
    /// Characters that are left.
    left: usize,
    most: usize,
    /// Searches that are left.
    tries: usize,
    led: Led,
    pointed: Pointed,
    seek: &'a dyn Seek,
}

impl Pointing<'_> {
    /// Points to an item that no pointer leads to yet.
    async fn single(&mut self, item: &Item) -> Result<()> {
        let Some(source) = &item.source else {
            return Ok(());
        };
        if self.pointed.led.contains(source) {
            return Ok(());
        }
        // With more parts of a person's text than pointers, a result of any search is enough.
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

    /// Points to topics, each with one search that finds most of its items.
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

    /// Returns true if a memory needs no pointer or cannot get one.
    fn is_done(&self, source: &String) -> bool {
        let has_one = |pointer: &Pointer| pointer.source == *source;
        self.told.contains(source)
            || self.pointed.pointers.iter().any(has_one)
            || self.pointed.pointers.len() >= self.most
            || self.tries == 0
    }

    /// Returns the first results of a search, or `None` if no searches are left.
    async fn search(&mut self, keywords: &str) -> Result<Option<Vec<String>>> {
        if self.tries == 0 {
            return Ok(None);
        }
        self.tries -= 1;
        Ok(Some(self.seek.first(keywords).await?))
    }

    /// Adds a pointer. Returns false if there is no room.
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

    /// Reports an important item that no search finds.
    fn lose(&mut self, item: &Item) {
        if item.importance >= MATTERS && item.section == Section::Bond {
            self.pointed.unreachable_of_bond += 1;
        } else if item.importance >= MATTERS && self.pointed.unreachable.len() < TOLD {
            self.pointed.unreachable.push(plain(&item.text, 100));
        }
    }

    /// Keeps earlier pointers whose memory is still found and that no other pointer leads to.
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

/// Returns the change of a pointer.
#[must_use]
pub fn change(before: &Pointer, now: Option<&Pointer>) -> PointerChange {
    PointerChange {
        topic: before.topic.clone(),
        keywords: before.keywords.clone(),
        now: now.map(|now| now.keywords.clone()),
    }
}

fn topic(item: &Item) -> String {
    // The topic of a person's own text names several things, so it is not cut.
    let most = if item.is_seed { usize::MAX } else { 60 };
    let topic = plain(&item.topic, most);
    if topic.is_empty() {
        plain(&item.text, 60)
    } else {
        topic
    }
}
