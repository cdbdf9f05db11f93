//! The current document: its sections in order, each with its weight in the margin; above them the text that a
//! person wrote before the first dream, which dreams absorb gradually.

use engine::mind::Section;
use engine::mind::document::Document;
use engine::mind::ops::mind_edit::MindEdit;
use leptos::prelude::*;

use super::here;
use super::section::{Text, gloss};
use super::seed::Seed;
use crate::pages::ask::may;
use crate::parts::{Empty, Sect, prose};
use crate::paths::MindView;

/// Part of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Text that a person wrote before the first dream.
    Before(String),
    /// Text between the head and the first section.
    Intro(String),
    /// Section with a predefined name.
    Section(Section, String),
    /// Section with another heading, added by a person.
    Other(String, String),
}

/// Splits a document into its parts, in order.
#[must_use]
pub fn parts(text: &str) -> Vec<Part> {
    let document = Document::read(text);
    let given = |text: String| Some(text).filter(|text| !text.trim().is_empty());
    let mut parts: Vec<Part> = Vec::new();
    parts.extend(given(document.before).map(Part::Before));
    parts.extend(given(document.intro).map(Part::Intro));
    let sections = document.sections.into_iter();
    parts.extend(sections.map(|(section, text)| Part::Section(section, text)));
    let others = document.others.into_iter().map(|(heading, text)| {
        Part::Other(heading.trim_start_matches('#').trim().to_owned(), text)
    });
    parts.extend(others);
    parts
}

/// Section with the document.
pub fn document() -> impl IntoView {
    let here = here();
    let text = here
        .there
        .mind
        .document
        .as_ref()
        .map(|written| written.text.to_string());
    let aside = move || {
        let edit = may::<MindEdit>().then(|| here.href(MindView::Edit(None)));
        view! {
            <p>"written by dreams, read by the agent"</p>
            {edit.map(|edit| view! { <a class="push" href=edit>"Edit"</a> })}
        }
    };
    let text = text.filter(|text| !text.trim().is_empty());
    view! {
        <Sect id="h-state" title="State vector" aside>
            {match text {
                Some(text) => text_section(text).into_any(),
                None => view! {
                    <Empty title="No document yet." text="The first dream writes it from notes, activity and memories."/>
                    <Seed/>
                }
                .into_any(),
            }}
        </Sect>
    }
}

/// Rendered document.
pub fn text_section(text: String) -> impl IntoView {
    let parts = parts(&text).into_iter().map(|part| match part {
        Part::Before(text) => view! {
            <section>
                <aside class="gloss"><span>"written by a person"</span><span>"dreams absorb it gradually"</span></aside>
                <div><h3>"Imported text"</h3><div class="said" dir="auto">{prose(&text, 4)}</div></div>
            </section>
        }
        .into_any(),
        Part::Intro(text) => view! {
            <section>
                <aside class="gloss"></aside>
                <div class="said" dir="auto">{prose(&text, 3)}</div>
            </section>
        }
        .into_any(),
        Part::Section(section, text) => view! {
            <section>
                {gloss(section, text.clone())}
                <div><h3>{section.title()}</h3><Text section text/></div>
            </section>
        }
        .into_any(),
        Part::Other(heading, text) => view! {
            <section>
                <aside class="gloss"><span>"added by a person"</span></aside>
                <div><h3 dir="auto">{heading}</h3><div class="said" dir="auto">{prose(&text, 4)}</div></div>
            </section>
        }
        .into_any(),
    });
    view! { <article class="vector">{parts.collect_view()}</article> }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_shown_in_its_parts() {
        let text = "# Notes of mine\n\nKeep this.\n\n## Dream-Generated\n\n# Working Memory State\n\n\
                    _Last dream: 2026-03-12T16:00:00Z | Mood: calm_\n\nFirst.\n\n## The Bond\n\nMara.\n\n\
                    ## Mine\n\nAnd this.\n";
        let parts = parts(text);
        let expected = [
            Part::Before("# Notes of mine\n\nKeep this.".into()),
            Part::Intro("First.".into()),
            Part::Section(Section::Bond, "Mara.".into()),
            Part::Other("Mine".into(), "And this.".into()),
        ];
        assert_eq!(parts, expected);
        assert_eq!(super::parts(""), []);
        assert_eq!(super::parts("Plain."), [Part::Before("Plain.".into())]);
    }
}
