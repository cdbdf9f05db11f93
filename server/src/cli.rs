//! The command line: commands and their output. Only results go to standard output; messages go to standard error.
//! Commands here concern this machine: the server and the data folder. Commands for operations are in the crate
//! `terminal`; if both define a name, this module wins.

mod ask;
mod audit;
mod lasts;
mod mcp;

use clap::builder::PossibleValuesParser;
use clap::{Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand, ValueHint};
use kernel::{Code, Error, Role};
use std::path::PathBuf;

use crate::command::NewToken;
use crate::config::{Config, Flags};
use crate::failure::Failure;
use crate::outward;

/// Loci: the working memory of a team of AI agents, and the window through which people watch and
/// steer it.
#[derive(Parser, Debug)]
#[command(name = "loci", version, about, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// Start the server.
    ///
    /// Prints where it listens when it is ready, and on the first start, to a terminal, a link with which
    /// the owner sets a password; `loci setup-link` prints one too. Stops within five seconds on SIGTERM or Ctrl-C. Settings come from flags,
    /// then from LOCI_ variables, then from loci.toml, which has the same names with underscores.
    Serve(Flags),
    /// Start the server with a team of example agents that build something.
    Demo(crate::demo::Args),
    /// Speak the Model Context Protocol on standard input and output, for one agent.
    ///
    /// Messages go to the server that has the data folder; when none runs, this process opens the folder itself.
    /// Clients that can ask an address need no command: it is `/mcp` of the server.
    Mcp(mcp::Asked),
    /// Tokens of agents.
    #[command(subcommand)]
    Token(Token),
    /// The key under which secrets are hashed.
    #[command(subcommand)]
    Key(Key),
    /// Print the audit, newest first: who signed in and who could not, what became of tokens, people, keys and
    /// settings, what was erased.
    Audit(audit::Asked),
    /// People who can sign in.
    #[command(subcommand)]
    User(User),
    /// Print a link with which the first owner chooses a name and a password. The server must run.
    SetupLink(Folder),
    /// Verify the log, the blobs and the index; of a backup also the hashes of its files.
    ///
    /// Changes nothing, neither in a data folder nor in a backup. The index is compared with one that is built from the
    /// log in a temporary folder, except for its vectors. Prints what was checked, and the head of the log's chain of
    /// hashes: kept elsewhere, it shows later whether the log was changed, cut back or replaced. Ends with 1 if something
    /// is damaged.
    Check {
        /// A head that was printed once: the log must still go on from there.
        #[arg(long)]
        head: Option<String>,
        #[command(flatten)]
        folder: Folder,
    },
    /// Build the index again from the log, and remove blobs that nothing refers to.
    RebuildIndex(Folder),
    /// Copy everything but sessions and one-time links to a new folder, consistently, also while the server runs.
    ///
    /// The files are prepared in the subfolder `incomplete`. A folder that still has one is an interrupted backup.
    Backup {
        /// The folder to make.
        path: PathBuf,
        #[command(flatten)]
        folder: Folder,
    },
    /// Put a backup in the place of the data folder. What was there is moved aside, never removed.
    /// The server must not run.
    ///
    /// The backup is copied and checked first: a damaged one changes nothing. Everybody is signed out, and tokens that
    /// were revoked or passwords that were changed after the backup stay so, as far as the replaced folder can be read.
    Restore {
        /// The backup.
        path: PathBuf,
        #[command(flatten)]
        folder: Folder,
    },
}

/// Returns a parser for the names of roles.
fn roles(fits: fn(Role) -> bool) -> PossibleValuesParser {
    let roles = Role::GRANTABLE.into_iter().filter(|role| fits(*role));
    PossibleValuesParser::new(roles.map(Role::name))
}

#[derive(Subcommand, Debug)]
enum Token {
    /// Make a token for an agent and print it, once. The agent becomes known if it is not yet.
    Create {
        /// The agent's name.
        #[arg(long, value_hint = ValueHint::Other)]
        agent: String,
        /// What it may do.
        #[arg(long, value_parser = roles(Role::is_agent))]
        role: String,
        /// When it ends by itself, such as 90m, 24h or 30d; never unless given.
        #[arg(long, value_parser = lasts::seconds)]
        expires: Option<u32>,
        /// The user that calls with it are bound to: they reach only that user's sessions, scratchpads and memories,
        /// and read memories that belong to no user.
        #[arg(long, value_hint = ValueHint::Other)]
        user: Option<String>,
        /// The namespace that they are bound to in the same way.
        #[arg(long, value_hint = ValueHint::Other)]
        namespace: Option<String>,
        /// Which tools MCP offers to who brings it: `all`, or names with commas between them; those of every day unless
        /// given.
        #[arg(long, value_hint = ValueHint::Other)]
        tools: Option<String>,
        #[command(flatten)]
        folder: Folder,
    },
    /// List the tokens, newest first: id, agent, role, whether it holds. Their secrets are known to nobody.
    List {
        /// Only those of this agent.
        #[arg(long)]
        agent: Option<String>,
        #[command(flatten)]
        folder: Folder,
    },
    /// End a token at once, and every feed and call that goes on with it.
    Revoke {
        /// The token's id, as `loci token list` prints it.
        token: String,
        #[command(flatten)]
        folder: Folder,
    },
}

#[derive(Subcommand, Debug)]
enum Key {
    /// Replace the key under which tokens and links are hashed. Tokens go on: each is hashed anew when it is next
    /// used, and the keys before are kept as long as a token needs them. People are signed out and sign in again
    /// with their password; links that were not used end.
    Rotate(Folder),
}

#[derive(Subcommand, Debug)]
enum User {
    /// Make a person who can sign in.
    Create {
        /// Their name.
        name: String,
        /// What they may do.
        #[arg(long, value_parser = roles(Role::is_person))]
        role: String,
        /// Read the password from the first line of standard input, where no other process sees it.
        #[arg(long, required = true)]
        password_stdin: bool,
        #[command(flatten)]
        folder: Folder,
    },
    /// Give a person another password, which signs them out everywhere; links that were not used end.
    Password {
        /// Their name.
        name: String,
        /// Read the password from the first line of standard input, where no other process sees it.
        #[arg(long, required = true)]
        password_stdin: bool,
        #[command(flatten)]
        folder: Folder,
    },
    /// Print a link that signs a person in, once, within a day. The server must run.
    Link {
        /// Their name.
        name: String,
        #[command(flatten)]
        folder: Folder,
    },
}

/// The data folder of a command.
#[derive(Args, Clone, Debug)]
pub struct Folder {
    /// The folder that holds everything. [default: that of the configuration file, else ./data]
    #[arg(long, env = "LOCI_DATA", value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// The configuration file of the server. [default: loci.toml in the folder that --data names, if you own it]
    #[arg(long, env = "LOCI_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
}

impl Folder {
    /// Returns the server's configuration, which determines the folder.
    fn config(&self) -> Result<Config, Failure> {
        Config::new(Flags {
            data: self.data.clone(),
            config: self.config.clone(),
            ..Flags::default()
        })
    }
}

/// Runs the command line; an invalid one ends the process.
///
/// # Errors
/// Returns a message and an exit code.
pub async fn run() -> Result<(), Failure> {
    let (own, whole) = (Cli::command(), terminal::with_commands(Cli::command()));
    let matches = terminal::parse_arguments(whole.clone());
    if let Some((name, given)) = matches.subcommand()
        && own.find_subcommand(name).is_none()
    {
        let done = terminal::run(whole, name, given, to_server).await;
        return done.map_err(|error| Failure {
            message: terminal::refusal::lines(&error),
            code: error.code,
            is_restart: false,
        });
    }
    match Cli::from_arg_matches(&matches) {
        // Messages repeat input that may come from someone else, so they are escaped.
        Ok(cli) => on_this_machine(cli.what).await.map_err(|failure| Failure {
            message: terminal::shown::lines(&failure.message).into_owned(),
            ..failure
        }),
        Err(error) => error.exit(),
    }
}

/// Returns the HTTP client for a server whose operations are called.
fn to_server(url: &str) -> kernel::Result<reqwest::Client> {
    outward::client(url, "the server's")
        .map_err(|failure| Error::new(Code::Unavailable, failure.message))
}

async fn on_this_machine(what: What) -> Result<(), Failure> {
    store::folder::keep_private();
    match what {
        What::Serve(flags) => crate::serve::run(flags).await,
        What::Demo(args) => crate::demo::run(args).await,
        What::Mcp(asked) => mcp::run(asked).await,
        What::Token(Token::Create {
            agent,
            role,
            expires,
            user,
            namespace,
            tools,
            folder,
        }) => {
            let new = NewToken {
                agent,
                role: ask::agent_role(&role)?,
                expires_seconds: expires,
                user_id: user,
                namespace,
                tools,
            };
            ask::token_create(&folder, new).await
        }
        What::Token(Token::List { agent, folder }) => ask::token_list(&folder, agent).await,
        What::Token(Token::Revoke { token, folder }) => ask::token_revoke(&folder, token).await,
        What::Key(Key::Rotate(folder)) => ask::key_rotate(&folder).await,
        What::Audit(asked) => audit::print(asked).await,
        What::User(User::Create {
            name,
            role,
            password_stdin: _,
            folder,
        }) => ask::user_create(&folder, name, &role).await,
        What::User(User::Password {
            name,
            password_stdin: _,
            folder,
        }) => ask::user_password(&folder, name).await,
        What::User(User::Link { name, folder }) => ask::user_link(&folder, name).await,
        What::Check { head, folder } => ask::check(&folder, head).await,
        What::SetupLink(folder) => ask::setup_link(&folder).await,
        What::RebuildIndex(folder) => ask::rebuild_index(&folder).await,
        What::Backup { path, folder } => ask::backup(&folder, &path).await,
        What::Restore { path, folder } => ask::restore(&folder, &path).await,
    }
}
