//! Versions of one path: the open one, and the one it is compared with.

use engine::numbers::ArtifactNo;
use engine::workflow::shared::Artifact;
use leptos::prelude::*;

use super::super::link::TaskLink;
use super::super::scene::scene;
use crate::parts::{Ago, group_digits, prose};

/// Maximum number of versions listed, newest first.
const LISTED: usize = 30;

/// Head above an artifact's content.
#[component]
pub fn Versions(
    /// Version that is open.
    artifact: Artifact,
    /// Version it is compared with.
    from: Option<ArtifactNo>,
) -> impl IntoView {
    let scene = scene();
    let path = artifact.path.clone();
    let all = scene.read(move |workflow| {
        workflow
            .artifacts
            .iter()
            .rev()
            .filter(|other| other.path == path)
            .take(LISTED)
            .map(|other| (other.id, other.version))
            .collect::<Vec<_>>()
    });
    let older = move || {
        let last = all.with(|all| all.last().map(|(_, version)| *version));
        let older = last.filter(|last| *last > 1)?;
        Some(view! { <li class="quiet">{group_digits(u64::from(older - 1))} " older"</li> })
    };
    let (id, number) = (artifact.id, artifact.version);
    let links = move || {
        all.get()
            .into_iter()
            .map(|(no, version)| {
                let look =
                    scene.href(move |address| (address.artifact, address.from) = (Some(no), None));
                let compare = scene
                    .href(move |address| (address.artifact, address.from) = (Some(id), Some(no)));
                let here = (no == id && from.is_none()).then_some("page");
                let compared = (from == Some(no)).then_some("page");
                view! {
                    <li>
                        <a href=look aria-current=here data-noscroll="true">"v" {version}</a>
                        {(version < number).then(|| view! {
                            " " <a href=compare aria-current=compared data-noscroll="true">
                                {format!("changes v{version} → v{number}")}
                            </a>
                        })}
                    </li>
                }
            })
            .collect_view()
    };
    view! {
        <header class="artifact-head">
            <h2><code>{artifact.path}</code></h2>
            {(!artifact.description.is_empty()).then(|| view! { <div class="said">{prose(&artifact.description, 3)}</div> })}
            <p class="entry-meta">
                <span class="id">{id.to_string()}</span>
                <span>"version " {number}</span>
                <span>{artifact.kind.name()}</span>
                <span>"by " {artifact.created_by.id}</span>
                <Ago at=Signal::stored(artifact.created_at.0) now=scene.clock()/>
                {artifact.associated_task.map(|no| view! { <span>"for " <TaskLink no/></span> })}
                {artifact.bytes.map(|bytes| view! { <span>{group_digits(bytes)} " bytes"</span> })}
                {artifact.commit.map(|commit| view! { <span>"commit " <code>{commit}</code></span> })}
                {artifact.checksum.map(|sum| view! { <span>"sha256 " <code>{sum.chars().take(12).collect::<String>()}</code></span> })}
            </p>
            <ul class="versions" aria-label="Versions">{links} {older}</ul>
        </header>
    }
}
