//! The finished floor, asked where lines could run: what is free, and how many strange rooms a line
//! would pass through. Counts are prepared once, so that each question costs one look.
//!
//! Bands are the places for lines that run down: even ones between columns, odd ones over a column. Gap
//! `g` lies above row `g`; the last one below the last row.

use super::floor::Floor;
use super::graph::Graph;

/// What is where.
#[derive(Debug)]
pub(super) struct Site {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub cols: usize,
    /// The row and column of each node.
    pub cell: Vec<(usize, usize)>,
    /// The room of each node.
    pub room_of: Vec<Option<usize>>,
    /// The rooms' cells.
    pub rooms: Vec<Rect>,
    /// By column and row: the nodes above.
    filled: Vec<u32>,
    /// By band and row: the room there.
    inside: Vec<Option<usize>>,
    /// By band and row: how many rooms a line from the top down to that row has entered.
    entered: Vec<u32>,
    /// By gap and band: how many rooms a line from the left up to that band has entered.
    crossed: Vec<u32>,
}

/// A room's cells, the ends not included.
#[derive(Clone, Debug)]
pub(super) struct Rect {
    /// The room.
    pub room: usize,
    /// Its rows.
    pub rows: std::ops::Range<usize>,
    /// Its columns.
    pub cols: std::ops::Range<usize>,
}

impl Site {
    /// Surveys a trimmed floor.
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

    /// Whether a column holds no node between two gaps.
    pub fn open(&self, col: usize, from: usize, to: usize) -> bool {
        let start = col * (self.rows + 1);
        from >= to || self.filled[start + from] == self.filled[start + to]
    }

    /// How many rooms a line down a band from one gap to another passes, the rooms of its ends not
    /// counted.
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

    /// How many walls of rooms a line along a gap enters between two bands.
    pub fn walls(&self, gap: usize, from: usize, to: usize) -> u32 {
        let start = gap * (2 * self.cols + 1);
        self.crossed[start + from.max(to)] - self.crossed[start + from.min(to)]
    }
}
