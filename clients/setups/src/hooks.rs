//! Hooks of coding agents: the `loci hook` that each runs at each of its moments.

use crate::ADDRESS;

/// Hooks of a client.
#[derive(Clone, Copy, Debug)]
pub struct Hooks {
    /// File in a project that lists hooks, or is one.
    pub file: &'static str,
    /// Format of an entry.
    pub form: Form,
    /// Events of the client, each with its moment for `loci hook`.
    pub moments: &'static [(&'static str, &'static str)],
    /// Event whose hooks get very little time by default, with the timeout to declare, in seconds.
    pub hurried: Option<(&'static str, u32)>,
}

/// Format of a hook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `{"hooks": [{"type": "command", "command": …}]}`, used by Claude Code and others.
    Group,
    /// `{"type": "command", "command": …}`.
    Typed,
    /// `{"command": …}` in a file with a version.
    Command,
    /// Source of a program that the agent runs within itself.
    Program(&'static str),
}

impl Hooks {
    /// Returns a file that has only these hooks, for the server at this address.
    #[must_use]
    pub fn text(&self, origin: &str) -> String {
        if let Form::Program(text) = self.form {
            return text.replace(ADDRESS, origin);
        }
        let mut events: Vec<(&str, Vec<String>)> = Vec::new();
        for (event, moment) in self.moments {
            let entry = self.entry(event, moment, origin);
            match events.iter_mut().find(|(known, _)| known == event) {
                Some((_, entries)) => entries.push(entry),
                None => events.push((event, vec![entry])),
            }
        }
        let lines = events.iter().map(|(event, entries)| {
            format!(
                "    \"{event}\": [\n      {}\n    ]",
                entries.join(",\n      ")
            )
        });
        let lines: Vec<String> = lines.collect();
        let version = match self.form {
            Form::Group | Form::Typed | Form::Program(_) => "",
            Form::Command => ",\n  \"version\": 1",
        };
        format!(
            "{{\n  \"hooks\": {{\n{}\n  }}{version}\n}}\n",
            lines.join(",\n")
        )
    }
}

impl Hooks {
    /// Returns an entry that runs `loci hook` at a moment, as JSON; the whole source for a program.
    #[must_use]
    pub fn entry(&self, event: &str, moment: &str, origin: &str) -> String {
        let command = command(moment, origin);
        let timeout = match self.hurried {
            Some((hurried, seconds)) if hurried == event => format!(r#", "timeout": {seconds}"#),
            _ => String::new(),
        };
        let hook = format!(r#"{{ "type": "command", "command": "{command}"{timeout} }}"#);
        match self.form {
            Form::Group => format!(r#"{{ "hooks": [{hook}] }}"#),
            Form::Typed => hook,
            Form::Command => format!(r#"{{ "command": "{command}"{timeout} }}"#),
            Form::Program(text) => text.replace(ADDRESS, origin),
        }
    }
}

/// Moment at which a session begins.
const START: &str = "start";
/// Condition of hooks after the session start: a colleague without the program gets one message per session.
const IF_INSTALLED: &str = "! command -v loci >/dev/null || ";
/// Flag with the server's address.
const URL: &str = "--url";

/// Returns the command that a client runs at a moment. It contains the server's address from `loci init`, so it does
/// not depend on the client's environment.
#[must_use]
pub fn command(moment: &str, origin: &str) -> String {
    let guard = if moment == START { "" } else { IF_INSTALLED };
    // Some shells interpret the brackets of an IPv6 address as a pattern.
    let quote = if origin.contains('[') { "'" } else { "" };
    format!("{guard}loci hook {moment} {URL} {quote}{origin}{quote}")
}

/// Returns true if a command is exactly as [`command`] generates it, for any address; earlier versions wrote no
/// address.
#[must_use]
pub fn is_made(text: &str, moment: &str) -> bool {
    let text = text.strip_prefix(IF_INSTALLED).unwrap_or(text);
    let words: Vec<&str> = text.split(' ').collect();
    matches!(words[..], ["loci", "hook", known] | ["loci", "hook", known, URL, _] if known == moment)
}

/// Returns true if a command runs this hook, even if a person rewrote it: with the program's path, and words around it.
#[must_use]
pub fn is_command(text: &str, moment: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_program = |word: &str| {
        let word = word.trim_matches(['"', '\'']);
        word.rsplit('/').next() == Some("loci")
    };
    words
        .windows(3)
        .any(|three| is_program(three[0]) && three[1] == "hook" && three[2] == moment)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_known_however_it_is_written() {
        for (text, expected) in [
            ("loci hook start", true),
            ("/opt/loci/loci hook start", true),
            (
                "LOCI_WORKFLOW=W \"$HOME/bin/loci\" hook start || true",
                true,
            ),
            ("loci hook stop", false),
            ("loci hook", false),
            ("loci hook started", false),
            ("foci hook start", false),
            ("echo loci; hook start", false),
            ("", false),
        ] {
            assert_eq!(is_command(text, "start"), expected, "{text}");
        }
    }

    #[test]
    fn a_command_names_the_server_and_reports_a_missing_program_once() {
        for (moment, origin, expected) in [
            ("start", "http://a:7", "loci hook start --url http://a:7"),
            (
                "prompt",
                "http://a:7",
                "! command -v loci >/dev/null || loci hook prompt --url http://a:7",
            ),
            (
                "start",
                "http://[::1]:7",
                "loci hook start --url 'http://[::1]:7'",
            ),
        ] {
            let made = command(moment, origin);
            assert_eq!(made, expected);
            assert!(
                is_command(&made, moment) && is_made(&made, moment),
                "{made}"
            );
            assert!(!is_made(&made, "stop"), "{made}");
        }
        assert!(is_made("loci hook stop", "stop"));
        for own in [
            "/opt/loci hook stop --url http://a",
            "loci hook stop --url http://a || true",
            "loci hook stop --url",
            "X=1 loci hook stop",
        ] {
            assert!(!is_made(own, "stop"), "{own}");
        }
    }

    #[test]
    fn a_hurried_moment_says_its_time() {
        let hooks = crate::CLIENTS[0].hooks;
        let of = |event| hooks.entry(event, "stop", "http://a");
        let end = r#"loci hook stop --url http://a", "timeout": 10 }] }"#;
        assert!(of("SessionEnd").ends_with(end));
        assert!(!of("Stop").contains("timeout"));
    }
}
