//! Private sessions: promoted memories reveal their text, but never the session.

use kernel::operation::{Operation, Visitor};
use serde_json::{Value, json};

use crate::harness::{Answer, Client, Server};

/// A session that only ada may read. No other caller may ever receive these letters.
const SECRET: &str = "hush-hush-4711";

fn talk(namespace: &str, memory: &str) -> Value {
    json!({ "session": SECRET, "namespace": namespace, "user_id": "kim",
        "messages": [{ "id": "m1", "role": "user", "content": "Between us",
            "created_at": "2026-01-01T00:00:00Z" }],
        "memories": [{ "id": memory, "text": "Kim prefers green tea", "extracted_from": [SECRET] }] })
}

#[track_caller]
fn says_nothing_of_it(what: &str, answer: &Answer) {
    assert_eq!(answer.status, 200, "{what}: {answer:?}");
    assert!(!answer.body.contains(SECRET), "{what}: {}", answer.body);
}

#[expect(clippy::too_many_lines, reason = "one story")]
#[test]
fn what_a_private_session_promotes_names_it_to_its_readers_alone() {
    let server = Server::start();
    let [ada, bob] = ["ada", "bob"].map(|name| server.agent(name, "worker"));
    let libby = server.agent("libby", "librarian");
    let mara = server.person("mara", "owner");
    let feed = bob.events("/api/events?after=0");
    let hers = ada.events("/api/events?after=0");
    let put = ada.call("session_put", &talk("team", "tea")).ok();
    let to = json!([{ "core": "team", "read_by": "everyone" }]);
    assert_eq!(
        put["promoted_to"], to,
        "the answer says who reads it: {put}"
    );
    let of = json!({ "session": SECRET, "namespace": "team", "user_id": "kim" });
    let shown = ada.call("session_get", &of).ok();
    assert_eq!(shown["promotes_to"], to[0]);

    let search = json!({ "query": "green tea" });
    let whole = json!({ "query": "green tea", "fields": ["*"] });
    let wire = json!({ "text": "green tea" });
    let of_kim = json!({ "user_id": { "eq": "kim" } });
    let prompt = json!({ "query": "green tea", "long_term_search": of_kim });
    let all = |client: &Client| -> Vec<(&'static str, Answer)> {
        vec![
            ("get", client.call("memory_get", &json!({ "id": "tea" }))),
            ("search", client.call("memory_search", &whole)),
            ("timeline", client.call("memory_timeline", &search)),
            ("/v1 get", client.get("/v1/long-term-memory/tea")),
            (
                "/v1 search",
                client.post("/v1/long-term-memory/search", &wire),
            ),
            ("/v1 prompt", client.post("/v1/memory/prompt", &prompt)),
            ("activity", client.call("activity_list", &json!({}))),
            (
                "of the core",
                client.call("activity_list", &json!({ "stream": "core:team" })),
            ),
            (
                "changes",
                client.call(
                    "changes_wait",
                    &json!({ "cursor": "0", "timeout_seconds": 0 }),
                ),
            ),
        ]
    };
    for (what, answer) in all(&bob) {
        says_nothing_of_it(what, &answer);
        assert!(
            answer.body.contains("green tea"),
            "{what}: the words are everyone's"
        );
    }
    for client in [&ada, &mara] {
        for (what, answer) in all(client) {
            let names_it = answer.body.contains(SECRET);
            assert!(
                names_it || what.starts_with("/v1 prompt"),
                "{what}: {}",
                answer.body
            );
        }
    }
    // The feed live, and from the log.
    let added = |event: &crate::harness::Event| event.json()["kind"] == "crystal_added";
    for feed in [feed, bob.events("/api/events?after=0")] {
        let event = std::iter::repeat_with(|| feed.fact()).find(added).unwrap();
        assert!(
            event.data.contains("green tea") && !event.data.contains(SECRET),
            "{}",
            event.data
        );
    }
    let event = std::iter::repeat_with(|| hers.fact()).find(added).unwrap();
    assert!(event.data.contains(SECRET));

    // Filters do not reveal it either: the session of a memory cannot be guessed.
    let total = |client: &Client, filter: Value| {
        let asked = json!({ "filters": { "session_id": filter } });
        client.call("memory_search", &asked).ok()["total"].clone()
    };
    for filter in [
        json!(SECRET),
        json!({ "startswith": "hush" }),
        json!({ "ne": "x" }),
    ] {
        assert_eq!(total(&ada, filter.clone()), 1, "{filter}");
        assert_eq!(total(&bob, filter.clone()), 0, "{filter}");
    }
    let view = json!({ "definition": { "group_by": ["session_id"] } });
    let id = bob.call("summary_view_create", &view).ok()["id"].clone();
    let run = format!("/v1/summary-views/{}/partitions/run", id.as_str().unwrap());
    let group = json!({ "group": { "session_id": SECRET } });
    assert_eq!(bob.post(&run, &group).ok()["memory_count"], 0);
    let id = ada.call("summary_view_create", &view).ok()["id"].clone();
    let run = format!("/v1/summary-views/{}/partitions/run", id.as_str().unwrap());
    assert_eq!(ada.post(&run, &group).ok()["memory_count"], 1);
    // An agent that may edit it still does not learn its source.
    let edit = json!({ "id": "tea", "topics": ["drinks"] });
    says_nothing_of_it("edited", &libby.call("memory_edit", &edit));
    let again = ada.call("memory_get", &json!({ "id": "tea" })).ok();
    assert_eq!(
        again["memory"]["session_id"], SECRET,
        "the edit took nothing away"
    );

    // The same for a memory whose author declares that source; it stays readable to them.
    let own = json!({ "memory": { "id": "own", "text": "Kim drinks coffee too", "namespace": "team",
        "user_id": "kim", "session_id": SECRET } });
    ada.call("memory_create", &own).ok();
    let get = json!({ "id": "own" });
    says_nothing_of_it("said by its author", &bob.call("memory_get", &get));
    assert!(ada.call("memory_get", &get).body.contains(SECRET));
    let mine = json!({ "memory": { "id": "mine", "text": "Bob's own", "session_id": "bobs" } });
    bob.call("memory_create", &mine).ok();
    let mine = bob.call("memory_get", &json!({ "id": "mine" })).ok();
    assert_eq!(mine["memory"]["session_id"], "bobs");
}

#[test]
fn who_reads_what_is_promoted_is_a_setting_of_the_workspace_and_of_a_core() {
    let server = Server::start();
    let [ada, bob] = ["ada", "bob"].map(|name| server.agent(name, "worker"));
    let mara = server.person("mara", "owner");
    let set = json!({ "settings": { "promoted_readers": "session" } });
    bob.call("settings_set", &set).problem(403, "forbidden");
    mara.call("settings_set", &set).ok();
    let wrong = json!({ "settings": { "promoted_readers": "nobody" } });
    mara.call("settings_set", &wrong).problem(400, "invalid");

    let put = ada.call("session_put", &talk("team", "tea")).ok();
    assert_eq!(put["promoted_to"][0]["read_by"], "session", "{put}");
    let core = put["promoted_to"][0]["core"].clone();
    let get = |id: &str| json!({ "id": id });
    let alike = |client: &Client| {
        let client = client.clone().header("x-request-id", "same");
        let there = client.call("memory_get", &get("tea")).body;
        (
            there,
            client
                .call("memory_get", &get("absent"))
                .body
                .replace("absent", "tea"),
        )
    };
    let (there, not) = alike(&bob);
    assert_eq!(there, not, "as if it were not there");
    let search = json!({ "query": "green tea" });
    assert_eq!(bob.call("memory_search", &search).ok()["total"], 0);
    assert_eq!(bob.call("core_list", &json!({})).ok()["total"], 0);
    let stream = json!({ "stream": format!("core:{}", core.as_str().unwrap()) });
    bob.call("activity_list", &stream).problem(404, "not_found");
    says_nothing_of_it("activity", &bob.call("activity_list", &json!({})));
    for client in [&ada, &mara] {
        assert_eq!(
            client.call("memory_search", &search).ok()["items"][0]["core"],
            core
        );
        let filter = json!({ "filters": { "namespace": "team", "user_id": "kim" } });
        assert_eq!(client.call("memory_search", &filter).ok()["total"], 1);
    }
    // A core of such a name cannot be created, and agents without access cannot write to it.
    let planted = json!({ "memory": { "text": "planted" }, "core": "private/another" });
    bob.call("memory_create", &planted)
        .wrong(400, "invalid", "/core");
    let edit = json!({ "id": "tea", "text": "Kim prefers black tea", "core": core });
    bob.call("memory_edit", &edit).problem(404, "not_found");
    ada.call("memory_edit", &edit).ok();

    // A reader of the session is also a reader here.
    let share =
        json!({ "session": SECRET, "namespace": "team", "user_id": "kim", "agents": ["bob"] });
    ada.call("session_share", &share).ok();
    assert_eq!(bob.call("memory_search", &search).ok()["total"], 1);

    // A core's own setting overrides the workspace's, and can be reset.
    let open = json!({ "name": "open", "promoted_readers": "core" });
    mara.call("core_create", &open).ok();
    let put = ada.call("session_put", &talk("open", "more")).ok();
    assert_eq!(
        put["promoted_to"],
        json!([{ "core": "open", "read_by": "everyone" }])
    );
    bob.call("core_edit", &json!({ "name": "open" }))
        .problem(403, "forbidden");
    mara.call("core_edit", &json!({ "name": "none" }))
        .problem(404, "not_found");
    mara.call("core_edit", &json!({ "name": "open" })).ok();
    let back = json!({ "name": "open", "promoted_readers": null });
    mara.call("core_edit", &back).ok();
    let fresh = json!({ "session": "next", "namespace": "open",
        "memories": [{ "id": "last", "text": "It rains" }] });
    assert_eq!(
        ada.call("session_put", &fresh).ok()["promoted_to"][0]["read_by"],
        "session"
    );
    let closed = json!({ "name": "closed", "readers": ["ada"], "promoted_readers": "core" });
    mara.call("core_create", &closed).ok();
    let put = ada.call("session_put", &talk("closed", "x")).ok();
    assert_eq!(
        put["promoted_to"],
        json!([{ "core": "closed", "read_by": "core" }])
    );
}

#[test]
fn a_core_in_which_the_caller_may_not_write_is_refused_at_every_door() {
    let server = Server::start();
    let [ada, bob] = ["ada", "bob"].map(|name| server.agent(name, "worker"));
    let lead = server.agent("orch", "orchestrator");
    for (name, readers) in [("shut", json!(["ada"])), ("read", json!(["ada", "bob"]))] {
        let core = json!({ "name": name, "readers": readers, "writers": ["ada"] });
        lead.call("core_create", &core).ok();
    }
    let new = json!({ "name": "n", "goal": "g", "tasks": [{ "title": "first" }] });
    let workflow = lead.call("workflow_create", &new).ok()["workflow"].clone();
    let discovery = |core: &str| {
        json!({ "workflow": workflow, "type": "insight", "content": "x",
        "promote_to_core": core })
    };
    ada.call("discovery_record", &discovery("shut")).ok();
    let bob_once = bob.clone().header("x-request-id", "same");
    let shut = bob_once.call("discovery_record", &discovery("shut"));
    shut.problem(403, "forbidden");
    bob.call("discovery_record", &discovery("read"))
        .problem(403, "forbidden");
    let none = bob_once.call("discovery_record", &discovery("none"));
    assert_eq!(
        shut.body,
        none.body.replace("none", "shut"),
        "which there are is not told"
    );
    lead.call("discovery_record", &discovery("none"))
        .wrong(400, "invalid", "/promote_to_core");
    let kept = lead
        .call(
            "workflow_get",
            &json!({ "workflow": workflow, "fields": ["*"] }),
        )
        .ok();
    assert_eq!(
        kept["workflow"]["discoveries"].as_array().map(Vec::len),
        Some(1)
    );

    // A memory that names the core fails the whole call; nothing is written.
    let put =
        json!({ "session": "s", "memories": [{ "id": "k", "text": "x", "namespace": "shut" }] });
    let refused = bob.call("session_put", &put).problem(403, "forbidden");
    assert!(
        refused["detail"]
            .as_str()
            .unwrap()
            .starts_with("/memories/0/namespace"),
        "{refused}"
    );
    bob.call("session_get", &json!({ "session": "s" }))
        .problem(404, "not_found");
    let wire = json!({ "session_id": "s", "messages": [],
        "memories": [{ "id": "k", "text": "x", "namespace": "shut" }] });
    let refused = bob.raw(
        "PUT",
        "/v1/working-memory/s",
        Some("application/json"),
        wire.to_string().as_bytes(),
    );
    assert_eq!(refused.status, 403, "{}", refused.body);
    let create = json!({ "memories": [{ "id": "k", "text": "x", "namespace": "shut" }] });
    assert_eq!(bob.post("/v1/long-term-memory/", &create).status, 403);

    // Memories that wait because of their session's namespace are reported, and promoting them is rejected.
    let put =
        json!({ "session": "s", "namespace": "shut", "memories": [{ "id": "k", "text": "x" }] });
    let waits = bob.call("session_put", &put).ok();
    assert!(
        waits["warnings"][0].as_str().unwrap().contains("shut"),
        "{waits}"
    );
    let promote = json!({ "session": "s", "namespace": "shut", "memories": ["k"] });
    bob.call("session_promote", &promote)
        .problem(403, "forbidden");
    lead.call("session_promote", &promote).ok();
}

/// Calls every operation that names a thing, for ada's things and for missing ones.
struct Walk<'a> {
    bob: &'a Client,
    there: [(&'static str, String); 5],
    absent: [(&'static str, String); 5],
    told: Vec<String>,
    walked: usize,
}

/// Returns the other arguments of an operation.
fn beside() -> Value {
    let said = json!([{ "role": "user", "content": "x", "created_at": "2026-01-01T00:00:00Z" }]);
    json!({ "messages": said, "patch": { "a": 1 }, "new_id": "a-copy", "child": "a-child", "agents": ["eve"],
        "memories": ["k"], "entities": [], "text": "x", "type": "page", "name": "main", "from": 1, "to": 1,
        "version": 1, "result": {}, "tool": "getPage", "value": {}, "limit": 1, "reference": "it",
        "ttl_seconds": 60, "state": {}, "saved": { "entities": [] }, "timeout_seconds": 0, "id": "p" })
}

impl Walk<'_> {
    fn ask(
        &self,
        name: &str,
        names: &Value,
        things: &[(&'static str, String); 5],
    ) -> Option<Answer> {
        let [session, memory, core, view, stream] = things.each_ref().map(|(_, id)| id.clone());
        let is_memory = name.starts_with("memory_");
        let mut body = json!({});
        let mut is_about = false;
        for field in names.as_object()?.keys() {
            let about = match field.as_str() {
                "session" | "parent" | "owner" => Some(&session),
                "id" if is_memory => Some(&memory),
                "core" if is_memory => Some(&core),
                "view" => Some(&view),
                "stream" => Some(&stream),
                _ => None,
            };
            let value = about.map_or(beside()[field].clone(), |id| json!(id));
            is_about |= about.is_some();
            if !value.is_null() {
                body[field] = value;
            }
        }
        if name == "summary_run_get" {
            is_about = true;
            body["run"] = json!(format!("{view}.1"));
        }
        is_about.then(|| self.bob.call(name, &body))
    }

    fn compare(&mut self, what: &str, there: &Answer, absent: &Answer) {
        self.walked += 1;
        let mut as_there = absent.body.clone();
        for ((_, id), (_, not)) in self.there.iter().zip(&self.absent) {
            as_there = as_there.replace(not.as_str(), id);
        }
        if (there.status, &there.body) != (absent.status, &as_there) {
            self.told.push(format!(
                "{what}: {} {} | {} {}",
                there.status, there.body, absent.status, absent.body
            ));
        }
    }
}

impl Visitor for Walk<'_> {
    fn visit<O: Operation>(&mut self) {
        let name = O::SPEC.name;
        let schema = json!(schemars::schema_for!(O));
        let Some(there) = self.ask(name, &schema["properties"], &self.there) else {
            return;
        };
        // A write under a name that belongs to another agent is rejected explicitly, and changes nothing.
        let is_others = there.status == 403;
        if is_others {
            self.walked += 1;
            return;
        }
        if let Some(absent) = self.ask(name, &schema["properties"], &self.absent) {
            self.compare(name, &there, &absent);
        }
    }
}

#[test]
fn nobody_finds_out_by_asking_what_others_have() {
    let server = Server::start();
    let ada = server.agent("ada", "worker");
    let bob = server
        .agent("bob", "worker")
        .header("x-request-id", "the-same");
    let mara = server.person("mara", "owner");
    let set = json!({ "settings": { "promoted_readers": "session", "index_messages": true } });
    mara.call("settings_set", &set).ok();
    let put = json!({ "session": "talk-of-a", "messages": [{ "id": "m", "role": "user", "content": "x",
        "created_at": "2026-01-01T00:00:00Z" }], "memories": [{ "id": "mem-of-a", "text": "x" }] });
    ada.call("session_put", &put).ok();
    let pad = json!({ "owner": "talk-of-a", "patch": { "note": "x" } });
    ada.call("scratchpad_update", &pad).ok();
    let core = json!({ "name": "core-of-a", "readers": ["ada"] });
    mara.call("core_create", &core).ok();
    let view = json!({ "definition": { "group_by": ["user_id"] } });
    let view = ada.call("summary_view_create", &view).ok()["id"].clone();
    let view = view.as_str().unwrap().to_owned();
    let absent = format!(
        "{}{}",
        &view[..view.len() - 1],
        if view.ends_with('0') { '1' } else { '0' }
    );
    let things = |session: &str, memory: &str, core: &str, view: &str, stream: String| {
        [
            ("session", session.to_owned()),
            ("memory", memory.to_owned()),
            ("core", core.to_owned()),
            ("view", view.to_owned()),
            ("stream", stream),
        ]
    };
    for kind in [
        "session:",
        "core:messages/",
        "core:private/",
        "scratchpad:thread/",
    ] {
        let mut walk = Walk {
            bob: &bob,
            there: things(
                "talk-of-a",
                "mem-of-a",
                "core-of-a",
                &view,
                format!("{kind}talk-of-a"),
            ),
            absent: things(
                "talk-of-x",
                "mem-of-x",
                "core-of-x",
                &absent,
                format!("{kind}talk-of-x"),
            ),
            told: Vec::new(),
            walked: 0,
        };
        engine::operations::each(&mut walk);
        for path in [
            "/v1/working-memory/talk-of-@",
            "/v1/long-term-memory/mem-of-@",
            "/v1/long-term-memory/mem-of-@?namespace=core-of-@",
            &format!("/api/events?stream={kind}talk-of-@"),
            "/api/events?stream=core:core-of-@",
        ] {
            let [there, absent] = ["a", "x"].map(|which| bob.get(&path.replace('@', which)));
            walk.compare(path, &there, &absent);
        }
        assert!(walk.walked > 40, "{}", walk.walked);
        assert!(walk.told.is_empty(), "{}", walk.told.join("\n"));
    }
    // bob's attempted writes do not exist, and ada's data is unchanged.
    let shown = ada
        .call("session_get", &json!({ "session": "talk-of-a" }))
        .ok();
    assert_eq!(shown["messages_total"], 1);
    let append = json!({ "session": "talk-of-a", "messages": put["messages"] });
    bob.call("session_append", &append)
        .problem(403, "forbidden");
}

#[test]
fn a_memory_whose_id_others_use_too_is_meant_by_its_core() {
    let server = Server::start();
    let [ada, bob] = ["ada", "bob"].map(|name| server.agent(name, "worker"));
    let mara = server.person("mara", "owner");
    let set = json!({ "settings": { "promoted_readers": "session" } });
    mara.call("settings_set", &set).ok();
    let put = ada.call("session_put", &talk("team", "tea")).ok();
    let core = put["promoted_to"][0]["core"].as_str().unwrap();
    let planted = json!({ "memory": { "id": "tea", "text": "x" } });
    bob.call("memory_create", &planted).ok();
    let which = ada.get("/v1/long-term-memory/tea");
    assert_eq!(which.status, 409, "{which:?}");
    for said in ["default", core] {
        assert!(which.body.contains(said), "{which:?}");
        let found = ada.get(&format!("/v1/long-term-memory/tea?core={said}"));
        assert_eq!(found.status, 200, "{said}: {found:?}");
    }
    let theirs = bob.get(&format!("/v1/long-term-memory/tea?core={core}"));
    assert_eq!(theirs.status, 404, "{theirs:?}");
}
