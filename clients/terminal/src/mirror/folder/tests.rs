use super::*;

const KIND: Kind = Kind::Document;

fn opened() -> (tempfile::TempDir, Folder) {
    let around = tempfile::tempdir().expect("a folder");
    let folder = Folder::open(around.path(), "ada").expect("a mirror");
    (around, folder)
}

#[test]
fn a_file_that_somebody_saved_meanwhile_stays() {
    let (around, folder) = opened();
    let path = around.path().join(KIND.name());
    // A new file, and a changed one.
    fs::write(&path, "theirs").expect("written");
    let put = folder.put(KIND, "ours", None).expect("no error");
    assert_eq!(put, None);
    let seen = folder.look(KIND);
    let saved = around.path().join("saved");
    fs::write(&saved, "saved by an editor").expect("written");
    fs::rename(&saved, &path).expect("renamed");
    let put = folder.put(KIND, "ours", seen).expect("no error");
    assert_eq!(put, None);
    assert!(folder.base(KIND).is_none(), "nothing of it is known");
    let text = fs::read_to_string(&path).expect("a file");
    assert_eq!(text, "saved by an editor");
}

#[test]
fn what_was_there_can_be_looked_at() {
    let (around, folder) = opened();
    let look = folder.put(KIND, "first", None).expect("no error");
    assert_eq!(folder.look(KIND), look);
    assert_eq!(folder.read_last(KIND), None);
    let again = folder.put(KIND, "second", look).expect("no error");
    assert_eq!(folder.look(KIND), again);
    assert_eq!(folder.read_last(KIND).as_deref(), Some("first"));
    let base = folder.base(KIND).map(|base| base.text);
    assert_eq!(base.as_deref(), Some("second"));
    let names = fs::read_dir(around.path()).expect("a folder").count();
    assert_eq!(names, 2, "the file and the mirror's own folder");
}

#[test]
fn the_last_line_may_go_on() {
    let (around, folder) = opened();
    assert!(folder.is_ended(KIND), "there is none");
    for (text, is_ended) in [("", true), ("a\n", true), ("a\nb", false)] {
        fs::write(around.path().join(KIND.name()), text).expect("a file");
        assert_eq!(folder.is_ended(KIND), is_ended, "{text:?}");
    }
}

#[test]
fn nothing_is_written_where_a_link_leads() {
    use std::os::unix::fs::symlink;
    let outside = tempfile::tempdir().expect("a folder");
    let left = || fs::read_dir(outside.path()).expect("a folder").count();
    // A link in place of the internal folder.
    let (around, folder) = opened();
    folder.put(KIND, "first", None).expect("no error");
    let own = around.path().join(OWN);
    fs::rename(&own, around.path().join("old")).expect("moved");
    symlink(outside.path(), &own).expect("a link");
    assert!(folder.put(KIND, "ours", folder.look(KIND)).is_err());
    assert!(folder.remember(KIND, "ours").is_err());
    assert_eq!(left(), 0);
    let text = fs::read_to_string(around.path().join(KIND.name()));
    assert_eq!(text.expect("a file"), "first");
    // A link in place of a file's folder.
    let (around, folder) = opened();
    symlink(outside.path(), around.path().join("memory")).expect("a link");
    assert!(folder.put(Kind::Scratch, "ours", None).is_err());
    assert!(folder.keep(Kind::Scratch, "theirs").is_err());
    assert!(matches!(folder.read(Kind::Scratch), Found::Odd(_)));
    assert_eq!(left(), 0);
    // A link in place of the whole folder.
    let home = tempfile::tempdir().expect("a folder");
    let (path, moved) = (home.path().join("mirror"), home.path().join("moved"));
    fs::create_dir(&path).expect("a folder");
    let folder = Folder::open(&path, "ada").expect("a mirror");
    fs::rename(&path, &moved).expect("moved");
    symlink(outside.path(), &path).expect("a link");
    assert!(folder.put(KIND, "ours", None).is_err());
    assert_eq!(left(), 0);
}

#[cfg(unix)]
#[test]
fn a_lock_is_a_file_of_its_own() {
    let outside = tempfile::tempdir().expect("a folder");
    let target = outside.path().join("target");
    for is_link in [true, false] {
        let around = tempfile::tempdir().expect("a folder");
        let own = around.path().join(OWN);
        fs::create_dir(&own).expect("a folder");
        let lock = own.join("lock");
        if is_link {
            std::os::unix::fs::symlink(&target, &lock).expect("a link");
        } else {
            let mode = rustix::fs::Mode::RWXU;
            let kind = rustix::fs::FileType::Fifo;
            rustix::fs::mknodat(rustix::fs::CWD, &lock, kind, mode, 0).expect("a pipe");
        }
        assert!(Folder::open(around.path(), "ada").is_err(), "{is_link}");
        assert!(!target.exists());
    }
}
