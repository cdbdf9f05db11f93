//! Messages of the conversations about `slug`, and their memories.

use crate::talk::Kept;
use crate::talk::Line::{self, Says, Told, Uses};

/// Conversation with Mara, from her wish to the release.
pub const ORCH: [Line; 25] = [
    Told(
        "mara",
        "I keep my notes as files and name them by hand. I would like a command that makes the file name out of a title, so that they all look the same. Can your team write that?",
    ),
    Says(
        "Yes. Before I plan it, three questions. Where does it run, what do your titles look like, and what shall happen when a title cannot become a file name?",
    ),
    Told(
        "mara",
        "It runs on my laptop and on an old server. Nothing can be installed there. Titles are short: `Notes for May`, `Release 1.0`, sometimes with two spaces because I type quickly.",
    ),
    Says(
        "Then we write it in POSIX shell. Letters become small, whatever stands between two words becomes one hyphen, and nothing stays at the ends. `Release 1.0` would become release-1-0.",
    ),
    Told(
        "mara",
        "Good. What about letters with accents? I have a few titles such as `Café in Lyon`.",
    ),
    Says(
        "There are two ways. We can put a hyphen in the place of such a letter, or we can refuse the title so that you see it. A table of all letters with accents would be longer than the command.",
    ),
    Told(
        "mara",
        "I would not want two notes to end up in one file. Refuse it and tell me why.",
    ),
    Uses(
        "tracker_createTask",
        r#"{"title":"Titles to file names"}"#,
        r#"{"task":{"id":"slug-T2","title":"Titles to file names","status":"pending"}}"#,
    ),
    Says(
        "Noted, and passed on to dev-ada, whose decision it changes. The plan has four tasks: decide what a file name may contain, write the command with its test, write a guide, release it.",
    ),
    Told("mara", "Who works on that task?"),
    Says(
        "dev-tam. He writes the test first, as we do with every command, and then the function until the test passes.",
    ),
    Told("mara", "How long will it take?"),
    Says(
        "Ten minutes for the decision, twenty for the command with its test, ten for the guide. The guide does not wait for the command, so less than an hour in all.",
    ),
    Told(
        "mara",
        "And who looks at the guide? The last one had no example, and I had to try it out to see what it does.",
    ),
    Says(
        "qa-noor reviews it, and the acceptance says that it shows an example. Without one it goes back.",
    ),
    Told(
        "mara",
        "Then go ahead. I am back in the evening; put the reason before the list of changes, please.",
    ),
    Says(
        "The first try of the command failed its test: two spaces became two hyphens. The second passes all four cases. The guide was sent back once for the example and is accepted now.",
    ),
    Told(
        "mara",
        "I have read it. Why sed, when the first version had only tr?",
    ),
    Says(
        "tr replaces sign by sign, so it cannot make one hyphen of several signs. sed can, in one expression, and it comes with every POSIX system.",
    ),
    Told(
        "mara",
        "That is the sort of reason I like to read first. Can you release it?",
    ),
    Uses(
        "docs_getPage",
        r#"{"slug":"slug"}"#,
        r#"{"page":{"id":"slug","title":"slug: titles to file names"}}"#,
    ),
    Says("Released as 1.0, with a list of its three files."),
    Told("mara", "Does that page say what happens with accents?"),
    Says("Yes, in its last line: such a title is refused with an error."),
    Told(
        "mara",
        "Thank you. The next thing I need is a command for Roman numerals, for the chapters of a book. I tell you more tomorrow.",
    ),
];

/// Memories of that conversation.
pub const ORCH_KEEPS: [Kept; 3] = [
    Kept(
        "Mara names her notes by their titles and types quickly: two spaces are common.",
        &["mara"],
        0.5,
    ),
    Kept(
        "Mara would rather have an error than two things under one name.",
        &["mara", "decisions"],
        0.8,
    ),
    Kept(
        "Mara's next wish is a command for Roman numerals, for the chapters of a book.",
        &["mara", "roman"],
        0.6,
    ),
];

/// Conversation about the decision and its change.
pub const ADA: [Line; 9] = [
    Told(
        "orch",
        "T1 of slug is yours: decide what a file name may contain. The other two wait for it.",
    ),
    Uses(
        "tracker_getTask",
        r#"{"id":"slug-T1"}"#,
        r#"{"task":{"id":"slug-T1","title":"Decide what a file name may contain","status":"in_progress"}}"#,
    ),
    Says(
        "Letters, digits and single hyphens. I put a hyphen in the place of every other sign, letters with accents as well: it needs no table and never fails.",
    ),
    Told(
        "orch",
        "Mara has titles with accents and does not want letters dropped unseen. Does that task allow another answer?",
    ),
    Says(
        "It does. Two titles could become one file name, and I had not thought of that. I put another decision in its place: such a title is refused with an error.",
    ),
    Told("orch", "Does the test of dev-tam need to know?"),
    Says("It gets the decision with its context. I have named the case: `Café` has to fail."),
    Told("orch", "Thank you. Close it, then."),
    Says("Closed. Next time I ask what the titles look like before I decide."),
];

/// Memories of that conversation.
pub const ADA_KEEPS: [Kept; 2] = [
    Kept(
        "slug refuses a title with letters that are not ASCII, because two titles could become one file name.",
        &["slug", "decisions"],
        0.7,
    ),
    Kept(
        "Ask what the data looks like before deciding what is left out of it.",
        &["decisions"],
        0.6,
    ),
];

/// Conversation about the function, and the test that failed.
pub const TAM: [Line; 9] = [
    Told(
        "orch",
        "T2 of slug is ready: titles to file names. Test first, please.",
    ),
    Uses(
        "tracker_getTask",
        r#"{"id":"slug-T2"}"#,
        r#"{"task":{"id":"slug-T2","title":"Titles to file names","status":"in_progress"}}"#,
    ),
    Says("Four cases: two spaces, a number with a point, spaces at both ends, an accent."),
    Says(
        "The first try fails: `Notes  for May` came out as notes--for-may. tr replaces sign by sign.",
    ),
    Told("orch", "Can you fix it without a loop?"),
    Says(
        "Yes, with one sed expression: whatever is no letter and no digit, however long, becomes one hyphen. A second and a third cut the ends.",
    ),
    Told("orch", "How did that task end?"),
    Says("All four cases pass, the accent with an error, as decided."),
    Says("I set LC_ALL=C at the top: without it a-z means other letters in some places."),
];

/// Memories of that conversation.
pub const TAM_KEEPS: [Kept; 2] = [
    Kept(
        "tr replaces sign by sign; to make one sign of several use sed.",
        &["slug", "text"],
        0.7,
    ),
    Kept(
        "slug 1.0 passes four tests; two spaces in a row were the case that failed first.",
        &["slug", "testing"],
        0.4,
    ),
];

/// Conversation about the guide, and its missing example.
pub const WREN: [Line; 10] = [
    Told(
        "orch",
        "Write the guide to slug. The decision is there; the command need not be.",
    ),
    Uses(
        "docs_createPage",
        r#"{"slug":"slug"}"#,
        r#"{"page":{"id":"slug","title":"slug: titles to file names"}}"#,
    ),
    Says("The page says in one sentence what the command does."),
    Told("orch", "qa-noor sent that page back. Have you seen why?"),
    Says(
        "It shows no example. The acceptance asked for one, and I had read only the title of the task.",
    ),
    Uses(
        "docs_addSection",
        r#"{"page":"slug"}"#,
        r#"{"section":{"id":"slug-example","heading":"An example"}}"#,
    ),
    Says("It has an example now, and a line about titles that are refused."),
    Told(
        "orch",
        "Put it above the line about errors. People look for an example first.",
    ),
    Says("Done. The page begins with what it does, then the example, then what it refuses."),
    Told("orch", "Thank you, that reads well."),
];

/// Memories of that conversation.
pub const WREN_KEEPS: [Kept; 2] = [
    Kept(
        "A guide begins with what the program does, then an example, then what it refuses.",
        &["guides"],
        0.7,
    ),
    Kept(
        "Read the acceptance of a task before its title.",
        &["guides", "reviews"],
        0.6,
    ),
];

/// Conversation about the reviews.
pub const NOOR: [Line; 8] = [
    Told("orch", "The guide to slug waits for a review."),
    Uses(
        "docs_getPage",
        r#"{"slug":"slug"}"#,
        r#"{"page":{"id":"slug","title":"slug: titles to file names"}}"#,
    ),
    Says(
        "It says what slug does and shows nothing of it. The acceptance asks for an example, so it goes back.",
    ),
    Told(
        "orch",
        "docs-wren has handed it in again. Is that page right now?",
    ),
    Uses(
        "docs_getPage",
        r#"{"slug":"slug"}"#,
        r#"{"page":{"id":"slug","title":"slug: titles to file names"}}"#,
    ),
    Says("I ran the example as it stands there, and it prints what the page says. Accepted."),
    Told("orch", "Do you run every example?"),
    Says("Every one. An example that does not work is worse than none."),
];

/// Memory of that conversation.
pub const NOOR_KEEPS: [Kept; 1] = [Kept(
    "Every example of a guide is run as it stands before the guide is accepted.",
    &["guides", "reviews"],
    0.7,
)];
