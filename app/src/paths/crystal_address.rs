//! The addresses of long-term memories: what is looked for, which one is open, read from an address and written
//! into one. Knows nothing of what the pages show.

use engine::session::SessionKey;
use leptos_router::params::ParamsMap;

use super::session_address::{plain, segment, text};
use super::{addresses, with_query};

addresses! {
    /// Long-term memories.
    crystals: "/crystals";
}

/// Where a long-term memory is: the core it is in, and its id.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CrystalPlace {
    /// The core.
    pub core: String,
    /// The id, which no other one of the core has.
    pub id: String,
}

impl CrystalPlace {
    /// The one with that id in that core.
    #[must_use]
    pub fn of(core: &str, id: &str) -> Self {
        Self {
            core: core.to_owned(),
            id: id.to_owned(),
        }
    }

    /// The place as the router gives it.
    #[must_use]
    pub fn read(path: &ParamsMap) -> Option<Self> {
        Some(Self {
            core: text(&path.get("core")?),
            id: text(&path.get("id")?),
        })
    }

    /// The address of its own page.
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

/// A long-term memory.
#[must_use]
pub fn crystal(core: &str, id: &str) -> String {
    CrystalPlace::of(core, id).href()
}

/// The long-term memories of a session.
#[must_use]
pub fn crystals_of_session(key: &SessionKey) -> String {
    let address = CrystalsAddress {
        session: key.to_string(),
        ..CrystalsAddress::default()
    };
    address.href()
}

/// The long-term memories of a core.
#[must_use]
pub fn crystals_of_core(core: &str) -> String {
    let address = CrystalsAddress {
        core: core.to_owned(),
        ..CrystalsAddress::default()
    };
    address.href()
}

/// The long-term memories that an agent wrote.
#[must_use]
pub fn crystals_of_agent(agent: &str) -> String {
    let address = CrystalsAddress {
        agent: agent.to_owned(),
        ..CrystalsAddress::default()
    };
    address.href()
}

/// What is looked for among long-term memories, and the one that is open beside what was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CrystalsAddress {
    /// Words.
    pub query: String,
    /// A core; empty for all.
    pub core: String,
    /// A kind; empty for all.
    pub kind: String,
    /// A part of their life; empty for those that are found.
    pub life: String,
    /// How far back; empty for any time.
    pub since: String,
    /// The agent that wrote them; empty for all.
    pub agent: String,
    /// The session they are from; empty for all.
    pub session: String,
    /// Where the last page ended.
    pub cursor: Option<String>,
    /// The one that is open.
    pub open: Option<CrystalPlace>,
}

impl CrystalsAddress {
    /// What an address asks for.
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

    /// A name as forms send it that lead to such an address.
    #[must_use]
    pub fn sent(name: &str) -> String {
        plain(name)
    }

    /// Whether words are looked for.
    #[must_use]
    pub fn is_search(&self) -> bool {
        !self.query.trim().is_empty()
    }

    /// Whether anything but words leaves any out.
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
