//! Dreams as jobs: people see running, waiting and failed ones with the reason, and stop and start them, also after a
//! restart.

use serde_json::{Value, json};

use crate::harness::{Client, Model, Server};
use crate::minds::{dreams, mind_fact, note, waiting};

/// Returns the listed jobs.
fn jobs(client: &Client) -> Vec<Value> {
    let listed = client.call("job_list", &json!({})).ok();
    listed["items"].as_array().unwrap().clone()
}

#[test]
fn people_stop_a_dream_and_run_it_also_after_a_restart() {
    let model = Model::start();
    let flags = ["--llm-url", &model.url, "--llm-model", "stub"];
    let server = Server::start_with(&flags);
    let token = server.token("ada", "worker");
    let ada = server.anonymous().bearer(&token);
    let mara = server.person("mara", "owner");
    note(&ada, "Mara wants the reason before the diff");
    ada.call("mind_dream", &json!({})).ok();
    model.asked();
    for client in [&ada, &mara] {
        let listed = jobs(client);
        let seen = [
            &listed[0]["stream"],
            &listed[0]["kind"],
            &listed[0]["state"],
        ];
        assert_eq!(seen, ["mind:ada", "dream", "running"]);
    }
    let page = mara.clone().browser().get("/settings/jobs").body;
    assert!(
        page.contains("href=\"/minds/ada\"") && page.contains("Stop Dream of mind:ada?"),
        "{page}"
    );
    let other = server.agent("bob", "worker");
    assert_eq!(jobs(&other), Vec::<Value>::new(), "the mind is not bob's");
    let job = json!({ "stream": "mind:ada", "kind": "dream" });
    ada.call("job_stop", &job).problem(403, "forbidden");
    mara.call("job_stop", &job).ok();
    // The model's answer comes too late.
    model.says("## The Bond\n\nToo late");
    let folder = server.stop();
    model.forgets();
    let server = Server::start_in(folder, &flags);
    let mara = server.signed_in("mara");
    let ada = Client::new(&server.base).bearer(&token);
    assert_eq!(jobs(&mara)[0]["state"], "stopped");
    assert_eq!(dreams(&ada), Vec::<Value>::new());
    assert_eq!(waiting(&ada).len(), 1);
    // Only a person can restart it.
    let refused = ada.call("mind_dream", &json!({})).problem(409, "conflict");
    assert_eq!(refused["reason"], "stopped", "{refused}");
    note(&ada, "Tabs, never spaces");
    assert_eq!(jobs(&mara)[0]["state"], "stopped");

    let feed = ada.events("/api/events");
    mara.call("job_run", &job).ok();
    let asked = model.asked();
    assert!(asked.contains("Tabs, never spaces"), "{asked}");
    model.refuses(400);
    mind_fact(&feed, "ada", "dream_kept");
    assert_eq!(jobs(&mara), Vec::<Value>::new());
    assert_eq!(dreams(&ada).len(), 1);
    mara.call("job_run", &job).problem(404, "not_found");
    mara.call("job_stop", &job).problem(404, "not_found");
}
