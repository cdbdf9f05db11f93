//! Selection of the tools that a client is offered: the everyday tools unless the address, or else the token, selects
//! others. Tools that the token's role may not call are never offered.

use kernel::Role;
use kernel::operation::{Spec, Trait};

/// Query parameter that selects tools: `all`, or comma-separated names.
const TOOLS: &str = "tools";
/// Selects all tools but those that are [`Trait::Unlisted`].
const ALL: &str = "all";
/// Selects the everyday tools, in addition to named ones.
const EVERYDAY: &str = "everyday";
/// Query parameter for more detailed descriptions: `full`.
const DETAIL: &str = "detail";

/// Level of detail of a tool's description.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// Short: enough for a model to call it.
    #[default]
    Brief,
    /// Complete, with the schema of the answer.
    Full,
}

/// Selection of an address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// Names of tools; empty for the everyday tools.
    names: Vec<String>,
    /// Level of detail.
    pub detail: Detail,
}

impl Profile {
    /// Parses the query of an address.
    ///
    /// # Errors
    /// Returns a message with the valid values.
    pub fn of(query: &[(String, String)]) -> Result<Self, String> {
        let mut profile = Self::default();
        for (name, value) in query {
            match (name.as_str(), value.as_str()) {
                (TOOLS, names) => profile.names.extend(split_names(names)),
                (DETAIL, "full") => profile.detail = Detail::Full,
                (DETAIL, "brief") => profile.detail = Detail::Brief,
                (DETAIL, _) => return Err("`detail` is `brief` or `full`.".into()),
                _ => {
                    return Err(format!(
                        "`{name}` is not an argument of this address; `{TOOLS}` and `{DETAIL}` are."
                    ));
                }
            }
        }
        match profile.names.iter().find(|name| !is_known(name.as_str())) {
            None => Ok(profile),
            Some(name) => Err(format!(
                "There is no tool `{name}`. Ask for `{TOOLS}={ALL}`, or for names of tools with commas between them."
            )),
        }
    }

    /// Adds the tools that a token selects, unless the address selects some. Unknown names are ignored: another version
    /// of Loci may have created the token.
    pub fn or(mut self, of_token: Option<&str>) -> Self {
        if self.names.is_empty() {
            let names = of_token.into_iter().flat_map(split_names);
            self.names.extend(names.filter(|name| is_known(name)));
        }
        self
    }

    /// Returns true if a caller with this role is offered the operation.
    pub fn offers(&self, spec: &Spec, role: Role) -> bool {
        let is_meant = |wanted: &str| {
            super::tool::entry(wanted).is_some_and(|entry| entry.spec.name == spec.name)
        };
        let named = |name: &str| self.names.iter().any(|wanted| wanted == name);
        let everyday = self.names.is_empty() || named(EVERYDAY);
        spec.access.allows(role)
            && ((named(ALL) && !spec.has(Trait::Unlisted))
                || self.names.iter().any(|wanted| is_meant(wanted))
                || (everyday && !spec.everyday.is_empty()))
    }
}

/// Returns the valid names in a list of tools.
#[must_use]
pub fn tool_names() -> Vec<&'static str> {
    [ALL, EVERYDAY]
        .into_iter()
        .chain(super::tool::names())
        .collect()
}

fn is_known(name: &str) -> bool {
    [ALL, EVERYDAY].contains(&name) || super::tool::entry(name).is_some()
}

/// Splits comma-separated names.
fn split_names(names: &str) -> impl Iterator<Item = String> {
    names.split(',').map(|name| name.trim().to_owned())
}
