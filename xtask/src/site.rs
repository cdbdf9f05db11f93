//! The site: everything a browser loads besides the pages, with hashed names, compressed twins
//! and a list (`site.json`) that the server reads.

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

/// Does the same with the cargo that `cargo` makes for a subcommand.
pub fn build_with(profile: Profile, cargo: fn(&str) -> Command) -> Result<()> {
    wasm::compile(profile, cargo)?;
    step::heading("Gathering the site");
    let mut folder = Folder::new(place::site(profile), profile);
    wasm::bind(profile, &mut folder)?;
    // The styles name what is public.
    public::copy(&mut folder)?;
    style::bundle(&mut folder)?;
    folder.finish()
}

/// Builds styles and public files again and keeps the wasm that lies there.
pub fn restyle(profile: Profile) -> Result<()> {
    let mut folder = Folder::new(place::site(profile), profile);
    wasm::bind(profile, &mut folder)?;
    // The styles name what is public.
    public::copy(&mut folder)?;
    style::bundle(&mut folder)?;
    folder.finish()
}
