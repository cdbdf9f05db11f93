//! Tests that the work is linear in the length of the text: sixteen times the text, sixteen times the work, never 256
//! times.

use std::time::Duration;

use crate::secrets::SECRETS;
use kernel::ports::secrets::Secrets;
use rustix::time::{ClockId, clock_gettime};

/// Fragments that an attacker would repeat: beginnings without an end, late ends, keywords of rules, and characters of
/// values.
const FRAGMENTS: [&str; 124] = [
    "-----BEGIN PRIVATE KEY-----",
    "-----BEGIN RSA PRIVATE KEY-----\\n",
    "-----BEGIN ",
    "-----END PRIVATE KEY-----",
    "PuTTY-User-Key-File-3: ",
    "PuTTY-User-Key-File-3: Private-Lines: 1 ",
    "eyJ",
    "-eyJ",
    "eyJ.",
    "eyJaaaaaaaa.",
    ".eyJaaaaaaaa.eyJaaaaaaaa",
    "sk-",
    "sk-a1",
    "sk-ant-",
    "ghp_",
    "github_pat_",
    "xoxb-",
    "SG.",
    "hvs.",
    "s.",
    "mt",
    ":AA",
    "1:AA",
    ".atlasv1.",
    "Q~",
    "AZDO",
    "_mmk",
    "-us1",
    "AKIA",
    "loci_",
    "re_",
    "key-",
    "fm2_",
    "pypi-",
    "hooks.slack.com/services/",
    "://",
    "://a:",
    "x://a:b@",
    "x://a:b",
    "key=",
    "key='",
    "token=\"",
    "password=",
    "password=a1B",
    "API_KEY=",
    "secret",
    "\"token\":\"",
    "--password ",
    "authorization: ",
    "Authorization: Bearer ",
    "bearer ",
    "cookie: a=b; ",
    "cookie:",
    "a=b1; ",
    "curl -u a:b ",
    " -u ",
    "&sig=",
    "loci_session=",
    "curl ",
    "curl -su ",
    "curl -b a=b; -ba=b; ",
    " -b a=b1; ",
    "\"curl\",\"-u\",",
    "curl \\\n",
    "curl -------",
    "curl -ssssssssss",
    "--oauth2-bearer ",
    "\"set-cookie\": [\"a=b1\", ",
    "a=b1\", \"",
    "> -----BEGIN PRIVATE KEY-----\n> ",
    "\"-----BEGIN PRIVATE KEY-----\\n\"\n",
    "Private-Lines: 1\n\"",
    "-----END \n",
    "| API_KEY | ",
    "API_KEY\t",
    "API_KEY: ",
    "api_key: str ",
    "api_key: a a a a a a",
    "api_key: Some(",
    "api_key string ",
    "\"api_key\",\n\n\n\n",
    "<td>api_key</td><",
    "API key is ",
    "API key: ",
    "set -gx API_KEY ",
    "--token ",
    "- name: API_KEY\n  value: ",
    ":api_key ",
    "sessionid=",
    "PHPSESSID=",
    "__Host-",
    "/bot1",
    "AC0",
    "0-",
    "0123456789abcdef0123456789abcdef-",
    "(((",
    "\\\"",
    "\\\\",
    "fw_",
    "pa-",
    "jina_",
    "access-production-",
    "AQE",
    "rzp_live_",
    "AAAA:APA91b",
    "vercel_",
    "NRAL",
    "1/1",
    "dG9rO",
    "00",
    "AAAAAAAAAAAAAAAAAAAAA",
    "5K",
    "$2b$",
    "$6$a$",
    "$y$a$",
    "$argon2id$v=19$m=1,t=1,p=1$",
    "$ANSIBLE_VAULT;1.1;AES256\n0123456789abcdef0123",
    "mysql -p",
    "mysql ",
    "sshpass -p ",
    "\"auth\": \"",
    "mnemonic: ",
    "mnemonic: able ",
    "\n",
];

/// Single characters that an attacker would repeat.
const CHARACTERS: [&str; 14] = [
    "a", "A", "0", " ", "\"", "\\", "'", "`", "=", "-", ".", "/", "é", "🦊",
];

/// Returns texts of about that length.
fn hostile(length: usize) -> Vec<String> {
    let fill = |text: &str| text.repeat(length / text.len() + 1);
    let single = FRAGMENTS.iter().chain(&CHARACTERS).map(|text| fill(text));
    // Many beginnings before something that never ends, and the other way round.
    let tails = ["a1B2c3D4", "-", "eyJ", " ", "\\n", "="];
    let halves = FRAGMENTS.iter().flat_map(|head| {
        tails.iter().map(move |tail| {
            let half = |text: &str| text.repeat(length / 2 / text.len() + 1);
            format!("{}{}", half(head), half(tail))
        })
    });
    let pairs = FRAGMENTS.windows(2).map(|two| fill(&two.concat()));
    single.chain(halves).chain(pairs).collect()
}

/// Returns the CPU time of this thread: other processes on the machine do not count.
fn worked() -> Duration {
    clock_gettime(ClockId::ThreadCPUTime).try_into().unwrap()
}

fn time(text: &str) -> Duration {
    let begin = worked();
    std::hint::black_box(SECRETS.redact(text));
    worked().saturating_sub(begin)
}

/// Returns the minimum of several times. Compiling patterns, and other load of the machine, only ever adds to a time.
fn least(text: &str, runs: usize) -> Duration {
    (0..runs).map(|_| time(text)).min().unwrap()
}

/// Linear and quadratic work differ by a factor of 16, and the limit is in the middle. If noise reaches it, more runs
/// approach the real work on both sides; quadratic work stays above the limit however often it is done.
#[test]
fn sixteen_times_the_text_is_not_256_times_the_work() {
    for (short, long) in hostile(2 * 1024).iter().zip(&hostile(32 * 1024)) {
        let (mut one, mut sixteen) = (least(short, 2), least(long, 1));
        for _ in 0..4 {
            if sixteen < 64 * one {
                break;
            }
            one = one.min(least(short, 5));
            sixteen = sixteen.min(least(long, 5));
        }
        let begin: String = long.chars().take(40).collect();
        assert!(sixteen < 64 * one, "{begin:?}: {one:?} became {sixteen:?}");
    }
}

#[test]
fn hostile_texts_stay_texts() {
    for text in hostile(2 * 1024) {
        let json = serde_json::to_string(&text).unwrap();
        let (clean, _) = SECRETS.redact(&json);
        let read: String = serde_json::from_str(&clean).unwrap();
        let (again, _) = SECRETS.redact(&clean);
        assert!(serde_json::from_str::<String>(&again).is_ok(), "{read}");
    }
}
