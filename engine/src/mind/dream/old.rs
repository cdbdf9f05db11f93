//! What stood in the document before a dream and is carried on: lines that people wrote, lines of another dreamer,
//! and block by block what was written before the first dream. Knows no budget.

use crate::mind::document::Document;
use crate::mind::dream::item::{Item, Role};
use crate::mind::dream::material::Material;
use crate::mind::dream::notes::topic;
use crate::mind::dream::sort;
use crate::mind::note::NoteKind;
use crate::mind::pointer::Pointer;
use crate::mind::section::Section;

/// How much a line matters that stood there.
const IMPORTANCE: f64 = 0.6;
/// The same of what was written before the first dream.
const SEEDED: f64 = 0.75;
/// So many characters of that are taken over by one dream, or a quarter of it.
const AT_ONCE: usize = 600;

/// What is taken out of the document.
#[derive(Clone, Debug, Default)]
pub struct Taken {
    /// What of a person's text above it is left.
    pub before: String,
    /// What is carried on.
    pub items: Vec<Item>,
}

/// Takes what is carried on.
#[must_use]
pub fn take(material: &Material, document: &Document) -> Taken {
    let mut taken = Taken::default();
    for (section, text) in &document.sections {
        for block in blocks(text) {
            let is_theirs = block.lines().any(|line| material.marks.is_written(line));
            if !is_theirs && (is_own(&block) || *section == Section::CrystalPointers) {
                continue;
            }
            taken
                .items
                .push(item(&block, *section, IMPORTANCE, is_theirs, material));
        }
    }
    take_over(material, document, &mut taken);
    taken
}

/// Takes over the first blocks of what was written before the first dream.
fn take_over(material: &Material, document: &Document, taken: &mut Taken) {
    let all = blocks(&document.before);
    let most = (document.before.chars().count() / 4).max(AT_ONCE);
    let mut section = Section::ActiveContext;
    let mut length = 0;
    let mut left = Vec::new();
    for block in all {
        let long = block.chars().count();
        if !left.is_empty() || length + long > most && length > 0 {
            left.push(block);
            continue;
        }
        length += long;
        if block.starts_with('#') {
            section = Section::of_heading(&block).unwrap_or_else(|| section_of(&block));
            continue;
        }
        let of = match section {
            Section::ActiveContext => section_of(&block),
            Section::CrystalPointers => Section::ActiveContext,
            other => other,
        };
        let is_theirs = block.lines().any(|line| material.marks.is_written(line));
        taken
            .items
            .push(item(&block, of, SEEDED, is_theirs, material));
    }
    taken.before = left.join("\n\n");
}

fn item(
    block: &str,
    section: Section,
    importance: f64,
    is_theirs: bool,
    material: &Material,
) -> Item {
    let says = block.trim_start_matches(['-', '*', '+', ' ']).trim();
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
    item.source = source(says, material);
    item
}

/// The memory that holds a text whole, if there is one.
fn source(says: &str, material: &Material) -> Option<String> {
    let bare = squeezed(says);
    let all = material.memories.iter().rev().chain(&material.notes);
    let holder = all
        .into_iter()
        .find(|said| squeezed(&said.text).contains(&bare))?;
    holder.id.clone()
}

fn squeezed(text: &str) -> String {
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

/// The parts of a text that stand or fall together: a line of a list, a paragraph, a block of code.
fn blocks(text: &str) -> Vec<String> {
    let mut blocks: Vec<String> = Vec::new();
    let mut paragraph: Vec<&str> = Vec::new();
    let mut fence: Option<&str> = None;
    for line in text.lines() {
        let bare = line.trim_start();
        let mark = ["```", "~~~"]
            .into_iter()
            .find(|mark| bare.starts_with(mark));
        if let Some(open) = fence {
            paragraph.push(line);
            if mark == Some(open) {
                fence = None;
                flush(&mut paragraph, &mut blocks);
            }
            continue;
        }
        if mark.is_some() {
            flush(&mut paragraph, &mut blocks);
            fence = mark;
            paragraph.push(line);
            continue;
        }
        let begins = bare.starts_with(['-', '*', '+']) && bare[1..].starts_with(' ')
            || bare.starts_with('#');
        if bare.is_empty() || begins {
            flush(&mut paragraph, &mut blocks);
        }
        if bare.starts_with('#') {
            blocks.push(line.trim_end().to_owned());
        } else if !bare.is_empty() {
            paragraph.push(line.trim_end());
        }
    }
    flush(&mut paragraph, &mut blocks);
    blocks
}

fn flush(paragraph: &mut Vec<&str>, blocks: &mut Vec<String>) {
    if !paragraph.is_empty() {
        blocks.push(paragraph.join("\n"));
        paragraph.clear();
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
    use super::{blocks, is_own, take};
    use crate::mind::document::Document;
    use crate::mind::dream::material::Material;
    use crate::mind::section::Section;

    #[test]
    fn a_text_falls_into_what_stands_together() {
        assert_eq!(
            blocks(
                "# Head\npara one\ngoes on\n\n- a\n  more of a\n- b\n```\n# code\n\n- x\n```\nlast"
            ),
            [
                "# Head",
                "para one\ngoes on",
                "- a\n  more of a",
                "- b",
                "```\n# code\n\n- x\n```",
                "last"
            ]
        );
    }

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
}
