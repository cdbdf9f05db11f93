//! Messages and steps of each task of `roman`. They are the same for every member that claims the task.

use crate::mind::Note;
use crate::talk::Line::{self, Says, Told, Uses};

/// Messages and steps of one task.
pub struct Scene {
    /// Title of the task.
    pub title: &'static str,
    /// Steps of the task.
    pub steps: &'static [&'static str],
    /// Messages when it is claimed.
    pub opening: &'static [Line<'static>],
    /// Messages when it is claimed again.
    pub again: &'static [Line<'static>],
    /// Messages when it is completed.
    pub closing: &'static [Line<'static>],
    /// Notes when it is completed.
    pub notes: &'static [Note<'static>],
}

const ORCH: &str = "orch";

/// Messages when the work begins.
pub const OPENING: [Line; 4] = [
    Told(
        ORCH,
        "roman begins. Read the plan, then take what is ready and what you can do.",
    ),
    Uses(
        "tracker_listTasks",
        "{}",
        r#"{"tasks":[{"id":"T1","title":"Decide what counts as a numeral"},{"id":"T2","title":"Lay out the folder"},{"id":"T3","title":"Numbers to numerals"}]}"#,
    ),
    Says("I have read it. The range comes first; most of the rest waits for it."),
    Told(ORCH, "Yes. What we know of the shell comes with each task."),
];

/// Returns the scene of a task; that of the release for a task without one.
pub fn scene(title: &str) -> &'static Scene {
    let own = SCENES.iter().find(|scene| scene.title == title);
    own.unwrap_or(&SCENES[SCENES.len() - 1])
}

static SCENES: [Scene; 8] = [
    Scene {
        title: "Decide what counts as a numeral",
        steps: &[
            "Read what others do with 4 and with 4000",
            "Record the decision with its reason",
        ],
        opening: &[
            Told(
                ORCH,
                "T1 is yours: decide what counts as a numeral. The others wait for it.",
            ),
            Uses(
                "tracker_getTask",
                r#"{"id":"T1"}"#,
                r#"{"task":{"id":"T1","title":"Decide what counts as a numeral","status":"in_progress"}}"#,
            ),
            Says(
                "I have it. I look first at what other programs do with 4 and with 4000, then I record the range.",
            ),
        ],
        again: &[],
        closing: &[
            Told(ORCH, "Does it settle spellings such as IIII as well?"),
            Says(
                "Yes. Each number has one spelling, so IIII is refused. The reason stands in the decision.",
            ),
        ],
        notes: &[
            Note(
                "decision",
                0.8,
                "roman accepts 1 to 3999, each in one spelling: then both directions can be tested against each other.",
            ),
            Note(
                "question",
                0.6,
                "How large do the numbers get for which Mara wants numerals?",
            ),
        ],
    },
    Scene {
        title: "Lay out the folder",
        steps: &["Make lib/ and tests/", "Write down where things are"],
        opening: &[
            Told(
                ORCH,
                "Lay out the folder: one place for the functions, one for their tests.",
            ),
            Uses(
                "tracker_getTask",
                r#"{"id":"T2"}"#,
                r#"{"task":{"id":"T2","title":"Lay out the folder","status":"in_progress"}}"#,
            ),
            Says("lib/ for the functions and tests/ for one script each, as it was with slug."),
        ],
        again: &[],
        closing: &[
            Told(ORCH, "Good. Is it written down for whoever comes later?"),
            Says("In LAYOUT, two lines."),
        ],
        notes: &[Note(
            "fact",
            0.5,
            "roman has its functions in lib/ and one test script for each in tests/.",
        )],
    },
    Scene {
        title: "Numbers to numerals",
        steps: &["Write lib/to_roman.sh", "Write its test and run it"],
        opening: &[
            Told(
                ORCH,
                "T3 is ready, and it decides how the way back can be tested.",
            ),
            Uses(
                "tracker_getTask",
                r#"{"id":"T3"}"#,
                r#"{"task":{"id":"T3","title":"Numbers to numerals","status":"in_progress"}}"#,
            ),
            Says("I write it with a list of pairs, largest first: the shell has no arrays."),
        ],
        again: &[],
        closing: &[
            Told(ORCH, "Which numbers does the test of that task try?"),
            Says(
                "One of each form that subtracts (4, 9, 40, 90, 400), 1994, and both ends: 1 and 3999.",
            ),
        ],
        notes: &[
            Note(
                "skill",
                0.6,
                "A list of pairs, largest first, writes a numeral without a table or an array.",
            ),
            Note(
                "fact",
                0.5,
                "The test of to_roman has nine cases; 1994 and 3999 are the hard ones.",
            ),
        ],
    },
    Scene {
        title: "Numerals to numbers",
        steps: &[
            "Write the test first",
            "Write lib/from_roman.sh",
            "Run the test",
        ],
        opening: &[
            Told(ORCH, "Now the way back. Write its test first, please."),
            Uses(
                "tracker_getTask",
                r#"{"id":"T4"}"#,
                r#"{"task":{"id":"T4","title":"Numerals to numbers","status":"in_progress"}}"#,
            ),
            Says("Test first, then the function: I add the letters up from left to right."),
        ],
        again: &[
            Told(ORCH, "It is open again. What did it say when it failed?"),
            Says(
                "That IV came out as six. A smaller letter before a larger one has to be taken away.",
            ),
        ],
        closing: &[
            Told(ORCH, "And wrong spellings?"),
            Says(
                "The number is written back with to_roman and compared, so every spelling but the usual one is refused.",
            ),
        ],
        notes: &[
            Note(
                "friction",
                0.8,
                "Adding letters from left to right makes six of IV: a smaller letter before a larger one is taken away.",
            ),
            Note(
                "breakthrough",
                0.8,
                "Writing the number back and comparing refuses every spelling but the usual one.",
            ),
        ],
    },
    Scene {
        title: "The command",
        steps: &[
            "Ask what `roman 0` shall do",
            "Write the command as answered",
            "Write its test and run it",
        ],
        opening: &[
            Told(
                ORCH,
                "Put both directions behind one command. Ask when something is not for us to decide.",
            ),
            Uses(
                "tracker_getTask",
                r#"{"id":"T5"}"#,
                r#"{"task":{"id":"T5","title":"The command","status":"in_progress"}}"#,
            ),
            Says(
                "There is one thing: the Romans had no zero. I ask what `roman 0` shall do before I write it.",
            ),
        ],
        again: &[
            Told(
                ORCH,
                "The review sent it back. Read the comments before you change anything.",
            ),
            Says("I have read them; I change what they name and nothing else."),
        ],
        closing: &[
            Told(ORCH, "Does it say why it refuses something?"),
            Says("Always, on the error output, and it ends with 1."),
        ],
        notes: &[
            Note(
                "decision",
                0.8,
                "What `roman 0` does was asked and answered; it is not ours to change.",
            ),
            Note(
                "relationship",
                0.5,
                "A person reviews commands first; qa-noor only when nobody comes.",
            ),
        ],
    },
    Scene {
        title: "A guide with an example",
        steps: &["Say what roman does", "Show how it is used"],
        opening: &[
            Told(
                ORCH,
                "The range is decided, so the guide can be written. Begin with the page for people in a hurry.",
            ),
            Uses(
                "docs_createPage",
                r#"{"slug":"roman"}"#,
                r#"{"page":{"id":"roman","title":"roman: numbers to Roman numerals and back"}}"#,
            ),
            Says("That page has one sentence so far: what the command does."),
            Told(ORCH, "Add a section about the range to it."),
            Uses(
                "docs_addSection",
                r#"{"page":"roman"}"#,
                r#"{"section":{"id":"roman-range","heading":"Which numbers"}}"#,
            ),
            Says("Done: 1 to 3999, one spelling for each."),
        ],
        again: &[
            Told(
                ORCH,
                "qa-noor asks for an example of each direction. Where do you put them on that page?",
            ),
            Uses(
                "docs_addSection",
                r#"{"page":"roman"}"#,
                r#"{"section":{"id":"roman-examples","heading":"Examples"}}"#,
            ),
            Says(
                "Right below the first sentence, before the section about the range: 1994 and back.",
            ),
        ],
        closing: &[
            Told(ORCH, "Thank you. qa-noor looks at it next."),
            Says("I stay with it until the review is through."),
        ],
        notes: &[
            Note(
                "friction",
                0.7,
                "The guide to roman came back for its examples, as the one to slug did. Write the example first.",
            ),
            Note(
                "skill",
                0.6,
                "A guide shows one example of each direction right below its first sentence.",
            ),
        ],
    },
    Scene {
        title: "Run every test",
        steps: &["Run the three scripts in a fresh shell"],
        opening: &[
            Told(
                ORCH,
                "Run every test once more, in a shell that has seen nothing of the work.",
            ),
            Uses(
                "tracker_getTask",
                r#"{"id":"T7"}"#,
                r#"{"task":{"id":"T7","title":"Run every test","status":"in_progress"}}"#,
            ),
            Says("All three, one after the other."),
        ],
        again: &[],
        closing: &[
            Told(ORCH, "Anything that looked odd on the way?"),
            Says("Nothing. Each says how many cases passed."),
        ],
        notes: &[Note(
            "fact",
            0.5,
            "All tests of roman pass in a shell that has seen nothing of the work.",
        )],
    },
    Scene {
        title: "Release 1.0",
        steps: &[
            "Go through the acceptance of every task",
            "Write the list of what is in it",
        ],
        opening: &[
            Told(
                ORCH,
                "Everything is reviewed. Release it, with a list of every file that is in it.",
            ),
            Uses(
                "docs_getPage",
                r#"{"slug":"roman"}"#,
                r#"{"page":{"id":"roman","title":"roman: numbers to Roman numerals and back"}}"#,
            ),
            Says("The guide and the list name the same files; I checked one against the other."),
        ],
        again: &[],
        closing: &[Told(ORCH, "Does that page say 1.0?"), Says("It does now.")],
        notes: &[
            Note(
                "breakthrough",
                0.7,
                "roman 1.0 is released; guide and list name the same files.",
            ),
            Note(
                "task",
                0.6,
                "Ask Mara in the evening whether the numerals of her chapters are right.",
            ),
        ],
    },
];
