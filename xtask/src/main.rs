//! `cargo xtask …`: builds, runs and tests Loci, and installs the tools for that.
//!
//! It uses the tools and folders of this repository, and runs Loci only as a binary.

mod accept;
mod bench;
mod build;
mod demo;
mod dev;
mod dist;
mod eval;
mod fuzz;
mod install;
mod place;
mod profile;
mod running;
mod serve;
mod site;
mod soak;
mod step;
mod sum;
mod test;
mod tokens;
mod tools;
mod weigh;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Builds, runs and tests Loci.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Build one file, `target/release/loci`, with pages, scripts and styles inside.
    Build(build::Options),
    /// Build a static binary, then make a tarball, a Debian package and a Python wheel of it in `target/dist`, and start
    /// each.
    Dist,
    /// Build, then copy `loci` to `~/.cargo/bin` or another folder.
    Install(install::Options),
    /// Build, then serve on <http://loci.localhost:7077> until Ctrl-C.
    Serve(serve::Options),
    /// Build for debugging, then serve an empty Loci in which an example team goes to work.
    ///
    /// The debug build compiles in less time than the release build and renders pages more slowly.
    Demo(demo::Options),
    /// Build for debugging, serve, and do both again whenever a source file changes.
    Dev(dev::Options),
    /// Run the checks and tests that every change must pass, everything (`all`), or the whole of the kinds named.
    Test {
        /// The kinds to run; without any, the gate.
        #[arg(value_enum)]
        kinds: Vec<test::Kind>,
    },
    /// Update the snapshots and generated clients from the current code.
    Accept,
    /// Run the fuzz targets with inputs generated from the kept corpus.
    Fuzz(fuzz::Options),
    /// Run a team through kills and faults for ten minutes, and verify the result.
    Soak(soak::Options),
    /// Build, then measure Loci against the baselines of the machine.
    Bench(bench::Options),
    /// Build, then measure recall quality on sets of questions with known answers.
    Eval(eval::Options),
    /// Count the tokens of a whole task for a worker, by each door.
    Tokens,
    /// Measure the project's costs: a cold build, the binary, the pages, a change.
    Weigh(weigh::Options),
}

fn main() -> ExitCode {
    if let Some(code) = weigh::cpu::in_place_of_rustc() {
        return code;
    }
    let task = Arguments::parse().task;
    tools::pip();
    let done = match task {
        Task::Build(options) => build::run(options.profile()),
        Task::Dist => dist::run(),
        Task::Install(options) => install::run(&options),
        Task::Serve(options) => serve::run(&options),
        Task::Demo(options) => demo::run(&options),
        Task::Dev(options) => dev::run(&options),
        Task::Test { kinds } => return test::run(&kinds),
        Task::Accept => accept::run(),
        Task::Fuzz(options) => fuzz::run(&options),
        Task::Soak(options) => soak::run(&options),
        Task::Bench(options) => bench::run(&options),
        Task::Eval(options) => eval::run(&options),
        Task::Tokens => tokens::run(),
        Task::Weigh(options) => weigh::run(&options),
    };
    weigh::cpu::note_own();
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            step::fail(&error);
            ExitCode::FAILURE
        }
    }
}
