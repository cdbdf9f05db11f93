//! Styles: `style/main.css` and all its imports, in one minified file.

use std::io;
use std::path::Path;

use anyhow::{Result, anyhow};
use lightningcss::bundler::{Bundler, FileProvider, ResolveResult, SourceProvider};
use lightningcss::stylesheet::{MinifyOptions, ParserOptions, PrinterOptions};

use crate::place;
use crate::site::folder::{Folder, Name};

/// Adds the styles to the site.
pub fn bundle(folder: &mut Folder) -> Result<()> {
    let mut code = bundle_file(&place::root().join("style/main.css"))?;
    for (known, address) in folder.public() {
        // The styles are in the same folder: a proxy may serve the site below a path.
        let beside = address.trim_start_matches("/pkg/");
        code = code.replace(known.as_str(), beside);
    }
    folder.add_hashed(Name::Css, "pkg/loci.css", code.as_bytes())?;
    Ok(())
}

/// Bundles a stylesheet with all its imports. Generates no older syntax: the pages require browsers with
/// `light-dark()`, nesting and container queries anyway.
fn bundle_file(main: &Path) -> Result<String> {
    let files = Files(FileProvider::new());
    let mut bundler = Bundler::new(&files, None, ParserOptions::default());
    let mut sheet = bundler.bundle(main).map_err(|error| anyhow!("{error}"))?;
    sheet
        .minify(MinifyOptions::default())
        .map_err(|error| anyhow!("{error}"))?;
    let options = PrinterOptions {
        minify: true,
        ..PrinterOptions::default()
    };
    Ok(sheet.to_css(options)?.code)
}

/// File provider that adds the missing file's name to the error.
struct Files(FileProvider);

impl SourceProvider for Files {
    type Error = io::Error;

    fn read<'a>(&'a self, file: &Path) -> io::Result<&'a str> {
        let read = self.0.read(file);
        read.map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", file.display())))
    }

    fn resolve(&self, specifier: &str, importer: &Path) -> io::Result<ResolveResult> {
        self.0.resolve(specifier, importer)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn imports_are_bundled_in_their_layers() {
        let folder = std::env::temp_dir().join(format!("loci-style-{}", std::process::id()));
        fs::create_dir_all(folder.join("parts")).unwrap();
        let main = folder.join("main.css");
        fs::write(
            &main,
            "@layer base, parts;\n@import \"parts/a.css\" layer(parts);\n",
        )
        .unwrap();
        fs::write(
            folder.join("parts/a.css"),
            ":root { color: light-dark(#000000, #ffffff) }",
        )
        .unwrap();
        let code = bundle_file(&main).unwrap();
        assert_eq!(
            code,
            "@layer base;@layer parts{:root{color:light-dark(#000,#fff)}}"
        );

        fs::remove_file(folder.join("parts/a.css")).unwrap();
        let missing = bundle_file(&main).unwrap_err().to_string();
        assert!(missing.contains("a.css"), "{missing}");
        fs::remove_dir_all(&folder).unwrap();
    }
}
