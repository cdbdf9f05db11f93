//! Paths that tasks reserve, and which of them overlap. A reservation is advice: an overlap is flagged and
//! never refused. Knows nothing of what a pattern means.

use std::collections::{BTreeMap, BTreeSet};

use crate::numbers::TaskNo;
use crate::workflow::glob::Glob;
use crate::workflow::ops::task_add::MAX_TASKS;
use crate::workflow::state::Workflow;
use crate::workflow::task::Task;
use kernel::time::Time;

/// How many overlaps are named.
const FLAGGED: usize = 20;
/// How much is compared for one answer: what a team reserves is far less.
const MOST: usize = 20_000_000;
/// What it costs to come upon a path or a task: thousands may lie in one folder.
const LOOK: usize = 8;

/// A path that one of the tasks asked about reserves.
struct Mine<'a> {
    no: TaskNo,
    path: &'a str,
    glob: Glob,
}

/// What is compared with what, and how much of that is left.
struct Search<'a> {
    /// By the folders in front of the first pattern.
    mine: BTreeMap<String, Vec<Mine<'a>>>,
    left: usize,
    seen: BTreeSet<(TaskNo, TaskNo)>,
}

impl<'a> Search<'a> {
    fn new(mine: impl Iterator<Item = &'a Task>) -> Self {
        let mut search = Self {
            mine: BTreeMap::new(),
            left: MOST,
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

    /// Takes from what is left, as long as there is enough.
    fn spend(&mut self, cost: usize) -> bool {
        let enough = cost < self.left;
        self.left = if enough { self.left - cost } else { 0 };
        enough
    }

    /// The tasks asked about, other than `no`, that reserve what `path` does, each with its path: those not
    /// given yet. Looks only at what lies in the folders around and inside.
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

/// Overlaps: the first of them in words.
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

    /// All that is to be said.
    fn told(self, note: Option<String>) -> Vec<String> {
        let more = match self.more {
            0 => None,
            1 => Some("One more overlap is not named here.".to_owned()),
            more => Some(format!("{more} more overlaps are not named here.")),
        };
        self.named.into_iter().chain(more).chain(note).collect()
    }
}

/// A warning for each of `tasks` and each live task that can run beside it and reserves the same.
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
                let around = related_to(workflow, no);
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
    found.told(search.note())
}

/// What never runs beside a task: what it hangs on and what hangs on it.
fn related_to(workflow: &Workflow, no: TaskNo) -> BTreeSet<TaskNo> {
    let before = workflow.ancestors(no, MAX_TASKS);
    let behind = workflow.descendants(no, MAX_TASKS);
    before.into_iter().chain(behind).collect()
}

/// A warning for each task under way at `now` that reserves what `no` does, with who holds it.
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
    found.told(search.note())
}
