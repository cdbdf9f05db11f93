//! Tests that the scores are those of scoring each word of each item by itself.

use proptest::prelude::*;

use super::{Bm25, Cell, Plan, Slot, look, rarity, real, runs, single};
use crate::recall::mask::{Mask, Tests};
use crate::recall::shelf::{Change, Shelf, Thing};

const WORDS: [&str; 6] = ["red", "green", "blue", "gray", "pink", "black"];

/// An item: bit set of the words that it has besides those of the template, a word that it repeats, its door and
/// its group.
type Item = (u8, usize, u32, Option<u8>);

fn shelf_of(template: u8, items: &[Item]) -> Shelf {
    let mut shelf = Shelf::default();
    for (row, (words, again, door, group)) in (0..).zip(items) {
        let has = |at: &usize| (template | words) >> at & 1 == 1;
        let own = (0..WORDS.len()).filter(has).chain([*again]);
        let body: Vec<&str> = own.filter_map(|at| WORDS.get(at).copied()).collect();
        shelf.change(Change::Put(Box::new(Thing {
            row,
            door: *door,
            body: body.join(" "),
            group: group.map(|group| format!("group{group}")),
            ..Thing::default()
        })));
    }
    shelf
}

/// A plan for each word, for a word without a match, and for two that the same others replace.
fn plan_of(shelf: &Shelf, mask: &Mask) -> Plan {
    let of_one = WORDS.iter().map(|word| vec![*word]);
    let slots = of_one.chain([vec!["none"], vec!["red", "blue"], vec!["red", "blue"]]);
    let slots = slots.map(|terms| {
        let lists = terms.iter().flat_map(|term| shelf.terms.of(term));
        let having = lists.filter(|posting| mask.has(posting.doc())).count();
        Slot {
            terms: terms.into_iter().map(Into::into).collect(),
            weight: rarity(mask.count.into(), having as u64),
            ..Slot::default()
        }
    });
    Plan {
        average: 4.0,
        slots: slots.collect(),
        ..Plan::default()
    }
}

/// Scores each word of each item by itself. Returns the bits of the score and the slots of each item, and the bits
/// of the scores of groups.
fn one_by_one(shelf: &Shelf, mask: &Mask, plan: &Plan) -> (Vec<(u32, u64)>, Vec<u32>) {
    let mut cells = vec![(0.0_f32, 0_u64); shelf.docs.len()];
    let mut groups = vec![0.0_f32; mask.of_groups.len()];
    let searched = mask.of_groups.iter().filter(|words| **words > 0);
    let searched: Vec<f64> = searched.map(|words| real(*words)).collect();
    let average = searched.iter().sum::<f64>() / real(searched.len() as u64).max(1.0);
    for (at, slot) in plan.slots.iter().enumerate() {
        let mut counts = vec![0_u32; groups.len()];
        let lists = slot.terms.iter().map(|term| shelf.terms.of(term));
        for posting in lists.flatten().filter(|posting| mask.has(posting.doc())) {
            let doc = &shelf.docs[posting.doc() as usize];
            let (count, length) = (posting.count().into(), doc.words.into());
            let (words, has) = &mut cells[posting.doc() as usize];
            *words += single(Bm25::new(plan.average).score(slot.weight, count, length));
            *has |= 1 << at;
            if let Some(sum) = counts.get_mut(doc.group as usize) {
                *sum += u32::from(posting.count());
            }
        }
        let having = counts.iter().filter(|count| **count > 0).count();
        let weight = rarity(searched.len() as u64, having as u64);
        for (group, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let length = real(mask.of_groups[group]);
            let score = Bm25::new(average).score(weight, (*count).into(), length);
            groups[group] += single(score);
        }
    }
    let cells = cells.iter().map(|(words, has)| (words.to_bits(), *has));
    (
        cells.collect(),
        groups.iter().map(|score| score.to_bits()).collect(),
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn words_of_a_template_score_as_one_by_one(
        template in 0_u8..64,
        items in prop::collection::vec((0_u8..64, 0_usize..60, 0_u32..3, prop::option::of(0_u8..4)), 0..40),
    ) {
        let shelf = shelf_of(template, &items);
        let tests = Tests { open: vec![true, true], ..Tests::default() };
        let mask = Mask::of(&shelf, &tests);
        let passing: Vec<u32> = (0..).take(items.len()).filter(|doc| mask.has(*doc)).collect();
        prop_assert_eq!(mask.iter().collect::<Vec<_>>(), passing);
        let plan = plan_of(&shelf, &mask);
        let mut cells = vec![Cell::default(); items.len()];
        let mut touched = Vec::new();
        let groups = look(&shelf, &mask, &plan, &mut cells, &mut touched);
        let scored = cells.iter().map(|cell| (cell.words.to_bits(), cell.has)).collect();
        let groups = groups.iter().map(|score| score.to_bits()).collect();
        prop_assert_eq!((scored, groups), one_by_one(&shelf, &mask, &plan));
        touched.sort_unstable();
        let found = (0_u32..).zip(&cells).filter(|(_, cell)| cell.has > 0);
        prop_assert_eq!(touched, found.map(|(doc, _)| doc).collect::<Vec<_>>());
    }
}

#[test]
fn consecutive_words_of_the_same_items_are_one_run() {
    // Each item has "red", "green" and "blue". The second one has "blue" twice.
    for (again, expected) in [(9, vec![0b111]), (2, vec![0b11, 0b100])] {
        let shelf = shelf_of(0b111, &[(0, 9, 0, None), (0, again, 0, None)]);
        let slot = |word: &&str| Slot {
            terms: vec![(*word).into()],
            weight: 1.5,
            ..Slot::default()
        };
        let mut plan = Plan {
            slots: WORDS.iter().map(slot).collect(),
            ..Plan::default()
        };
        let slots = |plan: &Plan| -> Vec<u64> {
            let runs = runs(&shelf, plan);
            runs.iter().map(|run| run.slots).collect()
        };
        assert_eq!(slots(&plan), expected, "{again}");
        plan.slots[1].weight = 1.0;
        assert_eq!(slots(&plan), [0b1, 0b10, 0b100]);
    }
}
