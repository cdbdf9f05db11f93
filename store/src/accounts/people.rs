//! People who sign in with a name and a password.

use engine::ports::accounts::Person;
use engine::{Error, Result, Role, Time};

use super::{SqliteAccounts, check_name, role};
use crate::error::fault;

/// The fewest characters of a password.
const MIN_PASSWORD: usize = 8;
/// The most bytes of a password: more is an attempt to keep the hash busy.
const MAX_PASSWORD: usize = 1024;

impl SqliteAccounts {
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
        if password.chars().count() < MIN_PASSWORD {
            return Err(Error::field(
                "/password",
                format!("A password has at least {MIN_PASSWORD} characters."),
            ));
        }
        if password.len() > MAX_PASSWORD {
            return Err(Error::field(
                "/password",
                format!("A password has at most {MAX_PASSWORD} bytes."),
            ));
        }
        let hashed = self.passwords.hash(password.into()).await?;
        let made = sqlx::query(
            "INSERT INTO people (name, role, password, created_at) VALUES (?1, ?2, ?3, ?4) \
             ON CONFLICT DO NOTHING",
        )
        .bind(name)
        .bind(role.name())
        .bind(hashed)
        .bind(now.0)
        .execute(&self.pool)
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
        })
    }

    pub(super) async fn person_with_password(
        &self,
        name: &str,
        password: &str,
    ) -> Result<Option<Person>> {
        let row: Option<(String, i64, String)> =
            sqlx::query_as("SELECT role, created_at, password FROM people WHERE name = ?1")
                .bind(name)
                .fetch_optional(&self.pool)
                .await
                .map_err(fault)?;
        // Cut rather than refused, so that a long attempt takes no longer than a short one.
        let password = if password.len() > MAX_PASSWORD {
            ""
        } else {
            password
        };
        let hashed = row.as_ref().map(|(_, _, hashed)| hashed.clone());
        let right = self.passwords.matches(password.into(), hashed).await?;
        row.filter(|_| right)
            .map(|(role_name, at, _)| person(name.into(), &role_name, at))
            .transpose()
    }

    pub(super) async fn person_named(&self, name: &str) -> Result<Option<Person>> {
        let row: Option<(String, i64)> =
            sqlx::query_as("SELECT role, created_at FROM people WHERE name = ?1")
                .bind(name)
                .fetch_optional(&self.pool)
                .await
                .map_err(fault)?;
        row.map(|(role_name, at)| person(name.into(), &role_name, at))
            .transpose()
    }

    pub(super) async fn all_people(&self) -> Result<Vec<Person>> {
        let rows: Vec<(String, String, i64)> =
            sqlx::query_as("SELECT name, role, created_at FROM people ORDER BY name")
                .fetch_all(&self.pool)
                .await
                .map_err(fault)?;
        rows.into_iter()
            .map(|(name, role_name, at)| person(name, &role_name, at))
            .collect()
    }
}

fn person(name: String, role_name: &str, created_at: i64) -> Result<Person> {
    Ok(Person {
        name,
        role: role(role_name)?,
        created_at: Time(created_at),
    })
}
