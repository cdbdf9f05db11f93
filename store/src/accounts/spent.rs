//! Daily usage of language models. It is stored because calls may cost money, so a restart must not reset it.

use kernel::time::DAY;
use kernel::{Result, Time};

use super::DbAccounts;
use crate::database::Timely;
use crate::error::fault;

/// Daily budget of a language model. Days are in UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Maximum number of calls.
    pub calls: u64,
    /// Maximum number of tokens, in requests and responses together.
    pub tokens: u64,
}

/// The part of a budget that is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spent {
    /// The calls.
    Calls,
    /// The tokens.
    Tokens,
}

impl DbAccounts {
    /// Counts one call before it is sent. Returns the part of the budget that is used up if the call is not allowed.
    ///
    /// # Errors
    /// Returns an error if the call cannot be counted.
    pub async fn spend_call(&self, budget: Budget, now: Time) -> Result<Option<Spent>> {
        let day = day(now);
        // The clock of another server may still be at the day before.
        sqlx::query("DELETE FROM spent WHERE day < $1")
            .bind(day - 1)
            .execute(Timely(&self.pool))
            .await
            .map_err(fault)?;
        let counted = sqlx::query(
            "INSERT INTO spent (day, calls, tokens) VALUES ($1, 1, 0) \
             ON CONFLICT (day) DO UPDATE SET calls = spent.calls + 1 \
             WHERE spent.calls < $2 AND spent.tokens < $3",
        )
        .bind(day)
        .bind(to_signed(budget.calls))
        .bind(to_signed(budget.tokens))
        .execute(Timely(&self.pool))
        .await
        .map_err(fault)?;
        if counted.rows_affected() > 0 {
            return Ok(None);
        }
        let calls: i64 = sqlx::query_scalar("SELECT calls FROM spent WHERE day = $1")
            .bind(day)
            .fetch_one(Timely(&self.pool))
            .await
            .map_err(fault)?;
        Ok(Some(if calls >= to_signed(budget.calls) {
            Spent::Calls
        } else {
            Spent::Tokens
        }))
    }

    /// Counts the tokens of a request and its response.
    ///
    /// # Errors
    /// Returns an error if the tokens cannot be counted.
    pub async fn spend_tokens(&self, tokens: u64, now: Time) -> Result<()> {
        sqlx::query("UPDATE spent SET tokens = tokens + $2 WHERE day = $1")
            .bind(day(now))
            .bind(to_signed(tokens))
            .execute(Timely(&self.pool))
            .await
            .map_err(fault)?;
        Ok(())
    }
}

fn day(now: Time) -> i64 {
    now.0.div_euclid(DAY)
}

fn to_signed(n: u64) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}
