//! A set of rows as a bitmap in blocks: rows that match a search are usually close together.

use std::collections::BTreeMap;

/// Rows in a block.
const BLOCK: i64 = 512;
/// 64-bit words in a block.
const WORDS: usize = 8;

/// A set of rows.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Rows {
    blocks: BTreeMap<i64, [u64; WORDS]>,
    len: u64,
}

impl Rows {
    fn place(row: i64) -> (i64, usize, u64) {
        let bit = usize::try_from(row.rem_euclid(BLOCK)).unwrap_or(0);
        (row.div_euclid(BLOCK), bit / 64, 1 << (bit % 64))
    }

    pub(super) const fn len(&self) -> u64 {
        self.len
    }

    pub(super) fn insert(&mut self, row: i64) {
        let (block, word, bit) = Self::place(row);
        let word = &mut self.blocks.entry(block).or_default()[word];
        if *word & bit == 0 {
            *word |= bit;
            self.len += 1;
        }
    }

    pub(super) fn remove(&mut self, row: i64) {
        let (block, word, bit) = Self::place(row);
        if let Some(words) = self.blocks.get_mut(&block)
            && words[word] & bit != 0
        {
            words[word] &= !bit;
            self.len -= 1;
        }
    }

    /// Returns the rows in ascending order.
    pub(super) fn iter(&self) -> impl Iterator<Item = i64> + '_ {
        self.blocks.iter().flat_map(|(block, words)| {
            let rows = (0..BLOCK).map(move |bit| block * BLOCK + bit);
            rows.filter(move |row| {
                let (_, word, bit) = Self::place(*row);
                words[word] & bit != 0
            })
        })
    }

    /// Serializes the set: the number and the bits of each block that is not empty.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.blocks.len() * 8 * (1 + WORDS));
        for (block, words) in &self.blocks {
            if words.iter().any(|word| *word != 0) {
                bytes.extend(block.to_le_bytes());
                bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
            }
        }
        bytes
    }

    /// Deserializes a set.
    pub(super) fn of_bytes(bytes: &[u8]) -> Self {
        let mut rows = Self::default();
        let (numbers, _) = bytes.as_chunks::<8>();
        for numbers in numbers.chunks_exact(1 + WORDS) {
            let words: [u64; WORDS] = std::array::from_fn(|at| u64::from_le_bytes(numbers[1 + at]));
            rows.len += words
                .iter()
                .map(|word| u64::from(word.count_ones()))
                .sum::<u64>();
            rows.blocks.insert(i64::from_le_bytes(numbers[0]), words);
        }
        rows
    }
}

impl FromIterator<i64> for Rows {
    fn from_iter<I: IntoIterator<Item = i64>>(rows: I) -> Self {
        let mut set = Self::default();
        for row in rows {
            set.insert(row);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::Rows;

    #[test]
    fn a_set_of_rows_has_each_once() {
        let mut rows: Rows = [1, 511, 512, 513, 1_000_000, 1, 0, -1]
            .into_iter()
            .collect();
        assert_eq!(rows.len(), 7);
        let all: Vec<i64> = rows.iter().collect();
        assert_eq!(all, [-1, 0, 1, 511, 512, 513, 1_000_000]);
        for row in [1, 1, 2, 512, 99_999, 1_000_000] {
            rows.remove(row);
        }
        assert_eq!(rows.len(), 4);
        let bytes = rows.to_bytes();
        // Three blocks are left, each of nine 64-bit numbers.
        assert_eq!(bytes.len(), 3 * 72);
        let read = Rows::of_bytes(&bytes);
        assert_eq!(read.len(), 4);
        assert_eq!(read.iter().collect::<Vec<_>>(), [-1, 0, 511, 513]);
        assert_eq!(Rows::of_bytes(&[]), Rows::default());
    }
}
