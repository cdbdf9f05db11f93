//! Dreams written by a language model that is slow, hangs, errs or lies. Drafts pass the guards or are kept with the
//! reason; without a draft the built-in dreamer writes.

use serde_json::{Value, json};

use crate::harness::{Client, Feed, Model, Server};
use crate::minds::{document, dreams, mind, mind_fact, note, waiting};

/// Sections in order.
const SECTIONS: [&str; 7] = [
    "The Phenotype",
    "The Bond",
    "The Niche",
    "Active Context",
    "Crystal Pointers",
    "Curiosity Gaps",
    "Emerging Skills",
];
pub const BOND: &str = "Mara reviews every morning in short sentences, wants the reason before the diff, dislikes surprises; \
                    Tam owns refresh tokens and answers quickly.";

pub struct World {
    pub model: Model,
    pub server: Server,
    pub ada: Client,
    pub feed: Feed,
    token: String,
}

impl World {
    pub fn new() -> Self {
        Self::with(&[])
    }

    pub fn with(more: &[&str]) -> Self {
        let model = Model::start();
        let mut flags = vec!["--llm-url", &model.url, "--llm-model", "stub"];
        flags.extend(more);
        let server = Server::start_with(&flags);
        let token = server.token("ada", "worker");
        let ada = server.anonymous().bearer(&token);
        let feed = ada.events("/api/events");
        Self {
            model,
            server,
            ada,
            feed,
            token,
        }
    }

    /// Starts a dream; returns the prompt that the model gets.
    #[track_caller]
    pub fn asks(&self) -> String {
        self.ada.call("mind_dream", &json!({})).ok();
        self.model.asked()
    }

    /// Runs a dream with that answer of the model; returns the fact that ends it.
    #[track_caller]
    pub fn dreams(&self, answer: &str, ends: &str) -> Value {
        self.asks();
        self.model.says(answer);
        mind_fact(&self.feed, "ada", ends)["body"].clone()
    }

    /// Kills the server and restarts it on the same folder.
    fn killed(self) -> Self {
        self.server.signal("KILL");
        let flags = ["--llm-url", &self.model.url, "--llm-model", "stub"];
        let server = Server::start_in(self.server.stop_dead(), &flags);
        let ada = Client::new(&server.base).bearer(&self.token);
        let feed = ada.events("/api/events");
        Self {
            server,
            ada,
            feed,
            ..self
        }
    }
}

/// Returns a document with that Bond, that Active Context and those pointers.
pub fn whole(bond: &str, active: &str, pointers: &str) -> String {
    let text = |section| match section {
        "The Bond" => bond,
        "Active Context" => active,
        "Crystal Pointers" => pointers,
        _ => "- Something that is said here.",
    };
    let sections = SECTIONS.map(|section| format!("## {section}\n\n{}", text(section)));
    sections.join("\n\n")
}

fn long(lines: usize) -> String {
    let lines =
        (0..lines).map(|n| format!("- Step {n} of the migration dry run went as it was planned."));
    lines.collect::<Vec<_>>().join("\n")
}

fn pointers(many: usize) -> String {
    let lines =
        (0..many).map(|n| format!("- Past: the diff, part {n} → search: `Mara reason diff`"));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn a_model_writes_the_document_and_the_header_is_not_its_own() {
    let world = World::new();
    note(&world.ada, "Mara wants the reason before the diff");
    let asked = world.asks();
    assert!(
        asked.contains("Mara wants the reason before the diff"),
        "{asked}"
    );
    let lie = "_Last dream: 1999-01-01 | Mood: furious_";
    let draft = whole(BOND, "- T7 is open.", &pointers(1));
    world.model.says(&format!(
        "```markdown\n# Working Memory State\n\n{lie}\n\n{draft}\n```"
    ));
    let kept = mind_fact(&world.feed, "ada", "dream_kept")["body"].clone();
    assert_eq!(
        [&kept["dreamer"], &kept["note"]],
        [&json!("stub"), &Value::Null]
    );
    let text = document(&world.ada);
    assert!(
        text.contains(BOND) && text.contains("→ search: `Mara reason diff`"),
        "{text}"
    );
    assert!(!text.contains("1999") && !text.contains("```"), "{text}");
    assert_eq!(waiting(&world.ada), Vec::<String>::new());
}

#[test]
fn a_pointer_that_finds_nothing_is_left_out_and_said() {
    let world = World::new();
    note(&world.ada, "Mara wants the reason before the diff");
    let lies = "- Past: the moon landing → search: `Apollo Armstrong Aldrin`\n- Past: the diff → search: `Mara reason diff`";
    let kept = world.dreams(&whole(BOND, "- T7 is open.", lies), "dream_kept");
    let text = document(&world.ada);
    assert!(
        !text.contains("Armstrong") && text.contains("`Mara reason diff`"),
        "{text}"
    );
    let did = kept["did"].to_string();
    assert!(
        did.contains("dropped the pointer to “the moon landing”"),
        "{did}"
    );
    assert_eq!(kept["pointers"].as_array().unwrap().len(), 1, "{kept}");
}

#[test]
fn a_draft_that_fails_a_guard_is_kept_with_its_reason_and_nothing_changes() {
    let world = World::new();
    note(&world.ada, "Mara wants the reason before the diff");
    world.dreams(&whole(BOND, &long(50), ""), "dream_kept");
    note(&world.ada, "Tabs, never spaces");
    let before = (document(&world.ada), waiting(&world.ada));
    let stranger = "Nobody in particular is around here, and whoever was has left for another place altogether.";
    for (guard, says, draft) in [
        (
            "missing_section",
            "Missing section: without The Niche",
            whole(BOND, &long(50), "").replace("## The Niche", "The Niche"),
        ),
        (
            "mass_drop",
            "% of the text kept, at least 50%",
            whole(BOND, &long(5), ""),
        ),
        (
            "eviction_runaway",
            "Eviction runaway: 30 pointers, at most 20",
            whole(BOND, &long(50), &pointers(30)),
        ),
        (
            "empty_synthesis",
            "characters, at least 50",
            SECTIONS.map(|section| format!("## {section}\n")).join("\n"),
        ),
        (
            "bond_drift",
            "% of terms kept, at least 30%",
            whole(stranger, &long(50), ""),
        ),
        (
            "over_budget",
            "characters, at most 8000",
            whole(BOND, &long(400), ""),
        ),
        (
            "missing_section",
            "Missing section: without The Phenotype",
            "<!DOCTYPE html><html><body><h1>502 Bad Gateway</h1></body></html>".into(),
        ),
        (
            "missing_section",
            "Missing section: without The Phenotype",
            "I am sorry, but I cannot help with that.".into(),
        ),
    ] {
        let refused = world.dreams(&draft, "dream_refused");
        let failed = refused["guards"].as_array().unwrap().iter();
        let failed: Vec<&Value> = failed
            .filter(|checked| checked["passed"] == false)
            .collect();
        assert!(
            failed.iter().any(|checked| checked["guard"] == guard),
            "{guard}: {failed:?}"
        );
        let reason = refused["note"].as_str().unwrap();
        assert!(reason.contains(says), "{guard}: {reason}");
        assert_eq!(
            (document(&world.ada), waiting(&world.ada)),
            before,
            "{guard}"
        );
        let got = world.ada.call("dream_get", &json!({})).ok();
        assert_eq!(
            [
                &got["dream"]["status"],
                &got["dream"]["dreamer"],
                &got["dream"]["note"]
            ],
            [&json!("refused"), &json!("stub"), &refused["note"]],
            "{guard}"
        );
        assert_eq!(
            [&got["after"], &got["before"]],
            [&refused["draft"], &json!(before.0)],
            "{guard}"
        );
        assert!(!got["hunks"].as_array().unwrap().is_empty(), "{guard}");
    }
    assert_eq!(dreams(&world.ada).len(), 9);
    // The next dream is unaffected.
    world.dreams(&whole(BOND, &long(50), ""), "dream_kept");
    assert_eq!(waiting(&world.ada), Vec::<String>::new());
}

/// Behaviour of the model's endpoint.
type Answers = fn(&Model);

#[test]
fn where_a_model_gives_nothing_loci_dreams_and_says_why() {
    let world = World::with(&["--llm-timeout", "1"]);
    let answers: [(&str, Answers); 5] = [
        ("status 401", |model| model.refuses(401)),
        ("cannot be read", |model| {
            model.sends("<html><body>Please sign in</body></html>");
        }),
        ("cannot be read", |model| {
            model.sends("{\"choices\": [{\"message\": {\"content\": 7}}]}");
        }),
        ("nothing", |model| model.says("   ")),
        // Hangs.
        ("1 second", |_| {}),
    ];
    for (n, (why, answers)) in answers.into_iter().enumerate() {
        let text = format!("Service alpha{n} moved to host beta{n}");
        note(&world.ada, &text);
        world.asks();
        answers(&world.model);
        let kept = mind_fact(&world.feed, "ada", "dream_kept")["body"].clone();
        assert_eq!(kept["dreamer"], "built-in", "{why}");
        let note = kept["note"].as_str().unwrap();
        assert!(note.contains(why), "{why}: {note}");
        assert!(document(&world.ada).contains(&text), "{why}");
        assert_eq!(dreams(&world.ada)[0]["note"], note);
    }
}

#[test]
fn a_model_is_asked_within_the_budget_of_the_day_and_then_loci_dreams() {
    let world = World::with(&["--model-calls-per-day", "1"]);
    note(&world.ada, "Mara wants the reason before the diff");
    world.dreams(&whole(BOND, "- T7 is open.", ""), "dream_kept");
    note(&world.ada, "Tabs, never spaces");
    world.ada.call("mind_dream", &json!({})).ok();
    let kept = mind_fact(&world.feed, "ada", "dream_kept")["body"].clone();
    assert_eq!(kept["dreamer"], "built-in");
    let note = kept["note"].as_str().unwrap();
    assert!(note.contains("budget of 1 calls a day"), "{note}");
    // The built-in dreamer keeps the model's text about people.
    let text = document(&world.ada);
    assert!(
        text.contains("Mara reviews every morning") && text.contains("Tabs, never spaces"),
        "{text}"
    );
}

#[test]
fn notes_that_come_while_a_model_thinks_wait_for_the_next_dream() {
    let world = World::new();
    note(&world.ada, "Mara wants the reason before the diff");
    world.asks();
    note(&world.ada, "Tabs, never spaces");
    let again = world.ada.call("mind_dream", &json!({})).ok();
    assert_eq!(
        [&again["is_running"], &again["notes"]],
        [&json!(true), &json!(2)]
    );
    let listed = world.ada.call("dream_list", &json!({})).ok();
    assert_eq!(
        [&listed["job"]["state"], &listed["job"]["attempt"]],
        [&json!("running"), &json!(1)]
    );
    assert_eq!(listed["asked"]["by"], "hand");
    world.model.says(&whole(BOND, "- T7 is open.", ""));
    let kept = mind_fact(&world.feed, "ada", "dream_kept")["body"].clone();
    assert_eq!(kept["counts"]["notes"], 1);
    assert_eq!(waiting(&world.ada), ["Tabs, never spaces"]);
    assert_eq!(
        dreams(&world.ada).len(),
        1,
        "the second who asked was given the same one"
    );
    assert!(world.asks().contains("Tabs, never spaces"));
}

#[test]
fn a_dream_of_a_model_that_was_cut_off_by_a_kill_is_dreamt_once() {
    let world = World::new();
    note(&world.ada, "Mara wants the reason before the diff");
    world.asks();
    let world = world.killed();
    world.model.asked();
    let listed = world.ada.call("dream_list", &json!({})).ok();
    assert_eq!(
        [&listed["job"]["state"], &listed["job"]["attempt"]],
        [&json!("running"), &json!(2)]
    );
    assert_eq!(waiting(&world.ada).len(), 1);
    // The interrupted request may still be waiting.
    let draft = whole(BOND, "- T7 is open.", "");
    world.model.says(&draft);
    world.model.says(&draft);
    mind_fact(&world.feed, "ada", "dream_kept");
    assert_eq!(dreams(&world.ada).len(), 1);
    assert_eq!(mind(&world.ada)["version_count"], 1);
    assert_eq!(waiting(&world.ada), Vec::<String>::new());
}

#[test]
fn people_say_which_words_and_which_model_dreams_are_asked_with() {
    let world = World::new();
    let mara = world.server.person("mara", "owner");
    let set = |settings: Value| mara.call("settings_set", &json!({ "settings": settings }));
    for (prompt, lacks) in [
        ("Write something nice.".to_owned(), "{document}"),
        ("{document} {notes}".to_owned(), "{work}"),
        (
            format!("{{document}} {{notes}} {{work}} {}", "x".repeat(40_000)),
            "32 KB",
        ),
    ] {
        let refused = set(json!({ "dream_prompt": prompt }))
            .problem(400, "invalid")
            .to_string();
        assert!(
            refused.contains(lacks) && refused.contains("dream_prompt"),
            "{refused}"
        );
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("dream.md");
    std::fs::write(&file, "FROM A FILE {document} {notes} {work}").unwrap();
    let from_file = World::with(&["--dream-prompt-file", file.to_str().unwrap()]);
    note(&from_file.ada, "Tabs, never spaces");
    assert!(
        from_file
            .asks()
            .starts_with("FROM A FILE (nothing yet) - [")
    );
    let own = "Träume kurz, {agent}.\nOLD {document}\nNOTES {notes}\nWORK {work}";
    set(json!({ "dream_prompt": own, "generation_model": "another" })).ok();
    note(&world.ada, "{document} is no placeholder here");
    let asked = world.asks();
    assert!(
        asked.starts_with("Träume kurz, ada.\nOLD (nothing yet)\nNOTES - ["),
        "{asked}"
    );
    assert!(
        asked.contains("{document} is no placeholder here"),
        "{asked}"
    );
    world.model.says(&whole(BOND, "- T7 is open.", ""));
    assert_eq!(
        mind_fact(&world.feed, "ada", "dream_kept")["body"]["dreamer"],
        "another"
    );
    // An empty model name disables the model.
    set(json!({ "generation_model": "" })).ok();
    world.ada.call("mind_dream", &json!({})).ok();
    let kept = mind_fact(&world.feed, "ada", "dream_kept")["body"].clone();
    assert_eq!(
        [&kept["dreamer"], &kept["note"]],
        [&json!("built-in"), &Value::Null]
    );
}
