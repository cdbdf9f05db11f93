//! A folder that cannot be written: a clear error, and nothing changed.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use store::OpenError;
use tempfile::TempDir;

const FOLDER: &str = "LOCI_TEST_FOLDER";

/// Somebody who owns nothing. The root user may write everywhere, so the test becomes somebody else.
const NOBODY: u32 = 65_534;

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    if let Some(folder) = std::env::var_os(FOLDER) {
        let folder = PathBuf::from(folder);
        runtime.block_on(refuses(&folder.join("filled")));
        runtime.block_on(refuses(&folder.join("filled/new")));
        return;
    }
    let temp = TempDir::new().unwrap();
    let filled = temp.path().join("filled");
    runtime.block_on(async { store::open(&filled).await.unwrap().close().await });
    let before = names(&filled);
    let test = temp.path().join("test");
    fs::copy(std::env::current_exe().unwrap(), &test).unwrap();
    for (path, mode) in [(temp.path(), 0o755), (&*filled, 0o555)] {
        fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    }
    let mut again = Command::new(&test);
    again.args([
        "--exact",
        "--nocapture",
        "a_folder_that_cannot_be_written_is_named",
    ]);
    again.env(FOLDER, temp.path());
    if rustix::process::geteuid().is_root() {
        again.uid(NOBODY).gid(NOBODY);
    }
    let done = again.output().unwrap();
    let said = String::from_utf8_lossy(&done.stdout);
    let failed = String::from_utf8_lossy(&done.stderr);
    assert!(
        done.status.success() && said.contains("1 passed"),
        "{said}\n{failed}"
    );
    fs::set_permissions(&filled, Permissions::from_mode(0o755)).unwrap();
    assert_eq!(names(&filled), before);
}

async fn refuses(folder: &Path) {
    let refused = store::open(folder).await.err().unwrap();
    assert!(matches!(refused, OpenError::Unwritable { .. }), "{refused}");
    let said = refused.to_string();
    assert!(said.contains(&folder.display().to_string()) && said.contains("check who owns it"));
}

fn names(folder: &Path) -> Vec<PathBuf> {
    let mut names: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|f| f.unwrap().path())
        .collect();
    names.sort();
    names
}
