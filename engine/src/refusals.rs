//! Machine-readable reasons of rejected requests, with their meanings. The specs say which operations use them.

/// All reasons with their meanings.
pub const REASONS: &[(&str, &str)] = &[
    ("active", "The workflow has not ended."),
    (
        "ambiguous",
        "Several things have that name; more has to be said.",
    ),
    ("answered", "The question has its answer already."),
    (
        "binary",
        "A version is no text, so its lines cannot be compared.",
    ),
    (
        "busy",
        "What went before is still being finished; it can be tried again.",
    ),
    (
        "capabilities",
        "The task asks for more than the caller can do.",
    ),
    ("changed", "It was changed at the same moment."),
    ("cycle", "Tasks would wait for each other."),
    ("decided", "It was decided already."),
    ("deleted", "It was deleted and can be brought back."),
    ("dismissed", "The learning was dismissed."),
    ("ended", "It has ended: nothing in it changes any more."),
    ("exists", "There is one of that name already."),
    (
        "first_fact",
        "The first fact makes a thing what it is and goes with it alone.",
    ),
    ("frozen", "A person froze the memory: it stays as it is."),
    ("full", "It has reached its limit."),
    ("given", "The approval was given or refused already."),
    ("has_document", "The mind has a document."),
    ("held", "An agent holds the task."),
    ("kept", "The review is kept for another agent."),
    ("lease_lost", "The lease has ended or is another's."),
    ("led", "The workflow is led already."),
    (
        "long_term_memory_off",
        "The session keeps nothing for long.",
    ),
    ("merged", "The memory is part of another one."),
    ("message", "A message of a session is changed there."),
    ("moved", "What was to be changed is not the same any more."),
    ("name_taken", "Another one has the name now."),
    (
        "no_content",
        "Nothing of it is kept here, or too much to compare.",
    ),
    ("no_parent", "The session was not spawned from another one."),
    (
        "no_token",
        "The agent has no token with which it could take the task.",
    ),
    ("not_deleted", "It is not deleted."),
    ("not_merged", "The memory is not part of another one."),
    ("not_ready", "The task waits for something."),
    (
        "not_the_oldest",
        "The folded messages are not the oldest ones any more.",
    ),
    ("nothing_held", "The caller holds no task."),
    (
        "nothing_ready",
        "No task can be claimed; `retry_after_seconds` says when one may be.",
    ),
    ("paused", "The agent or the workflow is paused."),
    ("promoted", "The learning is a memory already."),
    (
        "questions_open",
        "Questions or requests for approval are open.",
    ),
    ("rejected", "A person rejected it already."),
    ("seeded", "The mind was given a document of before already."),
    ("stopped", "Its dreams are stopped."),
    ("superseded", "Another one took its place."),
    (
        "switched_off",
        "Long-term memory is switched off in this workspace.",
    ),
    ("tasks_open", "Tasks are not done."),
    ("too_late", "It cannot be brought back any more."),
    ("too_long", "The summary is longer than what it stands for."),
    ("too_many", "There are as many as there can be."),
    (
        "unmet_needs",
        "A person has to insist: something it needs is missing.",
    ),
    ("waiting", "Another change of it waits for a person."),
    ("withdrawn", "It was withdrawn."),
    ("wrong_status", "As it stands this cannot be done with it."),
];

/// Reasons that any write may be rejected with.
pub const ANY: &[(&str, &str)] = &[
    (
        "contended",
        "Others wrote to the same things first, again and again; it can be tried again.",
    ),
    (
        "lead_lost",
        "The caller does not lead the workflow, or not in the epoch that was sent.",
    ),
    ("stale", "It has changed since the version that was sent."),
];

/// Returns the meaning of a reason.
#[must_use]
pub fn means(reason: &str) -> Option<&'static str> {
    let all = REASONS.iter().chain(ANY);
    all.copied()
        .find_map(|(name, means)| (name == reason).then_some(means))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use kernel::operation::ANY_WRITE_REFUSES;

    use super::{ANY, REASONS};
    use crate::operations::ALL;

    #[test]
    fn every_reason_has_a_meaning_and_an_operation() {
        let told = ALL.iter().flat_map(|entry| entry.spec.refuses).copied();
        let meant = REASONS.iter().map(|(reason, _)| *reason);
        assert_eq!(told.collect::<BTreeSet<_>>(), meant.collect());
        let any = ANY.iter().map(|(reason, _)| *reason);
        assert_eq!(any.collect::<BTreeSet<_>>(), ANY_WRITE_REFUSES.into());
    }
}
