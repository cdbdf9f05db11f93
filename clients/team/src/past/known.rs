//! Knowledge of the team in memory cores, and its summary views.

use serde_json::{Value, json};

use crate::clock::{DAY, ago};
use crate::crew::Crew;
use crate::member::Member;

/// Core of the members' knowledge about the person they work for. Memories there need a review by a person.
const PERSON: &str = "mara";

/// Knowledge at the beginning.
pub struct Known {
    /// Cores that the work may refer to.
    pub cores: Vec<String>,
    /// True if they were just created.
    pub is_new: bool,
}

/// Memory: age in days, importance, kind, text, topics.
type Memory = (
    u32,
    f64,
    &'static str,
    &'static str,
    &'static [&'static str],
);

const TEAM: [Memory; 8] = [
    (
        210,
        0.9,
        "preference",
        "Mara does not want anything installed on her machines: POSIX shell and what comes with it.",
        &["mara", "constraints"],
    ),
    (
        190,
        0.8,
        "preference",
        "Mara reads results in the evening and wants the reason before the list of changes.",
        &["mara", "reviews"],
    ),
    (
        160,
        0.7,
        "pattern",
        "Every command gets a test script that says how many cases passed.",
        &["testing"],
    ),
    (
        120,
        0.6,
        "relationship",
        "qa-noor reviews guides. Commands wait for a person first.",
        &["reviews"],
    ),
    (
        96,
        0.6,
        "pattern",
        "The list of a release names every file that is in it, one a line.",
        &["releases"],
    ),
    (
        61,
        0.5,
        "insight",
        "A decision names what was not chosen, so that nobody proposes it again.",
        &["decisions"],
    ),
    (
        34,
        0.6,
        "episode",
        "Two workers changed the same file and one change was lost; since then tasks name their paths.",
        &["planning", "paths"],
    ),
    (
        12,
        0.4,
        "fact",
        "An estimate of a small function is ten minutes, with its test twenty.",
        &["planning"],
    ),
];

const SHELL: [Memory; 7] = [
    (
        230,
        0.7,
        "skill",
        "POSIX shell has no arrays: a list of pairs such as 10:X in a for loop does for a table.",
        &["tables"],
    ),
    (
        201,
        0.7,
        "fact",
        "In $(( )) a number that begins with 0 is octal, so 08 is an error: cut the zeros off first.",
        &["numbers"],
    ),
    (
        180,
        0.6,
        "skill",
        "`${text%\"${text#?}\"}` is the first character of a text, without starting a process.",
        &["text"],
    ),
    (
        144,
        0.6,
        "fact",
        "`local` is not POSIX: give the variables of a function names of their own.",
        &["functions"],
    ),
    (
        88,
        0.6,
        "fact",
        "`printf '%s\\n'` prints any text; `echo` reads backslashes and -n in some shells.",
        &["printing"],
    ),
    (
        52,
        0.5,
        "fact",
        "`[ a = b ]` compares texts; -eq is an error for anything that is no number.",
        &["conditions"],
    ),
    (
        27,
        0.5,
        "fact",
        "With LC_ALL=C a range such as a-z in a pattern means the 26 letters and nothing else.",
        &["text", "locale"],
    ),
];

/// Creates the cores with their memories.
pub fn keep(me: &mut Member) -> Known {
    let mut known = Known {
        cores: Vec::new(),
        is_new: false,
    };
    let cores: [(&str, &str, &[Memory]); 2] = [
        (
            "team",
            "Working agreements of this team, and lessons from its work.",
            &TEAM,
        ),
        (
            "shell",
            "Facts about POSIX shell and its standard tools.",
            &SHELL,
        ),
    ];
    for (name, description, memories) in cores {
        let core = json!({ "name": name, "description": description });
        if me.also("core_create", &core).is_some() {
            known.is_new = true;
            let memories: Vec<Value> = memories.iter().map(|one| memory(name, one)).collect();
            me.also(
                "memory_create",
                &json!({ "core": name, "memories": memories }),
            );
        }
        // A core that another caller created is fine, too.
        let listed = me.also("core_list", &json!({}));
        let mut listed = listed
            .iter()
            .flat_map(|list| list["items"].as_array().into_iter().flatten());
        if listed.any(|core| core["name"] == name) {
            known.cores.push(name.into());
        }
    }
    known
}

/// Adds a memory that replaces another, and one about a person.
pub fn amend(lead: &mut Member, crew: &Crew) {
    let mut tam = crew.member("dev-tam", "slug");
    let was = json!({
        "id": "tests-run-with", "text": "Test scripts are run with bash.", "kind": "fact", "topics": ["testing"],
        "namespace": "team", "created_at": ago(DAY * 150), "importance": 0.6,
    });
    let is = json!({
        "text": "Test scripts are run with sh, so that nothing of bash is used unseen.", "kind": "fact",
        "topics": ["testing"], "namespace": "team", "created_at": ago(DAY * 41), "importance": 0.7,
        "supersedes": ["tests-run-with"],
    });
    let known = tam.also("memory_create", &json!({ "core": "team", "memory": was }));
    if known.is_some() {
        tam.also("memory_create", &json!({ "core": "team", "memory": is }));
    }
    let core = json!({
        "name": PERSON, "description": "Facts about Mara and her machines.",
        "approval": "all",
    });
    lead.also("core_create", &core);
    let mut wren = crew.member("docs-wren", "slug");
    let told = json!({
        "text": "Mara's laptop has dash as its sh, her old server the sh of busybox.", "kind": "fact",
        "topics": ["mara", "machines"], "user_id": "mara", "importance": 0.7,
    });
    wren.also("memory_create", &json!({ "core": PERSON, "memory": told }));
}

fn memory(core: &str, (days, importance, kind, text, topics): &Memory) -> Value {
    let mut memory = json!({
        "text": text, "kind": kind, "topics": topics, "importance": importance, "namespace": core,
        "created_at": ago(DAY * *days),
    });
    if topics.contains(&"mara") {
        memory["user_id"] = json!("mara");
        memory["pinned"] = json!(topics.contains(&"constraints"));
    }
    memory
}

/// Creates the summary views.
pub fn summarise(me: &mut Member) {
    let views = [
        ("What we know, by core", "namespace"),
        ("What each conversation left", "session_id"),
    ];
    for (name, field) in views {
        let definition = json!({ "name": name, "group_by": [field] });
        let made = me.also("summary_view_create", &json!({ "definition": definition }));
        if let Some(made) = made {
            me.also("summary_view_run", &json!({ "view": made["id"] }));
        }
    }
}
