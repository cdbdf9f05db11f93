//! Counts what a language model is asked, and asks it nothing that the day's budget has no room for. Knows nothing
//! of what is asked.

use std::sync::Arc;

use engine::summary::WriterError;
use kernel::ports::clock::Clock;
use store::{Budget, Spent, SqliteAccounts};

use crate::quota::{Kind, Quotas};

/// Who is told of a budget that is used up.
const WHO: &str = "the language model";

/// The budget of a language model, and what of it is used up.
pub struct Meter {
    accounts: Arc<SqliteAccounts>,
    quotas: Arc<Quotas>,
    clock: Arc<dyn Clock>,
}

impl Meter {
    /// Counts in `accounts`, within `quotas`.
    #[must_use]
    pub fn new(accounts: Arc<SqliteAccounts>, quotas: Arc<Quotas>, clock: Arc<dyn Clock>) -> Self {
        Self {
            accounts,
            quotas,
            clock,
        }
    }

    /// Counts a question that is about to be asked.
    ///
    /// # Errors
    /// When there is no room for it.
    pub async fn asks(&self) -> Result<(), WriterError> {
        let [calls, tokens] =
            [Kind::ModelCalls, Kind::ModelTokens].map(|kind| self.quotas.most(kind));
        let budget = Budget { calls, tokens };
        let counted = self.accounts.spend_call(budget, self.clock.now()).await;
        let (kind, what, most) = match counted {
            Ok(None) => return Ok(()),
            Ok(Some(Spent::Calls)) => (Kind::ModelCalls, "calls", calls),
            Ok(Some(Spent::Tokens)) => (Kind::ModelTokens, "tokens", tokens),
            Err(error) => {
                tracing::warn!(
                    detail = error.detail,
                    "the language model's calls are not counted"
                );
                return Err(WriterError::Uncounted);
            }
        };
        self.quotas.note(kind, WHO);
        Err(WriterError::Spent { what, most })
    }

    /// Counts the tokens of a question and its answer.
    pub async fn used(&self, tokens: u64) {
        if let Err(error) = self.accounts.spend_tokens(tokens, self.clock.now()).await {
            tracing::warn!(
                detail = error.detail,
                "the language model's tokens are not counted"
            );
        }
    }
}
