//! A folder without write permission: a clear error for writers, a read-only view for readers, and no changes.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use kernel::ports::accounts::{Accounts as _, Terms};
use kernel::{Role, Time};
use store::folder::is_only_read;
use store::{OpenError, Store};
use tempfile::TempDir;

const FOLDER: &str = "LOCI_TEST_FOLDER";

/// An unprivileged user. Root may write everywhere, so the test drops its privileges.
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
        runtime.block_on(is_looked_at(&folder.join("filled"), &folder.join("aside")));
        runtime.block_on(is_looked_at(&folder.join("killed"), &folder.join("aside")));
        return;
    }
    let temp = TempDir::new().unwrap();
    let filled = temp.path().join("filled");
    let killed = temp.path().join("killed");
    runtime.block_on(async {
        let store = store::open(&filled).await.unwrap();
        mint(&store).await;
        // A killed process leaves its last writes in separate files.
        copy(&filled, &killed);
        assert!(
            fs::metadata(killed.join("accounts.sqlite-wal"))
                .unwrap()
                .len()
                > 0
        );
        store.close().await;
    });
    let before = [names(&filled), names(&killed)];
    let aside = temp.path().join("aside");
    fs::create_dir(&aside).unwrap();
    all_may_read(temp.path());
    fs::set_permissions(&aside, Permissions::from_mode(0o777)).unwrap();
    let test = temp.path().join("test");
    fs::copy(std::env::current_exe().unwrap(), &test).unwrap();
    for (path, mode) in [(temp.path(), 0o755), (&*filled, 0o555), (&*killed, 0o555)] {
        fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    }
    let mut again = Command::new(&test);
    again.args([
        "--exact",
        "--nocapture",
        "read_only::a_folder_that_cannot_be_written_is_named",
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
    for folder in [&filled, &killed] {
        fs::set_permissions(folder, Permissions::from_mode(0o755)).unwrap();
    }
    assert_eq!([names(&filled), names(&killed)], before);
}

#[tokio::test]
async fn a_backup_is_looked_at_and_stays_as_it_was_made() {
    let temp = TempDir::new().unwrap();
    let (data, copy, aside) = (
        temp.path().join("data"),
        temp.path().join("copy"),
        temp.path().join("aside"),
    );
    fs::create_dir(&aside).unwrap();
    let store = store::open(&data).await.unwrap();
    mint(&store).await;
    store.backup(&copy).await.unwrap();
    assert!(!is_only_read(&data), "somebody works with it");
    assert!(is_only_read(&copy));
    let before = contents(&copy);
    is_looked_at(&copy, &aside).await;
    let looked = store::look(&copy, &aside).await.unwrap();
    let again = looked.backup(&temp.path().join("again")).await.unwrap();
    assert_eq!(again.facts, 0);
    looked.close().await;
    assert_eq!(contents(&copy), before);
    // It can be served like any other folder.
    let served = store::open(&copy).await.unwrap();
    assert!(!is_only_read(&copy));
    let held = store::look(&copy, &aside).await.err().unwrap();
    assert!(matches!(held, OpenError::Held { .. }), "{held}");
    served.close().await;
}

async fn mint(store: &Store) {
    let terms = Terms::of(Role::Worker);
    store
        .accounts
        .mint("ada", terms, "grace", Time(1))
        .await
        .unwrap();
}

async fn is_looked_at(folder: &Path, aside: &Path) {
    assert!(is_only_read(folder));
    let store = store::look(folder, aside).await.unwrap();
    assert_eq!(store.accounts.tokens().await.unwrap().len(), 1);
    assert!(store.log.verify(None).await.unwrap().faults.is_empty());
    assert!(store.blobs.find_damaged().await.unwrap().is_empty());
    store.close().await;
}

/// Returns the contents of all files of a folder.
fn contents(folder: &Path) -> Vec<(PathBuf, Option<Vec<u8>>)> {
    let names = names(folder).into_iter();
    names
        .map(|path| (path.clone(), fs::read(path).ok()))
        .collect()
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for path in names(from) {
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, &target).unwrap();
        }
    }
}

/// Makes a private folder readable for everyone.
fn all_may_read(folder: &Path) {
    for path in names(folder) {
        let is_folder = path.is_dir();
        let mode = if is_folder { 0o755 } else { 0o644 };
        fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
        if is_folder {
            all_may_read(&path);
        }
    }
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
