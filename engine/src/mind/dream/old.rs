//! What stood in the document before a dream and is carried on: lines that people wrote, lines of another dreamer,
//! and block by block what was written before the first dream. Knows no budget.

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

/// How much a line matters that stood there.
const IMPORTANCE: f64 = 0.6;
/// The same of what was written before the first dream.
const SEEDED: f64 = 0.75;
/// So many characters of that are taken over by one dream, or a quarter of it.
const AT_ONCE: usize = 600;
/// What a memory has beside a text that it holds, and still says no more: marks of lists, the end of a sentence.
const BESIDE: usize = 4;
/// A block of so many characters is not cut.
const WHOLE: usize = 1_000;
/// What begins with one of these is set by itself.
const MARKS: [char; 7] = ['-', '*', '+', '#', '>', '`', '|'];

/// What is taken out of the document.
#[derive(Clone, Debug, Default)]
pub struct Taken {
    /// What of a person's text above it is left.
    pub before: String,
    /// What is carried on.
    pub items: Vec<Item>,
}

/// What memories say, to find the one that holds a text.
struct Shelf<'a>(Vec<(String, &'a Said)>);

impl<'a> Shelf<'a> {
    fn of(material: &'a Material) -> Self {
        let all = material.memories.iter().rev().chain(&material.notes);
        Self(all.map(|said| (squeezed(&said.text), said)).collect())
    }

    /// The memory that holds a text whole, if there is one, and whether it says more. It may hold it below the heading
    /// with which the text begins by now.
    fn source(&self, says: &str) -> Option<(String, bool)> {
        let bare = squeezed(says);
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

/// Takes what is carried on.
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

/// Takes over the first blocks of what was written before the first dream, each with the heading that it stands below;
/// what is left begins with the headings of its first block. A block that is longer than all that one dream takes over
/// is taken over in parts, unless it stays as it is.
fn take_over(material: &Material, document: &Document, shelf: &Shelf, taken: &mut Taken) {
    let all = blocks(&document.before);
    let most = (document.before.chars().count() / 4).max(AT_ONCE);
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
        // A section has its own heading in the document, and the title of all is of no part of it.
        let is_of_part = named.is_none() && !(has_title && level(heading) == 1);
        let below =
            Some(heading.trim_matches(['#', ':', ' '])).filter(|_| is_of_part && !is_theirs);
        let item = item(&block, below, of, (SEEDED, is_theirs), material, shelf);
        taken.items.push(item);
    }
    taken.before = left.join("\n\n");
}

/// How many marks make a block a heading; none where it is no heading.
fn level(block: &str) -> usize {
    let marks = block.trim_start();
    marks.len() - marks.trim_start_matches('#').len()
}

/// What is carried on of a block. Its line begins with the heading that it stood below, where there is one.
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

/// Whether a block says something in words: tables, code and the like stay as they are drawn.
fn is_said(block: &str) -> bool {
    let is_drawn = block.trim_start().starts_with(['>', '`', '~', '|', '<']);
    !is_drawn && block.contains(char::is_alphanumeric)
}

/// A text with one space between words.
pub(super) fn squeezed(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ")
}

/// The section of a text, by what it plainly says.
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

/// Whether the built-in dreamer wrote that line: it writes it again if it is still so.
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
                    assert_eq!(crate::mind::document::unclosed(&item.line), None);
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
