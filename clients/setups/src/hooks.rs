//! What coding agents run by themselves: at which of their moments, which `loci hook`.

/// What a client runs by itself.
#[derive(Clone, Copy, Debug)]
pub struct Hooks {
    /// The file in a project that names hooks, or is one.
    pub file: &'static str,
    /// How an entry of it is written.
    pub form: Form,
    /// What it calls the moments, each with what `loci hook` calls it.
    pub moments: &'static [(&'static str, &'static str)],
    /// The moment for which it gives a hook next to no time unless it is told how many seconds.
    pub hurried: Option<(&'static str, u32)>,
}

/// How a hook is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `{"hooks": [{"type": "command", "command": …}]}`, as Claude Code does, and others after it.
    Group,
    /// `{"type": "command", "command": …}`.
    Typed,
    /// `{"command": …}` in a file that says its version.
    Command,
    /// A program that the agent runs within itself: the whole of it.
    Program(&'static str),
}

impl Hooks {
    /// The file with these hooks alone in it.
    #[must_use]
    pub fn text(&self) -> String {
        if let Form::Program(text) = self.form {
            return text.to_owned();
        }
        let mut events: Vec<(&str, Vec<String>)> = Vec::new();
        for (event, moment) in self.moments {
            let entry = self.entry(event, moment);
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
    /// An entry that runs `loci hook` at a moment, as JSON; of a program the whole.
    #[must_use]
    pub fn entry(&self, event: &str, moment: &str) -> String {
        let command = command(moment);
        let timeout = match self.hurried {
            Some((hurried, seconds)) if hurried == event => format!(r#", "timeout": {seconds}"#),
            _ => String::new(),
        };
        let hook = format!(r#"{{ "type": "command", "command": "{command}"{timeout} }}"#);
        match self.form {
            Form::Group => format!(r#"{{ "hooks": [{hook}] }}"#),
            Form::Typed => hook,
            Form::Command => format!(r#"{{ "command": "{command}"{timeout} }}"#),
            Form::Program(text) => text.to_owned(),
        }
    }
}

/// What a client runs at a moment.
#[must_use]
pub fn command(moment: &str) -> String {
    format!("loci hook {moment}")
}

/// Whether a command is that, however somebody has written it: with the program's path, and words around it.
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
    fn a_hurried_moment_says_its_time() {
        let hooks = crate::CLIENTS[0].hooks;
        let of = |event| hooks.entry(event, "stop");
        assert!(of("SessionEnd").ends_with(r#""loci hook stop", "timeout": 10 }] }"#));
        assert!(!of("Stop").contains("timeout"));
    }
}
