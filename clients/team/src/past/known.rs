//! What the team has learned over the years, in memory cores, and what is summarised of them.

use serde_json::{Value, json};

use crate::clock::{DAY, ago};
use crate::member::Member;

/// What there is when the team begins.
pub struct Known {
    /// The cores that the work may refer to.
    pub cores: Vec<String>,
    /// Whether they were made just now.
    pub is_new: bool,
}

/// A memory: how many days ago, how much it matters, the text, what it is about.
type Memory = (u32, f64, &'static str, &'static [&'static str]);

const TEAM: [Memory; 8] = [
    (
        210,
        0.9,
        "Mara does not want anything installed on her machines: POSIX shell and what comes with it.",
        &["mara", "constraints"],
    ),
    (
        190,
        0.8,
        "Mara reads results in the evening and wants the reason before the list of changes.",
        &["mara", "reviews"],
    ),
    (
        160,
        0.7,
        "Every command gets a test script that says how many cases passed.",
        &["testing"],
    ),
    (
        120,
        0.6,
        "qa-noor reviews guides. Commands wait for a person first.",
        &["reviews"],
    ),
    (
        96,
        0.6,
        "The list of a release names every file that is in it, one a line.",
        &["releases"],
    ),
    (
        61,
        0.5,
        "A decision names what was not chosen, so that nobody proposes it again.",
        &["decisions"],
    ),
    (
        34,
        0.6,
        "Two workers changed the same file and one change was lost; since then tasks name their paths.",
        &["planning", "paths"],
    ),
    (
        12,
        0.4,
        "An estimate of a small function is ten minutes, with its test twenty.",
        &["planning"],
    ),
];

const SHELL: [Memory; 7] = [
    (
        230,
        0.7,
        "POSIX shell has no arrays: a list of pairs such as 10:X in a for loop does for a table.",
        &["tables"],
    ),
    (
        201,
        0.7,
        "In $(( )) a number that begins with 0 is octal, so 08 is an error: cut the zeros off first.",
        &["numbers"],
    ),
    (
        180,
        0.6,
        "`${text%\"${text#?}\"}` is the first character of a text, without starting a process.",
        &["text"],
    ),
    (
        144,
        0.6,
        "`local` is not POSIX: give the variables of a function names of their own.",
        &["functions"],
    ),
    (
        88,
        0.6,
        "`printf '%s\\n'` prints any text; `echo` reads backslashes and -n in some shells.",
        &["printing"],
    ),
    (
        52,
        0.5,
        "`[ a = b ]` compares texts; -eq is an error for anything that is no number.",
        &["conditions"],
    ),
    (
        27,
        0.5,
        "With LC_ALL=C a range such as a-z in a pattern means the 26 letters and nothing else.",
        &["text", "locale"],
    ),
];

/// Makes the cores with what is in them.
pub fn keep(me: &mut Member) -> Known {
    let mut known = Known {
        cores: Vec::new(),
        is_new: false,
    };
    let cores: [(&str, &str, &[Memory]); 2] = [
        (
            "team",
            "How this team works: what it was asked for and what it has learned.",
            &TEAM,
        ),
        (
            "shell",
            "What we know of POSIX shell and of what comes with it.",
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
        // A core that somebody else made does as well.
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

fn memory(core: &str, (days, importance, text, topics): &Memory) -> Value {
    let mut memory = json!({
        "text": text, "topics": topics, "importance": importance, "namespace": core,
        "created_at": ago(DAY * *days),
    });
    if topics.contains(&"mara") {
        memory["user_id"] = json!("mara");
        memory["pinned"] = json!(topics.contains(&"constraints"));
    }
    memory
}

/// Has what is known summarised.
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
