//! Finds the lines of a person's text from before the first dream that are no longer in the document, grouped by the
//! memory that holds them. It does not matter which dream removed them.

use std::collections::BTreeSet;

use crate::mind::document::Document;
use crate::mind::dream::item::{Item, Role};
use crate::mind::dream::material::{Material, Said};
use crate::mind::dream::old::collapse_spaces;
use crate::mind::dream::words::plain;
use crate::mind::guard::POINTERS;
use crate::mind::rules::is_of_bond;
use crate::mind::section::Section;

/// Importance of the items for these lines.
const IMPORTANCE: f64 = 0.75;
/// Characters of a pointer next to its topic: its fixed words and its keywords.
const AROUND: usize = 70;
/// Minimum and maximum length of the topics of one pointer, in characters.
const TOPICS: (usize, usize) = (40, 170);
/// Maximum length of the name of a line, in characters.
const NAME: usize = 32;
/// Number of words that name a line without a name of its own.
const WORDS: usize = 4;
/// Separators between a name and its description.
const ENDS: [&str; 7] = [": ", " – ", " — ", " - ", " = ", " | ", ". "];

/// Text from before the first dream that is not in the document.
#[derive(Clone, Debug, Default)]
pub struct Fallen {
    /// Missing lines in the order of the text, one item for each memory that holds some of them.
    pub items: Vec<Item>,
    /// Ids of memories that have no missing line.
    pub whole: BTreeSet<String>,
}

/// Finds the lines from before the first dream that are not in `document`.
#[must_use]
pub fn find_fallen(material: &Material, document: &Document) -> Fallen {
    let text = document.to_string();
    let lines: BTreeSet<String> = text
        .lines()
        .map(|line| collapse_spaces(bare(line)))
        .collect();
    let whole = collapse_spaces(&text);
    find_fallen_by(material, &|line| {
        let line = collapse_spaces(line);
        lines.contains(&line) || whole.contains(&line)
    })
}

/// Finds the lines from before the first dream for which `stands` returns false.
#[must_use]
pub fn find_fallen_by(material: &Material, stands: &dyn Fn(&str) -> bool) -> Fallen {
    let mut fallen = Fallen::default();
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut lost: Vec<(&Said, &str, Vec<&str>)> = Vec::new();
    for said in material.memories.iter().filter(|said| said.is_seed) {
        let Some(id) = &said.id else { continue };
        let lines = said.text.lines().filter(|line| says_something(line));
        let mut out: Vec<&str> = lines
            .filter(|line| !stands(bare(line)) && !material.marks.is_struck(line))
            .map(bare)
            .collect();
        if out.is_empty() {
            fallen.whole.insert(id.clone());
        }
        // Consecutive memories overlap.
        out.retain(|line| seen.insert(collapse_spaces(line)));
        if !out.is_empty() {
            lost.push((said, id, out));
        }
    }
    let share = material.budget.of(Section::CrystalPointers) / lost.len().clamp(1, POINTERS);
    let room = share.saturating_sub(AROUND).clamp(TOPICS.0, TOPICS.1);
    for (said, id, lines) in lost {
        let is_bond = lines.iter().any(|line| is_of_bond(said.kind, line));
        let mut item = Item::new(Role::Old, "", &lines.join("\n"), IMPORTANCE, said.at)
            .about(&topics(&lines, room))
            .from(Some(id.to_owned()));
        item.is_seed = true;
        if is_bond {
            item.section = Section::Bond;
        }
        fallen.items.push(item);
    }
    fallen
}

/// Returns true if losing the line matters. Headings and rules say nothing on their own.
fn says_something(line: &str) -> bool {
    let bare = line.trim();
    !bare.starts_with('#') && bare.chars().filter(|c| c.is_alphanumeric()).count() > 2
}

/// Returns the line without its list mark.
fn bare(line: &str) -> &str {
    line.trim().trim_start_matches(['-', '*', '+', ' ']).trim()
}

/// Returns the names of the lines, as many as fit into `room` characters, with the number of the others.
fn topics(lines: &[&str], room: usize) -> String {
    let mut topics = String::new();
    for (n, line) in lines.iter().enumerate() {
        let name = name(line);
        let more = format!(" and {} more", lines.len() - n);
        let is_last = n + 1 == lines.len();
        let has = topics.chars().count() + name.chars().count() + 2;
        let end = if is_last { 0 } else { more.chars().count() };
        if n > 0 && has + end > room {
            topics.push_str(&more);
            break;
        }
        if n > 0 {
            topics.push_str("; ");
        }
        topics.push_str(&name);
    }
    topics
}

/// Returns the name of a line: the text before a colon or similar, otherwise its first words.
fn name(line: &str) -> String {
    let line = line.replace(['*', '_', '`'], "");
    let end = ENDS.iter().filter_map(|end| line.find(end)).min();
    let named = end.map(|at| line[..at].trim());
    let named = named.filter(|name| (3..=NAME).contains(&name.chars().count()));
    if let Some(name) = named {
        return plain(name, NAME);
    }
    let words: Vec<&str> = line.split_whitespace().take(WORDS).collect();
    plain(words.join(" ").trim_end_matches(['.', ',', ';', ':']), NAME)
}

#[cfg(test)]
mod tests {
    use super::{find_fallen, topics};
    use crate::mind::document::Document;
    use crate::mind::dream::material::{Material, Said};

    fn seed(id: &str, text: &str) -> Said {
        Said {
            id: Some(id.into()),
            text: text.into(),
            is_seed: true,
            ..Said::default()
        }
    }

    #[test]
    fn each_line_that_stands_no_more_is_told_with_the_memory_that_holds_it() {
        let material = Material {
            memories: vec![
                seed(
                    "a",
                    "# House\n- Dentist: Dr. Kim\n- Wifi: in the drawer\n\n---",
                ),
                seed(
                    "b",
                    "- Wifi: in the drawer\n- Tax: blue folder\n- Boat: pier 4",
                ),
                seed("c", "- Mara: likes tabs"),
            ],
            ..Material::default()
        };
        let document = Document::read("## The Bond\n\n- Mara: likes  tabs\n- Dentist: Dr. Kim");
        let fallen = find_fallen(&material, &document);
        let told: Vec<(&str, &str)> = fallen
            .items
            .iter()
            .map(|item| (item.source.as_deref().unwrap(), item.topic.as_str()))
            .collect();
        assert_eq!(told, [("a", "Wifi"), ("b", "Tax; Boat")]);
        assert_eq!(fallen.whole.into_iter().collect::<Vec<_>>(), ["c"]);
    }

    #[test]
    fn topics_are_named_as_far_as_there_is_room() {
        let lines = [
            "Dentist: Dr. Kim",
            "the boat lies at pier 4 of the old harbour",
            "Tax: blue",
        ];
        assert_eq!(topics(&lines, 100), "Dentist; the boat lies at; Tax");
        assert_eq!(topics(&lines, 30), "Dentist and 2 more");
        assert_eq!(topics(&lines[..1], 3), "Dentist");
    }
}
