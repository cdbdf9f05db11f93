//! `token_list`: lists tokens.

use kernel::page::{self, Page};
use kernel::ports::accounts::TokenInfo;
use kernel::prelude::*;

/// Lists all tokens, newest first, without their secrets.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TokenList {
    /// Only tokens of this agent.
    pub agent: Option<String>,
    /// Page size, 1 to 200. Default: 50.
    #[schemars(range(min = 1, max = 200))]
    pub limit: Option<u32>,
    /// Id of the last token on the previous page.
    pub cursor: Option<String>,
}

impl Operation for TokenList {
    type Output = Page<TokenInfo>;
    const SPEC: Spec = spec!(Read "token_list" Access::OWNERS);
    const HOW: How<Self> = How::Run(|op, view| Box::pin(run(op, view)));
}

async fn run(op: TokenList, view: View) -> Result<Page<TokenInfo>> {
    let limit = page::limit(op.limit)?;
    let mut tokens = view.services.accounts().tokens().await?;
    if let Some(agent) = &op.agent {
        tokens.retain(|token| token.agent == *agent);
    }
    let total = Some(tokens.len() as u64);
    if let Some(cursor) = &op.cursor {
        let at = tokens.iter().position(|token| token.id == *cursor);
        tokens.drain(..at.map_or(tokens.len(), |at| at + 1));
    }
    let more = tokens.len() > limit;
    tokens.truncate(limit);
    let next_cursor = tokens.last().filter(|_| more).map(|token| token.id.clone());
    Ok(Page {
        items: tokens,
        next_cursor,
        total,
    })
}
