//! `loci completions`: what makes a shell complete the commands. Knows no command.

use clap::builder::PossibleValuesParser;
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
    clap_complete::generate(*shell, &mut root, name, &mut script);
    output::print(&String::from_utf8_lossy(&script))
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
