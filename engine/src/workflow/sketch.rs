//! Selects the part of a workflow's graph that is drawn: folded rooms and the neighbourhood of a task. Positions are
//! computed elsewhere, and statuses never change a drawing.

use std::collections::{BTreeMap, BTreeSet};

use crate::numbers::TaskNo;
use crate::workflow::state::Workflow;
use crate::workflow::task::Task;
use kernel::error::Result;
use kernel::ports::layout::{Sketch, SketchNode};

/// Maximum number of tasks with unfolded rooms; above it rooms start folded: more boxes would be a texture, not a plan.
pub const OPEN_UP_TO: usize = 200;
/// Default number of steps around a task that are drawn.
pub const DEFAULT_STEPS: u32 = 2;

/// Returns the id of the box of a folded room.
#[must_use]
pub fn room_id(name: &str) -> String {
    format!("room:{name}")
}

/// Function that returns the next tasks in one direction of the edges.
type Way = fn(&Task) -> Vec<TaskNo>;

/// Requested part of the graph.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scope<'a> {
    /// Rooms whose initial state is inverted.
    pub flip: &'a [String],
    /// Task and number of steps along the edges: only this neighbourhood is drawn.
    pub focus: Option<(TaskNo, u32)>,
}

/// Sketch, with the parts that it leaves out.
#[derive(Clone, Debug, Default)]
pub struct Scoped {
    /// Nodes and edges to draw.
    pub sketch: Sketch,
    /// Folded rooms by name, with their tasks.
    pub folded: BTreeMap<String, Vec<TaskNo>>,
    /// Number of tasks outside of the neighbourhood.
    pub outside: usize,
}

impl Workflow {
    /// Returns the part of the graph within `scope`.
    ///
    /// # Errors
    /// Returns `not_found` if the task of the neighbourhood does not exist.
    pub fn sketch(&self, scope: &Scope) -> Result<Scoped> {
        let near = scope
            .focus
            .map(|(task, steps)| self.neighbourhood(task, steps))
            .transpose()?;
        let shown: Vec<_> = self
            .tasks
            .iter()
            .filter(|task| near.as_ref().is_none_or(|near| near.contains(&task.id)))
            .collect();
        let starts_folded = shown.len() > OPEN_UP_TO;
        let is_folded = |room: &String| scope.flip.contains(room) != starts_folded;

        let mut scoped = Scoped {
            outside: self.tasks.len() - shown.len(),
            ..Scoped::default()
        };
        // Box of each task: its own, or that of its folded room.
        let mut node_of: BTreeMap<TaskNo, usize> = BTreeMap::new();
        let mut node_of_room: BTreeMap<&str, usize> = BTreeMap::new();
        let nodes = &mut scoped.sketch.nodes;
        for task in &shown {
            let node = if let Some(room) = task.group.as_ref().filter(|room| is_folded(room)) {
                let inside = scoped.folded.entry(room.clone()).or_default();
                inside.push(task.id);
                *node_of_room.entry(room).or_insert_with(|| {
                    nodes.push(SketchNode {
                        id: room_id(room),
                        room: None,
                    });
                    nodes.len() - 1
                })
            } else {
                nodes.push(SketchNode {
                    id: task.id.to_string(),
                    room: task.group.clone(),
                });
                nodes.len() - 1
            };
            node_of.insert(task.id, node);
        }
        let edges: BTreeSet<(usize, usize)> = shown
            .iter()
            .flat_map(|task| {
                let to = node_of.get(&task.id).copied();
                task.depends_on
                    .iter()
                    .filter_map(|need| node_of.get(&need.task).copied().zip(to))
                    .collect::<Vec<_>>()
            })
            .filter(|(from, to)| from != to)
            .collect();
        scoped.sketch.edges = edges.into_iter().collect();
        Ok(scoped)
    }

    /// Returns the dependencies and dependents within `steps` of `task`, including itself.
    fn neighbourhood(&self, task: TaskNo, steps: u32) -> Result<BTreeSet<TaskNo>> {
        self.tasks.find(task)?;
        let mut near = BTreeSet::from([task]);
        let ways: [Way; 2] = [
            |task| task.depends_on.iter().map(|need| need.task).collect(),
            |task| task.blocks.clone(),
        ];
        for way in ways {
            let mut edge = vec![task];
            for _ in 0..steps {
                edge = edge
                    .iter()
                    .filter_map(|no| self.tasks.get(*no))
                    .flat_map(way)
                    .collect::<BTreeSet<_>>()
                    .into_iter()
                    .collect();
                near.extend(&edge);
            }
        }
        Ok(near)
    }

    /// Returns a number that changes when the drawing has to be redrawn: with tasks, their rooms and edges. Only
    /// comparable within one process; not to be stored.
    #[must_use]
    pub fn topology(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        for task in self.tasks.iter() {
            (task.id, &task.group).hash(&mut hasher);
            for need in &task.depends_on {
                need.task.hash(&mut hasher);
            }
        }
        hasher.finish()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Builds a workflow from tasks by number, with their group and dependencies.
    fn workflow(tasks: &[(u32, &str, &[u32])]) -> Workflow {
        let time = "2026-01-01T00:00:00Z";
        let by = json!({"id": "orch", "role": "orchestrator"});
        let names = |numbers: &[u32]| -> Vec<String> {
            numbers.iter().map(|no| format!("T{no}")).collect()
        };
        let rows: Vec<_> = tasks
            .iter()
            .map(|(no, group, needs)| {
                let blocks: Vec<u32> = tasks
                    .iter()
                    .filter(|(_, _, needs)| needs.contains(no))
                    .map(|(behind, _, _)| *behind)
                    .collect();
                json!({
                    "id": format!("T{no}"), "title": "t", "priority": 2, "status": "pending",
                    "group": (!group.is_empty()).then_some(group), "depends_on": names(needs),
                    "blocks": names(&blocks), "retries": 2, "created_at": time, "created_by": by,
                    "changed": 1, "since": time,
                })
            })
            .collect();
        let mut body = serde_json::to_value(Workflow::default()).unwrap();
        body["tasks"] = rows.into();
        serde_json::from_value(body).unwrap()
    }

    fn ids(scoped: &Scoped) -> Vec<&str> {
        scoped
            .sketch
            .nodes
            .iter()
            .map(|node| node.id.as_str())
            .collect()
    }

    #[test]
    fn a_folded_room_is_one_box_with_the_edges_of_its_tasks() {
        let workflow = workflow(&[
            (1, "a", &[]),
            (2, "a", &[1]),
            (3, "b", &[2]),
            (4, "", &[1, 3]),
        ]);
        let flip = ["a".to_owned()];
        let scoped = workflow
            .sketch(&Scope {
                flip: &flip,
                focus: None,
            })
            .unwrap();
        assert_eq!(ids(&scoped), ["room:a", "T3", "T4"]);
        assert_eq!(scoped.sketch.edges, [(0, 1), (0, 2), (1, 2)]);
        assert_eq!(scoped.folded["a"], [TaskNo(1), TaskNo(2)]);
    }

    #[test]
    fn a_neighbourhood_reaches_so_many_steps_both_ways() {
        let workflow = workflow(&[
            (1, "", &[]),
            (2, "", &[1]),
            (3, "", &[2]),
            (4, "", &[3]),
            (5, "", &[1]),
        ]);
        let around = |steps| {
            let focus = Some((TaskNo(3), steps));
            workflow.sketch(&Scope { flip: &[], focus }).unwrap()
        };
        assert_eq!(ids(&around(1)), ["T2", "T3", "T4"]);
        assert_eq!(around(1).outside, 2);
        assert_eq!(ids(&around(2)), ["T1", "T2", "T3", "T4"]);
    }

    #[test]
    fn many_tasks_start_folded_and_open_when_flipped() {
        let tasks: Vec<(u32, &str, &[u32])> = (1..=301)
            .map(|no| (no, if no % 2 == 0 { "even" } else { "odd" }, &[][..]))
            .collect();
        let workflow = workflow(&tasks);
        assert_eq!(
            ids(&workflow.sketch(&Scope::default()).unwrap()),
            ["room:odd", "room:even"]
        );
        let flip = ["even".to_owned()];
        let scoped = workflow
            .sketch(&Scope {
                flip: &flip,
                focus: None,
            })
            .unwrap();
        assert_eq!(scoped.sketch.nodes.len(), 151);
    }

    #[test]
    fn topology_follows_edges_and_rooms_only() {
        let before = workflow(&[(1, "a", &[]), (2, "a", &[1])]);
        let other_room = workflow(&[(1, "a", &[]), (2, "b", &[1])]);
        let other_edge = workflow(&[(1, "a", &[]), (2, "a", &[])]);
        let mut other_status = before.clone();
        other_status
            .body
            .tasks
            .change(TaskNo(1), |task| task.title = "renamed".into());
        assert_ne!(before.topology(), other_room.topology());
        assert_ne!(before.topology(), other_edge.topology());
        assert_eq!(before.topology(), other_status.topology());
    }
}
