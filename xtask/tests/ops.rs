//! Checks the files with which people run Loci: `Dockerfile` and `ops/`.

#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use saphyr::{LoadableYamlNode as _, Yaml};
use serde_json::Value;

/// Variables that belong to PostgreSQL or its image. All others must be settings of Loci.
const FOREIGN: [&str; 3] = ["PGPASSWORD", "POSTGRES_PASSWORD", "POSTGRES_USER"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap()
}

/// Passes the only document of a YAML file to `check`.
fn with_yaml(name: &str, check: impl FnOnce(&Yaml)) {
    let text = read(name);
    let documents = Yaml::load_from_str(&text).unwrap();
    assert_eq!(documents.len(), 1, "{name}");
    check(&documents[0]);
}

fn keys(node: &Yaml) -> Vec<String> {
    let mapping = node.as_mapping().unwrap();
    let keys = mapping.keys().map(|key| key.as_str().unwrap().to_owned());
    keys.collect()
}

/// Returns all texts below a node.
fn texts(node: &Yaml, found: &mut Vec<String>) {
    if let Some(text) = node.as_str() {
        found.push(text.to_owned());
    }
    for item in node.as_sequence().into_iter().flatten() {
        texts(item, found);
    }
    for (_, value) in node.as_mapping().into_iter().flatten() {
        texts(value, found);
    }
}

#[test]
fn compose_files_start_servers_that_others_cannot_change() {
    with_yaml("ops/compose.yaml", |one| {
        assert_eq!(keys(&one["services"]), ["loci"]);
        let ports = &one["services"]["loci"]["ports"];
        // Without TLS, only this machine reaches it.
        assert_eq!(ports[0].as_str(), Some("127.0.0.1:7077:7077"));
    });
    with_yaml("ops/compose.nodes.yaml", |three| {
        let services = &three["services"];
        let names = ["node1", "node2", "node3", "database", "proxy"];
        assert_eq!(keys(services), names);
        let proxied = read("ops/Caddyfile");
        for node in &names[..3] {
            assert!(proxied.contains(&format!(" {node}:7077")), "{node}");
            let data = services[*node]["volumes"][0].as_str().unwrap();
            assert_eq!(data, format!("{node}:/data"));
        }
        let image = |name: &str| services[name]["image"].as_str().unwrap().to_owned();
        assert_eq!(image("database"), "postgres:18");
        assert_eq!(image("proxy"), "caddy:2");
        let volumes = keys(&three["volumes"]);
        assert_eq!(volumes, [&names[..4], &["certificates"]].concat());
    });
}

#[test]
fn passwords_come_from_the_environment() {
    for name in ["ops/compose.yaml", "ops/compose.nodes.yaml"] {
        with_yaml(name, |compose| {
            let mut found = Vec::new();
            texts(compose, &mut found);
            for text in &found {
                let has_password = text
                    .split_once("://")
                    .and_then(|(_, rest)| rest.split_once('@'))
                    .is_some_and(|(user, _)| user.contains(':'));
                assert!(!has_password, "{name}: {text}");
            }
        });
        for line in read(name).lines() {
            if let Some((variable, value)) = line.split_once("PASSWORD: ") {
                assert!(value.starts_with("${"), "{name}: {variable}PASSWORD");
            }
        }
    }
}

#[test]
fn settings_exist() {
    let settings = read("docs/configuration.md");
    let mut found = BTreeSet::new();
    for name in [
        "Dockerfile",
        "ops/Caddyfile",
        "ops/compose.yaml",
        "ops/compose.nodes.yaml",
        "ops/loci.service",
    ] {
        let text = read(name);
        let words = text.split(|c: char| !c.is_ascii_uppercase() && !"_".contains(c));
        let variables = words.filter(|word| {
            ["LOCI_", "PG", "POSTGRES_"]
                .iter()
                .any(|start| word.len() > start.len() && word.starts_with(start))
        });
        found.extend(variables.map(str::to_owned));
    }
    assert!(found.remove("PGPASSWORD") && found.len() >= 7, "{found:?}");
    for variable in found {
        assert!(
            FOREIGN.contains(&variable.as_str()) || settings.contains(&format!("`{variable}`")),
            "{variable}"
        );
    }
}

#[test]
fn the_image_is_small_and_its_user_is_not_root() {
    let text = read("Dockerfile");
    let (_, image) = text.split_once("\nFROM scratch\n").unwrap();
    for line in [
        "USER 65532:65532",
        "VOLUME /data",
        "ENTRYPOINT [\"/usr/bin/loci\"]",
    ] {
        assert!(image.lines().any(|found| found == line), "{line}");
    }
    assert!(image.contains("[\"/usr/bin/loci\", \"check-health\"]"));
    // The compiler of the image is the one of the repository.
    let channel = read("rust-toolchain.toml");
    let (_, version) = channel.split_once("channel = \"").unwrap();
    let minor = version.rsplit_once('.').unwrap().0;
    assert!(text.contains(&format!("FROM rust:{minor}-")), "{minor}");
}

#[test]
fn alerts_and_dashboard_are_complete() {
    with_yaml("ops/alerts.yaml", |alerts| {
        let rules = alerts["groups"][0]["rules"].as_sequence().unwrap();
        assert_eq!(rules.len(), 11);
        for rule in rules {
            let name = rule["alert"].as_str().unwrap();
            assert!(name.starts_with("Loci"), "{name}");
            assert!(rule["expr"].as_str().is_some(), "{name}");
            let severity = rule["labels"]["severity"].as_str().unwrap();
            assert!(
                ["critical", "warning", "info"].contains(&severity),
                "{name}"
            );
            assert!(rule["annotations"]["summary"].as_str().is_some(), "{name}");
        }
    });
    let dashboard: Value = serde_json::from_str(&read("ops/grafana.json")).unwrap();
    let panels = dashboard["panels"].as_array().unwrap();
    assert!(panels.len() > 20, "{}", panels.len());
    for panel in panels.iter().filter(|panel| panel["type"] != "row") {
        let targets = panel["targets"].as_array().unwrap();
        assert!(!targets.is_empty(), "{panel}");
        let grid = &panel["gridPos"];
        let right = grid["x"].as_u64().unwrap() + grid["w"].as_u64().unwrap();
        assert!(right <= 24, "{panel}");
    }
}

#[test]
fn systemd_accepts_the_service() {
    let unit = read("ops/loci.service");
    let works = |arguments: &[&str]| {
        let output = Command::new("systemd-analyze").args(arguments).output();
        output.ok().map(|output| {
            let text = [output.stdout, output.stderr].concat();
            (output.status.success(), String::from_utf8(text).unwrap())
        })
    };
    if works(&["--version"]).is_none() {
        println!("skipped: this machine has no systemd-analyze");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("loci.service");
    // A program that exists, because systemd looks for it.
    assert_eq!(unit.matches("/usr/bin/loci").count(), 1);
    fs::write(&path, unit.replace("/usr/bin/loci", "/bin/true")).unwrap();
    let path = path.to_str().unwrap();
    let (is_valid, output) = works(&["verify", "--man=no", path]).unwrap();
    assert!(is_valid && output.is_empty(), "{output}");
    // Tenths: 12 today; a service without any hardening has 96.
    let (is_hardened, output) =
        works(&["security", "--offline=true", "--threshold=15", path]).unwrap();
    assert!(is_hardened, "{output}");
}
