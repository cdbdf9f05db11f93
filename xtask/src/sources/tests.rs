//! Tests for the detection of tests, lines and references.

use std::fs;

use super::*;

fn crate_of(files: &[(&str, &str)]) -> Sources {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    read(folder.path()).unwrap()
}

fn arrows(files: &[(&str, &str)]) -> Vec<String> {
    let arrow = |arrow: &Arrow| format!("{}→{}:{}", arrow.from, arrow.to, arrow.line);
    crate_of(files).arrows.iter().map(arrow).collect()
}

const ROOT: (&str, &str) = (
    "lib.rs",
    "mod b; mod c; pub use c::{D, e::{F as G}}; use crate::b;",
);
const B: (&str, &str) = ("b.rs", "");
const C: (&str, &str) = ("c.rs", "#[macro_export] macro_rules! say { () => {} }");

#[test]
fn every_way_to_name_a_module_is_an_arrow() {
    for (text, expected) in [
        ("use crate::b::X;", "a→b:1"),
        ("use crate::{a, b::{self, X}};", "a→b:1"),
        ("\npub use super::b;", "a→b:2"),
        (
            "fn f() -> crate::b::X { g::<crate::b::Y>() }",
            "a→b:1 a→b:1",
        ),
        ("view! { <p x=crate::b::X/> }", "a→b:1"),
        ("macro_rules! m { () => { $crate::b::X } }", "a→b:1"),
        ("mod inner { use super::super::b; use super::a; }", "a→b:1"),
        // By the names at the root, and by exported macros.
        ("use crate::{D, G};", "a→c:1 a→c:1"),
        ("crate::say!();", "a→c:1"),
        // No references: the module itself, another crate, the root, comments, visibilities, tests.
        ("use crate::a::X; use b::Y; use crate::*; use super::*;", ""),
        ("//! [`crate::b`]\n/// crate::b\n// crate::b\nfn f() {}", ""),
        ("pub(crate) fn f() {} pub(in crate::a) struct S;", ""),
        (
            "#[cfg(test)] use crate::b; #[cfg(all(test, unix))] mod tests { use crate::b; }",
            "",
        ),
        ("#[cfg(any(test, unix))] use crate::b;", "a→b:1"),
    ] {
        let found = arrows(&[ROOT, B, C, ("a.rs", text)]);
        assert_eq!(found.join(" "), expected, "{text}");
    }
    let deep = (
        "a/x/y.rs",
        "use super::super::z; use super::super::super::b;",
    );
    assert_eq!(arrows(&[ROOT, B, deep]), ["a→b:1"]);
}

#[test]
fn tests_are_no_lines() {
    let sources = crate_of(&[
        (
            "lib.rs",
            "//! Root.\n\nmod a;\n\n#[cfg(test)]\nmod tests;\n",
        ),
        ("tests.rs", "use crate::a;\n"),
        (
            "a.rs",
            "fn f() {}\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn t() {}\n}\n// End.\n",
        ),
    ]);
    assert_eq!((sources.lines, sources.code), (6, 2));
    assert_eq!(sources.modules, BTreeSet::from(["a".to_owned()]));
}
