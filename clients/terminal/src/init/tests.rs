use std::path::Path;

use serde_json::{Value, json};

use super::block::{self, Comment};
use super::clients::{CLIENTS, GUIDANCE, INSTRUCTIONS, NAME, Servers};
use super::member::{self, Place};
use super::{done, undone, with_table};

const PLACE: Place = Place {
    within: &["mcpServers"],
    name: NAME,
};

/// Files as people have them, each with what it says when it is plain JSON.
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

/// Each of them also with the ends of lines of another system.
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
        // Everything of before is still there, in its order.
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
            assert_eq!(left, Some(format!("{before}and more\n")));
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
    let url = "http://127.0.0.1:7077/mcp";
    let nowhere = Path::new("/nowhere/at/all");
    for client in CLIENTS {
        for change in done(client, nowhere, url).expect("new files") {
            let shown = change.shown();
            assert!(
                shown.starts_with(&change.name) && shown.contains("(new)"),
                "{shown}"
            );
            if change.name == client.config {
                assert!(
                    shown.contains(url) && shown.contains("LOCI_TOKEN"),
                    "{shown}"
                );
            }
        }
        let undone = undone(client, nowhere).expect("nothing");
        assert!(undone.iter().all(|change| !change.is_one()));
        if let Servers::Json(_, entry) = client.servers {
            assert_eq!(entry(url).to_string().matches(url).count(), 1);
        }
    }
    assert!(matches!(INSTRUCTIONS, Comment::Markup));
}
