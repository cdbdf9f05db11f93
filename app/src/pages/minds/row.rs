//! A mind in the list: its current mood, waiting notes, fill level of the document, and last dream.

use engine::mind::budget::Budget;
use engine::mind::mood::words;
use engine::mind::report::{DreamRow, DreamStatus};
use leptos::prelude::*;

use super::Listed;
use crate::live::feed;
use crate::parts::{Ago, Glyph, Meter, Status, alive, group_digits};
use crate::paths;

/// Returns the status and label of a dream's result.
#[must_use]
pub const fn result_status(status: DreamStatus) -> (Status, &'static str) {
    match status {
        DreamStatus::Kept => (Status::Completed, "kept"),
        DreamStatus::Refused => (Status::Failed, "refused by a guard"),
        DreamStatus::Failed => (Status::Failed, "failed"),
    }
}

/// Returns a number of characters in percent of the largest budget.
#[must_use]
pub fn percent_of_budget(chars: u32) -> u32 {
    let most = u32::try_from(Budget::default().chars).unwrap_or(u32::MAX);
    chars.saturating_mul(100) / most.max(1)
}

/// Row of one mind.
#[component]
pub fn Row(
    /// Name of the agent.
    agent: String,
    /// All rows that are shown.
    rows: RwSignal<Vec<Listed>>,
    /// True if the list shows deleted minds.
    is_deleted: bool,
) -> impl IntoView {
    let feed = feed();
    let clock = feed.clock();
    let its = agent.clone();
    let row = Memo::new(move |before: Option<&Option<Listed>>| {
        let found = rows.with(|rows| rows.iter().find(|row| row.mind.agent == its).cloned());
        found.or_else(|| before.cloned().flatten())
    });
    let mood = Memo::new(move |_| {
        let faded = |row: &Listed| words(&row.mood().decay(feed.now.get()));
        row.with(|row| row.as_ref().map(faded)).unwrap_or_default()
    });
    let chars = Memo::new(move |_| row.with(|row| row.as_ref().map_or(0, |row| row.mind.chars)));
    let number = Memo::new(move |_| row.with(|row| row.as_ref()?.mind.number));
    let notes = move || row.with(|row| row.as_ref().map_or(0, |row| row.mind.notes));
    let dream = Memo::new(move |_| row.with(|row| row.as_ref()?.mind.dream.clone()));
    let changed = Memo::new(move |_| row.with(|row| row.as_ref().map(|row| row.mind.updated_at)));
    let ahead = Memo::new(move |_| {
        let at = |row: &Listed| {
            if is_deleted {
                row.mind.purge_at
            } else {
                row.mind.look_at
            }
        };
        row.with(|row| row.as_ref().and_then(at))
    });
    let href = paths::mind(&agent);
    view! {
        <tr>
            <td>
                <a href=href data-step dir="auto">{agent}</a>
                <small class="narrow">{move || mood.get()}</small>
            </td>
            <td class="wide">{move || mood.get()}</td>
            <td class="end">{move || group_digits(notes().into())}</td>
            <td class="wide mind-full">
                {alive(move || match number.get() {
                    Some(number) => view! {
                        <Meter label="Of the largest budget" value=Signal::derive(move || percent_of_budget(chars.get()))/>
                        <small>{move || format!("version {number}, {} characters", group_digits(chars.get().into()))}</small>
                    }
                    .into_any(),
                    None => view! { <span class="quiet">"none yet"</span> }.into_any(),
                })}
            </td>
            <td class="wide">{alive(move || dream.get().map(|dream| view! { <Dreamt dream/> }))}</td>
            <td class="wide">
                {alive(move || match ahead.get() {
                    Some(at) => view! { <Ago at=Signal::stored(at.0) now=clock/> }.into_any(),
                    None => view! { <span class="quiet">"when something happens"</span> }.into_any(),
                })}
            </td>
            <td>{alive(move || changed.get().map(|at| view! { <Ago at=Signal::stored(at.0) now=clock/> }))}</td>
        </tr>
    }
}

/// Result of the last dream.
#[component]
fn Dreamt(dream: DreamRow) -> impl IntoView {
    let (status, word) = result_status(dream.status);
    view! {
        <span class="status status--long" data-status=status.name()><Glyph icon=status.icon()/>
            <span>{word} ", " <Ago at=Signal::stored(dream.at.0) now=feed().clock()/></span>
        </span>
    }
}
