//! An earlier version of the document: its text, its differences from another version, and the button that restores
//! it.

use engine::mind::ops::mind_diff::MindDiffed;
use engine::mind::ops::mind_version_get::VersionShown;
use engine::mind::ops::mind_version_restore::MindVersionRestore;
use kernel::operation::Operation;
use leptos::prelude::*;

use super::here;
use super::versions::describe_origin;
use crate::pages::ask::{Loaded, forbids};
use crate::pages::changes::rows;
use crate::pages::confirmed_action::{Ask, ConfirmedAction};
use crate::pages::trouble::RefusalBox;
use crate::pages::words::many;
use crate::parts::{Ago, Diff, Empty, Notice, Sect, Tone, prose};
use crate::paths::MindView;

/// A version with its differences from another one.
pub struct Past {
    /// Version that is open.
    pub version: VersionShown,
    /// Differences from the other version.
    pub diff: MindDiffed,
}

/// Sections of the open version.
#[component]
pub fn Then(
    /// Version to show.
    past: Option<Loaded<Past>>,
) -> impl IntoView {
    past.map(|past| match past {
        Ok(past) => view! { <Shown past/> }.into_any(),
        Err(problem) => view! { <RefusalBox problem/> }.into_any(),
    })
}

#[component]
fn Shown(past: Past) -> impl IntoView {
    let here = here();
    let Past { version, diff } = past;
    let number = version.row.number;
    let current = here.there.mind.document.as_ref();
    let is_current = current.is_some_and(|written| written.row.number == number);
    let now = here.href(MindView::Now);
    let back = (!is_current).then(|| restore_button(number));
    let by = version.row.by.clone();
    let who = (by.role.is_agent() || by.role.is_person())
        .then(|| view! { " by " <b dir="auto">{by.id}</b> });
    let what = describe_origin(&version.row);
    let lines = format!(
        "{} added, {} removed",
        many(diff.added as usize, "line"),
        diff.removed
    );
    let title = format!("From version {} to {}", diff.from.number, diff.to.number);
    let label = title.clone();
    view! {
        <Notice tone=Tone::Hold>
            "This is version " <b>{number}</b> ", " {what} {who} ", " <Ago at=version.row.at.0/>
            ". " <a href=now>"Go to the current version"</a> "."
            {back.map(|back| view! { <div class="btns btns--start">{back}</div> })}
        </Notice>
        <Sect id="h-compared" title aside=move || view! { <p class="push">{lines.clone()}</p> }>
            {if diff.hunks.is_empty() {
                view! { <Empty title="The versions are identical."/> }.into_any()
            } else {
                view! { <div class="diffs"><div class="diffs-one"><Diff label rows=rows(diff.hunks)/></div></div> }.into_any()
            }}
        </Sect>
        <Sect id="h-then" title=format!("Version {number}")>
            <div class="said vector-then" dir="auto">{prose(&version.text, 3)}</div>
        </Sect>
    }
}

/// Button that restores a version.
pub fn restore_button(number: u32) -> impl IntoView {
    let spec = MindVersionRestore::SPEC;
    let action = ConfirmedAction {
        spec,
        label: "Restore this version",
        title: format!("Restore version {number}?"),
        follows: "The text of this version becomes a new version. Later versions are kept, and a running dream does not undo \
                  it.",
        field: None,
        hidden: vec![("number", number.to_string())],
        then: Some(here().href(MindView::Now)),
    };
    view! { <Ask action refusal=forbids(&spec)/> }
}
