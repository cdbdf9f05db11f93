//! A mind in the list: its current mood, waiting notes, fill level of the document, and last dream.

use engine::mind::budget::Budget;
use engine::mind::mood::words;
use engine::mind::ops::mind_list::MindListed;
use engine::mind::report::{DreamRow, DreamStatus};
use leptos::prelude::*;

use crate::parts::{Ago, Glyph, Meter, Status, group_digits};
use crate::paths;

/// Returns the status and label of a dream's result.
#[must_use]
pub const fn result_status(status: DreamStatus) -> (Status, &'static str) {
    match status {
        DreamStatus::Kept => (Status::Completed, "kept"),
        DreamStatus::Refused => (Status::Failed, "rejected by a guard"),
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
    /// Mind to show.
    row: MindListed,
    /// True if the list shows deleted minds.
    is_deleted: bool,
) -> impl IntoView {
    let mood = words(&row.levels);
    let ahead = if is_deleted {
        row.purge_at
    } else {
        row.look_at
    };
    let (key, id) = (row.agent.clone(), format!("mind-{}", row.agent));
    let href = paths::mind(&row.agent);
    view! {
        <tr id=id data-row=key>
            <td>
                <a href=href data-step dir="auto">{row.agent}</a>
                <small class="narrow">{mood.clone()}</small>
            </td>
            <td class="wide">{mood}</td>
            <td class="end">{group_digits(row.notes.into())}</td>
            <td class="wide mind-full">
                {match row.number {
                    Some(number) => view! {
                        <small>{format!("version {number}, {} characters", group_digits(row.chars.into()))}</small>
                        <Meter label="Share of the largest budget" value=percent_of_budget(row.chars)/>
                    }
                    .into_any(),
                    None => view! { <span class="quiet">"none yet"</span> }.into_any(),
                }}
            </td>
            <td class="wide">{row.dream.map(last_dream)}</td>
            <td class="wide">
                {match ahead {
                    Some(at) => view! { <Ago at=at.0/> }.into_any(),
                    None => view! { <span class="quiet">"after new activity"</span> }.into_any(),
                }}
            </td>
            <td><Ago at=row.updated_at.0/></td>
        </tr>
    }
}

/// Result of the last dream.
fn last_dream(dream: DreamRow) -> impl IntoView {
    let (status, word) = result_status(dream.status);
    view! {
        <span class="status status--long" data-status=status.name()><Glyph icon=status.icon()/>
            <span>{word} ", " <Ago at=dream.at.0/></span>
        </span>
    }
}
