//! In which form a webhook's messages are sent.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The form of a webhook's messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "WebhookFormat")]
pub enum Format {
    /// `type`, `timestamp` and `data`, signed as the Standard Webhooks have it.
    #[default]
    Standard,
    /// What Slack's incoming webhooks show.
    Slack,
    /// What Discord's webhooks show.
    Discord,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Standard, Self::Slack, Self::Discord];

    /// Returns the name used in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Slack => "slack",
            Self::Discord => "discord",
        }
    }
}
