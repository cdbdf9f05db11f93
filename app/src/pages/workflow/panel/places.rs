//! Places of the work: branch, links, and the paths that the task reserves, with the tasks whose paths overlap.

use engine::numbers::TaskNo;
use engine::workflow::{Task, Workflow};
use leptos::prelude::*;

use super::super::link::task_links;
use super::super::scene::Scene;
use crate::parts::{Level, Sect};

/// Renders the section with the places; `None` if the task names none.
pub fn places(scene: &Scene, task: &Task) -> Option<AnyView> {
    let branch = task.branch.iter();
    let branch = branch.map(|name| {
        view! { <tr><td>"Branch"</td><td><code>{name.clone()}</code></td></tr> }.into_any()
    });
    let links = task.links.iter().map(|link| {
        view! { <tr><td>{link.kind.replace('_', " ")}</td><td>{target(&link.target)}</td></tr> }
            .into_any()
    });
    let paths = task.paths.iter().map(|path| {
        let others = overlaps(&scene.workflow, task, path);
        let is_shared = !others.is_empty();
        let others = is_shared.then(|| {
            view! { <span class="status">"also " {task_links(scene, &others)}</span> }
        });
        view! {
            <tr data-status=is_shared.then_some("blocked")><td><code>{path.clone()}</code></td><td>{others}</td></tr>
        }
        .into_any()
    });
    let rows: Vec<_> = branch.chain(links).chain(paths).collect();
    if rows.is_empty() {
        return None;
    }
    let section = view! {
        <Sect id="h-places" title="Branch, links and paths" level=Level::Three>
            <table class="rows rows--files"><tbody>{rows}</tbody></table>
        </Sect>
    };
    Some(section.into_any())
}

/// Target of a link: a web address is a link, any other target is text.
fn target(target: &str) -> AnyView {
    let text = target.to_owned();
    if target.starts_with("https://") || target.starts_with("http://") {
        let href = text.clone();
        view! { <a href=href rel="noopener nofollow external" target="_blank">{text}</a> }
            .into_any()
    } else {
        view! { <code>{text}</code> }.into_any()
    }
}

/// Returns the other open tasks that reserve a path which overlaps `path` of the task.
fn overlaps(workflow: &Workflow, task: &Task, path: &str) -> Vec<TaskNo> {
    if task.status.is_terminal() {
        return Vec::new();
    }
    let others = workflow.tasks.iter();
    others
        .filter(|other| other.id != task.id && !other.status.is_terminal())
        .filter(|other| other.paths.iter().any(|theirs| overlap(path, theirs)))
        .map(|other| other.id)
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
