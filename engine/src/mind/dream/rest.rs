//! Counts notes and memories without a line and without a pointer. One line of the document says how many there are and
//! how to find them.

use std::collections::BTreeSet;

use crate::mind::dream::item::Item;
use crate::mind::dream::point::Pointed;
use kernel::time::Time;

/// Beginning of the line.
const AND: &str = "_And ";

/// Number of the remaining notes and memories, and their period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rest {
    /// Number of notes and memories.
    pub many: usize,
    /// Time of the oldest.
    since: Time,
    /// Time of the newest.
    until: Time,
}

impl Rest {
    /// Counts the items in `out` without a pointer. `shown` are the memories with at least their beginning in the
    /// document.
    #[must_use]
    pub fn of(out: &[Item], shown: &BTreeSet<String>, pointed: &Pointed) -> Option<Self> {
        let pointers = pointed.pointers.iter();
        let pointers: BTreeSet<&String> = pointers.map(|pointer| &pointer.source).collect();
        let mut seen = BTreeSet::new();
        // Memories of work are left out, because their workflows have them.
        let left = out.iter().filter(|item| {
            let is_left = |source: &String| {
                !shown.contains(source)
                    && !pointers.contains(source)
                    && !pointed.led.contains(source)
            };
            let source = item.source.as_ref().filter(|_| item.keep.is_none());
            source.is_some_and(|source| is_left(source) && seen.insert(source))
        });
        let mut rest: Option<Self> = None;
        for item in left {
            let rest = rest.get_or_insert(Self {
                many: 0,
                since: item.at,
                until: item.at,
            });
            rest.many += 1 + item.also;
            rest.since = rest.since.min(item.at);
            rest.until = rest.until.max(item.at);
        }
        rest
    }

    /// Returns the line for the document.
    #[must_use]
    pub fn line(&self) -> String {
        let (many, since, until) = (self.many, self.since.date(), self.until.date());
        let when = if since == until {
            since
        } else {
            format!("{since} to {until}")
        };
        format!(
            "{AND}{many} more of {when}: memory_search finds them, memory_timeline lists them by date._"
        )
    }
}

/// Returns true if the line was made by [`Rest::line`].
#[must_use]
pub fn is_rest(line: &str) -> bool {
    line.trim().starts_with(AND) && line.contains("memory_timeline")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Rest, is_rest};
    use crate::mind::dream::item::{Item, Role};
    use crate::mind::dream::point::Pointed;
    use crate::mind::pointer::Pointer;
    use kernel::time::{DAY, Time};

    #[test]
    fn what_stands_nowhere_is_counted_once() {
        let item = |id: &str, day: i64| {
            Item::new(Role::Fact, "", id, 0.5, Time(day * DAY)).from(Some(id.into()))
        };
        let mut log = item("log", 9);
        log.also = 4;
        let gap = Item::new(Role::Missed, "", "", 0.5, Time(0));
        let out = ["shown", "pointed", "led", "a", "a"].map(|id| item(id, 3));
        let out: Vec<Item> = out.into_iter().chain([log, gap]).collect();
        let pointed = Pointed {
            pointers: vec![Pointer {
                topic: String::new(),
                keywords: String::new(),
                source: "pointed".into(),
                of_bond: false,
            }],
            led: ["led".into()].into(),
            ..Pointed::default()
        };
        let shown: BTreeSet<String> = ["shown".into()].into();
        let rest = Rest::of(&out, &shown, &pointed).unwrap();
        assert_eq!(rest.many, 6);
        assert!(rest.line().contains("6 more of 1970-01-04 to 1970-01-10"));
        assert!(is_rest(&rest.line()) && !is_rest("_And so on_"));
        assert_eq!(Rest::of(&out[..1], &shown, &pointed), None);
    }
}
