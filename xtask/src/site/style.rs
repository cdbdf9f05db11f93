//! Styles: `style/main.css` and its imports in one file. lightningcss took 94 of the 1,100 CPU seconds of a first build and
//! made the file 8 % smaller.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::place;
use crate::site::folder::{Folder, Name};

/// Adds the styles to the site.
pub fn bundle(folder: &mut Folder) -> Result<()> {
    let mut code = bundle_file(&place::root().join("style/main.css"))?;
    for (known, address) in folder.public() {
        // The styles are in the same folder: a proxy may serve the site below a path.
        let name = address.trim_start_matches("/pkg/");
        code = code.replace(known.as_str(), name);
    }
    folder.add_hashed(Name::Css, "pkg/loci.css", code.as_bytes())?;
    Ok(())
}

/// Replaces each line `@import "FILE" layer(NAME);` of a stylesheet by the file, without comments. Imported files import
/// nothing.
fn bundle_file(main: &Path) -> Result<String> {
    let folder = main.parent().context("the stylesheet has no folder")?;
    let mut out = String::new();
    for line in read(main)?.lines() {
        let Some(import) = line.strip_prefix("@import \"") else {
            out += line;
            continue;
        };
        let (file, rest) = import.split_once('"').context("an import has no end")?;
        let code = read(&folder.join(file))?;
        let layer = rest.trim().trim_end_matches(';').strip_prefix("layer(");
        match layer.and_then(|layer| layer.strip_suffix(')')) {
            Some(layer) => write!(out, "@layer {layer}{{{code}}}")?,
            None => out += &code,
        }
    }
    Ok(out)
}

/// Reads a stylesheet without its comments and indentation.
fn read(file: &Path) -> Result<String> {
    let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let mut code = String::new();
    for (nth, part) in text.split("/*").enumerate() {
        match part.split_once("*/") {
            Some((_, rest)) if nth > 0 => code += rest,
            _ => code += part,
        }
    }
    let depth = |mark| code.matches(mark).count();
    // An unclosed block would swallow all files after it.
    ensure!(
        depth('{') == depth('}'),
        "{}: a block is not closed",
        file.display()
    );
    let lines = code.lines().map(str::trim).filter(|line| !line.is_empty());
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_are_bundled_in_their_layers() {
        let folder = std::env::temp_dir().join(format!("loci-style-{}", std::process::id()));
        fs::create_dir_all(folder.join("parts")).unwrap();
        let main = folder.join("main.css");
        fs::write(
            &main,
            "/* Contents */\n@layer base, parts;\n@import \"parts/a.css\" layer(parts);\n",
        )
        .unwrap();
        fs::write(
            folder.join("parts/a.css"),
            "/* Colours: { */\n:root {\n  color: light-dark(#000, #fff);\n}\n",
        )
        .unwrap();
        let code = bundle_file(&main).unwrap();
        assert_eq!(
            code,
            "@layer base, parts;@layer parts{:root {\ncolor: light-dark(#000, #fff);\n}}"
        );

        fs::write(folder.join("parts/a.css"), ":root { color: #000;").unwrap();
        let open = bundle_file(&main).unwrap_err().to_string();
        assert!(open.ends_with("a.css: a block is not closed"), "{open}");
        fs::remove_file(folder.join("parts/a.css")).unwrap();
        let missing = bundle_file(&main).unwrap_err().to_string();
        assert!(missing.contains("a.css"), "{missing}");
        fs::remove_dir_all(&folder).unwrap();
    }
}
