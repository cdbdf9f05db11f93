//! Targets of links in texts: web and mail addresses and paths of this site, always with the address visible.

use doors::base_path::within;

use crate::paths;

/// Maximum length of an address that is a link, in bytes.
const LONGEST: usize = 2_000;
/// Maximum length of a displayed address, in characters.
const SHOWN: usize = 60;

/// Target of a link, and the text that shows it next to the link.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Target {
    /// Address, if it may be followed.
    pub href: Option<Box<str>>,
    /// Displayed address, shortened if it is long: the host of another site, else the address itself.
    pub shown: Option<Box<str>>,
}

impl Target {
    /// Hides the displayed address if the link's text is the address itself.
    pub fn unless_said(&mut self, words: &str) {
        let mail = self
            .href
            .as_deref()
            .and_then(|href| href.strip_prefix("mailto:"));
        let href = self.href.as_deref();
        let is_said =
            href == Some(words) || href.and_then(within) == Some(words) || mail == Some(words);
        if !words.is_empty() && is_said {
            self.shown = None;
        }
    }
}

/// Validates an address from a text.
#[must_use]
pub fn target(address: &str) -> Target {
    // Fragments are no targets: elements of a text have no ids.
    if address.is_empty() || address.starts_with('#') {
        return Target::default();
    }
    let shown = if is_plain(address) {
        leads(address)
    } else {
        None
    };
    match shown {
        Some(shown) => Target {
            href: Some(if address.starts_with('/') {
                paths::with_base_path(address).into()
            } else {
                address.into()
            }),
            shown: Some(short(shown)),
        },
        None => Target {
            href: None,
            shown: Some(short(address)),
        },
    }
}

/// Returns true if the address has only characters that browsers keep unchanged and that look like what they are.
fn is_plain(address: &str) -> bool {
    let is_plain = |letter: char| match letter {
        '\\' | '"' | '\'' | '<' | '>' | '`' => false,
        letter if letter.is_ascii() => letter.is_ascii_graphic(),
        letter => letter.is_alphanumeric(),
    };
    address.len() <= LONGEST && address.chars().all(is_plain)
}

/// Returns the text to display for an address that may be followed; `None` for others.
fn leads(address: &str) -> Option<&str> {
    if address.starts_with('/') {
        return (!address.starts_with("//")).then_some(address);
    }
    let (scheme, rest) = address.split_once(':')?;
    if scheme.eq_ignore_ascii_case("mailto") {
        let to = rest.split('?').next().unwrap_or_default();
        return to.contains('@').then_some(to);
    }
    if !scheme.eq_ignore_ascii_case("http") && !scheme.eq_ignore_ascii_case("https") {
        return None;
    }
    let host = rest.strip_prefix("//")?;
    let host = host.split(['/', '?', '#']).next().unwrap_or_default();
    // Neither a user name before an `@` nor lookalike letters may pass for the host.
    let is_host = |letter: u8| letter.is_ascii_alphanumeric() || b"-._:[]".contains(&letter);
    let is_named = host.bytes().any(|letter| letter.is_ascii_alphanumeric());
    (is_named && host.bytes().all(is_host)).then_some(host)
}

fn short(address: &str) -> Box<str> {
    match address.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &address[..end]).into(),
        None => address.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::target;

    #[test]
    fn a_link_leads_where_it_says_or_nowhere() {
        for (address, leads, shown) in [
            ("https://example.org/a?b#c", true, Some("example.org")),
            ("HTTP://example.org:8080", true, Some("example.org:8080")),
            ("http://[::1]/", true, Some("[::1]")),
            ("https://example.org/ä", true, Some("example.org")),
            (
                "mailto:a@example.org?subject=x",
                true,
                Some("a@example.org"),
            ),
            ("/workflows/01J", true, Some("/workflows/01J")),
            ("", false, None),
            ("#top", false, None),
            ("docs/plan.md", false, Some("docs/plan.md")),
            ("javascript:alert(1)", false, Some("javascript:alert(1)")),
            ("JaVaScRiPt:alert(1)", false, Some("JaVaScRiPt:alert(1)")),
            (
                "java\tscript:alert(1)",
                false,
                Some("java\tscript:alert(1)"),
            ),
            (
                "\u{1}javascript:alert(1)",
                false,
                Some("\u{1}javascript:alert(1)"),
            ),
            ("data:text/html,x", false, Some("data:text/html,x")),
            ("vbscript:x", false, Some("vbscript:x")),
            ("file:///etc/passwd", false, Some("file:///etc/passwd")),
            (
                "blob:https://example.org/a",
                false,
                Some("blob:https://example.org/a"),
            ),
            ("//example.org", false, Some("//example.org")),
            ("/\\example.org", false, Some("/\\example.org")),
            ("https:example.org", false, Some("https:example.org")),
            ("https:///example.org", false, Some("https:///example.org")),
            (
                "https://good.org@evil.org/",
                false,
                Some("https://good.org@evil.org/"),
            ),
            (
                "https://g\u{43e}od.org/",
                false,
                Some("https://g\u{43e}od.org/"),
            ),
            (
                "https://a.org/\u{202e}gro",
                false,
                Some("https://a.org/\u{202e}gro"),
            ),
            ("https://-/", false, Some("https://-/")),
            ("mailto:", false, Some("mailto:")),
        ] {
            let found = target(address);
            assert_eq!(found.href.as_deref(), leads.then_some(address), "{address}");
            assert_eq!(found.shown.as_deref(), shown, "{address}");
        }
    }

    #[test]
    fn a_long_address_is_not_followed_and_not_shown_whole() {
        let found = target(&format!("https://example.org/{}", "a".repeat(3_000)));
        assert_eq!(found.href, None);
        let shown = found.shown.unwrap_or_default();
        assert_eq!(shown.chars().count(), 61, "{shown}");
    }

    #[test]
    fn words_that_are_the_address_say_enough() {
        for (address, words, shown) in [
            ("https://example.org/", "https://example.org/", None),
            ("https://example.org/", "example.org", Some("example.org")),
            ("mailto:a@example.org", "a@example.org", None),
            ("https://evil.org/", "https://good.org/", Some("evil.org")),
            ("javascript:x", "javascript:x", Some("javascript:x")),
        ] {
            let mut found = target(address);
            found.unless_said(words);
            assert_eq!(found.shown.as_deref(), shown, "{words}");
        }
    }
}
