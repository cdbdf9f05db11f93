//! Several workspaces in one server, each under a host name of its own.

use serde_json::json;
use store::conformance::PostgresServer;

use crate::harness::{Client, PASSWORD, Server, loci};

/// Returns a client of the workspace under this host.
fn under(server: &Server, host: &str) -> Client {
    Client::new(&server.base).header("host", host)
}

fn port(server: &Server) -> &str {
    server.base.rsplit_once(':').unwrap().1
}

/// Runs a command on a further workspace.
fn cli(server: &Server, workspace: &str, arguments: &[&str]) -> String {
    let output = server.cli(&[arguments, &["--workspace", workspace]].concat());
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

fn token(server: &Server, workspace: &str) -> String {
    token_with(server, workspace, &[])
}

fn token_with(server: &Server, workspace: &str, flags: &[&str]) -> String {
    let create = ["token", "create", "--agent=ada", "--role=orchestrator"];
    cli(server, workspace, &[&create, flags].concat())
}

fn create(client: &Client, name: &str) {
    client
        .call("workflow_create", &json!({ "name": name, "goal": "g" }))
        .ok();
}

/// Returns the names of all workflows.
fn names(client: &Client) -> Vec<String> {
    let listed = client.call("workflow_list", &json!({})).ok();
    let all = listed["items"].as_array().unwrap().iter();
    all.map(|workflow| workflow["name"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn workspaces_share_a_server_and_nothing_else() {
    let server = Server::start_with(&[
        "--host",
        "Beta.Example.org=beta,gamma.localhost=gamma",
        "--host",
        "own.example.org",
    ]);
    let (main, beta) = (server.token("ada", "orchestrator"), token(&server, "beta"));
    let (on_main, on_beta) = (
        Client::new(&server.base).bearer(&main),
        under(&server, "beta.example.org").bearer(&beta),
    );
    create(&on_main, "Of main");
    create(&on_beta, "Of beta");
    assert_eq!(names(&on_main), ["Of main"]);
    assert_eq!(names(&on_beta), ["Of beta"]);
    for host in ["BETA.example.org", "beta.example.org:7077"] {
        assert_eq!(
            names(&under(&server, host).bearer(&beta)),
            ["Of beta"],
            "{host}"
        );
    }
    for host in ["own.example.org", "localhost", "loci.localhost:1"] {
        assert_eq!(
            names(&under(&server, host).bearer(&main)),
            ["Of main"],
            "{host}"
        );
    }
    // A token, a session and a feed are valid in their own workspace only.
    let list = json!({});
    for (host, token) in [
        ("beta.example.org", &main),
        ("gamma.localhost", &main),
        ("gamma.localhost", &beta),
        ("localhost", &beta),
    ] {
        let client = under(&server, host).bearer(token);
        client
            .call("workflow_list", &list)
            .problem(401, "unauthenticated");
        let feed = client.get("/api/events");
        assert_eq!(feed.status, 401, "{host}");
    }
    let mara = server.person("mara", "owner");
    assert_eq!(mara.workflows(), 1);
    let elsewhere = under(&server, "beta.example.org").cookie(mara.session());
    elsewhere
        .call("workflow_list", &list)
        .problem(401, "unauthenticated");
    let feed = on_beta.events("/api/events");
    assert_eq!(feed.next().name, "cursor");
    create(&on_main, "Second of main");
    create(&on_beta, "Second of beta");
    let fact = feed.fact().json();
    assert_eq!(fact["body"]["name"], "Second of beta");
    // An unknown host is still refused.
    let refused = under(&server, "delta.example.org").get("/");
    assert_eq!(refused.problem(421, "invalid")["reason"], "unknown_host");
}

#[test]
fn a_workspace_is_set_up_and_kept_in_a_folder_of_its_own() {
    let flags = ["--host", "beta.localhost=beta"];
    let server = Server::start_with(&flags);
    let link = cli(&server, "beta", &["setup-link"]);
    let home = format!("http://beta.localhost:{}", port(&server));
    let path = link.strip_prefix(&home).unwrap();
    assert!(path.starts_with("/setup?secret="), "{link}");
    let host = home.strip_prefix("http://").unwrap();
    let browser = under(&server, host).browser();
    let (_, secret) = path.split_once('=').unwrap();
    let form = format!("secret={secret}&name=grace&password=correct+horse");
    // The secret is valid there only.
    let elsewhere = server.anonymous().post(
        "/setup",
        &json!({ "secret": secret, "name": "grace", "password": PASSWORD }),
    );
    elsewhere.problem(403, "forbidden");
    assert_eq!(browser.get(path).status, 200);
    let set_up = browser.header("origin", &home).form("/setup", &form);
    assert_eq!(set_up.status, 302, "{set_up:?}");
    let data = server.data();
    assert!(data.join("workspaces/beta/log.sqlite").is_file());
    let ada = under(&server, "beta.localhost").bearer(&token(&server, "beta"));
    create(&ada, "Kept");
    let backup = server.folder().join("backup");
    cli(&server, "beta", &["backup", backup.to_str().unwrap()]);
    let server = Server::start_in(server.stop(), &flags);
    assert_eq!(
        names(&under(&server, "beta.localhost").bearer(&token(&server, "beta"))),
        ["Kept"]
    );
    // A name that is none of them is no other workspace.
    for arguments in [
        &["token", "list"][..],
        &["restore", backup.to_str().unwrap()],
    ] {
        let refused = server.cli(&[arguments, &["--workspace", "betta"]].concat());
        let said = String::from_utf8(refused.stderr).unwrap();
        assert_eq!(refused.status.code(), Some(2), "{said}");
        assert!(said.contains("no workspace betta"), "{said}");
    }
    assert_eq!(cli(&server, "main", &["token", "list"]), "");
    // Without the host it is a data folder like any other, also for commands.
    let server = Server::start_in(server.stop(), &[]);
    let listed = cli(&server, "beta", &["token", "list"]);
    assert_eq!(listed.lines().count(), 2, "{listed}");
}

#[test]
fn public_addresses_of_workspaces_have_the_scheme_port_and_path_of_the_server() {
    let server = Server::start_with(&[
        "--public-url",
        "https://loci.example.org:8443/team",
        "--host",
        "beta.example.org=beta",
    ]);
    let link = cli(&server, "beta", &["setup-link"]);
    let expected = "https://beta.example.org:8443/team/setup?secret=";
    assert!(link.starts_with(expected), "{link}");
}

#[test]
fn workspaces_of_a_database_share_a_server() {
    let database = PostgresServer::start();
    let url = database.url();
    let flags = ["--log", &url, "--host", "beta.localhost=beta"];
    let (a, b) = (Server::start_with(&flags), Server::start_with(&flags));
    let log = ["--log", &*url];
    let (main, beta) = (token_with(&a, "main", &log), token_with(&a, "beta", &log));
    create(&under(&a, "localhost").bearer(&main), "Of main");
    create(&under(&b, "beta.localhost").bearer(&beta), "Of beta");
    for server in [&a, &b] {
        assert_eq!(
            names(&under(server, "localhost").bearer(&main)),
            ["Of main"]
        );
        assert_eq!(
            names(&under(server, "beta.localhost").bearer(&beta)),
            ["Of beta"]
        );
        let list = json!({});
        let wrong = under(server, "beta.localhost").bearer(&main);
        wrong
            .call("workflow_list", &list)
            .problem(401, "unauthenticated");
    }
}

#[test]
fn hosts_that_cannot_lead_to_a_workspace_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    for (hosts, expected) in [
        ("beta.example.org=Beta", "lower-case letters"),
        ("beta.example.org=", "lower-case letters"),
        ("beta.example.org=../beta", "lower-case letters"),
        ("beta.example.org=-beta", "lower-case letters"),
        ("=beta", "expected a host name without a port"),
        (
            "beta.example.org:80=beta",
            "expected a host name without a port",
        ),
        ("127.0.0.1=beta", "expected a host name without a port"),
        ("localhost=beta", "expected a host name without a port"),
        (
            "a.example=beta,a.example=gamma",
            "another workspace already",
        ),
        ("a.example=beta,b.example=beta", "another host already"),
        (
            "a.example,a.example=beta",
            "leads to the workspace main already",
        ),
        (
            "loci.example.org=beta",
            "leads to the workspace main already",
        ),
    ] {
        let output = loci()
            .args(["serve", "--addr", "127.0.0.1:0", "--host", hosts])
            .args(["--public-url", "https://loci.example.org", "--data"])
            .arg(&data)
            .output()
            .unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(
            !output.status.success() && said.contains(expected),
            "{hosts}: {said}"
        );
        assert!(!data.exists(), "{hosts}");
    }
    // A workspace that cannot be opened names itself, and no folder stays locked.
    let beta = data.join("workspaces/beta");
    std::fs::create_dir_all(&beta).unwrap();
    std::fs::write(beta.join("log.sqlite"), "damaged").unwrap();
    let output = loci()
        .args(["serve", "--addr", "127.0.0.1:0", "--host", "b.example=beta"])
        .arg("--data")
        .arg(&data)
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("workspace beta: "), "{said}");
    let server = Server::start_in(folder, &[]);
    server.agent("ada", "worker");
}
