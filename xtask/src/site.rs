//! The site: everything a browser loads besides pages, with hashed names, compressed variants and a list (`site.json`)
//! for the server.

mod folder;
mod public;
mod style;
mod wasm;

use std::process::Command;

use anyhow::Result;

use crate::profile::Profile;
use crate::site::folder::Folder;
use crate::{place, step, tools};

/// Builds wasm, script, styles and public files into `target/site/<profile>`.
pub fn build(profile: Profile) -> Result<()> {
    build_with(profile, tools::cargo)
}

/// Builds the site with the cargo command that `cargo` returns for a subcommand.
pub fn build_with(profile: Profile, cargo: fn(&str) -> Command) -> Result<()> {
    wasm::compile(profile, cargo)?;
    step::heading("Gathering the site");
    let mut folder = Folder::new(place::site(profile), profile);
    wasm::bind(profile, &mut folder)?;
    // The styles refer to public files.
    public::copy(&mut folder)?;
    style::bundle(&mut folder)?;
    folder.finish()
}

/// Rebuilds styles and public files, and keeps the existing wasm.
pub fn restyle(profile: Profile) -> Result<()> {
    let mut folder = Folder::new(place::site(profile), profile);
    wasm::bind(profile, &mut folder)?;
    // The styles refer to public files.
    public::copy(&mut folder)?;
    style::bundle(&mut folder)?;
    folder.finish()
}
