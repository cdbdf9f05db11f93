//! Setup instructions for coding agents: one entry per agent, which expands to its command and files. The texts are
//! those that `loci init` writes.

use leptos::prelude::*;
use setups::{CLIENTS, GUIDANCE};

use super::copy::CopyBlock;
use super::icon::{Glyph, Icon};

/// A file: its name and its content.
type Text = (&'static str, String);

/// List of the setup instructions.
#[component]
pub fn Setups(
    /// Origin of this server, shown to agents.
    origin: String,
    /// Token of the agent, while it is shown.
    token: Option<String>,
) -> impl IntoView {
    let all = CLIENTS.iter().map(|client| {
        let commands = client.commands(&origin, token.as_deref());
        let files = vec![
            (client.config, client.config_text(&origin)),
            (client.hooks.file, client.hooks.text(&origin)),
            (client.instructions, GUIDANCE.to_owned()),
        ];
        one(client.title, commands, client.next, files)
    });
    view! { <div class="setups">{all.collect_view()}</div> }
}

fn one(title: &'static str, commands: String, next: &'static str, files: Vec<Text>) -> AnyView {
    let files = files.into_iter().map(|(name, text)| {
        view! {
            <p><code>{name}</code></p>
            <CopyBlock text label=format!("Copy {name}") />
        }
    });
    view! {
        <details class="fold">
            <summary><Glyph icon=Icon::Right />{title}</summary>
            <p>"Run this in the folder of the project. It shows its changes and asks before it writes them:"</p>
            <CopyBlock text=commands label=format!("Copy commands for {title}") />
            <p>{next}</p>
            <details class="fold">
                <summary><Glyph icon=Icon::Right />{format!("Files of {title}")}</summary>
                {files.collect_view()}
            </details>
        </details>
    }
    .into_any()
}
