//! What was made: paths on the left; one version, or what changed between two, on the right.

mod content;
mod versions;

use std::collections::BTreeMap;

use engine::numbers::ArtifactNo;
use leptos::prelude::*;

use super::link::TaskLink;
use super::load::Shown;
use super::scene::scene;
use crate::pages::trouble::Refused;
use crate::parts::{Ago, Empty};

/// Paths and content.
#[component]
pub fn Artifacts() -> impl IntoView {
    let scene = scene();
    let newest = scene.read(|workflow| {
        let by_path: BTreeMap<String, u32> = workflow
            .derived()
            .newest
            .iter()
            .map(|(path, no)| (path.clone(), *no))
            .collect();
        by_path.into_values().map(ArtifactNo).collect::<Vec<_>>()
    });
    let shown = scene.loads().artifact;
    view! {
        <section class="view" tabindex="0" aria-label="Artifacts">
            {move || newest.with(Vec::is_empty).then(|| view! {
                <Empty title="Nothing was made yet." text="Agents record files with artifact_record or with what they hand in."/>
            })}
            <div class="artifacts">
                <nav class="artifact-list" aria-label="Paths">
                    <For each=move || newest.get() key=|no| *no children=|no| view! { <Path no/> }/>
                </nav>
                <div class="artifact-body">
                    <Transition>
                        {move || shown.get().flatten().map(|outcome| match outcome {
                            Ok(Shown::Content(content)) => view! {
                                <versions::Versions artifact=content.artifact.clone() from=None/>
                                <content::Content content=*content/>
                            }
                            .into_any(),
                            Ok(Shown::Change(change)) => view! {
                                <versions::Versions artifact=change.to.clone() from=change.from.as_ref().map(|from| from.id)/>
                                <content::Change change=*change/>
                            }
                            .into_any(),
                            Err(problem) => view! { <Refused problem/> }.into_any(),
                        })}
                    </Transition>
                </div>
            </div>
        </section>
    }
}

/// One path with its newest version.
#[component]
fn Path(no: ArtifactNo) -> impl IntoView {
    let scene = scene();
    let made = scene
        .state
        .with_untracked(|workflow| workflow.artifacts.get(no).cloned())?;
    let href = scene.href(move |desk| (desk.artifact, desk.from) = (Some(no), None));
    let path = made.path.clone();
    let here = scene.read({
        let path = path.clone();
        move |workflow| {
            let newest = || {
                workflow
                    .derived()
                    .newest
                    .values()
                    .max()
                    .copied()
                    .map(ArtifactNo)
            };
            let open = scene.desk.with(|desk| desk.artifact).or_else(newest)?;
            (workflow.artifacts.get(open)?.path == path).then_some("true")
        }
    });
    Some(view! {
        <a href=href aria-current=move || here.get() data-noscroll="true">
            <code>{path}</code>
            <span class="num">"v" {made.version}</span>
            <span class="quiet">
                {made.kind.name()} ", " {made.created_by.id} ", "
                <Ago at=Signal::stored(made.created_at.0) now=scene.clock()/>
            </span>
        </a>
        {made.associated_task.map(|task| view! { <p class="vh">"For " <TaskLink no=task/></p> })}
    })
}
