//! Plans the document: chooses lines by importance, each section up to its share and then the rest by weight, and lists
//! lines that do not fit. People's lines and locked sections stay unchanged.

use std::collections::{BTreeMap, BTreeSet};

use crate::crystal::NewCrystal;
use crate::crystal::turns::Turns;
use crate::mind::blocks::join_blocks;
use crate::mind::budget::Budget;
use crate::mind::current::NOTHING;
use crate::mind::document::{Document, Header};
use crate::mind::dream::item::{Item, Role};
use crate::mind::dream::material::{Material, Said};
use crate::mind::dream::rest::Rest;
use crate::mind::dream::words::{Terms, differ_in_a_word, overlap, terms};
use crate::mind::dream::{fallen, gaps, group, notes, old, people, skills, work};
use crate::mind::note::NoteKind;
use crate::mind::pointer::Pointer;
use crate::mind::rules::is_of_bond;
use crate::mind::section::Section;
use crate::mind::{guard, line};
use kernel::ports::tokens::Tokens;

/// Line above the pointers.
pub const SEARCH: &str = "_Use memory_search if somebody asks about these topics:_";
/// Factor on the score of each further line with the same role.
const AGAIN: f64 = 0.94;
/// Minimum overlap of terms for a line to be left out as a repetition of another one.
const COVERED: f64 = 0.85;
/// Factor on the score for pointers to texts whose beginning is in the document.
const BEGUN: f64 = 0.5;
/// Characters that a pointer takes of a budget. Pointers have more tokens than other lines.
const POINTER: usize = 110;
/// Maximum number of memories that one dream makes of an agent's work.
const REMEMBERED: usize = 300;

/// A planned document.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The document, without its pointers.
    pub document: Document,
    /// Maximum length of the text that dreams write in it.
    pub budget: Budget,
    /// Number of characters reserved for pointers.
    pub pointers_room: usize,
    /// Lines of pointers that people wrote.
    pub theirs: Vec<String>,
    /// Names of memories with their full text in the document.
    pub told: BTreeSet<String>,
    /// Names of memories with at least their beginning in the document.
    pub shown: BTreeSet<String>,
    /// Items that are not in the document, or not in full, the most important first.
    pub out: Vec<Item>,
    /// Memories that must be stored before a search can find them.
    pub remember: Vec<NewCrystal>,
    /// Pairs of memories that say nearly the same, the one to keep first.
    pub doubles: Vec<(String, String)>,
    /// Number of memories of the agent with their full text in the document.
    pub replayed: u32,
    /// Number of skills.
    pub skills: u32,
    /// Number of gaps.
    pub gaps: u32,
    /// Number of notes and memories without a line because later ones settle them.
    pub settled: usize,
}

/// Plans the document, with the usual room for pointers.
#[must_use]
pub fn plan(material: &Material, tokens: &dyn Tokens) -> Plan {
    plan_beside(material, None, tokens)
}

/// Plans the document, with at most `pointers` characters for pointers.
#[must_use]
pub fn plan_beside(material: &Material, pointers: Option<usize>, tokens: &dyn Tokens) -> Plan {
    let document = Document::read(&material.document);
    let mut items = work::items(material);
    let ids: BTreeSet<String> = items
        .iter()
        .filter_map(|item| item.source.clone())
        .collect();
    let (noted, settled) = notes::items(material, &|id| ids.contains(id));
    items.extend(noted);
    let all: Vec<&Said> = material.memories.iter().chain(&material.notes).collect();
    let pairs = gaps::compare(&all);
    items.extend(people::items(material));
    items.extend(skills::items(material));
    items.extend(gaps::items(material, &all, &pairs));
    let mut taken = old::Taken::default();
    if material.is_first {
        taken.before.clone_from(&material.document);
    } else {
        taken = old::take(material, &document);
        items.extend(std::mem::take(&mut taken.items));
    }
    let remember = memories_from_work(&items);
    place(&mut items, material);
    let open = |item: &Item| {
        material.profile.sections().contains(&item.section)
            && !material.locked.contains(&item.section)
    };
    items.retain(|item| {
        (open(item) || is_shut_out(material, &document, item)) && !item.is_struck(&material.marks)
    });
    let frame = frame(material, &document, taken);
    let budget = material
        .budget
        .beside(&theirs(material, &frame, &items), tokens);
    let room = pointers_room(material, budget);
    let room = pointers.map_or(room, |pointers| pointers.min(room));
    let chosen = choose(material, (budget, room), &frame, &items, tokens);
    let mut plan = compose(material, frame, &items, &chosen);
    plan.budget = budget;
    plan.pointers_room = room;
    plan.settled = settled;
    plan.doubles = doubles(&all, &pairs);
    plan.remember = remember;
    plan.remember.extend(unkept(&plan.out));
    point_to_fallen(material, &mut plan);
    let replayed = |said: &&Said| said.id.as_ref().is_some_and(|id| plan.told.contains(id));
    plan.replayed = count(material.memories.iter().filter(replayed).count());
    plan
}

/// Moves lines of sections that the profile leaves out to the sections that take them. Lines that dreams derive from
/// the agent's work are not moved.
fn place(items: &mut [Item], material: &Material) {
    for item in items {
        let is_derived = item.source.is_none() && item.role != Role::Old;
        if !is_derived && !material.locked.contains(&item.section) {
            item.section = material.profile.place(item.section, &material.locked);
        }
    }
}

/// Returns true if a note or memory belongs in a locked section that does not contain it. It gets a pointer.
fn is_shut_out(material: &Material, document: &Document, item: &Item) -> bool {
    let stands = || {
        let text = document.text(item.section).unwrap_or_default();
        item.stands_in(text)
    };
    material.locked.contains(&item.section)
        && item.role != Role::Old
        && item.source.is_some()
        && item.keep.is_none()
        && !stands()
}

/// Puts lines from before the first dream first among the items without a line, whichever dream dropped them, because
/// they are in no note.
fn point_to_fallen(material: &Material, plan: &mut Plan) {
    let fallen = fallen::find_fallen(material, &plan.document);
    let seeds: BTreeSet<&String> = fallen
        .items
        .iter()
        .filter_map(|item| item.source.as_ref())
        .collect();
    plan.out.retain(|item| {
        item.source
            .as_ref()
            .is_none_or(|source| !seeds.contains(source))
    });
    plan.shown.extend(fallen.whole.iter().cloned());
    plan.told.extend(fallen.whole);
    plan.out.splice(0..0, fallen.items);
}

/// Returns the document without chosen lines: people's own text, locked sections and the header.
fn frame(material: &Material, document: &Document, taken: old::Taken) -> Document {
    let mut frame = Document {
        before: taken.before,
        header: Some(Header {
            last_dream: material.now.to_second(),
            mood: material.mood.clone(),
        }),
        ..Document::default()
    };
    if !material.is_first {
        frame.intro.clone_from(&document.intro);
        frame.others.clone_from(&document.others);
    }
    for section in material.profile.sections() {
        frame.set(*section, "");
    }
    for section in &material.locked {
        if let Some(text) = document.text(*section) {
            frame.set(*section, text);
        }
    }
    frame
}

/// Returns the part of the document that people wrote or locked, which every plan keeps.
fn theirs(material: &Material, frame: &Document, items: &[Item]) -> String {
    let locked = frame
        .sections
        .iter()
        .filter(|(section, _)| material.locked.contains(section));
    let others = frame.others.iter().flat_map(|(head, text)| [head, text]);
    let lines = items.iter().filter(|item| item.is_theirs);
    let all: Vec<&str> = locked
        .map(|(_, text)| text)
        .chain(others)
        .chain([&frame.intro])
        .chain(lines.map(|item| &item.line))
        .map(String::as_str)
        .filter(|text| !text.is_empty())
        .collect();
    all.join("\n")
}

/// Returns the part of a document that counts against the budget.
#[must_use]
pub fn text_in_budget(material: &Material, document: &Document) -> String {
    guard::text_in_budget(document, &material.marks, &material.locked)
}

/// Chooses items for the document and returns their indexes.
fn choose(
    material: &Material,
    (budget, pointers): (Budget, usize),
    frame: &Document,
    items: &[Item],
    tokens: &dyn Tokens,
) -> BTreeSet<usize> {
    let order = rank_items(material, items);
    let whole = text_in_budget(material, frame).chars().count() + NOTHING.len() * 3;
    let room = budget.chars.saturating_sub(whole);
    let room = room.saturating_sub(pointers);
    let mut used: BTreeMap<Section, usize> = BTreeMap::new();
    let mut chosen: Vec<usize> = Vec::new();
    let mut said: Vec<(Section, Terms, Turns)> = Vec::new();
    let (mut total, mut gaps) = (0, 0);
    let mut is_covered: BTreeSet<usize> = BTreeSet::new();
    for pass in [Pass::Shares, Pass::Rest] {
        for (at, _) in &order {
            let item = &items[*at];
            let is_locked = material.locked.contains(&item.section);
            if is_locked || chosen.contains(at) || is_covered.contains(at) {
                continue;
            }
            // A disagreement does not repeat the notes that it is about.
            let place = if item.role == Role::Disagreement {
                item.role.section()
            } else {
                item.section
            };
            let is_gap = place == Section::CuriosityGaps;
            let long = item.length();
            let has = used.get(&item.section).copied().unwrap_or_default();
            let share = match pass {
                Pass::Shares => budget.of(item.section),
                Pass::Rest => usize::MAX,
            };
            if !item.is_theirs
                && (total + long > room || has + long > share || (is_gap && gaps >= gaps::MAX_GAPS))
            {
                continue;
            }
            let (what, turns) = (terms(&item.text), Turns::of(&item.text));
            // Lines of the previous document are left out only if another line has all their terms.
            let covered = if item.role == Role::Old { 1.0 } else { COVERED };
            let is_same = |(section, known, others): &(Section, Terms, Turns)| {
                *section == place
                    && what.len() > 3
                    && overlap(known, &what) >= covered
                    && known.len() >= what.len()
                    && !differ_in_a_word(known, &what)
                    && others.has_figures_of(&turns)
                    && !turns.is_contrary(others)
            };
            if !item.is_theirs && said.iter().any(is_same) {
                is_covered.insert(*at);
                continue;
            }
            said.push((place, what, turns));
            if !item.is_theirs {
                *used.entry(item.section).or_default() += long;
                total += long;
            }
            gaps += usize::from(is_gap);
            chosen.push(*at);
        }
    }
    within(material, (budget, pointers), frame, items, chosen, tokens)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Pass {
    /// Fills each section up to its share.
    Shares,
    /// Fills the remaining room by score.
    Rest,
}

/// Returns the characters reserved for pointers: their share, or enough for a pointer to each part of the text from
/// before the first dream.
fn pointers_room(material: &Material, budget: Budget) -> usize {
    if material.locked.contains(&Section::CrystalPointers) {
        return 0;
    }
    let seeds = material.memories.iter().filter(|said| said.is_seed);
    let parts = seeds.count().min(guard::POINTERS) * POINTER;
    budget
        .of(Section::CrystalPointers)
        .max(parts.min(budget.chars / 3))
}

/// Returns the items with their scores, best first. Each further item with the same role scores a little lower.
fn rank_items(material: &Material, items: &[Item]) -> Vec<(usize, f64)> {
    let weigh = |item: &Item| 0.75 + 0.5 * item.section.weight(&material.levels);
    let mut order: Vec<(usize, f64)> = items
        .iter()
        .enumerate()
        .map(|(at, item)| (at, item.score(material.now) * weigh(item)))
        .collect();
    let by = |one: &(usize, f64), other: &(usize, f64)| {
        let score = other.1.total_cmp(&one.1);
        score
            .then_with(|| items[other.0].at.cmp(&items[one.0].at))
            .then(one.0.cmp(&other.0))
    };
    order.sort_by(by);
    let mut seen: BTreeMap<Role, i32> = BTreeMap::new();
    for (at, score) in &mut order {
        let times = seen.entry(items[*at].role).or_default();
        *score *= AGAIN.powi(*times);
        *times = times.saturating_add(1);
    }
    order.sort_by(by);
    order
}

/// Returns the longest beginning of the chosen items with which the document is within its token budget.
fn within(
    material: &Material,
    (budget, pointers): (Budget, usize),
    frame: &Document,
    items: &[Item],
    chosen: Vec<usize>,
    tokens: &dyn Tokens,
) -> BTreeSet<usize> {
    let spare = budget.tokens * u32::try_from(pointers).unwrap_or(u32::MAX)
        / u32::try_from(budget.chars.max(1)).unwrap_or(u32::MAX);
    let budget = Budget {
        tokens: budget.tokens.saturating_sub(spare),
        chars: budget.chars.saturating_sub(pointers),
    };
    let fits = |many: usize| {
        let some: BTreeSet<usize> = chosen[..many].iter().copied().collect();
        let plan = compose(material, frame.clone(), items, &some);
        budget.holds(&text_in_budget(material, &plan.document), tokens)
    };
    let (mut least, mut most) = (0, chosen.len());
    if fits(most) {
        return chosen.into_iter().collect();
    }
    while most - least > 1 {
        let middle = usize::midpoint(least, most);
        if fits(middle) {
            least = middle;
        } else {
            most = middle;
        }
    }
    // People's lines stay, even over the budget.
    let theirs = chosen.iter().copied().filter(|at| items[*at].is_theirs);
    chosen[..least].iter().copied().chain(theirs).collect()
}

fn compose(material: &Material, frame: Document, items: &[Item], chosen: &BTreeSet<usize>) -> Plan {
    let mut plan = Plan {
        document: frame,
        ..Plan::default()
    };
    let mut by: BTreeMap<Section, Vec<&Item>> = BTreeMap::new();
    for at in chosen {
        let item = &items[*at];
        let source = item.source.clone();
        plan.shown.extend(source.clone());
        let source = source.filter(|_| item.is_whole() && !item.is_part);
        plan.told.extend(source);
        if item.section == Section::CrystalPointers {
            plan.theirs.push(item.line.clone());
            continue;
        }
        match item.section {
            Section::CuriosityGaps => plan.gaps += 1,
            Section::EmergingSkills => plan.skills += 1,
            _ => {}
        }
        by.entry(item.section).or_default().push(item);
    }
    for section in material.profile.sections() {
        if material.locked.contains(section) || *section == Section::CrystalPointers {
            continue;
        }
        let mut lines = by.remove(section).unwrap_or_default();
        lines.sort_by(|one, other| {
            let score = other
                .score(material.now)
                .total_cmp(&one.score(material.now));
            one.role.cmp(&other.role).then(score)
        });
        let text = if lines.is_empty() {
            NOTHING.to_owned()
        } else {
            join_blocks(group::lines(&lines).iter().map(String::as_str))
        };
        plan.document.set(*section, text);
    }
    let left = rank_items(material, items).into_iter();
    let mut left: Vec<(usize, f64)> = left
        .filter(|(at, _)| !chosen.contains(at) || !items[*at].is_whole())
        .map(|(at, score)| {
            let begins = chosen.contains(&at);
            (at, if begins { score * BEGUN } else { score })
        })
        .collect();
    left.sort_by(|one, other| other.1.total_cmp(&one.1));
    plan.out = left.into_iter().map(|(at, _)| items[at].clone()).collect();
    plan
}

/// Sets the pointers section, with a line about the items that no pointer leads to.
pub fn put_pointers(
    document: &mut Document,
    theirs: &[String],
    pointers: &[Pointer],
    rest: Option<Rest>,
) {
    let mut lines: Vec<String> = theirs.to_vec();
    lines.extend(pointers.iter().map(Pointer::line));
    let mut parts = Vec::new();
    if !lines.is_empty() {
        parts.extend([SEARCH.to_owned(), lines.join("\n")]);
    }
    parts.extend(rest.map(|rest| rest.line()));
    if parts.is_empty() {
        parts.push(NOTHING.to_owned());
    }
    document.set(Section::CrystalPointers, parts.join("\n\n"));
}

/// Returns the memories to make from work.
fn memories_from_work(items: &[Item]) -> Vec<NewCrystal> {
    let keep = items.iter().filter_map(|item| item.keep.as_deref());
    keep.take(REMEMBERED).cloned().collect()
}

/// Returns memories of lines of the previous document that fall out and are not memories yet.
fn unkept(out: &[Item]) -> Vec<NewCrystal> {
    let lines = out
        .iter()
        .filter(|item| item.role == Role::Old && item.source.is_none());
    lines
        .take(REMEMBERED)
        .map(|item| memory_of(item, item.importance))
        .collect()
}

/// Makes the memory of a line that falls out of its section.
#[must_use]
pub fn memory_of(item: &Item, importance: f64) -> NewCrystal {
    // Marks text of The Bond, because not every reader of memories may read it.
    let is_bond = item.section == Section::Bond || is_of_bond(None, &item.text);
    NewCrystal {
        topics: NoteKind::topics_of(is_bond.then_some(NoteKind::Relationship)),
        ..memory_of_line(&item.text, importance)
    }
}

/// Makes the memory of a line of the document.
#[must_use]
pub fn memory_of_line(text: &str, importance: f64) -> NewCrystal {
    NewCrystal {
        id: Some(line::id(text)),
        text: text.to_owned(),
        importance: Some(importance),
        ..NewCrystal::default()
    }
}

fn doubles(all: &[&Said], pairs: &gaps::Pairs) -> Vec<(String, String)> {
    // Text of The Bond has fewer readers, so it is not merged with other text.
    let alike = pairs.doubles.iter();
    let alike = alike.filter(|(newer, older)| all[*newer].is_of_bond() == all[*older].is_of_bond());
    let ids = alike.filter_map(|(newer, older)| {
        // The older memory is kept.
        Some((all[*older].id.clone()?, all[*newer].id.clone()?))
    });
    ids.collect()
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
