//! Files of an item: one of them as a diff against the version reviewed before, the others as tabs.

use engine::workflow::diff::{Hunk, Tag};
use leptos::prelude::*;

use super::open_item::{Change, OpenItem};
use crate::pages::queue::address;
use crate::parts::{Diff, DiffRow, Notice, Side, notice::Tone};
use crate::paths::with_query;

/// Tabs and the open file.
#[component]
pub fn Files(
    /// Item with its files.
    shown: OpenItem,
) -> impl IntoView {
    let here = address(&shown.thing.item);
    let tabs = shown
        .thing
        .files
        .iter()
        .map(|file| {
            let no = file.artifact.id;
            let href = with_query(&here, &[("file", Some(&no.to_string()))]);
            let current = (shown.file == Some(no)).then_some("page");
            let name = file
                .artifact
                .path
                .rsplit('/')
                .next()
                .unwrap_or_default()
                .to_owned();
            let versions = match file.before_version {
                Some(before) => format!("v{before} → v{}", file.artifact.version),
                None => "new".to_owned(),
            };
            view! {
                <a href=href aria-current=current title=file.artifact.path.clone()>
                    {name} " " {line_counts(file.added, file.removed)} " " <span class="num">{versions}</span>
                </a>
            }
        })
        .collect_view();
    let file = shown
        .thing
        .files
        .iter()
        .find(|file| shown.file == Some(file.artifact.id));
    let path = file
        .map(|file| file.artifact.path.clone())
        .unwrap_or_default();
    let body = shown.change.map(|change| match change {
        Ok(change) => {
            let label = format!("Changes in {path}");
            let about = format!("{path}, {} lines added, {} removed", change.added, change.removed);
            let left_out = change.left_out;
            view! {
                <p class="vh">{about}</p>
                <Diff label rows=rows(&change) />
                {(left_out > 0)
                    .then(|| view! { <p class="field-hint">{format!("{left_out} more lines are not shown.")}</p> })}
            }
            .into_any()
        }
        Err(problem) => view! {
            <div class="exhibit-body"><Notice tone=Tone::Info>{problem.detail}</Notice></div>
        }
        .into_any(),
    });
    view! {
        <nav class="tabs tabs--files" aria-label="Files">{tabs}</nav>
        {body}
    }
}

/// Number of changed lines: "+94 −31".
pub fn line_counts(added: Option<u32>, removed: Option<u32>) -> impl IntoView {
    let count = |n: Option<u32>| n.filter(|n| *n > 0);
    let none = added == Some(0) && removed == Some(0);
    view! {
        {none.then(|| view! { <span class="num">"±0"</span> })}
        {count(added).map(|n| view! { <span class="num plus">"+" {n}</span> })}
        " "
        {count(removed).map(|n| view! { <span class="num less">"−" {n}</span> })}
    }
}

/// Returns the rows of a diff.
fn rows(change: &Change) -> Vec<DiffRow> {
    let mut rows = Vec::new();
    let is_whole = matches!(change.hunks.as_slice(), [only] if only.old_lines == 0);
    for hunk in &change.hunks {
        if !is_whole {
            rows.push(DiffRow::Hunk(place(hunk)));
        }
        for line in &hunk.lines {
            rows.push(DiffRow::Line {
                side: match line.tag {
                    Tag::Equal => Side::Both,
                    Tag::Removed => Side::Removed,
                    Tag::Added => Side::Added,
                },
                old: line.old.map(|no| no as usize),
                new: line.new.map(|no| no as usize),
                text: line.text.clone(),
            });
        }
    }
    if rows.is_empty() {
        rows.push(DiffRow::Hunk("No changes".into()));
    }
    rows
}

fn place(hunk: &Hunk) -> String {
    format!(
        "@@ line {}{}",
        hunk.new_start,
        if hunk.old_start == hunk.new_start {
            String::new()
        } else {
            format!(", before {}", hunk.old_start)
        }
    )
}
