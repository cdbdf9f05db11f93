//! An earlier version of the document: its text, its differences from another version, and the button that restores
//! it.

use engine::mind::ops::mind_diff::MindDiffed;
use engine::mind::ops::mind_version_get::VersionShown;
use engine::mind::ops::mind_version_restore::MindVersionRestore;
use kernel::operation::Operation;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use super::here;
use super::versions::describe_origin;
use crate::live::feed;
use crate::pages::ask::forbids;
use crate::pages::changes::rows;
use crate::pages::confirmed_action::{Ask, ConfirmedAction};
use crate::pages::trouble::RefusalBox;
use crate::pages::words::many;
use crate::parts::{Ago, Diff, Empty, Notice, Sect, Tone, alive, prose};
use crate::paths::MindView;

/// A version with its differences from another one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Past {
    /// Version that is open.
    pub version: VersionShown,
    /// Differences from the other version.
    pub diff: MindDiffed,
}

/// Sections of the open version.
#[component]
pub fn Then() -> impl IntoView {
    let loaded = here().loads.past;
    view! {
        <Transition>
            {alive(move || loaded.get().flatten().map(|outcome| match outcome {
                Ok(past) => view! { <Shown past/> }.into_any(),
                Err(problem) => view! { <RefusalBox problem/> }.into_any(),
            }))}
        </Transition>
    }
}

#[component]
fn Shown(past: Past) -> impl IntoView {
    let here = here();
    let Past { version, diff } = past;
    let number = version.row.number;
    let current = here.there.with_untracked(|there| {
        there
            .mind
            .document
            .as_ref()
            .map(|written| written.row.number)
    });
    let now = here
        .address
        .with_untracked(|address| address.to(MindView::Now).href());
    let back = (current != Some(number)).then(|| view! { <Restore number/> });
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
            "This is version " <b>{number}</b> ", " {what} {who} ", " <Ago at=Signal::stored(version.row.at.0) now=feed().clock()/>
            ". " <a href=now>"Go to now"</a> "."
            {back.map(|back| view! { <div class="btns btns--start">{back}</div> })}
        </Notice>
        <Sect id="h-compared" title aside=move || view! { <p class="push">{lines.clone()}</p> }>
            {if diff.hunks.is_empty() {
                view! { <Empty title="Both versions say the same."/> }.into_any()
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
#[component]
pub fn Restore(
    /// Number of the version.
    number: u32,
) -> impl IntoView {
    let here = here();
    let spec = MindVersionRestore::SPEC;
    let action = ConfirmedAction {
        spec,
        label: "Restore this version",
        title: format!("Restore version {number}?"),
        follows: "It becomes the document again, as a new version: nothing of what came after it is cut off. A dream \
                  that has begun does not undo it.",
        field: None,
        hidden: vec![("number", number.to_string())],
        then: Some(
            here.address
                .with_untracked(|address| address.to(MindView::Now).href()),
        ),
    };
    view! { <Ask action refusal=Memo::new(move |_| forbids(&spec))/> }
}
