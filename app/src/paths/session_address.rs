//! The addresses of sessions and scratchpads: everything about what is on the screen that a person would
//! share, read from an address and written into one. Knows nothing of what the pages show.

use engine::scratchpad::Scope;
use engine::session::SessionKey;
use kernel::stream::{Position, Version};
use leptos_router::params::ParamsMap;

use super::{addresses, encoded, with_query};

addresses! {
    /// Sessions.
    sessions: "/sessions";
    /// Scratchpads.
    scratchpads: "/scratchpads";
}

/// A text as one segment of a path. `%` is written otherwise, because the router decodes what a link says
/// once more than what a browser opens.
pub(super) fn segment(text: &str) -> String {
    encoded(&plain(text))
}

/// A text without the character that is decoded once too often.
pub(super) fn plain(text: &str) -> String {
    text.replace('~', "~7E").replace('%', "~25")
}

/// The text of a segment, as the router gives it.
pub(super) fn text(segment: &str) -> String {
    segment.replace("~25", "%").replace("~7E", "~")
}

/// A session.
#[must_use]
pub fn session(key: &SessionKey) -> String {
    format!("{}/{}", sessions(), segment(&key.to_string()))
}

/// The address of a session's page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SessionAddress {
    /// The session.
    pub key: SessionKey,
    /// The version that is looked at, when it is not the newest.
    pub at: Option<Version>,
    /// The version that one is compared with.
    pub from: Option<Version>,
    /// The summary whose messages are shown.
    pub folded: Option<Version>,
    /// The scratchpad that is shown: its scope and its name.
    pub pad: Option<(Scope, String)>,
    /// How many messages are shown.
    pub show: Option<u32>,
    /// Where the history begins.
    pub before: Option<Position>,
}

impl SessionAddress {
    /// The address as the router gives it; what makes no sense in it is passed over.
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
            show: query.get("show").and_then(|text| text.parse().ok()),
            before: number("before"),
        })
    }

    /// This address with a change.
    #[must_use]
    pub fn with(&self, change: impl FnOnce(&mut Self)) -> Self {
        let mut address = self.clone();
        change(&mut address);
        address
    }

    /// The address.
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
            ("show", number(self.show)),
            ("before", number(self.before)),
        ];
        let query = query
            .each_ref()
            .map(|(name, value)| (*name, value.as_deref()));
        with_query(&session(&self.key), &query)
    }
}

/// The address of a scratchpad's page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PadPlace {
    /// Who shares it.
    pub scope: Scope,
    /// Whose it is; empty for one of the workspace.
    pub owner: String,
    /// Its name.
    pub name: String,
    /// The version that is looked at, when it is not the newest.
    pub at: Option<Version>,
    /// Where the history begins.
    pub before: Option<String>,
}

impl PadPlace {
    /// A scratchpad as one first sees it.
    #[must_use]
    pub fn of(scope: Scope, owner: Option<&str>, name: &str) -> Self {
        Self {
            scope,
            owner: owner.unwrap_or_default().to_owned(),
            name: name.to_owned(),
            ..Self::default()
        }
    }

    /// The address as the router gives it; what makes no sense in it is passed over.
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

    /// This address with a change.
    #[must_use]
    pub fn with(&self, change: impl FnOnce(&mut Self)) -> Self {
        let mut place = self.clone();
        change(&mut place);
        place
    }

    /// The owner, where there is one.
    #[must_use]
    pub fn owner(&self) -> Option<String> {
        Some(self.owner.clone()).filter(|owner| !owner.is_empty())
    }

    /// The address.
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

/// The scope of that name.
#[must_use]
pub fn scope_named(name: &str) -> Option<Scope> {
    [Scope::Thread, Scope::Resource, Scope::Global]
        .into_iter()
        .find(|scope| scope.name() == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the router makes of an address.
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
        let (path, query) = routed("/sessions/s?at=x&pad=nowhere/main&show=-1", &["key"]);
        let read = SessionAddress::read(&path, &query).unwrap();
        assert_eq!(read.href(), "/sessions/s");
    }
}
