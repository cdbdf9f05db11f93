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

    /// The memory that holds a text whole, if there is one, and whether it says more.
    fn source(&self, says: &str) -> Option<(String, bool)> {
        let bare = squeezed(says);
        let (text, holder) = self.0.iter().find(|(text, _)| text.contains(&bare))?;
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

/// Takes over the first blocks of what was written before the first dream. One that is longer than all that one dream
/// takes over is taken over in parts, unless it stays as it is.
fn take_over(material: &Material, document: &Document, shelf: &Shelf, taken: &mut Taken) {
    let most = (document.before.chars().count() / 4).max(AT_ONCE);
    let mut section = Section::ActiveContext;
    let mut length = 0;
    let mut left = Vec::new();
    for mut block in blocks(&document.before) {
        let long = block.chars().count();
        if !left.is_empty() || length + long > most && length > 0 {
            left.push(block);
            continue;
        }
        length += long;
        let is_theirs = material.marks.has_written(&block);
        if long > most.max(WHOLE) && !is_theirs {
            let (begin, rest) = split(&block, most.max(WHOLE));
            left.push(rest);
            block = begin;
        }
        if block.starts_with('#') {
            section = Section::of_heading(&block).unwrap_or_else(|| section_of(&block));
            continue;
        }
        let of = match section {
            Section::ActiveContext => section_of(&block),
            Section::CrystalPointers => Section::ActiveContext,
            other => other,
        };
        taken
            .items
            .push(item(&block, of, (SEEDED, is_theirs), material, shelf));
    }
    taken.before = left.join("\n\n");
}

fn item(
    block: &str,
    section: Section,
    (importance, is_theirs): (f64, bool),
    material: &Material,
    shelf: &Shelf,
) -> Item {
    let says = bare(block);
    let mut item = Item::new(Role::Old, "", says, importance, material.now).about(&topic(says));
    item.section = section;
    item.is_theirs = is_theirs;
    item.line = if block.contains('\n')
        || block.starts_with(['-', '*', '+', '#', '>', '`', '|'])
        || is_theirs
    {
        block.to_owned()
    } else {
        format!("- {block}")
    };
    if let Some((source, is_part)) = shelf.source(says) {
        item.source = Some(source);
        item.is_part = is_part;
    }
    item
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
    use crate::mind::dream::material::Material;
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
