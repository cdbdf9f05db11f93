//! `loci mcp`: the Model Context Protocol on standard input and output, for clients that start a program instead of
//! connecting to an address. Forwards messages to the server that holds the folder, or to one in this process.

use clap::Args;

use super::Folder;
use crate::failure::Failure;
use crate::stdio::{self, Place};

/// Arguments of the command.
#[derive(Args, Clone, Debug)]
pub struct Asked {
    /// Token of the agent. Prefer the variable: other processes can see flags.
    #[arg(long, env = "LOCI_TOKEN", value_name = "TOKEN", hide_env_values = true)]
    token: String,
    /// Address of the server, such as `http://127.0.0.1:7077`. [default: the server that uses the data folder]
    #[arg(long, env = "LOCI_URL", value_name = "URL")]
    url: Option<String>,
    /// Tools to offer: `all`, or names separated by commas. [default: the everyday tools]
    #[arg(long, value_name = "TOOLS")]
    tools: Option<String>,
    #[command(flatten)]
    folder: Folder,
}

/// Forwards messages until standard input ends.
///
/// # Errors
/// Returns an error if there is no server and none can be started.
pub async fn run(asked: Asked) -> Result<(), Failure> {
    let (token, tools) = (asked.token.as_str(), asked.tools.as_deref());
    if let Some(url) = &asked.url {
        return stdio::pass(Place::at(url), token, tools).await;
    }
    let config = asked.folder.config()?;
    let root = &config.data;
    if !store::folder::is_inhabited(root) {
        return Err(Failure {
            message: format!(
                "there is no data folder of Loci at {}. Name another one with --data, or begin one with \
                 `loci serve`.",
                root.display()
            ),
            code: kernel::Code::NotFound,
            is_restart: false,
        });
    }
    let place = Place::of_folder(config);
    let passed = tokio::select! {
        passed = stdio::pass(place.clone(), token, tools) => passed,
        held = place.hold() => held,
    };
    place.end().await.and(passed)
}
