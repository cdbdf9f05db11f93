//! Tests secrets without a shape of their own, which are known by their name or by their place. The text around them is
//! unchanged.

use serde_json::{Value, json};

use crate::secrets::random::{HEX, MIXED, SMALL, random, uuid};
use crate::secrets::{none, redact};

/// Returns texts with `%` in place of the secret, the kind, and the secret.
#[expect(clippy::too_many_lines, reason = "a table")]
fn cases() -> Vec<(&'static str, &'static str, String)> {
    let token = random(MIXED, 32, 1);
    let hex = random(HEX, 32, 2);
    let base64 = format!("{}+/{}==", random(MIXED, 40, 3), random(MIXED, 44, 4));
    let name = "assigned_secret";
    let mut cases = vec![
        (
            "postgres://app:%@db.example.org:5432/x",
            "url_password",
            "s3cr%21t".into(),
        ),
        (
            "DATABASE_URL=mysql://root:%@127.0.0.1/app",
            "url_password",
            "hunter2".into(),
        ),
        (
            "mongodb+srv://ada:%@cluster0.example.net/?w=1",
            "url_password",
            token.clone(),
        ),
        ("redis://:%@localhost", "url_password", "hunter2".into()),
        ("amqp://guest:%@mq", "url_password", "gu35t!pw".into()),
        (
            "https://ada:%@git.example.org/x.git",
            "url_password",
            token.clone(),
        ),
        (
            "curl -u ada:% https://example.org",
            "basic_auth",
            "hunter2".into(),
        ),
        (
            "curl -s --user 'ada:%' https://example.org",
            "basic_auth",
            "Tr0ub4dor&3".into(),
        ),
        (
            "curl --user=ada:% -X POST https://example.org",
            "basic_auth",
            "correct-horse".into(),
        ),
        (
            "curl -H 'Authorization: Bearer %'",
            "authorization",
            token.clone(),
        ),
        (
            "authorization: token %",
            "authorization",
            random(HEX, 40, 5),
        ),
        (
            "Authorization: Basic %",
            "authorization",
            "YWRhOmh1bnRlcjI=".into(),
        ),
        (
            "Authorization: Basic %",
            "authorization",
            "dXNlcjpwYXNz".into(),
        ),
        ("Authorization: Bot %", "authorization", token.clone()),
        (
            "headers = {\"Authorization\": \"Bearer %\"}",
            "authorization",
            uuid(6),
        ),
        (
            "sent with Bearer % as it was",
            "authorization",
            token.clone(),
        ),
        (
            "Cookie: theme=dark; session=%; lang=en",
            "cookie",
            token.clone(),
        ),
        ("Cookie: session=%", "cookie", uuid(7)),
        (
            "Set-Cookie: sid=%; Path=/; HttpOnly; SameSite=Lax",
            "cookie",
            hex.clone(),
        ),
        (
            "curl --cookie 'sid=%' https://example.org",
            "cookie",
            hex.clone(),
        ),
        ("loci_session=%", "loci_session", random(MIXED, 22, 8)),
        (
            "Cookie: loci_session=%; theme=dark",
            "loci_session",
            random(MIXED, 22, 8),
        ),
        (
            "https://x.blob.core.windows.net/c/b?sv=2024&se=2030-01-01&sig=%",
            "url_signature",
            format!("{}%3D", random(MIXED, 43, 9)),
        ),
        (
            "https://b.s3.amazonaws.com/k?X-Amz-Date=20260101T000000Z&X-Amz-Signature=%",
            "url_signature",
            random(HEX, 64, 10),
        ),
        (
            "DefaultEndpointsProtocol=https;AccountName=x;AccountKey=%;EndpointSuffix=core.windows.net",
            name,
            base64.clone(),
        ),
        (
            "Endpoint=sb://x/;SharedAccessKeyName=Root;SharedAccessKey=%",
            name,
            base64.clone(),
        ),
        (
            "aws_secret_access_key = %",
            name,
            "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY".into(),
        ),
        (
            "AWS_SECRET_ACCESS_KEY=%",
            name,
            format!("/{}", random(MIXED, 39, 11)),
        ),
        ("password=%", name, "Tr0ub4dor&3x".into()),
        ("DB_PASSWORD: \"%\"", name, "hunter2hunter2".into()),
        ("POSTGRES_PASSWORD=%", name, "supersafe".into()),
        ("MYSQL_ROOT_PASSWORD: %", name, "correcthorse".into()),
        ("DB_PASS=%", name, "hunter22".into()),
        ("the password is %, said Ada", name, "Tr0ub4dor&3x".into()),
        (
            "wget --user=ada --password=% https://example.org",
            name,
            "hunter22".into(),
        ),
        ("PGPASSWORD=% psql -h localhost", name, "hunter22".into()),
        (
            "[\"curl\", \"-s\", \"-u\", f\"ada:%\", url]",
            "basic_auth",
            "hunter2".into(),
        ),
        ("mysql --password=% app", name, "hunter2hunter".into()),
        ("login --password % --now", name, "hunter2hunter".into()),
        ("deploy --token % --now", name, token.clone()),
        ("<password>%</password>", name, "hunter2hunter".into()),
        ("os.environ[\"API_KEY\"] = \"%\"", name, token.clone()),
        ("apiKey: '%',", name, token.clone()),
        ("const clientSecret = `%`;", name, token.clone()),
        (
            "client_secret=%&grant_type=client_credentials",
            name,
            uuid(12),
        ),
        (
            "https://api.example.org/v1?api_key=%&page=2",
            name,
            hex.clone(),
        ),
        (
            "https://api.example.org/v1?page=2&access_token=%#top",
            name,
            token.clone(),
        ),
        ("X-Api-Key: %", name, hex.clone()),
        ("PRIVATE-TOKEN: %", name, token.clone()),
        ("X-Vault-Token: %", name, token.clone()),
        (
            "{\"name\": \"STRIPE_SECRET\", \"value\": \"%\"}",
            name,
            hex.clone(),
        ),
        ("[\"x-api-key\", \"%\"]", name, hex.clone()),
        ("token=%", name, token.clone()),
        ("SECRET_KEY=%", name, "s3cr3t-k3y!".into()),
        ("auth_token := \"%\"", name, hex.clone()),
    ];
    let environment = [
        "OPENAI_API_KEY=%",
        "DATADOG_API_KEY=%",
        "MISTRAL_API_KEY=%",
        "TWILIO_AUTH_TOKEN=%",
        "NETLIFY_AUTH_TOKEN=%",
        "POSTMARK_SERVER_TOKEN=%",
        "WANDB_API_KEY=%",
        "CLOUDFLARE_API_TOKEN=%",
        "SNYK_TOKEN=%",
        "RAILWAY_TOKEN=%",
        "JWT_SECRET=%",
        "ENCRYPTION_KEY=%",
        "HEROKU_API_KEY=%",
        "api_key: %",
        "api-key=%",
        "client_secret: \"%\"",
        "export ALGOLIA_ADMIN_KEY='%'",
        "webhookSecret = \"%\"",
        "FASTLY_API_TOKEN = %",
        "secret=%",
    ];
    let environment = environment.into_iter().chain(FORMS);
    for (at, text) in environment.enumerate() {
        let seed = u64::try_from(at).unwrap() + 20;
        for secret in [
            random(HEX, 32, seed),
            random(HEX, 40, seed),
            uuid(seed),
            random(MIXED, 40, seed),
        ] {
            cases.push((text, name, secret));
        }
    }
    for (at, (text, kind, secret)) in OTHERS.into_iter().enumerate() {
        let seed = u64::try_from(at).unwrap() + 200;
        let secret = match secret {
            "hex" => random(HEX, 32, seed),
            "mixed" => random(MIXED, 32, seed),
            "small" => random(SMALL, 32, seed),
            "uuid" => uuid(seed),
            chosen => chosen.into(),
        };
        cases.push((text, kind, secret));
    }
    cases
}

/// Ways to assign a value to a name: in shells, programs, files, tables and sentences.
const FORMS: [&str; 67] = [
    "deploy --token=%",
    "deploy --token % --now",
    "deploy --npm-token=% --now",
    "[\"deploy\", \"--token\", \"%\"]",
    "args:\n  - --token\n  - %",
    "tool -token %",
    "ENV API_KEY %",
    "ENV API_KEY=%",
    "$env:API_KEY = \"%\"",
    "${env:API_KEY} = '%'",
    "[Environment]::SetEnvironmentVariable(\"API_KEY\", \"%\")",
    "set API_KEY=%",
    "set -gx API_KEY %",
    "set -Ux API_KEY '%'",
    "setx API_KEY %",
    "setx API_KEY \"%\" /M",
    "setenv API_KEY %",
    "npm config set api_key %",
    "aws configure set aws_secret_access_key %",
    "#define API_KEY \"%\"",
    "proxy_set_header X-Api-Key %;",
    "export API_KEY=\"${API_KEY:=%}\"",
    "api_key: str = \"%\"",
    "api_key: str | None = '%'",
    "api_key: Optional[str] = \"%\"",
    "const API_KEY: &str = \"%\";",
    "pub static API_KEY: &'static str = \"%\";",
    "private readonly apiKey: string = '%';",
    "val apiKey: String? = \"%\"",
    "const apiKey string = \"%\"",
    "static const char api_key[] = \"%\";",
    "static const char API_KEY[33] = \"%\";",
    "api_key = b\"%\"",
    "api_key: Some(\"%\".into()),",
    "api_key: SecretString::from(\"%\"),",
    "process.env.API_KEY || \"%\"",
    "process.env.API_KEY ?? '%'",
    "os.getenv(\"API_KEY\") or \"%\"",
    "os.environ.get(\"API_KEY\", \"%\")",
    "ENV['API_KEY'] ||= '%'",
    "API_KEY ?= %",
    "api_key <- \"%\"",
    ":api_key => '%'",
    "set :api_key, '%'",
    "{:api-key \"%\"}",
    "//registry.npmjs.org/:_authToken=%",
    "- name: API_KEY\n  value: %",
    "- name: \"API_KEY\"\n  value: \"%\"",
    "{\"name\": \"API_KEY\",\n  \"value\": \"%\"}",
    "{\"key\":\"API_KEY\",\"value\":\"%\"}",
    "{ key: \"API_KEY\", value: \"%\" }",
    "name  = \"API_KEY\"\n  value = \"%\"",
    "<add key=\"ApiKey\" value=\"%\" />",
    "ParameterKey=ApiKey,ParameterValue=%",
    "<string name=\"api_key\">%</string>",
    "<td>API_KEY</td><td>%</td>",
    "<key>API_KEY</key>\n<string>%</string>",
    "| API_KEY | % |",
    "| `API_KEY` | `%` | production |",
    " api_key │ %",
    "API_KEY\t%",
    "API_KEY          %",
    "the API key is %",
    "the API key is `%`, said Ada",
    "API key: %",
    "- API_KEY → %",
    "**API key:** `%`",
];

/// Texts with a special form: `%` in place of the secret, the kind, and the secret.
const OTHERS: [(&str, &str, &str); 69] = [
    (
        "curl -su ada:% https://example.org",
        "basic_auth",
        "hunter2",
    ),
    (
        "curl -sSfu 'ada:%' https://example.org",
        "basic_auth",
        "hunter2",
    ),
    (
        "curl -sku ada:% https://example.org",
        "basic_auth",
        "hunter2",
    ),
    ("curl -uada:% https://example.org", "basic_auth", "hunter2"),
    ("curl -u %: https://example.org", "basic_auth", "mixed"),
    ("curl https://example.org -u %:", "basic_auth", "hex"),
    ("curl -u %:x https://example.org", "basic_auth", "mixed"),
    (
        "curl -u %:api_token https://example.org",
        "basic_auth",
        "hex",
    ),
    ("curl -u :% https://example.org", "basic_auth", "mixed"),
    (
        "curl -X POST \\\n  -H 'Accept: */*' \\\n  -su ada:% \\\n  https://example.org",
        "basic_auth",
        "hunter2",
    ),
    ("[\"curl\",\"-u\",\"ada:%\"]", "basic_auth", "hunter2"),
    (
        "['curl', '-su', 'ada:%', 'https://example.org']",
        "basic_auth",
        "hunter2",
    ),
    (
        "command:\n  - curl\n  - -u\n  - ada:%",
        "basic_auth",
        "hunter2",
    ),
    (
        "curl --proxy-user ada:% https://example.org",
        "basic_auth",
        "hunter2",
    ),
    (
        "curl -x proxy:3128 -U ada:% https://example.org",
        "basic_auth",
        "hunter2",
    ),
    (
        "curl --oauth2-bearer % https://example.org",
        "authorization",
        "mixed",
    ),
    (
        "[\"curl\",\"--oauth2-bearer\",\"%\"]",
        "authorization",
        "hex",
    ),
    ("curl -b sessionid=% https://example.org", "cookie", "small"),
    (
        "curl -sb 'theme=dark; sid=%' https://example.org",
        "cookie",
        "hex",
    ),
    ("[\"curl\", \"-b\", \"sid=%\"]", "cookie", "uuid"),
    (
        "curl.exe --cookie=sid=% https://example.org",
        "cookie",
        "hex",
    ),
    ("http -a ada:% example.org", "basic_auth", "hunter2"),
    ("https://%:@api.example.org/v1", "url_password", "hex"),
    (
        "https://%:x-oauth-basic@git.example.org/x.git",
        "url_password",
        "mixed",
    ),
    ("mysql --password=% app", "assigned_secret", "hex"),
    ("mysql --password % app", "assigned_secret", "hex"),
    ("my password is %", "assigned_secret", "hunter2!x"),
    ("my password is %", "assigned_secret", "Sword!Fish"),
    ("the password is \"%\".", "assigned_secret", "swordfish"),
    ("password is '%'", "assigned_secret", "swordfish"),
    ("Passwort: %", "assigned_secret", "xKqWvLpZ"),
    ("login --password % --now", "assigned_secret", "swordfish"),
    ("login --password='%'", "assigned_secret", "swordfish"),
    ("login --password=% ada", "assigned_secret", "swordfish"),
    ("login --password \"%\"", "assigned_secret", "swordfish"),
    ("**Password:** %", "assigned_secret", "Tr0ub4dor&3x"),
    ("| DB_PASSWORD | % |", "assigned_secret", "Tr0ub4dor&3x"),
    (
        "| password | `%` | of Ada |",
        "assigned_secret",
        "hunter2!x",
    ),
    ("$env:DB_PASSWORD = '%'", "assigned_secret", "correcthorse"),
    ("password: str = \"%\"", "assigned_secret", "Tr0ub4dor&3x"),
    ("ENV DB_PASSWORD %", "assigned_secret", "Tr0ub4dor&3x"),
    (
        "machine example.org login ada password %",
        "assigned_secret",
        "Tr0ub4dor&3x",
    ),
    (
        "ALTER USER ada WITH PASSWORD '%';",
        "assigned_secret",
        "Tr0ub4dor&3x",
    ),
    ("the password `%` is his", "assigned_secret", "Tr0ub4dor&3x"),
    (
        "- name: DB_PASSWORD\n  value: %",
        "assigned_secret",
        "correcthorse",
    ),
    ("access token: %", "assigned_secret", "hex"),
    ("Secret Access Key: %", "assigned_secret", "mixed"),
    ("the bot token is \"%\".", "assigned_secret", "mixed"),
    ("the signing key `%`", "assigned_secret", "hex"),
    ("PHPSESSID=%", "cookie", "small"),
    ("sessionid=%", "cookie", "small"),
    ("sessionid=%; csrftoken=x", "cookie", "hex"),
    ("JSESSIONID=%", "cookie", "hex"),
    ("https://example.org/a;jsessionid=%", "cookie", "hex"),
    ("connect.sid=%", "cookie", "small"),
    ("__Host-session=%", "cookie", "mixed"),
    ("__Secure-next-auth.session=%", "cookie", "mixed"),
    ("_app_session=%; path=/", "cookie", "mixed"),
    ("ASP.NET_SessionId=%", "cookie", "small"),
    ("{\"PHPSESSID\": \"%\"}", "cookie", "small"),
    ("{\"name\":\"JSESSIONID\",\"value\":\"%\"}", "cookie", "hex"),
    (
        "example.org\tFALSE\t/\tTRUE\t0\tPHPSESSID\t%",
        "cookie",
        "small",
    ),
    ("{\"set-cookie\": [\"sid=%; HttpOnly\"]}", "cookie", "hex"),
    (
        "{\"set-cookie\": [\"theme=dark; Path=/; Secure\", \"sid=%; Path=/; HttpOnly\"]}",
        "cookie",
        "hex",
    ),
    ("{\"cookie\": \"a=b; session=%\"}", "cookie", "hex"),
    (
        "{\"authorization\": [\"Bearer %\"]}",
        "authorization",
        "mixed",
    ),
    (
        "process.env.DB_PASSWORD || '%'",
        "assigned_secret",
        "Tr0ub4dor&3x",
    ),
    (
        "<input name=\"password\" value=\"%\">",
        "assigned_secret",
        "Tr0ub4dor&3x",
    ),
    (":password => '%'", "assigned_secret", "Tr0ub4dor&3x"),
];

#[test]
fn what_stands_around_stays() {
    let mut wrong = Vec::new();
    for (text, kind, secret) in cases() {
        let mark = format!("[redacted:{kind}]");
        let put = |with: &str| text.replacen('%', with, 1);
        // With a line before it and after it, as in files; only the secret is replaced.
        for (before, after) in [("", ""), ("first\n", "\nlast")] {
            let (given, expected) = (put(&secret), put(&mark));
            let given = format!("{before}{given}{after}");
            let expected = format!("{before}{expected}{after}");
            let plain = redact(&given);
            let again = redact(&expected);
            let json = json!({ "note": given }).to_string();
            let (clean, count) = redact(&json);
            let read: Value = serde_json::from_str(&clean).unwrap();
            let (deep, _) = redact(&json!(json).to_string());
            let is_right = plain == (expected.clone(), 1)
                && again == (expected.clone(), 0)
                && (&read["note"], count) == (&json!(expected), 1)
                && !deep.contains(&secret)
                && serde_json::from_str::<String>(&deep).is_ok();
            if !is_right {
                wrong.push(format!(
                    "{given}\n  became {plain:?}\n  and {read}\n  and {deep}\n  and {again:?}"
                ));
            }
        }
    }
    none(&wrong);
}

#[test]
fn a_json_object_keeps_its_form() {
    for (given, expected) in [
        (
            json!({ "api_key": random(MIXED, 20, 1), "n": 1 }),
            json!({ "api_key": "[redacted:assigned_secret]", "n": 1 }),
        ),
        (
            json!({ "password": "a\"b\\c1/dE2 ", "n": 1 }),
            json!({ "password": "a\"b\\c1/dE2 ", "n": 1 }),
        ),
        (
            json!({ "password": "a\"b\\c1/dE2f" }),
            json!({ "password": "[redacted:assigned_secret]" }),
        ),
        (
            json!({ "token": 12_345_678_901_234_567_u64 }),
            json!({ "token": 12_345_678_901_234_567_u64 }),
        ),
        (json!({ "api_key": 1.5e300 }), json!({ "api_key": 1.5e300 })),
        (
            json!({ "env": format!("export API_KEY=\"{}\"\nexit", random(MIXED, 20, 2)) }),
            json!({ "env": "export API_KEY=\"[redacted:assigned_secret]\"\nexit" }),
        ),
    ] {
        let (clean, _) = redact(&given.to_string());
        assert_eq!(serde_json::from_str::<Value>(&clean).unwrap(), expected);
    }
}
