//! Addresses of sessions and scratchpads: parses and builds the shareable state of their pages.

use engine::scratchpad::Scope;
use engine::session::SessionKey;
use kernel::stream::{Position, Version};
use leptos_router::params::ParamsMap;

use super::{addresses, percent_encode, with_query};

addresses! {
    /// List of sessions.
    sessions: "/sessions";
    /// List of scratchpads.
    scratchpads: "/scratchpads";
}

/// Encodes a text as one segment of a path. `%` is escaped separately, because the router decodes addresses of
/// links one time more than those that a browser opens.
pub(super) fn segment(text: &str) -> String {
    percent_encode(&plain(text))
}

/// Escapes `%`, which would be decoded once too often.
pub(super) fn plain(text: &str) -> String {
    text.replace('~', "~7E").replace('%', "~25")
}

/// Decodes the text of a segment, as the router returns it.
pub(super) fn text(segment: &str) -> String {
    segment.replace("~25", "%").replace("~7E", "~")
}

/// Returns the address of a session.
#[must_use]
pub fn session(key: &SessionKey) -> String {
    format!("{}/{}", sessions(), segment(&key.to_string()))
}

/// Address of a session's page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SessionAddress {
    /// Key of the session.
    pub key: SessionKey,
    /// Version that is open, if it is not the newest.
    pub at: Option<Version>,
    /// Version to compare with.
    pub from: Option<Version>,
    /// Summary whose messages are shown.
    pub folded: Option<Version>,
    /// Scratchpad that is shown: its scope and name.
    pub pad: Option<(Scope, String)>,
    /// Number of the first message shown, if it is not that of the newest ones.
    pub first: Option<u32>,
    /// Position before which the history is shown.
    pub before: Option<Position>,
}

impl SessionAddress {
    /// Parses the address from the router's parameters; invalid ones are ignored.
    #[must_use]
    pub fn read(path: &ParamsMap, query: &ParamsMap) -> Option<Self> {
        let key = SessionKey::parse(&text(&path.get("key")?)).ok()?;
        let number = |name: &str| query.get(name).and_then(|text| text.parse().ok());
        Some(Self {
            key,
            at: number("at"),
            from: number("from"),
            folded: number("folded"),
            pad: query.get("pad").and_then(|pad| {
                let (scope, name) = pad.split_once('/')?;
                Some((scope_named(scope)?, name.to_owned()))
            }),
            first: number("first").and_then(|first| u32::try_from(first).ok()),
            before: number("before"),
        })
    }

    /// Returns this address with a change.
    #[must_use]
    pub fn with(&self, change: impl FnOnce(&mut Self)) -> Self {
        let mut address = self.clone();
        change(&mut address);
        address
    }

    /// Returns the address as text.
    #[must_use]
    pub fn href(&self) -> String {
        fn number<T: ToString>(number: Option<T>) -> Option<String> {
            number.map(|number| number.to_string())
        }
        let pad = self.pad.as_ref();
        let query = [
            ("at", number(self.at)),
            ("from", number(self.from)),
            ("folded", number(self.folded)),
            (
                "pad",
                pad.map(|(scope, name)| format!("{}/{name}", scope.name())),
            ),
            ("first", number(self.first)),
            ("before", number(self.before)),
        ];
        let query = query
            .each_ref()
            .map(|(name, value)| (*name, value.as_deref()));
        with_query(&session(&self.key), &query)
    }
}

/// Address of a scratchpad's page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PadPlace {
    /// Scope of the scratchpad.
    pub scope: Scope,
    /// Owner of the scratchpad; empty for the workspace.
    pub owner: String,
    /// Name of the scratchpad.
    pub name: String,
    /// Version that is open, if it is not the newest.
    pub at: Option<Version>,
    /// Cursor of the history.
    pub before: Option<String>,
}

impl PadPlace {
    /// Creates the address of a scratchpad's current version.
    #[must_use]
    pub fn of(scope: Scope, owner: Option<&str>, name: &str) -> Self {
        Self {
            scope,
            owner: owner.unwrap_or_default().to_owned(),
            name: name.to_owned(),
            ..Self::default()
        }
    }

    /// Parses the address from the router's parameters; invalid ones are ignored.
    #[must_use]
    pub fn read(path: &ParamsMap, query: &ParamsMap) -> Option<Self> {
        Some(Self {
            scope: scope_named(&path.get("scope")?)?,
            owner: query.get("owner").unwrap_or_default(),
            name: text(&path.get("name")?),
            at: query.get("at").and_then(|text| text.parse().ok()),
            before: query.get("before").filter(|text| !text.is_empty()),
        })
    }

    /// Returns this address with a change.
    #[must_use]
    pub fn with(&self, change: impl FnOnce(&mut Self)) -> Self {
        let mut place = self.clone();
        change(&mut place);
        place
    }

    /// Returns the owner, if there is one.
    #[must_use]
    pub fn owner(&self) -> Option<String> {
        Some(self.owner.clone()).filter(|owner| !owner.is_empty())
    }

    /// Returns the address as text.
    #[must_use]
    pub fn href(&self) -> String {
        let at = self.at.map(|at| at.to_string());
        let path = format!(
            "{}/{}/{}",
            scratchpads(),
            self.scope.name(),
            segment(&self.name)
        );
        let query = [
            ("owner", Some(self.owner.as_str())),
            ("at", at.as_deref()),
            ("before", self.before.as_deref()),
        ];
        with_query(&path, &query)
    }
}

/// Returns the scope with this name.
#[must_use]
pub fn scope_named(name: &str) -> Option<Scope> {
    [Scope::Thread, Scope::Resource, Scope::Global]
        .into_iter()
        .find(|scope| scope.name() == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Splits an address into the parameters that the router returns.
    fn routed(href: &str, names: &[&'static str]) -> (ParamsMap, ParamsMap) {
        let (path, query) = href.split_once('?').unwrap_or((href, ""));
        let (mut params, mut pairs) = (ParamsMap::new(), ParamsMap::new());
        for (name, part) in names.iter().zip(path.split('/').skip(2)) {
            params.insert(*name, part.to_owned());
        }
        for (name, value) in query.split('&').filter_map(|pair| pair.split_once('=')) {
            pairs.insert(name.to_owned(), value.to_owned());
        }
        (params, pairs)
    }

    #[test]
    fn a_session_is_found_at_its_address_whatever_its_name() {
        for name in ["s-7f3a", "support/mara/s 1", "a%2Fb/%25/~x?&#ü", "/mara/s"] {
            let address = SessionAddress {
                key: SessionKey::parse(name).unwrap(),
                at: Some(12),
                pad: Some((Scope::Resource, "plan a/b".into())),
                ..SessionAddress::default()
            };
            let (path, query) = routed(&address.href(), &["key"]);
            assert_eq!(
                SessionAddress::read(&path, &query),
                Some(address.clone()),
                "{}",
                address.href()
            );
            assert!(
                !session(&address.key).contains("%25"),
                "{}",
                session(&address.key)
            );
        }
    }

    #[test]
    fn a_scratchpad_is_found_at_its_address() {
        let place = PadPlace::of(Scope::Thread, Some("support/mara/s 1"), "main 100%");
        let (path, query) = routed(&place.href(), &["scope", "name"]);
        assert_eq!(PadPlace::read(&path, &query), Some(place));
        let global = PadPlace::of(Scope::Global, None, "main");
        assert_eq!(global.href(), "/scratchpads/global/main");
    }

    #[test]
    fn nonsense_in_an_address_is_passed_over() {
        let (path, query) = routed("/sessions/s?at=x&pad=nowhere/main&first=-1", &["key"]);
        let read = SessionAddress::read(&path, &query).unwrap();
        assert_eq!(read.href(), "/sessions/s");
    }
}
