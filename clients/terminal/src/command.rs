//! Builds the commands of operations from the table of operations: arguments become flags, documentation becomes help.

use clap::builder::PossibleValue;
use clap::{Arg, ArgAction, Command, ValueHint};
use kernel::Role;
use kernel::operation::{Effect, Trait};
use kernel::registry::Entry;

use crate::naming::{self, SHORT, WORKFLOW};
use crate::schema::{Argument, Kind, Signature};

/// Command that accepts every operation by its API name.
pub const CALL: &str = "call";
/// Flag with the whole body.
pub const BODY: &str = "body";
/// Flag with the members of the answer.
pub const FIELDS: &str = "fields";
/// Argument that is a whole file.
pub const CONTENT: &str = "content";
/// Flag for JSON output.
pub const JSON: &str = "json";
/// Flag for all columns.
pub const WIDE: &str = "wide";
/// Arguments that every write accepts: name, value name, help.
pub const CONDITIONS: [(&str, &str, &str); 3] = [
    (
        "if_version",
        "N",
        "Only if the addressed thing has not changed after this version",
    ),
    (
        "lead_epoch",
        "N",
        "Only if the caller leads the workflow in this epoch",
    ),
    (
        "idempotency_key",
        "KEY",
        "A retry with the same key and arguments gets the first answer for 24 hours",
    ),
];
/// Environment variable with the default workflow of commands.
pub const WORKFLOW_VARIABLE: &str = "LOCI_WORKFLOW";

/// Adds the commands of all operations to a command line. Existing commands take precedence.
#[must_use]
pub fn with_operations(mut root: Command) -> Command {
    for (short, name) in SHORT {
        let about = format!("Short for `{}`", command_words(name));
        root = root.subcommand(bare(short).about(about).defer(|command| {
            let name = SHORT.iter().find(|(short, _)| *short == command.get_name());
            match name.and_then(|(_, name)| naming::operation(name)) {
                Some(entry) => operation(command, entry),
                None => command,
            }
        }));
    }
    for entry in engine::operations::ALL {
        let (noun, verb) = naming::words(entry.spec.name);
        if root.find_subcommand(noun).is_some() {
            continue;
        }
        root = root.subcommand(match verb {
            Some(_) => group(noun).about(verbs_of(noun)).defer(verbs),
            None => by_name(entry),
        });
    }
    let call = group(CALL)
        .about("Any operation by its name at the other doors, such as `loci call task_claim`")
        .long_about(
            "Any operation by its name at the other doors, such as `loci call task_claim`; for programs, and for \
             the operations whose own command is another one: `token create`, `token list` and `token revoke`, \
             `audit` and `restore` are done on the data folder.",
        )
        .defer(|call| call.subcommands(engine::operations::ALL.iter().map(|entry| by_name(entry))));
    root.subcommand(call)
}

/// Returns the command of an operation as it is typed.
fn command_words(name: &str) -> String {
    match naming::words(name) {
        (noun, Some(verb)) => format!("{noun} {verb}"),
        (noun, None) => noun.to_owned(),
    }
}

fn bare(name: impl Into<clap::builder::Str>) -> Command {
    // Operations have arguments named `version`.
    Command::new(name).disable_version_flag(true)
}

fn group(name: &'static str) -> Command {
    bare(name)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .disable_help_subcommand(true)
}

fn of_noun(noun: &str) -> impl Iterator<Item = (&'static Entry, String)> {
    engine::operations::ALL.iter().filter_map(move |entry| {
        let (own, verb) = naming::words(entry.spec.name);
        (own == noun).then_some((*entry, verb?))
    })
}

fn verbs_of(noun: &str) -> String {
    let verbs: Vec<String> = of_noun(noun).map(|(_, verb)| verb).collect();
    format!("Operations: {}", verbs.join(", "))
}

fn verbs(noun: Command) -> Command {
    let all = of_noun(noun.get_name());
    let all: Vec<Command> = all
        .map(|(entry, verb)| operation(bare(verb), entry))
        .collect();
    noun.subcommands(all)
}

/// Returns the command of an operation under its API name.
pub fn by_name(entry: &'static Entry) -> Command {
    let first = first_sentence(&Signature::of(entry).about);
    bare(entry.spec.name).about(first).defer(|command| {
        match naming::operation(command.get_name()) {
            Some(entry) => operation(command, entry),
            None => command,
        }
    })
}

fn first_sentence(text: &str) -> String {
    let text = text.split("\n\n").next().unwrap_or_default();
    let end = text.find(". ").unwrap_or(text.len());
    text[..end].trim_end_matches(['.', ':']).to_owned()
}

/// Adds an operation's arguments and documentation to a command.
fn operation(mut command: Command, entry: &Entry) -> Command {
    let name = entry.spec.name;
    let signature = Signature::of(entry);
    let roles: Vec<_> = entry.spec.access.roles().map(Role::name).collect();
    if command.get_about().is_none() {
        command = command.about(first_sentence(&signature.about));
    }
    let long = format!(
        "{}\n\nThe operation `{name}`, for: {}.",
        signature.about,
        roles.join(", ")
    );
    command = command.long_about(long);
    let positional = naming::positional(name, &signature);
    for place in &positional {
        let mut all = signature.arguments.iter();
        if let Some(argument) = all.find(|argument| argument.name == *place) {
            let mut arg = argument_of(entry, argument).value_name(place.to_uppercase());
            // An optional workflow, and that of an operation which destroys it, have to be given explicitly.
            let is_named = entry.spec.has(Trait::Destroys) || !argument.required;
            if argument.name == WORKFLOW && !is_named {
                arg = of_environment(arg);
            }
            // Users of the API may also give the argument by name.
            let named = naming::flag_name(place);
            if argument.required {
                arg = arg.required_unless_present(named.clone());
            }
            let flag = Arg::new(named).long(naming::flag(place)).hide(true);
            let (flag, _) = with_kind(flag, place, &argument.kind);
            command = command.arg(arg).arg(flag);
        }
    }
    for argument in &signature.arguments {
        if positional.contains(&argument.name.as_str()) {
            continue;
        }
        let mut arg = argument_of(entry, argument).long(naming::flag(&argument.name));
        if argument.name == WORKFLOW {
            arg = of_environment(arg.short('w'));
        }
        command = command.arg(arg);
    }
    command.args(common(entry))
}

/// Sets the environment as the default of the workflow.
fn of_environment(arg: Arg) -> Arg {
    arg.env(WORKFLOW_VARIABLE).hide_env_values(true)
}

/// Returns the arguments that every operation's command accepts.
fn common(entry: &Entry) -> Vec<Arg> {
    let heading = "Call";
    let mut all = vec![
        Arg::new(BODY)
            .long(BODY)
            .value_name("JSON|@FILE|-")
            .help("All arguments as a JSON object, from a file, or from standard input; flags go before what it says"),
        Arg::new(FIELDS)
            .long(FIELDS)
            .value_name("NAME")
            .action(ArgAction::Append)
            .value_delimiter(',')
            .help("The members of the answer to give, such as task.id; * for all"),
    ];
    if entry.spec.effect == Effect::Write {
        all.extend(CONDITIONS.map(|(name, value, help)| {
            let arg = Arg::new(name).long(naming::flag(name)).value_name(value);
            let arg = arg.help(help);
            if value == "N" {
                arg.value_parser(|text: &str| whole(text))
            } else {
                arg
            }
        }));
    }
    all.push(
        Arg::new(JSON)
            .long(JSON)
            .action(ArgAction::SetTrue)
            .help("Print the answer as the server's JSON"),
    );
    all.push(
        Arg::new(WIDE)
            .long(WIDE)
            .action(ArgAction::SetTrue)
            .conflicts_with(JSON)
            .help("Print all columns of tables, with their texts whole"),
    );
    all.into_iter()
        .map(|arg| arg.help_heading(heading))
        .collect()
}

/// Returns true if the argument is the file that the operation is about: it defaults to standard input.
fn is_the_file(entry: &Entry, argument: &Argument) -> bool {
    entry.spec.has(Trait::TakesFiles) && argument.required && argument.name == CONTENT
}

fn argument_of(entry: &Entry, argument: &Argument) -> Arg {
    let arg = Arg::new(argument.name.clone());
    let is_the_file = is_the_file(entry, argument);
    let arg = if is_the_file {
        arg.default_value("-").hide_default_value(true)
    } else if argument.required {
        arg.required_unless_present(BODY)
    } else {
        arg
    };
    let (arg, how) = with_kind(arg, &argument.name, &argument.kind);
    let how = if is_the_file {
        "standard input unless given"
    } else {
        how
    };
    let about = argument.about.trim_end();
    let short = about.split("\n\n").next().unwrap_or_default();
    let short = short.trim_end_matches('.');
    let help = match (short, how) {
        ("", how) => how.to_owned(),
        (short, "") => short.to_owned(),
        (short, how) => format!("{short} ({how})"),
    };
    arg.help(help)
}

/// Sets the type of an argument, and returns a hint if its syntax is not obvious.
fn with_kind(arg: Arg, name: &str, kind: &Kind) -> (Arg, &'static str) {
    let value = name.to_uppercase();
    match kind {
        Kind::Text => (arg.value_name(value), ""),
        Kind::TextOrJson => (arg.value_name(value), "a text, or JSON"),
        Kind::Whole => {
            let arg = arg.value_name("N").allow_negative_numbers(true);
            (arg.value_parser(|text: &str| whole(text)), "")
        }
        Kind::Number => {
            let arg = arg.value_name("NUMBER").allow_negative_numbers(true);
            (arg.value_parser(|text: &str| number(text)), "")
        }
        Kind::Bool => {
            let arg = arg.num_args(0..=1).require_equals(true);
            let arg = arg.default_missing_value("true").value_name("true|false");
            (arg.value_parser(clap::value_parser!(bool)), "")
        }
        Kind::Choice(names) => {
            let names = names.iter().map(|(name, meaning)| {
                let value = PossibleValue::new(name.clone());
                match meaning {
                    Some(meaning) => value.help(meaning.trim_end_matches('.').to_owned()),
                    None => value,
                }
            });
            let parser = clap::builder::PossibleValuesParser::new(names);
            (arg.value_name(value).value_parser(parser), "")
        }
        Kind::List(inner) => {
            let (arg, how) = with_kind(arg, &one_of(name), inner);
            let how = match how {
                "JSON" => "JSON, @FILE or -; may be repeated",
                _ => "may be repeated",
            };
            (arg.action(ArgAction::Append), how)
        }
        Kind::Json => (
            arg.value_name("JSON|@FILE|-").value_hint(ValueHint::Other),
            "JSON",
        ),
    }
}

/// Returns the singular of a list's name.
pub fn one_of(name: &str) -> String {
    match name.strip_suffix("ies") {
        Some(stem) => format!("{stem}y"),
        None => name.strip_suffix('s').unwrap_or(name).to_owned(),
    }
}

fn whole(text: &str) -> Result<String, String> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err("expected a whole number".into());
    }
    number(text)
}

fn number(text: &str) -> Result<String, String> {
    match serde_json::from_str::<serde_json::Number>(text) {
        Ok(_) => Ok(text.to_owned()),
        Err(_) => Err("expected a number".into()),
    }
}
