mod own;
mod told;

use std::path::Path;

use serde_json::{Value, json};

use super::block::{self, Comment};
use super::config::{with_table, without_hooks};
use super::file::Change;
use super::member::{self, Key, Place};
use super::{Scope, removal_changes};

/// Address of the server in the tests.
const ORIGIN: &str = "http://127.0.0.1:7077";

fn done(client: &Client, folder: &Path, origin: &str) -> kernel::Result<Vec<Change>> {
    super::setup_changes(client, folder, origin, Scope::Project)
}

fn with_hooks(text: Option<&str>, hooks: Hooks) -> Result<String, String> {
    super::config::with_hooks(text, hooks, ORIGIN)
}
use setups::{CLIENTS, Client, Form, GUIDANCE, Hooks, NAME, Servers, Token};

const PLACE: Place = Place {
    within: &["mcpServers"],
    key: Key::Name(NAME),
};

/// Typical files of people, some of them plain JSON.
const FILES: &[&str] = &[
    "{}",
    "{ }",
    "{\n}\n",
    "{ // nothing yet\n}",
    "{\n  /* nothing */\n}\n",
    "{\"a\": 1}",
    "{\"a\":1,}",
    "{ \"a\": [1, {\"b\": \"}\"}], \"c\": null }\n\n",
    "{\n  \"a\": 1\n}\n",
    "{\n\t\"a\": \"\\\"{\",\n\t\"b\": {\n\t\t\"c\": []\n\t}\n}",
    "{\n    \"a\": 1, // one, two\n}\n",
    "{\n    \"a\": 1 // one, two\n}\n",
    "// of mine\n{\n  \"a\": 1 /* , */ , // x\n  // the end, really\n}\n// bye\n",
    "{\"mcpServers\": {}}",
    "{\"mcpServers\": { }, \"z\": 1}",
    "{\n  \"mcpServers\": {\n  }\n}\n",
    "{\n  \"mcpServers\": {},\n  \"z\": true,\n}\n",
    "{\n  \"mcpServers\": {\n    \"other\": { \"command\": \"x\" }\n  },\n  \"z\": 2\n}\n",
    "{\n  \"mcpServers\": {\n    \"other\": {}, // mine, all mine\n  }\n}\n",
    "{\"mcpServers\": {\"other\": {}}}",
    "\u{feff}{\n  \"a\": \"\u{e4}\"\n}\n",
];

/// Returns each of them with both kinds of line endings.
fn files() -> impl Iterator<Item = String> {
    let with = |newline: &'static str| FILES.iter().map(move |text| text.replace('\n', newline));
    with("\n").chain(with("\r\n"))
}

fn entry() -> Value {
    json!({ "type": "http", "url": "http://127.0.0.1:7077/mcp", "headers": { "a": "b" } })
}

#[test]
fn what_is_put_in_is_there_once_and_comes_out_again() {
    for before in files() {
        let after = member::put(Some(&before), &PLACE, &entry()).expect(&before);
        assert_eq!(after.matches("\"loci\"").count(), 1, "{after}");
        assert_eq!(
            member::put(Some(&after), &PLACE, &entry()),
            Ok(after.clone())
        );
        let taken = member::take(&after, &PLACE);
        assert_eq!(taken, Ok(Some(before.clone())), "{after}");
        // All original text is still there, in its order.
        let mut rest = after.chars();
        assert!(
            before.chars().all(|c| rest.any(|other| other == c)),
            "{after}"
        );
        if let Ok(known) = serde_json::from_str::<Value>(&before) {
            let mut expected = known;
            expected["mcpServers"]["loci"] = entry();
            assert_eq!(
                serde_json::from_str::<Value>(&after).ok(),
                Some(expected),
                "{after}"
            );
        }
    }
    let new = member::put(None, &PLACE, &entry()).expect("a new file");
    assert_eq!(member::take(&new, &PLACE), Ok(None));
}

#[test]
fn items_of_lists_go_in_and_come_out_again() {
    let more = [
        "{\"hooks\": {\"Stop\": []}}",
        "{\"hooks\": {\"Stop\": [ ], \"SessionStart\": [{\"hooks\": []}]}}",
        "{\n  \"hooks\": {\n    \"Stop\": [\n      { \"hooks\": [] }, // mine\n    ]\n  }\n}\n",
        "{\n  \"hooks\": {\n    \"Stop\": [\n      { \"hooks\": [] }\n    ]\n  }, \"z\": 1\n}\n",
    ];
    let more = more.iter().map(|text| (*text).to_owned());
    let more: Vec<String> = files().chain(more).collect();
    for (hooks, before) in listed().flat_map(|hooks| more.iter().map(move |text| (hooks, text))) {
        let after = with_hooks(Some(before), hooks).expect(before);
        let count = hooks.moments.len();
        assert_eq!(after.matches("loci hook ").count(), count, "{after}");
        assert_eq!(with_hooks(Some(&after), hooks), Ok(after.clone()));
        let taken = without_hooks(Some(after.clone()), hooks);
        assert_eq!(taken, Ok(Some(before.clone())), "{after}");
        let mut rest = after.chars();
        assert!(
            before.chars().all(|c| rest.any(|other| other == c)),
            "{after}"
        );
        if let Ok(known) = serde_json::from_str::<Value>(before) {
            let told: Value = serde_json::from_str(&after).expect("JSON");
            let count = |value: &Value| value["hooks"]["Stop"].as_array().map_or(0, Vec::len);
            let new = hooks.moments.iter().filter(|(event, _)| *event == "Stop");
            assert_eq!(count(&told), count(&known) + new.count(), "{after}");
        }
    }
    for hooks in listed() {
        let new = with_hooks(None, hooks).expect("a new file");
        let told: Value = serde_json::from_str(&new).expect("JSON");
        let shown: Value = serde_json::from_str(&hooks.text(ORIGIN)).expect("JSON");
        assert_eq!(told, shown, "what pages show is what is written");
        assert_eq!(without_hooks(Some(new), hooks), Ok(None));
    }
    let hooks = CLIENTS[0].hooks;
    for wrong in [
        "{\"hooks\": []}",
        "{\"hooks\": {\"Stop\": {}}}",
        "{\"hooks\": {\"Stop\": 1}}",
    ] {
        assert!(with_hooks(Some(wrong), hooks).is_err(), "{wrong}");
        assert!(without_hooks(Some(wrong.into()), hooks).is_err(), "{wrong}");
    }
}

/// Returns the hooks in lists, which may contain other hooks.
fn listed() -> impl Iterator<Item = Hooks> {
    let all = CLIENTS.iter().map(|client| client.hooks);
    all.filter(|hooks| !matches!(hooks.form, Form::Program(_)))
}

#[test]
fn a_program_stands_beside_what_somebody_wrote_into_its_file() {
    let mut all = CLIENTS.iter().map(|client| client.hooks);
    let hooks = all.find(|hooks| matches!(hooks.form, Form::Program(_)));
    let hooks = hooks.expect("a program");
    let new = with_hooks(None, hooks).expect("a new file");
    assert!(new.contains(hooks.text(ORIGIN).trim_end()), "{new}");
    assert_eq!(without_hooks(Some(new.clone()), hooks), Ok(None));
    assert_eq!(without_hooks(None, hooks), Ok(None));
    for before in ["", "export const Mine = 1;", "// loci\r\n"] {
        let after = with_hooks(Some(before), hooks).expect(before);
        assert_eq!(with_hooks(Some(&after), hooks), Ok(after.clone()));
        assert_eq!(without_hooks(Some(after), hooks), Ok(Some(before.into())));
    }
    let older = new.replace("spawn(", "start(");
    assert_eq!(
        with_hooks(Some(&older), hooks),
        Ok(new),
        "brought up to date"
    );
}

/// Generator of unusual files, the same ones in each run.
struct Maker(u64);

impl Maker {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }

    fn one_of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        let at = self.below(all.len() as u64);
        all[usize::try_from(at).unwrap_or(0)]
    }

    fn space(&mut self) -> &'static str {
        self.one_of(&[
            "",
            "",
            " ",
            "\n",
            "\r\n\t",
            "\n    ",
            " // c, }\u{a0}\n",
            "/* ] , \" */",
            "//\r\n",
            " \n\n ",
        ])
    }

    fn value(&mut self, depth: u64) -> String {
        match self.below(if depth > 2 { 3 } else { 5 }) {
            0 => "-1.5e3".into(),
            1 => "\"}\\\" // ,\\\\\"".into(),
            2 => "null".into(),
            3 => self.list(depth + 1),
            _ => self.object(depth + 1),
        }
    }

    /// Generates the content of brackets; each part has a prefix from `labels`.
    fn parts(&mut self, depth: u64, labels: &[&str]) -> String {
        let mut out = String::new();
        let count = self.below(labels.len() as u64 + 1);
        for (at, label) in (0..count).zip(labels) {
            let value = match *label {
                "\"mcpServers\":" | "\"hooks\":" => self.object(depth + 1),
                "\"Stop\":" | "\"SessionStart\":" => self.list(depth + 1),
                _ => self.value(depth),
            };
            let (before, between, after) = (self.space(), self.space(), self.space());
            out.extend([before, label, between, &value, after]);
            if at + 1 < count || self.below(3) == 0 {
                out.push(',');
            }
        }
        out + self.space()
    }

    fn list(&mut self, depth: u64) -> String {
        format!("[{}]", self.parts(depth, &["", "", ""]))
    }

    fn object(&mut self, depth: u64) -> String {
        let labels = [
            "\"Stop\":",
            "\"a\":",
            "\"mcpServers\":",
            "\"hooks\":",
            "\"SessionStart\":",
        ];
        format!("{{{}}}", self.parts(depth, &labels))
    }
}

#[test]
fn what_goes_into_any_file_comes_out_again() {
    let client = CLIENTS.iter().find(|client| client.name == "gemini");
    let hooks = client.expect("a client").hooks;
    let mut maker = Maker(7);
    for _ in 0..2_000 {
        let (start, end) = (maker.space(), maker.space());
        let before = format!("{start}{}{end}", maker.object(0));
        let put = member::put(Some(&before), &PLACE, &entry()).expect(&before);
        let after = with_hooks(Some(&put), hooks).expect(&put);
        assert!(super::jsonc::read(&after).is_ok(), "{before:?} {after:?}");
        assert_eq!(with_hooks(Some(&after), hooks), Ok(after.clone()));
        assert_eq!(
            member::put(Some(&after), &PLACE, &entry()),
            Ok(after.clone())
        );
        let left = without_hooks(Some(after.clone()), hooks);
        assert_eq!(left, Ok(Some(put.clone())), "{put:?} {after:?}");
        let left = member::take(&put, &PLACE);
        assert_eq!(left, Ok(Some(before.clone())), "{put:?}");
    }
}

#[test]
fn a_new_member_looks_like_the_others() {
    let before = "{\n    \"a\": 1, // one\n}\n";
    let value = json!({ "b": [] });
    let after = member::put(Some(before), &PLACE, &value);
    let expected = "{\n    \"a\": 1, // one\n    \"mcpServers\": {\n        \"loci\": {\n            \"b\": []\n        }\n    },\n}\n";
    assert_eq!(after.as_deref(), Ok(expected));
}

#[test]
fn another_address_takes_the_place_of_the_one_before() {
    for before in files() {
        let old = member::put(Some(&before), &PLACE, &json!({ "url": "old" })).expect("old");
        let new = member::put(Some(&old), &PLACE, &entry()).expect("new");
        assert!(!new.contains("old"), "{new}");
        assert!(member::take(&new, &PLACE).expect("taken").is_some());
    }
}

#[test]
fn what_cannot_be_read_is_refused() {
    let deep = format!("{{\"a\": {}{}}}", "[".repeat(9999), "]".repeat(9999));
    for wrong in [
        "",
        " ",
        "[]",
        "null",
        "{",
        "{\"a\"}",
        "{\"a\": }",
        "{\"a\": 1 \"b\": 2}",
        "{\"a\": 1,, \"b\": 2}",
        "{,}",
        "{\"a\": 1} {}",
        "{\"a\": 1, \"a\": 2}",
        "{'a': 1}",
        "{a: 1}",
        "{\"a\": [1,,2]}",
        "{\"a\": \"\n\"}",
        "{\"a\": \"x}",
        "{\"a\": 01}",
        "{\"a\": NaN}",
        "{/* }",
        "{\"mcpServers\": []}",
        "{\"mcpServers\": null}",
        &deep,
    ] {
        assert!(
            member::put(Some(wrong), &PLACE, &entry()).is_err(),
            "{wrong:.80}"
        );
    }
}

#[test]
fn blocks_come_out_as_they_went_in() {
    for before in [
        "",
        "x",
        "x\n",
        "x\n\n",
        "a\r\nb",
        "a\r\nb\r\n",
        "a\r\nb\n",
        "x\r",
        "\n",
        "# loci\n",
    ] {
        for comment in [Comment::Hash, Comment::Markup] {
            let after = block::put(Some(before), comment, GUIDANCE).expect(before);
            assert_eq!(
                block::put(Some(&after), comment, GUIDANCE),
                Ok(after.clone())
            );
            assert_eq!(block::take(&after, comment), Ok(Some(before.to_owned())));
            let longer = format!("{after}and more\n");
            let left = block::take(&longer, comment).expect("taken");
            let end = match before {
                "" => "",
                _ if before.ends_with('\n') => "",
                _ if before.contains("\r\n") => "\r\n",
                _ => "\n",
            };
            assert_eq!(left, Some(format!("{before}{end}and more\n")));
        }
    }
    let new = block::put(None, Comment::Hash, "x = 1").expect("a new file");
    assert_eq!(block::take(&new, Comment::Hash), Ok(None));
    let half = new.replace("# loci: end", "");
    assert!(block::put(Some(&half), Comment::Hash, "x = 1").is_err());
    assert!(block::take(&half, Comment::Hash).is_err());
}

#[test]
fn tables_of_toml_have_a_place_or_are_refused() {
    let lines = "[mcp_servers.loci]\nurl = \"u\"\n";
    for before in [
        "",
        "model = 'x' # mine\n",
        "[mcp_servers.other]\ncommand = 'x'",
        "[mcp_servers]\n",
        "[a]\nb = 1\n[[c]]\n",
    ] {
        let after = with_table(Some(before), lines).expect(before);
        let table: toml::Table = after.parse().expect("TOML");
        assert_eq!(table["mcp_servers"]["loci"]["url"].as_str(), Some("u"));
        assert_eq!(with_table(Some(&after), lines), Ok(after.clone()));
        assert_eq!(
            block::take(&after, Comment::Hash),
            Ok(Some(before.to_owned()))
        );
    }
    for wrong in [
        "a =",
        "mcp_servers = 1\n",
        "mcp_servers = {}\n",
        "[mcp_servers.loci]\nurl = 'mine'\n",
    ] {
        assert!(with_table(Some(wrong), lines).is_err(), "{wrong}");
    }
}

#[test]
fn every_client_is_set_up_and_undone() {
    let origin = "http://127.0.0.1:7077";
    let nowhere = Path::new("/nowhere/at/all");
    for client in CLIENTS {
        for change in done(client, nowhere, origin).expect("new files") {
            let shown = change.render_diff();
            assert!(
                shown.starts_with(&change.name) && shown.contains("(new)"),
                "{shown}"
            );
            if change.name == client.config {
                let token = match client.token {
                    Token::Environment => "LOCI_TOKEN",
                    Token::Person => "${input:loci-token}",
                };
                let url = format!("{origin}/mcp");
                assert!(shown.contains(&url) && shown.contains(token), "{shown}");
            }
        }
        let undone = removal_changes(client, nowhere).expect("nothing");
        assert!(undone.iter().all(|change| !change.is_one()));
        if let Servers::Json(within, _) = client.servers {
            let new = done(client, nowhere, origin).expect("new files");
            let new = new.iter().find(|change| change.name == client.config);
            let new = new
                .and_then(|change| change.after.clone())
                .expect("a configuration");
            let new: Value = serde_json::from_str(&new).expect("JSON");
            let shown: Value = serde_json::from_str(&client.config_text(origin)).expect("JSON");
            assert_eq!(
                new[within], shown[within],
                "what pages show is what is written"
            );
            assert_eq!(new["inputs"], shown["inputs"]);
        }
    }
}
