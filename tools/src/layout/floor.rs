//! Floor: assigns a cell to each node and a rectangle of cells to each room.

use super::graph::Graph;
use super::parts::{Bundle, Part};
use std::collections::BTreeMap;

/// Placed part.
#[derive(Clone, Debug)]
pub(super) struct Block {
    /// Room of the part, if it is one.
    pub room: Option<usize>,
    /// First row.
    pub top: usize,
    /// Number of rows.
    pub height: usize,
    /// First column. Columns may be negative until the floor is trimmed.
    pub left: i32,
    /// Number of columns.
    pub width: i32,
}

impl Block {
    /// Returns the rows it covers.
    pub fn rows(&self) -> std::ops::Range<usize> {
        self.top..self.top + self.height
    }

    /// Returns the column after its last one.
    pub fn right(&self) -> i32 {
        self.left + self.width
    }
}

/// Blocks and nodes in their cells.
#[derive(Clone, Debug)]
pub(super) struct Floor {
    /// Blocks, in the order in which they were placed.
    pub blocks: Vec<Block>,
    /// Block of each node.
    pub block_of: Vec<usize>,
    /// Row of each node.
    pub row: Vec<usize>,
    /// Column of each node.
    pub col: Vec<i32>,
    /// Range of the used columns.
    pub span: std::ops::Range<i32>,
    /// Covered cells in each row: from the first column to the one after the last, with the block.
    pub taken: Vec<BTreeMap<i32, (i32, usize)>>,
}

impl Floor {
    /// Creates an empty floor.
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

    /// Returns true if a node has been placed.
    pub fn has(&self, node: usize) -> bool {
        self.block_of[node] != usize::MAX
    }

    /// Returns true if the cells are free.
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

    /// Returns true if the cells are free, or covered only by these blocks.
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

    /// Places a part in free cells, with its nodes in the middle of their rows.
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

    /// Marks a block's cells as covered.
    pub fn mark(&mut self, block: usize) {
        let Block { left, width, .. } = self.blocks[block];
        for row in self.blocks[block].rows() {
            self.taken[row].insert(left, (left + width, block));
        }
    }

    /// Marks a block's cells as free.
    pub fn unmark(&mut self, block: usize) {
        let left = self.blocks[block].left;
        for row in self.blocks[block].rows() {
            self.taken[row].remove(&left);
        }
    }

    /// Removes empty rows and columns, and numbers columns from 0.
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

/// Converts a number of cells to a distance.
pub(super) fn cells(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX / 4)
}

/// Returns the nodes of a bundle with their relative rows.
pub(super) fn nodes_of(bundle: &Bundle) -> impl Iterator<Item = (usize, usize)> + '_ {
    bundle.parts.iter().flat_map(|part| {
        (part.top..)
            .zip(&part.rows)
            .flat_map(|(row, nodes)| nodes.iter().map(move |&node| (row, node)))
    })
}
