//! Overlap of path patterns: a table, and all pairs of small patterns compared with brute force.

use engine::workflow::glob::Glob;

fn meet(one: &str, two: &str) -> bool {
    let (one, two) = (Glob::new(one), Glob::new(two));
    assert_eq!(one.meets(&two), two.meets(&one), "{one:?} and {two:?}");
    one.meets(&two)
}

#[test]
fn patterns_meet_as_they_are_meant() {
    for (one, two, expected) in [
        ("src/auth", "src/auth", true),
        ("src/auth", "./src/auth/", true),
        ("src/auth", "SRC/Auth/token.rs", true),
        ("src/auth/**", "src/auth/token.rs", true),
        ("a/**", "a/b/*.rs", true),
        ("a/**", "a", true),
        ("src/**/*.rs", "src/auth", true),
        ("src/**/*.rs", "src/auth/token.md", false),
        ("src/**/*.rs", "src/.github", true),
        ("conf.d", "conf.d/a", true),
        ("conf.d/**", "conf.d", true),
        ("src/*.rs", "src/lib.rs/", true),
        ("src/*.rs", "src/*.md", false),
        ("src/*.rs", "src/lib.*", true),
        ("src/*.rs", "src/a/b.rs", false),
        ("src/auth/*.rs", "src/auth/", true),
        ("**", "docs", true),
        ("**/token.rs", "src/auth/token.rs", true),
        ("**/token.rs", "src/auth/key.rs", false),
        ("src//auth", "src/auth", true),
        ("src/x/../auth", "src/auth", true),
        ("src\\auth", "src/auth/a", true),
        (".", "docs/a.md", true),
        ("", "docs/a.md", true),
        ("src/auth", "src/auth-old", false),
        ("src/auth", "tests/auth", false),
        ("src/auth*", "src/auth-old", true),
        ("/etc", "etc", false),
        ("/", "src", false),
        ("/", "/etc/hosts", true),
        ("Ä/b", "ä/B/c", true),
        ("src/[a-c].rs", "src/b.rs", true),
        ("src/[a-c].rs", "src/[!a-c].rs", false),
        ("src/[a-c].rs", "src/[c-d].rs", true),
        ("src/[!x]", "src/x", false),
        ("src/[a", "src/[a", true),
        ("src/{auth,user}", "src/user/a.rs", true),
        ("src/{auth,user}", "src/token", false),
        ("{src,tests}/{a,b}.rs", "tests/{b,c}.rs", true),
        ("src/{a/b,c}/d", "src/a/b/d", true),
        ("src/?.rs", "src/ab.rs", false),
        ("src/?.rs", "src/a.rs", true),
        ("{a", "{a", true),
        ("*/../b", "b", true),
    ] {
        assert_eq!(meet(one, two), expected, "{one} and {two}");
    }
}

#[test]
fn alternatives_beyond_number_stand_for_their_folder() {
    let many = format!("src/{}", "{a,b,c}".repeat(12));
    assert!(meet(&many, "src/x"));
    assert!(!meet(&many, "tests/x"));
    let nested = format!("{}a{}", "{".repeat(500), "}".repeat(500));
    assert!(meet(&nested, "a"));
    assert!(meet(&format!("a/{}", "**/".repeat(300)), "a/b"));
}

#[test]
fn what_is_in_front_of_a_pattern_parts_paths() {
    for (pattern, prefix) in [
        ("./src//Auth/*.rs", "./src/auth/"),
        ("src/x/../auth", "./src/auth/"),
        ("*/a", "./"),
        ("a/*/../../b", "./"),
        ("/etc/{a,b}", "/etc/"),
    ] {
        assert_eq!(Glob::new(pattern).key(), prefix, "{pattern}");
    }
}

/// Returns true if the pattern matches the path, by brute force.
fn stands_for(pattern: &[&str], path: &[&str]) -> bool {
    match (pattern, path) {
        ([], _) => true,
        (["**", rest @ ..], path) => {
            stands_for(rest, path) || (!path.is_empty() && stands_for(pattern, &path[1..]))
        }
        ([part, rest @ ..], [name, inside @ ..]) => {
            let (part, name): (Vec<char>, Vec<char>) =
                (part.chars().collect(), name.chars().collect());
            matches(&part, &name) && stands_for(rest, inside)
        }
        (_, []) => false,
    }
}

fn matches(part: &[char], name: &[char]) -> bool {
    match (part, name) {
        ([], []) => true,
        (['*', rest @ ..], name) => {
            matches(rest, name) || (!name.is_empty() && matches(part, &name[1..]))
        }
        (['?', rest @ ..], [_, tail @ ..]) => matches(rest, tail),
        ([one, rest @ ..], [other, tail @ ..]) => one == other && matches(rest, tail),
        _ => false,
    }
}

#[test]
fn every_two_small_patterns_meet_where_a_path_is_in_both() {
    let names = ["a", "b", "aa", "ab", "ba", "bb"];
    let mut paths: Vec<Vec<&str>> = vec![Vec::new()];
    let mut longest = paths.clone();
    for _ in 0..4 {
        longest = longest
            .iter()
            .flat_map(|path| names.map(|name| [path.as_slice(), &[name]].concat()))
            .collect();
        paths.extend(longest.clone());
    }
    let parts = ["a", "ab", "*", "**", "?", "a*", "*b", "?a", "b?", "*a*"];
    let mut patterns: Vec<Vec<&str>> = parts.iter().map(|part| vec![*part]).collect();
    patterns.extend(
        parts
            .iter()
            .flat_map(|one| parts.map(|two| vec![*one, two])),
    );
    let found: Vec<Vec<bool>> = patterns
        .iter()
        .map(|pattern| paths.iter().map(|path| stands_for(pattern, path)).collect())
        .collect();
    let globs: Vec<Glob> = patterns
        .iter()
        .map(|pattern| Glob::new(&pattern.join("/")))
        .collect();
    for (one, mine) in found.iter().enumerate() {
        for (two, theirs) in found.iter().enumerate() {
            let both = mine.iter().zip(theirs).any(|(one, two)| *one && *two);
            let (first, second) = (&patterns[one], &patterns[two]);
            assert_eq!(globs[one].meets(&globs[two]), both, "{first:?} {second:?}");
        }
    }
}
