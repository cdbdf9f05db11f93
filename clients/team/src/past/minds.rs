//! Minds of the members when `slug` was done. They grow out of the members' notes.

use serde_json::json;

use crate::crew::Crew;
use crate::member::Member;
use crate::mind::Note;

/// Fills the minds.
pub fn fill(crew: &Crew) {
    for (name, notes) in NOTES {
        let mut member = crew.member(name, "slug");
        // Two dreams, so that there are versions to compare.
        let (first, rest) = notes.split_at(notes.len().div_ceil(2));
        member.notes(first);
        member.dream();
        member.notes(rest);
        if name == "dev-tam" {
            ask_in_vain(&mut member);
        }
        member.dream();
    }
}

/// Searches the team's memory repeatedly for a fact that it does not have.
fn ask_in_vain(me: &mut Member) {
    let question = json!({
        "query": "who holds the gpg key for signing archives", "distance_threshold": 0.2, "limit": 3,
    });
    for _ in 0..3 {
        me.also("memory_search", &question);
    }
}

const NOTES: [(&str, &[Note]); 5] = [
    (
        "orch",
        &[
            Note(
                "preference",
                0.9,
                "Mara wants the reason before the list of changes, and reads in the evening.",
            ),
            Note(
                "decision",
                0.8,
                "slug refuses titles with accents, because two titles could become one file name.",
            ),
            Note(
                "relationship",
                0.7,
                "qa-noor sends a guide back when it has no example; say so in the acceptance.",
            ),
            Note(
                "friction",
                0.7,
                "The plan of slug did not say what titles look like; the first decision had to be changed.",
            ),
            Note(
                "task",
                0.8,
                "Mara's next wish is a command for Roman numerals, for the chapters of a book.",
            ),
        ],
    ),
    (
        "dev-ada",
        &[
            Note(
                "friction",
                0.8,
                "I decided what becomes of accents before I had seen a title. Ask what the data looks like first.",
            ),
            Note(
                "decision",
                0.8,
                "slug refuses a title with letters that are not ASCII; it does not put a hyphen in their place.",
            ),
            Note(
                "relationship",
                0.6,
                "dev-tam writes the test first and tells me which case failed.",
            ),
            Note(
                "skill",
                0.6,
                "A decision that names what was not chosen is easy to change later.",
            ),
            Note(
                "fact",
                0.6,
                "tr works on bytes: letters with accents come out as two broken signs.",
            ),
        ],
    ),
    (
        "dev-tam",
        &[
            Note(
                "breakthrough",
                0.8,
                "One sed expression makes one hyphen of all that stands between two words.",
            ),
            Note(
                "friction",
                0.7,
                "tr replaces sign by sign: two spaces became two hyphens, and the test failed.",
            ),
            Note(
                "skill",
                0.7,
                "Test first: the case that failed was the second one I had written down.",
            ),
            Note(
                "preference",
                0.6,
                "orch asks for a short report: what failed, why, what passes now.",
            ),
            Note(
                "question",
                0.6,
                "Does busybox sed on Mara's old server read the same expressions?",
            ),
        ],
    ),
    (
        "docs-wren",
        &[
            Note(
                "friction",
                0.8,
                "The guide came back because it showed no example. Read the acceptance before the title.",
            ),
            Note(
                "skill",
                0.7,
                "A guide begins with what the program does, then an example, then what it refuses.",
            ),
            Note(
                "relationship",
                0.7,
                "qa-noor runs every example as it stands there.",
            ),
            Note(
                "preference",
                0.6,
                "Mara tries a program out only when its page does not say what it does.",
            ),
            Note(
                "task",
                0.5,
                "The next guide needs an example of each direction.",
            ),
        ],
    ),
    (
        "qa-noor",
        &[
            Note(
                "decision",
                0.7,
                "A guide without an example goes back, however small the program is.",
            ),
            Note(
                "identity",
                0.6,
                "I run what I read. An example that does not work is worse than none.",
            ),
            Note(
                "relationship",
                0.6,
                "docs-wren mends a guide within minutes and says what changed.",
            ),
            Note(
                "fact",
                0.6,
                "Commands wait for a person first; I take one only when nobody comes.",
            ),
            Note(
                "question",
                0.5,
                "Who looks at test scripts? Nobody reviews them so far.",
            ),
        ],
    ),
];
