//! What the server has to live through.

use std::fs;

use super::ward::Ward;
use crate::harness::cli_in;

/// One thing that happens to the server.
pub type Fault = fn(&Ward);

/// All of them, in the order they come.
pub const ALL: [Fault; 7] = [
    killed,
    killed_without_index,
    frozen,
    index_lost,
    backed_up,
    without_room,
    stopped,
];

fn killed(ward: &Ward) {
    let data = ward.stop("KILL");
    ward.check_folder(&data);
    ward.start(&[]);
}

fn stopped(ward: &Ward) {
    let data = ward.stop("TERM");
    ward.check_folder(&data);
    ward.start(&[]);
}

fn killed_without_index(ward: &Ward) {
    let data = ward.stop("KILL");
    for file in ["index.sqlite", "index.sqlite-wal", "index.sqlite-shm"] {
        // Not every kill leaves all of them.
        let _ = fs::remove_file(data.join(file));
    }
    ward.start(&[]);
}

fn index_lost(ward: &Ward) {
    ward.running(|server| fs::remove_file(server.data().join("index.sqlite")).unwrap());
}

/// The process stands still while its clients go on asking.
fn frozen(ward: &Ward) {
    ward.running(|server| {
        server.signal("STOP");
        // The check needs a moment, and waits for nobody.
        let said = cli_in(&server.folder().join("nothing"), &["check"], "");
        server.signal("CONT");
        assert!(!said.status.success(), "{said:?}");
    });
}

/// A copy is made while everybody writes, and is sound.
fn backed_up(ward: &Ward) {
    ward.running(|server| {
        let backup = server.folder().join("backup");
        let restored = server.folder().join("restored");
        for folder in [&backup, &restored] {
            if folder.exists() {
                fs::remove_dir_all(folder).unwrap();
            }
        }
        let made = server.cli(&["backup", backup.to_str().unwrap()]);
        assert!(made.status.success(), "{made:?}");
        let back = cli_in(&restored, &["restore", backup.to_str().unwrap()], "");
        assert!(back.status.success(), "{back:?}");
        let check = cli_in(&restored, &["check"], "");
        assert!(check.status.success(), "{check:?}");
    });
}

/// The disk has less room than the server wants to leave free: it reads and refuses to write.
fn without_room(ward: &Ward) {
    ward.stop("TERM");
    ward.start(&["--min-free-mib", "1000000000"]);
    let caller = ward.caller("lead");
    let refused = caller.refused_for_room();
    assert_eq!(refused, "free_disk");
    ward.stop("KILL");
    ward.start(&[]);
}
