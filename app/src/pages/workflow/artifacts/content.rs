//! Content of an artifact with line numbers, after a rendered view of a Markdown file, and the diff of two
//! versions.

use engine::workflow::ops::artifact_diff::ArtifactChange;
use engine::workflow::ops::artifact_get::{ArtifactContent, Encoding};
use leptos::prelude::*;

use crate::pages::changes::rows;
use crate::parts::{Diff, Empty, escape_invisible, prose};

/// Maximum number of lines shown.
const LINES: usize = 5_000;

/// Content of a version.
#[component]
pub fn Content(content: ArtifactContent) -> impl IntoView {
    let path = content.artifact.path.clone();
    match (content.content, content.encoding) {
        (None, _) => view! {
            <Empty title="The content is not here." text="Only its path was recorded: look there."/>
        }
        .into_any(),
        (Some(_), Some(Encoding::Base64)) => view! {
            <Empty title="This is no text." text="Fetch it with artifact_get."/>
        }
        .into_any(),
        (Some(text), _) => {
            let all = text.lines().count();
            let rows = text
                .lines()
                .take(LINES)
                .enumerate()
                .map(|(nth, line)| {
                    let number = nth + 1;
                    view! { <tr id=format!("L{number}")><td>{number}</td><td>{escape_invisible(line).into_owned()}</td></tr> }
                })
                .collect_view();
            let set = is_markdown(&path).then(|| {
                view! {
                    <div class="said doc">{prose(&text, 3)}</div>
                    <h3 class="doc-source">"Line by line"</h3>
                }
            });
            view! {
                {set}
                <div class="code" tabindex="0" role="region" aria-label=format!("Content of {path}")>
                    <table class="diff diff--code text--code"><tbody>{rows}</tbody></table>
                </div>
                {(all > LINES).then(|| view! { <p class="btn-why">{format!("{} more lines.", all - LINES)}</p> })}
            }
            .into_any()
        }
    }
}

/// Returns true if the file is rendered as Markdown before its lines.
fn is_markdown(path: &str) -> bool {
    let kind = path.rsplit_once('.').map(|(_, kind)| kind.to_lowercase());
    matches!(kind.as_deref(), Some("md" | "markdown" | "mdx"))
}

/// Diff of two versions.
#[component]
pub fn Change(change: ArtifactChange) -> impl IntoView {
    let label = format!("Changes in {}", change.to.path);
    let same = change.hunks.is_empty();
    let rows = rows(change.hunks);
    view! {
        <p class="entry-meta">
            <span class="plus">"+" {change.added}</span>
            <span class="less">"−" {change.removed}</span>
        </p>
        {if same {
            view! { <Empty title="Both versions have the same text."/> }.into_any()
        } else {
            view! { <Diff label rows/> }.into_any()
        }}
    }
}
