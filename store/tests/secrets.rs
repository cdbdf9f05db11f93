//! Secrets are found in plain text and in raw JSON; ids and hashes are left alone.

use std::borrow::Cow;

use engine::ports::secrets::Secrets;
use store::secrets::PatternSecrets;

/// Made-up secrets, taken apart so that no scanner mistakes this file for a leak.
fn examples() -> Vec<(&'static str, String)> {
    let random = "Zq3vT9xKp2LmW8nRb5YcD7fGh4JsAe6UtQ1oXiNwVy0MzPkBrS";
    let hex = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
    let lines = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj\n".repeat(3);
    vec![
        ("aws_access_key", format!("AKIA{}", "IOSFODNN7EXAMPLE")),
        ("github_token", format!("ghp_{}", &random[..36])),
        (
            "github_token",
            format!("github_pat_{}_{}", &random[..22], &random[..40]),
        ),
        ("gitlab_token", format!("glpat-{}", &random[..20])),
        (
            "slack_token",
            format!("xoxb-{}-{}", "123456789012", &random[..24]),
        ),
        ("openai_key", format!("sk-proj-{}", &random[..48])),
        ("openai_key", format!("sk-{}", &random[..48])),
        ("anthropic_key", format!("sk-ant-api03-{}", &random[..40])),
        ("google_api_key", format!("AIza{}", &random[..35])),
        ("stripe_key", format!("sk_live_{}", &random[..24])),
        ("npm_token", format!("npm_{}", &random[..36])),
        ("pypi_token", format!("pypi-AgEIcHlwaS5vcmc{random}")),
        (
            "sendgrid_key",
            format!("SG.{}.{}", &random[..22], &random[..43]),
        ),
        ("huggingface_token", format!("hf_{}", &random[..34])),
        (
            "jwt",
            format!("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.{}", &random[..43]),
        ),
        ("loci_token", format!("loci_{hex}")),
        (
            "private_key",
            format!("-----BEGIN PRIVATE KEY-----\n{lines}-----END PRIVATE KEY-----"),
        ),
        (
            "private_key",
            format!(
                "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\n{lines}\
                 -----END RSA PRIVATE KEY-----"
            ),
        ),
    ]
}

#[test]
fn finds_every_kind_in_text_and_in_json() {
    let secrets = PatternSecrets::new().unwrap();
    for (kind, secret) in examples() {
        let mark = format!("[redacted:{kind}]");
        for (before, after) in [
            ("", ""),
            ("see ", " there"),
            ("line\n", "\nline"),
            ("(", ")."),
        ] {
            let text = format!("{before}{secret}{after}");
            let (clean, count) = secrets.redact(&text);
            assert_eq!(
                (clean.as_ref(), count),
                (&*format!("{before}{mark}{after}"), 1),
                "{kind}"
            );
            // The same as raw JSON, and as JSON within JSON.
            let json = serde_json::to_string(&serde_json::json!({ "note": text })).unwrap();
            let (clean, count) = secrets.redact(&json);
            assert_eq!(count, 1, "{json}");
            let read: serde_json::Value = serde_json::from_str(&clean).unwrap();
            assert_eq!(read["note"], format!("{before}{mark}{after}"), "{kind}");
            let twice = serde_json::to_string(&json).unwrap();
            let (clean, _) = secrets.redact(&twice);
            let tail = secret.lines().last().unwrap();
            assert!(!clean.contains(tail), "{kind}: {clean}");
            serde_json::from_str::<String>(&clean).unwrap();
        }
    }
}

#[test]
fn keeps_what_stands_around() {
    let secrets = PatternSecrets::new().unwrap();
    for (text, expected) in [
        (
            "postgres://app:s3cr%21t@db.example.org:5432/x",
            "postgres://app:[redacted:url_password]@db.example.org:5432/x",
        ),
        (
            "redis://:hunter2@localhost",
            "redis://:[redacted:url_password]@localhost",
        ),
        (
            "password=Tr0ub4dor&3x",
            "password=[redacted:assigned_secret]",
        ),
        (
            "DB_PASSWORD: \"hunter2hunter2\"",
            "DB_PASSWORD: \"[redacted:assigned_secret]\"",
        ),
        (
            r#"{"api_key":"q8Zt4Lw0PfR7xYc2Nn5B"}"#,
            r#"{"api_key":"[redacted:assigned_secret]"}"#,
        ),
        (
            r#"{"env":"export API_KEY=\"q8Zt4Lw0PfR7xYc2Nn5B\"\nexit"}"#,
            r#"{"env":"export API_KEY=\"[redacted:assigned_secret]\"\nexit"}"#,
        ),
        (
            "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
            "aws_secret_access_key = [redacted:assigned_secret]",
        ),
        (
            "curl -H 'Authorization: Bearer q8Zt4Lw0PfR7xYc2Nn5B'",
            "curl -H 'Authorization: Bearer [redacted:authorization]'",
        ),
    ] {
        let (clean, count) = secrets.redact(text);
        assert_eq!((clean.as_ref(), count), (expected, 1));
        // What is clean stays as it is.
        let (again, count) = secrets.redact(expected);
        assert_eq!((again.as_ref(), count), (expected, 0));
    }
}

#[test]
fn leaves_ids_hashes_and_prose_alone() {
    let secrets = PatternSecrets::new().unwrap();
    for text in [
        "sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "token: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "secret_key=da39a3ee5e6b4b0d3255bfef95601890afd80709",
        "commit 356a192b7913b04c54574d18c28d46e6395428ab",
        "workflow 01J9Z3NDEKTSV4RRFFQ69G5FAV, token=01J9Z3NDEKTSV4RRFFQ69G5FAV",
        "api_key: 123e4567-e89b-12d3-a456-426614174000",
        "claim_token=workflow:01J9Z3NDEKTSV4RRFFQ69G5FAV",
        "T12 waits for T7; see task_claim and loci_token",
        "password=$DB_PASSWORD secret: ${{ secrets.TOKEN_2 }} pwd=<your-password-1>",
        "https://user:${PASS}@example.org https://user:***@example.org",
        "https://user:password@example.org",
        "password = os.environ[\"DB_PASSWORD_1\"]",
        "token = tokens[index2].value_of_it",
        "input_tokens: 1234567890123456, output_tokens=42",
        "\"token_count\":1000000000000000000000",
        "The password must have at least 8 characters, the API key: none.",
        "sk-a-very-long-class-name-in-some-css-framework-x",
        "the -----BEGIN CERTIFICATE----- of it",
        "see https://example.org:8080/a@b and mail me@example.org",
        "AKIA is a prefix, ghp_ too, and eyJ begins a JWT",
        "author=Ada.Lovelace1815andothers",
        "{\"idempotency_key\":\"retry-1\",\"key\":\"K7MDENGbPxRfiCYEXAMPLEKEY1\"}",
        "",
    ] {
        let (clean, count) = secrets.redact(text);
        assert_eq!((clean.as_ref(), count), (text, 0));
        assert!(matches!(clean, Cow::Borrowed(_)));
    }
}

#[test]
fn finds_many_at_once() {
    let secrets = PatternSecrets::new().unwrap();
    let all: Vec<_> = examples().into_iter().map(|(_, secret)| secret).collect();
    let text = all.join("\n");
    let (clean, count) = secrets.redact(&text);
    assert_eq!(usize::try_from(count).unwrap(), all.len());
    for secret in &all {
        assert!(!clean.contains(secret.as_str()));
    }
}
