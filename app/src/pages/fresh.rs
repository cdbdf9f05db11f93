//! Facts that are activity for people.

use engine::activity::is_receipt;
use kernel::actor::Role;

/// Facts that only show that an agent is alive or has received notices.
const ROUTINE: [&str; 4] = [
    "lease_renewed",
    "lead_renewed",
    "notices_delivered",
    "usage_reported",
];

/// Returns true if a fact is worth a line: it says more than that an agent is alive.
fn is_news(kind: &str) -> bool {
    !ROUTINE.contains(&kind)
}

/// Facts that Loci records as housekeeping.
const HOUSEKEEPING: [&str; 9] = [
    "lead_ended",
    "note_written",
    "mood_consolidated",
    "niche_reported",
    "pointers_checked",
    "dream_asked",
    "job_failed",
    "job_resumed",
    "messages_indexed",
];

/// Returns true if a fact is activity for people: neither a receipt nor housekeeping of Loci itself. A lead that an
/// agent gave back is activity, one that expired is not.
#[must_use]
pub fn is_activity(kind: &str, by: Role) -> bool {
    let is_housekeeping = by == Role::System && HOUSEKEEPING.contains(&kind);
    is_news(kind) && !is_receipt(kind) && !is_housekeeping
}

#[cfg(test)]
mod tests {
    use kernel::actor::Role;

    use super::is_activity;

    #[test]
    fn housekeeping_is_no_activity() {
        for (kind, by, expected) in [
            ("task_completed", Role::Worker, true),
            ("lead_ended", Role::Orchestrator, true),
            ("lead_ended", Role::System, false),
            ("note_written", Role::Worker, true),
            ("note_written", Role::System, false),
            ("lease_expired", Role::System, true),
            ("question_answered", Role::System, true),
            ("mood_signalled", Role::System, false),
            ("mood_consolidated", Role::System, false),
            ("notices_delivered", Role::Worker, false),
            ("agent_told", Role::System, false),
            ("crystals_recalled", Role::Worker, false),
            ("usage_reported", Role::Worker, false),
        ] {
            assert_eq!(is_activity(kind, by), expected, "{kind} by {by:?}");
        }
    }
}
