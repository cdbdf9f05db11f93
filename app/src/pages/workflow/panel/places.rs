//! Places of the work: branch, links, and the paths that the task reserves, with the tasks whose paths overlap.

use engine::numbers::TaskNo;
use engine::workflow::Workflow;
use leptos::prelude::*;

use super::super::link::TaskLinks;
use super::super::scene::scene;
use crate::parts::alive;
use crate::parts::{Level, Sect};

/// Section with the places; empty if the task names none.
#[component]
pub fn Places(no: TaskNo) -> impl IntoView {
    let scene = scene();
    let branch = scene.of_task(no, |_, task| task.branch.clone());
    let links = scene.of_task(no, |_, task| task.links.clone());
    let paths = scene.read(move |workflow| overlaps(workflow, no));
    let any = Memo::new(move |_| {
        branch.with(Option::is_some)
            || links.with(|all| !all.is_empty())
            || paths.with(|all| !all.is_empty())
    });
    move || {
        any.get().then(|| {
            view! {
                <Sect id="h-places" title="Where" level=Level::Three>
                    <table class="rows rows--files">
                        <tbody>
                            {alive(move || branch.get().map(|branch| view! { <tr><td>"Branch"</td><td><code>{branch}</code></td></tr> }))}
                            {alive(move || links.get().into_iter().map(|link| view! {
                                <tr><td>{link.kind.replace('_', " ")}</td><td><Target target=link.target/></td></tr>
                            }).collect_view())}
                            {alive(move || paths.get().into_iter().map(|(path, others)| view! { <ReservedPath path others/> }).collect_view())}
                        </tbody>
                    </table>
                </Sect>
            }
        })
    }
}

/// A path, with the tasks that reserve an overlapping one.
#[component]
fn ReservedPath(path: String, others: Vec<TaskNo>) -> impl IntoView {
    let shared = !others.is_empty();
    view! {
        <tr data-status=shared.then_some("blocked")>
            <td><code>{path}</code></td>
            <td>{shared.then(|| view! { <span class="status">"also " <TaskLinks tasks=others/></span> })}</td>
        </tr>
    }
}

/// Target of a link: a web address is a link, any other target is text.
#[component]
fn Target(target: String) -> impl IntoView {
    if target.starts_with("https://") || target.starts_with("http://") {
        let to = target.clone();
        view! { <a href=to rel="noopener nofollow external" target="_blank">{target}</a> }
            .into_any()
    } else {
        view! { <code>{target}</code> }.into_any()
    }
}

/// Returns the paths that a task reserves, each with the live tasks that reserve an overlapping one.
fn overlaps(workflow: &Workflow, no: TaskNo) -> Vec<(String, Vec<TaskNo>)> {
    let Some(task) = workflow.tasks.get(no) else {
        return Vec::new();
    };
    let is_live = !task.status.is_terminal();
    task.paths
        .iter()
        .map(|path| {
            let others = workflow
                .tasks
                .iter()
                .filter(|other| is_live && other.id != no && !other.status.is_terminal())
                .filter(|other| other.paths.iter().any(|theirs| overlap(path, theirs)))
                .map(|other| other.id)
                .collect();
            (path.clone(), others)
        })
        .collect()
}

/// Returns true if one path equals or contains the other.
fn overlap(one: &str, two: &str) -> bool {
    let trimmed = |path: &str| path.trim_end_matches(['*', '/']).to_owned();
    let (one, two) = (trimmed(one), trimmed(two));
    let inside = |outer: &str, inner: &str| {
        inner
            .strip_prefix(outer)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/') || outer.is_empty())
    };
    inside(&one, &two) || inside(&two, &one)
}

#[cfg(test)]
mod tests {
    use super::overlap;

    #[test]
    fn paths_overlap_when_one_lies_in_the_other() {
        for (one, two, expected) in [
            ("src/auth", "src/auth/token.rs", true),
            ("src/auth/**", "src/auth/token.rs", true),
            ("src/auth", "src/author.rs", false),
            ("src/a.rs", "src/a.rs", true),
            ("src/a.rs", "src/b.rs", false),
        ] {
            assert_eq!(overlap(one, two), expected, "{one} {two}");
        }
    }
}
