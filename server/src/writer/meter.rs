//! Daily budget of a language model: counts requests and tokens, and rejects requests beyond the limit.

use std::sync::Arc;

use engine::summary::WriterError;
use kernel::ports::clock::Clock;
use store::{Budget, DbAccounts, Spent};

use crate::quota::{Kind, Quotas};

/// Name of the caller in warnings about the budget.
const WHO: &str = "the language model";

/// Budget of a language model and its usage.
pub struct Meter {
    accounts: Arc<DbAccounts>,
    quotas: Arc<Quotas>,
    clock: Arc<dyn Clock>,
}

impl Meter {
    /// Creates a meter that counts in `accounts`, limited by `quotas`.
    #[must_use]
    pub fn new(accounts: Arc<DbAccounts>, quotas: Arc<Quotas>, clock: Arc<dyn Clock>) -> Self {
        Self {
            accounts,
            quotas,
            clock,
        }
    }

    /// Counts a request before it is sent.
    ///
    /// # Errors
    /// Returns an error if the budget is used up or cannot be recorded.
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

    /// Counts the tokens of a request and its response.
    pub async fn record_tokens(&self, tokens: u64) {
        if let Err(error) = self.accounts.spend_tokens(tokens, self.clock.now()).await {
            tracing::warn!(
                detail = error.detail,
                "the language model's tokens are not counted"
            );
        }
    }
}
