//! Host names of a server, and the further workspaces that it serves under some of them.

use std::collections::BTreeMap;
use std::net::IpAddr;

use store::folder::is_inhabited;

use super::{Config, Public};
use crate::authority::name;
use crate::failure::Failure;

/// Maximum length of a workspace's name in bytes.
const LONGEST_NAME: usize = 64;
/// Folder of the further workspaces in the data folder.
const FOLDER: &str = "workspaces";
/// Maximum length of the name of a further workspace in bytes. With its prefix it has to be a schema's name.
const MAX_NAME: usize = 58;

/// Host names of a server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Hosts {
    /// Those of its own workspace.
    pub own: Vec<String>,
    /// Those of further workspaces, by the workspace's name.
    pub further: BTreeMap<String, String>,
}

impl Hosts {
    /// Parses entries of the form `HOST` or `HOST=WORKSPACE`.
    ///
    /// # Errors
    /// Returns an error if an entry is invalid or two of them disagree about a host.
    pub fn parse(
        entries: &[String],
        workspace: &str,
        public: Option<&Public>,
    ) -> Result<Self, Failure> {
        let mut hosts = Self::default();
        for entry in entries {
            let (host, of) = match entry.split_once('=') {
                Some((host, of)) => (host.trim().to_ascii_lowercase(), of.trim()),
                None => (entry.trim().to_ascii_lowercase(), workspace),
            };
            if of == workspace {
                hosts.own.push(host);
                continue;
            }
            let refuse = |detail: &str| Failure::usage(format!("--host {entry:?}: {detail}"));
            if !is_host(&host) {
                return Err(refuse("expected a host name without a port before the ="));
            }
            if !is_folder_name(of) {
                return Err(refuse(&format!(
                    "expected a workspace after the =: 1 to {MAX_NAME} lower-case letters, digits, - and _, and a letter \
                     or a digit first"
                )));
            }
            if hosts.further.values().any(|other| *other == host) {
                return Err(refuse("the host leads to another workspace already"));
            }
            if hosts.further.insert(of.to_owned(), host).is_some() {
                return Err(refuse("the workspace has another host already"));
            }
        }
        let public = public.map(|public| name(&public.authority).to_owned());
        let mut own = hosts.own.iter().chain(&public);
        if let Some(host) = own.find(|own| hosts.further.values().any(|host| host == *own)) {
            return Err(Failure::usage(format!(
                "--host {host}: the host leads to the workspace {workspace} already"
            )));
        }
        Ok(hosts)
    }
}

impl Config {
    /// Returns the configurations of the further workspaces of a server that listens on `port`. All settings but the
    /// folder, the name and the address are those of the server.
    #[must_use]
    pub fn further_configs(&self, port: u16) -> Vec<Self> {
        let configs = self.further.iter().map(|(workspace, host)| Self {
            data: self.data.join(FOLDER).join(workspace),
            public: Some(self.public_at(host, port)),
            hosts: vec![host.clone()],
            workspace: workspace.clone(),
            further: BTreeMap::new(),
            ..self.clone()
        });
        configs.collect()
    }

    /// Returns the configuration for commands on the workspace `name`: a further one of the folder, one in the database, or
    /// the own one under that name.
    ///
    /// # Errors
    /// Returns an error if the folder has further workspaces and this is none of them: a command for a misspelled one
    /// would change the own one.
    pub fn of_workspace(self, name: &str) -> Result<Self, Failure> {
        check_workspace(name)?;
        let folder = self.data.join(FOLDER);
        let further = is_folder_name(name).then(|| folder.join(name));
        let further = further.filter(|data| is_inhabited(data));
        let is_own = name == self.workspace || self.database.is_some() || !folder.is_dir();
        if further.is_none() && !is_own {
            return Err(Failure::usage(format!(
                "there is no workspace {name} in {}. Leave out --workspace (LOCI_WORKSPACE) for the server's own",
                folder.display()
            )));
        }
        Ok(Self {
            workspace: name.to_owned(),
            data: further.unwrap_or_else(|| self.data.clone()),
            ..self
        })
    }

    /// Returns the public address of another host with the scheme, port and path of this one.
    fn public_at(&self, host: &str, port: u16) -> Public {
        let Some(public) = &self.public else {
            return Public {
                is_proxied: false,
                ..Public::new(self.scheme(), &format!("{host}:{port}"), "")
            };
        };
        let scheme = if public.secure { "https" } else { "http" };
        let port = public.authority.strip_prefix(name(&public.authority));
        let authority = format!("{host}{}", port.unwrap_or_default());
        Public::new(scheme, &authority, &public.base)
    }
}

/// Validates the name of a workspace.
pub(super) fn check_workspace(name: &str) -> Result<(), Failure> {
    match workspace_name(name) {
        Ok(_) => Ok(()),
        Err(expected) => Err(Failure::usage(format!("--workspace {name:?}: {expected}"))),
    }
}

/// Parses the name of a workspace.
///
/// # Errors
/// Returns the expected form.
pub fn workspace_name(name: &str) -> Result<String, String> {
    let is_space = |c: char| c.is_control() || c.is_whitespace();
    if name.is_empty() || name.len() > LONGEST_NAME || name.contains(is_space) {
        return Err(format!("expected 1 to {LONGEST_NAME} bytes without spaces"));
    }
    Ok(name.to_owned())
}

/// Returns true for a name that a `Host` header can have.
fn is_host(text: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || ".-".contains(c);
    !text.is_empty()
        && text != "localhost"
        && text.chars().all(fits)
        && text.parse::<IpAddr>().is_err()
}

/// Returns true for a name that is a folder's on any file system, and distinct from all others in any of them.
fn is_folder_name(text: &str) -> bool {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_".contains(c);
    (1..=MAX_NAME).contains(&text.len()) && text.chars().all(fits) && !text.starts_with(['-', '_'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_workspace_has_at_most_58_characters() {
        let parse =
            |length| Hosts::parse(&[format!("a.example={}", "b".repeat(length))], "main", None);
        let hosts = parse(58).unwrap();
        assert_eq!(hosts.further["b".repeat(58).as_str()], "a.example");
        assert!(hosts.own.is_empty());
        assert!(parse(59).is_err());
    }
}
