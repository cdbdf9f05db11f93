//! Says in the workspace that a token was made or ended. No door leads here: who made or ended one notes
//! it, in their own name.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::access::Access;
use crate::error::Result;
use crate::operation::{How, Operation, Spec};
use crate::spec;
use crate::tx::Tx;
use crate::workspace::{self, TokenCreated, TokenRevoked, Workspace};

/// What happened to a token.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TokenNoted {
    /// It was made.
    Created(TokenCreated),
    /// It was ended.
    Revoked(TokenRevoked),
}

impl Operation for TokenNoted {
    type Output = ();
    const SPEC: Spec = spec!(Write "token_noted" Access::OWNERS.and(Access::ORCHESTRATORS));
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &TokenNoted, tx: &mut Tx) -> Result<()> {
    let workspace = tx.draft::<Workspace>(&workspace::stream())?;
    match op.clone() {
        TokenNoted::Created(body) => workspace.record(body),
        TokenNoted::Revoked(body) => workspace.record(body),
    }
    Ok(())
}
