//! Outline of a workflow for people.

use std::collections::BTreeMap;

use exchange::markdown::{Done, Entry, Outline, Section};

use crate::workflow::edge::When;
use crate::workflow::state::Workflow;
use crate::workflow::task::{Task, TaskStatus};

/// Returns the outline.
pub(super) fn of(workflow: &Workflow) -> Outline {
    let mut about = vec![
        ("Goal".to_owned(), workflow.goal.to_string()),
        (
            "Status".to_owned(),
            workflow.status.name().replace('_', " "),
        ),
    ];
    about.extend(
        workflow
            .constraints
            .iter()
            .map(|text| ("Constraint".to_owned(), text.clone())),
    );
    let mut sections = vec![Section {
        heading: "Tasks".into(),
        level: 2,
        entries: Vec::new(),
    }];
    let mut groups: BTreeMap<&str, Vec<Entry>> = BTreeMap::new();
    for task in workflow.tasks.iter() {
        match &task.group {
            None => sections[0].entries.push(entry(workflow, task)),
            Some(group) => groups.entry(group).or_default().push(entry(workflow, task)),
        }
    }
    sections.extend(groups.into_iter().map(|(group, entries)| Section {
        heading: format!("Tasks: {group}"),
        level: 2,
        entries,
    }));
    sections.push(decisions(workflow));
    sections.push(discoveries(workflow));
    sections.push(artifacts(workflow));
    Outline {
        title: workflow.name.to_string(),
        about,
        sections,
    }
}

fn entry(workflow: &Workflow, task: &Task) -> Entry {
    let (status, reason) = workflow.visible_status_and_reason(task);
    let mut is = status.name().replace('_', " ");
    if let Some(reason) = reason.or_else(|| task.reason.clone()) {
        is = format!("{is}: {reason}");
    }
    let mut lines = vec![is];
    if !task.depends_on.is_empty() {
        let needs = task.depends_on.iter().map(|need| match &need.when {
            When::Success => need.task.to_string(),
            When::Failure => format!("{} to fail", need.task),
            When::Done => format!("{} to end", need.task),
            When::Choice { decision, option } => format!("{} and {decision}: {option}", need.task),
        });
        lines.push(format!(
            "waits for {}",
            needs.collect::<Vec<_>>().join(", ")
        ));
    }
    lines.extend(
        task.acceptance
            .iter()
            .map(|point| format!("must hold: {point}")),
    );
    lines.extend(
        task.result
            .iter()
            .map(|result| format!("result: {}", result.summary)),
    );
    Entry {
        done: Some(match status {
            TaskStatus::Completed => Done::Yes,
            _ => Done::NotYet,
        }),
        id: task.id.to_string(),
        title: task.title.clone(),
        lines,
        text: task.description.clone(),
    }
}

fn decisions(workflow: &Workflow) -> Section {
    let entries = workflow.decisions.iter().map(|decision| Entry {
        id: decision.id.to_string(),
        title: format!("{} {}", decision.question, decision.choice),
        lines: Some(&decision.rationale)
            .filter(|why| !why.is_empty())
            .cloned()
            .into_iter()
            .collect(),
        ..Entry::default()
    });
    section("Decisions", entries)
}

fn discoveries(workflow: &Workflow) -> Section {
    let entries = workflow.discoveries.iter().map(|discovery| Entry {
        id: discovery.id.to_string(),
        title: discovery.content.clone(),
        ..Entry::default()
    });
    section("Discoveries", entries)
}

fn artifacts(workflow: &Workflow) -> Section {
    let newest = workflow.derived().newest.values();
    let newest = newest.filter_map(|no| workflow.artifacts.get(crate::numbers::ArtifactNo(*no)));
    let entries = newest.map(|artifact| Entry {
        id: artifact.id.to_string(),
        title: format!("{}, version {}", artifact.path, artifact.version),
        lines: Some(&artifact.description)
            .filter(|text| !text.is_empty())
            .cloned()
            .into_iter()
            .collect(),
        ..Entry::default()
    });
    section("Artifacts", entries)
}

fn section(heading: &str, entries: impl Iterator<Item = Entry>) -> Section {
    Section {
        heading: heading.into(),
        level: 2,
        entries: entries.collect(),
    }
}
