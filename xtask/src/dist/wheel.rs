//! The Python wheel: the binary as a script, for `pip` and `uv`.

use std::env::consts::ARCH;
use std::fmt::Write as _;
use std::io::{Cursor, Write as _};

use anyhow::Result;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::archive::File;
use super::{Content, VERSION};

/// Name of the distribution. `loci` is another project's on `PyPI`: pip would take that one's next version for an update of ours.
const NAME: &str = "loci_agent_memory_server";

/// Platforms on which pip installs the wheel. A static binary needs no C library, neither glibc nor musl, so it names the
/// oldest versions that pip knows by this scheme.
fn platforms() -> [String; 2] {
    ["manylinux_2_17", "musllinux_1_1"].map(|platform| format!("{platform}_{ARCH}"))
}

/// Returns the file name, which carries the tags.
pub fn file_name() -> String {
    format!("{NAME}-{VERSION}-py3-none-{}.whl", platforms().join("."))
}

/// Makes the wheel: the files, then their list with hashes.
pub fn package(content: &Content) -> Result<Vec<u8>> {
    let (metadata, wheel) = (metadata(&content.readme), wheel());
    let info = |name: &str| format!("{NAME}-{VERSION}.dist-info/{name}");
    let mut files = vec![
        File::program(
            format!("{NAME}-{VERSION}.data/scripts/loci"),
            &content.binary,
        ),
        File::text(info("METADATA"), &metadata),
        File::text(info("WHEEL"), wheel.as_bytes()),
    ];
    for (name, text) in &content.licenses {
        files.push(File::text(info(&format!("licenses/{name}")), text));
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    let mut record = String::new();
    for File { path, content, .. } in &files {
        let hash = URL_SAFE_NO_PAD.encode(Sha256::digest(content));
        writeln!(record, "{path},sha256={hash},{}", content.len())?;
    }
    writeln!(record, "{},,", info("RECORD"))?;
    files.push(File::text(info("RECORD"), record.as_bytes()));
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for file in files {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .last_modified_time(DateTime::default())
            .unix_permissions(file.mode);
        zip.start_file(file.path, options)?;
        zip.write_all(file.content)?;
    }
    Ok(zip.finish()?.into_inner())
}

fn metadata(readme: &[u8]) -> Vec<u8> {
    let mut text = format!(
        "Metadata-Version: 2.4\n\
         Name: {}\n\
         Version: {VERSION}\n\
         Summary: Working memory for teams of AI agents: the server and its command line\n\
         License-Expression: MIT OR Apache-2.0\n\
         License-File: LICENSE-APACHE\n\
         License-File: LICENSE-MIT\n\
         Requires-Python: >=3.8\n\
         Description-Content-Type: text/markdown\n\n",
        NAME.replace('_', "-")
    )
    .into_bytes();
    text.extend(readme);
    text
}

fn wheel() -> String {
    let tags = platforms().map(|platform| format!("Tag: py3-none-{platform}\n"));
    format!(
        "Wheel-Version: 1.0\nGenerator: cargo xtask dist\nRoot-Is-Purelib: false\n{}",
        tags.concat()
    )
}
