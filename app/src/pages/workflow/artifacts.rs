//! Artifacts: paths on the left; one version, or the differences between two, on the right.

use engine::numbers::ArtifactNo;
use engine::workflow::ops::artifact_diff::ArtifactChange;
use engine::workflow::ops::artifact_get::{ArtifactContent, Encoding};
use engine::workflow::shared::Artifact;
use leptos::prelude::*;

use super::link::task_link;
use super::load::ArtifactView;
use super::pages::{on_page, page_links, page_of};
use super::scene::Scene;
use crate::pages::ask::Loaded;
use crate::pages::changes::rows;
use crate::pages::trouble::RefusalBox;
use crate::parts::{Diff, Empty, escape_invisible, group_digits, prose};

/// Number of paths per page.
const PAGE: usize = 100;
/// Maximum number of versions listed, newest first.
const VERSIONS: usize = 30;
/// Maximum number of lines shown.
const LINES: usize = 5_000;

/// Renders the paths, and the open artifact.
pub fn artifacts(scene: &Scene, open: Option<Loaded<ArtifactView>>) -> AnyView {
    let workflow = &scene.workflow;
    let newest = &workflow.derived().newest;
    let all = newest.len();
    let path = match &open {
        Some(Ok(ArtifactView::Content(content))) => Some(content.artifact.path.as_str()),
        Some(Ok(ArtifactView::Change(change))) => Some(change.to.path.as_str()),
        _ => None,
    };
    let paths: Vec<_> = on_page(newest.values(), page_of(scene, all, PAGE), PAGE)
        .filter_map(|no| workflow.artifacts.get(ArtifactNo(*no)))
        .map(|made| path_link(scene, made, path))
        .collect();
    let body = open.map(|open| match open {
        Ok(ArtifactView::Content(open)) => {
            let head = head(scene, &open.artifact, None);
            view! { {head} {content(*open)} }.into_any()
        }
        Ok(ArtifactView::Change(open)) => {
            let from = open.from.as_ref().map(|from| from.id);
            let head = head(scene, &open.to, from);
            view! { {head} {change(*open)} }.into_any()
        }
        Err(problem) => view! { <RefusalBox problem/> }.into_any(),
    });
    view! {
        <section class="view" tabindex="0" aria-label="Artifacts">
            {(all == 0).then(|| view! {
                <Empty title="No artifacts yet." text="Files that agents record or submit with their tasks appear here."/>
            })}
            <div class="artifacts">
                <nav class="artifact-list" aria-label="Paths">
                    {paths}
                    {page_links(scene, all, PAGE, "files")}
                </nav>
                <div class="artifact-body">{body}</div>
            </div>
        </section>
    }
    .into_any()
}

/// One path with its newest version.
fn path_link(scene: &Scene, made: &Artifact, open: Option<&str>) -> AnyView {
    let task = made.associated_task.map(|task| {
        view! { <p class="vh">"For " {task_link(scene, task)}</p> }
    });
    view! {
        <a
            href=scene.href_of_artifact(made.id, None)
            aria-current=(open == Some(&*made.path)).then_some("true")
            data-noscroll="true"
        >
            <code>{made.path.clone()}</code>
            <span class="num">"v" {made.version}</span>
            <span class="quiet">
                {made.kind.name()} ", " {made.created_by.id.clone()} ", " {scene.ago(made.created_at)}
            </span>
        </a>
        {task}
    }
    .into_any()
}

/// Head above an artifact's content: its description and its versions, compared with the version `from`.
fn head(scene: &Scene, artifact: &Artifact, from: Option<ArtifactNo>) -> AnyView {
    let description = &artifact.description;
    let description = (!description.is_empty()).then(|| prose(description, 3));
    let sum = artifact.checksum.as_ref();
    let sum = sum.map(|sum| sum.chars().take(12).collect::<String>());
    let task = artifact.associated_task;
    view! {
        <header class="artifact-head">
            <h2><code>{artifact.path.clone()}</code></h2>
            {description.map(|text| view! { <div class="said">{text}</div> })}
            <p class="entry-meta">
                <span class="id">{artifact.id.to_string()}</span>
                <span>"version " {artifact.version}</span>
                <span>{artifact.kind.name()}</span>
                <span>"by " {artifact.created_by.id.clone()}</span>
                {scene.ago(artifact.created_at)}
                {task.map(|no| view! { <span>"for " {task_link(scene, no)}</span> })}
                {artifact.bytes.map(|bytes| view! { <span>{group_digits(bytes)} " bytes"</span> })}
                {artifact.commit.clone().map(|commit| view! { <span>"commit " <code>{commit}</code></span> })}
                {sum.map(|sum| view! { <span>"SHA-256 " <code>{sum}</code></span> })}
            </p>
            <ul class="versions" aria-label="Versions">{versions(scene, artifact, from)}</ul>
        </header>
    }
    .into_any()
}

fn versions(scene: &Scene, open: &Artifact, from: Option<ArtifactNo>) -> AnyView {
    let all = scene.workflow.artifacts.iter().rev();
    let all = all.filter(|other| other.path == open.path).take(VERSIONS);
    let mut last = 1;
    let rows: Vec<_> = all
        .map(|other| {
            let version = other.version;
            last = version;
            let here = (other.id == open.id && from.is_none()).then_some("page");
            let compared = (from == Some(other.id)).then_some("page");
            let compare = (version < open.version).then(|| {
                let href = scene.href_of_artifact(open.id, Some(other.id));
                let text = format!("changes v{version} → v{}", open.version);
                view! { " " <a href=href aria-current=compared data-noscroll="true">{text}</a> }
            });
            let href = scene.href_of_artifact(other.id, None);
            view! {
                <li><a href=href aria-current=here data-noscroll="true">"v" {version}</a> {compare}</li>
            }
        })
        .collect();
    let older = (last > 1).then(|| {
        view! { <li class="quiet">{group_digits(u64::from(last - 1))} " older"</li> }
    });
    view! { {rows} {older} }.into_any()
}

/// Content of a version with line numbers, after a rendered view of a Markdown file.
fn content(content: ArtifactContent) -> AnyView {
    let path = content.artifact.path;
    let text = match (content.content, content.encoding) {
        (None, _) => {
            return view! { <Empty title="No content." text="Only the path was recorded."/> }
                .into_any();
        }
        (Some(_), Some(Encoding::Base64)) => {
            return view! { <Empty title="Binary file." text="Its content cannot be shown here."/> }
                .into_any();
        }
        (Some(text), _) => text,
    };
    let all = text.lines().count();
    let lines = text.lines().take(LINES).enumerate().map(|(nth, line)| {
        let number = nth + 1;
        let line = escape_invisible(line).into_owned();
        view! { <tr id=format!("L{number}")><td>{number}</td><td>{line}</td></tr> }
    });
    let document = is_markdown(&path).then(|| {
        view! {
            <div class="said doc">{prose(&text, 3)}</div>
            <h3 class="doc-source">"Source"</h3>
        }
    });
    view! {
        {document}
        <div class="code" tabindex="0" role="region" aria-label=format!("Content of {path}")>
            <table class="diff diff--code text--code"><tbody>{lines.collect_view()}</tbody></table>
        </div>
        {(all > LINES).then(|| view! { <p class="btn-why">{format!("{} more lines.", all - LINES)}</p> })}
    }
    .into_any()
}

/// Returns true if the file is rendered as Markdown before its lines.
fn is_markdown(path: &str) -> bool {
    let kind = path.rsplit_once('.').map(|(_, kind)| kind.to_lowercase());
    matches!(kind.as_deref(), Some("md" | "markdown" | "mdx"))
}

/// Diff of two versions.
fn change(change: ArtifactChange) -> AnyView {
    let diff = if change.hunks.is_empty() {
        view! { <Empty title="Both versions have the same text."/> }.into_any()
    } else {
        let label = format!("Changes in {}", change.to.path);
        view! { <Diff label rows=rows(change.hunks)/> }.into_any()
    };
    view! {
        <p class="entry-meta">
            <span class="plus">"+" {change.added}</span>
            <span class="less">"−" {change.removed}</span>
        </p>
        {diff}
    }
    .into_any()
}
