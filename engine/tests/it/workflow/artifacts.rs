//! Artifacts: immutable versions, and the parts of them that reads return.

use engine::numbers::{ArtifactNo, Ref, TaskNo};
use engine::workflow::diff::Tag;
use engine::workflow::ops::artifact_diff::ArtifactDiff;
use engine::workflow::ops::artifact_get::{ArtifactGet, Encoding};
use engine::workflow::ops::artifact_list::ArtifactList;
use engine::workflow::ops::artifact_record::{ArtifactRecord, sha256};
use engine::workflow::shared::{ArtifactKind, Place};
use kernel::ports::blobs::Content;

use crate::workflow::harness::{Breaking, World, person, task, word, worker};
use crate::workflow::memories::Memories;

const PATH: &str = "src/token.rs";

pub fn made(world: &World, content: Option<&str>) -> ArtifactRecord {
    ArtifactRecord {
        workflow: world.workflow(),
        kind: ArtifactKind::Code,
        path: PATH.into(),
        description: None,
        associated_task: None,
        content: content.map(|text| Content::Text(text.into())),
        checksum: content.is_none().then(|| "ab".repeat(32)),
        commit: None,
    }
}

pub fn record(world: &mut World, content: &str) -> ArtifactNo {
    let op = made(world, Some(content));
    world.ok(&worker(), op).artifact.id
}

#[test]
fn versions_count_by_path_and_the_same_content_is_none() {
    let mut world = World::new();
    let mut op = made(&world, Some("one\n"));
    op.description = Some("Tokens".into());
    let first = world.ok(&worker(), op).artifact;
    assert_eq!((first.version, first.place.clone()), (1, Place::Fact));
    assert_eq!(first.checksum, Some(sha256(b"one\n")));
    assert_eq!((first.bytes, first.excerpt.as_str()), (Some(4), "one\n"));
    let facts = world.facts.len();
    let op = made(&world, Some("one\n"));
    let again = world.ok(&worker(), op);
    assert!(again.unchanged);
    assert_eq!((again.artifact.id, world.facts.len()), (first.id, facts));
    let op = made(&world, Some("two\n"));
    let second = world.ok(&worker(), op);
    assert!(!second.unchanged);
    assert_eq!(
        (
            second.artifact.version,
            second.artifact.description.as_str()
        ),
        (2, "Tokens")
    );
    let mut op = made(&world, Some("two\n"));
    op.path = "src/other.rs".into();
    assert_eq!(world.ok(&worker(), op).artifact.version, 1);
}

#[test]
fn a_reference_becomes_a_version_with_content_when_the_content_comes() {
    let mut world = World::new();
    let mut op = made(&world, None);
    op.checksum = Some(format!("sha256:{}", sha256(b"one\n").to_uppercase()));
    op.commit = Some("4f1c".into());
    let by_reference = world.ok(&worker(), op.clone()).artifact;
    assert_eq!(
        (by_reference.place, by_reference.bytes),
        (Place::Path, None)
    );
    assert!(world.ok(&worker(), op).unchanged);
    let op = made(&world, Some("one\n"));
    let with_content = world.ok(&worker(), op);
    assert!(!with_content.unchanged);
    assert_eq!(with_content.artifact.version, 2);
}

#[test]
fn a_file_that_stays_where_it_is_needs_no_checksum() {
    let mut world = World::new();
    let mut op = made(&world, None);
    op.checksum = None;
    op.description = Some("Tokens".into());
    let first = world.ok(&worker(), op.clone()).artifact;
    assert_eq!((first.version, first.checksum), (1, None));
    assert_eq!((first.place, first.bytes), (Place::Path, None));
    assert!(world.ok(&worker(), op.clone()).unchanged);
    op.commit = Some("4f1c".into());
    assert_eq!(world.ok(&worker(), op.clone()).artifact.version, 2);
    op.description = Some("Tokens and keys".into());
    assert_eq!(world.ok(&worker(), op).artifact.version, 3);
    record(&mut world, "one\n");
    let mut op = made(&world, None);
    op.checksum = None;
    assert_eq!(world.ok(&worker(), op).artifact.version, 5);
}

#[test]
fn what_is_wrong_with_an_artifact_is_named() {
    let mut world = World::new();
    let broken: &[Breaking<ArtifactRecord>] = &[
        ("/path", |op| op.path = String::new()),
        ("/path", |op| op.path = " a".into()),
        ("/checksum", |op| op.checksum = Some("12".into())),
        ("/checksum", |op| op.checksum = Some("0".repeat(64))),
        ("/associated_task", |op| op.associated_task = Some(task(3))),
    ];
    for (pointer, breaks) in broken {
        let mut op = made(&world, Some("one"));
        breaks(&mut op);
        assert_eq!(
            world.refused(&worker(), op).extra.fields[0].pointer,
            *pointer
        );
    }
    let sent: Result<ArtifactRecord, _> = serde_json::from_value(serde_json::json!({
        "workflow": world.workflow(), "type": "code", "path": "a",
        "content": {"sha256": "0".repeat(64), "bytes": 1, "excerpt": ""},
    }));
    assert!(sent.is_err(), "nobody can send the address of a blob");
}

#[test]
fn contents_come_from_facts_and_blobs() {
    let mut world = World::new();
    record(&mut world, "one\n");
    let noise = vec![0xff, 0xfe, 0x00];
    let mut op = made(&world, None);
    op.checksum = None;
    op.content = Some(Content::Blob {
        sha256: sha256(&noise),
        bytes: 3,
        excerpt: String::new(),
    });
    let in_blob = world.ok(&worker(), op).artifact;
    assert_eq!((in_blob.place, in_blob.bytes), (Place::Blob, Some(3)));
    let mut op = made(&world, None);
    op.path = "elsewhere".into();
    world.ok(&worker(), op);
    let services = Memories::of(&world).with_blob(&sha256(&noise), noise);
    let get = |path: &str, version| ArtifactGet {
        workflow: Some(world.workflow()),
        path: Some(path.into()),
        version,
        ..ArtifactGet::default()
    };
    let ask = |op| services.ask(world.now, &person(), op);
    let first = ask(get(PATH, Some(1))).unwrap();
    assert_eq!(
        (first.content.as_deref(), first.encoding),
        (Some("one\n"), Some(Encoding::Utf8))
    );
    assert_eq!((first.artifact.version, first.newest), (1, 2));
    let newest = ask(get(PATH, None)).unwrap();
    assert_eq!(
        (newest.content.as_deref(), newest.encoding),
        (Some("//4A"), Some(Encoding::Base64))
    );
    assert_eq!(ask(get("elsewhere", None)).unwrap().content, None);
    assert_eq!(word(&ask(get(PATH, Some(3))).unwrap_err()), "not_found");
    assert_eq!(word(&ask(get("nowhere", None)).unwrap_err()), "not_found");
    let named = ArtifactGet {
        artifact: Some(Ref {
            workflow: Some(world.workflow()),
            number: ArtifactNo(1),
        }),
        ..ArtifactGet::default()
    };
    assert_eq!(ask(named).unwrap().artifact.id, ArtifactNo(1));
}

#[test]
fn lists_show_the_newest_versions_page_by_page() {
    let mut world = World::new();
    world.add_after("Tokens", &[]);
    for (path, content, of) in [
        ("src/a.rs", "1", None),
        ("src/b.rs", "1", Some(task(1))),
        ("src/a.rs", "2", None),
        ("docs/c.md", "1", None),
    ] {
        let mut op = made(&world, Some(content));
        op.path = path.into();
        op.associated_task = of;
        world.ok(&worker(), op);
    }
    let services = Memories::of(&world);
    let list = |change: fn(&mut ArtifactList)| {
        let mut op = ArtifactList {
            workflow: world.workflow(),
            task: None,
            path: None,
            all_versions: false,
            limit: None,
            cursor: None,
        };
        change(&mut op);
        services.ask(world.now, &person(), op).unwrap()
    };
    let numbers = |page: &kernel::page::Page<engine::workflow::shared::Artifact>| {
        page.items.iter().map(|item| item.id.0).collect::<Vec<_>>()
    };
    assert_eq!(numbers(&list(|_| {})), [4, 3, 2]);
    assert_eq!(numbers(&list(|op| op.all_versions = true)), [4, 3, 2, 1]);
    assert_eq!(numbers(&list(|op| op.path = Some("src/".into()))), [3, 2]);
    assert_eq!(numbers(&list(|op| op.task = Some(task(1)))), [2]);
    let first = list(|op| op.limit = Some(2));
    assert_eq!((numbers(&first), first.total), (vec![4, 3], Some(3)));
    assert_eq!(first.next_cursor.as_deref(), Some("A3"));
    let rest = list(|op| op.cursor = Some("A3".into()));
    assert_eq!((numbers(&rest), rest.next_cursor), (vec![2], None));
    assert_eq!(
        world
            .state()
            .artifacts
            .find(ArtifactNo(2))
            .unwrap()
            .associated_task,
        Some(TaskNo(1))
    );
}

#[test]
fn a_difference_is_told_in_lines_and_as_text() {
    let mut world = World::new();
    let old: Vec<String> = (1..=20).map(|n| format!("line {n}")).collect();
    let mut new = old.clone();
    new[9] = "line ten".into();
    new.insert(10, "line ten and a half".into());
    record(&mut world, &old.join("\n"));
    record(&mut world, &new.join("\n"));
    let services = Memories::of(&world);
    let newest = ArtifactDiff {
        workflow: Some(world.workflow()),
        path: Some(PATH.into()),
        ..ArtifactDiff::default()
    };
    let change = services.ask(world.now, &person(), newest.clone()).unwrap();
    assert_eq!(
        (change.added, change.removed, change.hunks.len()),
        (2, 1, 1)
    );
    let hunk = &change.hunks[0];
    assert_eq!(
        (
            hunk.old_start,
            hunk.old_lines,
            hunk.new_start,
            hunk.new_lines
        ),
        (7, 7, 7, 8)
    );
    let marked: Vec<_> = hunk
        .lines
        .iter()
        .filter(|line| line.tag != Tag::Equal)
        .map(|line| (line.tag, line.old, line.new, line.text.as_str()))
        .collect();
    assert_eq!(
        marked,
        [
            (Tag::Removed, Some(10), None, "line 10"),
            (Tag::Added, None, Some(10), "line ten"),
            (Tag::Added, None, Some(11), "line ten and a half"),
        ]
    );
    assert!(
        change.text.starts_with(
            "--- src/token.rs (version 1)\n+++ src/token.rs (version 2)\n@@ -7,7 +7,8 @@\n line 7\n"
        ),
        "{}",
        change.text
    );
    let first = ArtifactDiff {
        to: Some(1),
        ..newest.clone()
    };
    let whole = services.ask(world.now, &person(), first).unwrap();
    assert_eq!((whole.from, whole.added, whole.removed), (None, 20, 0));
    let backwards = ArtifactDiff {
        workflow: Some(world.workflow()),
        from_artifact: Some(Ref::local(ArtifactNo(2))),
        to_artifact: Some(Ref::local(ArtifactNo(1))),
        ..ArtifactDiff::default()
    };
    let back = services.ask(world.now, &person(), backwards).unwrap();
    assert_eq!((back.added, back.removed), (1, 2));
    let same = ArtifactDiff {
        from: Some(2),
        to: Some(2),
        ..newest
    };
    let nothing = services.ask(world.now, &person(), same).unwrap();
    assert_eq!((nothing.text.as_str(), nothing.hunks.len()), ("", 0));
}

#[test]
fn what_has_no_lines_is_not_compared() {
    let mut world = World::new();
    record(&mut world, "one\n");
    record(&mut world, "nul \0 inside");
    let mut op = made(&world, None);
    op.commit = Some("4f1c".into());
    world.ok(&worker(), op);
    let services = Memories::of(&world);
    for (from, to, why) in [(1, 2, "binary"), (1, 3, "no_content")] {
        let op = ArtifactDiff {
            workflow: Some(world.workflow()),
            path: Some(PATH.into()),
            from: Some(from),
            to: Some(to),
            ..ArtifactDiff::default()
        };
        assert_eq!(
            word(&services.ask(world.now, &person(), op).unwrap_err()),
            why
        );
    }
}
