//! Order of candidates: first, last and newest. People count entities that were shown together along the list, as it
//! was shown; others they count from the newest, as prompts list them.

use std::collections::BTreeSet;

use crate::entity::resolve::counts::{Count, Start};
use crate::entity::{Entities, Entity};

/// A candidate with the number of the group it was shown in; the newest group is 0.
pub(super) type Described<'a> = (usize, &'a Entity);

/// Returns all tracked entities, most recent first.
pub(super) fn by_recency(entities: &Entities) -> Vec<Described<'_>> {
    let mut group = 0;
    let numbered = entities.iter().map(|entity| {
        let own = group;
        group += usize::from(!entity.together);
        (own, entity)
    });
    numbered.collect()
}

/// Returns the entities that a count picks from `pool`, most recent first. Empty if there are too few.
pub(super) fn pick<'a>(pool: &[Described<'a>], count: Count) -> Vec<&'a Entity> {
    let (start, at, many) = match count {
        Count::At(start, at) => (start, at, 1),
        Count::Few(start, many) => (start, 0, many),
        Count::One | Count::All => return pool.iter().map(|(_, entity)| *entity).collect(),
    };
    let row = row(pool, start);
    let places: BTreeSet<usize> = row.into_iter().skip(at).take(many).collect();
    places.into_iter().map(|place| pool[place].1).collect()
}

/// Returns the positions in `pool` in counting order.
fn row(pool: &[Described], start: Start) -> Vec<usize> {
    let newest = pool.first().map_or(0, |(group, _)| *group);
    let list = pool.iter().take_while(|(group, _)| *group == newest);
    let list = list.count();
    let mut row: Vec<usize> = (0..pool.len()).collect();
    match start {
        Start::First if list > 1 => row.truncate(list),
        Start::Last if list > 1 => {
            row.truncate(list);
            row.reverse();
        }
        Start::First | Start::Last | Start::Newest => {}
        Start::Before => {
            row.drain(..list);
        }
        // Oldest group first; within a group, in the order shown.
        Start::Oldest => row.sort_by_key(|place| (std::cmp::Reverse(pool[*place].0), *place)),
    }
    row
}
