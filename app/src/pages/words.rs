//! English for pages: numbers as words, plurals, durations, and confirmations.

use crate::parts::{group_digits, length};

const SMALL: [&str; 13] = [
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
];

/// Returns a count within a sentence: a word up to twelve, then digits.
#[must_use]
pub fn count(n: usize) -> String {
    SMALL
        .get(n)
        .map_or_else(|| digits(n), |word| (*word).to_owned())
}

fn digits(n: usize) -> String {
    group_digits(u64::try_from(n).unwrap_or(u64::MAX))
}

/// Confirmations of operations that cannot be derived from their names.
const DONE: [(&str, &str); 20] = [
    ("approval_give", "Answer given"),
    ("job_run", "Job started"),
    ("mind_dream", "Dream started"),
    ("mind_version_restore", "Version restored"),
    ("note_write", "Note written"),
    ("session_block", "Prompt changed"),
    ("session_catch_up", "Session caught up"),
    ("session_data", "Data saved"),
    ("session_extract", "Memories taken from the session"),
    ("session_put", "Session saved"),
    ("settings_set", "Settings saved"),
    ("summary_view_create", "Summary view created"),
    ("summary_view_delete", "Summary view deleted"),
    ("summary_view_restore", "Summary view restored"),
    ("summary_view_run", "Summary view started"),
    ("task_accept_failed", "Failure accepted"),
    ("webhook_resend", "Message sent again"),
    ("webhook_rotate", "Secret changed"),
    ("webhook_test", "Test sent"),
    ("workflow_lead", "Lead taken over"),
];

/// Returns the confirmation of an operation: "Session restored".
#[must_use]
pub fn confirmation(operation: &str) -> String {
    if let Some((_, said)) = DONE.iter().find(|(name, _)| *name == operation) {
        return (*said).to_owned();
    }
    let (thing, verb) = operation.split_once('_').unwrap_or(("it", operation));
    let (verb, rest) = verb.split_once('_').unwrap_or((verb, ""));
    let verb = match verb {
        "send" => "sent".into(),
        "keep" => "kept".into(),
        "put" => "saved".into(),
        "write" => "written".into(),
        "forget" => "forgotten".into(),
        "skip" => "skipped".into(),
        "cancel" => "cancelled".into(),
        "retry" => "retried".into(),
        verb if verb.ends_with('e') => format!("{verb}d"),
        verb => format!("{verb}ed"),
    };
    begin(format!("{thing} {verb} {}", rest.replace('_', " ")).trim_end())
}

/// Capitalizes the first letter of a text.
#[must_use]
pub fn begin(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}

/// Returns a count in digits with its noun: "1 task", "3 tasks", "2 memories".
#[must_use]
pub fn many(n: usize, one: &str) -> String {
    if n == 1 {
        return format!("1 {one}");
    }
    match one.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{} {stem}ies", digits(n)),
        _ => format!("{} {one}s", digits(n)),
    }
}

/// Formats a duration in milliseconds in its largest unit, in full: "44 minutes".
#[must_use]
pub fn long(ms: i64) -> String {
    const UNITS: [(i64, &str); 3] = [(86_400_000, "day"), (3_600_000, "hour"), (60_000, "minute")];
    let ms = ms.max(0);
    UNITS.into_iter().find(|(unit, _)| ms >= *unit).map_or_else(
        || "less than a minute".into(),
        |(unit, noun)| many(usize::try_from(ms / unit).unwrap_or(usize::MAX), noun),
    )
}

/// Formats a duration in seconds: in full if one unit is exact, else abbreviated.
#[must_use]
pub fn lasting(seconds: u64) -> String {
    let ms = i64::try_from(seconds)
        .unwrap_or(i64::MAX)
        .saturating_mul(1_000);
    let unit = if seconds < 86_400 { 3_600 } else { 86_400 };
    if seconds.is_multiple_of(unit) {
        long(ms)
    } else {
        length(ms)
    }
}

#[cfg(test)]
mod tests {
    use super::{begin, confirmation, count, lasting, long, many};

    #[test]
    fn what_lasts_is_said_whole() {
        for (seconds, text) in [
            (3_600, "1 hour"),
            (5_400, "1 h 30"),
            (86_400, "1 day"),
            (90_000, "1 d 1 h"),
            (2_592_000, "30 days"),
        ] {
            assert_eq!(lasting(seconds), text);
        }
    }

    #[test]
    fn counts_and_lengths_read_as_english() {
        assert_eq!(begin(&count(6)), "Six");
        assert_eq!(count(0), "no");
        assert_eq!(count(13), "13");
        assert_eq!(many(1, "task"), "1 task");
        assert_eq!(many(0, "task"), "0 tasks");
        assert_eq!(many(9_508, "task"), "9,508 tasks");
        assert_eq!(many(2, "day"), "2 days");
        assert_eq!(many(1, "memory"), "1 memory");
        assert_eq!(many(2, "memory"), "2 memories");
        assert_eq!(count(10_000), "10,000");
        for (ms, text) in [
            (59_900, "less than a minute"),
            (60_000, "1 minute"),
            (44 * 60_000, "44 minutes"),
            (50 * 3_600_000, "2 days"),
            (-5, "less than a minute"),
        ] {
            assert_eq!(long(ms), text);
        }
    }

    #[test]
    fn what_was_done_is_said() {
        for (operation, text) in [
            ("session_restore", "Session restored"),
            ("scratchpad_put", "Scratchpad saved"),
            ("session_recover", "Session recovered"),
            ("decision_approve", "Decision approved"),
            ("question_answer", "Question answered"),
            ("nudge_send", "Nudge sent"),
            ("workflow_cancel", "Workflow cancelled"),
            ("task_retry", "Task retried"),
            ("task_skip", "Task skipped"),
            ("memory_forget", "Memory forgotten"),
            ("settings_set", "Settings saved"),
            ("note_write", "Note written"),
            ("mind_dream", "Dream started"),
            ("session_block", "Prompt changed"),
            ("webhook_test", "Test sent"),
            ("agent_pause", "Agent paused"),
        ] {
            assert_eq!(confirmation(operation), text);
        }
    }
}
