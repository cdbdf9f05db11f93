//! Artifacts: paths on the left; one version, or the differences between two, on the right.

mod content;
mod versions;

use engine::numbers::ArtifactNo;
use leptos::prelude::*;

use super::link::TaskLink;
use super::load::ArtifactView;
use super::pages::{Pages, on_page, page_of};
use super::scene::scene;
use crate::pages::trouble::RefusalBox;
use crate::parts::alive;
use crate::parts::{Ago, Empty};

/// Number of paths per page.
const PAGE: usize = 100;

/// Paths and content.
#[component]
pub fn Artifacts() -> impl IntoView {
    let scene = scene();
    let all = scene.read(|workflow| workflow.derived().newest.len());
    let page = page_of(all, PAGE);
    let newest = Memo::new(move |_| {
        scene.state.with(|workflow| {
            on_page(workflow.derived().newest.values(), page.get(), PAGE)
                .copied()
                .map(ArtifactNo)
                .collect::<Vec<_>>()
        })
    });
    // Path that is open; by default that of the newest artifact.
    let chosen = Memo::new(move |_| scene.address.with(|address| address.artifact));
    let open = scene.read(move |workflow| {
        let last = || workflow.artifacts.iter().next_back().map(|made| made.id);
        let open = chosen.get().or_else(last)?;
        workflow.artifacts.get(open).map(|made| made.path.clone())
    });
    let shown = scene.loads().artifact;
    view! {
        <section class="view" tabindex="0" aria-label="Artifacts">
            {alive(move || (all.get() == 0).then(|| view! {
                <Empty title="Nothing was made yet." text="Agents record files with artifact_record or with what they hand in."/>
            }))}
            <div class="artifacts">
                <nav class="artifact-list" aria-label="Paths">
                    <For each=move || newest.get() key=|no| *no children=move |no| view! { <Path no open/> }/>
                    <Pages all per=PAGE what="files"/>
                </nav>
                <div class="artifact-body">
                    <Transition>
                        {alive(move || shown.get().flatten().map(|outcome| match outcome {
                            Ok(ArtifactView::Content(content)) => view! {
                                <versions::Versions artifact=content.artifact.clone() from=None/>
                                <content::Content content=*content/>
                            }
                            .into_any(),
                            Ok(ArtifactView::Change(change)) => view! {
                                <versions::Versions artifact=change.to.clone() from=change.from.as_ref().map(|from| from.id)/>
                                <content::Change change=*change/>
                            }
                            .into_any(),
                            Err(problem) => view! { <RefusalBox problem/> }.into_any(),
                        }))}
                    </Transition>
                </div>
            </div>
        </section>
    }
}

/// One path with its newest version.
#[component]
fn Path(no: ArtifactNo, open: Memo<Option<String>>) -> impl IntoView {
    let scene = scene();
    let made = scene
        .state
        .with_untracked(|workflow| workflow.artifacts.get(no).cloned())?;
    let href = scene.href(move |address| (address.artifact, address.from) = (Some(no), None));
    let path = made.path.clone();
    let here = {
        let path = path.clone();
        Memo::new(move |_| {
            open.with(|open| open.as_deref() == Some(&*path))
                .then_some("true")
        })
    };
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
