//! Addresses of minds: parses and builds searches, and the address of a mind with its view.

use std::str::FromStr;

use engine::mind::Section;
use kernel::stream::Version;
use leptos_router::params::ParamsMap;

use super::session_address::{segment, text};
use super::{addresses, with_query};

/// Id of the list of versions on a mind's page.
pub const VERSIONS: &str = "versions";
/// Value of `edit` for the whole document.
const DOCUMENT: &str = "document";

addresses! {
    /// List of minds.
    minds: "/minds";
}

/// Returns the address of an agent's mind.
#[must_use]
pub fn mind(agent: &str) -> String {
    format!("{}/{}", minds(), segment(agent))
}

/// Search of minds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MindsAddress {
    /// Text to search for in their documents.
    pub query: String,
    /// True for deleted minds.
    pub is_deleted: bool,
    /// Cursor of the page.
    pub cursor: Option<String>,
}

impl MindsAddress {
    /// Value of `which` for deleted minds.
    pub const DELETED: &'static str = "deleted";

    /// Parses the search from the query parameters.
    #[must_use]
    pub fn read(query: &ParamsMap) -> Self {
        Self {
            query: query.get("q").unwrap_or_default(),
            is_deleted: query.get("which").as_deref() == Some(Self::DELETED),
            cursor: query.get("cursor").filter(|cursor| !cursor.is_empty()),
        }
    }

    /// Returns the address of this list at a cursor.
    #[must_use]
    pub fn href(&self, cursor: Option<&str>) -> String {
        let query = [
            ("q", Some(self.query.as_str())),
            ("which", self.is_deleted.then_some(Self::DELETED)),
            ("cursor", cursor),
        ];
        with_query(&minds(), &query)
    }
}

/// View of a mind's page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MindView {
    /// Current document, and the last dream.
    #[default]
    Now,
    /// Current document, and the dream with this version.
    Dream(Version),
    /// A version of the document, and its differences from another one.
    Past {
        /// Number of the version.
        number: u32,
        /// Number of the other version; by default the current one.
        with: Option<u32>,
    },
    /// Editor of the whole document, or of one section.
    Edit(Option<Section>),
}

impl MindView {
    fn read(query: &ParamsMap) -> Self {
        if let Some(number) = number_of(query, "version") {
            let with = Self::other(query, number);
            return Self::Past { number, with };
        }
        if let Some(dream) = number_of(query, "dream") {
            return Self::Dream(dream);
        }
        match query.get("edit").as_deref() {
            Some(DOCUMENT) => Self::Edit(None),
            Some(name) => {
                section_from_name(name).map_or(Self::Now, |section| Self::Edit(Some(section)))
            }
            None => Self::Now,
        }
    }

    /// Returns the version to compare with, unless it is the same.
    fn other(query: &ParamsMap, number: u32) -> Option<u32> {
        let with: Option<u32> = number_of(query, "with");
        with.filter(|with| *with != number)
    }
}

/// Parses a numeric parameter.
fn number_of<T: FromStr>(query: &ParamsMap, name: &str) -> Option<T> {
    query.get(name)?.parse().ok()
}

/// Returns the section with this name.
fn section_from_name(name: &str) -> Option<Section> {
    Section::ALL
        .into_iter()
        .find(|section| section.name() == name)
}

/// Address of a mind's page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MindAddress {
    /// Name of the agent.
    pub agent: String,
    /// View of the page.
    pub view: MindView,
    /// Context window of the prompt preview, in tokens.
    pub window: Option<u64>,
}

impl MindAddress {
    /// Parses the address from the router's parameters; invalid ones are ignored.
    #[must_use]
    pub fn read(path: &ParamsMap, query: &ParamsMap) -> Self {
        Self {
            agent: text(&path.get("agent").unwrap_or_default()),
            view: MindView::read(query),
            window: number_of(query, "window"),
        }
    }

    /// Returns this address with another view.
    #[must_use]
    pub fn to(&self, view: MindView) -> Self {
        Self {
            view,
            ..self.clone()
        }
    }

    /// Returns the address as text.
    #[must_use]
    pub fn href(&self) -> String {
        fn number<T: ToString>(number: Option<T>) -> Option<String> {
            number.map(|number| number.to_string())
        }
        let (mut dream, mut version, mut with, mut edit) = (None, None, None, None);
        match self.view {
            MindView::Now => {}
            MindView::Dream(number) => dream = Some(number),
            MindView::Past {
                number,
                with: other,
            } => (version, with) = (Some(number), other),
            MindView::Edit(section) => edit = Some(section.map_or(DOCUMENT, Section::name)),
        }
        let query = [
            ("dream", number(dream)),
            ("version", number(version)),
            ("with", number(with)),
            ("edit", edit.map(ToOwned::to_owned)),
            ("window", number(self.window)),
        ];
        let query = query
            .each_ref()
            .map(|(name, value)| (*name, value.as_deref()));
        with_query(&mind(&self.agent), &query)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(href: &str) -> MindAddress {
        let (path, query) = href.split_once('?').unwrap_or((href, ""));
        let mut params = ParamsMap::new();
        params.insert("agent", path.rsplit('/').next().unwrap().to_owned());
        let mut asked = ParamsMap::new();
        for (name, value) in query.split('&').filter_map(|pair| pair.split_once('=')) {
            asked.insert(name.to_owned(), value.to_owned());
        }
        MindAddress::read(&params, &asked)
    }

    #[test]
    fn what_is_looked_at_is_in_the_address() {
        let past = |number, with| MindView::Past { number, with };
        for view in [
            MindView::Now,
            MindView::Dream(41),
            past(3, None),
            past(3, Some(7)),
            MindView::Edit(None),
            MindView::Edit(Some(Section::ActiveContext)),
        ] {
            for (agent, window) in [("dev-ada", None), ("50% of/it?&~ü", Some(32_000))] {
                let agent = agent.to_owned();
                let address = MindAddress {
                    agent,
                    view,
                    window,
                };
                assert_eq!(read(&address.href()), address, "{}", address.href());
            }
        }
    }

    #[test]
    fn what_makes_no_sense_is_passed_over() {
        for (query, view) in [
            ("dream=last", MindView::Now),
            ("edit=nothing", MindView::Now),
            ("version=-1&dream=4", MindView::Dream(4)),
            (
                "version=3&with=3",
                MindView::Past {
                    number: 3,
                    with: None,
                },
            ),
            (
                "version=3&with=",
                MindView::Past {
                    number: 3,
                    with: None,
                },
            ),
            ("window=much", MindView::Now),
        ] {
            let address = read(&format!("/minds/ada?{query}"));
            assert_eq!((address.view, address.window), (view, None), "{query}");
        }
    }

    #[test]
    fn lists_of_minds_have_addresses() {
        let all = MindsAddress::default();
        assert_eq!(all.href(None), "/minds");
        let some = MindsAddress {
            query: "CORS & keys".into(),
            is_deleted: true,
            cursor: None,
        };
        assert_eq!(
            some.href(Some("c")),
            "/minds?q=CORS%20%26%20keys&which=deleted&cursor=c"
        );
    }
}
