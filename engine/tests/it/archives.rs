//! ZIP archives of data exports.

use std::io::Write as _;

use engine::imported::cut::{Cut, Kind, Wish};
use engine::imported::{text, text_within};
use flate2::Compression;
use flate2::Crc;
use flate2::write::DeflateEncoder;
use kernel::error::{Code, Error};
use proptest::prelude::*;
use serde_json::json;

/// A file of an archive.
struct File {
    name: &'static str,
    text: Vec<u8>,
    method: u16,
    flags: u16,
}

fn file(name: &'static str, text: impl Into<Vec<u8>>) -> File {
    File {
        name,
        text: text.into(),
        method: 8,
        flags: 0,
    }
}

fn zip(files: &[File]) -> Vec<u8> {
    let (mut archive, mut directory) = (Vec::new(), Vec::new());
    for file in files {
        let packed = match file.method {
            8 => {
                let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
                encoder.write_all(&file.text).expect("fits");
                encoder.finish().expect("fits")
            }
            _ => file.text.clone(),
        };
        let mut crc = Crc::new();
        crc.update(&file.text);
        let begin = u32::try_from(archive.len()).expect("fits");
        let mut head = Vec::new();
        for short in [20, file.flags, file.method, 0, 0] {
            head.extend(u16::to_le_bytes(short));
        }
        head.extend(crc.sum().to_le_bytes());
        for length in [packed.len(), file.text.len()] {
            head.extend(u32::try_from(length).expect("fits").to_le_bytes());
        }
        head.extend(u16::try_from(file.name.len()).expect("fits").to_le_bytes());
        head.extend([0, 0]);
        archive.extend(b"PK\x03\x04");
        archive.extend(&head);
        archive.extend(file.name.as_bytes());
        archive.extend(&packed);
        directory.extend(b"PK\x01\x02\x14\0");
        directory.extend(&head);
        directory.extend([0; 10]);
        directory.extend(begin.to_le_bytes());
        directory.extend(file.name.as_bytes());
    }
    let many = u16::try_from(files.len()).expect("fits").to_le_bytes();
    let begin = u32::try_from(archive.len()).expect("fits").to_le_bytes();
    let length = u32::try_from(directory.len()).expect("fits").to_le_bytes();
    archive.extend(directory);
    archive.extend(b"PK\x05\x06\0\0\0\0");
    archive.extend(many);
    archive.extend(many);
    archive.extend(length);
    archive.extend(begin);
    archive.extend([0, 0]);
    archive
}

fn refused(archive: Vec<u8>) -> Error {
    text(archive).expect_err("is refused")
}

#[test]
fn conversations_of_an_export_are_unpacked() {
    let stored = |name, text: &str| File {
        method: 0,
        ..file(name, text)
    };
    for (files, expected) in [
        (
            vec![
                file("conversations.json", "[1]"),
                file("user.json", "{}"),
                file("chat.html", "x"),
            ],
            "[1]",
        ),
        (
            vec![
                stored("data-2026/conversations.json", "[2]"),
                file("data-2026/users.json", "[]"),
            ],
            "[2]",
        ),
        (
            vec![
                file("conversations-001.json", " [3, 4]\n"),
                file("conversations-000.json", "[1,2]"),
                file("conversations-002.json", "[]"),
                file("conversations-old.json", "[9]"),
            ],
            "[1,2,3, 4]",
        ),
        (
            vec![
                file("__MACOSX/._session.jsonl", "x"),
                file("session.jsonl", "{}\n{}"),
                file("a.png", "x"),
            ],
            "{}\n{}",
        ),
        (
            vec![
                file("conversations-0.json", "{}"),
                file("conversations-1.json", "{}"),
            ],
            "{}\n{}",
        ),
    ] {
        assert_eq!(text(zip(&files)).unwrap(), expected);
    }
}

#[test]
fn an_export_is_imported_from_its_archive() {
    let export = json!([{"uuid": "c-1", "name": "Tea", "chat_messages": [
        {"uuid": "m-1", "sender": "human", "text": "Green or black?"}]}]);
    let archive = zip(&[
        file("conversations.json", export.to_string()),
        file("users.json", "[]"),
    ]);
    let read = text(archive).unwrap();
    let cut = Cut::of(&read, Some("export.zip"), &Wish::default()).unwrap();
    assert_eq!(cut.kind, Kind::Conversations);
    assert!(cut.parts[0].contains("Green or black?"), "{:?}", cut.parts);
}

#[test]
fn archives_without_conversations_are_refused() {
    for files in [
        vec![file("a.txt", "x")],
        vec![file("a.json", "[]"), file("b.json", "[]")],
        vec![
            file("conversations.json.txt", "[]"),
            file(".conversations.json", "[]"),
        ],
    ] {
        let error = refused(zip(&files));
        assert_eq!(error.code, Code::Invalid);
        let expected = "is a ZIP archive without conversations.json: unpack it, and import the files that you want";
        assert_eq!(error.detail, expected);
    }
    assert_eq!(refused(zip(&[])).detail, "is an empty ZIP archive");
}

#[test]
fn archives_that_cannot_be_read_say_why() {
    let one = |method, flags| {
        zip(&[File {
            method,
            flags,
            ..file("conversations.json", "[1]")
        }])
    };
    for (archive, expected) in [
        (
            one(8, 1),
            "is an encrypted ZIP archive: unpack it, and import its files",
        ),
        (
            one(12, 0),
            "is a ZIP archive packed by method 12: unpack it, and import its files",
        ),
    ] {
        assert_eq!(refused(archive).detail, expected);
    }
    let whole = one(8, 0);
    let damaged = "is a ZIP archive that is damaged: download it again, or unpack it";
    for end in 4..whole.len() {
        assert_eq!(refused(whole[..end].to_vec()).detail, damaged, "{end}");
    }
    let mut other = whole.clone();
    let at = 30 + "conversations.json".len() + 1;
    other[at] ^= 1;
    assert_eq!(refused(other).detail, damaged);
    let mut large = whole;
    let end = large.len() - 22;
    large[end + 16..end + 20].fill(0xff);
    let expected =
        "is a ZIP archive of the form for very large ones: unpack it, and import its files";
    assert_eq!(refused(large).detail, expected);
}

#[test]
fn what_an_archive_unpacks_to_is_bounded() {
    let text_of = |bytes: usize| format!("[{}]", " ".repeat(bytes - 2));
    let archive = |bytes: usize| zip(&[file("conversations.json", text_of(bytes))]);
    assert_eq!(text_within(archive(1_000), 1_000).unwrap().len(), 1_000);
    let error = text_within(archive(1_001), 1_000).unwrap_err();
    assert_eq!(error.code, Code::TooLarge);
    // Both parts count.
    let parts = [
        file("conversations-0.json", text_of(600)),
        file("conversations-1.json", text_of(600)),
    ];
    assert!(text_within(zip(&parts), 1_200).is_ok());
    assert!(text_within(zip(&parts), 1_199).is_err());
    // A small file may have any compression ratio, a large one may not.
    let small = 1024 * 1024;
    assert!(text(archive(small)).is_ok());
    let error = text(archive(small + 201)).unwrap_err();
    assert_eq!(error.code, Code::TooLarge);
    assert!(
        error.detail.contains("200 times its size"),
        "{}",
        error.detail
    );
}

#[test]
fn a_directory_that_says_less_than_there_is_is_damaged() {
    let mut archive = zip(&[file("conversations.json", " ".repeat(100_000))]);
    let directory = archive
        .windows(4)
        .position(|four| four == b"PK\x01\x02")
        .unwrap();
    archive[directory + 24..directory + 28].copy_from_slice(&10_u32.to_le_bytes());
    assert!(refused(archive).detail.contains("damaged"));
}

proptest! {
    #[test]
    fn no_damage_makes_it_stumble(at in 0_usize..400, byte in any::<u8>()) {
        let mut archive = zip(&[file("conversations.json", "[1,2,3]"), file("a/b.json", "{}")]);
        let at = at % archive.len();
        archive[at] = byte;
        if let Ok(text) = text(archive) {
            prop_assert!(!text.is_empty());
        }
    }
}
