//! The open dream: its changes as a diff, and the measurements of the guards. A refused draft is shown with the
//! guard that refused it.

use engine::mind::Section;
use engine::mind::guard::Checked;
use engine::mind::ops::dream_get::DreamShown;
use engine::mind::report::{DreamRow, DreamStatus};
use leptos::prelude::*;

use super::dreams::title;
use super::here;
use crate::pages::ask::Loaded;
use crate::pages::changes::rows;
use crate::pages::trouble::RefusalBox;
use crate::pages::words::{begin, count, many};
use crate::parts::{Diff, Empty, Glyph, Icon, Id, Json, Notice, Sect, Status, Tone};
use crate::paths::MindView;

/// Id of the section.
pub const HERE: &str = "dream";

/// Section of the open dream; empty before the first dream, and while a version is open.
pub fn dream_section(dream: Option<Loaded<DreamShown>>) -> impl IntoView {
    let dream = dream.map(|dream| match dream {
        Ok(shown) => view! { <Shown shown/> }.into_any(),
        Err(problem) => view! { <RefusalBox problem/> }.into_any(),
    });
    view! { <div id=HERE class="dream">{dream}</div> }
}

/// Returns the sections that the dream changed, as a sentence.
fn describe_changes(dream: &DreamRow) -> String {
    let names: Vec<&str> = dream
        .changes
        .iter()
        .map(|change| change.section.title())
        .collect();
    let same = Section::ALL.len().saturating_sub(names.len());
    let rest = match same {
        0 => String::new(),
        1 => "; one section is as it was".to_owned(),
        n => format!("; {} sections are as they were", count(n)),
    };
    match names.as_slice() {
        [] => "No section changed".to_owned(),
        [one] => format!("{one} changed{rest}"),
        [all @ .., last] => format!("{} and {last} changed{rest}", all.join(", ")),
    }
}

#[component]
fn Shown(shown: DreamShown) -> impl IntoView {
    let DreamShown {
        dream,
        after,
        added,
        removed,
        hunks,
        ..
    } = shown;
    let (heading, what) = match dream.status {
        DreamStatus::Kept => (
            format!("{}, before and after", title(&dream)),
            describe_changes(&dream),
        ),
        DreamStatus::Refused => ("Rejected draft".to_owned(), String::new()),
        DreamStatus::Failed => ("Failed dream".to_owned(), String::new()),
    };
    let of = match dream.base {
        Some(base) => format!("based on version {base}"),
        None => "written from scratch".to_owned(),
    };
    let by = format!("{of} by {}", dream.dreamer);
    let lines = format!("{} added, {removed} removed", many(added as usize, "line"));
    let aside = move || {
        view! { <p>{what.clone()}</p> <p class="push">{lines.clone()} ", " {by.clone()}</p> }
    };
    let back = dream.base.filter(|_| dream.status == DreamStatus::Kept);
    let why = dream.note.clone().map(|note| {
        let note = note.to_string();
        match dream.status {
            DreamStatus::Kept => view! { <Notice><span dir="auto">{begin(&note)}</span></Notice> }.into_any(),
            DreamStatus::Refused => view! {
                <Notice tone=Tone::Hold>
                    <b>"The document and the notes did not change."</b> " " <span dir="auto">{begin(&note)}</span>
                </Notice>
            }
            .into_any(),
            DreamStatus::Failed => view! { <Notice tone=Tone::Hold><span dir="auto">{begin(&note)}</span></Notice> }.into_any(),
        }
    });
    let did = (!dream.did.is_empty()).then(|| {
        let all = dream
            .did
            .iter()
            .map(|did| view! { <li dir="auto">{did.to_string()}</li> });
        view! { <ul class="did" aria-label="Steps">{all.collect_view()}</ul> }
    });
    let is_refused = dream.status == DreamStatus::Refused;
    let label = if is_refused {
        "Changes of the draft"
    } else {
        "Changes of the dream"
    };
    let diff = match after {
        None => view! { <Empty title="No document was written."/> }.into_any(),
        Some(_) if hunks.is_empty() => view! { <Empty title="No changes."/> }.into_any(),
        Some(_) => view! { <Diff label rows=rows(hunks)/> }.into_any(),
    };
    let draft = after.filter(|_| is_refused).map(|draft| {
        let value = serde_json::Value::String(draft.to_string());
        view! { <details class="fold"><summary><Glyph icon=Icon::Right/>"The whole draft"</summary><Json label="The draft" value/></details> }
    });
    let guards = dream
        .guards
        .iter()
        .map(|checked| guard_row(checked.clone()));
    let guards = guards.collect_view();
    let is_checked = !dream.guards.is_empty();
    let number = dream.dream.to_string();
    view! {
        <Sect id="h-dream" title=heading aside>
            {why}
            <div class="dream-grid">
                <div class="diffs"><div class="diffs-one">{diff}</div>{draft}</div>
                <div>
                    {is_checked.then(|| view! { <ul class="guards" aria-label="Guards">{guards}</ul> })}
                    {did}
                    {back.map(restore_link)}
                    <p class="field-hint">"dream " <Id id=number/></p>
                </div>
            </div>
        </Sect>
    }
}

/// Link to the version that the dream was based on, which can be restored.
fn restore_link(number: u32) -> impl IntoView {
    let href = here().href(MindView::Past { number, with: None });
    view! { <p class="dream-undo"><a class="btn" href=href>{format!("Look at version {number}")}</a></p> }
}

/// Measurement of a guard.
fn guard_row(checked: Checked) -> impl IntoView {
    let (status, word) = if checked.passed {
        (Status::Completed, "passed")
    } else {
        (Status::Failed, "refused")
    };
    view! {
        <li data-status=status.name()>
            <Glyph icon=status.icon()/>
            <p><b>{checked.guard.title()} <span class="vh">{format!(", {word}")}</span></b><span dir="auto">{checked.words()}</span></p>
        </li>
    }
}

#[cfg(test)]
mod tests {
    use engine::mind::report::{Counts, SectionChange};

    use super::*;

    #[test]
    fn what_a_dream_changed_is_a_sentence() {
        let dream = |sections: &[Section]| DreamRow {
            dream: 1,
            at: kernel::Time(0),
            status: DreamStatus::Kept,
            number: Some(1),
            base: None,
            dreamer: "built-in".into(),
            did: Vec::new(),
            guards: Vec::new(),
            changes: sections
                .iter()
                .map(|section| SectionChange {
                    section: *section,
                    before: 0,
                    after: 1,
                })
                .collect(),
            counts: Counts::default(),
            note: None,
        };
        for (sections, said) in [
            (&[][..], "No section changed"),
            (
                &[Section::Bond],
                "The Bond changed; six sections are as they were",
            ),
            (
                &[Section::Bond, Section::Niche, Section::ActiveContext],
                "The Bond, The Niche and Active Context changed; four sections are as they were",
            ),
            (
                &Section::ALL[1..],
                "The Bond, The Niche, Active Context, Crystal Pointers, Curiosity Gaps and Emerging Skills changed; \
                 one section is as it was",
            ),
        ] {
            assert_eq!(describe_changes(&dream(sections)), said);
        }
    }
}
