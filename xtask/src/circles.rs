//! Import circles among the modules of a crate: sets of modules that all depend on each other, so that none can be
//! understood, tested or moved alone.

use std::collections::{BTreeMap, BTreeSet};

use crate::sources::Arrow;

/// Returns the circles, largest first: sets of at least two modules that reach each other.
#[must_use]
pub fn circles(arrows: &[Arrow]) -> Vec<BTreeSet<String>> {
    let mut next = BTreeMap::<&str, BTreeSet<&str>>::new();
    for arrow in arrows {
        next.entry(&arrow.from).or_default().insert(&arrow.to);
    }
    let reached: BTreeMap<&str, BTreeSet<&str>> = next
        .keys()
        .map(|from| (*from, reach(&next, from)))
        .collect();
    let leads = |from: &str, to: &str| reached.get(from).is_some_and(|all| all.contains(to));
    let mut circles: Vec<BTreeSet<String>> = reached
        .iter()
        .map(|(from, all)| {
            let back = all.iter().filter(|to| leads(to, from));
            back.map(|&module| module.to_owned()).collect()
        })
        .filter(|circle: &BTreeSet<String>| !circle.is_empty())
        .collect();
    circles.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
    circles.dedup();
    circles
}

/// Returns the modules reachable from `from`.
fn reach<'a>(next: &BTreeMap<&'a str, BTreeSet<&'a str>>, from: &str) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut waiting = vec![from];
    while let Some(at) = waiting.pop() {
        for &to in next.get(at).into_iter().flatten() {
            if reached.insert(to) {
                waiting.push(to);
            }
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    fn found(arrows: &[(&str, &str)]) -> Vec<String> {
        let arrows: Vec<Arrow> = arrows
            .iter()
            .map(|(from, to)| Arrow {
                from: (*from).to_owned(),
                to: (*to).to_owned(),
                file: PathBuf::new(),
                line: 0,
            })
            .collect();
        circles(&arrows)
            .iter()
            .map(|circle| circle.iter().cloned().collect::<Vec<_>>().join(" "))
            .collect()
    }

    #[test]
    fn modules_stand_in_a_circle_when_each_reaches_the_others() {
        assert!(found(&[("a", "b"), ("b", "c"), ("a", "c")]).is_empty());
        assert_eq!(found(&[("a", "b"), ("b", "a"), ("b", "c")]), ["a b"]);
        assert_eq!(
            found(&[
                ("a", "b"),
                ("b", "c"),
                ("c", "a"),
                ("c", "d"),
                ("e", "d"),
                ("d", "e")
            ]),
            ["a b c", "d e"]
        );
        // Two circles that share a module are one.
        assert_eq!(
            found(&[("a", "b"), ("b", "a"), ("b", "c"), ("c", "b")]),
            ["a b c"]
        );
    }
}
