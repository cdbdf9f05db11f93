//! Addresses of long-term memories: parses and builds searches, and the address of a memory.

use engine::session::SessionKey;
use leptos_router::params::ParamsMap;

use super::session_address::{plain, segment, text};
use super::{addresses, with_query};

addresses! {
    /// List of long-term memories.
    crystals: "/crystals";
}

/// Address of a long-term memory: its core and its id.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CrystalPlace {
    /// Core of the memory.
    pub core: String,
    /// Id, unique in the core.
    pub id: String,
}

impl CrystalPlace {
    /// Creates the address of a memory.
    #[must_use]
    pub fn of(core: &str, id: &str) -> Self {
        Self {
            core: core.to_owned(),
            id: id.to_owned(),
        }
    }

    /// Parses the address from the router's parameters.
    #[must_use]
    pub fn read(path: &ParamsMap) -> Option<Self> {
        Some(Self {
            core: text(&path.get("core")?),
            id: text(&path.get("id")?),
        })
    }

    /// Returns the address of the memory's own page.
    #[must_use]
    pub fn href(&self) -> String {
        format!(
            "{}/{}/{}",
            crystals(),
            segment(&self.core),
            segment(&self.id)
        )
    }
}

/// Returns the address of a long-term memory.
#[must_use]
pub fn crystal(core: &str, id: &str) -> String {
    CrystalPlace::of(core, id).href()
}

/// Returns the address of a session's long-term memories.
#[must_use]
pub fn crystals_of_session(key: &SessionKey) -> String {
    let address = CrystalsAddress {
        session: key.to_string(),
        ..CrystalsAddress::default()
    };
    address.href()
}

/// Returns the address of a core's long-term memories.
#[must_use]
pub fn crystals_of_core(core: &str) -> String {
    let address = CrystalsAddress {
        core: core.to_owned(),
        ..CrystalsAddress::default()
    };
    address.href()
}

/// Returns the address of the long-term memories that an agent wrote.
#[must_use]
pub fn crystals_of_agent(agent: &str) -> String {
    let address = CrystalsAddress {
        agent: agent.to_owned(),
        ..CrystalsAddress::default()
    };
    address.href()
}

/// Search of long-term memories, and the memory that is open next to the result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CrystalsAddress {
    /// Text to search for.
    pub query: String,
    /// Core; empty for all.
    pub core: String,
    /// Kind; empty for all.
    pub kind: String,
    /// Lifecycle filter; empty for all that searches find by default.
    pub life: String,
    /// Start of the period; empty for any time.
    pub since: String,
    /// Author, an agent; empty for all.
    pub agent: String,
    /// Source session; empty for all.
    pub session: String,
    /// Cursor of the page.
    pub cursor: Option<String>,
    /// Memory that is open.
    pub open: Option<CrystalPlace>,
}

impl CrystalsAddress {
    /// Parses the search from the query parameters.
    #[must_use]
    pub fn read(query: &ParamsMap) -> Self {
        let word = |name| query.get(name).unwrap_or_default();
        let name = |name| text(&word(name));
        let given = |its| Some(name(its)).filter(|text| !text.is_empty());
        Self {
            query: word("q"),
            core: name("core"),
            kind: word("kind"),
            life: word("lifecycle"),
            since: word("since"),
            agent: name("agent"),
            session: name("session"),
            cursor: given("cursor"),
            open: given("in")
                .zip(given("crystal"))
                .map(|(core, id)| CrystalPlace { core, id }),
        }
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
        let (core, agent, session) = (plain(&self.core), plain(&self.agent), plain(&self.session));
        let open = self.open.as_ref();
        let open = open.map(|open| (plain(&open.core), plain(&open.id)));
        let open = open.as_ref();
        let query = [
            ("q", Some(self.query.as_str())),
            ("core", Some(core.as_str())),
            ("kind", Some(self.kind.as_str())),
            ("lifecycle", Some(self.life.as_str())),
            ("since", Some(self.since.as_str())),
            ("agent", Some(agent.as_str())),
            ("session", Some(session.as_str())),
            ("cursor", self.cursor.as_deref()),
            ("in", open.map(|(core, _)| core.as_str())),
            ("crystal", open.map(|(_, id)| id.as_str())),
        ];
        with_query(&crystals(), &query)
    }

    /// Returns a name as forms have to send it to such an address.
    #[must_use]
    pub fn form_name(name: &str) -> String {
        plain(name)
    }

    /// Returns true if there is a text to search for.
    #[must_use]
    pub fn is_search(&self) -> bool {
        !self.query.trim().is_empty()
    }

    /// Returns true if a filter other than the text is set.
    #[must_use]
    pub fn is_filtered(&self) -> bool {
        let texts = [
            &self.core,
            &self.kind,
            &self.life,
            &self.since,
            &self.agent,
            &self.session,
        ];
        texts.into_iter().any(|text| !text.trim().is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_memory_is_found_at_its_address_whatever_its_name() {
        for (core, id) in [
            ("default", "01J8"),
            ("private/support/mara/s 1", "m-1"),
            ("a%2Fb", "50% of/it?&#ü"),
        ] {
            let place = CrystalPlace::of(core, id);
            let href = place.href();
            let mut parts = href.split('/').skip(2);
            let mut params = ParamsMap::new();
            params.insert("core", parts.next().unwrap().to_owned());
            params.insert("id", parts.next().unwrap().to_owned());
            assert_eq!(parts.next(), None, "{href}");
            assert_eq!(CrystalPlace::read(&params), Some(place), "{href}");
        }
    }

    #[test]
    fn what_is_looked_for_is_in_the_address() {
        let address = CrystalsAddress {
            query: "CORS & preflight".into(),
            core: "a%2Fb".into(),
            since: "7d".into(),
            open: Some(CrystalPlace::of("private/x/y", "m 1")),
            ..CrystalsAddress::default()
        };
        let href = address.href();
        let mut read = ParamsMap::new();
        let (_, query) = href.split_once('?').unwrap();
        for (name, value) in query.split('&').filter_map(|pair| pair.split_once('=')) {
            read.insert(name.to_owned(), value.to_owned());
        }
        assert_eq!(CrystalsAddress::read(&read), address, "{href}");
        assert_eq!(CrystalsAddress::default().href(), "/crystals");
    }
}
