//! One section of a document: its weight and fill level in the margin, then its text. Pointers link to the search
//! that they name.

use engine::mind::Section;
use engine::mind::budget::Budget;
use engine::mind::guard::POINTERS;
use engine::mind::pointer::Pointer;
use leptos::prelude::*;

use super::lock::Manage;
use super::{here, hundredths};
use crate::parts::{group_digits, prose};
use crate::paths::CrystalsAddress;

/// Returns the source of a section's weight, as words.
const fn weight_source(section: Section) -> &'static str {
    match section {
        Section::Phenotype => "changes slowly",
        Section::Bond => "by oxytocin",
        Section::Niche => "position among other agents",
        Section::ActiveContext => "by dopamine and cortisol",
        Section::CrystalPointers => "topics moved to memories",
        Section::CuriosityGaps => "open questions",
        Section::EmergingSkills => "recurring patterns",
    }
}

/// Margin of a section: weight and fill level.
pub fn gloss(section: Section, text: String) -> impl IntoView {
    let weight = hundredths(section.weight(here().levels()));
    let chars = text.chars().count();
    let most = Budget::default().of(section);
    let length = format!(
        "{} of {} characters",
        group_digits(chars as u64),
        group_digits(most as u64)
    );
    let pointers = (section == Section::CrystalPointers).then(|| {
        let many = text.lines().filter_map(Pointer::parse).count();
        view! { <span>{format!("{many} of {POINTERS} pointers")}</span> }
    });
    view! {
        <aside class="gloss" aria-label=format!("{}, weight and length", section.title())>
            <span>"weight " <b>{format!("{:.2}", f64::from(weight) / 100.0)}</b></span>
            <span class="meter" aria-hidden="true" style=format!("--v:{weight}")><i></i></span>
            <span>{weight_source(section)}</span>
            <span>{length}</span>
            {pointers}
            <Manage section/>
        </aside>
    }
}

/// A row of the section with pointers.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Row {
    /// A pointer: its topic, and its search keywords.
    Pointer(String, String),
    /// Other text.
    Words(String),
}

/// Splits a section into its pointers and the text between them.
fn pointers(text: &str) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for line in text.lines() {
        match (Pointer::parse(line), rows.last_mut()) {
            (Some((topic, keywords)), _) => rows.push(Row::Pointer(topic, keywords)),
            (None, Some(Row::Words(words))) => {
                words.push('\n');
                words.push_str(line);
            }
            (None, _) if line.trim().is_empty() => {}
            (None, _) => rows.push(Row::Words(line.to_owned())),
        }
    }
    rows
}

/// Text of a section.
#[component]
pub fn Text(
    /// Section of the document.
    section: Section,
    /// Text of the section.
    text: String,
) -> impl IntoView {
    if section != Section::CrystalPointers {
        return view! { <div class="said" dir="auto">{prose(&text, 4)}</div> }.into_any();
    }
    let rows = pointers(&text).into_iter().map(|row| match row {
        Row::Pointer(topic, keywords) => {
            let address = CrystalsAddress {
                query: keywords.clone(),
                ..CrystalsAddress::default()
            };
            view! {
                <p class="pointer">
                    <span dir="auto">{topic}</span>
                    <a href=address.href() title="Search for it"><code dir="auto">{keywords}</code></a>
                </p>
            }
            .into_any()
        }
        Row::Words(words) => view! { <div class="said quiet" dir="auto">{prose(&words, 4)}</div> }.into_any(),
    });
    view! { <div class="pointers">{rows.collect_view()}</div> }.into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_are_told_from_other_words() {
        let text = "_Use memory_search:_\n\n- Past: CORS → search: `CORS preflight`\n- one of mine\n\nand more\n\
                    - Past: keys → search: `key store`\n";
        let pointer = |topic: &str, words: &str| Row::Pointer(topic.into(), words.into());
        assert_eq!(
            pointers(text),
            [
                Row::Words("_Use memory_search:_\n".into()),
                pointer("CORS", "CORS preflight"),
                Row::Words("- one of mine\n\nand more".into()),
                pointer("keys", "key store"),
            ]
        );
        assert_eq!(pointers("\n\n"), []);
    }
}
