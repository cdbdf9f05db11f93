//! Finds emerging skills: repeated patterns of finished tasks, with a confidence.

use std::collections::{BTreeMap, BTreeSet};

use crate::mind::dream::item::{Item, Role};
use crate::mind::dream::material::{Done, Material};
use crate::mind::dream::words::{plain, telling};
use crate::workflow::TaskStatus;
use crate::workflow::task::ReviewStatus;

/// Minimum number of tasks for a pattern to be shown.
const SHOWN: usize = 2;
/// Minimum number and share of successes for a skill to be crystallised.
const CRYSTALLISED: (usize, f64) = (3, 0.7);
/// Importance of a finished task.
const IMPORTANCE: f64 = 0.65;
/// Relative increase of the confidence at a success rate of 1.
const BY_SUCCESS: f64 = 0.3;
/// Maximum number of skills.
const MAX_SKILLS: usize = 8;

/// A pattern of tasks.
#[derive(Clone, Debug, PartialEq)]
pub struct Skill {
    /// Common feature of the tasks.
    pub name: String,
    /// Number of tasks.
    pub occurrences: usize,
    /// Number of tasks without a failure or a negative review.
    pub successes: usize,
    /// Confidence, 0 to 1.
    pub confidence: f64,
    /// True if the agent can rely on the skill.
    pub is_crystallised: bool,
}

/// Returns the confidence of a skill.
#[must_use]
pub fn confidence(importance: f64, success_rate: f64) -> f64 {
    (importance * (1.0 + BY_SUCCESS * success_rate)).min(1.0)
}

/// Returns the skills, the highest confidence first.
#[must_use]
pub fn skills(material: &Material) -> Vec<Skill> {
    let tasks: Vec<&Done> = material
        .work
        .iter()
        .flat_map(|work| &work.tasks)
        .filter(|task| {
            task.attempts > 0 && (task.status.is_terminal() || !task.failures.is_empty())
        })
        .collect();
    let mut patterns: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    for (at, task) in tasks.iter().enumerate() {
        for pattern in patterns_of(task) {
            patterns.entry(pattern).or_default().insert(at);
        }
    }
    let mut skills: Vec<Skill> = Vec::new();
    let mut seen: Vec<BTreeSet<usize>> = Vec::new();
    let mut patterns: Vec<(String, BTreeSet<usize>)> = patterns.into_iter().collect();
    patterns.sort_by(|one, other| other.1.len().cmp(&one.1.len()).then(one.0.cmp(&other.0)));
    for (name, of) in patterns {
        // A second name for the same tasks is the same skill.
        if of.len() < SHOWN || seen.contains(&of) {
            continue;
        }
        let successes = of.iter().filter(|at| went_well(tasks[**at])).count();
        let rate = ratio(successes, of.len());
        skills.push(Skill {
            name,
            occurrences: of.len(),
            successes,
            confidence: confidence(IMPORTANCE, rate),
            is_crystallised: successes >= CRYSTALLISED.0 && rate >= CRYSTALLISED.1,
        });
        seen.push(of);
    }
    skills.sort_by(|one, other| {
        let by = other.confidence.total_cmp(&one.confidence);
        by.then(other.occurrences.cmp(&one.occurrences))
            .then(one.name.cmp(&other.name))
    });
    skills.truncate(MAX_SKILLS);
    skills
}

/// Returns the lines of the skills.
#[must_use]
pub fn items(material: &Material) -> Vec<Item> {
    let skills = skills(material).into_iter().map(|skill| {
        let percent = (skill.confidence * 100.0).round();
        let stage = if skill.is_crystallised {
            " | crystallised"
        } else {
            ""
        };
        let says = format!(
            "{} → Confidence: {percent}% | Occurrences: {}{stage}",
            skill.name, skill.occurrences
        );
        let mut item = Item::new(Role::Skill, &says, &says, skill.confidence, material.now);
        item.line = format!("- {says}");
        item
    });
    skills.collect()
}

/// Returns the patterns of a task: its group, its capabilities, and the beginning of its title.
fn patterns_of(task: &Done) -> Vec<String> {
    let mut patterns: Vec<String> = task
        .capabilities
        .iter()
        .map(|name| plain(name, 40))
        .collect();
    patterns.extend(task.group.as_deref().map(|group| plain(group, 40)));
    let words = telling(&task.title);
    if let [first, second, ..] = words.as_slice() {
        patterns.push(plain(&format!("{first} {second}"), 40));
    }
    if let Some(first) = words.first() {
        patterns.push(plain(&first.to_lowercase(), 40));
    }
    patterns
}

fn went_well(task: &Done) -> bool {
    let is_back = |status| status != ReviewStatus::Approved;
    task.status == TaskStatus::Completed
        && task.failures.is_empty()
        && !task.reviews.iter().any(|review| is_back(review.status))
}

#[expect(clippy::cast_precision_loss, reason = "nobody does so many tasks")]
fn ratio(part: usize, whole: usize) -> f64 {
    part as f64 / whole.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::{confidence, skills};
    use crate::mind::dream::material::{Done, Material, Work};
    use crate::workflow::TaskStatus;
    use kernel::Time;

    fn material(tasks: &[(&str, &str, bool)]) -> Material {
        let tasks = tasks
            .iter()
            .enumerate()
            .map(|(at, (title, able, is_good))| Done {
                no: format!("T{at}"),
                title: (*title).into(),
                capabilities: vec![(*able).into()],
                status: TaskStatus::Completed,
                attempts: 1,
                failures: if *is_good {
                    Vec::new()
                } else {
                    vec![(Time(0), "no".into())]
                },
                ..Done::default()
            });
        let work = Work {
            tasks: tasks.collect(),
            ..Work::default()
        };
        Material {
            work: vec![work],
            ..Material::default()
        }
    }

    #[test]
    fn confidence_grows_with_success_and_ends_at_one() {
        for (importance, rate, expected) in [
            (0.5, 0.0, 0.5),
            (0.5, 1.0, 0.65),
            (0.7, 0.5, 0.805),
            (0.9, 1.0, 1.0),
            (1.0, 1.0, 1.0),
        ] {
            assert!((confidence(importance, rate) - expected).abs() < 1e-9);
        }
    }

    #[test]
    fn a_pattern_is_shown_from_two_and_crystallises_at_three() {
        for (tasks, expected) in [
            (vec![("Write parser", "rust", true)], vec![]),
            (
                vec![("Write parser", "rust", true), ("Test lexer", "rust", true)],
                vec![("rust", 2, false)],
            ),
            (
                vec![
                    ("Fix a", "rust", true),
                    ("Test b", "rust", true),
                    ("Move c", "rust", true),
                ],
                vec![("rust", 3, true)],
            ),
            (
                vec![
                    ("Fix a", "rust", true),
                    ("Test b", "rust", true),
                    ("Move c", "rust", true),
                    ("Cut d", "rust", false),
                    ("Sort e", "rust", false),
                ],
                vec![("rust", 5, false)],
            ),
        ] {
            let found = skills(&material(&tasks));
            let found: Vec<(&str, usize, bool)> = found
                .iter()
                .map(|skill| {
                    (
                        skill.name.as_str(),
                        skill.occurrences,
                        skill.is_crystallised,
                    )
                })
                .collect();
            assert_eq!(found, expected, "{tasks:?}");
        }
    }
}
