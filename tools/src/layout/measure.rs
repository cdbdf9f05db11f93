//! Converts cells, bands and gaps to pixels. The dimensions are those of the design: channels and gaps grow by one
//! pitch for each further line, everything else stays on its grid.

use super::site::Site;

/// Width of a node, in pixels.
pub(super) const NODE_WIDTH: i32 = 196;
/// Height of a node, in pixels.
pub(super) const NODE_HEIGHT: i32 = 40;
/// Distance from a node to the wall above, left or right of it.
pub(super) const PAD: i32 = 14;
/// Distance from a node to the wall below it.
pub(super) const PAD_BELOW: i32 = 8;

/// Distance between lines.
const PITCH: i32 = 8;
/// Margin around the drawing.
const MARGIN: i32 = 6;
/// Distance between the walls of neighboring rooms; with both paddings and a node this is the pitch of 244.
const BETWEEN: i32 = 20;
/// Distance between an outer wall and a line that runs around it.
const AROUND: i32 = 12;
/// Distance from the drawing's upper edge to the first node: the wall there carries the room's name.
const TOP: i32 = 30;
/// Height of a gap between rows in a room, and of one that a wall passes; each with the offset of its first line.
const ROW_GAP: (i32, i32) = (28, 13);
const WALL_GAP: (i32, i32) = (40, 17);

/// Horizontal positions of the columns, and of the lines between them.
#[derive(Debug)]
pub(super) struct Across {
    /// Left edge of each column's nodes.
    pub cols: Vec<i32>,
    /// First line of each channel.
    pub channels: Vec<i32>,
    /// Width of the drawing.
    pub width: i32,
}

impl Across {
    /// Measures a floor with these numbers of tracks per channel.
    pub fn new(tracks: &[usize]) -> Self {
        let (mut cols, mut channels) = (Vec::new(), Vec::new());
        let last = tracks.len() - 1;
        let mut x = 0;
        for (channel, &count) in tracks.iter().enumerate() {
            let lines = PITCH * pixels(count.saturating_sub(1));
            let some = count > 0;
            if channel == 0 {
                channels.push(MARGIN + 2);
                x = if some {
                    MARGIN + 2 + lines + AROUND
                } else {
                    MARGIN
                };
            } else if channel == last {
                channels.push(x + PAD + AROUND);
                x += PAD + if some { AROUND + lines + PAD } else { MARGIN };
            } else {
                channels.push(x + PAD + BETWEEN / 2);
                x += PAD + BETWEEN + lines;
            }
            if channel < last {
                cols.push(x + PAD);
                x += PAD + NODE_WIDTH;
            }
        }
        Self {
            cols,
            channels,
            width: x,
        }
    }

    /// Returns a position over a column, at an offset from its center.
    pub fn over(&self, col: usize, offset: i32) -> i32 {
        self.cols[col] + NODE_WIDTH / 2 + offset
    }

    /// Returns the position of a line between columns.
    pub fn between(&self, channel: usize, track: usize) -> i32 {
        self.channels[channel] + PITCH * pixels(track)
    }

    /// Returns the left and the right wall around some columns.
    pub fn walls(&self, cols: &std::ops::Range<usize>) -> (i32, i32) {
        (
            self.cols[cols.start] - PAD,
            self.cols[cols.end - 1] + NODE_WIDTH + PAD,
        )
    }
}

/// Vertical positions of the rows, and of the lines between them.
#[derive(Debug)]
pub(super) struct Down {
    /// Upper edge of each row's nodes.
    pub rows: Vec<i32>,
    /// First line of each gap.
    pub gaps: Vec<i32>,
    /// Height of the drawing.
    pub height: i32,
}

impl Down {
    /// Measures a floor with these numbers of tracks per gap.
    pub fn new(site: &Site, tracks: &[usize]) -> Self {
        let mut walls = vec![false; tracks.len()];
        for rect in &site.rooms {
            walls[rect.rows.start] = true;
            walls[rect.rows.end] = true;
        }
        let (mut rows, mut gaps) = (Vec::new(), Vec::new());
        let last = tracks.len() - 1;
        let mut y = 0;
        for (gap, &count) in tracks.iter().enumerate() {
            let lines = PITCH * pixels(count.saturating_sub(1));
            let (height, first) = if walls[gap] { WALL_GAP } else { ROW_GAP };
            if gap == 0 {
                gaps.push(MARGIN + 2);
                y = TOP + if count > 0 { lines + PITCH } else { 0 };
            } else {
                gaps.push(y + first);
                y += if gap == last && count == 0 {
                    PAD_BELOW + PAD
                } else {
                    height + lines
                };
            }
            if gap < last {
                rows.push(y);
                y += NODE_HEIGHT;
            }
        }
        Self {
            rows,
            gaps,
            height: y,
        }
    }

    /// Returns the position of a line in a gap.
    pub fn line(&self, gap: usize, track: usize) -> i32 {
        self.gaps[gap] + PITCH * pixels(track)
    }

    /// Returns the upper and the lower wall around some rows.
    pub fn walls(&self, rows: &std::ops::Range<usize>) -> (i32, i32) {
        (
            self.rows[rows.start] - PAD,
            self.rows[rows.end - 1] + NODE_HEIGHT + PAD_BELOW,
        )
    }
}

/// Converts a count to a number of pixels.
fn pixels(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX / 64)
}
