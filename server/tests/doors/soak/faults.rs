//! Faults of the soak test.

use std::fs;

use super::ward::Ward;
use crate::harness::cli_in;

/// A fault injected into the server.
pub type Fault = fn(&Ward);

/// All faults, in order.
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
        // Not every kill leaves all of these files.
        let _ = fs::remove_file(data.join(file));
    }
    ward.start(&[]);
}

fn index_lost(ward: &Ward) {
    ward.running(|server| fs::remove_file(server.data().join("index.sqlite")).unwrap());
}

/// Stops the process while its clients continue.
fn frozen(ward: &Ward) {
    ward.running(|server| {
        server.signal("STOP");
        // The check takes a moment without waiting.
        let said = cli_in(&server.folder().join("nothing"), &["check"], "");
        server.signal("CONT");
        assert!(!said.status.success(), "{said:?}");
    });
}

/// Makes a backup during writes, and checks it.
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

/// Limits the free disk space, so that the server only allows reads.
fn without_room(ward: &Ward) {
    ward.stop("TERM");
    ward.start(&["--min-free-mib", "1000000000"]);
    let caller = ward.caller("lead");
    let refused = caller.refused_for_room();
    assert_eq!(refused, "free_disk");
    ward.stop("KILL");
    ward.start(&[]);
}
