//! Thumbnail of a workflow's plan: one column per step, with its tasks as glyphs in the order of the large plan.
//! Decorative; the figures next to it say the same.

use std::collections::BTreeMap;

use engine::numbers::{Number, TaskNo};
use engine::workflow::find::Summary;
use engine::workflow::ops::workflow_get::{WorkflowGet, WorkflowView};
use engine::workflow::ops::workflow_plan::WorkflowPlan;
use engine::workflow::task::TaskStatus;
use kernel::ports::layout::Plan;
use leptos::prelude::*;

use crate::pages::ask::ask;
use crate::pages::shown::status_of;

/// Maximum number of tasks; a larger plan would be illegible.
const MAX_DRAWN_TASKS: u32 = 60;
/// Size of the drawing.
const WIDTH: f32 = 168.0;
const HEIGHT: f32 = 56.0;
/// Maximum size of a glyph.
const GLYPH: f32 = 10.0;
/// Maximum number of glyphs per column.
const ROWS: usize = 4;

/// Thumbnail of a plan.
pub struct Mini {
    nodes: Vec<Node>,
    /// Edges between nodes by index, and their place on the longest chain.
    edges: Vec<(usize, usize, Chain)>,
    glyph: f32,
    /// Minutes left on the longest chain, if any task has an estimate.
    pub minutes_left: Option<i64>,
}

struct Node {
    task: TaskNo,
    status: TaskStatus,
    x: f32,
    y: f32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Chain {
    Longest,
    Other,
}

/// Loads the thumbnail of a workflow's plan; `None` if it has no tasks or too many.
pub async fn load(summary: &Summary) -> Option<Mini> {
    if summary.tasks == 0 || summary.tasks > MAX_DRAWN_TASKS {
        return None;
    }
    let (drawn, whole) = tokio::try_join!(
        ask(WorkflowPlan {
            workflow: summary.id,
            ..WorkflowPlan::default()
        }),
        ask(WorkflowGet {
            workflow: summary.id,
        })
    )
    .ok()?;
    Some(draw(&drawn.plan, &whole))
}

fn draw(plan: &Plan, whole: &WorkflowView) -> Mini {
    let tasks = &whole.workflow.tasks;
    // The order of the large plan keeps its lines apart; here the steps run from left to right.
    let mut order: Vec<(f32, TaskNo)> = plan
        .nodes
        .iter()
        .filter_map(|node| Some((node.x, TaskNo::parse(&node.id)?)))
        .collect();
    order.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let depths = &whole.workflow.derived().depths;
    let mut columns: BTreeMap<u32, Vec<TaskNo>> = BTreeMap::new();
    for (_, task) in order {
        let depth = depths.get(&task.0);
        columns
            .entry(depth.copied().unwrap_or(1))
            .or_default()
            .push(task);
    }
    // A step with many tasks is split into several columns, so that the glyphs stay large enough.
    let columns: Vec<&[TaskNo]> = columns
        .values()
        .flat_map(|column| column.chunks(column.len().div_ceil(column.len().div_ceil(ROWS))))
        .collect();
    let rows = columns.iter().map(|column| column.len()).max().unwrap_or(1);
    let (wide, high) = (pitch(columns.len(), WIDTH, 26.0), pitch(rows, HEIGHT, 13.0));
    let mut nodes: Vec<Node> = Vec::new();
    for (nth, column) in columns.iter().enumerate() {
        for (row, task) in column.iter().enumerate() {
            let Some(found) = tasks.get(*task) else {
                continue;
            };
            nodes.push(Node {
                task: *task,
                status: whole.workflow.visible_status_and_reason(found).0,
                x: GLYPH / 2.0 + 1.0 + wide * small(nth),
                y: HEIGHT / 2.0 + high * (small(row) - small(column.len() - 1) / 2.0),
            });
        }
    }
    let index: BTreeMap<TaskNo, usize> = nodes
        .iter()
        .enumerate()
        .map(|(nth, node)| (node.task, nth))
        .collect();
    let path = &whole.views.critical_path;
    let mut edges: Vec<(usize, usize, Chain)> = Vec::new();
    for task in tasks.iter() {
        for need in &task.depends_on {
            let (Some(from), Some(to)) = (index.get(&need.task), index.get(&task.id)) else {
                continue;
            };
            let is_longest = path
                .windows(2)
                .any(|pair| pair[0] == need.task && pair[1] == task.id);
            let chain = if is_longest {
                Chain::Longest
            } else {
                Chain::Other
            };
            edges.push((*from, *to, chain));
        }
    }
    // The longest chain is drawn over the other edges.
    edges.sort_by_key(|(_, _, chain)| *chain == Chain::Longest);
    let is_estimated = tasks.iter().any(|task| task.estimate_minutes.is_some());
    Mini {
        nodes,
        edges,
        glyph: wide.min(high).clamp(3.0, GLYPH),
        minutes_left: is_estimated.then_some(whole.views.critical_minutes),
    }
}

/// Converts a count of at most [`MAX_DRAWN_TASKS`].
#[expect(clippy::cast_precision_loss, reason = "there are sixty at most")]
fn small(n: usize) -> f32 {
    n as f32
}

/// Returns the distance between `count` glyphs on a line of that length, at most `most`.
fn pitch(count: usize, length: f32, most: f32) -> f32 {
    let room = length - GLYPH - 2.0;
    (room / small(count.max(2) - 1)).min(most)
}

fn path(from: &Node, to: &Node) -> String {
    let middle = f32::midpoint(from.x, to.x);
    if (from.y - to.y).abs() < 0.5 {
        format!("M{:.1} {:.1}H{:.1}", from.x, from.y, to.x)
    } else {
        format!(
            "M{:.1} {:.1}H{middle:.1}V{:.1}H{:.1}",
            from.x, from.y, to.y, to.x
        )
    }
}

impl Mini {
    /// Draws the plan.
    pub fn view(self) -> AnyView {
        let Mini {
            nodes,
            edges,
            glyph,
            ..
        } = self;
        let half = glyph / 2.0;
        let size = format!("{glyph:.1}");
        let edges = edges
            .iter()
            .filter_map(|(from, to, chain)| {
                let (from, to) = (nodes.get(*from)?, nodes.get(*to)?);
                let class = (*chain == Chain::Longest).then_some("crit");
                Some(view! { <path class=class d=path(from, to)></path> })
            })
            .collect_view();
        let nodes = nodes
            .into_iter()
            .map(|node| {
                let status = status_of(node.status);
                view! {
                    <circle
                        class="gnd"
                        cx=format!("{:.1}", node.x)
                        cy=format!("{:.1}", node.y)
                        r=format!("{:.1}", half + 0.5)
                    ></circle>
                    <use
                        href=status.icon().href()
                        data-status=status.name()
                        x=format!("{:.1}", node.x - half)
                        y=format!("{:.1}", node.y - half)
                        width=size.clone()
                        height=size.clone()
                    ></use>
                }
            })
            .collect_view();
        view! {
        <svg class="mini" viewBox="0 0 168 56" preserveAspectRatio="xMinYMid meet" aria-hidden="true">
            {edges}
            {nodes}
        </svg>
    }
    .into_any()
    }
}

#[cfg(test)]
mod tests {
    use super::{HEIGHT, WIDTH, pitch, small};

    #[test]
    fn rows_and_columns_fit_however_many_there_are() {
        for (length, most) in [(WIDTH, 26.0), (HEIGHT, 13.0)] {
            for count in [1, 2, 5, 40, 60] {
                let pitch = pitch(count, length, most);
                assert!(pitch > 0.0 && pitch <= most);
                assert!(
                    pitch * small(count - 1) <= length - 11.9,
                    "{count} on {length}"
                );
            }
        }
    }
}
