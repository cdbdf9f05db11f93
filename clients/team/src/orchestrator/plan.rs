//! Plan of `roman`, and the conversation that leads to it.

use std::time::Duration;

use serde_json::json;

use crate::member::Member;
use crate::talk::{Line, Opening};

/// Step: the range is decided.
pub const DECIDED: &str = "Have the range decided";
/// Step: the guide is reviewed.
pub const EXPLAINED: &str = "Get the guide reviewed";
/// Step: the command is reviewed.
pub const COMMANDED: &str = "Get the command reviewed by a person";
/// Context window of the orchestrator's conversation, in tokens.
const WINDOW: u32 = 1_000;

/// Creates the workflow and returns its id.
pub fn plan(me: &mut Member) -> Option<String> {
    open(me);
    let tasks = json!([
        { "key": "range", "title": "Decide what counts as a numeral", "group": "Design", "priority": 0,
          "capabilities": ["sh"], "estimate_minutes": 10,
          "description": "Which numbers, which letters, which spellings. Record the decision.",
          "acceptance": ["The range is decided and recorded"] },
        { "key": "layout", "title": "Lay out the folder", "group": "Design", "capabilities": ["sh"],
          "estimate_minutes": 5, "acceptance": ["lib/ and tests/ exist"] },
        { "key": "to", "title": "Numbers to numerals", "group": "Core", "depends_on": ["range", "layout"],
          "capabilities": ["sh"], "estimate_minutes": 20, "paths": ["lib/to_roman.sh"],
          "acceptance": ["1994 is MCMXCIV", "3999 is MMMCMXCIX"] },
        { "key": "from", "title": "Numerals to numbers", "group": "Core", "depends_on": ["to"],
          "capabilities": ["sh"], "estimate_minutes": 30, "paths": ["lib/from_roman.sh"],
          "acceptance": ["MCMXCIV is 1994", "IIII is refused"], "retries": 2 },
        { "key": "command", "title": "The command", "group": "Command", "depends_on": ["from"],
          "capabilities": ["sh"], "estimate_minutes": 15, "needs_review": true, "paths": ["roman"],
          "acceptance": ["Both directions work", "Nonsense is refused with an error"] },
        { "key": "guide", "title": "A guide with an example", "group": "Docs", "depends_on": ["range"],
          "capabilities": ["docs"], "estimate_minutes": 15, "needs_review": true,
          "acceptance": ["Shows both directions"] },
        { "key": "all", "title": "Run every test", "group": "Release", "depends_on": ["command"],
          "capabilities": ["sh"], "estimate_minutes": 5, "acceptance": ["All tests pass"] },
        { "key": "release", "title": "Release 1.0", "group": "Release", "depends_on": ["all", "guide"],
          "capabilities": ["docs"], "estimate_minutes": 5, "acceptance": ["A list of what is in it"] },
    ]);
    let mut workflow = json!({
        "name": "roman, a small command",
        "goal": "Write `roman`: a command that turns numbers into Roman numerals and back.",
        "constraints": ["POSIX shell, nothing to install", "Every part has a test"],
        "policy": { "lease_seconds": 60, "lead_seconds": 120 },
        "tasks": tasks,
    });
    if !me.cores.is_empty() {
        workflow["memory_core_refs"] = json!(me.cores);
    }
    let made = me.also("workflow_create", &workflow)?;
    made["workflow"].as_str()?.clone_into(&mut me.workflow);
    me.did();
    me.talk(&[Line::Says(PLANNED)]);
    Some(me.workflow.clone())
}

/// Begins the conversation with the person who wants the program.
fn open(me: &mut Member) {
    me.open_talk(&Opening {
        user: Some("mara"),
        window: Some(WINDOW),
        lines: &WISH,
        ended: Duration::from_mins(1),
        memories: &[],
    });
    me.open_pad();
    me.plans(
        "roman",
        &["Plan roman", DECIDED, EXPLAINED, COMMANDED, "Release 1.0"],
    );
}

const WISH: [Line; 7] = [
    Line::Told(
        "mara",
        "Now the Roman numerals. I number the chapters of a book, and I want the way back too, to sort them.",
    ),
    Line::Says(
        "So numbers to numerals and numerals to numbers, in one command. How far do they go?",
    ),
    Line::Told(
        "mara",
        "Chapters hardly reach 100, years reach 2026. Nothing above that.",
    ),
    Line::Uses(
        "tracker_createTask",
        r#"{"title":"Decide what counts as a numeral"}"#,
        r#"{"task":{"id":"T1","title":"Decide what counts as a numeral","status":"pending"}}"#,
    ),
    Line::Says(
        "1 to 3999 is what letters alone can write. I let the team decide that and record why.",
    ),
    Line::Told(
        "mara",
        "Leave it open until you know what other programs do. And again: nothing to install.",
    ),
    Line::Says("POSIX shell, as with slug. I ask when something is for you to decide."),
];

const PLANNED: &str = "The plan stands: eight tasks in five groups. The guide does not wait for the command, and \
    both are reviewed before the release.";
