//! Databases, addresses and data folders that a server refuses.

use std::fs;

use store::conformance::PostgresServer;

use super::{node, refused};
use crate::harness::{Server, loci};

/// Counts the workspaces in a database.
const SCHEMAS: &str = "SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'loci%'";

#[test]
fn databases_that_do_not_fit_are_refused() {
    let database = PostgresServer::start();
    let url = database.url();
    let folder = tempfile::tempdir().unwrap();
    let new = folder.path().join("new");

    // Databases.
    let missing = url.replace("/postgres", "/nowhere");
    let said = refused(&["--log", &missing], &new);
    assert!(
        said.contains("there is no such database; create it"),
        "{said}"
    );
    let said = refused(&["--log", "postgres://loci:hunter2@127.0.0.1:9/loci"], &new);
    assert!(
        said.contains("127.0.0.1:9/loci cannot hold the log: it cannot be reached"),
        "{said}"
    );
    assert!(!said.contains("hunter2"), "{said}");
    let said = refused(&["--log", &url, "--workspace", &"w".repeat(60)], &new);
    assert!(said.contains("more than 58 bytes"), "{said}");
    database.execute("CREATE ROLE guest LOGIN");
    let guest = url.replace("loci@", "guest@");
    let said = refused(&["--log", &guest], &new);
    assert!(said.contains("GRANT CREATE ON DATABASE"), "{said}");
    database.execute("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0");
    let said = refused(&["--log", &url.replace("/postgres", "/latin")], &new);
    assert!(said.contains("ENCODING 'UTF8'"), "{said}");
    for (setting, remedy) in [
        ("synchronous_commit", "set synchronous_commit = on"),
        ("default_transaction_isolation", "not read committed"),
    ] {
        let value = if setting == "synchronous_commit" {
            "off"
        } else {
            "serializable"
        };
        database.execute(&format!("ALTER ROLE loci SET {setting} = '{value}'"));
        let said = refused(&["--log", &url], &new);
        database.execute(&format!("ALTER ROLE loci RESET {setting}"));
        assert!(said.contains(remedy), "{said}");
    }
    for wrong in [
        "postgres://loci:p#w@127.0.0.1/loci",
        "postgres://127.0.0.1:99999/loci",
    ] {
        let mut command = loci();
        command.args(["serve", "--addr", "127.0.0.1:0", "--log", wrong, "--data"]);
        let output = command.arg(&new).output().unwrap();
        // A service manager does not start it again.
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("%23 for #"), "{said}");
        assert!(!said.contains("p#w"), "{said}");
    }
    let other = url.replace("/postgres", "/other");
    database.execute("CREATE DATABASE other");
    database.execute("REVOKE CONNECT ON DATABASE other FROM PUBLIC");
    let said = refused(&["--log", &other.replace("loci@", "guest@")], &new);
    assert!(said.contains("run GRANT CONNECT ON DATABASE"), "{said}");
    database.execute("ALTER DATABASE other SET default_transaction_read_only = on");
    let said = refused(&["--log", &other], &new);
    assert!(
        said.contains("default_transaction_read_only is on"),
        "{said}"
    );
    database.execute("ALTER DATABASE other RESET default_transaction_read_only");
    database
        .execute("CREATE ROLE few LOGIN SUPERUSER CONNECTION LIMIT 3; ALTER ROLE few NOSUPERUSER");
    database.execute("ALTER DATABASE other OWNER TO few");
    let few = other.replace("loci@", "few@");
    let said = refused(&["--log", &few], &new);
    assert!(said.contains("Each server needs ten connections"), "{said}");
    database.execute("ALTER ROLE few CONNECTION LIMIT 1");
    let said = refused(&["--log", &few], &new);
    assert!(
        said.contains("it accepts no more connections. Each server needs ten"),
        "{said}"
    );
    database.execute("GRANT CONNECT ON DATABASE other TO guest");
    let said = refused(&["--log", &other.replace("loci@", "guest@")], &new);
    assert!(said.contains("Connect as the role that owns it"), "{said}");
    let socket = "postgres://loci@%2Fnowhere/postgres";
    let said = refused(&["--log", socket], &new);
    assert!(
        said.contains("a file that its address names does not exist"),
        "{said}"
    );
    // Nothing was written into the folder by any refusal.
    assert!(!new.join("index.sqlite").exists());
}

#[test]
fn folders_and_schemas_that_do_not_fit_are_refused() {
    let database = PostgresServer::start();
    let url = database.url();
    let folder = tempfile::tempdir().unwrap();
    let new = folder.path().join("new");
    // Each folder belongs to one log.
    let own = Server::start();
    own.agent("ada", "worker");
    let own = own.stop();
    let data = own.path().join("data");
    let said = refused(&["--log", &url], &data);
    assert!(said.contains("has a log of its own. Copy it"), "{said}");
    // The database has no schema, so the copy that the message names can be made.
    assert_eq!(database.count(SCHEMAS), 0);
    let shared = node(&database).stop();
    let data = shared.path().join("data");
    let said = refused(&[], &data);
    assert!(said.contains("whose log is in a database"), "{said}");
    let said = refused(&["--log", &url, "--workspace", "other"], &data);
    assert!(said.contains("belongs to another workspace"), "{said}");
    assert_eq!(database.count(SCHEMAS), 1);
    fs::write(data.join("workspace"), "that of another database\n").unwrap();
    let said = refused(&["--log", &url], &data);
    assert!(said.contains("belongs to another workspace"), "{said}");
    assert!(fs::exists(data.join("workspace")).unwrap());

    // Only `loci serve` begins a workspace.
    fs::create_dir(&new).unwrap();
    for command in [&["check"][..], &["token", "list"]] {
        let output = loci()
            .args(command)
            .args(["--workspace", "typo", "--log", &url, "--data"])
            .arg(&new)
            .output()
            .unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("it has no schema loci_typo"), "{said}");
    }

    // A newer version of Loci migrated the schema.
    database.execute(
        "INSERT INTO loci_main._sqlx_migrations (version, description, success, checksum, execution_time) \
         VALUES (999, 'newer', true, '', 0)",
    );
    let said = refused(&["--log", &url], &data);
    assert!(
        said.contains("written by a newer version of Loci (migration 999)"),
        "{said}"
    );
}

#[test]
fn databases_that_may_lose_writes_or_do_not_know_the_password_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let new = folder.path().join("new");
    let mut careless = PostgresServer::start_with(&["fsync=off"]);
    let said = refused(&["--log", &careless.url()], &new);
    assert!(said.contains("set fsync = on"), "{said}");
    careless.stop("fast");
    careless.run(&["full_page_writes=off"]);
    let said = refused(&["--log", &careless.url()], &new);
    assert!(said.contains("set full_page_writes = on"), "{said}");
    careless.stop("fast");
    careless.run(&[]);
    careless.execute("DROP EXTENSION plpgsql");
    let said = refused(&["--log", &careless.url()], &new);
    assert!(said.contains("run CREATE EXTENSION plpgsql"), "{said}");
    careless.execute("CREATE EXTENSION plpgsql");
    careless.stop("fast");
    careless.become_standby();
    careless.run(&[]);
    let said = refused(&["--log", &careless.url()], &new);
    assert!(said.contains("connect to the primary"), "{said}");
    drop(careless);
    let mut locked = PostgresServer::start();
    locked.execute("ALTER ROLE loci PASSWORD 'right'");
    locked.stop("fast");
    locked.require_password();
    locked.run(&[]);
    for (password, refusal) in [("", true), (":wrong", true), (":right", false)] {
        let url = locked.url().replace("loci@", &format!("loci{password}@"));
        if refusal {
            let said = refused(&["--log", &url], &new);
            assert!(said.contains("rejects the user or the password"), "{said}");
            assert!(!said.contains("wrong"), "{said}");
        } else {
            drop(Server::start_with(&["--log", &url]).stop());
        }
    }
    drop(locked);
    assert!(!new.join("index.sqlite").exists());
}
