//! Sentences are shortened only if necessary.

use kernel::ports::tokens::Tokens;

use crate::summary::harness::{Words, request, write};

/// Sentences, and their forms with one token less than they need.
const SHORTENED: [(&str, &str); 6] = [
    (
        "We live in Amsterdam, so the fish market is close.",
        "We live in Amsterdam.",
    ),
    ("By the way, Falafel is our cat.", "Falafel is our cat."),
    ("And I am allergic to peanuts.", "I am allergic to peanuts."),
    (
        "I forgot to mention that the port is 8080.",
        "The port is 8080.",
    ),
    (
        "We went through the samples and we are going with oak.",
        "We are going with oak.",
    ),
    (
        "The demo starts at 15:30, thanks a lot!",
        "The demo starts at 15:30!",
    ),
];

#[test]
fn a_sentence_is_shortened_where_it_does_not_fit() {
    for (said, brief) in SHORTENED {
        let needed = Words.count(&format!("user: {said}"));
        let full = write(&request("", &[("user", said)], needed));
        assert_eq!(full, format!("user: {said}"));
        let short = write(&request("", &[("user", said)], needed - 1));
        assert_eq!(short, format!("user: {brief}"));
        let logs = [("tool", "2026-01-01T10:00:00Z INFO done in 3 ms")];
        let again = write(&request(&short, &logs, needed - 1));
        assert_eq!(again, short, "a short sentence stays as it is");
    }
}

#[test]
fn a_clause_that_limits_decides_or_names_something_stays() {
    for (said, wrong) in [
        ("Deploy on Monday, unless the tests fail.", "on Monday."),
        ("We live in Rome, so never call before 9:00.", "in Rome."),
        (
            "Ada owns the importer, and Bob has it too.",
            "the importer.",
        ),
        (
            "The flour is from Metz, so it is gluten free.",
            "from Metz.",
        ),
        ("The port is 8080, but only on staging.", "8080."),
        ("Buy four pears, fresh bread and butter.", "pears."),
    ] {
        let needed = Words.count(&format!("user: {said}"));
        let text = write(&request("", &[("user", said)], needed - 1));
        assert!(!text.ends_with(wrong), "{said}: {text}");
    }
}

#[test]
fn a_question_is_left_out_where_its_answer_is_understood_alone() {
    for (asked, answered, expected) in [
        (
            "Can you find us a table?",
            "Booked: Luigi's, Friday 20:00, confirmation LX-99.",
            "assistant: Booked: Luigi's, Friday 20:00, confirmation LX-99.",
        ),
        (
            "How is the carpenter doing?",
            "I'll send you the quote by Wednesday.",
            "assistant: I'll send you the quote by Wednesday.",
        ),
    ] {
        let whole = format!("user: {asked}\nassistant: {answered}");
        let needed = Words.count(&whole);
        let talk = [("user", asked), ("assistant", answered)];
        assert_eq!(write(&request("", &talk, needed)), whole);
        assert_eq!(write(&request("", &talk, needed - 1)), expected);
    }
}
