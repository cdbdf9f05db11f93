//! Overlaps between the paths that tasks reserve. A reservation is advisory: an overlap is reported, never rejected.

use std::collections::{BTreeMap, BTreeSet};

use crate::numbers::TaskNo;
use crate::workflow::glob::Glob;
use crate::workflow::ops::task_add::MAX_TASKS;
use crate::workflow::state::Workflow;
use crate::workflow::task::Task;
use kernel::time::Time;

/// Maximum number of overlaps that are named.
const FLAGGED: usize = 20;
/// Budget of comparisons for one response; a team reserves far less.
const MAX_COMPARISONS: usize = 20_000_000;
/// Cost of visiting a path or a task: thousands may lie in one folder.
const LOOK: usize = 8;

/// Path that one of the requested tasks reserves.
struct Mine<'a> {
    no: TaskNo,
    path: &'a str,
    glob: Glob,
}

/// Paths to compare, and the rest of the budget.
struct Search<'a> {
    /// Paths of the requested tasks, by the folders before the first wildcard.
    mine: BTreeMap<String, Vec<Mine<'a>>>,
    left: usize,
    seen: BTreeSet<(TaskNo, TaskNo)>,
}

impl<'a> Search<'a> {
    fn new(mine: impl Iterator<Item = &'a Task>) -> Self {
        let mut search = Self {
            mine: BTreeMap::new(),
            left: MAX_COMPARISONS,
            seen: BTreeSet::new(),
        };
        for task in mine {
            for path in &task.paths {
                if search.spend(path.len()) {
                    let (no, glob) = (task.id, Glob::new(path));
                    let under = search.mine.entry(glob.key()).or_default();
                    under.push(Mine { no, path, glob });
                }
            }
        }
        search
    }

    /// Subtracts from the budget; returns false if it does not suffice.
    fn spend(&mut self, cost: usize) -> bool {
        let enough = cost < self.left;
        self.left = if enough { self.left - cost } else { 0 };
        enough
    }

    /// Returns the requested tasks, other than `no`, that reserve a path in common with `path`, each with its path;
    /// skips pairs that were returned before. Compares only paths in parent folders and inside of it.
    fn meets(&mut self, no: TaskNo, path: &str) -> Vec<(TaskNo, &'a str)> {
        let mut found = Vec::new();
        if !self.spend(path.len() + 64) {
            return found;
        }
        let glob = Glob::new(path);
        let (key, weight) = (glob.key(), glob.weight());
        let around = key.match_indices('/').map(|(end, _)| &key[..=end]);
        let around = around.filter_map(|folder| self.mine.get(folder));
        let inside = self.mine.range(key.clone()..);
        let inside = inside
            .take_while(|(folder, _)| folder.starts_with(&key))
            .filter(|(folder, _)| **folder != key)
            .map(|(_, mine)| mine);
        for mine in around.chain(inside).flatten() {
            let pair = (no.min(mine.no), no.max(mine.no));
            let is_done = mine.no == no || self.seen.contains(&pair);
            let compared = if is_done {
                0
            } else {
                weight * mine.glob.weight()
            };
            let cost = LOOK + compared;
            if cost >= self.left {
                self.left = 0;
                break;
            }
            self.left -= cost;
            if !is_done && glob.meets(&mine.glob) {
                self.seen.insert(pair);
                found.push((mine.no, mine.path));
            }
        }
        found
    }

    fn note(&self) -> Option<String> {
        (self.left == 0).then(|| {
            "More paths are reserved here than were compared: there may be further overlaps."
                .to_owned()
        })
    }
}

/// Overlaps that were found, the first of them as sentences.
#[derive(Default)]
struct Found {
    named: Vec<String>,
    more: usize,
}

impl Found {
    fn add(&mut self, words: impl FnOnce() -> String) {
        if self.named.len() < FLAGGED {
            self.named.push(words());
        } else {
            self.more += 1;
        }
    }

    /// Returns all sentences.
    fn into_sentences(self, note: Option<String>) -> Vec<String> {
        let more = match self.more {
            0 => None,
            1 => Some("One more overlap is not named here.".to_owned()),
            more => Some(format!("{more} more overlaps are not named here.")),
        };
        self.named.into_iter().chain(more).chain(note).collect()
    }
}

/// Returns a warning for each pair of one of `tasks` and an unfinished task that can run at the same time and reserves
/// an overlapping path.
pub(super) fn overlaps(workflow: &Workflow, tasks: &[TaskNo]) -> Vec<String> {
    let mine = tasks.iter().filter_map(|no| workflow.tasks.get(*no));
    let mut search = Search::new(mine.filter(|task| !task.paths.is_empty()));
    let mut found = Found::default();
    if search.mine.is_empty() {
        return Vec::new();
    }
    let mut related: BTreeMap<TaskNo, BTreeSet<TaskNo>> = BTreeMap::new();
    let live = workflow
        .tasks
        .iter()
        .filter(|task| !task.status.is_terminal());
    for (task, path) in live.flat_map(|task| task.paths.iter().map(move |path| (task, path))) {
        for (no, mine) in search.meets(task.id, path) {
            let around = related.entry(no).or_insert_with(|| {
                let around = ancestors_and_descendants(workflow, no);
                search.spend(around.len() * LOOK);
                around
            });
            if around.contains(&task.id) {
                continue;
            }
            let holder = match task.lease.as_ref() {
                Some(lease) => format!(", which {} holds,", lease.holder),
                None => String::new(),
            };
            found.add(|| {
                format!(
                    "{no} reserves `{mine}` and {}{holder} `{path}`: they overlap and can run at the same \
                     time. `task_link` lets one wait for the other.",
                    task.id
                )
            });
        }
    }
    found.into_sentences(search.note())
}

/// Returns the tasks that never run at the same time as a task: its dependencies and its dependents.
fn ancestors_and_descendants(workflow: &Workflow, no: TaskNo) -> BTreeSet<TaskNo> {
    let before = workflow.ancestors(no, MAX_TASKS);
    let behind = workflow.descendants(no, MAX_TASKS);
    before.into_iter().chain(behind).collect()
}

/// Returns a warning for each task in progress at `now` that reserves an overlapping path, with its holder.
pub(super) fn under_way(workflow: &Workflow, no: TaskNo, now: Time) -> Vec<String> {
    let mut search = Search::new(workflow.tasks.get(no).into_iter());
    let mut found = Found::default();
    if search.mine.is_empty() {
        return Vec::new();
    }
    let held = workflow.derived().held.values().flatten();
    let held = held.filter_map(|held| workflow.tasks.get(TaskNo(*held)));
    for task in held {
        let Some(lease) = task.lease.as_ref().filter(|lease| lease.is_live(now)) else {
            continue;
        };
        for path in &task.paths {
            for (_, mine) in search.meets(task.id, path) {
                found.add(|| {
                    format!(
                        "{} holds {} and reserves `{path}`, which overlaps your `{mine}`: agree with \
                         `nudge_send` who changes what.",
                        lease.holder, task.id
                    )
                });
            }
        }
    }
    found.into_sentences(search.note())
}
