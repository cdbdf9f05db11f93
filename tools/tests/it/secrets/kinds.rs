//! Tests every kind of token in every context.

use serde_json::{Value, json};

use crate::secrets::random::{BASE32, CAPITALS, DIGITS, HEX, LETTERS, MIXED, SMALL, random};
use crate::secrets::{none, redact};

/// Prefix, and the alphabet and length of the rest, for each part of a token.
type Part = (&'static str, &'static str, usize);

/// Kinds with the parts of their tokens.
#[rustfmt::skip]
const KINDS: &[(&str, &[Part])] = &[
    ("loci_token", &[("loci_", HEX, 64)]),
    ("aws_access_key", &[("AKIA", BASE32, 16)]),
    ("aws_access_key", &[("ASIA", BASE32, 16)]),
    ("github_token", &[("ghp_", MIXED, 36)]),
    ("github_token", &[("gho_", MIXED, 36)]),
    ("github_token", &[("ghs_", MIXED, 36)]),
    ("github_token", &[("github_pat_", MIXED, 22), ("_", MIXED, 59)]),
    ("gitlab_token", &[("glpat-", MIXED, 20)]),
    ("gitlab_token", &[("gldt-", MIXED, 20)]),
    ("bitbucket_token", &[("ATBB", MIXED, 32)]),
    ("atlassian_token", &[("ATATT3", MIXED, 186)]),
    ("slack_token", &[("xoxb-", DIGITS, 12), ("-", DIGITS, 12), ("-", MIXED, 24)]),
    ("slack_token", &[("xoxp-", DIGITS, 12), ("-", MIXED, 30)]),
    ("slack_token", &[("xapp-1-A", CAPITALS, 10), ("-", DIGITS, 13), ("-", HEX, 64)]),
    ("discord_token", &[("MT", MIXED, 24), (".", MIXED, 6), (".", MIXED, 38)]),
    ("telegram_token", &[("", DIGITS, 10), (":AA", MIXED, 33)]),
    ("anthropic_key", &[("sk-ant-api03-", MIXED, 93), ("AA", "", 0)]),
    ("openai_key", &[("sk-proj-", MIXED, 48)]),
    ("openai_key", &[("sk-", MIXED, 48)]),
    ("openai_key", &[("sk-svcacct-", MIXED, 74), ("T3BlbkFJ", MIXED, 74)]),
    ("openrouter_key", &[("sk-or-v1-", HEX, 64)]),
    ("groq_key", &[("gsk_", MIXED, 52)]),
    ("xai_key", &[("xai-", MIXED, 80)]),
    ("replicate_token", &[("r8_", MIXED, 37)]),
    ("perplexity_key", &[("pplx-", MIXED, 48)]),
    ("nvidia_key", &[("nvapi-", MIXED, 64)]),
    ("pinecone_key", &[("pcsk_", MIXED, 6), ("_", MIXED, 63)]),
    ("langsmith_key", &[("lsv2_pt_", HEX, 32), ("_", HEX, 10)]),
    ("huggingface_token", &[("hf_", MIXED, 34)]),
    ("huggingface_token", &[("hf_", LETTERS, 34)]),
    ("google_api_key", &[("AIza", MIXED, 35)]),
    ("google_oauth_token", &[("ya29.", MIXED, 120)]),
    ("google_client_secret", &[("GOCSPX-", MIXED, 28)]),
    ("azure_client_secret", &[("aB1", DIGITS, 1), ("Q~", MIXED, 34)]),
    ("azure_devops_token", &[("", MIXED, 76), ("AZDO", MIXED, 4)]),
    ("stripe_key", &[("sk_live_", MIXED, 24)]),
    ("stripe_key", &[("rk_live_", MIXED, 99)]),
    ("stripe_key", &[("whsec_", MIXED, 32)]),
    ("square_token", &[("EAAA", MIXED, 60)]),
    ("square_token", &[("sq0atp-", MIXED, 22)]),
    ("square_token", &[("sq0csp-", MIXED, 43)]),
    ("shopify_token", &[("shpat_", HEX, 32)]),
    ("shopify_token", &[("shpss_", HEX, 32)]),
    ("twilio_key", &[("SK", HEX, 32)]),
    ("mailgun_key", &[("key-", HEX, 32)]),
    ("mailgun_key", &[("", HEX, 32), ("-", HEX, 8), ("-", HEX, 8)]),
    ("mailchimp_key", &[("", HEX, 32), ("-us", DIGITS, 2)]),
    ("resend_key", &[("re_", MIXED, 8), ("_", MIXED, 24)]),
    ("sendgrid_key", &[("SG.", MIXED, 22), (".", MIXED, 43)]),
    ("brevo_key", &[("xkeysib-", HEX, 64), ("-", MIXED, 16)]),
    ("notion_token", &[("ntn_", DIGITS, 11), ("", MIXED, 35)]),
    ("notion_token", &[("secret_", MIXED, 43)]),
    ("linear_key", &[("lin_api_", MIXED, 40)]),
    ("airtable_token", &[("pat", MIXED, 14), (".", HEX, 64)]),
    ("figma_token", &[("figd_", MIXED, 40)]),
    ("postman_key", &[("PMAK-", HEX, 24), ("-", HEX, 34)]),
    ("npm_token", &[("npm_", MIXED, 36)]),
    ("pypi_token", &[("pypi-AgEIcHlwaS5vcmc", MIXED, 80)]),
    ("rubygems_key", &[("rubygems_", HEX, 48)]),
    ("crates_token", &[("cio", MIXED, 32)]),
    ("docker_token", &[("dckr_pat_", MIXED, 27)]),
    ("digitalocean_token", &[("dop_v1_", HEX, 64)]),
    ("heroku_key", &[("HRKU-AA", MIXED, 58)]),
    ("netlify_token", &[("nfp_", MIXED, 36)]),
    ("render_key", &[("rnd_", MIXED, 32)]),
    ("fly_token", &[("fo1_", MIXED, 43)]),
    ("fly_token", &[("fm2_lJPE", MIXED, 200), ("==", "", 0)]),
    ("planetscale_token", &[("pscale_tkn_", MIXED, 43)]),
    ("supabase_key", &[("sbp_", HEX, 40)]),
    ("supabase_key", &[("sb_secret_", MIXED, 31)]),
    ("databricks_token", &[("dapi", HEX, 32)]),
    ("databricks_token", &[("dapi", HEX, 32), ("-2", "", 0)]),
    ("terraform_token", &[("", MIXED, 14), (".atlasv1.", MIXED, 67)]),
    ("vault_token", &[("hvs.", MIXED, 90)]),
    ("vault_token", &[("hvb.", MIXED, 150)]),
    ("vault_token", &[("s.", MIXED, 24)]),
    ("doppler_token", &[("dp.pt.", MIXED, 43)]),
    ("doppler_token", &[("dp.st.dev.", MIXED, 40)]),
    ("age_key", &[("AGE-SECRET-KEY-1", CAPITALS, 58)]),
    ("pulumi_token", &[("pul-", HEX, 40)]),
    ("prefect_token", &[("pnu_", SMALL, 36)]),
    ("grafana_token", &[("glsa_", MIXED, 32), ("_", HEX, 8)]),
    ("newrelic_key", &[("NRAK-", CAPITALS, 27)]),
    ("sentry_token", &[("sntryu_", HEX, 64)]),
    ("dynatrace_token", &[("dt0c01.", CAPITALS, 24), (".", CAPITALS, 64)]),
    ("sonar_token", &[("sqp_", HEX, 40)]),
    ("tailscale_key", &[("tskey-auth-", MIXED, 17), ("-", MIXED, 32)]),
    ("sourcegraph_token", &[("sgp_", HEX, 40)]),
    ("easypost_key", &[("EZAK", MIXED, 54)]),
    ("shippo_token", &[("shippo_live_", HEX, 40)]),
    ("jwt", &[("eyJhbGciOiJIUzI1NiJ9.eyJ", MIXED, 40), (".", MIXED, 43)]),
    ("onepassword_key", &[("A3-", CAPITALS, 6), ("-", CAPITALS, 11), ("-", CAPITALS, 5), ("-", CAPITALS, 5), ("-", CAPITALS, 5)]),
    ("cloudflare_key", &[("v1.0-", HEX, 24), ("-", HEX, 146)]),
    ("clojars_token", &[("CLOJARS_", HEX, 60)]),
    ("nuget_key", &[("oy2", SMALL, 43)]),
    ("e2b_key", &[("e2b_", HEX, 40)]),
    ("firecrawl_key", &[("fc-", HEX, 32)]),
    ("duffel_token", &[("duffel_live_", MIXED, 43)]),
    ("circleci_token", &[("CCIPAT_", MIXED, 22), ("_", HEX, 40)]),
    ("alibaba_key", &[("LTAI", MIXED, 20)]),
    ("deno_token", &[("ddp_", MIXED, 36)]),
    ("adobe_secret", &[("p8e-", SMALL, 32)]),
    ("fireworks_key", &[("fw_", MIXED, 24)]),
    ("voyage_key", &[("pa-", MIXED, 43)]),
    ("jina_key", &[("jina_", HEX, 32), ("", MIXED, 28)]),
    ("plaid_token", &[("access-production-", HEX, 8), ("-", HEX, 4), ("-", HEX, 4), ("-", HEX, 4), ("-", HEX, 12)]),
    ("adyen_key", &[("AQE", MIXED, 84), ("==-", MIXED, 43), ("=", "", 0)]),
    ("adyen_key", &[("AQE", MIXED, 84), ("==-", MIXED, 43), ("=-", MIXED, 16)]),
    ("razorpay_key", &[("rzp_live_", MIXED, 14)]),
    ("firebase_key", &[("AAAA", MIXED, 7), (":APA91b", MIXED, 134)]),
    ("vercel_token", &[("vercel_", MIXED, 24)]),
    ("vercel_token", &[("vercel_blob_rw_", MIXED, 16), ("_", MIXED, 30)]),
    ("neon_key", &[("napi_", SMALL, 64)]),
    ("neon_key", &[("napi_", MIXED, 40)]),
    ("newrelic_key", &[("", HEX, 36), ("NRAL", "", 0)]),
    ("asana_token", &[("1/1", DIGITS, 15), (":", HEX, 32)]),
    ("asana_token", &[("2/1", DIGITS, 15), ("/", DIGITS, 16), (":", HEX, 32)]),
    ("intercom_token", &[("dG9rO", MIXED, 55), ("=", "", 0)]),
    ("okta_token", &[("00", MIXED, 40)]),
    ("launchdarkly_key", &[("api-", HEX, 8), ("-", HEX, 4), ("-", HEX, 4), ("-", HEX, 4), ("-", HEX, 12)]),
    ("twitter_token", &[("AAAAAAAAAAAAAAAAAAAAA", MIXED, 90)]),
    ("bitcoin_key", &[("5K", BASE58, 49)]),
    ("bitcoin_key", &[("L1", BASE58, 50)]),
    ("password_hash", &[("$2b$12$", MIXED, 53)]),
    ("password_hash", &[("$apr1$", MIXED, 8), ("$", MIXED, 22)]),
    ("password_hash", &[("$6$rounds=5000$", MIXED, 16), ("$", MIXED, 86)]),
    ("password_hash", &[("$y$j9T$", MIXED, 22), ("$", MIXED, 43)]),
    ("password_hash", &[("$argon2id$v=19$m=19456,t=2,p=1$", MIXED, 22), ("$", MIXED, 43)]),
];

/// Alphabet of Bitcoin's addresses and keys.
const BASE58: &str = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

fn made(parts: &[Part], seed: u64) -> String {
    let part = |(at, (prefix, alphabet, length)): (usize, &Part)| {
        let seed = seed * 100 + u64::try_from(at).unwrap() + 1;
        let rest = if alphabet.is_empty() {
            String::new()
        } else {
            random(alphabet, *length, seed)
        };
        format!("{prefix}{rest}")
    };
    parts.iter().enumerate().map(part).collect()
}

/// Returns three tokens of each kind, and the private keys.
fn examples() -> Vec<(&'static str, String)> {
    let tokens = KINDS.iter().enumerate().flat_map(|(at, (kind, parts))| {
        let seed = u64::try_from(at).unwrap() * 10;
        (1..4).map(move |more| (*kind, made(parts, seed + more)))
    });
    tokens.chain(private_keys()).collect()
}

fn private_keys() -> Vec<(&'static str, String)> {
    let line = |seed| random(MIXED, 64, seed);
    let lines = format!("{}\n{}\n{}=\n", line(1), line(2), line(3));
    let pem = |label: &str, head: &str| {
        format!("-----BEGIN {label}-----\n{head}{lines}-----END {label}-----")
    };
    let putty = format!(
        "PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nComment: me@example.org\nPublic-Lines: 1\n{}\n\
         Private-Lines: 1\n{}\nPrivate-MAC: {}",
        line(4),
        line(5),
        random(HEX, 64, 6)
    );
    let keys = [
        pem("PRIVATE KEY", ""),
        pem("RSA PRIVATE KEY", "Proc-Type: 4,ENCRYPTED\n\n"),
        pem("OPENSSH PRIVATE KEY", ""),
        pem("EC PRIVATE KEY", ""),
        pem("ENCRYPTED PRIVATE KEY", ""),
        pem("PGP PRIVATE KEY BLOCK", "Version: GnuPG v2 (GNU/Linux)\n\n"),
        putty,
    ];
    keys.into_iter().map(|key| ("private_key", key)).collect()
}

#[test]
fn every_kind_is_found_wherever_it_stands() {
    let mut wrong = Vec::new();
    for (kind, secret) in examples() {
        let mark = format!("[redacted:{kind}]");
        for (before, after) in [
            ("", ""),
            ("see ", " there"),
            ("line\n", "\nline"),
            ("(", ")."),
            ("it's ", ", and so on"),
            ("- `", "`"),
            ("x = \"", "\";"),
            ("https://example.org/?a=b&c=", "&d=e"),
            ("> curl -H 'X-Some: ", "' example.org"),
        ] {
            let text = format!("{before}{secret}{after}");
            let expected = format!("{before}{mark}{after}");
            let plain = redact(&text);
            // The same as raw JSON, as a key of an object, and as JSON within JSON.
            let json = json!({ "note": text, "list": [{ (&text): 1 }] }).to_string();
            let (clean, count) = redact(&json);
            let read: Value = serde_json::from_str(&clean).unwrap();
            let (deep, _) = redact(&json!(json).to_string());
            let tail = secret.lines().last().unwrap();
            let is_right = plain == (expected.clone(), 1)
                && count == 2
                && read == json!({ "note": expected, "list": [{ (&expected): 1 }] })
                && !deep.contains(tail)
                && serde_json::from_str::<String>(&deep).is_ok();
            if !is_right {
                wrong.push(format!(
                    "{kind}: {text}\n  became {plain:?}\n  and {read}\n  and {deep}"
                ));
            }
        }
    }
    none(&wrong);
}

#[test]
fn every_kind_is_found_under_a_name() {
    let mut wrong = Vec::new();
    for (kind, secret) in examples() {
        for text in [
            format!("SOME_API_KEY={secret}"),
            format!("export SOME_TOKEN='{secret}'"),
            json!({ "apiKey": secret }).to_string(),
            format!("Authorization: Bearer {secret}"),
            format!("Cookie: sid={secret}; theme=dark"),
        ] {
            let (clean, count) = redact(&text);
            let is_gone = !clean.contains(secret.lines().last().unwrap()) && clean.contains(kind);
            // Redacted text is not changed again.
            if !is_gone || count != 1 || redact(&clean) != (clean.clone(), 0) {
                wrong.push(format!("{kind}: {text}\n  became {clean}"));
            }
        }
    }
    none(&wrong);
}

#[test]
fn many_are_found_at_once() {
    let all: Vec<String> = examples().into_iter().map(|(_, secret)| secret).collect();
    let (clean, count) = redact(&all.join("\n"));
    assert_eq!(usize::try_from(count).unwrap(), all.len());
    for secret in &all {
        assert!(!clean.contains(secret.as_str()));
    }
}

#[test]
fn a_key_that_was_cut_off_is_found_as_far_as_it_goes() {
    let lines = [random(MIXED, 64, 1), random(MIXED, 64, 2)].join("\\n");
    let begin = ["-----BEGIN RSA", " PRIVATE KEY-----"].concat();
    let text = format!("{{\"log\":\"{begin}\\n{lines}\\nand that is all\"}}");
    let expected = "{\"log\":\"[redacted:private_key]\\nand that is all\"}";
    assert_eq!(redact(&text), (expected.into(), 1));
    for written in [
        format!("what stands between {begin} and the end"),
        format!("{begin}\n...\n-----END RSA PRIVATE KEY-----"),
    ] {
        assert_eq!(redact(&written), (written.clone(), 0));
    }
}

#[test]
fn what_a_token_stands_in_stays() {
    let telegram = format!("{}:AA{}", random(DIGITS, 10, 1), random(MIXED, 33, 2));
    let (account, twilio) = (format!("AC{}", random(HEX, 32, 3)), random(HEX, 32, 4));
    let mut wrong = Vec::new();
    for (text, kind, secret) in [
        (
            "https://api.telegram.org/bot%/getMe".to_owned(),
            "telegram_token",
            &telegram,
        ),
        (
            "https://api.telegram.org/file/bot%/a.jpg".to_owned(),
            "telegram_token",
            &telegram,
        ),
        (
            format!("Client(\"{account}\",\"%\")"),
            "twilio_token",
            &twilio,
        ),
        (
            format!("new Twilio('{account}', '%')"),
            "twilio_token",
            &twilio,
        ),
        (
            format!("Client(\n  \"{account}\",\n  \"%\",\n)"),
            "twilio_token",
            &twilio,
        ),
        (
            format!("Client(\"{account}\", password=\"%\")"),
            "twilio_token",
            &twilio,
        ),
        (format!("{account}:%"), "twilio_token", &twilio),
    ] {
        let put = |with: &str| text.replacen('%', with, 1);
        let (given, expected) = (put(secret), put(&format!("[redacted:{kind}]")));
        let (clean, _) = redact(&json!(given).to_string());
        let read: String = serde_json::from_str(&clean).unwrap();
        let (deep, _) = redact(&json!(json!(given).to_string()).to_string());
        let plain = redact(&given);
        if plain != (expected.clone(), 1) || read != expected || deep.contains(secret) {
            wrong.push(format!(
                "{given}\n  became {plain:?}\n  and {read}\n  and {deep}"
            ));
        }
    }
    none(&wrong);
}

/// Prefixes of each line in a text that is quoted, commented, changed, indented or numbered.
const MARGINS: [&str; 22] = [
    "> ",
    "> > ",
    "# ",
    "| ",
    " * ",
    "+ ",
    "- ",
    "+",
    "-",
    "// ",
    "\t",
    "    ",
    ";; ",
    "-- ",
    "%% ",
    "│ ",
    "<!-- ",
    "12:",
    "  12\t",
    "  12→",
    "key.pem:12:",
    "[12:00] ",
];

#[test]
fn private_keys_are_found_behind_what_stands_before_their_lines() {
    let mut wrong = Vec::new();
    for (_, secret) in private_keys() {
        for margin in MARGINS {
            let set_in = secret.replace('\n', &format!("\n{margin}"));
            let (before, after) = (format!("see\n{margin}"), format!("\n{margin}there"));
            let given = format!("{before}{set_in}{after}");
            let expected = format!("{before}[redacted:private_key]{after}");
            let plain = redact(&given);
            let (clean, _) = redact(&json!({ "note": given }).to_string());
            let read: Value = serde_json::from_str(&clean).unwrap();
            let (deep, _) = redact(&json!(json!(given).to_string()).to_string());
            let is_right = plain == (expected.clone(), 1)
                && read == json!({ "note": expected })
                && serde_json::from_str::<String>(&deep).is_ok_and(|deep| !leaks(&secret, &deep));
            if !is_right {
                wrong.push(format!(
                    "{given}\n  became {plain:?}\n  and {read}\n  and {deep}"
                ));
            }
        }
    }
    none(&wrong);
}

/// Returns true if a line of a key is still there.
fn leaks(secret: &str, clean: &str) -> bool {
    let lines = secret.lines().filter(|line| !line.contains([' ', '-']));
    lines
        .filter(|line| line.len() >= 40)
        .any(|line| clean.contains(line))
}

#[test]
fn private_keys_are_found_when_each_line_is_a_text() {
    let mut wrong = Vec::new();
    for (_, secret) in private_keys() {
        // The public half of a key is no secret.
        let secret = secret.replacen(&random(MIXED, 64, 4), "public", 1);
        let lines: Vec<&str> = secret.lines().collect();
        let list = json!({ "key": lines, "after": 1 });
        let in_quotes = |begin: &str, end: &str| {
            let quoted: Vec<String> = lines
                .iter()
                .map(|line| format!("{begin}{line}{end}"))
                .collect();
            quoted.join("\n")
        };
        let texts = [
            list.to_string(),
            serde_json::to_string_pretty(&list).unwrap(),
            json!(list.to_string()).to_string(),
            in_quotes("\"", "\\n\""),
            in_quotes("'", "\\n' +"),
            in_quotes("    \"", "\\r\\n\","),
            json!({ "code": in_quotes("\"", "\\n\"") }).to_string(),
        ];
        for text in texts {
            let (clean, count) = redact(&text);
            let was_json = serde_json::from_str::<Value>(&text).is_ok();
            let is_json = serde_json::from_str::<Value>(&clean).is_ok();
            let same_lines = text.lines().count() == clean.lines().count();
            let is_right =
                count > 0 && !leaks(&secret, &clean) && is_json == was_json && same_lines;
            if !is_right || redact(&clean) != (clean.clone(), 0) {
                wrong.push(format!("{text}\n  became {clean}"));
            }
        }
        // The list keeps its form: each line, or its replacement, is still there.
        let read: Value = serde_json::from_str(&redact(&list.to_string()).0).unwrap();
        assert_eq!(read["key"].as_array().unwrap().len(), lines.len());
    }
    none(&wrong);
}

#[test]
fn a_key_that_was_cut_off_is_found_behind_what_stands_before_its_lines() {
    let lines = [random(MIXED, 64, 1), random(MIXED, 64, 2)];
    let begin = ["-----BEGIN RSA", " PRIVATE KEY-----"].concat();
    for margin in ["> ", "# ", "| ", " * ", "+ ", "- ", "// ", "\t", "  12\t"] {
        let text = [&begin, &lines[0], &lines[1]].map(|line| format!("{margin}{line}"));
        let given = format!("{}\n{margin}and that is all", text.join("\n"));
        let expected = format!("{margin}[redacted:private_key]\n{margin}and that is all");
        assert_eq!(redact(&given), (expected, 1));
    }
    let written = format!(
        "`{begin}` begins a key, and `-----END RSA PRIVATE KEY-----` ends it. See Appendix 2."
    );
    assert_eq!(redact(&written), (written.clone(), 0));
}

#[test]
fn an_ansible_vault_is_found_with_its_lines() {
    let lines = [random(HEX, 80, 1), random(HEX, 80, 2), random(HEX, 34, 3)];
    let vault = format!("$ANSIBLE_VAULT;1.1;AES256\n{}", lines.join("\n          "));
    let text = format!("key: !vault |\n          {vault}\nnext: 1\n");
    let expected = "key: !vault |\n          [redacted:ansible_vault]\nnext: 1\n";
    assert_eq!(redact(&text), (expected.into(), 1));
    let (clean, _) = redact(&json!(text).to_string());
    assert_eq!(serde_json::from_str::<String>(&clean).unwrap(), expected);
}

#[test]
fn passwords_on_command_lines_and_in_files_are_found() {
    let word = "CorrectHorse";
    // Base64 of `ada:correct-horse`.
    let login = ["YWRhOmNvcnJl", "Y3QtaG9yc2U="].concat();
    let phrase = "legal winner thank year wave sausage worth useful legal winner thank yellow";
    let mut wrong = Vec::new();
    for (text, kind, secret) in [
        ("mysql -u root -p% shop", "command_password", word),
        ("mysqldump -p'%' shop > all.sql", "command_password", word),
        ("sshpass -p % ssh ada@example.org", "command_password", word),
        ("sshpass -p '%' scp a b:", "command_password", word),
        ("loci user create ada --password %", "assigned_secret", word),
        (
            "{\"auths\": {\"https://index.docker.io/v1/\": {\"auth\": \"%\"}}}",
            "authorization",
            &login,
        ),
        ("seed phrase: %", "recovery_phrase", phrase),
        ("MNEMONIC=\"%\"\nNEXT=1", "recovery_phrase", phrase),
        ("the recovery phrase is %.", "recovery_phrase", phrase),
    ] {
        let put = |with: &str| text.replacen('%', with, 1);
        let (given, expected) = (put(secret), put(&format!("[redacted:{kind}]")));
        let plain = redact(&given);
        let (clean, _) = redact(&json!(given).to_string());
        let read: String = serde_json::from_str(&clean).unwrap();
        if plain != (expected.clone(), 1) || read != expected {
            wrong.push(format!("{given}\n  became {plain:?}\n  and {read}"));
        }
    }
    none(&wrong);
}
