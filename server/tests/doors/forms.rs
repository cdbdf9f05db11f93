//! Forms without JavaScript: the same operation, URL-encoded, with a redirect back to the page.

use serde_json::json;

use crate::erase::files_with;
use crate::harness::{Client, PASSWORD, Server, csrf};

fn browser(server: &Server, name: &str) -> (Client, String) {
    let browser = server.person(name, "owner").browser();
    let page = browser.get("/sign-in");
    assert_eq!(page.status, 200);
    let csrf = csrf(&page.body);
    (browser, csrf)
}

#[test]
fn a_form_does_the_operation_and_comes_back() {
    let server = Server::start();
    let (mara, csrf) = browser(&server, "mara");
    let form = format!(
        "csrf={csrf}&redirect=%2Fworkflows%2F%7Bworkflow%7D&name=A+%26+B&goal=g\
         &tasks%5B0%5D%5Btitle%5D=first&tasks%5B0%5D%5Bpriority%5D=1&tasks[1][title]=second"
    );
    let answer = mara.form("/api/workflow_create", &form);
    assert_eq!(answer.status, 302, "{answer:?}");
    let to = answer.header("location");
    assert!(
        to.starts_with("/workflows/01") && to.contains("?flash="),
        "{to}"
    );
    let made = mara.call("workflow_list", &json!({})).ok();
    assert_eq!(made["items"][0]["name"], "A & B");
    let workflow = &to[11..37];
    let tasks = mara
        .get(&format!("/api/task_list?workflow={workflow}"))
        .ok();
    assert_eq!(tasks["items"].as_array().unwrap().len(), 2, "{tasks}");
}

/// Returns true if a page shows the error of the name in the form of a new workflow.
fn refuses_the_name(page: &str) -> bool {
    page.contains("id=\"name-error\"")
}

#[test]
fn a_refused_form_comes_back_with_words_that_nobody_else_can_write() {
    let server = Server::start();
    let (mara, csrf) = browser(&server, "mara");
    let from = format!("{}/workflows?status=active&flash=old", server.base);
    let answer = mara.clone().header("referer", &from).form(
        "/api/workflow_create",
        &format!("csrf={csrf}&form=begin&name=&goal=g"),
    );
    assert_eq!(answer.status, 302);
    let back = answer.header("location").to_owned();
    assert!(
        back.starts_with("/workflows?status=active&flash="),
        "{back}"
    );
    assert!(!back.contains("old"), "{back}");
    let back = back.split('#').next().unwrap();
    let page = mara.get(back).body;
    assert!(refuses_the_name(&page), "{page}");
    assert!(!refuses_the_name(&mara.get(back).body), "once");
    // The error parameters of Leptos are removed before a page sees them.
    let forged = mara.get("/workflows?__path=%2Fapi%2Fx&__err=eyJ9&status=active");
    assert_eq!(forged.header("location"), "/workflows?status=active");
    // Another person's flash is not shown.
    let (eve, _) = browser(&server, "eve");
    let answer = mara.header("referer", &from).form(
        "/api/workflow_create",
        &format!("csrf={csrf}&form=begin&name=&goal=g"),
    );
    let page = eve.get(answer.header("location").split('#').next().unwrap());
    assert!(!refuses_the_name(&page.body));
}

#[test]
fn a_form_without_the_sessions_token_does_nothing() {
    let server = Server::start();
    let (mara, token) = browser(&server, "mara");
    let (_, other) = browser(&server, "eve");
    let json = mara.clone().header("accept", "application/json");
    for csrf in ["", "csrf=&", "csrf=0000&", &format!("csrf={other}&")] {
        let form = format!("{csrf}name=n&goal=g");
        json.form("/api/workflow_create", &form)
            .problem(403, "forbidden");
        assert_eq!(
            mara.form("/sign-out", csrf.trim_end_matches('&')).status,
            403
        );
        assert_eq!(mara.form("/theme", csrf.trim_end_matches('&')).status, 403);
    }
    assert_eq!(mara.workflows(), 0);
    // The same form with JavaScript gets JSON, and errors as problem details.
    json.form(
        "/api/workflow_create",
        &format!("csrf={token}&name=n&goal=g"),
    )
    .ok();
    json.form(
        "/api/workflow_create",
        &format!("csrf={token}&name=n&gaol=g"),
    )
    .problem(400, "invalid");
}

#[test]
fn what_was_written_outlives_the_session_in_its_own_browser() {
    let server = Server::start();
    let (mara, csrf) = browser(&server, "mara");
    let (eve, _) = browser(&server, "eve");
    let change = ["user", "password", "mara", "--password-stdin"];
    let changed = server.cli_with(&change, &format!("{PASSWORD}\n"));
    assert!(changed.status.success(), "{changed:?}");
    let from = format!("{}/workflows?status=active", server.base);
    let fields = "name=Two+words&goal=A+long+thought&form=begin";
    let form = format!("csrf={csrf}&{fields}");
    let send = |client: &Client| {
        let client = client.clone().header("referer", &from);
        let answer = client.form("/api/workflow_create", &form);
        assert_eq!(answer.status, 302, "{answer:?}");
        let to = answer.header("location").to_owned();
        assert!(to.starts_with("/sign-in?next=%2Fworkflows"), "{to}");
        to.strip_prefix("/sign-in?next=").unwrap().to_owned()
    };
    let sign_in = |client: &Client, name: &str, next: &str| {
        let body = format!("name={name}&password={PASSWORD}&next={next}");
        let signed = client.form("/sign-in", &body);
        let back = signed.header("location").to_owned();
        let client = Client::new(&server.base).browser().cookie(&signed.cookie());
        (client, back)
    };
    let shown = |client: &Client, back: &str| {
        let page = client.get(back.split('#').next().unwrap()).body;
        page.contains("A long thought") && page.contains("had ended")
    };
    let next = send(&mara);
    // Other people with the link do not see it, signed in or not, even in the same browser.
    let link = next
        .replace("%3F", "?")
        .replace("%3D", "=")
        .replace("%26", "&")
        .replace("%2F", "/")
        .replace("%23", "#");
    assert!(link.contains("flash="), "{link}");
    assert!(!shown(&eve, &link));
    let (other, back) = sign_in(&mara, "eve", &next);
    assert!(!shown(&other, &back));
    let (again, back) = sign_in(&mara, "mara", &next);
    assert!(
        back.starts_with("/workflows?status=active&flash="),
        "{back}"
    );
    assert!(shown(&again, &back), "{back}");
    assert!(!shown(&again, &back), "once");
    assert_eq!(again.workflows(), 0, "nothing was done");
    // A page of another site is ignored.
    let evil = mara
        .header("referer", &from)
        .header("origin", "https://evil.example.org")
        .form("/api/workflow_create", &form);
    assert_eq!(evil.status, 403, "{evil:?}");
}

#[test]
fn a_strangers_form_fills_nobodys() {
    let server = Server::start();
    let (mara, _) = browser(&server, "mara");
    let stranger = Client::new(&server.base).browser();
    let invented = stranger
        .clone()
        .cookie("loci_session=AAAAAAAAAAAAAAAAAAAAAA");
    let form = "url=https://evil.example/steal&name=Slack&form=new-webhook";
    for client in [stranger, invented] {
        let from = format!("{}/settings/webhooks", server.base);
        let client = client.header("referer", &from);
        let answer = client.form("/api/webhook_create", form);
        assert_eq!(answer.status, 302, "{answer:?}");
        let to = answer.header("location");
        let id = to.split("flash%3D").nth(1).unwrap_or_default();
        let id: String = id.chars().take(32).collect();
        let page = mara.get(&format!("/settings/webhooks?flash={id}")).body;
        assert!(!page.contains("evil.example"), "{to}");
        assert!(!page.contains("had ended"), "{to}");
    }
    // A signed-in person's input is kept regardless of the number of anonymous forms.
    let (noor, csrf) = browser(&server, "noor");
    let from = format!("{}/workflows", server.base);
    let kept = noor.clone().header("referer", &from);
    let kept = kept.form(
        "/api/workflow_create",
        &format!("csrf={csrf}&form=begin&name=&goal=g"),
    );
    let stranger = Client::new(&server.base).browser();
    for n in 0..300 {
        let form = format!("name=n{n}");
        assert_eq!(stranger.form("/sign-in", &form).status, 302);
    }
    let page = noor.get(kept.header("location").split('#').next().unwrap());
    assert!(refuses_the_name(&page.body), "{kept:?}");
}

#[test]
fn a_new_token_is_shown_until_its_page_was_read_and_no_file_has_it() {
    let server = Server::start();
    let (mara, csrf) = browser(&server, "mara");
    let agent = json!({ "name": "ada", "role": "worker" });
    mara.call("agent_register", &agent).ok();
    let form = format!("csrf={csrf}&form=token&agent=ada&redirect=%2Fsettings%2Fagents");
    let answer = mara.form("/api/token_create", &form);
    assert_eq!(answer.status, 302, "{answer:?}");
    let to = answer.header("location").split('#').next().unwrap();
    let token = |client: &Client| {
        let page = client.get(to).body;
        let at = page.find("loci_")?;
        Some(page[at..at + 69].to_owned())
    };
    // A script looks; then a browser reads.
    let script = mara.clone().header("x-loci-script", "1");
    let made = token(&script).unwrap();
    assert_eq!(server.anonymous().bearer(&made).workflows(), 0);
    assert_eq!(files_with(&server.data(), &made), [""; 0]);
    assert_eq!(token(&mara).as_ref(), Some(&made));
    assert_eq!(token(&mara), None, "once");
    assert_eq!(token(&script), None);
}
