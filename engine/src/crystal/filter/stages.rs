//! Index conditions for lifecycle stages and for the time of an event.

use crate::crystal::decay::{Lifecycle, NEVER};
use crate::crystal::filter::range::{Range, after, before};
use crate::crystal::listed::{
    ARCHIVES_AT, CONSOLIDATED_UNTIL, EVENT_DATE, EXPIRES_AT, RECALLED, YES,
};
use kernel::ports::index::{Group, TagTest, TimeTest};
use kernel::time::{Period, Time};

/// Passes for memories without such a time.
const ABSENT: TimeTest = TimeTest::Begun(Time(i64::MIN));

/// Returns the conditions for memories at one of these stages.
pub(super) fn stages(wanted: &[Lifecycle], now: Time) -> Vec<Group> {
    // A caller may repeat a stage any number of times.
    let named = Lifecycle::ALL.iter();
    let named: Vec<_> = named.filter(|stage| wanted.contains(stage)).collect();
    if named.len() == Lifecycle::ALL.len() {
        return Vec::new();
    }
    named
        .into_iter()
        .map(|stage| stage_is(*stage, now))
        .collect()
}

/// Restricts each group to events within that range.
pub(super) fn within(groups: Vec<Group>, happened: Option<&Range>) -> Vec<Group> {
    let Some(range) = happened else {
        return groups;
    };
    let mut undated = range.tests("created_at");
    undated.push((EVENT_DATE, ABSENT));
    product(groups, &[range.tests(EVENT_DATE), undated])
}

/// Restricts each group to memories outside that period, or without such a time.
pub(super) fn outside(groups: Vec<Group>, field: &'static str, not: Period) -> Vec<Group> {
    let others = [before(field, not), after(field, not), (field, ABSENT)];
    product(groups, &others.map(|test| vec![test]))
}

/// Combines each of these groups with each of these conditions.
fn product(mut groups: Vec<Group>, tests: &[Vec<(&'static str, TimeTest)>]) -> Vec<Group> {
    if groups.is_empty() {
        groups.push(Group::default());
    }
    let each = groups.into_iter().flat_map(|group| {
        tests.iter().map(move |test| {
            let mut group = group.clone();
            group.times.extend(test.iter().copied());
            group
        })
    });
    each.collect()
}

fn stage_is(stage: Lifecycle, now: Time) -> Group {
    let frozen = vec![YES.to_owned()];
    let thawed = ("frozen", TagTest::None(frozen.clone()));
    let lives = (EXPIRES_AT, TimeTest::Open(now));
    let stays = (ARCHIVES_AT, TimeTest::Open(now));
    let is_weak = (CONSOLIDATED_UNTIL, TimeTest::Begun(now));
    let (tags, times) = match stage {
        Lifecycle::Expired => (vec![], vec![(EXPIRES_AT, TimeTest::Lte(now))]),
        Lifecycle::Frozen => (vec![("frozen", TagTest::Any(frozen))], vec![lives]),
        Lifecycle::Archived => (vec![thawed], vec![lives, (ARCHIVES_AT, TimeTest::Lte(now))]),
        Lifecycle::Consolidated => (
            vec![thawed],
            vec![lives, stays, (CONSOLIDATED_UNTIL, TimeTest::Gt(now))],
        ),
        Lifecycle::Activated => (
            vec![thawed],
            vec![lives, stays, is_weak, (RECALLED, TimeTest::Lte(NEVER))],
        ),
        Lifecycle::Generated => (
            vec![thawed],
            vec![lives, stays, is_weak, (RECALLED, TimeTest::Open(NEVER))],
        ),
    };
    Group { tags, times }
}
