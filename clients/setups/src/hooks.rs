//! What coding agents run by themselves: at which of their moments, which `loci hook`.

/// What a client runs by itself.
#[derive(Clone, Copy, Debug)]
pub struct Hooks {
    /// The file in a project that names hooks.
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
}

impl Hooks {
    /// The file with these hooks alone in it.
    #[must_use]
    pub fn text(&self) -> String {
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
            Form::Group | Form::Typed => "",
            Form::Command => ",\n  \"version\": 1",
        };
        format!(
            "{{\n  \"hooks\": {{\n{}\n  }}{version}\n}}\n",
            lines.join(",\n")
        )
    }
}

impl Form {
    /// An entry that runs `loci hook` at a moment, as JSON.
    #[must_use]
    pub fn entry(self, moment: &str) -> String {
        let command = command(moment);
        match self {
            Self::Group => {
                format!(r#"{{ "hooks": [{{ "type": "command", "command": "{command}" }}] }}"#)
            }
            Self::Typed => format!(r#"{{ "type": "command", "command": "{command}" }}"#),
            Self::Command => format!(r#"{{ "command": "{command}" }}"#),
        }
    }
}

/// What a client runs at a moment.
#[must_use]
pub fn command(moment: &str) -> String {
    format!("loci hook {moment}")
}
