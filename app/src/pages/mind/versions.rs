//! Versions of the document, newest first, each with its origin and author.

use engine::mind::state::{Made, VersionRow};
use leptos::prelude::*;

use super::{Here, here};
use crate::pages::seek::Seek;
use crate::parts::{Choice, Empty, Glyph, Icon, Pick, Sect, Since, group_digits};
use crate::paths::{self, MindView, VERSIONS};

/// Number of versions shown before the rest is expanded.
const SHOWN: usize = 12;

/// Section with the versions.
#[component]
pub fn Versions() -> impl IntoView {
    let here = here();
    let mind = &here.there.mind;
    let count = group_digits(mind.version_count.into());
    let aside = move || view! { <p class="push">{format!("{count} in all")}</p> };
    let mut rows = mind.versions.iter().map(|row| render_row(&here, row));
    let first: Vec<_> = rows.by_ref().take(SHOWN).collect();
    let rest: Vec<_> = rows.collect();
    let is_empty = first.is_empty();
    let is_short = rest.is_empty();
    view! {
        <div id=VERSIONS>
            <Sect id="h-versions" title="Versions" aside>
                {compare(&here)}
                {is_empty.then(|| view! { <Empty title="No version yet." text="Each dream and each edit creates a version."/> })}
                <div id="version-rows" data-hold="">
                    <ol class="moments" reversed="" hidden=is_empty>{first}</ol>
                    <details class="fold" hidden=is_short>
                        <summary><Glyph icon=Icon::Right/>"Earlier versions"</summary>
                        <ol class="moments" reversed="">{rest}</ol>
                    </details>
                </div>
            </Sect>
        </div>
    }
}

/// Renders the form that compares two versions. It uses GET, so that its result has an address.
fn compare(here: &Here) -> Option<impl IntoView + use<>> {
    let choice =
        |row: &VersionRow| Choice::new(row.number.to_string(), format!("Version {}", row.number));
    let choices: Vec<Choice> = here.there.mind.versions.iter().map(choice).collect();
    // The oldest version has no earlier one to compare with.
    let earlier = choices
        .get(1..)
        .filter(|earlier| !earlier.is_empty())?
        .to_vec();
    let later: Vec<Choice> = std::iter::once(Choice::new("", "Now"))
        .chain(choices)
        .collect();
    let (number, with) = match here.address.view {
        MindView::Past { number, with } => (Some(number), with),
        _ => (None, None),
    };
    let text = |number: Option<u32>| number.map(|number| number.to_string()).unwrap_or_default();
    Some(view! {
        <Seek action=paths::mind(here.agent()) class="form-line compare" does="Compare">
            <Pick label="Compare" name="version" id="compare-version" choices=earlier value=text(number)/>
            <Pick label="with" name="with" id="compare-with" choices=later value=text(with)/>
        </Seek>
    })
}

/// Returns the origin of a version, as words.
#[must_use]
pub fn describe_origin(row: &VersionRow) -> String {
    match (row.made, row.section, row.of) {
        (Made::Seed, _, _) => "imported text".to_owned(),
        (Made::Dream, _, _) => "a dream".to_owned(),
        (Made::Edit, Some(section), _) => format!("edited {}", section.title()),
        (Made::Edit, None, _) => "edited the document".to_owned(),
        (Made::Restore, _, Some(of)) => format!("restored version {of}"),
        (Made::Restore, _, None) => "restored an earlier version".to_owned(),
        (Made::Pointers, _, _) => "repaired pointers".to_owned(),
    }
}

fn render_row(here: &Here, row: &VersionRow) -> AnyView {
    let by = (row.by.role.is_agent() || row.by.role.is_person())
        .then(|| view! { <b dir="auto">{row.by.id.clone()}</b> " " });
    let number = row.number;
    let href = here.href(MindView::Past { number, with: None });
    let is_shown =
        matches!(here.address.view, MindView::Past { number: shown, .. } if shown == number);
    let length = format!(", {} characters", group_digits(row.chars.into()));
    view! {
        <li id=format!("version-{number}") data-row=number.to_string() aria-current=is_shown.then_some("true")>
            <a class="id" href=href title="Show this version">"v" {number}</a>
            <p>{by} {describe_origin(row)} <span class="quiet">{length}</span></p>
            <Since at=row.at.0/>
        </li>
    }
    .into_any()
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
            (Made::Seed, None, None, "imported text"),
            (Made::Dream, None, Some(3), "a dream"),
            (Made::Edit, Some(Section::Bond), None, "edited The Bond"),
            (Made::Edit, None, None, "edited the document"),
            (Made::Restore, None, Some(2), "restored version 2"),
            (Made::Pointers, None, Some(3), "repaired pointers"),
        ] {
            assert_eq!(describe_origin(&row(made_by, section, of)), said);
        }
    }
}
