//! What a language model was asked today: it may cost money, so a restart forgets nothing of it.

use kernel::time::DAY;
use kernel::{Result, Time};

use super::SqliteAccounts;
use crate::error::fault;

/// How much a language model may be asked on a day of UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// How many questions.
    pub calls: u64,
    /// How many tokens, in questions and answers together.
    pub tokens: u64,
}

/// What of a budget is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spent {
    /// All questions.
    Calls,
    /// All tokens.
    Tokens,
}

impl SqliteAccounts {
    /// Counts one question before it is asked; tells what is used up when it may not be asked any more.
    ///
    /// # Errors
    /// When it cannot be counted.
    pub async fn spend_call(&self, budget: Budget, now: Time) -> Result<Option<Spent>> {
        let day = day(now);
        sqlx::query("DELETE FROM spent WHERE day < ?1")
            .bind(day)
            .execute(&self.pool)
            .await
            .map_err(fault)?;
        let counted = sqlx::query(
            "INSERT INTO spent (day, calls, tokens) VALUES (?1, 1, 0) \
             ON CONFLICT (day) DO UPDATE SET calls = calls + 1 WHERE calls < ?2 AND tokens < ?3",
        )
        .bind(day)
        .bind(signed(budget.calls))
        .bind(signed(budget.tokens))
        .execute(&self.pool)
        .await
        .map_err(fault)?;
        if counted.rows_affected() > 0 {
            return Ok(None);
        }
        let calls: i64 = sqlx::query_scalar("SELECT calls FROM spent WHERE day = ?1")
            .bind(day)
            .fetch_one(&self.pool)
            .await
            .map_err(fault)?;
        Ok(Some(if calls >= signed(budget.calls) {
            Spent::Calls
        } else {
            Spent::Tokens
        }))
    }

    /// Counts the tokens of a question and its answer.
    ///
    /// # Errors
    /// When they cannot be counted.
    pub async fn spend_tokens(&self, tokens: u64, now: Time) -> Result<()> {
        sqlx::query("UPDATE spent SET tokens = tokens + ?2 WHERE day = ?1")
            .bind(day(now))
            .bind(signed(tokens))
            .execute(&self.pool)
            .await
            .map_err(fault)?;
        Ok(())
    }
}

fn day(now: Time) -> i64 {
    now.0.div_euclid(DAY)
}

fn signed(n: u64) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}
