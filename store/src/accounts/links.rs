//! Links that let somebody in once: the setup link of the first start, a sign-in link.

use kernel::{Result, Role, Time};

use super::{SqliteAccounts, role};
use crate::error::fault;

/// What a link is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Making the first person.
    Setup,
    /// Signing in without a password.
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

/// What a link gives to whoever has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// What it is for.
    pub purpose: Purpose,
    /// Whom it signs in, or how the one it makes is named.
    pub person: Option<String>,
    /// The role it gives.
    pub role: Option<Role>,
    /// When it ends.
    pub expires_at: Time,
}

/// A link as it is stored: purpose, person, role, expires.
type Row = (String, Option<String>, Option<String>, i64);

impl SqliteAccounts {
    /// Makes a link and gives its secret, which nobody can read again. Links that have expired are
    /// thrown away on the way.
    ///
    /// # Errors
    /// When it cannot be stored.
    pub async fn make_link(&self, link: &Link, now: Time) -> Result<String> {
        let secret = hex::encode(rand::random::<[u8; 32]>());
        sqlx::query("DELETE FROM links WHERE expires_at <= ?1")
            .bind(now.0)
            .execute(&self.pool)
            .await
            .map_err(fault)?;
        sqlx::query(
            "INSERT INTO links (hash, purpose, person, role, expires_at) VALUES (?1, ?2, ?3, ?4, ?5)",
        )
        .bind(self.key.hash(&secret).as_slice())
        .bind(link.purpose.name())
        .bind(&link.person)
        .bind(link.role.map(Role::name))
        .bind(link.expires_at.0)
        .execute(&self.pool)
        .await
        .map_err(fault)?;
        Ok(secret)
    }

    /// What the link of that secret would give, and leaves it as it is: for showing a form.
    ///
    /// # Errors
    /// When it cannot be read.
    pub async fn link(&self, secret: &str, now: Time) -> Result<Option<Link>> {
        let row: Option<Row> = sqlx::query_as(
            "SELECT purpose, person, role, expires_at FROM links WHERE hash = ?1 AND expires_at > ?2",
        )
        .bind(self.key.hash(secret).as_slice())
        .bind(now.0)
        .fetch_optional(&self.pool)
        .await
        .map_err(fault)?;
        row.map(read).transpose().map(Option::flatten)
    }

    /// Uses the link of that secret: whoever asks first gets what it gives, nobody gets it again.
    ///
    /// # Errors
    /// When it cannot be taken.
    pub async fn take_link(&self, secret: &str, now: Time) -> Result<Option<Link>> {
        let row: Option<Row> = sqlx::query_as(
            "DELETE FROM links WHERE hash = ?1 AND expires_at > ?2 \
             RETURNING purpose, person, role, expires_at",
        )
        .bind(self.key.hash(secret).as_slice())
        .bind(now.0)
        .fetch_optional(&self.pool)
        .await
        .map_err(fault)?;
        row.map(read).transpose().map(Option::flatten)
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
