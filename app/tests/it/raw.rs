//! Checks that text never becomes markup: unescaped output is confined to the files listed here.
#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

use std::fs;
use std::path::{Path, PathBuf};

use app::parts::{textarea_text, title_text};

/// Features of Leptos that write without escaping, with the only files that may use them.
const UNESCAPED: &[(&str, &[&str])] = &[
    (
        "inner_html",
        &[
            "shell/assets.rs",
            "parts/icon.rs",
            "pages/overview/first_run.rs",
        ],
    ),
    ("<script ", &["shell/assets.rs"]),
    ("<style", &[]),
    ("<noscript", &[]),
    ("<title>", &[]),
    ("formatter", &["lib.rs"]),
];

fn sources(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs")
            && !path.ends_with("tests.rs")
        {
            let text = fs::read_to_string(&path).unwrap();
            let code = text
                .lines()
                .filter(|line| !line.trim_start().starts_with("//"));
            found.push((path.clone(), code.collect::<Vec<_>>().join("\n")));
        }
    }
}

#[test]
fn nothing_is_written_unescaped_but_what_is_known() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    for (file, text) in &files {
        let file = file.strip_prefix(&root).unwrap();
        for (word, known) in UNESCAPED {
            let is_known = known.iter().any(|known| file == Path::new(known));
            assert!(
                is_known || !text.contains(word),
                "{word} in {}",
                file.display()
            );
        }
        assert_eq!(
            text.matches("</textarea>").count(),
            text.matches("{textarea_text(").count(),
            "a text area in {} whose text may become markup",
            file.display()
        );
    }
    let app = files
        .iter()
        .find(|(file, _)| file == &root.join("lib.rs"))
        .unwrap();
    assert!(
        app.1.contains("<Title formatter=title_text"),
        "every title is made harmless"
    );
}

#[test]
fn text_cannot_end_the_element_it_stands_in() {
    for (text, title, area) in [
        ("", "Loci", ""),
        ("a", "a · Loci", "a"),
        (
            "</title>&lt;",
            "&lt;/title>&amp;lt; · Loci",
            "&lt;/title>&amp;lt;",
        ),
        (
            "\n</textarea>",
            "\n&lt;/textarea> · Loci",
            "\n\n&lt;/textarea>",
        ),
        ("\r\na", "\r\na · Loci", "\n\r\na"),
    ] {
        assert_eq!(title_text(text.into()), title);
        assert_eq!(textarea_text(text.into()), area);
    }
}
