//! `loci completions`: what makes a shell complete the commands. Knows no command.

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, ArgMatches, Command, value_parser};
use clap_complete::Shell;
use kernel::Result;

use crate::command::CALL;
use crate::output;

/// The command's name.
pub const COMPLETIONS: &str = "completions";
const SHELL: &str = "shell";

/// The command.
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
/// When standard output cannot be written.
pub fn print(root: Command, matches: &ArgMatches) -> Result<()> {
    let Some(shell) = matches.get_one::<Shell>(SHELL) else {
        return Ok(());
    };
    let name = root.get_name().to_owned();
    let mut root = named_calls(root);
    let mut script = Vec::new();
    clap_complete::generate(*shell, &mut root, &name, &mut script);
    let mut script = String::from_utf8_lossy(&script).into_owned();
    if *shell == Shell::Fish {
        script.extend(fish(&root, &name));
    }
    output::print(&script)
}

/// What stands without a flag and is one of several: the library's script for fish leaves it out.
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

/// The command line with the names of all calls, without the flags of each: those the nouns have.
fn named_calls(root: Command) -> Command {
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
