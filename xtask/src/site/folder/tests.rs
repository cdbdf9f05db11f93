//! Tests for the site's folder on a real disk: names, variants, kept and removed files.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::{Folder, Name};
use crate::profile::Profile;

/// A folder that is deleted after the test.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("loci-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).ok();
    }
}

fn gather(root: &Path, profile: Profile, css: &str, script: &[u8]) -> serde_json::Value {
    let mut folder = Folder::new(root.to_path_buf(), profile);
    folder
        .add_hashed(Name::Css, "pkg/loci.css", css.as_bytes())
        .unwrap();
    let modules = BTreeMap::from([
        ("main.js".to_owned(), script.to_vec()),
        ("page.js".to_owned(), b"export {};".repeat(50)),
    ]);
    folder.add_modules("pkg/js", "main.js", &modules).unwrap();
    folder.finish().unwrap();
    serde_json::from_slice(&fs::read(root.join("site.json")).unwrap()).unwrap()
}

fn place(root: &Path, list: &serde_json::Value, name: &str) -> PathBuf {
    root.join(list[name].as_str().unwrap().trim_start_matches('/'))
}

fn written(path: &Path) -> SystemTime {
    fs::metadata(path).unwrap().modified().unwrap()
}

#[test]
fn a_change_gets_a_new_name_and_the_rest_stays_untouched() {
    let root = Temporary::new("names");
    let (light, dark) = ("a{color:red}".repeat(50), "a{color:tan}".repeat(50));
    let before = gather(&root.0, Profile::Debug, &light, b"script");
    let (css, script) = (
        place(&root.0, &before, "css"),
        place(&root.0, &before, "script"),
    );
    let time = written(&script);

    let after = gather(&root.0, Profile::Debug, &dark, b"script");
    assert_ne!(before["css"], after["css"]);
    assert_eq!(before["script"], after["script"]);
    assert_eq!(
        written(&script),
        time,
        "an unchanged file was written again"
    );
    assert!(!css.exists(), "the old styles stayed");
    assert_eq!(
        fs::read_to_string(place(&root.0, &after, "css")).unwrap(),
        dark
    );
}

#[test]
fn a_changed_module_moves_all_of_them_because_they_import_each_other() {
    let root = Temporary::new("modules");
    let before = gather(&root.0, Profile::Debug, "a{}", b"one");
    let after = gather(&root.0, Profile::Debug, "a{}", b"two");
    assert_ne!(before["script"], after["script"]);
    assert_ne!(before["modules"], after["modules"]);
    let folder = |list: &serde_json::Value| {
        let script = list["script"].as_str().unwrap();
        script.strip_suffix("/main.js").unwrap().to_owned()
    };
    assert_eq!(
        after["modules"],
        serde_json::json!([format!("{}/page.js", folder(&after))])
    );
    assert!(!root.0.join(&folder(&before)[1..]).exists());
}

#[test]
fn twins_unpack_to_the_file_and_are_listed() {
    let root = Temporary::new("twins");
    let css = "a{color:red}".repeat(50);
    let list = gather(&root.0, Profile::Release, &css, "//".repeat(500).as_bytes());
    let path = place(&root.0, &list, "css").display().to_string();

    let mut unpacked = Vec::new();
    brotli::BrotliDecompress(
        &mut &*fs::read(format!("{path}.br")).unwrap(),
        &mut unpacked,
    )
    .unwrap();
    assert_eq!(unpacked, css.as_bytes());
    let mut unpacked = Vec::new();
    flate2::read::GzDecoder::new(&*fs::read(format!("{path}.gz")).unwrap())
        .read_to_end(&mut unpacked)
        .unwrap();
    assert_eq!(unpacked, css.as_bytes());
    for file in list["files"].as_array().unwrap() {
        assert_eq!(
            file["encodings"],
            serde_json::json!(["br", "gzip"]),
            "{file}"
        );
        assert_eq!(file["immutable"], true, "{file}");
    }
}
