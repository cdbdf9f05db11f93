//! Packs the parts of the wasm: what almost every group of pages needs into one file, and all else that a group
//! needs into one of its own. So a page asks for two files instead of two hundred, and they compress better than
//! their parts would one by one. The price is that what a few groups share is in the pack of each.

use std::collections::{BTreeMap, BTreeSet};

/// How many groups may do without a part that is in the pack of all.
const WITHOUT: usize = 2;
/// The name of the pack of all groups.
pub const COMMON: &str = "common";

/// Several parts in one file.
#[derive(Debug, PartialEq, Eq)]
pub struct Pack {
    /// Its name: the group's, or [`COMMON`].
    pub name: String,
    /// The groups of pages that need it.
    pub groups: Vec<String>,
    /// The names of the parts, in their order.
    pub parts: Vec<String>,
}

/// The packs of parts, which are given with the groups of pages that need each.
pub fn packs(parts: &BTreeMap<String, BTreeSet<String>>) -> Vec<Pack> {
    let all: BTreeSet<&String> = parts.values().flatten().collect();
    let (common, some): (Vec<_>, Vec<_>) = parts
        .iter()
        .partition(|(_, groups)| groups.len() > 1 && groups.len() + WITHOUT >= all.len());
    let mut packs = Vec::new();
    if !common.is_empty() {
        packs.push(Pack {
            name: COMMON.to_owned(),
            groups: all.iter().copied().cloned().collect(),
            parts: common.into_iter().map(|(part, _)| part.clone()).collect(),
        });
    }
    for group in all {
        let own = some.iter().filter(|(_, groups)| groups.contains(group));
        packs.push(Pack {
            name: group.clone(),
            groups: vec![group.clone()],
            parts: own.map(|(part, _)| (*part).clone()).collect(),
        });
    }
    packs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_finds_each_part_in_its_own_pack_or_in_that_of_all() {
        let needed = [
            ("shared", "abcde"),
            ("most", "abc"),
            ("two", "ab"),
            ("split_a", "a"),
            ("split_b", "b"),
            ("split_c", "c"),
            ("split_d", "d"),
            ("split_e", "e"),
        ];
        let parts = needed.map(|(part, groups)| {
            let groups = groups.chars().map(String::from).collect();
            (part.to_owned(), groups)
        });
        let found = packs(&parts.into());
        let told = found.iter().map(|pack| {
            let groups = pack.groups.concat();
            format!("{} ({groups}): {}", pack.name, pack.parts.join(" "))
        });
        assert_eq!(
            told.collect::<Vec<_>>(),
            [
                "common (abcde): most shared",
                "a (a): split_a two",
                "b (b): split_b two",
                "c (c): split_c",
                "d (d): split_d",
                "e (e): split_e",
            ]
        );
    }

    #[test]
    fn one_group_has_one_pack() {
        let parts = BTreeMap::from([("split_a".to_owned(), BTreeSet::from(["a".to_owned()]))]);
        assert_eq!(packs(&parts).len(), 1);
    }
}
