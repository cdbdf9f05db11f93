//! Layout and bytes of the packages, with a small file as the binary.

use std::io::Read as _;

use flate2::read::GzDecoder;

use super::*;

fn content() -> Content {
    Content {
        binary: b"binary".to_vec(),
        service: b"service".to_vec(),
        readme: b"# Loci\n".to_vec(),
        licenses: [
            ("LICENSE-APACHE", b"apache".to_vec()),
            ("LICENSE-MIT", b"mit".to_vec()),
        ],
        completions: [b"bash".to_vec(), b"zsh".to_vec(), b"fish".to_vec()],
    }
}

/// Lists an archive: permissions, owner, time, and path.
fn list(archive: &[u8]) -> Vec<String> {
    let mut archive = tar::Archive::new(GzDecoder::new(archive));
    let entries = archive.entries().unwrap().map(|entry| {
        let entry = entry.unwrap();
        let header = entry.header();
        let (uid, time) = (header.uid().unwrap(), header.mtime().unwrap());
        assert_eq!((uid, time), (0, 315_532_800));
        let path = entry.path().unwrap().display().to_string();
        format!("{:o} {path}", header.mode().unwrap())
    });
    entries.collect()
}

#[test]
fn equal_content_gives_equal_bytes() {
    let (one, other) = (pack(&content()).unwrap(), pack(&content()).unwrap());
    assert_eq!(one, other);
    let mut changed = content();
    changed.binary.push(b'!');
    for ((name, before), (_, after)) in one.iter().zip(pack(&changed).unwrap()) {
        assert_ne!(*before, after, "{name}");
    }
}

#[test]
fn the_tarball_has_one_folder() {
    let folder = format!("loci-{VERSION}-linux-{ARCH}");
    let expected = [
        "755 /",
        "644 /LICENSE-APACHE",
        "644 /LICENSE-MIT",
        "644 /README.md",
        "755 /completions/",
        "644 /completions/_loci",
        "644 /completions/loci.bash",
        "644 /completions/loci.fish",
        "755 /loci",
        "644 /loci.service",
    ]
    .map(|line| line.replacen('/', &format!("{folder}/"), 1));
    assert_eq!(list(&tarball(&content()).unwrap()), expected);
}

#[test]
fn the_debian_package_has_its_three_parts() {
    let package = debian::package(&content()).unwrap();
    let mut rest = package.strip_prefix(b"!<arch>\n").unwrap();
    let mut parts = Vec::new();
    while !rest.is_empty() {
        let (header, after) = rest.split_at(60);
        let header = str::from_utf8(header).unwrap();
        assert!(header.ends_with("`\n"), "{header:?}");
        let size: usize = header[48..58].trim().parse().unwrap();
        parts.push((header[..16].trim(), &after[..size]));
        rest = &after[size.next_multiple_of(2)..];
    }
    let names: Vec<_> = parts.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["debian-binary", "control.tar.gz", "data.tar.gz"]);
    assert_eq!(parts[0].1, b"2.0\n");
    assert_eq!(
        list(parts[1].1),
        ["644 control", "755 postinst", "755 prerm"]
    );
    let data = list(parts[2].1);
    for line in [
        "755 usr/bin/loci",
        "644 usr/lib/systemd/system/loci.service",
        "644 usr/share/bash-completion/completions/loci",
        "644 usr/share/doc/loci/LICENSE-MIT",
        "755 usr/share/doc/loci/",
    ] {
        assert!(data.iter().any(|found| found == line), "{line}: {data:?}");
    }
    let mut control = String::new();
    let mut archive = tar::Archive::new(GzDecoder::new(parts[1].1));
    let mut entries = archive.entries().unwrap();
    let mut entry = entries.next().unwrap().unwrap();
    entry.read_to_string(&mut control).unwrap();
    assert!(control.starts_with(&format!("Package: loci\nVersion: {VERSION}\n")));
    assert!(
        control.contains("\nDescription: working memory for teams of AI agents\n The server"),
        "{control}"
    );
}

#[test]
fn the_wheel_lists_its_files_with_their_hashes() {
    let wheel = wheel::package(&content()).unwrap();
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(wheel)).unwrap();
    let base = format!("loci_agent_memory_server-{VERSION}");
    let names: Vec<String> = zip.file_names().map(|name| name.unwrap().into()).collect();
    assert_eq!(
        names,
        [
            ".data/scripts/loci",
            ".dist-info/METADATA",
            ".dist-info/WHEEL",
            ".dist-info/licenses/LICENSE-APACHE",
            ".dist-info/licenses/LICENSE-MIT",
            ".dist-info/RECORD",
        ]
        .map(|name| format!("{base}{name}"))
    );
    let script = zip.by_name(&names[0]).unwrap().unix_mode();
    assert_eq!(script, Some(0o100_755));
    let mut record = String::new();
    let mut file = zip.by_name(&names[5]).unwrap();
    file.read_to_string(&mut record).unwrap();
    // `printf mit | sha256sum`, in URL-safe base 64.
    let line = format!(
        "{base}.dist-info/licenses/LICENSE-MIT,sha256=eBmOerJiRJrVbkykjhCjb5jdpv1aN3h13XQlr8yiMSs,3\n"
    );
    assert!(record.contains(&line), "{record}");
    assert!(
        record.ends_with(&format!("{base}.dist-info/RECORD,,\n")),
        "{record}"
    );
    assert_eq!(
        wheel::file_name(),
        format!("{base}-py3-none-manylinux_2_17_{ARCH}.musllinux_1_1_{ARCH}.whl")
    );
}
