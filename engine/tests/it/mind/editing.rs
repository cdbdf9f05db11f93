//! People's changes to a document: edits, locks, restored versions. No dream undoes them.

use engine::mind::dream::ops::CHANGED;
use engine::mind::ops::mind_context::MindContext;
use engine::mind::ops::mind_diff::MindDiff;
use engine::mind::ops::mind_edit::MindEdit;
use engine::mind::ops::mind_lock::MindLock;
use engine::mind::ops::mind_unlock::MindUnlock;
use engine::mind::ops::mind_version_get::MindVersionGet;
use engine::mind::ops::mind_version_restore::MindVersionRestore;
use engine::mind::{NoteKind, Section, document::Document};
use kernel::Code;
use kernel::time::HOUR;
use serde_json::json;

use crate::mind::harness::{World, ada, mara, note};
use crate::mind::hub::Running;

fn edit(number: u32, section: Option<Section>, text: &str) -> MindEdit {
    MindEdit {
        agent: Some("ada".into()),
        text: text.into(),
        section,
        number,
    }
}

fn restore(number: u32) -> MindVersionRestore {
    MindVersionRestore {
        agent: Some("ada".into()),
        number,
        then: None,
    }
}

fn lock(section: Section) -> MindLock {
    let agent = Some("ada".into());
    MindLock { agent, section }
}

async fn noted(running: &Running, text: &str, kind: NoteKind) {
    let note = engine::mind::ops::note_write::NoteWrite {
        kind: Some(kind),
        ..note(text)
    };
    running.ok(&ada(), note).await;
}

#[tokio::test]
async fn a_dream_that_began_before_an_edit_does_not_undo_it() {
    let running = Running::start().await;
    noted(
        &running,
        "Mara wants tabs in every file",
        NoteKind::Preference,
    )
    .await;
    let first = running.dream().await;
    assert!(first.contains("Mara wants tabs"), "{first}");
    noted(&running, "The schema freezes on Friday", NoteKind::Fact).await;
    let draft = running.draft().await;
    let bond = "- Mara wants spaces, and says so twice.";
    let edited = running
        .ok(&mara(), edit(1, Some(Section::Bond), bond))
        .await;
    assert_eq!(edited.number, 2);
    let error = running.write(draft).await.unwrap_err();
    assert_eq!(error.extra.reason.as_deref(), Some(CHANGED));
    running.wait(HOUR);
    let next = running.dream().await;
    let shown = Document::read(&next);
    let bond_now = shown.text(Section::Bond).unwrap();
    assert!(bond_now.contains(bond), "{next}");
    assert!(!bond_now.contains("Mara wants tabs"), "{next}");
    assert!(next.contains("The schema freezes on Friday"), "{next}");
    // The same with an earlier version restored during the dream.
    let draft = running.draft().await;
    running.ok(&mara(), restore(1)).await;
    let error = running.write(draft).await.unwrap_err();
    assert_eq!(error.extra.reason.as_deref(), Some(CHANGED));
    assert_eq!(running.mind("ada").await.text(), &*first);
}

#[tokio::test]
async fn a_locked_section_stays_byte_for_byte() {
    let running = Running::start().await;
    noted(
        &running,
        "Mara wants tabs in every file",
        NoteKind::Preference,
    )
    .await;
    running.dream().await;
    let odd = "Keep  this:\n\n* odd   spacing \n\t- and a tab\n\n> as it is";
    running.ok(&mara(), edit(1, Some(Section::Bond), odd)).await;
    // Locked during a dream.
    noted(
        &running,
        "Mara wants no semicolons either",
        NoteKind::Preference,
    )
    .await;
    let draft = running.draft().await;
    let locked = running.ok(&mara(), lock(Section::Bond)).await;
    assert_eq!(locked.locked, [Section::Bond]);
    assert_eq!(running.write(draft).await.unwrap().refused, None);
    let bond = |text: &str| {
        let document = Document::read(text);
        document.text(Section::Bond).unwrap().to_owned()
    };
    assert_eq!(bond(running.mind("ada").await.text()), odd);
    for n in 0..3 {
        running.wait(HOUR);
        let text = format!("Mara prefers the short form, number {n}");
        noted(&running, &text, NoteKind::Preference).await;
        assert_eq!(bond(&running.dream().await), odd);
    }
    let before = running.head();
    running.ok(&mara(), lock(Section::Bond)).await;
    assert_eq!(running.head(), before, "to lock it again is nothing new");
    let unlock = MindUnlock {
        agent: Some("ada".into()),
        section: Section::Bond,
    };
    let unlocked = running.ok(&mara(), unlock).await;
    assert_eq!(unlocked.locked, []);
}

#[tokio::test]
async fn every_version_is_as_it_was_written_and_can_come_back() {
    let mut running = Running::start().await;
    let texts = [
        "# One\n\ntabs\n",
        "# Two\n\nspaces  \n\n\n",
        "# One\n\ntabs\nand more",
    ];
    for (number, text) in (0..).zip(texts) {
        let edited = running.ok(&mara(), edit(number, None, text)).await;
        assert_eq!(edited.number, number + 1);
    }
    running.restart().await;
    let get = |number| MindVersionGet {
        agent: None,
        number,
    };
    for (number, text) in (1..).zip(texts) {
        let shown = running.ok(&ada(), get(number)).await;
        assert_eq!((&*shown.text, shown.row.number), (text, number));
        assert_eq!(shown.row.chars as usize, text.chars().count());
    }
    let diff = |from, to| MindDiff {
        agent: None,
        from,
        to,
    };
    let shown = running.ok(&ada(), diff(1, None)).await;
    assert_eq!((shown.from.number, shown.to.number), (1, 3));
    assert_eq!((shown.added, shown.removed, shown.hunks.len()), (1, 0, 1));
    let shown = running.ok(&ada(), diff(3, Some(2))).await;
    assert_eq!((shown.from.number, shown.to.number), (3, 2));
    assert!(shown.added > 0 && shown.removed > 0);
    // The restored version equals the current one.
    let restored = running.ok(&mara(), restore(2)).await;
    assert_eq!(restored.number, 4);
    let shown = running.ok(&ada(), diff(2, None)).await;
    assert_eq!((shown.to.number, shown.to.of), (4, Some(2)));
    assert!(shown.hunks.is_empty() && shown.added == 0 && shown.removed == 0);
    assert_eq!(&*running.ok(&ada(), get(4)).await.text, texts[1]);
    // Already the current text.
    let before = running.head();
    assert_eq!(running.ok(&mara(), restore(2)).await.number, 4);
    assert_eq!(running.head(), before);
    for number in [0, 5, u32::MAX] {
        let errors = [
            running.refused(&mara(), restore(number)).await,
            running.refused(&ada(), get(number)).await,
            running.refused(&ada(), diff(number, None)).await,
            running.refused(&ada(), diff(1, Some(number))).await,
        ];
        let pointers = ["/number", "/number", "/from", "/to"];
        for (error, pointer) in errors.iter().zip(pointers) {
            assert_eq!(error.code, Code::NotFound, "{number}");
            assert_eq!(error.extra.fields[0].pointer, pointer);
        }
    }
}

#[test]
fn an_edit_says_which_version_it_is_of() {
    let mut world = World::empty();
    world.ok(&ada(), note("a"));
    let first = world.ok(&mara(), edit(0, None, "# Mine\r\n\r\ntabs\r"));
    assert_eq!(first.number, 1);
    assert_eq!(world.mind("ada").text(), "# Mine\n\ntabs\n");
    for number in [0, 2, u32::MAX] {
        let error = world.refused(&mara(), edit(number, None, "# Other"));
        assert_eq!(error.extra.reason.as_deref(), Some("moved"), "{error:?}");
        assert_eq!(error.extra.current, Some(1));
    }
    // Concurrent edits: the second person gets an error, and loses nothing.
    world.ok(&mara(), edit(1, None, "# Mine\n\nspaces\n"));
    let error = world.refused(&mara(), edit(1, None, "# Mine\n\nboth\n"));
    assert_eq!(error.extra.current, Some(2));
    // An edit without a change creates no version.
    let facts = world.facts.len();
    assert_eq!(
        world
            .ok(&mara(), edit(2, None, "# Mine\n\nspaces\n"))
            .number,
        2
    );
    assert_eq!(world.facts.len(), facts);
    world.check_folds();
}

#[test]
fn what_cannot_be_a_document_is_refused_and_leaves_nothing() {
    let mut world = World::empty();
    world.ok(&ada(), note("a"));
    let long = "x".repeat(300_000);
    for (op, code, pointer) in [
        (edit(0, None, ""), Code::Invalid, "/text"),
        (edit(0, None, " \n\t\n"), Code::Invalid, "/text"),
        (edit(0, None, "a\u{1b}[31mred"), Code::Invalid, "/text"),
        (edit(0, None, "a\u{0}"), Code::Invalid, "/text"),
        (edit(0, None, &long), Code::TooLarge, "/text"),
        (
            edit(0, Some(Section::Bond), "a\n## Active Context\nb"),
            Code::Invalid,
            "/text",
        ),
    ] {
        let error = world.refused(&mara(), op);
        assert_eq!(
            (error.code, error.extra.fields[0].pointer.as_str()),
            (code, pointer)
        );
    }
    for wrong in [
        json!({"agent": "ada", "number": 0, "text": "a", "section": "soul"}),
        json!({"agent": "ada", "number": -1, "text": "a"}),
        json!({"agent": "ada", "number": "one", "text": "a"}),
        json!({"agent": "ada", "text": "a"}),
        json!({"agent": "ada", "number": 0}),
        json!({"agent": "ada", "number": 0, "text": ["a"]}),
    ] {
        serde_json::from_value::<MindEdit>(wrong).unwrap_err();
    }
    // An emptied section is kept.
    world.ok(&mara(), edit(0, Some(Section::Bond), ""));
    let mind = world.mind("ada");
    assert_eq!(Document::read(mind.text()).text(Section::Bond), Some(""));
}

#[test]
fn a_text_without_sections_is_edited_as_a_whole() {
    let mut world = World::empty();
    world.ok(&ada(), note("a"));
    world.ok(&mara(), edit(0, None, "# My notes\n\ntabs"));
    let error = world.refused(&mara(), edit(1, Some(Section::Bond), "a"));
    assert_eq!(error.extra.fields[0].pointer, "/section");
    let shown = world.ok(&ada(), MindContext::default());
    assert_eq!(shown.number, Some(1));
}

#[tokio::test]
async fn however_much_people_write_dreams_go_on_beside_it() {
    for section in [Some(Section::Bond), None] {
        let running = Running::start().await;
        let rule = |n: usize| format!("- rule number {n} of the house, which a person wrote");
        let rules: Vec<String> = (0..400).map(rule).collect();
        let text = rules.join("\n");
        running.ok(&mara(), edit(0, section, &text)).await;
        // A text without the standard headings is absorbed gradually by dreams.
        for n in 0..8 {
            running.wait(HOUR);
            let fact = format!("The schema freezes on day {n}");
            noted(&running, &fact, NoteKind::Fact).await;
            assert!(running.dream().await.contains(&fact), "{section:?}");
        }
        let mind = running.mind("ada").await;
        assert!(mind.notes.is_empty());
        for rule in rules {
            assert!(mind.text().contains(&rule), "{rule}");
        }
        // A locked section of any length does not prevent it either.
        running.ok(&mara(), lock(Section::Bond)).await;
        noted(&running, "The guide comes last", NoteKind::Decision).await;
        assert!(running.dream().await.contains("The guide comes last"));
    }
}

#[tokio::test]
async fn what_a_dream_wrote_is_no_persons_because_it_came_back() {
    let running = Running::start().await;
    noted(&running, "Mara wants tabs", NoteKind::Preference).await;
    let first = running.dream().await;
    let theirs = "- Mara is called Mara, a person says.";
    running
        .ok(&mara(), edit(1, Some(Section::Bond), theirs))
        .await;
    running.ok(&mara(), restore(1)).await;
    let mind = running.mind("ada").await;
    assert_eq!(mind.text(), &*first);
    assert!(mind.marks.written.is_empty(), "{:?}", mind.marks.written);
    running.ok(&mara(), restore(2)).await;
    let mind = running.mind("ada").await;
    let written: Vec<&str> = mind.marks.written.iter().map(|line| &**line).collect();
    assert_eq!(written, [theirs]);
}

#[tokio::test]
async fn what_stands_below_a_persons_heading_stays_there() {
    let running = Running::start().await;
    noted(&running, "Mara wants tabs", NoteKind::Preference).await;
    running.dream().await;
    let theirs = "### Mara\n- likes tabs\n\n### Tom\n- likes spaces\n\nBoth like tests.";
    running
        .ok(&mara(), edit(1, Some(Section::Bond), theirs))
        .await;
    for n in 0..3 {
        running.wait(HOUR);
        noted(&running, &format!("Fact number {n}"), NoteKind::Fact).await;
        let text = running.dream().await;
        let document = Document::read(&text);
        let bond: Vec<&str> = document
            .text(Section::Bond)
            .unwrap()
            .lines()
            .filter(|line| theirs.contains(line) && !line.is_empty())
            .collect();
        let expected: Vec<&str> = theirs.lines().filter(|line| !line.is_empty()).collect();
        assert_eq!(bond, expected, "{text}");
    }
}

#[tokio::test]
async fn a_block_of_code_that_is_not_closed_is_refused_and_stops_no_dream() {
    let running = Running::start().await;
    noted(&running, "Mara wants tabs", NoteKind::Preference).await;
    let first = running.dream().await;
    let open = first.replace("## The Niche", "```sh\nls\n\n## The Niche");
    let error = running.refused(&mara(), edit(1, None, &open)).await;
    assert_eq!(error.extra.fields[0].pointer, "/text");
    assert!(error.extra.fields[0].detail.contains('`'), "{error:?}");
    // An unclosed code block from before is closed at the end of its section.
    let mut document = Document::read(&first);
    document.set(Section::Bond, "- mine\n```sh\nls");
    let again = Document::read(&document.to_string());
    assert_eq!(again.sections.len(), document.sections.len());
    assert_eq!(again.text(Section::Bond), Some("- mine\n```sh\nls\n```"));
}
