//! Carries over parts of the previous document: lines that people wrote, lines of another dreamer, and block by block
//! the text from before the first dream.

use crate::mind::blocks::{blocks, split};
use crate::mind::document::Document;
use crate::mind::dream::item::{Item, Role};
use crate::mind::dream::material::{Material, Said};
use crate::mind::dream::notes::topic;
use crate::mind::dream::sort;
use crate::mind::line::bare;
use crate::mind::note::NoteKind;
use crate::mind::pointer::Pointer;
use crate::mind::section::Section;

/// Importance of a line of the previous document.
const IMPORTANCE: f64 = 0.6;
/// Importance of text from before the first dream.
const SEEDED: f64 = 0.75;
/// Minimum number of characters of that text that one dream takes over; a quarter of the text if that is more.
const MIN_CHARS: usize = 600;
/// Number of further characters, such as list marks, up to which a memory says no more than the text that it contains.
const BESIDE: usize = 4;
/// Minimum length of a block that may be cut, in characters.
const WHOLE: usize = 1_000;
/// Characters that begin Markdown markup, so the block gets no list mark.
const MARKS: [char; 7] = ['-', '*', '+', '#', '>', '`', '|'];

/// Parts taken out of the document.
#[derive(Clone, Debug, Default)]
pub struct Taken {
    /// Rest of the person's text above the state.
    pub before: String,
    /// Items that are carried over.
    pub items: Vec<Item>,
}

/// Texts of memories, to find the one that contains a given text.
struct Shelf<'a>(Vec<(String, &'a Said)>);

impl<'a> Shelf<'a> {
    fn of(material: &'a Material) -> Self {
        let all = material.memories.iter().rev().chain(&material.notes);
        Self(
            all.map(|said| (collapse_spaces(&said.text), said))
                .collect(),
        )
    }

    /// Returns the memory that contains the whole text, and true if it says more. The memory may have the text below
    /// the heading with which the text now begins.
    fn source(&self, says: &str) -> Option<(String, bool)> {
        let bare = collapse_spaces(says);
        let led = bare.split_once(": ");
        let led = led.map(|(heading, says)| (format!("# {heading} "), says));
        let is_below = |text: &str| {
            let (heading, says) = led.as_ref()?;
            let (_, below) = text.split_once(heading)?;
            Some(below.contains(says))
        };
        let holds = |text: &str| text.contains(&bare) || is_below(text) == Some(true);
        let (text, holder) = self.0.iter().find(|(text, _)| holds(text))?;
        let more = text.chars().count() - bare.chars().count();
        Some((holder.id.clone()?, more > BESIDE))
    }
}

/// Takes the parts to carry over out of the document.
#[must_use]
pub fn take(material: &Material, document: &Document) -> Taken {
    let mut taken = Taken::default();
    let shelf = Shelf::of(material);
    for (section, text) in &document.sections {
        for block in blocks(text) {
            let is_theirs = material.marks.has_written(&block);
            if !is_theirs && (is_own(&block) || *section == Section::CrystalPointers) {
                continue;
            }
            taken.items.push(item(
                &block,
                None,
                *section,
                (IMPORTANCE, is_theirs),
                material,
                &shelf,
            ));
        }
    }
    take_over(material, document, &shelf, &mut taken);
    taken
}

/// Takes over the first blocks of the text from before the first dream, each with its heading. The remaining text
/// begins with the headings of its first block. A block longer than the limit of one dream is taken over in parts,
/// unless a person edited it.
fn take_over(material: &Material, document: &Document, shelf: &Shelf, taken: &mut Taken) {
    let all = blocks(&document.before);
    let most = (document.before.chars().count() / 4).max(MIN_CHARS);
    let has_title = all.iter().filter(|block| level(block) == 1).count() == 1;
    let mut above: Vec<String> = Vec::new();
    let mut length = 0;
    let mut left = Vec::new();
    for mut block in all {
        if !left.is_empty() {
            left.push(block);
            continue;
        }
        if level(&block) > 0 {
            above.retain(|known| level(known) < level(&block));
            above.push(block);
            continue;
        }
        let long = block.chars().count();
        if length > 0 && length + long > most {
            left.append(&mut above);
            left.push(block);
            continue;
        }
        length += long;
        let is_theirs = material.marks.has_written(&block);
        if long > most.max(WHOLE) && !is_theirs {
            let (begin, rest) = split(&block, most.max(WHOLE));
            left.extend(above.iter().cloned().chain([rest]));
            block = begin;
        }
        let heading = above.last().map_or("", String::as_str);
        let named = Section::of_heading(heading);
        let of = match named.unwrap_or_else(|| section_of(heading)) {
            Section::ActiveContext => section_of(&block),
            Section::CrystalPointers => Section::ActiveContext,
            other => other,
        };
        // Known sections have their own heading in the document, and the title of the whole text is no heading of a
        // part.
        let is_of_part = named.is_none() && !(has_title && level(heading) == 1);
        let below =
            Some(heading.trim_matches(['#', ':', ' '])).filter(|_| is_of_part && !is_theirs);
        let item = item(&block, below, of, (SEEDED, is_theirs), material, shelf);
        taken.items.push(item);
    }
    taken.before = left.join("\n\n");
}

/// Returns the level of a heading; 0 for other blocks.
fn level(block: &str) -> usize {
    let marks = block.trim_start();
    marks.len() - marks.trim_start_matches('#').len()
}

/// Makes the item of a block. Its line begins with the heading above it, if there is one.
fn item(
    block: &str,
    below: Option<&str>,
    section: Section,
    (importance, is_theirs): (f64, bool),
    material: &Material,
    shelf: &Shelf,
) -> Item {
    let says = bare(block);
    let below = below.filter(|below| !below.is_empty() && is_said(block));
    let about = below.map_or_else(|| says.to_owned(), |below| format!("{below}: {says}"));
    let mut item = Item::new(Role::Old, "", says, importance, material.now).about(&topic(&about));
    item.section = section;
    item.is_theirs = is_theirs;
    let entry = block.strip_prefix(['-', '*', '+']);
    let entry = entry.and_then(|rest| rest.strip_prefix(' '));
    let is_long = block.contains('\n');
    item.line = match (below, entry) {
        (Some(below), None) if is_long => format!("{below}:\n{block}"),
        (Some(below), _) => format!("- {below}: {}", entry.unwrap_or(block)),
        (None, None) if !is_long && !is_theirs && !block.starts_with(MARKS) => format!("- {block}"),
        (None, _) => block.to_owned(),
    };
    if let Some((source, is_part)) = shelf.source(says) {
        item.source = Some(source);
        item.is_part = is_part;
    }
    item
}

/// Returns true if the block is prose. Tables, code and similar blocks stay unchanged.
fn is_said(block: &str) -> bool {
    let is_drawn = block.trim_start().starts_with(['>', '`', '~', '|', '<']);
    !is_drawn && block.contains(char::is_alphanumeric)
}

/// Collapses white space to single spaces.
pub(super) fn collapse_spaces(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ")
}

/// Returns the section for a text, by its phrases.
fn section_of(text: &str) -> Section {
    match sort::kind(None, text) {
        NoteKind::Preference | NoteKind::Relationship => Section::Bond,
        NoteKind::Identity => Section::Phenotype,
        NoteKind::Question => Section::CuriosityGaps,
        NoteKind::Skill => Section::EmergingSkills,
        NoteKind::Fact
        | NoteKind::Decision
        | NoteKind::Friction
        | NoteKind::Breakthrough
        | NoteKind::Task => Section::ActiveContext,
    }
}

/// Returns true if the built-in dreamer wrote this line. It writes the line again if it still holds.
fn is_own(line: &str) -> bool {
    let line = line.trim();
    let labels = [
        Role::Who,
        Role::Identity,
        Role::Reviewer,
        Role::Colleague,
        Role::Preference,
        Role::Relationship,
        Role::Figures,
        Role::Doing,
        Role::Waiting,
        Role::ToReview,
        Role::SentBack,
        Role::InReview,
        Role::Task,
        Role::Friction,
        Role::Decision,
        Role::Told,
        Role::Breakthrough,
        Role::Constraint,
        Role::Fact,
        Role::Failure,
        Role::Done,
        Role::Session,
        Role::Question,
        Role::Disagreement,
        Role::Missed,
        Role::Skill,
    ];
    let is_labelled = |role: &Role| line.starts_with(&format!("- **{}.** ", role.label()));
    let is_skill = line.contains("→ Confidence: ") && line.contains("| Occurrences: ");
    let is_remark = line.starts_with('_') && line.ends_with('_');
    is_remark || is_skill || labels.iter().any(is_labelled) || Pointer::parse(line).is_some()
}

#[cfg(test)]
mod tests {
    use super::{is_own, take};
    use crate::mind::document::Document;
    use crate::mind::dream::material::{Material, Said};
    use crate::mind::section::Section;

    #[test]
    fn own_lines_are_known() {
        for (line, expected) in [
            ("- **Decided.** D1 “x”: “y”", true),
            ("- rust → Confidence: 85% | Occurrences: 7", true),
            ("_Nothing yet._", true),
            ("- Past: a → search: `b`", true),
            ("- **Bold.** of a person", false),
            ("Mara likes tabs", false),
        ] {
            assert_eq!(is_own(line), expected, "{line}");
        }
    }

    #[test]
    fn a_persons_text_is_taken_over_gradually() {
        let lines: Vec<String> = (0..100)
            .map(|n| format!("- fact number {n} about something"))
            .collect();
        let mut document = Document {
            before: lines.join("\n"),
            ..Document::default()
        };
        document.set(Section::Bond, "");
        let mut dreams = 0;
        while !document.before.is_empty() {
            let taken = take(&Material::default(), &document);
            assert!(!taken.items.is_empty(), "each dream takes something over");
            let (now, then) = (taken.before.len(), document.before.len());
            assert!(now * 2 >= then || then <= 1_400, "{now} of {then}");
            document.before = taken.before;
            dreams += 1;
        }
        assert!(dreams >= 4, "{dreams}");
    }

    #[test]
    fn a_heading_stays_with_what_stands_below_it() {
        for (before, lines) in [
            ("# Mine\n\nTabs.", &["- Tabs."][..]),
            ("# Mine\n\n## House\n\nTabs.", &["- House: Tabs."]),
            (
                "## House:\n- tabs\n* tea",
                &["- House: tabs", "- House: tea"],
            ),
            ("## House\n\none\ntwo", &["House:\none\ntwo"]),
            ("## House\n\n| a |\n| b |", &["| a |\n| b |"]),
            (
                "## House\n\n### Attic\n\nDry.\n\n## Boat\n\nAt pier 4.",
                &["- Attic: Dry.", "- Boat: At pier 4."],
            ),
            ("## The Bond\n\nMara\n\n## Nothing below", &["- Mara"]),
            (
                "# House\n\nDry.\n\n# Boat\n\nWet.",
                &["- House: Dry.", "- Boat: Wet."],
            ),
        ] {
            let document = Document {
                before: before.into(),
                ..Document::default()
            };
            let taken = take(&Material::default(), &document);
            let told: Vec<&str> = taken.items.iter().map(|item| &*item.line).collect();
            assert_eq!(told, lines, "{before}");
            assert_eq!(taken.before, "");
        }
    }

    #[test]
    fn what_is_left_of_a_text_begins_with_its_headings() {
        let parts: Vec<String> = (0..8)
            .map(|n| {
                let says = format!("part {n} says this. ").repeat(20);
                format!("## Topic {n}\n\n{says}\n\nAlso {says}")
            })
            .collect();
        let mut before = format!("# Mine\n\n{}", parts.join("\n\n"));
        let mut told = Vec::new();
        while !before.is_empty() {
            let next = told.len();
            let begin = format!("# Mine\n\n## Topic {}\n\n", next / 2);
            let says = before.strip_prefix(&begin).expect(&begin);
            assert_eq!(says.starts_with("Also"), next % 2 == 1, "{says}");
            let document = Document {
                before,
                ..Document::default()
            };
            let taken = take(&Material::default(), &document);
            told.extend(taken.items.into_iter().map(|item| item.line));
            before = taken.before;
        }
        assert_eq!(told.len(), 16);
        for (n, line) in told.iter().enumerate() {
            let of = n / 2;
            assert!(line.starts_with(&format!("- Topic {of}: ")), "{line}");
            assert!(line.contains(&format!("part {of} says")), "{line}");
        }
    }

    #[test]
    fn a_line_is_held_by_the_memory_of_what_stood_below_its_heading() {
        let said = |id: &str, text: &str| Said {
            id: Some(id.into()),
            text: text.into(),
            ..Said::default()
        };
        let material = Material {
            memories: vec![
                said("a", "# Mine\n\n## House\n\n- Wifi: in the drawer\n- tea"),
                said("b", "## Boat\n\n- tea and cake"),
            ],
            ..Material::default()
        };
        for (line, source) in [
            ("- House: tea", Some("a")),
            ("- Boat: tea and cake", Some("b")),
            ("- Wifi: in the drawer", Some("a")),
            ("- House: tea and cake", None),
            ("- Garden: tea", None),
        ] {
            let mut document = Document::default();
            document.set(Section::ActiveContext, line);
            let taken = take(&material, &document);
            assert_eq!(taken.items[0].source.as_deref(), source, "{line}");
        }
    }

    #[test]
    fn of_a_large_block_a_part_is_taken_over_at_a_time() {
        let row = |n: usize| format!("| sheet {n} | of the volume | is scanned |");
        let table: Vec<String> = (0..400).map(row).collect();
        let lists = [
            table.join("\n"),
            format!("```\n{}\n```", table.join("\n")),
            "word ".repeat(3_000),
        ];
        for text in lists {
            let mut document = Document {
                before: text.clone(),
                ..Document::default()
            };
            let mut told = String::new();
            let mut dreams = 0;
            while !document.before.is_empty() && dreams < 60 {
                let taken = take(&Material::default(), &document);
                let (now, then) = (
                    taken.before.chars().count(),
                    document.before.chars().count(),
                );
                assert!(now * 2 >= then || then <= 2_000, "{now} of {then}");
                for item in &taken.items {
                    assert_eq!(crate::mind::document::open_fence(&item.line), None);
                    told.push_str(&item.line);
                }
                document.before = taken.before;
                dreams += 1;
            }
            assert!((4..60).contains(&dreams), "{dreams}");
            for n in [0, 200, 399] {
                assert!(!text.contains("sheet 0") || told.contains(&row(n)), "{n}");
            }
        }
    }
}
