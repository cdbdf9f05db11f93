//! Tests that texts which only look like secrets are unchanged: ids, hashes, code, prose, placeholders.

use std::borrow::Cow;

use kernel::ports::secrets::Secrets;
use serde_json::json;

use crate::secrets::random::{CAPITALS, HEX, MIXED, random, uuid};
use crate::secrets::{SECRETS, none};

/// One text per line.
const TEXTS: &str = include_str!("harmless.txt");

fn stays(text: &str, wrong: &mut Vec<String>) {
    let json = json!({ "note": text, (text): [text] }).to_string();
    let twice = json!(json).to_string();
    for text in [text, &json, &twice] {
        let (clean, count) = SECRETS.redact(text);
        if count > 0 || !matches!(clean, Cow::Borrowed(_)) {
            wrong.push(format!("{text}\n  became {clean}"));
        }
    }
}

#[test]
fn harmless_texts_stay() {
    assert!(TEXTS.lines().count() >= 350);
    let mut wrong = Vec::new();
    for text in TEXTS.lines().chain([""]) {
        stays(text, &mut wrong);
        // The same with real line breaks.
        stays(&text.replace("\\n", "\n"), &mut wrong);
    }
    none(&wrong);
    stays(TEXTS, &mut wrong);
    none(&wrong);
}

#[test]
fn random_ids_and_contents_stay() {
    let mut wrong = Vec::new();
    for seed in 0..300 {
        let (sha1, sha256) = (random(HEX, 40, seed), random(HEX, 64, seed));
        let (id, ulid) = (uuid(seed), format!("01J{}", random(CAPITALS, 23, seed)));
        let base64 = format!(
            "{}+/{}==",
            random(MIXED, 1000, seed),
            random(MIXED, 900, seed + 1)
        );
        for text in [
            sha1.clone(),
            format!("sha256:{sha256}"),
            format!("commit {sha1} of {id}"),
            format!("session_key: {id}"),
            format!("id={id}&workflow={ulid}"),
            format!("{{\"task\":\"{ulid}.T12\",\"artifact\":\"{sha256}\"}}"),
            format!("\"integrity\": \"sha512-{}==\"", random(MIXED, 86, seed)),
            format!("data:image/png;base64,{base64}"),
            format!("checksum = \"{sha256}\""),
            format!("https://example.org/blobs/{sha256}?id={id}"),
        ] {
            stays(&text, &mut wrong);
        }
    }
    none(&wrong);
}

#[test]
fn ids_stay_also_beside_each_other() {
    // Alphabet of ULIDs: among many ids some end like a name of secrets.
    let crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    let mut wrong = Vec::new();
    for seed in 0..300 {
        for word in ["PWD", "PASS", "KEY", "PAT", "ACCESSKEY", "AVTHPWD"] {
            let drawn = random(crockford, 23 - word.len(), seed);
            let (id, next) = (
                format!("01M{drawn}{word}"),
                format!("01M{}", random(crockford, 23, seed + 1000)),
            );
            for text in [
                json!([id, next, id, next]).to_string(),
                format!("{id}: {next}"),
                format!("{id}={next}"),
            ] {
                stays(&text, &mut wrong);
            }
        }
    }
    none(&wrong);
}
