//! Loci below a path of a reverse proxy: every emitted address has the base path, whether the proxy keeps or strips it
//! in requests, and none has one without `--public-url`.

use std::collections::{BTreeSet, VecDeque};

use serde_json::json;

use crate::harness::{Answer, Client, PASSWORD, Receiver, Server, csrf, loci};
use crate::hostile;
use crate::mcp::{NEW, Speaker};

const PUBLIC_URL: &str = "http://proxy.test/loci";
/// An upper bound on the number of pages; each is reachable in many ways.
const MAX_PAGES: usize = 200;
/// Attributes whose values may look like an address but are a key, and a text to copy.
const NO_ADDRESS: [&str; 2] = ["aria-keyshortcuts", "data-copy"];

fn start() -> Server {
    Server::start_with(&["--public-url", PUBLIC_URL])
}

/// Returns a client of the server below that path.
fn below(server: &Server, path: &str) -> Client {
    Client::new(&format!("{}{path}", server.base))
}

/// Returns all attributes of a page that begin with a slash, and the addresses in its scripts.
fn addresses(page: &str) -> Vec<(&str, &str)> {
    let tags = page.split('<').filter_map(|rest| rest.split('>').next());
    let attributes = tags.flat_map(|tag| {
        let mut name = "";
        tag.split('"').enumerate().filter_map(move |(at, part)| {
            if at % 2 == 0 {
                name = part.trim_end_matches('=');
                name = name.rsplit(char::is_whitespace).next().unwrap_or(name);
                return None;
            }
            Some((name, part))
        })
    });
    let attributes = attributes.filter(|(name, _)| !NO_ADDRESS.contains(name));
    let scripts = ["from \"", "module_or_path:\"", "fetch(\""].into_iter();
    let scripts = scripts.flat_map(|before| {
        let parts = page.split(before).skip(1);
        parts.filter_map(move |rest| Some((before, rest.split('"').next()?)))
    });
    let all = attributes.chain(scripts);
    all.filter(|(_, value)| value.starts_with('/')).collect()
}

/// Returns the pages that `page` links to, once for each kind of address; skips combinations of more than two
/// parameters.
fn links(page: &str) -> impl Iterator<Item = (String, String)> + '_ {
    let hrefs = addresses(page)
        .into_iter()
        .filter(|(name, _)| *name == "href");
    hrefs.filter_map(|(_, href)| {
        let href = href.split('#').next()?.replace("&amp;", "&");
        let (path, query) = href.split_once('?').unwrap_or((&href, ""));
        if path.contains("/pkg/") || path.contains("/favicon") {
            return None;
        }
        let pairs = query.split('&').filter(|pair| !pair.is_empty());
        let mut names: Vec<_> = pairs.filter_map(|pair| pair.split('=').next()).collect();
        names.sort_unstable();
        let way = format!("{path}?{}", names.join("&"));
        (names.len() <= 2).then_some((way, href))
    })
}

/// Returns true if an address has the base path exactly once.
fn has_base(base: &str, address: &str) -> bool {
    let below = address.strip_prefix(base).is_some_and(|rest| {
        (base.is_empty() || rest.starts_with(['/', '?', '#'])) && !rest.starts_with("/loci/")
    });
    below || address == base
}

/// Opens every linked page as a person; `asked` maps an address to the path of a request. Returns the kinds of
/// addresses that were opened.
fn crawl(mara: &Client, base: &str, asked: impl Fn(&str) -> String) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    let starts = ["/", "/help", "/setup", "/nowhere", "/import"];
    let mut next: VecDeque<_> = starts.map(|path| format!("{base}{path}")).into();
    while let Some(href) = next.pop_front() {
        let page = mara.get(&asked(&href));
        assert!([200, 404].contains(&page.status), "{href}: {}", page.status);
        if !page.header("content-type").starts_with("text/html") {
            continue;
        }
        for (name, value) in addresses(&page.body) {
            assert!(has_base(base, value), "{href}: {name} is {value}");
        }
        for (way, href) in links(&page.body) {
            if seen.len() < MAX_PAGES && seen.insert(way) {
                next.push_back(href);
            }
        }
    }
    seen
}

/// Creates content for every page, and returns a person to view it.
fn work(server: &Server) -> Client {
    hostile::speak(server);
    server.person("mara", "owner").browser()
}

#[test]
fn every_address_of_every_page_has_the_base_path() {
    let server = start();
    let mara = work(&server);
    let kept = crawl(&mara, "/loci", str::to_owned);
    let stripped = crawl(&mara, "/loci", |href| {
        href.strip_prefix("/loci").unwrap().to_owned()
    });
    for seen in [kept, stripped] {
        for page in [
            "/loci/?",
            "/loci/inbox?",
            "/loci/workflows?",
            "/loci/sessions?",
            "/loci/minds?",
            "/loci/crystals?",
            "/loci/settings/agents?",
            "/loci/settings/audit?",
            "/loci/agents/ada?",
            "/loci/api/docs?",
            "/loci/help?",
        ] {
            assert!(seen.contains(page), "{page} in {seen:?}");
        }
        assert!(seen.len() > 60, "{seen:?}");
    }

    let agent = mara.get("/loci/agents/ada").body;
    let told = agent.matches(&server.base).count();
    let below = agent.matches(&format!("{}/loci", server.base)).count();
    assert!(
        told > 0 && below == told,
        "agents are told the whole address"
    );
    let orch = server.agent("orch", "orchestrator");
    let create = json!({ "name": "Links", "goal": "Lead somewhere." });
    let made = orch.call("workflow_create", &create).ok();
    let workflow = made["workflow"].as_str().unwrap();
    let found = json!({ "workflow": workflow, "type": "risk",
        "content": "See [the list](/workflows), or [the same](/loci/workflows)." });
    orch.call("discovery_record", &found).ok();
    let page = mara.get(&format!("/loci/workflows/{workflow}?view=discoveries"));
    for words in ["the list", "the same"] {
        let mut links = page.body.split("</a>");
        let link = links.find(|link| link.contains(words)).unwrap();
        assert!(link.contains("href=\"/loci/workflows\""), "{link}");
    }
}

#[test]
fn no_address_has_a_base_path_without_one() {
    let server = Server::start();
    let mara = work(&server);
    let seen = crawl(&mara, "", str::to_owned);
    assert!(seen.len() > 60, "{seen:?}");
    let page = mara.get("/").body;
    assert!(!page.contains("data-base"), "{page}");
}

fn led(answer: &Answer) -> &str {
    assert_eq!(answer.status, 302, "{answer:?}");
    answer.header("location")
}

/// Returns the cookies that an answer sets, with their paths.
fn paths(answer: &Answer) -> Vec<(&str, &str)> {
    let set = answer
        .headers
        .iter()
        .filter(|(name, _)| name == "set-cookie");
    let paths = set.map(|(_, text)| {
        let path = text.split("; ").find_map(|part| part.strip_prefix("Path="));
        (text.split('=').next().unwrap(), path.unwrap())
    });
    paths.collect()
}

#[test]
fn people_are_led_below_the_base_path_and_their_cookies_stay_there() {
    let server = start();
    assert_eq!(server.open, "http://proxy.test/loci/setup");
    for base in ["", "/loci"] {
        let browser = below(&server, base).browser();
        assert_eq!(led(&browser.get("/inbox")), "/loci/setup");
    }
    let link = server.cli(&["setup-link"]).stdout;
    let link = String::from_utf8(link).unwrap();
    let start = "http://proxy.test/loci/setup?secret=";
    assert!(link.starts_with(start), "{link}");

    server.person("mara", "owner");
    let link = server.cli(&["user", "link", "mara"]).stdout;
    let link = String::from_utf8(link).unwrap();
    let secret = link.strip_prefix("http://proxy.test/loci/enter/").unwrap();
    for base in ["", "/loci"] {
        let browser = below(&server, base).browser();
        let asked = browser.get("/workflows?status=active");
        let to = "/loci/sign-in?next=%2Floci%2Fworkflows%3Fstatus%3Dactive";
        assert_eq!(led(&asked), to);
        assert!(
            browser
                .get("/sign-in")
                .body
                .contains("action=\"/loci/sign-in\"")
        );
        for (next, to) in [
            ("%2Floci%2Fworkflows", "/loci/workflows"),
            ("%2Fworkflows", "/loci/"),
            ("%2Flocix", "/loci/"),
            ("", "/loci/"),
        ] {
            let form = format!("name=mara&password=correct+horse&next={next}");
            assert_eq!(led(&browser.form("/sign-in", &form)), to, "{next}");
        }
        let form = "name=mara&password=wrong&next=%2Floci%2Finbox";
        let refused = browser.form("/sign-in", form);
        let back = "/loci/sign-in?next=%2Floci%2Finbox&flash=";
        assert!(led(&refused).starts_with(back), "{refused:?}");

        let body = json!({ "name": "mara", "password": PASSWORD });
        let signed_in = below(&server, base).post("/sign-in", &body);
        let cookies = [("loci_session", "/loci"), ("loci_browser", "/loci/sign-in")];
        assert_eq!(paths(&signed_in), cookies);
        let mara = browser.cookie(&signed_in.cookie());
        let csrf = csrf(&mara.get("/inbox").body);
        let themed = mara.form(
            "/theme",
            &format!("csrf={csrf}&theme=dark&back=%2Floci%2Finbox"),
        );
        assert_eq!(led(&themed), "/loci/inbox");
        assert_eq!(paths(&themed), [("theme", "/loci")]);

        let make = |referer: &str, form: &str| {
            let mara = mara.clone().header("referer", referer);
            let made = mara.form("/api/workflow_create", &format!("csrf={csrf}&{form}"));
            led(&made).to_owned()
        };
        let from = "http://proxy.test/loci/workflows?status=active";
        let wish = "name=n&goal=g&redirect=%2Floci%2Fworkflows%2F%7Bworkflow%7D";
        assert!(make(from, wish).starts_with("/loci/workflows/01"));
        for wish in ["", "&redirect=%2Fworkflows", "&redirect=%2Flocix"] {
            let to = make(from, &format!("name=n&goal=g{wish}"));
            assert!(
                to.starts_with("/loci/workflows?status=active&flash="),
                "{to}"
            );
        }
        let to = make("http://proxy.test/other", "name=&goal=g");
        assert!(to.starts_with("/loci/?flash="), "{to}");

        let out = mara.form("/sign-out", &format!("csrf={csrf}"));
        assert_eq!(led(&out), "/loci/sign-in");
        assert_eq!(paths(&out), [("loci_session", "/loci")]);
    }
    let browser = below(&server, "/loci").browser();
    let entered = browser.form(&format!("/enter/{}", secret.trim()), "");
    assert_eq!(led(&entered), "/loci/");
}

#[test]
fn programs_find_everything_below_the_base_path() {
    let server = start();
    let token = server.token("ada", "orchestrator");
    for base in ["", "/loci"] {
        let ada = below(&server, base).bearer(&token);
        for path in ["/healthz", "/readyz", "/api/agent_list", "/v1/health"] {
            assert_eq!(ada.get(path).status, 200, "{base}{path}");
        }
        for path in ["/api/openapi.json", "/v1/openapi.json"] {
            assert_eq!(ada.get(path).ok()["servers"][0]["url"], "/loci", "{path}");
        }
        let missing = ada.get("/nowhere").problem(404, "not_found");
        let detail = missing["detail"].as_str().unwrap();
        assert!(detail.contains("/loci/api/docs"), "{detail}");
        let feed = ada.events("/api/events");
        ada.call(
            "workflow_create",
            &json!({ "name": "Deep down", "goal": "g" }),
        )
        .ok();
        assert!(feed.fact().data.contains("Deep down"));
        let speaker = Speaker::new(ada, NEW);
        assert!(!speaker.tools().is_empty(), "{base}/mcp");
    }
    for path in ["/locix/healthz", "/loci/loci/healthz", "/LOCI/healthz"] {
        assert_eq!(server.anonymous().get(path).status, 404, "{path}");
    }

    let url = format!("{}/loci/", server.base);
    let output = loci()
        .args(["workflow", "list"])
        .envs([("LOCI_URL", &url), ("LOCI_TOKEN", &token)])
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let listed = String::from_utf8(output.stdout).unwrap();
    assert_eq!(listed.matches("Deep down").count(), 2, "{listed}");
}

#[test]
fn a_public_url_that_cannot_be_is_refused_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    for url in [
        "https://a/loci?x",
        "https://a/loci#x",
        "https://a/../x",
        "https://a/api",
    ] {
        let output = loci()
            .args([
                "serve",
                "--addr",
                "127.0.0.1:0",
                "--public-url",
                url,
                "--data",
            ])
            .arg(folder.path().join("data"))
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(
            told.contains(url) && told.contains("https://host/path"),
            "{told}"
        );
    }
}

#[test]
fn messages_to_other_programs_name_pages_below_the_base_path() {
    let allowed = ["--webhook-allow", "127.0.0.0/8"];
    let server = Server::start_with(&[&["--public-url", PUBLIC_URL], &allowed[..]].concat());
    let receiver = Receiver::start();
    let create = json!({ "url": receiver.url, "kinds": ["needs_you"] });
    server
        .person("mara", "owner")
        .call("webhook_create", &create)
        .ok();
    let ada = server.agent("ada", "orchestrator");
    let create = json!({ "name": "Auth", "goal": "Tokens" });
    let made = ada.call("workflow_create", &create).ok();
    let workflow = made["workflow"].as_str().unwrap();
    let question = json!({ "workflow": workflow, "question": "Which one?" });
    ada.call("question_ask", &question).ok();
    let told = receiver.next().json();
    let page = format!("http://proxy.test/loci/inbox/{workflow}.question:Q1");
    assert_eq!(told["data"]["url"], page);
}
