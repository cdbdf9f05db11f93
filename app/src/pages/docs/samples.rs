//! Example calls of an operation, for curl, the command line, Python and TypeScript.

use std::fmt::Write as _;

use serde_json::{Map, Value};

use super::reference::{Operation, resolve};

/// An example in one language.
pub struct Sample {
    /// Name of the language.
    pub language: &'static str,
    /// Text.
    pub text: String,
}

/// Maximum length of a line.
const WIDTH: usize = 84;

/// Nouns whose commands on the command line concern the data folder. `loci call` reaches the operations.
const LOCAL: [&str; 3] = ["audit", "restore", "token"];

/// Operations whose noun is their command.
const SHORT: [(&str, &str); 2] = [
    ("context_read", "loci context"),
    ("note_write", "loci note"),
];

/// Keywords of Python, which its client's names avoid by an underscore at the end.
const KEYWORDS: [&str; 35] = [
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue",
    "def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import",
    "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while",
    "with", "yield",
];

/// Returns the examples of an operation.
#[must_use]
pub fn samples(operation: Operation) -> Vec<Sample> {
    let Some(example) = operation.example() else {
        return without_body(operation);
    };
    let texts = [
        ("curl", curl(operation, example)),
        ("CLI", command(operation, example)),
        ("Python", python(operation.name, example)),
        ("TypeScript", typescript(operation.name, example)),
    ];
    texts
        .map(|(language, text)| Sample { language, text })
        .into()
}

/// Returns the examples of an address that only answers GET: the feed, and the exports of the audit.
fn without_body(operation: Operation) -> Vec<Sample> {
    let path = operation.path;
    let is_feed = operation.name == "events";
    let keeps_open = if is_feed { "--no-buffer " } else { "" };
    let curl = format!(
        "curl {keeps_open}\"$LOCI_URL{path}\" \\\n  -H \"Authorization: Bearer $LOCI_TOKEN\""
    );
    let mut all = vec![("curl", curl)];
    if is_feed {
        all.extend([
            ("CLI", "loci watch".to_owned()),
            (
                "Python",
                "for event in loci.events():\n    print(event)".to_owned(),
            ),
            (
                "TypeScript",
                "for await (const event of loci.events()) console.log(event);".to_owned(),
            ),
        ]);
    }
    all.into_iter()
        .map(|(language, text)| Sample { language, text })
        .collect()
}

fn curl(operation: Operation, example: &Map<String, Value>) -> String {
    let line = serde_json::to_string(example).unwrap_or_default();
    let body = if line.len() < WIDTH - 12 {
        quote(&line)
    } else {
        let lines = serde_json::to_string_pretty(example).unwrap_or_default();
        quote(&lines.replace('\n', "\n  "))
    };
    format!(
        "curl \"$LOCI_URL{}\" \\\n  -H \"Authorization: Bearer $LOCI_TOKEN\" \\\n  --json {body}",
        operation.path
    )
}

fn command(operation: Operation, example: &Map<String, Value>) -> String {
    let name = operation.name;
    let short = SHORT.iter().find(|(known, _)| *known == name);
    let mut line = match (short, name.split_once('_')) {
        (Some((_, command)), _) => (*command).to_owned(),
        _ if LOCAL.contains(&operation.noun) => format!("loci call {name}"),
        (None, Some((noun, verb))) => format!("loci {noun} {}", verb.replace('_', "-")),
        (None, None) => format!("loci {name}"),
    };
    let arguments = operation.arguments();
    let has_flag = |(name, value): (&String, &Value)| {
        let schema = arguments.iter().find(|one| one.name == name);
        // The command line takes a file as the content.
        let has_one = name != "content" && !value.is_array() && !value.is_object();
        has_one && schema.is_some_and(|one| is_scalar(one.schema))
    };
    // Without an argument named like its noun, a command takes its only required argument without a flag.
    let mut required = arguments.iter().filter(|one| one.required);
    let is_one_file = arguments.iter().all(|one| one.name != operation.noun)
        && matches!((required.next(), required.next()), (Some(one), None) if one.name == "content");
    if let (true, Some(content)) = (is_one_file, example.get("content").and_then(Value::as_str)) {
        return format!("echo {} | {line} -", quote(content));
    }
    if !example.iter().all(has_flag) {
        let body = serde_json::to_string(example).unwrap_or_default();
        let _ = write!(line, " --body {}", quote(&body));
        return line;
    }
    let mut length = line.len();
    for (name, value) in example {
        let flag = name.replace('_', "-");
        let part = match value {
            Value::String(text) => format!("--{flag} {}", word(text)),
            Value::Bool(_) => format!("--{flag}={value}"),
            other => format!("--{flag} {other}"),
        };
        length += part.len() + 1;
        line.push_str(if length > WIDTH { " \\\n  " } else { " " });
        if length > WIDTH {
            length = part.len() + 2;
        }
        line.push_str(&part);
    }
    line
}

/// Returns true if a value of this schema is a text, a number or a boolean on the command line.
fn is_scalar(schema: &'static Value) -> bool {
    let schema = resolve(schema);
    if let Some(arms) = schema["anyOf"].as_array() {
        let mut arms = arms.iter().filter(|arm| arm["type"] != "null");
        return arms.all(is_scalar);
    }
    let is_scalar = |name: &Value| {
        ["string", "integer", "number", "boolean", "null"]
            .contains(&name.as_str().unwrap_or_default())
    };
    match &schema["type"] {
        Value::Array(names) => names.iter().all(is_scalar),
        name => is_scalar(name),
    }
}

/// Quotes a text for the shell, if it needs to be.
fn word(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-./:".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text.to_owned();
    }
    quote(text)
}

/// A single quote ends a quoted text of the shell.
fn quote(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

fn python(operation: &str, example: &Map<String, Value>) -> String {
    let safe = |name: &str| {
        let mark = if KEYWORDS.contains(&name) { "_" } else { "" };
        format!("{name}{mark}")
    };
    let method = match operation.split_once('_') {
        Some((noun, verb)) => format!("{noun}.{}", safe(verb)),
        None => safe(operation),
    };
    let arguments = example
        .iter()
        .map(|(name, value)| format!("{}={}", safe(name), PYTHON.value(value, 1)));
    let arguments: Vec<String> = arguments.collect();
    wrap(&format!("loci.{method}("), &arguments, ")", PYTHON.indent)
}

fn typescript(operation: &str, example: &Map<String, Value>) -> String {
    let method = operation.replacen('_', ".", 1);
    if example.is_empty() {
        return format!("await loci.{method}();");
    }
    let members = example
        .iter()
        .map(|(name, value)| format!("{name}: {}", TYPESCRIPT.value(value, 1)));
    let members: Vec<String> = members.collect();
    wrap(
        &format!("await loci.{method}({{ "),
        &members,
        " });",
        TYPESCRIPT.indent,
    )
}

/// Puts parts on one line, or on a line each if that would be too long.
fn wrap(open: &str, parts: &[String], close: &str, indent: &str) -> String {
    let line = format!("{open}{}{close}", parts.join(", "));
    if parts.is_empty() || line.len() <= WIDTH && !line.contains('\n') {
        return line;
    }
    let parts = lines(parts, indent);
    format!("{}\n{parts}{}", open.trim_end(), close.trim_start())
}

/// Puts each part on a line of its own.
fn lines(parts: &[String], indent: &str) -> String {
    let mut lines = String::new();
    for part in parts {
        // Writing to a string cannot fail.
        let _ = writeln!(lines, "{indent}{part},");
    }
    lines
}

/// Literals of a language.
struct Literals {
    indent: &'static str,
    /// True if the members of an object have quoted names, and constants a capital letter.
    is_python: bool,
}

const PYTHON: Literals = Literals {
    indent: "    ",
    is_python: true,
};

const TYPESCRIPT: Literals = Literals {
    indent: "  ",
    is_python: false,
};

impl Literals {
    /// Returns a value as a literal, for a line at this depth.
    fn value(&self, value: &Value, depth: usize) -> String {
        let (open, close, parts) = match value {
            Value::Null if self.is_python => return "None".into(),
            Value::Bool(true) if self.is_python => return "True".into(),
            Value::Bool(false) if self.is_python => return "False".into(),
            Value::Array(items) => {
                let items = items.iter().map(|item| self.value(item, depth + 1));
                ("[", "]", items.collect::<Vec<_>>())
            }
            Value::Object(members) if members.is_empty() => return "{}".into(),
            Value::Object(members) => {
                let parts = members.iter().map(|(name, value)| {
                    let name = if self.is_python || !is_identifier(name) {
                        Value::from(name.as_str()).to_string()
                    } else {
                        name.clone()
                    };
                    format!("{name}: {}", self.value(value, depth + 1))
                });
                let (open, close) = if self.is_python {
                    ("{", "}")
                } else {
                    ("{ ", " }")
                };
                (open, close, parts.collect())
            }
            // JSON's texts and numbers are literals of both languages.
            scalar => return scalar.to_string(),
        };
        let line = format!("{open}{}{close}", parts.join(", "));
        let outer = self.indent.repeat(depth);
        if line.len() + outer.len() <= WIDTH - 16 && !line.contains('\n') {
            return line;
        }
        let parts = lines(&parts, &format!("{outer}{}", self.indent));
        format!("{}\n{parts}{outer}{}", open.trim_end(), close.trim_start())
    }
}

fn is_identifier(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests;
