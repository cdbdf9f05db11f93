//! Messages for chats. Agents' text is shown literally: without mentions, links or formatting.

use kernel::unseen::{is_unseen, joins};
use serde_json::{Value, json};

/// Maximum length of a title, in characters.
const TITLE: usize = 240;
/// Maximum length of details, in characters. Escaping may double it within Discord's limit.
const DETAIL: usize = 480;

/// Content of a chat message.
pub(super) struct Lines {
    /// Kind of message, in Loci's own words.
    pub(super) head: String,
    /// Subject.
    pub(super) title: String,
    /// Details.
    pub(super) detail: String,
    /// Related page.
    pub(super) url: Option<String>,
}

/// Renders a message for Slack: blocks of plain text without formatting, and Loci's link.
pub(super) fn slack(lines: &Lines) -> Value {
    let (title, detail) = (plain(&lines.title, TITLE), plain(&lines.detail, DETAIL));
    let head = plain(&lines.head, TITLE);
    let texts = [&head, &title, &detail]
        .into_iter()
        .filter(|text| !text.is_empty());
    let text = texts.cloned().collect::<Vec<_>>().join("\n");
    let mut blocks = vec![json!({
        "type": "section",
        "text": { "type": "plain_text", "text": text, "emoji": false },
    })];
    if let Some(url) = &lines.url {
        let link = format!("<{}|Open in Loci>", slack_escaped(url));
        let link = json!({ "type": "mrkdwn", "text": link });
        blocks.push(json!({ "type": "context", "elements": [link] }));
    }
    json!({
        // Text of notifications.
        "text": slack_escaped(&format!("{head}: {title}")),
        "blocks": blocks,
        "unfurl_links": false,
        "unfurl_media": false,
    })
}

/// Renders a message for Discord as Markdown, with foreign markup escaped.
pub(super) fn discord(lines: &Lines) -> Value {
    let head = discord_escaped(&plain(&lines.head, TITLE));
    let mut content = format!(
        "**{head}**\n{}",
        discord_escaped(&plain(&lines.title, TITLE))
    );
    let detail = plain(&lines.detail, DETAIL);
    if !detail.is_empty() {
        content.push('\n');
        content.push_str(&discord_escaped(&detail));
    }
    if let Some(url) = &lines.url {
        content.extend(["\n<", url.as_str(), ">"]);
    }
    json!({ "content": content, "allowed_mentions": { "parse": [] } })
}

/// Returns a text on one line, shortened and without invisible characters. Keeps joiners, which letters of some scripts
/// and emoji need.
fn plain(text: &str, most: usize) -> String {
    let seen = |c: char| {
        if c.is_control() || c.is_whitespace() {
            ' '
        } else if is_unseen(c) && !joins(c) {
            '\u{fffd}'
        } else {
            c
        }
    };
    let text: String = text.chars().take(4 * most).map(seen).collect();
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= most {
        return line;
    }
    let mut cut: String = line.chars().take(most - 1).collect();
    cut.push('…');
    cut
}

fn slack_escaped(text: &str) -> String {
    (text.replace('&', "&amp;").replace('<', "&lt;")).replace('>', "&gt;")
}

fn discord_escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if c.is_ascii_punctuation() {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Lines {
        Lines {
            head: "Needs you: a review".into(),
            title: text.into(),
            detail: text.into(),
            url: Some("https://loci.example.org/inbox/x".into()),
        }
    }

    const HOSTILE: [&str; 8] = [
        "@everyone look",
        "<!channel> <@U123> <https://evil.example|your bank>",
        "[your bank](https://evil.example)",
        "https://evil.example",
        "```\n# Heading\n> quote **bold** ~~x~~ ||spoiler||",
        "<@&123456> <#42> <:smile:1> @here",
        "\\@everyone \\<@1>",
        "a\u{202e}b\u{200b}c\u{0}d\r\ne",
    ];

    #[test]
    fn on_slack_what_others_wrote_is_plain_text() {
        for text in HOSTILE {
            let value = slack(&lines(text));
            let shown = value["text"].as_str().unwrap();
            assert!(!shown.contains(['<', '>']), "{shown}");
            let blocks = value["blocks"].as_array().unwrap();
            assert_eq!(blocks[0]["text"]["type"], "plain_text");
            assert_eq!(
                blocks[0]["text"]["text"].as_str().unwrap().lines().count(),
                3
            );
            let link = &blocks[1]["elements"][0]["text"];
            assert_eq!(link, "<https://loci.example.org/inbox/x|Open in Loci>");
        }
    }

    #[test]
    fn on_discord_every_mark_of_others_is_a_character_and_nobody_is_mentioned() {
        for text in HOSTILE {
            let value = discord(&lines(text));
            assert_eq!(value["allowed_mentions"]["parse"], json!([]));
            let content = value["content"].as_str().unwrap();
            let written: Vec<&str> = content.lines().collect();
            assert_eq!(written.len(), 4, "{content}");
            assert_eq!(written[0], r"**Needs you\: a review**");
            assert_eq!(written[3], "<https://loci.example.org/inbox/x>");
            for line in &written[1..3] {
                let mut chars = line.chars();
                while let Some(c) = chars.next() {
                    assert!(!c.is_ascii_punctuation() || c == '\\', "{line}");
                    if c == '\\' {
                        assert!(
                            chars.next().is_some_and(|c| c.is_ascii_punctuation()),
                            "{line}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_long_is_cut_within_the_bounds_of_the_chats() {
        for text in [
            "x".repeat(10_000),
            "*".repeat(10_000),
            "\n".repeat(10_000),
            "…".repeat(10_000),
        ] {
            let content = discord(&lines(&text))["content"]
                .as_str()
                .unwrap()
                .to_owned();
            assert!(content.chars().count() <= 2_000, "{}", content.len());
            let value = slack(&lines(&text));
            let shown = value["blocks"][0]["text"]["text"].as_str().unwrap();
            assert!(shown.chars().count() <= 3_000);
        }
        assert_eq!(plain(" a\tb\n\nc ", 10), "a b c");
        assert_eq!(plain("abcdef", 3), "ab…");
    }
}
