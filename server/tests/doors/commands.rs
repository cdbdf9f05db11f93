//! The command line with and without a running server.

use std::fs;
use std::process::Output;

use serde_json::json;

use crate::harness::{Server, cli_in, loci};
use crate::mcp::{NEW, Speaker};

fn out(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    assert!(!output.status.success(), "{output:?}");
    assert!(output.stdout.is_empty(), "{output:?}");
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Returns the messages of a successful command on standard error.
fn notice(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn tokens_and_people_made_without_a_server_work_with_one() {
    let folder = Server::start().stop();
    let data = folder.path().join("data");
    let token = out(&cli_in(
        &data,
        &["token", "create", "--agent", "ada", "--role", "worker"],
        "",
    ));
    assert_eq!(token.lines().count(), 1, "the token alone");
    let create = [
        "user",
        "create",
        "mara",
        "--role",
        "owner",
        "--password-stdin",
    ];
    assert_eq!(
        out(&cli_in(&data, &create, "correct horse\n")),
        "mara owner\n"
    );
    let again = cli_in(&data, &create, "correct horse\n");
    assert_eq!(again.status.code(), Some(6), "a conflict");
    let short = cli_in(
        &data,
        &[
            "user",
            "create",
            "b",
            "--role",
            "viewer",
            "--password-stdin",
        ],
        "x\n",
    );
    assert_eq!(short.status.code(), Some(2));

    let server = Server::start_in(folder, &[]);
    assert!(
        server.open.ends_with('/'),
        "somebody is there: {}",
        server.open
    );
    let ada = server.anonymous().bearer(token.trim());
    let known = ada.call("agent_list", &json!({})).ok();
    assert_eq!(known["items"][0]["name"], "ada");
    // A second token with another role does not change the agent's registered role.
    server.token("ada", "reviewer");
    assert_eq!(
        ada.call("agent_list", &json!({})).ok()["items"][0]["role"],
        "worker"
    );
}

#[test]
fn check_and_rebuild_say_what_they_found() {
    let server = Server::start();
    let client = server.agent("ada", "orchestrator");
    for i in 0..5 {
        client
            .call(
                "workflow_create",
                &json!({ "name": format!("n{i}"), "goal": "g" }),
            )
            .ok();
    }
    let check = out(&server.cli(&["check"]));
    assert!(
        check.starts_with("sound: ") && check.contains(" facts in "),
        "{check}"
    );
    let built = out(&server.cli(&["rebuild-index"]));
    assert!(built.starts_with("built from "), "{built}");
    assert_eq!(client.workflows(), 5);
    let folder = server.stop();
    let data = folder.path().join("data");
    assert_eq!(
        out(&cli_in(&data, &["check"], "")),
        check,
        "the same without a server"
    );
    assert_eq!(out(&cli_in(&data, &["rebuild-index"], "")), built);
}

#[test]
fn check_misses_a_blob_and_sees_a_wrong_one() {
    let server = Server::start();
    let client = server.agent("ada", "orchestrator");
    let new = json!({ "name": "n", "goal": "g" });
    let workflow = client.call("workflow_create", &new).ok()["workflow"].clone();
    let file = json!({
        "workflow": workflow, "type": "file", "path": "big", "content": "line\n".repeat(30_000),
        "fields": ["checksum"],
    });
    let made = client.call("artifact_record", &file).ok();
    let sum = made["artifact"]["checksum"].as_str().unwrap().to_owned();
    let blob = server.data().join("blobs").join(&sum[..2]).join(&sum[2..]);
    assert!(out(&server.cli(&["check"])).starts_with("sound: "));
    std::fs::write(&blob, "x").unwrap();
    let wrong = server.cli(&["check"]);
    assert!(!wrong.status.success());
    let said = err(&wrong);
    assert!(
        said.contains(&format!("the blob {sum} does not hold")) && said.contains("loci restore"),
        "{said}"
    );
    std::fs::remove_file(&blob).unwrap();
    let missing = server.cli(&["check"]);
    assert!(!missing.status.success());
    let said = err(&missing);
    assert!(
        said.contains(&format!("the blob {sum} of workflow:")),
        "{said}"
    );
}

#[test]
fn a_backup_is_verified_as_it_lies_there() {
    let server = Server::start();
    let client = server.agent("ada", "orchestrator");
    let workflow = crate::bad_input::workflow(&client);
    let artifact = json!({
        "workflow": workflow, "type": "file", "path": "a", "content": "x".repeat(100_000),
    });
    client.call("artifact_record", &artifact).ok();
    let backup = server.folder().join("backup");
    out(&server.cli(&["backup", backup.to_str().unwrap()]));
    let all = || {
        let items = fs::read_dir(&backup).unwrap();
        let mut all: Vec<_> = items
            .map(|item| item.unwrap().path())
            .map(|path| (fs::read(&path).ok(), path))
            .collect();
        all.sort();
        all
    };
    let before = all();
    let of = |words: &[&str]| cli_in(&backup, words, "");
    let check = out(&of(&["check"]));
    assert_eq!(out(&of(&["check"])), check, "the same again");
    assert!(check.starts_with("sound: "), "{check}");
    assert!(out(&of(&["token", "list"])).contains("ada orchestrator"));
    assert!(out(&of(&["audit"])).contains("token_created"));
    let again = server.folder().join("again");
    out(&of(&["backup", again.to_str().unwrap()]));
    let checked = out(&cli_in(&again, &["check"], ""));
    assert_eq!(checked.replace("/again;", "/backup;"), check);
    assert_eq!(all(), before);
    let blob = |folder: &str| {
        let shards = fs::read_dir(backup.join(folder)).unwrap();
        let mut files = shards.flat_map(|shard| fs::read_dir(shard.unwrap().path()).unwrap());
        files.next().unwrap().unwrap().path()
    };
    fs::remove_file(blob("blobs")).unwrap();
    assert!(err(&of(&["check"])).contains("is missing"));
    assert_eq!(all(), before);
}

#[test]
fn a_backup_without_all_blobs_says_so() {
    let server = Server::start();
    let client = server.agent("ada", "orchestrator");
    let workflow = crate::bad_input::workflow(&client);
    let record = |path: &str| {
        let file = json!({
            "workflow": workflow, "type": "file", "path": path, "content": path.repeat(100_000),
            "fields": ["checksum"],
        });
        let made = client.call("artifact_record", &file).ok();
        let sum = made["artifact"]["checksum"].as_str().unwrap().to_owned();
        let blob = server.data().join("blobs").join(&sum[..2]).join(&sum[2..]);
        (sum, blob)
    };
    let (changed, missing) = (record("a"), record("b"));
    let told = |said: &str| {
        assert!(said.contains("not whole"), "{said}");
        for (sum, what) in [(&changed.0, "does not hold"), (&missing.0, "of workflow:")] {
            assert!(said.contains(&format!("the blob {sum} {what}")), "{said}");
        }
    };
    fs::write(&changed.1, "x").unwrap();
    fs::remove_file(&missing.1).unwrap();
    let backup = server.folder().join("backup");
    let made = server.cli(&["backup", backup.to_str().unwrap()]);
    assert_eq!(made.status.code(), Some(1));
    told(&err(&made));
    let folder = server.stop();
    let data = folder.path().join("data");
    let again = folder.path().join("again");
    told(&err(&cli_in(
        &data,
        &["backup", again.to_str().unwrap()],
        "",
    )));
    // A damaged backup is better than none.
    let restored = cli_in(&data, &["restore", backup.to_str().unwrap()], "");
    assert_eq!(restored.status.code(), Some(1));
    told(&err(&restored));
    assert_eq!(
        Server::start_in(folder, &[])
            .anonymous()
            .get("/healthz")
            .status,
        200
    );
}

#[test]
fn a_restore_that_fails_changes_nothing() {
    let server = Server::start();
    let token = server.token("ada", "orchestrator");
    let client = server.anonymous().bearer(&token);
    let workflow = crate::bad_input::workflow(&client);
    let content = "x".repeat(100_000);
    let artifact = json!({ "workflow": workflow, "type": "file", "path": "a", "content": content });
    client.call("artifact_record", &artifact).ok();
    let (whole, cut) = (server.folder().join("whole"), server.folder().join("cut"));
    for backup in [&whole, &cut] {
        out(&server.cli(&["backup", backup.to_str().unwrap()]));
    }
    let folder = server.stop();
    let data = folder.path().join("data");
    let blob = || {
        let shards = fs::read_dir(cut.join("blobs")).unwrap();
        let mut files = shards.flat_map(|shard| fs::read_dir(shard.unwrap().path()).unwrap());
        files.next().unwrap().unwrap().path()
    };
    let restore_cut = || err(&cli_in(&data, &["restore", cut.to_str().unwrap()], ""));
    fs::write(blob(), "y").unwrap();
    assert!(restore_cut().contains("is damaged"));
    // Damage from before the backup does not prevent the restore.
    let damaged = blob().strip_prefix(cut.join("blobs")).unwrap().to_owned();
    let damaged = damaged.display().to_string().replace('/', "");
    let manifest = fs::read_to_string(cut.join("backup.json")).unwrap();
    let (none, one) = ("\"damaged\": []", format!("\"damaged\": [\"{damaged}\"]"));
    let known = manifest.replace(none, &one);
    assert_ne!(known, manifest);
    fs::write(cut.join("backup.json"), known).unwrap();
    let accounts = fs::read(cut.join("accounts.sqlite")).unwrap();
    fs::remove_file(cut.join("accounts.sqlite")).unwrap();
    assert!(restore_cut().contains("nothing was changed"));
    fs::write(cut.join("accounts.sqlite"), accounts).unwrap();
    fs::remove_file(blob()).unwrap();
    assert!(restore_cut().contains("0 blobs and should have 1"));
    fs::remove_file(cut.join("accounts.sqlite")).unwrap();
    let within = data.join("within");
    fs::rename(&whole, &within).unwrap();
    for (backup, told) in [
        (&cut, "should have 1"),
        (&within, "lies in the data folder"),
        (&data, "is no whole backup"),
    ] {
        let refused = cli_in(&data, &["restore", backup.to_str().unwrap()], "");
        assert!(err(&refused).contains(told), "{}", err(&refused));
        assert!(out(&cli_in(&data, &["check"], "")).starts_with("sound: "));
    }
    // A backup inside the data folder is rejected, too.
    let refused = cli_in(&within, &["restore", within.to_str().unwrap()], "");
    assert!(err(&refused).contains("lies in the data folder"));
    fs::rename(&within, &whole).unwrap();
    // The leftovers of a killed restore do not interfere.
    fs::create_dir(data.join("restoring-1")).unwrap();
    out(&cli_in(&data, &["restore", whole.to_str().unwrap()], ""));
    let names = fs::read_dir(&data).unwrap().map(|item| item.unwrap());
    let left = names.filter(|item| item.file_name().to_string_lossy().starts_with("restoring"));
    assert_eq!(left.count(), 0);
    let server = Server::start_in(folder, &[]);
    assert_eq!(server.anonymous().bearer(&token).workflows(), 1);
}

#[test]
fn a_backup_of_a_running_server_can_be_restored() {
    let server = Server::start();
    let token = server.token("ada", "orchestrator");
    let client = server.anonymous().bearer(&token);
    let content = "x".repeat(100_000);
    let workflow = crate::bad_input::workflow(&client);
    let artifact = json!({ "workflow": workflow, "type": "file", "path": "a", "content": content });
    client.call("artifact_record", &artifact).ok();
    let over_mcp = Speaker::new(server.agent("ben", "worker"), NEW);
    over_mcp.call("note_write", &json!({ "note": "Go on" }));
    let cursor = client.events("/api/events").next().id;

    let backup = server.folder().join("backup");
    let made = out(&server.cli(&["backup", backup.to_str().unwrap()]));
    assert!(made.starts_with(backup.to_str().unwrap()), "{made}");
    let twice = server.cli(&["backup", backup.to_str().unwrap()]);
    assert!(err(&twice).contains("not empty"), "it is not overwritten");
    client
        .call("workflow_create", &json!({ "name": "later", "goal": "g" }))
        .ok();
    let running = server.cli(&["restore", backup.to_str().unwrap()]);
    assert!(
        err(&running).contains("in use"),
        "not under a running server"
    );

    let folder = server.stop();
    let data = folder.path().join("data");
    out(&cli_in(&data, &["restore", backup.to_str().unwrap()], ""));
    assert!(out(&cli_in(&data, &["check"], "")).starts_with("sound: "));
    let server = Server::start_in(folder, &[]);
    let client = server.anonymous().bearer(&token);
    assert_eq!(client.workflows(), 1);
    let read = client
        .call(
            "artifact_get",
            &json!({ "workflow": workflow, "path": "a" }),
        )
        .ok();
    assert!(
        read.to_string().contains(&content),
        "blobs are in the backup"
    );
    // A reader's cursor is from before the restore, and the server says so.
    let feed = client
        .header("last-event-id", &cursor)
        .events("/api/events");
    assert_eq!(feed.next().name, "reset");
}

#[test]
fn every_command_explains_itself() {
    for arguments in [
        vec!["serve", "--help"],
        vec!["token", "create", "--help"],
        vec!["user", "create", "--help"],
        vec!["user", "password", "--help"],
        vec!["user", "link", "--help"],
        vec!["check", "--help"],
        vec!["rebuild-index", "--help"],
        vec!["check-health", "--help"],
        vec!["backup", "--help"],
        vec!["restore", "--help"],
    ] {
        let help = out(&loci().args(&arguments).output().unwrap());
        assert!(help.contains("--data"), "{arguments:?}: {help}");
        assert!(help.contains("LOCI_DATA"), "{arguments:?}: {help}");
    }
    let help = out(&loci().args(["serve", "--help"]).output().unwrap());
    for flag in [
        "--addr",
        "--public-url",
        "--host",
        "--workspace",
        "LOCI_ADDR",
        "127.0.0.1:7077",
    ] {
        assert!(help.contains(flag), "{flag}: {help}");
    }
}

#[test]
fn a_command_that_needs_a_folder_does_not_make_one() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("nothing");
    let output = cli_in(&data, &["check"], "");
    assert_eq!(output.status.code(), Some(5));
    assert!(err(&output).contains("--data"));
    assert!(!data.exists());
    // Backups are not made into someone else's folder either.
    std::fs::write(folder.path().join("notes.txt"), "mine").unwrap();
    let backup = folder.path().join("backup");
    let backup = backup.to_str().unwrap();
    for command in [
        &["token", "create", "--agent", "ada", "--role", "worker"][..],
        &[
            "user",
            "create",
            "mara",
            "--role",
            "owner",
            "--password-stdin",
        ],
        &["check"],
        &["rebuild-index"],
        &["backup", backup],
        &["user", "link", "mara"],
    ] {
        let output = cli_in(folder.path(), command, "");
        assert_eq!(output.status.code(), Some(5), "{command:?}");
        assert!(err(&output).contains("--data"), "{command:?}");
    }
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(left.len(), 1, "{left:?}");
    let link = cli_in(folder.path(), &["user", "link", "mara"], "");
    assert!(err(&link).contains("loci serve"));
}

#[test]
fn settings_come_from_flags_then_variables_then_the_file() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("loci.toml"),
        "addr = '127.0.0.1:1'\ndata = 'from-file'\nhosts = ['box.lan']\n",
    )
    .unwrap();
    let mut command = loci();
    command.arg("serve").env("LOCI_ADDR", "127.0.0.1:0");
    let server = Server::start_by(command, folder);
    assert!(server.folder().join("from-file/log.sqlite").exists());
    // Other commands read it only with `--config` or from the data folder, and say so.
    let check = |words: &[&str]| {
        let mut check = loci();
        check.arg("check").args(words).current_dir(server.folder());
        check.output().unwrap()
    };
    let named = check(&["--config", "loci.toml"]);
    assert!(out(&named).starts_with("sound: "), "{named:?}");
    assert!(
        notice(&named).contains("configuration: loci.toml"),
        "{named:?}"
    );
    let not_named = check(&[]);
    assert_eq!(not_named.status.code(), Some(5), "{not_named:?}");
    assert!(
        err(&not_named).contains("--config loci.toml"),
        "{not_named:?}"
    );
    let boxed = server.anonymous().header("host", "box.lan");
    assert_eq!(boxed.get("/healthz").status, 200);

    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("loci.toml"), "adr = 'x'\n").unwrap();
    let output = loci()
        .arg("serve")
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("adr"));
}

#[test]
fn no_command_but_serve_obeys_a_file_of_the_working_directory() {
    let server = Server::start();
    let token = server.token("ada", "worker");
    let (repository, data) = (tempfile::tempdir().unwrap(), server.data());
    // Its content is not even parsed.
    std::fs::write(repository.path().join("loci.toml"), "no such key\n").unwrap();
    let data = data.to_str().unwrap();
    for words in [
        &["token", "list"][..],
        &["check"],
        &["audit"],
        &["setup-link"],
        &["mcp", "--token", token.as_str()],
        &["backup", "copy"],
    ] {
        let done = loci()
            .args(words)
            .args(["--data", data])
            .current_dir(repository.path())
            .stdin(std::process::Stdio::null())
            .output()
            .unwrap();
        let told = notice(&done);
        assert!(
            told.contains("only `loci serve` reads"),
            "{words:?}: {told}"
        );
    }
    let serve = loci()
        .args(["serve", "--data", data])
        .current_dir(repository.path())
        .output()
        .unwrap();
    assert_eq!(serve.status.code(), Some(2), "{serve:?}");
    let demo = loci()
        .args(["demo", "--config", "loci.toml"])
        .current_dir(repository.path())
        .output()
        .unwrap();
    assert_eq!(demo.status.code(), Some(2), "{demo:?}");
}

#[test]
fn another_password_ends_what_was_begun_with_the_one_before() {
    let server = Server::start();
    let mara = server.person("mara", "owner");
    mara.call("workflow_list", &json!({})).ok();
    server.person("noor", "member");
    let link = |name: &str| out(&server.cli(&["user", "link", name]));
    let (before, others) = (link("mara"), link("noor"));
    let change = ["user", "password", "mara", "--password-stdin"];
    assert_eq!(server.cli_with(&change, "short\n").status.code(), Some(2));
    assert_eq!(
        out(&server.cli_with(&change, "battery staple\n")),
        "mara owner\n"
    );
    mara.call("workflow_list", &json!({}))
        .problem(401, "unauthenticated");
    let sign_in = |password: &str| {
        let body = json!({ "name": "mara", "password": password });
        server.anonymous().post("/sign-in", &body)
    };
    sign_in(crate::harness::PASSWORD).problem(401, "unauthenticated");
    let cookie = sign_in("battery staple").cookie();
    let again = server.anonymous().cookie(&cookie);
    again.call("workflow_list", &json!({})).ok();
    let anonymous = ["user", "password", "nobody", "--password-stdin"];
    let unknown = server.cli_with(&anonymous, "battery staple\n");
    assert_eq!(unknown.status.code(), Some(5));
    // Her unused links also end; other people's and later ones still work.
    for (link, status) in [(before, 404), (others, 302), (link("mara"), 302)] {
        let path = &link.trim()[link.find("/enter/").unwrap()..];
        let browser = server.anonymous().browser();
        assert_eq!(browser.form(path, "").status, status, "{path}");
    }
}
