//! `token_revoke`: revokes a token.

use crate::workspace::TokenRevoked;
use crate::workspace::ops::noted::Noted;
use kernel::prelude::*;

/// Revokes a token at once. Calls with it are rejected from then on.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TokenRevoke {
    /// Public id of the token.
    pub token: String,
}

/// A revoked token.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Revoked {
    /// Public id of the token.
    pub revoked: String,
}

impl Operation for TokenRevoke {
    type Output = Revoked;
    const SPEC: Spec =
        spec!(Write "token_revoke" Access::OWNERS).with(&[Trait::MakesRoom, Trait::Destroys]);
    const HOW: How<Self> = How::Run(|op, view| Box::pin(run(op, view)));
}

async fn run(op: TokenRevoke, view: View) -> Result<Revoked> {
    let accounts = view.services.accounts();
    let known = accounts.tokens().await?.into_iter();
    let mut live = known.filter(|token| token.revoked_at.is_none());
    let ended = live.find(|token| token.id == op.token);
    accounts.revoke(&op.token, view.now).await?;
    // Revoking a revoked token is not recorded again.
    if let Some(ended) = ended {
        let noted = Noted::TokenRevoked(TokenRevoked {
            token: ended.id,
            agent: ended.agent,
        });
        let services = view.services.clone();
        noted.tell(services, view.caller.clone()).await?;
    }
    Ok(Revoked { revoked: op.token })
}
