//! The single-file build, started in an empty folder without its source tree.

use std::collections::BTreeSet;
use std::fs;

use anyhow::{Context, Result, ensure};

use crate::profile::Profile;
use crate::running::Running;
use crate::sum::Sum;
use crate::{place, step};

/// Copies the binary, hides the site, starts it and requests a page with everything it loads.
pub fn run(sum: &mut Sum) {
    sum.check("one file without the sources", whole());
}

fn whole() -> Result<()> {
    step::heading("Starting the binary in an empty folder");
    let elsewhere = place::target().join("package");
    if elsewhere.exists() {
        fs::remove_dir_all(&elsewhere)?;
    }
    fs::create_dir_all(&elsewhere)?;
    fs::copy(place::binary(Profile::Debug), elsewhere.join("loci"))?;
    // With the site hidden, only embedded files can be served.
    let away = place::root().join("target/site").join("away");
    let site = place::site(Profile::Debug);
    fs::rename(&site, &away)?;
    let checked =
        Running::start(&elsewhere.join("loci"), &elsewhere).and_then(|server| check(&server));
    fs::rename(&away, &site)?;
    fs::remove_dir_all(&elsewhere)?;
    checked.context("the one file did not serve its pages from an empty folder")
}

/// Fetches a page and everything it loads.
pub fn check(server: &Running) -> Result<()> {
    let page = server.get("/sign-in")?;
    let html = String::from_utf8_lossy(&page);
    let mut addresses: BTreeSet<&str> = html
        .split(['"', '\'', '(', ')'])
        .filter(|word| word.starts_with("/pkg/"))
        .collect();
    // The page preloads every script, so that it names those that others import.
    for end in [".css", "/main.js", "/vendor/idiomorph.js"] {
        ensure!(
            addresses.iter().any(|address| address.ends_with(end)),
            "the page names no file that ends with {end}"
        );
    }
    addresses.insert("/favicon.svg");
    for address in addresses {
        let content = server.get(address)?;
        ensure!(!content.is_empty(), "{address} is empty");
        println!("{:>10} bytes {address}", content.len());
    }
    Ok(())
}
