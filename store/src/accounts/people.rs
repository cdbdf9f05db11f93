//! People who sign in with a name and a password.

use kernel::ports::accounts::Person;
use kernel::{Error, Result, Role, Time};

use super::{DbAccounts, Purpose, check_name, role, strength};
use crate::database::{self, Timely, search_key};
use crate::error::fault;

impl DbAccounts {
    pub(super) async fn new_person(
        &self,
        name: &str,
        role: Role,
        password: &str,
        now: Time,
    ) -> Result<Person> {
        check_name("/name", name)?;
        if !role.is_person() {
            return Err(Error::field(
                "/role",
                "A person is an owner, a member or a viewer.",
            ));
        }
        strength::check(name, password)?;
        let hashed = self.passwords.hash(password.into()).await?;
        let made = sqlx::query(
            "INSERT INTO people (name, role, password, created_at, password_at) \
             VALUES ($1, $2, $3, $4, $4) \
             ON CONFLICT DO NOTHING",
        )
        .bind(name)
        .bind(role.name())
        .bind(hashed)
        .bind(now.0)
        .execute(Timely(&self.pool))
        .await
        .map_err(fault)?;
        if made.rows_affected() == 0 {
            return Err(Error::conflict(
                "name_taken",
                format!("There is a person named {name} already; choose another name."),
            ));
        }
        Ok(Person {
            name: name.into(),
            role,
            created_at: now,
            password_at: now,
        })
    }

    /// Creates the first owner with the setup link of this secret, and deletes all setup links. Returns `None` if a
    /// person exists or the link is not valid. Of several concurrent attempts one succeeds, on whichever server they
    /// run.
    ///
    /// # Errors
    /// `invalid` if the name or the password is not acceptable; `unavailable` if the owner cannot be stored.
    pub async fn first_owner(
        &self,
        secret: &str,
        name: &str,
        password: &str,
        now: Time,
    ) -> Result<Option<Person>> {
        check_name("/name", name)?;
        strength::check(name, password)?;
        let hashed = self.passwords.hash(password.into()).await?;
        let mut all = database::begin(&self.pool).await.map_err(fault)?;
        let made = sqlx::query(
            "INSERT INTO people (name, role, password, created_at, password_at) \
             SELECT $1, $2, $3, $4, $4 WHERE NOT EXISTS (SELECT 1 FROM people) AND EXISTS \
             (SELECT 1 FROM links WHERE hash = $5 AND purpose = $6 AND expires_at > $4)",
        )
        .bind(name)
        .bind(Role::Owner.name())
        .bind(hashed)
        .bind(now.0)
        .bind(self.key.hash(secret).as_slice())
        .bind(Purpose::Setup.name())
        .execute(Timely(&mut *all))
        .await
        .map_err(fault)?;
        if made.rows_affected() == 0 {
            return Ok(None);
        }
        sqlx::query("DELETE FROM links WHERE purpose = $1")
            .bind(Purpose::Setup.name())
            .execute(Timely(&mut *all))
            .await
            .map_err(fault)?;
        database::commit(all).await.map_err(fault)?;
        Ok(Some(Person {
            name: name.into(),
            role: Role::Owner,
            created_at: now,
            password_at: now,
        }))
    }

    /// Sets another password and deletes the person's sign-in links. Someone else may have had the old password, so
    /// access that began with it ends.
    pub(super) async fn new_password(
        &self,
        name: &str,
        password: &str,
        now: Time,
    ) -> Result<Person> {
        strength::check(name, password)?;
        let hashed = self.passwords.hash(password.into()).await?;
        let mut all = database::begin(&self.pool).await.map_err(fault)?;
        let row: Option<Row> = sqlx::query_as(
            "UPDATE people SET password = $2, password_at = $3 WHERE name = $1 \
             RETURNING name, role, created_at, password_at",
        )
        .bind(search_key(name))
        .bind(hashed)
        .bind(now.0)
        .fetch_optional(Timely(&mut *all))
        .await
        .map_err(fault)?;
        let row = row.ok_or_else(|| Error::not_found(format!("There is no person {name}.")))?;
        let person = person(row)?;
        sqlx::query("DELETE FROM links WHERE person = $1")
            .bind(name)
            .execute(Timely(&mut *all))
            .await
            .map_err(fault)?;
        database::commit(all).await.map_err(fault)?;
        self.follow().await?;
        Ok(person)
    }

    pub(super) async fn person_with_password(
        &self,
        name: &str,
        password: &str,
    ) -> Result<Option<Person>> {
        let row: Option<(String, String, i64, i64, String)> = sqlx::query_as(
            "SELECT name, role, created_at, password_at, password FROM people WHERE name = $1",
        )
        .bind(search_key(name))
        .fetch_optional(Timely(&self.pool))
        .await
        .map_err(fault)?;
        // Shortened instead of rejected, so that a long attempt takes no longer than a short one.
        let password = if password.len() > strength::MAX_BYTES {
            ""
        } else {
            password
        };
        let hashed = row.as_ref().map(|(.., hashed)| hashed.clone());
        let right = self.passwords.matches(password.into(), hashed).await?;
        row.filter(|_| right)
            .map(|(name, role, at, password_at, _)| person((name, role, at, password_at)))
            .transpose()
    }

    pub(super) async fn person_named(&self, name: &str) -> Result<Option<Person>> {
        let row: Option<Row> = sqlx::query_as(
            "SELECT name, role, created_at, password_at FROM people WHERE name = $1",
        )
        .bind(search_key(name))
        .fetch_optional(Timely(&self.pool))
        .await
        .map_err(fault)?;
        row.map(person).transpose()
    }

    pub(super) async fn all_people(&self) -> Result<Vec<Person>> {
        let rows: Vec<Row> =
            sqlx::query_as("SELECT name, role, created_at, password_at FROM people ORDER BY name")
                .fetch_all(Timely(&self.pool))
                .await
                .map_err(fault)?;
        rows.into_iter().map(person).collect()
    }
}

/// A row of the table of people: name, role, created, password set.
type Row = (String, String, i64, i64);

fn person((name, role_name, created_at, password_at): Row) -> Result<Person> {
    Ok(Person {
        name,
        role: role(&role_name)?,
        created_at: Time(created_at),
        password_at: Time(password_at),
    })
}
