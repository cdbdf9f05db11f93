//! Shares the budget out: minimums first, scaled down if they do not fit; the rest goes to blocks with more content, in
//! order.

/// Demand of a block, in tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Want {
    /// Minimum, granted before others get more.
    pub min: u32,
    /// Total demand.
    pub size: u32,
    /// True if its minimum comes before those of others.
    pub is_pinned: bool,
}

/// Returns the room of each block, in serving order.
pub(super) fn shares(wants: &[Want], budget: u32) -> Vec<u32> {
    let mut rooms: Vec<u32> = wants.iter().map(|want| want.min.min(want.size)).collect();
    let least: u64 = rooms.iter().map(|room| u64::from(*room)).sum();
    if least > u64::from(budget) {
        let mut left = budget;
        for is_pinned in [true, false] {
            left -= scale(&mut rooms, wants, is_pinned, left);
        }
        return rooms;
    }
    let mut rest = budget - u32::try_from(least).unwrap_or(budget);
    for (room, want) in rooms.iter_mut().zip(wants) {
        let more = (want.size - *room).min(rest);
        *room += more;
        rest -= more;
    }
    rooms
}

/// Scales the rooms of the pinned or of the other blocks down to the budget. Returns their sum.
fn scale(rooms: &mut [u32], wants: &[Want], is_pinned: bool, budget: u32) -> u32 {
    let of_them = |(at, _): &(usize, &mut u32)| wants[*at].is_pinned == is_pinned;
    let least: u64 = (rooms.iter_mut().enumerate().filter(of_them))
        .map(|(_, room)| u64::from(*room))
        .sum();
    let mut sum = 0;
    for (_, room) in rooms.iter_mut().enumerate().filter(of_them) {
        if least > u64::from(budget) {
            let scaled = u64::from(*room) * u64::from(budget) / least;
            *room = u32::try_from(scaled).unwrap_or(*room);
        }
        sum += *room;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::{Want, shares};

    #[test]
    fn minimums_come_first_and_the_rest_goes_in_order() {
        let want = |min, size| Want {
            min,
            size,
            is_pinned: false,
        };
        let pinned = |min, size| Want {
            is_pinned: true,
            ..want(min, size)
        };
        for (wants, budget, expected) in [
            (
                vec![want(50, 600), want(200, 3_000)],
                10_000,
                vec![600, 3_000],
            ),
            (vec![want(50, 600), want(200, 3_000)], 1_000, vec![600, 400]),
            (vec![want(50, 600), want(200, 3_000)], 300, vec![100, 200]),
            (vec![want(50, 600), want(200, 3_000)], 125, vec![25, 100]),
            (vec![want(200, 30), want(200, 1_000)], 300, vec![30, 270]),
            (
                vec![want(200, 900), pinned(172, 172), want(200, 900)],
                300,
                vec![64, 172, 64],
            ),
            (vec![want(200, 900), pinned(400, 400)], 300, vec![0, 300]),
            (vec![want(0, 0), want(0, 10)], 5, vec![0, 5]),
            (vec![], 500, vec![]),
        ] {
            let rooms = shares(&wants, budget);
            assert_eq!(rooms, expected, "{wants:?} {budget}");
            assert!(rooms.iter().sum::<u32>() <= budget);
        }
    }
}
