//! The site: everything a browser loads besides pages, with hashed names, compressed variants and a list (`site.json`)
//! for the server.

mod folder;
mod public;
mod script;
mod style;

use anyhow::Result;

use crate::profile::Profile;
use crate::site::folder::Folder;
use crate::{place, step};

/// Gathers scripts, styles and public files in `target/site/<profile>`.
pub fn build(profile: Profile) -> Result<()> {
    step::heading("Gathering the site");
    let mut folder = Folder::new(place::site(profile), profile);
    script::gather(&mut folder)?;
    // The styles refer to public files.
    public::copy(&mut folder)?;
    style::bundle(&mut folder)?;
    folder.finish()
}
