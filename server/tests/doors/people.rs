//! People: setup, sign-in and sign-out, links, guessing.

use serde_json::json;

use crate::harness::{Client, PASSWORD, Server};

fn setup_secret(server: &Server) -> String {
    let output = server.cli(&["setup-link"]);
    assert!(output.status.success(), "{output:?}");
    let link = String::from_utf8(output.stdout).unwrap();
    assert!(link.starts_with("http://loci.localhost:"), "{link}");
    link.trim().split("secret=").nth(1).unwrap().to_owned()
}

#[test]
fn the_first_start_makes_one_owner_by_its_link() {
    let server = Server::start();
    assert!(
        server.open.starts_with("http://loci.localhost:") && server.open.ends_with("/setup"),
        "no secret goes where it is kept: {}",
        server.open
    );
    let anonymous = server.anonymous();
    let browser = anonymous.clone().browser();
    assert_eq!(browser.get("/").header("location"), "/setup");
    let secret = setup_secret(&server);
    assert_eq!(browser.get(&format!("/setup?secret={secret}")).status, 200);

    let wrong = json!({ "secret": "0", "name": "mara", "password": PASSWORD });
    anonymous.post("/setup", &wrong).problem(403, "forbidden");
    let short = json!({ "secret": secret, "name": "mara", "password": "short" });
    anonymous.post("/setup", &short).problem(400, "invalid");

    // A rejected password does not use the link up, and a browser stays on the page and shows the reason.
    let refused = browser.form(
        "/setup",
        &format!("secret={secret}&name=mara&password=short"),
    );
    assert_eq!(refused.status, 302);
    let back = refused.header("location").to_owned();
    assert!(
        back.starts_with(&format!("/setup?secret={secret}&flash=")),
        "{back}"
    );
    let page = browser.get(&back).body;
    assert!(page.contains("role=\"alert\""), "the page says why");
    assert_eq!(page.matches("class=\"field-error\"").count(), 1);
    assert!(!page.contains("<li><code>password"), "and where, once");
    assert!(
        !browser.get(&back).body.contains("role=\"alert\""),
        "and says it once"
    );

    let form = format!("secret={secret}&name=mara&password=correct+horse");
    let made = browser.form("/setup", &form);
    assert_eq!((made.status, made.header("location")), (302, "/"));
    let mara = anonymous.clone().cookie(&made.cookie());
    assert_eq!(mara.clone().browser().get("/").status, 200);

    let again = json!({ "secret": secret, "name": "eve", "password": PASSWORD });
    anonymous.post("/setup", &again).problem(409, "conflict");
    let output = server.cli(&["setup-link"]);
    assert_eq!(output.status.code(), Some(6), "{output:?}");
    assert_eq!(browser.get("/").header("location"), "/sign-in?next=%2F");
}

#[test]
fn signing_in_gives_a_fresh_session_and_signing_out_ends_it() {
    let server = Server::start();
    let mara = server.person("mara", "owner");
    mara.call("agent_list", &json!({})).ok();

    let body = json!({ "name": "mara", "password": PASSWORD });
    let again = mara.post("/sign-in", &body);
    let who = again.ok();
    assert_eq!(
        (who["name"].as_str(), who["role"].as_str()),
        (Some("mara"), Some("owner"))
    );
    let set = again.header("set-cookie");
    for part in ["loci_session=", "HttpOnly", "SameSite=Lax", "Path=/"] {
        assert!(set.contains(part), "{set}");
    }
    assert!(!set.contains("Domain") && !set.contains("Secure"), "{set}");
    assert_ne!(again.cookie(), mara.session(), "the number is a new one");
    mara.call("agent_list", &json!({}))
        .problem(401, "unauthenticated");

    let mara = server.anonymous().cookie(&again.cookie());
    mara.call("agent_list", &json!({})).ok();
    let out = mara.post("/sign-out", &json!({}));
    out.ok();
    assert!(out.header("set-cookie").contains("Max-Age=0"));
    mara.call("agent_list", &json!({}))
        .problem(401, "unauthenticated");
}

#[test]
fn a_browser_is_led_to_where_it_wanted_and_nowhere_else() {
    let server = Server::start();
    server.person("mara", "owner");
    let browser = server.anonymous().browser();
    let asked = browser.get("/workflows?status=active");
    assert_eq!(
        asked.header("location"),
        "/sign-in?next=%2Fworkflows%3Fstatus%3Dactive"
    );
    for (next, to) in [
        ("%2Fworkflows", "/workflows"),
        ("https%3A%2F%2Fevil.example", "/"),
        ("%2F%2Fevil.example", "/"),
        ("%2F%5Cevil.example", "/"),
    ] {
        let form = format!("name=mara&password=correct+horse&next={next}");
        assert_eq!(browser.form("/sign-in", &form).header("location"), to);
    }
    let wrong = browser.form("/sign-in", "name=mara&password=wrong&next=%2Finbox");
    let back = wrong.header("location");
    assert!(back.starts_with("/sign-in?next=%2Finbox&flash="), "{back}");
    assert!(browser.get(back).body.contains("role=\"alert\""));
}

#[test]
fn guessing_is_slowed_down_by_name() {
    let server = Server::start();
    server.person("mara", "owner");
    let guess = |name: &str, password: &str| {
        let body = json!({ "name": name, "password": password });
        server.anonymous().post("/sign-in", &body)
    };
    // An unknown name and a wrong password give the same message.
    assert_eq!(
        guess("mara", "wrong").json()["detail"],
        guess("nobody", "wrong").json()["detail"]
    );
    for _ in 0..4 {
        guess("mara", "wrong").problem(401, "unauthenticated");
    }
    // On a slow machine the delay of a second may pass before the right password is sent. Signing in then resets the
    // count, and the attempt is repeated.
    let slowed = (0..20).find_map(|_| {
        (0..20).find(|_| guess("mara", "wrong").status == 429)?;
        Some(guess("mara", PASSWORD)).filter(|answer| answer.status == 429)
    });
    let slowed = slowed.expect("the right password waits too");
    let problem = slowed.problem(429, "rate_limited");
    let wait: u64 = slowed.header("retry-after").parse().unwrap();
    assert!((1..=60).contains(&wait));
    assert_eq!(problem["retry_after_seconds"], wait);
}

#[test]
fn failures_at_one_address_lock_nobody_else_out() {
    let server = Server::start();
    server.person("mara", "owner");
    server.person("noor", "member");
    let sign = |client: &Client, name: &str, password: &str| {
        client.post("/sign-in", &json!({ "name": name, "password": password }))
    };
    let anonymous = server.anonymous();
    let known = sign(&anonymous, "mara", PASSWORD);
    let kept = known
        .headers
        .iter()
        .filter(|(name, _)| name == "set-cookie");
    let browser = kept.map(|(_, set)| set.split(';').next().unwrap());
    let mut browser = browser;
    let browser = browser
        .find(|set| set.starts_with("loci_browser="))
        .unwrap();
    let hers = anonymous.clone().cookie(browser);
    for i in 0..40 {
        sign(&anonymous, &format!("name-{i}"), "wrong").problem(401, "unauthenticated");
        let guess = sign(&anonymous, "mara", "wrong");
        assert!(matches!(guess.status, 401 | 429), "{guess:?}");
    }
    sign(&anonymous, "noor", PASSWORD).ok();
    // The person whose name is guessed can still sign in from a known browser, and her cookie does not help others.
    let slowed =
        |client: &Client, name: &str| (0..20).any(|_| sign(client, name, "wrong").status == 429);
    assert!(slowed(&anonymous, "mara"));
    sign(&hers, "mara", PASSWORD).ok();
    assert!(slowed(
        &anonymous.clone().cookie("loci_browser=00.00"),
        "mara"
    ));
    assert!(slowed(&hers, "noor"));

    // Invalid links are delayed too; a valid one is not.
    let browser = anonymous.clone().browser();
    let missed = (0..40).map(|i| browser.get(&format!("/enter/{i:064}")).status);
    let missed: Vec<u16> = missed.collect();
    assert_eq!((missed[0], missed[39]), (404, 429));
    let output = server.cli(&["user", "link", "noor"]);
    let link = String::from_utf8(output.stdout).unwrap();
    let path = &link.trim()[link.find("/enter/").unwrap()..];
    assert_eq!(browser.get(path).status, 200);
    assert_eq!(browser.form(path, "").status, 302);
}

#[test]
fn a_link_signs_in_once_and_only_when_its_button_is_pressed() {
    let server = Server::start();
    server.person("mara", "member");
    let output = server.cli(&["user", "link", "mara"]);
    assert!(output.status.success(), "{output:?}");
    let link = String::from_utf8(output.stdout).unwrap();
    let path = &link.trim()[link.find("/enter/").unwrap()..];
    let browser = server.anonymous().browser();
    for _ in 0..3 {
        let shown = browser.get(path);
        assert_eq!(shown.status, 200);
        assert!(shown.body.contains("mara") && !shown.body.contains("<script"));
        let policy = shown.header("content-security-policy");
        assert!(policy.contains("script-src 'none'"), "{policy}");
        assert!(
            shown.body.contains("<a class=\"skip\"") && shown.body.contains("rel=\"stylesheet\"")
        );
        // No other address carries the secret of the link.
        assert!(!shown.body.contains("next="), "{}", shown.body);
        assert_eq!(shown.header("set-cookie"), "");
    }
    let entered = browser.form(path, "");
    assert_eq!(entered.status, 302);
    let mara = server.anonymous().cookie(&entered.cookie());
    mara.call("agent_list", &json!({})).ok();
    assert_eq!(browser.form(path, "").status, 404);
    assert_eq!(browser.get(path).status, 404);
    assert_eq!(browser.get("/enter/0000").status, 404);
}

#[test]
fn another_origins_page_cannot_use_a_persons_cookie() {
    let server = Server::start();
    let mara = server.person("mara", "owner");
    let port = server.base.rsplit(':').next().unwrap();
    let new = json!({ "name": "n", "goal": "g" });
    let from = |client: &Client, name: &str, value: &str| client.clone().header(name, value);
    for (name, value) in [
        ("origin", "http://evil.example"),
        ("origin", "null"),
        ("origin", "http://127.0.0.1:1"),
        ("origin", &format!("https://127.0.0.1:{port}")),
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
    ] {
        from(&mara, name, value)
            .call("workflow_create", &new)
            .problem(403, "forbidden");
        let body = json!({ "name": "mara", "password": PASSWORD });
        from(&server.anonymous(), name, value)
            .post("/sign-in", &body)
            .problem(403, "forbidden");
    }
    let here = format!("http://127.0.0.1:{port}");
    from(
        &from(&mara, "origin", &here),
        "sec-fetch-site",
        "same-origin",
    )
    .call("workflow_create", &new)
    .ok();
    // Browsers never send a token on their own, so its origin does not matter.
    from(
        &server.agent("ada", "orchestrator"),
        "origin",
        "http://evil.example",
    )
    .call("workflow_create", &new)
    .ok();
}

#[test]
fn the_theme_is_kept_in_a_cookie() {
    let server = Server::start();
    let browser = server.anonymous().browser();
    let chosen = browser.form("/theme", "theme=dark&back=%2Fsign-in");
    assert_eq!(
        (chosen.status, chosen.header("location")),
        (302, "/sign-in")
    );
    assert!(chosen.header("set-cookie").starts_with("theme=dark;"));
    server.person("mara", "owner");
    let page = browser.clone().cookie("theme=dark").get("/sign-in");
    assert!(page.body.contains("data-theme=\"dark\""));
    let odd = browser.cookie("theme=\"><script>").get("/sign-in");
    assert!(!odd.body.contains("data-theme"));
}
