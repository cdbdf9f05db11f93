//! Compiled functions by name: their crate, and their family. A family is code that was written once and compiled many
//! times: a path without type parameters, or the methods of all implementations of a trait.

use std::collections::BTreeMap;

use rustc_demangle::demangle;

use crate::weigh::ROWS;
use crate::weigh::report::{Report, heaviest, kilobytes};

/// Number of functions, and their size in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weight {
    count: u64,
    bytes: u64,
}

impl Weight {
    fn add(&mut self, other: Self) {
        self.count += other.count;
        self.bytes += other.bytes;
    }
}

/// Functions, summed in three ways.
#[derive(Default)]
pub struct Functions {
    crates: BTreeMap<String, Weight>,
    modules: BTreeMap<String, Weight>,
    families: BTreeMap<String, Weight>,
}

impl Functions {
    /// Adds a function by its mangled name.
    pub fn add(&mut self, mangled: &str, bytes: u64) {
        let name = format!("{:#}", demangle(mangled));
        let module = module(&name);
        let top = module.split("::").next().unwrap_or_default();
        for (sums, key) in [
            (&mut self.crates, top),
            (&mut self.modules, &*module),
            (&mut self.families, &*family(&name)),
        ] {
            let sum = sums.entry(key.to_owned()).or_default();
            sum.add(Weight { count: 1, bytes });
        }
    }

    /// Reports the sums by crate, by top-level module and by family.
    pub fn tell(self, what: &str, report: &mut Report) {
        for (by, all) in [
            ("crate", self.crates),
            ("top module", self.modules),
            ("family", self.families),
        ] {
            let all = all
                .into_iter()
                .map(|(name, one)| (format!("`{name}`"), one));
            let rows = heaviest(
                all.collect(),
                ROWS,
                |one| one.bytes,
                |sum, one| sum.add(*one),
            );
            let cells = |(name, one): (String, Weight)| {
                vec![name, one.count.to_string(), kilobytes(one.bytes)]
            };
            let rows = rows.into_iter().map(cells).collect();
            report.table(&format!("{what} by {by}"), &[by, "functions", "KB"], rows);
        }
    }
}

/// Returns the crate and top-level module of a function: for an implementation those of its type, unless that has no
/// path.
fn module(name: &str) -> String {
    let is_path = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':';
    let path = name
        .split(|letter: char| !is_path(letter))
        .find(|word| word.contains("::") && !word.starts_with(':'));
    let Some(path) = path else {
        return "without a path".to_owned();
    };
    path.trim_end_matches(':')
        .split("::")
        .take(2)
        .collect::<Vec<_>>()
        .join("::")
}

/// Returns the family: the name without types, closures and shims.
fn family(name: &str) -> String {
    let mut family = String::new();
    let mut rest = name;
    while let Some(at) = rest.find(['<', '{']) {
        family += &rest[..at];
        let inside = inside(&rest[at..]);
        rest = &rest[at + inside.len()..];
        let types = inside.strip_prefix('<');
        let Some(inner) = types.and_then(|types| types.strip_suffix('>')) else {
            continue;
        };
        if let Some(of) = trait_name(inner) {
            // The preceding path only names the file.
            family = format!("<_ as {}>", self::family(of));
        } else if at == 0 && family.is_empty() {
            // Inherent methods.
            family = self::family(inner);
        }
    }
    family += rest;
    while let Some(shorter) = family.strip_suffix("::") {
        family.truncate(shorter.len());
    }
    family.replace("::::", "::")
}

/// Returns the trait in `Type as Trait` and in `impl Trait for Type`.
fn trait_name(inner: &str) -> Option<&str> {
    if let Some(of) = inner.strip_prefix("impl ") {
        return Some(&of[..outside(of, " for ")?]);
    }
    Some(&inner[outside(inner, " as ")? + " as ".len()..])
}

/// Returns the offset of `words` outside of angle brackets.
fn outside(text: &str, words: &str) -> Option<usize> {
    let mut from = 0;
    while let Some(at) = text[from..].find(['<', ' ']) {
        let at = from + at;
        if text[at..].starts_with(words) {
            return Some(at);
        }
        from = at
            + if text[at..].starts_with('<') {
                inside(&text[at..]).len()
            } else {
                1
            };
    }
    None
}

/// Returns the text from an opening bracket to its closing one; the arrow of `fn() -> T` does not count.
fn inside(text: &str) -> &str {
    let mut depth = 0;
    let mut before = ' ';
    for (at, letter) in text.char_indices() {
        match letter {
            '<' | '{' => depth += 1,
            '>' if before == '-' => {}
            '>' | '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &text[..=at];
        }
        before = letter;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_belongs_to_a_module_and_to_a_family() {
        for (name, of, kin) in [
            (
                "kernel::host::run::decide",
                "kernel::host",
                "kernel::host::run::decide",
            ),
            (
                "kernel::host::Hub::call::{{closure}}::{{closure}}",
                "kernel::host",
                "kernel::host::Hub::call",
            ),
            (
                "alloc::vec::Vec<T,A>::push",
                "alloc::vec",
                "alloc::vec::Vec::push",
            ),
            (
                "core::ptr::drop_in_place<fn(a::B) -> c::D<e::F>>",
                "core::ptr",
                "core::ptr::drop_in_place",
            ),
            (
                "<core::option::Option<T> as core::fmt::Debug>::fmt",
                "core::option",
                "<_ as core::fmt::Debug>::fmt",
            ),
            (
                "<&T as core::fmt::Debug>::fmt",
                "core::fmt",
                "<_ as core::fmt::Debug>::fmt",
            ),
            (
                "kernel::error::_::<impl serde::de::Deserialize for kernel::error::Code>::deserialize",
                "kernel::error",
                "<_ as serde::de::Deserialize>::deserialize",
            ),
            (
                "<app::x::_::<impl serde::de::Deserialize for app::x::Y<T>>::deserialize::Z as serde::de::Visitor<U>>::visit_map",
                "app::x",
                "<_ as serde::de::Visitor>::visit_map",
            ),
            (
                "<server::edge::Edge<T>>::open::<u8>",
                "server::edge",
                "server::edge::Edge::open",
            ),
            (
                "core::slice::<impl [T]>::concat",
                "core::slice",
                "core::slice::concat",
            ),
            (
                "core::ops::FnOnce::call_once{{vtable.shim}}",
                "core::ops",
                "core::ops::FnOnce::call_once",
            ),
            ("sqlite3_step", "without a path", "sqlite3_step"),
            (
                "<T as <[_]>::to_vec_in::ConvertVec>::to_vec",
                "without a path",
                "<_ as [_]::to_vec_in::ConvertVec>::to_vec",
            ),
            // Truncated names.
            ("<a::B as", "a::B", ""),
            ("a::b<ä", "a::b", "a::b"),
        ] {
            assert_eq!(module(name), of, "{name}");
            assert_eq!(family(name), kin, "{name}");
        }
    }

    #[test]
    fn instances_are_added_up() {
        let mut functions = Functions::default();
        for hash in ["h0123456789abcdef", "hfedcba9876543210"] {
            functions.add(&format!("_ZN6kernel4host3run17{hash}E"), 10);
        }
        let both = Weight {
            count: 2,
            bytes: 20,
        };
        assert_eq!(
            functions.families,
            BTreeMap::from([("kernel::host::run".to_owned(), both)])
        );
        assert_eq!(functions.crates["kernel"], both);
    }
}
