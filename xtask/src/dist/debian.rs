//! The Debian package: the binary, the service, completions and licences.

use std::env::consts::ARCH;
use std::io::Write as _;

use anyhow::Result;

use super::archive::{File, TIME, tar_gz};
use super::{COMPLETIONS, Content, VERSION};

/// Name of the architecture.
const ARCHITECTURE: &str = match ARCH.as_bytes() {
    b"aarch64" => "arm64",
    _ => "amd64",
};

/// Script that runs after the files are installed: makes the service's user, and restarts a running service.
const POSTINST: &str = include_str!("../../../ops/debian/postinst");
/// Script that runs before the files are removed: stops the service. Its data stay.
const PRERM: &str = include_str!("../../../ops/debian/prerm");

/// Returns the file name that Debian expects.
pub fn file_name() -> String {
    format!("loci_{VERSION}_{ARCHITECTURE}.deb")
}

/// Makes the package: an `ar` archive of the format's version, the control files and the data.
pub fn package(content: &Content) -> Result<Vec<u8>> {
    let data = data(content);
    let bytes: usize = data.iter().map(|file| file.content.len()).sum();
    let control = control(bytes.div_ceil(1024));
    let control = vec![
        File::text("control", control.as_bytes()),
        File::program("postinst", POSTINST.as_bytes()),
        File::program("prerm", PRERM.as_bytes()),
    ];
    let mut package = b"!<arch>\n".to_vec();
    for (name, content) in [
        ("debian-binary", b"2.0\n".to_vec()),
        ("control.tar.gz", tar_gz(control)?),
        ("data.tar.gz", tar_gz(data)?),
    ] {
        let size = content.len();
        // Owner and group are root; the last two bytes end a header.
        writeln!(
            package,
            "{name:<16}{TIME:<12}{:<6}{:<6}{:<8}{size:<10}`",
            0, 0, "100644"
        )?;
        package.extend(content);
        if size % 2 == 1 {
            package.push(b'\n');
        }
    }
    Ok(package)
}

fn data(content: &Content) -> Vec<File<'_>> {
    let mut files = vec![
        File::program("usr/bin/loci", &content.binary),
        File::text("usr/lib/systemd/system/loci.service", &content.service),
        File::text("usr/share/doc/loci/README.md", &content.readme),
    ];
    for (name, text) in &content.licenses {
        files.push(File::text(format!("usr/share/doc/loci/{name}"), text));
    }
    for ((_, _, path), script) in COMPLETIONS.iter().zip(&content.completions) {
        files.push(File::text(format!("usr/share/{path}"), script));
    }
    files
}

fn control(kib: usize) -> String {
    format!(
        "Package: loci\n\
         Version: {VERSION}\n\
         Architecture: {ARCHITECTURE}\n\
         Maintainer: The Loci authors\n\
         Installed-Size: {kib}\n\
         Depends: passwd\n\
         Recommends: ca-certificates\n\
         Section: net\n\
         Priority: optional\n\
         Description: working memory for teams of AI agents\n \
         The server with its dashboard, and the command line for it. The service\n \
         loci.service is installed but not started.\n"
    )
}
