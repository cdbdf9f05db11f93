//! The command line: commands and their output. Only results go to standard output; messages go to standard error.
//! Commands here concern this machine: the server and the data folder. Commands for operations are in the crate
//! `terminal`; if both define a name, this module wins.

mod ask;
mod audit;
mod copy;
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

/// Working memory for teams of AI agents, with a dashboard for the people who watch and steer them.
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
    /// Prints its address when it is ready. On the first start in a terminal it also prints a link with which the owner
    /// sets a password; `loci setup-link` prints one too. Stops within five seconds after SIGTERM or Ctrl-C. A flag takes
    /// precedence over its LOCI_ variable, and the variable over loci.toml, which has the same names with underscores.
    Serve(Flags),
    /// Start the server with a team of example agents at work.
    Demo(crate::demo::Args),
    /// Serve the Model Context Protocol (MCP) on standard input and output, for one agent.
    ///
    /// Forwards messages to the server that uses the data folder; if none runs, this process opens the folder itself.
    /// Clients that support MCP over HTTP can use the server's address `/mcp` instead.
    Mcp(mcp::Asked),
    /// Manage the tokens of agents.
    #[command(subcommand)]
    Token(Token),
    /// Manage the key with which secrets are hashed.
    #[command(subcommand)]
    Key(Key),
    /// Print the audit log, newest first: sign-ins and failed attempts, changes of tokens, people, keys and settings,
    /// and erasures.
    Audit(audit::Asked),
    /// Manage the people who can sign in.
    #[command(subcommand)]
    User(User),
    /// Print a link with which the first owner chooses a name and a password. The server must run.
    SetupLink(Folder),
    /// Print whether the server on the data folder is ready for calls, as `/readyz` does. Exits with 10 if it is not.
    CheckHealth(Folder),
    /// Verify the log, the blobs and the index; of a backup also the hashes of its files.
    ///
    /// Changes nothing. The index, except for its vectors, is compared with one that is built from the log in a temporary
    /// folder. Prints the results and the head of the log's hash chain: keep it elsewhere to find out later whether the
    /// log was changed, truncated or replaced. Exits with 1 if something is damaged.
    Check {
        /// Head that an earlier check printed: fails unless the log continues from it.
        #[arg(long)]
        head: Option<String>,
        #[command(flatten)]
        folder: Folder,
    },
    /// Rebuild the index from the log, and remove unreferenced blobs.
    RebuildIndex(Folder),
    /// Write a consistent backup to a new folder; the server may run.
    ///
    /// Web sessions and one-time links are left out. The files are prepared in the subfolder `incomplete`: a folder that
    /// has one is an interrupted backup.
    Backup {
        /// Folder to create.
        path: PathBuf,
        #[command(flatten)]
        folder: Folder,
    },
    /// Copy a workspace between a data folder and a database: log, accounts and blobs.
    ///
    /// A copy is verified, and has the same facts at the same positions in a new epoch: live feeds start again. Web
    /// sessions and one-time links are left out. No server may use a folder that is copied; a database may be in use, and
    /// is copied as it was at the start. A folder becomes a backup, which is also a data folder. Run an interrupted copy
    /// again to continue it; until it is complete, no server opens the target. PGPASSWORD or ~/.pgpass can have the
    /// password.
    Copy(copy::Asked),
    /// Replace the data folder by a backup. The previous folder is renamed, never removed. The server must not run.
    ///
    /// The backup is copied and checked first; a damaged one changes nothing. All people are signed out. Tokens that were
    /// revoked and passwords that were changed since the backup stay revoked and changed if the previous folder is
    /// readable.
    Restore {
        /// Folder of the backup.
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
    /// Create a token for an agent and print it once. Registers the agent if it is unknown.
    Create {
        /// Name of the agent.
        #[arg(long, value_hint = ValueHint::Other)]
        agent: String,
        /// Role of the agent.
        #[arg(long, value_parser = roles(Role::is_agent))]
        role: String,
        /// Time until the token expires, such as 90m, 24h or 30d. [default: never]
        #[arg(long, value_parser = lasts::seconds)]
        expires: Option<u32>,
        /// User to which calls are restricted: they reach only this user's sessions, scratchpads and memories, and can
        /// read memories without a user.
        #[arg(long, value_hint = ValueHint::Other)]
        user: Option<String>,
        /// Namespace to which calls are restricted in the same way.
        #[arg(long, value_hint = ValueHint::Other)]
        namespace: Option<String>,
        /// MCP tools offered with this token: `all`, or names separated by commas. [default: the everyday tools]
        #[arg(long, value_hint = ValueHint::Other)]
        tools: Option<String>,
        #[command(flatten)]
        folder: Folder,
    },
    /// List tokens, newest first, with id, agent, role and validity. Secrets are not stored and cannot be shown.
    List {
        /// List only the tokens of this agent.
        #[arg(long)]
        agent: Option<String>,
        #[command(flatten)]
        folder: Folder,
    },
    /// Revoke a token at once; its open feeds and calls end.
    Revoke {
        /// Id of the token, as printed by `loci token list`.
        token: String,
        #[command(flatten)]
        folder: Folder,
    },
}

#[derive(Subcommand, Debug)]
enum Key {
    /// Replace the key with which tokens and links are hashed. Tokens stay valid: each is hashed again at its next use,
    /// and earlier keys are kept as long as a token needs them. People are signed out and sign in again with their
    /// password; unused links become invalid.
    Rotate(Folder),
}

#[derive(Subcommand, Debug)]
enum User {
    /// Create a person who can sign in.
    Create {
        /// Name of the person.
        name: String,
        /// Role of the person.
        #[arg(long, value_parser = roles(Role::is_person))]
        role: String,
        /// Read the password from the first line of standard input, which other processes cannot see.
        #[arg(long, required = true)]
        password_stdin: bool,
        #[command(flatten)]
        folder: Folder,
    },
    /// Change the password of a person. Signs the person out everywhere; unused links become invalid.
    Password {
        /// Name of the person.
        name: String,
        /// Read the password from the first line of standard input, which other processes cannot see.
        #[arg(long, required = true)]
        password_stdin: bool,
        #[command(flatten)]
        folder: Folder,
    },
    /// Print a link that signs a person in. It works once, within a day. The server must run.
    Link {
        /// Name of the person.
        name: String,
        #[command(flatten)]
        folder: Folder,
    },
}

/// The data folder of a command.
#[derive(Args, Clone, Debug)]
pub struct Folder {
    /// Data folder. [default: the one in the configuration file, or ./data]
    #[arg(long, env = "LOCI_DATA", value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Place of the log, as for `loci serve`. [default: the one in the configuration file, or the data folder]
    #[arg(long, env = "LOCI_LOG", value_name = "PLACE", hide_env_values = true)]
    log: Option<String>,
    /// Name of the workspace: one that a server of the folder serves under a host of its own, or one in a database.
    /// [default: main]
    #[arg(long, env = "LOCI_WORKSPACE", value_name = "NAME")]
    workspace: Option<String>,
    /// Configuration file of the server. [default: loci.toml in the folder given by --data, if you own it]
    #[arg(long, env = "LOCI_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
}

impl Folder {
    /// Returns the server's configuration, which determines the folder.
    fn config(&self) -> Result<Config, Failure> {
        let config = Config::new(Flags {
            data: self.data.clone(),
            log: self.log.clone(),
            config: self.config.clone(),
            ..Flags::default()
        })?;
        match &self.workspace {
            Some(name) => config.of_workspace(name),
            None => Ok(config),
        }
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
        Ok(cli) => Box::pin(on_this_machine(cli.what))
            .await
            .map_err(|failure| Failure {
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
        What::CheckHealth(folder) => ask::check_health(&folder).await,
        What::SetupLink(folder) => ask::setup_link(&folder).await,
        What::RebuildIndex(folder) => ask::rebuild_index(&folder).await,
        What::Backup { path, folder } => ask::backup(&folder, &path).await,
        What::Copy(asked) => copy::run(asked).await,
        What::Restore { path, folder } => ask::restore(&folder, &path).await,
    }
}
