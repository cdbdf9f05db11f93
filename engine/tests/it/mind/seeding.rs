//! Seeding of a mind from an existing text: unchanged, once, whole, and absorbed gradually.

use std::sync::Arc;

use engine::crystal::{Core, Lifecycle, of_mind};
use engine::mind::budget::Budget;
use engine::mind::document::Document;
use engine::mind::dream::ops::dream_draft::DreamDraft;
use engine::mind::inject::inject;
use engine::mind::mood::rest;
use engine::mind::ops::mind_context::MindContext;
use engine::mind::ops::mind_seed::MindSeed;
use engine::mind::ops::mind_version_get::MindVersionGet;
use engine::mind::ops::note_write::NoteWrite;
use engine::mind::{NoteKind, Section};
use kernel::time::HOUR;
use kernel::{Actor, Code, Role};

use crate::mind::harness::{ada, lead, mara, note};
use crate::mind::hub::{BEGIN, Running};
use crate::mind::ports::Plain;

fn seed(markdown: &str) -> MindSeed {
    MindSeed {
        markdown: markdown.into(),
        ..MindSeed::default()
    }
}

async fn core(running: &Running) -> Arc<Core> {
    running.hub.state::<Core>(&of_mind("ada")).await.unwrap().0
}

fn long(lines: usize) -> String {
    let lines = (0..lines).map(|n| format!("- house rule number {n}: never forget rule {n}"));
    format!(
        "# My own notes\n\n{}\n",
        lines.collect::<Vec<_>>().join("\n")
    )
}

#[tokio::test]
async fn a_seed_is_version_one_and_a_memory_in_parts() {
    let running = Running::start().await;
    let text = long(300);
    let theirs = MindSeed {
        agent: Some("ada".into()),
        ..seed(&text)
    };
    let seeded = running.ok(&mara(), theirs).await;
    assert_eq!((seeded.agent.as_str(), seeded.number), ("ada", 1));
    let mind = running.mind("ada").await;
    assert_eq!((mind.text(), mind.seed), (text.as_str(), Some(1)));
    let core = core(&running).await;
    assert_eq!(core.crystals.len(), seeded.crystals as usize);
    assert!(seeded.crystals > 5, "{}", seeded.crystals);
    for crystal in core.crystals.values() {
        assert_eq!(crystal.life().lifecycle(BEGIN), Lifecycle::Consolidated);
        assert_eq!(crystal.recalls, 0, "nobody recalled it yet");
    }
    // Only once, for any caller, even if the document has changed since.
    for actor in [ada(), lead(), mara()] {
        let again = MindSeed {
            agent: Some("ada".into()),
            ..seed("other")
        };
        let error = running.refused(&actor, again).await;
        assert_eq!(error.extra.reason.as_deref(), Some("seeded"));
    }
    running.dream().await;
    let error = running.refused(&ada(), seed("other")).await;
    assert_eq!(error.extra.reason.as_deref(), Some("seeded"));
}

#[tokio::test]
async fn a_mind_with_a_document_is_not_seeded_and_others_minds_are_not_either() {
    let running = Running::start().await;
    for role in [Role::Worker, Role::Reviewer, Role::Librarian] {
        let other = MindSeed {
            agent: Some("ada".into()),
            ..seed("mine now")
        };
        let error = running.refused(&Actor::new("bob", role), other).await;
        assert_eq!(error.code, Code::NotFound);
    }
    let viewer = running
        .refused(&Actor::new("vera", Role::Observer), seed("a"))
        .await;
    assert_eq!(viewer.code, Code::Forbidden);
    running.ok(&ada(), note("Mara prefers tabs")).await;
    running.dream().await;
    let error = running.refused(&ada(), seed("too late")).await;
    assert_eq!(error.extra.reason.as_deref(), Some("has_document"));
}

#[tokio::test]
async fn what_an_agent_began_its_mind_with_keeps_no_persons_text_from_it() {
    for dreams in 0..3 {
        let running = Running::start().await;
        running
            .ok(&ada(), seed("# Mine\n\nI like small steps."))
            .await;
        for _ in 0..dreams {
            running.ok(&ada(), note("Mara prefers tabs")).await;
            running.dream().await;
        }
        let theirs = || MindSeed {
            agent: Some("ada".into()),
            ..seed("# House\n\n- No meetings on Fridays.\n")
        };
        // By neither another agent nor the agent itself.
        for actor in [ada(), crate::mind::harness::lead()] {
            let error = running.refused(&actor, theirs()).await;
            assert_eq!(error.extra.reason.as_deref(), Some("seeded"));
        }
        let seeded = running.ok(&mara(), theirs()).await;
        assert!(seeded.number > 1 && seeded.crystals > 0, "{seeded:?}");
        let mind = running.mind("ada").await;
        let text = mind.text();
        assert!(
            text.starts_with("# House\n\n- No meetings on Fridays."),
            "{text}"
        );
        assert!(text.contains("I like small steps."), "{text}");
        let error = running.refused(&mara(), theirs()).await;
        assert_eq!(error.extra.reason.as_deref(), Some("seeded"));
        for _ in 0..3 {
            running.ok(&ada(), note("Tom prefers spaces")).await;
            let text = running.dream().await;
            assert!(text.contains("No meetings on Fridays."), "{text}");
        }
    }
}

#[tokio::test]
async fn the_first_dream_writes_below_and_later_ones_take_over() {
    let running = Running::start().await;
    let text = long(120);
    running.ok(&ada(), seed(&text)).await;
    let prefers = NoteWrite {
        kind: Some(NoteKind::Preference),
        ..note("Mara wants tabs")
    };
    running.ok(&ada(), prefers).await;
    let first = running.dream().await;
    assert!(first.starts_with(text.trim_end()), "{first}");
    let below = &first[text.trim_end().len()..];
    assert!(
        below
            .trim_start()
            .starts_with("---\n\n<!-- Dream-generated"),
        "{below}"
    );
    assert!(below.contains("\n\n## Dream-Generated\n\n# Working Memory State\n"));
    assert!(below.contains("Mara wants tabs"));
    let mut before = Document::read(&first).before.len();
    let mut dreams = 0;
    while before > 0 {
        running.wait(3 * HOUR);
        let now = running.dream().await;
        let left = Document::read(&now).before.len();
        assert!(left < before, "each dream takes something over");
        before = left;
        dreams += 1;
    }
    assert!(dreams > 2, "{dreams} is not gradual");
    // The text is still available unchanged.
    let get = MindVersionGet {
        agent: None,
        number: 1,
    };
    assert_eq!(*running.ok(&ada(), get).await.text, *text);
}

#[tokio::test]
async fn odd_texts_are_taken_whole_and_can_be_dreamt_of() {
    let words: Vec<String> = (0..30_000).map(|n| format!("w{n}")).collect();
    let headings: Vec<String> = (0..4_000).map(|n| format!("## Heading {n}")).collect();
    for (name, text) in [
        (
            "line ends",
            "# Mine\r\n\r\n- tabs\r\n- no semicolons\r\n".to_owned(),
        ),
        ("a mark of order", "\u{feff}# Mine\n\n- tabs".to_owned()),
        ("a single line", words.join(" ")),
        ("headings", headings.join("\n\n")),
        (
            "code that is open",
            "# Mine\n\n```sh\ncargo test".to_owned(),
        ),
        (
            "our headings",
            "## The Bond\n\nMara\n\n## Active Context\n\n- T7".to_owned(),
        ),
        (
            "a divider",
            "mine\n\n---\n\n## Dream-Generated\n\nalso mine".to_owned(),
        ),
        ("control characters", "a\u{1b}[31mred\u{7}\tb".to_owned()),
    ] {
        let running = Running::start().await;
        let seeded = running.ok(&ada(), seed(&text)).await;
        assert_eq!(running.mind("ada").await.text(), text, "{name}");
        assert!(seeded.crystals > 0, "{name}");
        let shown = running.ok(&ada(), MindContext::default()).await;
        assert!(shown.text.chars().count() <= shown.budget.chars, "{name}");
        running
            .ok(&ada(), note("Mara prefers tabs in every file"))
            .await;
        let dreamt = running.dream().await;
        let document = Document::read(&dreamt);
        for section in Section::ALL {
            assert!(
                document.text(section).is_some(),
                "{name}: {}",
                section.title()
            );
        }
        let said: Vec<&str> = dreamt.split_whitespace().collect();
        let said: std::collections::BTreeSet<&str> = said.into_iter().collect();
        for word in text.split_whitespace() {
            assert!(said.contains(word), "{name}: {word} is lost");
        }
        let mind = running.mind("ada").await;
        for window in [8_000, 200_000] {
            let budget = Budget::of_window(window);
            let shown = inject(&mind, "ada", budget, &rest(), &Plain);
            assert!(budget.holds(&shown.text, &Plain), "{name} at {window}");
        }
    }
}

#[tokio::test]
async fn what_is_too_long_or_blank_is_refused_and_nothing_is_lost() {
    let running = Running::start().await;
    let lines = "- one of very many lines\n".repeat(200_000);
    for (text, code) in [
        (lines, Code::TooLarge),
        ("x".repeat(5_000_000), Code::TooLarge),
        ("# h\n".repeat(80_000), Code::TooLarge),
        (String::new(), Code::Invalid),
        ("\r\n \t\r\n".repeat(1_000), Code::Invalid),
        ("\u{feff}".to_owned(), Code::Invalid),
    ] {
        let error = running.refused(&ada(), seed(&text)).await;
        assert_eq!(
            (error.code, error.extra.fields[0].pointer.as_str()),
            (code, "/markdown")
        );
    }
    // It can still be seeded.
    running.ok(&ada(), seed("# Mine\n\ntabs")).await;
}

#[tokio::test]
async fn a_seed_of_one_large_table_is_taken_over_too() {
    let running = Running::start().await;
    let row = |n: usize| format!("| sheet {n} | of the volume | was scanned on the large table |");
    let table: Vec<String> = (0..350).map(row).collect();
    running.ok(&ada(), seed(&table.join("\n"))).await;
    for _ in 0..6 {
        running.wait(HOUR);
        running.dream().await;
    }
    let left = Document::read(running.mind("ada").await.text()).before;
    assert!(left.len() < table.join("\n").len() / 2, "{}", left.len());
}

#[tokio::test]
async fn a_models_first_dream_makes_no_sections_of_its_own() {
    let running = Running::start().await;
    running
        .ok(&ada(), seed("# Mine\n\nTabs, never spaces.\n"))
        .await;
    let sections =
        Section::ALL.map(|section| format!("## {}\n\nsomething said here", section.title()));
    let text = format!(
        "# Working Memory State\n\nplanted\n\n{}\n\n## Planted\n\nobey",
        sections.join("\n\n")
    );
    let draft = DreamDraft {
        agent: "ada".into(),
        text: Some(text.into()),
        notes_until: None,
    };
    let draft = running.ok(&Actor::system(), draft).await;
    assert!(draft.text.contains("Tabs, never spaces."), "{}", draft.text);
    for planted in ["planted", "Planted", "obey"] {
        assert!(!draft.text.contains(planted), "{}", draft.text);
    }
}
