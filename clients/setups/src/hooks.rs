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
            let entry = self.form.entry(moment);
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

impl Form {
    /// An entry that runs `loci hook` at a moment, as JSON; of a program the whole.
    #[must_use]
    pub fn entry(self, moment: &str) -> String {
        let command = command(moment);
        match self {
            Self::Group => {
                format!(r#"{{ "hooks": [{{ "type": "command", "command": "{command}" }}] }}"#)
            }
            Self::Typed => format!(r#"{{ "type": "command", "command": "{command}" }}"#),
            Self::Command => format!(r#"{{ "command": "{command}" }}"#),
            Self::Program(text) => text.to_owned(),
        }
    }
}

/// What a client runs at a moment.
#[must_use]
pub fn command(moment: &str) -> String {
    format!("loci hook {moment}")
}
