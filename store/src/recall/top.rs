//! The greatest of many items, found without sorting or keeping all of them.

/// The greatest items that were pushed, at most `most`.
pub(super) struct Top<T> {
    most: usize,
    kept: Vec<T>,
    /// The least of the items that are sure to stay until greater ones come.
    floor: Option<T>,
}

impl<T: Ord + Copy> Top<T> {
    pub(super) fn new(most: usize) -> Self {
        Self {
            most,
            kept: Vec::new(),
            floor: None,
        }
    }

    pub(super) fn push(&mut self, item: T) {
        if self.most == 0 || self.floor.is_some_and(|floor| item <= floor) {
            return;
        }
        self.kept.push(item);
        // Cutting in half pays for itself: each item is compared a few times on average.
        if self.kept.len() >= 2 * self.most {
            self.cut();
        }
    }

    fn cut(&mut self) {
        let (_, last, _) = self
            .kept
            .select_nth_unstable_by(self.most - 1, |one, other| other.cmp(one));
        self.floor = Some(*last);
        self.kept.truncate(self.most);
    }

    /// The items, greatest first.
    pub(super) fn into_sorted(mut self) -> Vec<T> {
        self.kept.sort_unstable_by(|one, other| other.cmp(one));
        self.kept.truncate(self.most);
        self.kept
    }
}

/// A number with the order of `score`: scores can be compared as parts of a tuple.
pub(super) fn order(score: f32) -> i32 {
    let bits = score.to_bits().cast_signed();
    bits ^ ((bits >> 31).cast_unsigned() >> 1).cast_signed()
}

#[cfg(test)]
mod tests {
    use super::{Top, order};

    #[test]
    fn the_greatest_are_found_in_any_order() {
        let numbers: Vec<u32> = (0..1_000).map(|n| n * 7_919 % 1_000).collect();
        for (most, expected) in [(0, vec![]), (1, vec![999]), (3, vec![999, 998, 997])] {
            let mut top = Top::new(most);
            for number in &numbers {
                top.push(*number);
            }
            assert_eq!(top.into_sorted(), expected);
        }
        let mut top = Top::new(9);
        for number in [2, 3, 1, 3] {
            top.push(number);
        }
        assert_eq!(top.into_sorted(), [3, 3, 2, 1]);
    }

    #[test]
    fn scores_are_ordered_as_their_numbers() {
        let scores = [
            f32::NEG_INFINITY,
            -2.5,
            -0.0,
            0.0,
            1e-20,
            0.3,
            0.300_000_1,
            7.0,
            f32::INFINITY,
        ];
        assert!(scores.is_sorted_by(|one, other| order(*one) < order(*other)));
    }
}
