//! Which tools somebody is offered: those of every day unless the address, or else the token, asks for others. Whatever is
//! offered, only what the token's role may do. Knows no tool by name.

use kernel::Role;
use kernel::operation::{Spec, Trait};

/// The name in the query under which tools are asked for: `all`, or names with commas between them.
const TOOLS: &str = "tools";
/// Asks for all of them but those that are [`Trait::Unlisted`].
const ALL: &str = "all";
/// Asks for those of every day, beside others that are named.
const EVERYDAY: &str = "everyday";
/// The name in the query under which more is asked for of each: `full`.
const DETAIL: &str = "detail";

/// How much is said of a tool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// What a model needs to call it.
    #[default]
    Brief,
    /// All that there is to know, with the schema of what it answers.
    Full,
}

/// What an address asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// The names of tools; those of every day without any.
    names: Vec<String>,
    /// How much of each.
    pub detail: Detail,
}

impl Profile {
    /// What the query of an address asks for.
    ///
    /// # Errors
    /// With what it may ask for.
    pub fn of(query: &[(String, String)]) -> Result<Self, String> {
        let mut profile = Self::default();
        for (name, value) in query {
            match (name.as_str(), value.as_str()) {
                (TOOLS, names) => profile.names.extend(listed(names)),
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

    /// With the tools that a token asks for, unless the address asks for some. Names of no tool
    /// are left out: another version of Loci may have made the token.
    pub fn or(mut self, of_token: Option<&str>) -> Self {
        if self.names.is_empty() {
            let names = of_token.into_iter().flat_map(listed);
            self.names.extend(names.filter(|name| is_known(name)));
        }
        self
    }

    /// Whether somebody of that role is offered the operation.
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

/// The names that a list of tools can have.
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

/// The names of a list with commas between them.
fn listed(names: &str) -> impl Iterator<Item = String> {
    names.split(',').map(|name| name.trim().to_owned())
}
