//! Versions of the document, newest first, each with its origin and author.

use engine::mind::state::{Made, VersionRow};
use leptos::prelude::*;

use super::here;
use crate::live::feed;
use crate::pages::seek::Seek;
use crate::pages::still::Pointer;
use crate::parts::{Choice, Empty, Glyph, Icon, Pick, Sect, Since, alive, group_digits};
use crate::paths::{self, MindView, VERSIONS};

/// Number of versions shown before the rest is expanded.
const SHOWN: usize = 12;

/// Section with the versions.
#[component]
pub fn Versions() -> impl IntoView {
    let here = here();
    let pointer = Pointer::away();
    let rows = pointer.still(move || here.there.with(|there| there.mind.versions.clone()));
    let many = Memo::new(move |_| here.there.with(|there| there.mind.version_count));
    let aside = move || view! { <p class="push">{move || format!("{} in all", group_digits(many.get().into()))}</p> };
    let first = move || rows.with(|rows| rows.iter().take(SHOWN).cloned().collect::<Vec<_>>());
    let rest =
        Memo::new(move |_| rows.with(|rows| rows.iter().skip(SHOWN).cloned().collect::<Vec<_>>()));
    let is_empty = move || rows.with(Vec::is_empty);
    view! {
        <div id=VERSIONS>
            <Sect id="h-versions" title="Versions" aside>
                <Compare/>
                {alive(move || is_empty().then(|| view! { <Empty title="No version yet." text="Each dream and each edit makes one; none is lost."/> }))}
                <div on:pointerenter=move |_| pointer.enter() on:pointerleave=move |_| pointer.leave()>
                    <ol class="moments" reversed="" hidden=is_empty>
                        <For each=first key=|row| row.number children=|row| view! { <Row row/> }/>
                    </ol>
                    <details class="fold" hidden=move || rest.with(Vec::is_empty)>
                        <summary><Glyph icon=Icon::Right/>"Earlier ones"</summary>
                        <ol class="moments" reversed="">
                            <For each=move || rest.get() key=|row| row.number children=|row| view! { <Row row/> }/>
                        </ol>
                    </details>
                </div>
            </Sect>
        </div>
    }
}

/// Form that compares two versions. It uses GET, so that its result has an address.
#[component]
fn Compare() -> impl IntoView {
    let here = here();
    let numbers = Memo::new(move |_| {
        here.there.with(|there| {
            let versions = there.mind.versions.iter();
            versions.map(|row| row.number).collect::<Vec<_>>()
        })
    });
    let shown = Memo::new(move |_| {
        here.address.with(|address| match address.view {
            MindView::Past { number, with } => Some((number, with)),
            _ => None,
        })
    });
    alive(move || {
        let numbers = numbers.get();
        let choice = |number: &u32| Choice::new(number.to_string(), format!("Version {number}"));
        // The oldest version has no earlier one to compare with.
        let earlier: Vec<Choice> = numbers.iter().skip(1).map(choice).collect();
        (!earlier.is_empty()).then(|| {
            let now = Choice::new("", "Now");
            let later: Vec<Choice> = std::iter::once(now).chain(numbers.iter().map(choice)).collect();
            let (number, with) = shown.get().unzip();
            let number = number.map(|number| number.to_string()).unwrap_or_default();
            let with = with.flatten().map(|with| with.to_string()).unwrap_or_default();
            view! {
                <Seek action=paths::mind(&here.agent()) class="form-line compare" does="Compare">
                    <Pick label="Compare" name="version" id="compare-version" choices=earlier value=number/>
                    <Pick label="with" name="with" id="compare-with" choices=later value=with/>
                </Seek>
            }
        })
    })
}

/// Returns the origin of a version, as words.
#[must_use]
pub fn describe_origin(row: &VersionRow) -> String {
    match (row.made, row.section, row.of) {
        (Made::Seed, _, _) => "what was written before".to_owned(),
        (Made::Dream, _, _) => "a dream".to_owned(),
        (Made::Edit, Some(section), _) => format!("changed {}", section.title()),
        (Made::Edit, None, _) => "changed it".to_owned(),
        (Made::Restore, _, Some(of)) => format!("version {of} again"),
        (Made::Restore, _, None) => "an earlier version again".to_owned(),
        (Made::Pointers, _, _) => "pointers mended".to_owned(),
    }
}

#[component]
fn Row(row: VersionRow) -> impl IntoView {
    let by = (row.by.role.is_agent() || row.by.role.is_person())
        .then(|| view! { <b dir="auto">{row.by.id.clone()}</b> " " });
    let what = describe_origin(&row);
    let here = here();
    let number = row.number;
    let view = MindView::Past { number, with: None };
    let href = move || here.address.with(|address| address.to(view).href());
    let is_shown = move || {
        here.address
            .with(|address| matches!(address.view, MindView::Past { number: shown, .. } if shown == number))
    };
    let length = format!(", {} characters", group_digits(row.chars.into()));
    view! {
        <li aria-current=move || is_shown().then_some("true")>
            <a class="id" href=href title="The document as it was then">"v" {number}</a>
            <p>{by} {what} <span class="quiet">{length}</span></p>
            <Since at=Signal::stored(row.at.0) now=feed().clock()/>
        </li>
    }
}

#[cfg(test)]
mod tests {
    use engine::mind::Section;
    use kernel::actor::{Actor, Role};

    use super::*;

    #[test]
    fn versions_say_how_they_came_to_be() {
        let row = |made, section, of| VersionRow {
            number: 4,
            fact: 9,
            at: kernel::Time(0),
            by: Actor::new("mara", Role::Owner),
            made,
            chars: 10,
            of,
            section,
        };
        for (made_by, section, of, said) in [
            (Made::Seed, None, None, "what was written before"),
            (Made::Dream, None, Some(3), "a dream"),
            (Made::Edit, Some(Section::Bond), None, "changed The Bond"),
            (Made::Edit, None, None, "changed it"),
            (Made::Restore, None, Some(2), "version 2 again"),
            (Made::Pointers, None, Some(3), "pointers mended"),
        ] {
            assert_eq!(describe_origin(&row(made_by, section, of)), said);
        }
    }
}
