//! Removes context that programs inject into messages of a person: elements with names of their own, such as
//! `<environment_context>`.

use super::{Content, Message, is_blank_part};

/// Name under which such records are counted.
pub(super) const INJECTED: &str = "records of injected context";

/// Name under which messages about failed requests are counted.
pub(super) const API_ERRORS: &str = "API errors";

/// Elements of Claude Code.
pub(super) const CLAUDE_CODE: &[&str] = &[
    "bash-input",
    "bash-stderr",
    "bash-stdout",
    "command-contents",
    "command-message",
    "command-name",
    "ide_diagnostics",
    "ide_opened_file",
    "ide_selection",
    "local-command-caveat",
    "local-command-stderr",
    "local-command-stdout",
    "system-reminder",
    "task-notification",
];
/// Elements of the Codex CLI.
pub(super) const CODEX: &[&str] = &[
    "INSTRUCTIONS",
    "environment_context",
    "permissions instructions",
    "skill",
    "subagent_notification",
    "turn_aborted",
    "user_instructions",
    "user_shell_command",
];
/// Elements of the Gemini CLI.
pub(super) const GEMINI: &[&str] = &["hook_context", "session_context"];

/// Heading that the Codex CLI writes before the instructions of a project.
const AGENTS: &str = "# AGENTS.md instructions";
/// Texts that Claude Code writes when a person interrupts it.
const INTERRUPTIONS: [&str; 2] = [
    "[Request interrupted by user]",
    "[Request interrupted by user for tool use]",
];
/// Arguments of a command of Claude Code: words of the person.
const ARGUMENTS: &str = "command-args";
const COMMAND: &str = "command-name";

/// Removes these elements from a message of a person. Returns false if nothing of the message is left.
pub(super) fn clean(message: &mut Message, elements: &[&str]) -> bool {
    if message.role != "user" || message.content.is_blank() {
        return true;
    }
    match &mut message.content {
        Content::Text(text) => clean_text(text, elements),
        Content::Parts(parts) => {
            for part in parts.iter_mut() {
                if part["type"] == "text" || part["type"] == "input_text" {
                    let text = part["text"].as_str().map(str::to_owned);
                    if let Some(mut text) = text {
                        clean_text(&mut text, elements);
                        part["text"] = text.into();
                    }
                }
            }
            parts.retain(|part| !is_blank_part(part));
        }
    }
    !message.content.is_blank()
}

/// Strips elements from the beginning of a text.
fn clean_text(text: &mut String, elements: &[&str]) {
    if INTERRUPTIONS.contains(&text.trim()) {
        text.clear();
        return;
    }
    let mut rest = text.as_str();
    let (mut command, mut arguments) = (None, None);
    while let Some((name, inner, behind)) = element(rest, elements) {
        match name {
            COMMAND => command = Some(inner.trim()),
            ARGUMENTS => arguments = Some(inner.trim()),
            _ => {}
        }
        rest = behind;
    }
    if rest.len() == text.len() {
        return;
    }
    *text = match (command, arguments.filter(|words| !words.is_empty())) {
        (Some(command), Some(words)) => format!("{command} {words}\n{}", rest.trim()),
        _ => rest.trim_start().to_owned(),
    };
    text.truncate(text.trim_end().len());
}

/// Returns the name and content of the element that the text begins with, and the text after it, if it is one of these.
fn element<'a>(text: &'a str, elements: &[&'a str]) -> Option<(&'a str, &'a str, &'a str)> {
    let mut text = text.trim_start();
    if text.starts_with(AGENTS) {
        text = text.split_once('\n')?.1.trim_start();
    }
    let open = text.strip_prefix('<')?;
    let is_its =
        |name: &&&str| open.starts_with(**name) && open[name.len()..].starts_with(['>', ' ']);
    let known = elements.iter().chain([&ARGUMENTS]);
    // If two names fit, the longer one is meant: one may begin with the other and a space.
    let name = known.filter(is_its).max_by_key(|name| name.len())?;
    let inner = open.split_once('>')?.1;
    let (inner, behind) = inner.split_once(&format!("</{name}>"))?;
    Some((*name, inner, behind))
}
