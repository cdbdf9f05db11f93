//! `cargo xtask soak`: the stories of faults, longer than in the normal tests.

use anyhow::Result;
use clap::{Args, Subcommand};

use crate::build::SERVER_SIDE;
use crate::{step, tools};

/// Extent of the soak test.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Options {
    #[command(subcommand)]
    what: Option<What>,
    /// Duration of the team's work.
    #[arg(long, default_value_t = 600)]
    seconds: u32,
}

#[derive(Subcommand)]
enum What {
    /// Kill, freeze, cut off and restart three servers on one PostgreSQL, and restart the database, while clients write.
    Nodes {
        /// Number of faults. Each takes about three seconds.
        #[arg(long, default_value_t = 1000)]
        kills: u32,
    },
}

/// Runs the soak test.
pub fn run(options: &Options) -> Result<()> {
    let (what, story, variable, value) = match options.what {
        None => (
            "A team at work through kills and faults",
            "a_team_works_through_kills_and_faults",
            "LOCI_SOAK_SECONDS",
            options.seconds,
        ),
        Some(What::Nodes { kills }) => {
            tools::postgres()?;
            (
                "Three servers and their database through faults",
                "kills_freezes_cuts_and_restarts_lose_nothing_and_repeat_nothing",
                "LOCI_FAULTS",
                kills,
            )
        }
    };
    step::run(
        what,
        tools::cargo("test")
            .args(SERVER_SIDE)
            .args(["--test=doors", "--", "--nocapture"])
            .arg(story)
            .env(variable, value.to_string()),
        "read what was asserted above: it names the workflow, the session or the answer",
    )
}
