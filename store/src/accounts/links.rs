//! Single-use links: the setup link of the first start and sign-in links.

use kernel::{Result, Role, Time};

use super::{DbAccounts, check_text, role};
use crate::database::{Timely, first_row};
use crate::error::fault;

/// Purpose of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Creates the first owner.
    Setup,
    /// Signs in without a password.
    SignIn,
}

impl Purpose {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Setup => "setup",
            Self::SignIn => "sign_in",
        }
    }
}

/// A single-use link, without its secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Purpose of the link.
    pub purpose: Purpose,
    /// Person that the link signs in. `None` for a setup link, whose form asks for the name.
    pub person: Option<String>,
    /// Role of that person when the link was created, or owner for a setup link.
    pub role: Option<Role>,
    /// Time at which the link expires.
    pub expires_at: Time,
}

/// A row of the table of links: purpose, person, role, expiry.
type Row = (String, Option<String>, Option<String>, i64);

impl DbAccounts {
    /// Creates a link and returns its secret, which cannot be read again. Deletes expired links.
    ///
    /// # Errors
    /// Returns an error if the link cannot be stored.
    pub async fn make_link(&self, link: &Link, now: Time) -> Result<String> {
        if let Some(person) = &link.person {
            check_text("/person", person)?;
        }
        let secret = hex::encode(rand::random::<[u8; 32]>());
        sqlx::query("DELETE FROM links WHERE expires_at <= $1")
            .bind(now.0)
            .execute(Timely(&self.pool))
            .await
            .map_err(fault)?;
        sqlx::query(
            "INSERT INTO links (hash, purpose, person, role, expires_at) VALUES ($1, $2, $3, $4, $5)",
        )
        .bind(self.key.hash(&secret).as_slice())
        .bind(link.purpose.name())
        .bind(&link.person)
        .bind(link.role.map(Role::name))
        .bind(link.expires_at.0)
        .execute(Timely(&self.pool))
        .await
        .map_err(fault)?;
        Ok(secret)
    }

    /// Returns the link with this secret without using it, for showing a form.
    ///
    /// # Errors
    /// Returns an error if the link cannot be read.
    pub async fn link(&self, secret: &str, now: Time) -> Result<Option<Link>> {
        let row: Option<Row> = sqlx::query_as(
            "SELECT purpose, person, role, expires_at FROM links WHERE hash = $1 AND expires_at > $2",
        )
        .bind(self.key.hash(secret).as_slice())
        .bind(now.0)
        .fetch_optional(Timely(&self.pool))
        .await
        .map_err(fault)?;
        row.map(read).transpose().map(Option::flatten)
    }

    /// Uses the link with this secret. Only the first call gets it; later calls get `None`.
    ///
    /// # Errors
    /// Returns an error if the link cannot be deleted.
    pub async fn take_link(&self, secret: &str, now: Time) -> Result<Option<Link>> {
        let rows: Vec<Row> = sqlx::query_as(
            "DELETE FROM links WHERE hash = $1 AND expires_at > $2 \
             RETURNING purpose, person, role, expires_at",
        )
        .bind(self.key.hash(secret).as_slice())
        .bind(now.0)
        .fetch_all(Timely(&self.pool))
        .await
        .map_err(fault)?;
        first_row(rows).map(read).transpose().map(Option::flatten)
    }
}

fn read((purpose, person, role_name, expires_at): Row) -> Result<Option<Link>> {
    let known = [Purpose::Setup, Purpose::SignIn]
        .into_iter()
        .find(|p| p.name() == purpose);
    let role = role_name.map(|name| role(&name)).transpose()?;
    Ok(known.map(|purpose| Link {
        purpose,
        person,
        role,
        expires_at: Time(expires_at),
    }))
}
