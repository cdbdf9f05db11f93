//! Formatting and documentation. Clippy runs during the build (`build.rs`).

use anyhow::ensure;
use xtask::wording::Wording;

use crate::build::SERVER_SIDE;
use crate::sum::Sum;
use crate::{place, step, tools};

/// Checks the formatting of all crates.
pub fn formatting(sum: &mut Sum) {
    let outcome = tools::component("rustfmt", "fmt").and_then(|()| {
        step::run(
            "Formatting",
            tools::cargo("fmt").args(["--all", "--check"]),
            "run `cargo fmt`",
        )
    });
    sum.check("formatting", outcome);
}

/// Checks that names and comments are in plain English.
pub fn wording(sum: &mut Sum) {
    let outcome = Wording::read(&place::root()).and_then(|wording| {
        let complaints = wording.complaints();
        ensure!(complaints.is_empty(), "{}", complaints.join("\n"));
        Ok(())
    });
    sum.check("wording", outcome);
}

/// Builds the documentation of the server's crates without warnings.
pub fn documentation(sum: &mut Sum) {
    let outcome = step::run(
        "Documentation",
        tools::cargo("doc")
            .args(SERVER_SIDE)
            .arg("--no-deps")
            .env("RUSTDOCFLAGS", "-D warnings"),
        "fix the warnings above",
    );
    sum.check("documentation", outcome);
}
