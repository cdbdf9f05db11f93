//! Assigns parallel lines to the tracks of a channel, and orders the tracks so that few lines cross. Works for vertical
//! and for horizontal channels.

use super::budget::Budget;

/// Side on which a line leaves its channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// Side of the first track: up, or left.
    Before,
    /// Side of the last track: down, or right.
    After,
}

/// Two nodes that a line joins. Lines with a common end may overlap there: they fork, or join.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ends {
    /// Node that the line leaves.
    pub from: usize,
    /// Node that the line reaches.
    pub to: usize,
}

impl Ends {
    /// Returns true if the lines may overlap.
    pub fn meets(self, other: Self) -> bool {
        self.from == other.from || self.to == other.to
    }
}

/// Piece of a line that runs along a channel.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// Ends of the line.
    pub ends: Ends,
    /// Position of both ends of the piece, with the side to which the line continues.
    pub turns: [(i32, Side); 2],
}

impl Piece {
    fn low(&self) -> i32 {
        self.turns[0].0.min(self.turns[1].0)
    }

    fn high(&self) -> i32 {
        self.turns[0].0.max(self.turns[1].0)
    }

    fn near(&self, other: &Self, distance: i32) -> bool {
        self.low() < other.high() + distance && other.low() < self.high() + distance
    }

    /// Returns the number of crossings of the pieces if this one's track comes first.
    fn crossings(&self, after: &Self) -> u32 {
        if self.ends.meets(after.ends) {
            return 0;
        }
        let crossed = |turning: &Self, side: Side, by: &Self| {
            let crosses =
                |turn: &&(i32, Side)| turn.1 == side && (by.low()..=by.high()).contains(&turn.0);
            u32::from(turning.turns.iter().any(|turn| crosses(&turn)))
        };
        crossed(self, Side::After, after) + crossed(after, Side::Before, self)
    }
}

/// Returns the track of each piece, and the number of tracks. Pieces on one track are at least `distance` apart, or
/// have a common end.
pub(super) fn assign(pieces: &[Piece], distance: i32, budget: &mut Budget) -> (Vec<usize>, usize) {
    let mut sorted: Vec<usize> = (0..pieces.len()).collect();
    sorted.sort_by_key(|&index| (pieces[index].low(), -pieces[index].high(), index));
    let mut tracks: Vec<Vec<usize>> = Vec::new();
    for index in sorted {
        let piece = &pieces[index];
        let fits = |track: &&mut Vec<usize>| {
            track.iter().all(|&other| {
                !piece.near(&pieces[other], distance) || piece.ends.meets(pieces[other].ends)
            })
        };
        let joins = |track: &&mut Vec<usize>| {
            track.iter().any(|&other| piece.near(&pieces[other], 0)) && fits(track)
        };
        budget.spend(tracks.iter().map(Vec::len).sum());
        if let Some(track) = tracks.iter_mut().find(joins) {
            track.push(index);
        } else if let Some(track) = tracks.iter_mut().find(fits) {
            track.push(index);
        } else {
            tracks.push(vec![index]);
        }
    }
    let order = order_tracks(pieces, &tracks, budget);
    let mut track_of = vec![0; pieces.len()];
    for (place, &track) in order.iter().enumerate() {
        for &piece in &tracks[track] {
            track_of[piece] = place;
        }
    }
    (track_of, tracks.len())
}

/// Returns the tracks in an order in which no exchange of neighbors reduces the crossings.
fn order_tracks(pieces: &[Piece], tracks: &[Vec<usize>], budget: &mut Budget) -> Vec<usize> {
    let mut order: Vec<usize> = (0..tracks.len()).collect();
    if tracks.len() < 2 || !budget.spend(pieces.len() * pieces.len()) {
        return order;
    }
    let cost: Vec<Vec<u32>> = tracks
        .iter()
        .map(|before| {
            let against = |after: &Vec<usize>| {
                before
                    .iter()
                    .flat_map(|&one| {
                        after
                            .iter()
                            .map(move |&two| pieces[one].crossings(&pieces[two]))
                    })
                    .sum()
            };
            tracks.iter().map(against).collect()
        })
        .collect();
    for _ in 0..tracks.len() {
        let mut moved = false;
        for at in 1..order.len() {
            let (one, two) = (order[at - 1], order[at]);
            if cost[two][one] < cost[one][two] {
                order.swap(at - 1, at);
                moved = true;
            }
        }
        if !moved {
            break;
        }
    }
    order
}
