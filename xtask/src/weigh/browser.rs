//! Downloads of a browser: the scripts that every page loads, as they are sent.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::profile::Profile;
use crate::weigh::report::{Report, kilobytes};

/// Members of the site's list for the scripts.
#[derive(Deserialize)]
struct Site {
    script: String,
    modules: Vec<String>,
}

/// Measures the release site below a target folder.
pub fn weigh(target: &Path, report: &mut Report) -> Result<()> {
    let site = target.join("site").join(Profile::Release.folder());
    let list = site.join("site.json");
    let list = fs::read(&list).with_context(|| format!("no {}", list.display()))?;
    let scripts = scripts(&site, &serde_json::from_slice(&list)?)?;
    let total = scripts.iter().map(|(_, bytes)| bytes).sum();
    report.figure("scripts of every page, brotli KB", kilobytes(total));
    let rows = scripts.into_iter();
    let rows = rows.map(|(address, bytes)| vec![format!("`{address}`"), bytes.to_string()]);
    report.table("Scripts, as sent", &["script", "bytes"], rows.collect());
    Ok(())
}

/// Returns the scripts of every page with their download sizes in bytes. Small ones are sent uncompressed.
fn scripts(folder: &Path, site: &Site) -> Result<Vec<(String, u64)>> {
    let all = std::iter::once(&site.script).chain(&site.modules);
    let sized = all.map(|address| {
        let plain = folder.join(address.trim_start_matches('/'));
        let twin = plain.with_added_extension("br");
        let sent = if twin.exists() { twin } else { plain };
        let known = fs::metadata(&sent).with_context(|| format!("no {}", sent.display()))?;
        Ok((address.clone(), known.len()))
    });
    sized.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_loads_the_script_and_its_modules() {
        let folder = tempfile::tempdir().unwrap();
        for (name, bytes) in [
            ("main.js", 300),
            ("main.js.br", 100),
            ("small.js", 20),
            ("other.js.br", 7),
        ] {
            fs::write(folder.path().join(name), vec![0; bytes]).unwrap();
        }
        let list = r#"{"css": "/x.css", "script": "/main.js", "modules": ["/small.js"]}"#;
        let site: Site = serde_json::from_str(list).unwrap();
        assert_eq!(
            scripts(folder.path(), &site).unwrap(),
            [("/main.js".to_owned(), 100), ("/small.js".to_owned(), 20)]
        );
        fs::remove_file(folder.path().join("small.js")).unwrap();
        assert!(scripts(folder.path(), &site).is_err());
    }
}
