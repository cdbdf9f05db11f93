//! Decisions about the task, and artifacts made for it.

use std::fmt::Write;

use engine::numbers::{ArtifactNo, DecisionNo, TaskNo};
use leptos::prelude::*;

use super::super::scene::scene;
use crate::pages::words::many;
use crate::parts::{Glyph, Icon, Level, Sect};
use crate::paths::View;

/// Decisions about this task.
#[component]
pub fn DecisionsHere(no: TaskNo) -> impl IntoView {
    let scene = scene();
    let decisions = scene.read(move |workflow| {
        let about = workflow.derived().decisions_of.get(&no.0);
        about
            .into_iter()
            .flatten()
            .filter_map(|no| workflow.decisions.get(DecisionNo(*no)))
            .filter(|decision| decision.holds())
            .map(|decision| {
                let mut rest = match decision.alternatives.as_slice() {
                    [] => String::new(),
                    not => format!("Rejected: {}.", not.join(", ")),
                };
                if let Some(before) = decision.supersedes {
                    let _ = write!(rest, " Replaces {before}.");
                }
                (decision.id, decision.choice.clone(), rest)
            })
            .collect::<Vec<_>>()
    });
    move || {
        let all = decisions.get();
        (!all.is_empty()).then(|| {
            let rows = all
                .into_iter()
                .map(|(id, choice, rest)| {
                    let href = scene.href(|address| address.view = View::Decisions);
                    let href = move || format!("{}#{id}", href());
                    view! {
                        <li>
                            <Glyph icon=Icon::Decision/>
                            <p><b>{choice}"."</b> " " {rest} " " <a class="id" href=href>{id.to_string()}</a></p>
                        </li>
                    }
                })
                .collect_view();
            view! {
                <Sect id="h-decided" title="Decisions" level=Level::Three>
                    <ul class="notes">{rows}</ul>
                </Sect>
            }
        })
    }
}

/// Artifacts made for this task, newest versions.
#[component]
pub fn ArtifactsHere(no: TaskNo) -> impl IntoView {
    let scene = scene();
    let artifacts = scene.read(move |workflow| {
        let made = workflow.derived().artifacts_of.get(&no.0);
        made.into_iter()
            .flatten()
            .filter_map(|no| workflow.artifacts.get(ArtifactNo(*no)))
            .map(|made| {
                let short: String = made
                    .checksum
                    .iter()
                    .flat_map(|sum| sum.chars())
                    .take(7)
                    .collect();
                (made.id, made.path.clone(), made.version, short)
            })
            .collect::<Vec<_>>()
    });
    move || {
        let all = artifacts.get();
        (!all.is_empty()).then(|| {
            let files = all.len();
            let rows = all
                .into_iter()
                .map(|(id, path, version, short)| {
                    let href = scene.href(move |address| {
                        address.view = View::Artifacts;
                        (address.artifact, address.from) = (Some(id), None);
                    });
                    view! {
                        <tr>
                            <td><a href=href data-noscroll="true">{path}</a></td>
                            <td class="num">"v" {version}</td>
                            <td class="num">{short}</td>
                        </tr>
                    }
                })
                .collect_view();
            let aside = move || view! { <span class="push">{many(files, "file")}</span> };
            view! {
                <Sect id="h-made" title="Artifacts" level=Level::Three aside=aside>
                    <table class="rows rows--files"><tbody>{rows}</tbody></table>
                </Sect>
            }
        })
    }
}
