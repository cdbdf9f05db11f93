//! `cargo xtask accept`: regenerates the snapshots, the tables of `docs/configuration.md` and the clients from the
//! current code.

use std::fs;
use std::process::Command;

use anyhow::Result;

use crate::build::{self, SERVER_SIDE};
use crate::profile::Profile;
use crate::running::Running;
use crate::{place, step, tools};

/// Tests that compare with a snapshot.
const SNAPSHOTS: [&str; 6] = [
    "openapi::tests::the_api_is_as_it_was",
    "compat::openapi::tests::the_wire_is_as_it_was",
    "workflow::describe::every_kind_of_fact_has_its_sentence",
    "workflow::lifecycle::every_step_in_every_state_by_everybody",
    "configuration::the_documented_flags_are_those_of_the_help",
    "configuration::the_documented_settings_are_those_of_the_workspace",
];

/// Accepts the current output. The difference is reviewed with `git diff`.
pub fn run() -> Result<()> {
    step::run(
        "Accepting snapshots",
        tools::cargo("test")
            .args(SERVER_SIDE)
            .args(["--lib", "--test", "it", "--test", "doors", "--", "--exact"])
            .args(SNAPSHOTS)
            .env("INSTA_UPDATE", "always"),
        "fix the errors above",
    )?;
    build::server(Profile::Debug)?;
    let folder = place::target().join("accept");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    let document = folder.join("openapi.json");
    let server = Running::start(&place::binary(Profile::Debug), &folder)?;
    fs::write(&document, server.get("/api/openapi.json")?)?;
    drop(server);
    step::run(
        "Generating the clients",
        Command::new(tools::python()?)
            .arg(place::root().join("clients/generate"))
            .arg(&document),
        "fix the errors above",
    )
}
