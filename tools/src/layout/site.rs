//! Finished floor with lookup tables for routing: free columns, and the number of unrelated rooms that a line would
//! pass through. The counts are precomputed, so that each query takes constant time.
//!
//! Bands are the positions for lines that run down: even ones between columns, odd ones over a column. Gap `g` lies
//! above row `g`; the last one below the last row.

use super::floor::Floor;
use super::graph::Graph;

/// Lookup tables of a floor.
#[derive(Debug)]
pub(super) struct Site {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub cols: usize,
    /// Row and column of each node.
    pub cell: Vec<(usize, usize)>,
    /// Room of each node.
    pub room_of: Vec<Option<usize>>,
    /// Cells of the rooms.
    pub rooms: Vec<Rect>,
    /// By column and row: number of nodes above.
    filled: Vec<u32>,
    /// By band and row: the room there.
    inside: Vec<Option<usize>>,
    /// By band and row: number of rooms that a line from the top down to that row has entered.
    entered: Vec<u32>,
    /// By gap and band: number of rooms that a line from the left up to that band has entered.
    crossed: Vec<u32>,
}

/// Cells of a room; ranges exclude their ends.
#[derive(Clone, Debug)]
pub(super) struct Rect {
    /// Index of the room.
    pub room: usize,
    /// Rows of the room.
    pub rows: std::ops::Range<usize>,
    /// Columns of the room.
    pub cols: std::ops::Range<usize>,
}

impl Site {
    /// Builds the tables of a trimmed floor.
    pub fn survey(graph: &Graph, floor: &Floor) -> Self {
        let index = |col: i32| usize::try_from(col).unwrap_or(0);
        let (rows, cols) = (floor.taken.len(), index(floor.span.end));
        let cell: Vec<(usize, usize)> = floor
            .row
            .iter()
            .zip(&floor.col)
            .map(|(&row, &col)| (row, index(col)))
            .collect();
        let rect = |block: &super::floor::Block| {
            let cols = index(block.left)..index(block.right());
            block.room.map(|room| Rect {
                room,
                rows: block.rows(),
                cols,
            })
        };
        let mut rooms: Vec<Rect> = floor.blocks.iter().filter_map(rect).collect();
        rooms.sort_by_key(|rect| rect.room);

        let bands = 2 * cols + 1;
        let mut filled = vec![0; cols * (rows + 1)];
        for &(row, col) in &cell {
            filled[col * (rows + 1) + row + 1] = 1;
        }
        for col in filled.chunks_mut(rows + 1) {
            for row in 0..rows {
                col[row + 1] += col[row];
            }
        }
        let mut inside = vec![None; bands * rows];
        for rect in &rooms {
            for band in 2 * rect.cols.start + 1..2 * rect.cols.end {
                inside[band * rows + rect.rows.start..band * rows + rect.rows.end]
                    .fill(Some(rect.room));
            }
        }
        let mut entered = vec![0; bands * rows];
        for band in 0..bands {
            for row in 1..rows {
                let at = band * rows + row;
                entered[at] = entered[at - 1]
                    + u32::from(inside[at].is_some() && inside[at] != inside[at - 1]);
            }
        }
        let mut crossed = vec![0; (rows + 1) * bands];
        for gap in 1..rows {
            let spans = |band: usize| {
                let (above, here) = (inside[band * rows + gap - 1], inside[band * rows + gap]);
                here.filter(|_| above == here)
            };
            for band in 1..bands {
                let at = gap * bands + band;
                let room = spans(band);
                crossed[at] =
                    crossed[at - 1] + u32::from(room.is_some() && room != spans(band - 1));
            }
        }
        Self {
            rows,
            cols,
            cell,
            room_of: graph.room_of.clone(),
            rooms,
            filled,
            inside,
            entered,
            crossed,
        }
    }

    /// Returns true if a column has no node between two gaps.
    pub fn open(&self, col: usize, from: usize, to: usize) -> bool {
        let start = col * (self.rows + 1);
        from >= to || self.filled[start + from] == self.filled[start + to]
    }

    /// Returns the number of rooms that a line down a band from one gap to another passes, without the rooms of its
    /// ends.
    pub fn strange(&self, band: usize, gaps: (usize, usize), ends: (usize, usize)) -> u32 {
        let (first, last) = (band * self.rows + gaps.0, band * self.rows + gaps.1 - 1);
        let (above, below) = (self.inside[first], self.inside[last]);
        let all = self.entered[last] - self.entered[first] + u32::from(above.is_some());
        let own = [(above, ends.0), (below, ends.1)]
            .iter()
            .filter(|(room, end)| room.is_some() && *room == self.room_of[*end])
            .count();
        let both = above == below && self.room_of[ends.0] == self.room_of[ends.1] && all == 1;
        if both {
            0
        } else {
            all.saturating_sub(u32::try_from(own).unwrap_or(0))
        }
    }

    /// Returns the number of rooms that a line along a gap enters between two bands.
    pub fn walls(&self, gap: usize, from: usize, to: usize) -> u32 {
        let start = gap * (2 * self.cols + 1);
        self.crossed[start + from.max(to)] - self.crossed[start + from.min(to)]
    }
}
