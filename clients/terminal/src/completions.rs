//! `loci completions`: prints shell completions of the commands.

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, ArgMatches, Command, value_parser};
use clap_complete::Shell;
use kernel::Result;

use crate::command::CALL;
use crate::output;

/// Name of the command.
pub const COMPLETIONS: &str = "completions";
const SHELL: &str = "shell";

/// Builds the command.
#[must_use]
pub fn command() -> Command {
    Command::new(COMPLETIONS)
        .disable_version_flag(true)
        .about("Print what makes a shell complete these commands")
        .long_about(
            "Print what makes a shell complete these commands. For bash: `loci completions bash > \
             ~/.local/share/bash-completion/completions/loci`; for zsh a file `_loci` in a folder of `fpath`; for fish \
             `~/.config/fish/completions/loci.fish`.",
        )
        .arg(
            Arg::new(SHELL)
                .required(true)
                .value_name("SHELL")
                .value_parser(value_parser!(Shell))
                .help("The shell"),
        )
}

/// Prints the completions of a command line.
///
/// # Errors
/// Returns an error if standard output cannot be written.
pub fn print(root: Command, matches: &ArgMatches) -> Result<()> {
    let Some(shell) = matches.get_one::<Shell>(SHELL) else {
        return Ok(());
    };
    let name = root.get_name().to_owned();
    let mut root = with_call_names(root);
    let mut script = Vec::new();
    clap_complete::generate(*shell, &mut root, &name, &mut script);
    let mut script = String::from_utf8_lossy(&script).into_owned();
    match shell {
        Shell::Fish => script.extend(fish(&root, &name)),
        Shell::Bash => script = merge_branches(&script),
        _ => {}
    }
    output::print(&script)
}

/// Compresses a script for bash: merges neighboring branches of a `case` with equal bodies, and removes indentation.
/// The result is less than half as long. The library's script has a branch of its own for each flag.
fn merge_branches(script: &str) -> String {
    let is_pattern = |line: &str| line.starts_with('-') && line.ends_with(')');
    let mut lines = script.lines().map(str::trim);
    let mut out: Vec<String> = Vec::new();
    // Index of the previous branch's patterns, and its body.
    let mut last: Option<(usize, Vec<&str>)> = None;
    while let Some(line) = lines.next() {
        if !is_pattern(line) {
            last = None;
            out.push(line.to_owned());
            continue;
        }
        let mut body = Vec::new();
        for line in lines.by_ref() {
            body.push(line);
            if line == ";;" {
                break;
            }
        }
        match &last {
            Some((at, before)) if *before == body => {
                let flags = out[*at].trim_end_matches(')').to_owned();
                out[*at] = format!("{flags}|{line}");
            }
            _ => {
                last = Some((out.len(), body.clone()));
                out.push(line.to_owned());
                out.extend(body.into_iter().map(str::to_owned));
            }
        }
    }
    out.push(String::new());
    out.join("\n")
}

/// Returns completions of positional arguments with a choice of values, which the library's script for fish omits.
fn fish(root: &Command, name: &str) -> Vec<String> {
    let line = |command: &Command| {
        let place = command.get_positionals().next()?;
        let values = place.get_possible_values();
        let names: Vec<&str> = values.iter().map(PossibleValue::get_name).collect();
        let condition = format!("__fish_{name}_using_subcommand {}", command.get_name());
        let names = names.join(" ");
        (!names.is_empty())
            .then(|| format!("complete -c {name} -n \"{condition}\" -f -a \"{names}\"\n"))
    };
    root.get_subcommands().filter_map(line).collect()
}

/// Replaces the subcommands of `call` with their names, without flags: the commands by noun have those.
fn with_call_names(root: Command) -> Command {
    root.mut_subcommand(CALL, |call| {
        let about = call.get_about().cloned().unwrap_or_default();
        let names = engine::operations::ALL.iter().map(|entry| entry.spec.name);
        let operation = Arg::new("operation").value_parser(PossibleValuesParser::new(names));
        Command::new(CALL).about(about).arg(operation)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branches_that_do_the_same_are_joined() {
        let script = "case x in\n  --a)\n    f\n    ;;\n  -b)\n    f\n    ;;\n  --c)\n    g\n    ;;\n  *)\n    f\n    ;;\nesac\n";
        let expected = "case x in\n--a|-b)\nf\n;;\n--c)\ng\n;;\n*)\nf\n;;\nesac\n";
        assert_eq!(merge_branches(script), expected);
    }

    #[test]
    fn fish_completes_what_stands_without_a_flag() {
        let shell = Arg::new("kind").value_parser(PossibleValuesParser::new(["a", "b"]));
        let path = Arg::new("path");
        let root = Command::new("x")
            .subcommand(Command::new("make").arg(shell))
            .subcommand(Command::new("read").arg(path));
        let line = "complete -c x -n \"__fish_x_using_subcommand make\" -f -a \"a b\"\n";
        assert_eq!(fish(&root, "x"), [line]);
    }
}
