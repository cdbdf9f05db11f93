//! Corrects a draft by a language model: tries its pointers, and adds pointers to a person's text that it left out.

use std::collections::BTreeSet;

use crate::mind::document::Document;
use crate::mind::dream::draft::{Draft, put_right};
use crate::mind::dream::fallen::find_fallen_by;
use crate::mind::dream::item::Item;
use crate::mind::dream::material::{Material, Said};
use crate::mind::dream::plan::{Plan, text_in_budget};
use crate::mind::dream::point::{FIRST, Pointed, Seek, point};
use crate::mind::dream::rest::{Rest, is_rest};
use crate::mind::dream::words::{Terms, overlap, terms};
use crate::mind::guard;
use crate::mind::pointer::{Pointer, PointerChange};
use crate::mind::section::Section;
use kernel::error::Result;

/// Room reserved for the line about the rest, in characters.
const REST: usize = 120;
/// Minimum overlap of terms for a model's line to contain a given line.
const SAYS: f64 = 0.7;
/// Minimum overlap of terms between a pointer and the memory that it is for.
const FITS: f64 = 0.3;

/// Corrects the draft of a language model.
///
/// # Errors
/// Returns an error if a search fails.
pub async fn of_model(
    material: &Material,
    text: &str,
    plan: Plan,
    seek: &dyn Seek,
) -> Result<Draft> {
    let mut document = put_right(material, text);
    let (mut pointed, mut rest) = (Pointed::default(), None);
    // A draft with more pointers than allowed is refused by a guard, so its pointers are not tried and it stays as
    // written.
    let is_runaway = guard::pointers(&document) > guard::POINTERS;
    if !is_runaway && !material.locked.contains(&Section::CrystalPointers) {
        let section = document
            .text(Section::CrystalPointers)
            .unwrap_or_default()
            .to_owned();
        let mut kept = Vec::new();
        for line in section.lines() {
            match Pointer::parse(line) {
                Some(_) if material.marks.is_written(line) => kept.push(line.to_owned()),
                Some((topic, keywords)) => {
                    look(material, topic, keywords, seek, &mut pointed).await?;
                }
                None if line.trim().is_empty() || is_rest(line) => {}
                None => kept.push(line.to_owned()),
            }
        }
        for pointer in &material.pointers {
            let is_there = pointed
                .pointers
                .iter()
                .any(|now| now.keywords == pointer.keywords);
            let is_told = pointed
                .changes
                .iter()
                .any(|change| change.keywords == pointer.keywords);
            if !is_there && !is_told {
                pointed.changes.push(PointerChange {
                    topic: pointer.topic.clone(),
                    keywords: pointer.keywords.clone(),
                    now: None,
                });
            }
        }
        let room = material.budget.chars;
        let room = room.saturating_sub(text_in_budget(material, &document).chars().count() + 100);
        let shut_out = shut_out(material, &plan.out);
        let room = (&document, room.saturating_sub(REST));
        let left = point_to_lost(material, room, shut_out, seek, &mut pointed).await?;
        kept.extend(pointed.pointers.iter().map(Pointer::line));
        rest = left.filter(|_| room.1 > 0);
        kept.extend(rest.map(|rest| format!("\n{}", rest.line())));
        if document.text(Section::CrystalPointers).is_some() {
            document.set(Section::CrystalPointers, kept.join("\n"));
        }
    }
    let lines = |section| {
        let text = document.text(section).unwrap_or_default();
        let lines = text
            .lines()
            .filter(|line| line.trim_start().starts_with(['-', '*', '+']));
        u32::try_from(lines.count()).unwrap_or(u32::MAX)
    };
    Ok(Draft {
        skills: lines(Section::EmergingSkills),
        gaps: lines(Section::CuriosityGaps),
        settled: 0,
        text: document.to_string(),
        pointed,
        replayed: 0,
        doubles: plan.doubles,
        rest,
    })
}

/// Returns the items whose section is locked.
fn shut_out(material: &Material, out: &[Item]) -> Vec<Item> {
    let is_shut_out = |item: &&Item| !item.is_seed && material.locked.contains(&item.section);
    out.iter().filter(is_shut_out).cloned().collect()
}

/// Points to text from before the first dream that the model left out and to `shut_out` items, unless one of its
/// pointers leads there already. Returns the `shut_out` items that no pointer leads to.
async fn point_to_lost(
    material: &Material,
    (document, room): (&Document, usize),
    mut shut_out: Vec<Item>,
    seek: &dyn Seek,
    pointed: &mut Pointed,
) -> Result<Option<Rest>> {
    let all: Vec<Terms> = document.to_string().lines().map(terms).collect();
    // A model rephrases, so lines are compared by terms.
    let stands = |line: &str| {
        let says = terms(line);
        all.iter()
            .any(|line| line.len() >= says.len() && overlap(line, &says) >= SAYS)
    };
    let lost = find_fallen_by(material, &stands).items;
    shut_out.retain(|item| !stands(&item.text));
    let is_led = |item: &&Item| {
        let mut known = pointed.pointers.iter();
        known.any(|pointer| item.source.as_ref() == Some(&pointer.source))
    };
    let lost = lost.iter().chain(&shut_out);
    let lost: Vec<Item> = lost.filter(|item| !is_led(item)).cloned().collect();
    let most = guard::POINTERS.saturating_sub(pointed.pointers.len());
    let more = point(&lost, &[], &BTreeSet::new(), room, most, seek).await?;
    pointed.added += more.added;
    pointed.pointers.extend(more.pointers);
    pointed.unreachable.extend(more.unreachable);
    pointed.unreachable_of_bond += more.unreachable_of_bond;
    pointed.led.extend(more.led);
    Ok(Rest::of(&shut_out, &BTreeSet::new(), pointed))
}

/// Tries a pointer of a model: keeps it if its search finds its memory, otherwise records that it was dropped.
async fn look(
    material: &Material,
    topic: String,
    keywords: String,
    seek: &dyn Seek,
    pointed: &mut Pointed,
) -> Result<()> {
    let known = material
        .pointers
        .iter()
        .find(|known| known.keywords == keywords);
    let first = seek.first(&keywords).await?;
    let source = match known {
        Some(known) if first.contains(&known.source) => Some(known.source.clone()),
        Some(_) => None,
        None => of_these(material, &topic, &keywords, &first),
    };
    match source {
        Some(source) => {
            pointed.added += u32::from(known.is_none());
            let of_bond = known.is_some_and(|known| known.of_bond)
                || find_statement(material, &source).is_some_and(Said::is_of_bond);
            pointed.pointers.push(Pointer {
                topic,
                keywords,
                source,
                of_bond,
            });
        }
        None => pointed.changes.push(PointerChange {
            topic,
            keywords,
            now: None,
        }),
    }
    Ok(())
}

/// Returns the memory that a pointer is for: the first found memory of the agent that shares enough terms with it. Only
/// memories in the material count, because a search by meaning always finds something.
fn of_these(material: &Material, topic: &str, keywords: &str, first: &[String]) -> Option<String> {
    let words = terms(&format!("{topic} {keywords}"));
    let fits = |id: &&String| {
        find_statement(material, id).is_some_and(|said| overlap(&words, &terms(&said.text)) >= FITS)
    };
    first.iter().take(FIRST).find(fits).cloned()
}

/// Returns the memory or note with this name, if it is in the material.
fn find_statement<'a>(material: &'a Material, id: &str) -> Option<&'a Said> {
    let mut all = material.memories.iter().chain(&material.notes);
    all.find(|said| said.id.as_deref() == Some(id))
}

#[cfg(test)]
mod tests {
    use super::of_these;
    use crate::mind::dream::material::{Material, Said};

    #[test]
    fn a_pointer_is_of_a_memory_that_the_dream_knows_and_that_has_its_words() {
        let said = |id: &str, text: &str| Said {
            id: Some(id.into()),
            text: text.into(),
            ..Said::default()
        };
        let material = Material {
            memories: vec![
                said("a", "The harbour pump runs on 400 volts"),
                said("b", "Mara reviews in the morning"),
            ],
            ..Material::default()
        };
        let first = ["elsewhere/x", "b", "a"].map(String::from);
        for (topic, keywords, source) in [
            ("harbour pump", "pump volts", Some("a")),
            ("topic 7", "topic7", None),
            ("reviews", "Mara morning", Some("b")),
        ] {
            let found = of_these(&material, topic, keywords, &first);
            assert_eq!(found.as_deref(), source, "{topic}");
        }
    }
}
