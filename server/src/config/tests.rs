//! Tests of the configuration: sources, precedence, rejected values.

use std::path::Path;

use super::*;

#[test]
fn flags_win_over_the_file_and_the_file_over_defaults() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.toml");
    std::fs::write(
        &path,
        "addr = '127.0.0.1:1'\nworkspace = 'w'\nhosts = ['A.example']\n",
    )
    .unwrap();
    let flags = Flags {
        config: Some(path),
        addr: Some("127.0.0.1:2".parse().unwrap()),
        ..Flags::default()
    };
    let config = Config::new(flags).unwrap();
    assert_eq!(config.addr.port(), 2);
    assert_eq!(config.workspace, "w");
    assert_eq!(config.hosts, ["a.example"]);
    assert_eq!(config.data, Path::new(DATA));
}

#[test]
fn a_number_that_cannot_work_is_refused_with_its_flag_and_what_is_accepted() {
    type Set = fn(&mut Flags, usize);
    let table: [(&str, Set); 4] = [
        ("batch", |flags, n| flags.batch = Some(n)),
        ("feeds", |flags, n| flags.feeds = Some(n)),
        ("feed-commits", |flags, n| flags.feed_commits = Some(n)),
        ("state-mib", |flags, n| flags.state_mib = Some(n)),
    ];
    for (flag, set) in table {
        for (n, fits) in [(0, false), (1, true), (2_000_000, false)] {
            let mut flags = Flags::default();
            set(&mut flags, n);
            match Config::new(flags) {
                Ok(_) => assert!(fits, "{flag} {n}"),
                Err(error) => {
                    let said = error.to_string();
                    assert!(!fits && !said.contains('\n'), "{said}");
                    let start = format!("--{flag} {n}: expected 1 to ");
                    assert!(said.starts_with(&start), "{said}");
                }
            }
        }
    }
    for name in ["", "a b", "a\n"] {
        let flags = Flags {
            workspace: Some(name.into()),
            ..Flags::default()
        };
        let said = Config::new(flags).unwrap_err().to_string();
        assert!(said.starts_with("--workspace "), "{said}");
    }
}

#[test]
fn a_wrong_file_says_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.toml");
    std::fs::write(&path, "adr = 'x'").unwrap();
    let flags = Flags {
        config: Some(path),
        ..Flags::default()
    };
    assert!(Config::new(flags).unwrap_err().to_string().contains("adr"));
}

#[test]
fn an_address_may_be_a_name_of_this_machine_alone() {
    assert_eq!(address("[::1]:80").unwrap().to_string(), "[::1]:80");
    assert_eq!(address("0.0.0.0:0").unwrap().to_string(), "0.0.0.0:0");
    let local = address("localhost:7000").unwrap();
    assert!(local.ip().is_loopback() && local.port() == 7000, "{local}");
    for (wrong, why) in [
        ("localhost", "invalid socket address"),
        ("localhost:many", "invalid port value"),
        (":7000", ""),
        ("", ""),
    ] {
        let said = address(wrong).unwrap_err().to_string();
        assert!(said.contains(why) && said.contains(ADDRESS), "{said}");
    }
}

#[test]
fn public_urls_are_origins_with_a_base_path() {
    for (url, origin, base) in [
        ("https://Loci.Example.org/", "https://loci.example.org", ""),
        (" HTTPS://a ", "https://a", ""),
        ("http://a:7/Loci", "http://a:7", "/Loci"),
        ("https://a/loci//", "https://a", "/loci"),
        ("https://a/tools/team-1_b", "https://a", "/tools/team-1_b"),
        ("https://a/apis", "https://a", "/apis"),
    ] {
        let public = Public::parse(url).unwrap();
        assert_eq!((&*public.origin, &*public.base), (origin, base), "{url}");
        assert_eq!(public.secure, origin.starts_with("https:"), "{url}");
    }
    for wrong in [
        "loci.example",
        "ftp://x",
        "https://",
        "https:///loci",
        "https://a b",
        "https://a/b c",
        "https://a//loci",
        "https://a/x//loci",
        "https://a/loci?x",
        "https://a/loci#x",
        "https://a?x",
        "https://a/.",
        "https://a/../loci",
        "https://a/loci.v2",
        "https://a/lo%63i",
        "https://a/api",
        "https://a/inbox/loci",
    ] {
        assert_eq!(Public::parse(wrong), None, "{wrong}");
    }
}

#[test]
fn no_base_path_begins_as_a_page_does() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let _entered = runtime.enter();
    for route in leptos_axum::generate_route_list(app::App) {
        let Some(first) = route
            .path()
            .split('/')
            .nth(1)
            .filter(|first| !first.is_empty())
        else {
            continue;
        };
        let url = format!("https://a/{first}");
        assert_eq!(Public::parse(&url), None, "{url}");
    }
}

#[test]
fn the_data_folders_own_file_is_read_only_where_the_folder_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("loci.toml");
    std::fs::write(&file, "workspace = 'w'\n").unwrap();
    let named = || Flags {
        data: Some(folder.path().into()),
        ..Flags::default()
    };
    assert_eq!(Config::new(named()).unwrap().workspace, "w");
    assert_eq!(Config::of_server(named()).unwrap().workspace, "w");
    assert_eq!(Config::new(Flags::default()).unwrap().workspace, "main");
    std::fs::write(&file, "data = '/elsewhere'\n").unwrap();
    let refused = Config::new(named()).unwrap_err().to_string();
    assert!(refused.contains("`data`"), "{refused}");
}

#[test]
fn a_file_of_another_user_is_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("loci.toml");
    std::fs::write(&file, "workspace = 'w'\n").unwrap();
    // Only root can change a file's owner; for other users the file remains their own.
    let is_given = std::os::unix::fs::chown(&file, Some(1), None).is_ok();
    let flags = Flags {
        data: Some(folder.path().into()),
        ..Flags::default()
    };
    let expected = if is_given { "main" } else { "w" };
    assert_eq!(Config::new(flags).unwrap().workspace, expected);
}

#[test]
fn paths_in_a_file_start_from_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.toml");
    let text = "data = 'data'\n[tls]\ncert = 'c.pem'\nkey = '/etc/k.pem'\n";
    std::fs::write(&path, text).unwrap();
    let flags = Flags {
        config: Some(path),
        ..Flags::default()
    };
    let config = Config::new(flags).unwrap();
    assert_eq!(config.data, folder.path().join("data"));
    let tls = config.tls.unwrap();
    assert_eq!(tls.cert, folder.path().join("c.pem"));
    assert_eq!(tls.key, Path::new("/etc/k.pem"));
}
