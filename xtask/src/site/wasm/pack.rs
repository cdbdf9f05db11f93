//! Packing of the wasm parts: those that almost every group of pages needs in one file, and the rest of each group in
//! its own. A page then requests two files instead of two hundred, and they compress better than single parts. The
//! price is that parts shared by a few groups are in the pack of each.

use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of groups that do not need a part of the common pack.
const WITHOUT: usize = 2;
/// Name of the pack of all groups.
pub const COMMON: &str = "common";

/// Several parts in one file.
#[derive(Debug, PartialEq, Eq)]
pub struct Pack {
    /// Name: the group's, or [`COMMON`].
    pub name: String,
    /// Groups of pages that need it.
    pub groups: Vec<String>,
    /// Names of the parts, in order.
    pub parts: Vec<String>,
}

/// Assigns parts to packs; `parts` has the groups of pages that need each.
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
