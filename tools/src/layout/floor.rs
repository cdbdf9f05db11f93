//! The floor: which cell each node and which rectangle of cells each room has. Cells only; what a cell
//! measures is not known here.

use super::graph::Graph;
use super::parts::{Bundle, Part};
use std::collections::BTreeMap;

/// A part that has its place.
#[derive(Clone, Debug)]
pub(super) struct Block {
    /// The room it is, if it is one.
    pub room: Option<usize>,
    /// The first row.
    pub top: usize,
    /// The number of rows.
    pub height: usize,
    /// The first column. Columns may be negative until the floor is trimmed.
    pub left: i32,
    /// The number of columns.
    pub width: i32,
}

impl Block {
    /// The rows it covers.
    pub fn rows(&self) -> std::ops::Range<usize> {
        self.top..self.top + self.height
    }

    /// The column behind its last one.
    pub fn right(&self) -> i32 {
        self.left + self.width
    }
}

/// Blocks and nodes in their cells.
#[derive(Clone, Debug)]
pub(super) struct Floor {
    /// The blocks, in the order they were laid.
    pub blocks: Vec<Block>,
    /// The block of each node.
    pub block_of: Vec<usize>,
    /// The row of each node.
    pub row: Vec<usize>,
    /// The column of each node.
    pub col: Vec<i32>,
    /// The columns in use.
    pub span: std::ops::Range<i32>,
    /// What is covered in each row: the first column, and the one behind the last, with the block.
    pub taken: Vec<BTreeMap<i32, (i32, usize)>>,
}

impl Floor {
    /// An empty floor.
    pub fn new(graph: &Graph) -> Self {
        Self {
            blocks: Vec::new(),
            block_of: vec![usize::MAX; graph.len()],
            row: vec![0; graph.len()],
            col: vec![0; graph.len()],
            span: 0..0,
            taken: Vec::new(),
        }
    }

    /// Whether a node has been laid.
    pub fn has(&self, node: usize) -> bool {
        self.block_of[node] != usize::MAX
    }

    /// Whether the cells are free.
    pub fn free(&self, rows: std::ops::Range<usize>, left: i32, width: i32) -> bool {
        self.taken
            .iter()
            .take(rows.end)
            .skip(rows.start)
            .all(|row| {
                row.range(..left + width)
                    .next_back()
                    .is_none_or(|(_, &(end, _))| end <= left)
            })
    }

    /// Whether the cells are free, or taken by some blocks that would leave.
    pub fn free_but(
        &self,
        rows: std::ops::Range<usize>,
        left: i32,
        width: i32,
        blocks: &[usize],
    ) -> bool {
        self.taken[rows].iter().all(|row| {
            row.range(..left + width)
                .rev()
                .take_while(|&(_, &(end, _))| end > left)
                .all(|(_, (_, other))| blocks.contains(other))
        })
    }

    /// Lays a part into free cells, its nodes in the middle of their rows.
    pub fn lay(&mut self, part: &Part, top: usize, left: i32) {
        let index = self.blocks.len();
        let width = cells(part.width);
        let block = Block {
            room: part.room,
            top,
            height: part.rows.len(),
            left,
            width,
        };
        for (row, nodes) in (top..).zip(&part.rows) {
            for (col, &node) in (left + (width - cells(nodes.len())) / 2..).zip(nodes) {
                self.block_of[node] = index;
                self.row[node] = row;
                self.col[node] = col;
            }
        }
        if self.taken.len() < block.top + block.height {
            self.taken.resize(block.top + block.height, BTreeMap::new());
        }
        self.span = if self.blocks.is_empty() {
            left..block.right()
        } else {
            self.span.start.min(left)..self.span.end.max(block.right())
        };
        self.blocks.push(block);
        self.mark(index);
    }

    /// Takes a block's cells.
    pub fn mark(&mut self, block: usize) {
        let Block { left, width, .. } = self.blocks[block];
        for row in self.blocks[block].rows() {
            self.taken[row].insert(left, (left + width, block));
        }
    }

    /// Leaves a block's cells.
    pub fn unmark(&mut self, block: usize) {
        let left = self.blocks[block].left;
        for row in self.blocks[block].rows() {
            self.taken[row].remove(&left);
        }
    }

    /// Takes out rows and columns that nothing covers, and counts columns from 0.
    pub fn trim(&mut self) {
        let mut covered = vec![false; self.taken.len()];
        let mut columns: BTreeMap<i32, i32> = BTreeMap::new();
        for block in &self.blocks {
            covered[block.rows()].fill(true);
            columns.extend((block.left..block.right()).map(|col| (col, 0)));
        }
        let mut rows = vec![0; covered.len()];
        let mut count = 0;
        for (row, covered) in covered.into_iter().enumerate() {
            rows[row] = count;
            count += usize::from(covered);
        }
        for (at, (_, col)) in columns.iter_mut().enumerate() {
            *col = cells(at);
        }
        for block in &mut self.blocks {
            block.top = rows[block.top];
            block.left = columns[&block.left];
        }
        for (row, col) in self.row.iter_mut().zip(&mut self.col) {
            *row = rows[*row];
            *col = columns[col];
        }
        self.span = 0..cells(columns.len());
        self.taken = vec![BTreeMap::new(); count];
        for block in 0..self.blocks.len() {
            self.mark(block);
        }
    }
}

/// A number of cells as a distance.
pub(super) fn cells(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX / 4)
}

/// The relative row of every node of a bundle.
pub(super) fn nodes_of(bundle: &Bundle) -> impl Iterator<Item = (usize, usize)> + '_ {
    bundle.parts.iter().flat_map(|part| {
        (part.top..)
            .zip(&part.rows)
            .flat_map(|(row, nodes)| nodes.iter().map(move |&node| (row, node)))
    })
}
