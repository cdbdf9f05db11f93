//! The browsers in which a person signed in before: a number in a cookie, sealed for that person. It opens
//! nothing; it says that guesses made elsewhere are not this browser's. Knows no passwords.

use axum::http::{HeaderMap, HeaderValue};
use doors::base_path;
use kernel::Result;

use crate::chance;
use crate::sessions::{Secure, named};
use crate::site::Site;

/// The cookie's name.
const COOKIE: &str = "loci_browser";
/// How long it is kept, in seconds.
const LASTS: u32 = 365 * 24 * 3600;

/// The number of the browser, if `person` signed in there before.
#[must_use]
pub fn of<'a>(site: &Site, headers: &'a HeaderMap, person: &str) -> Option<&'a str> {
    let (number, seal) = named(headers, COOKIE)?.split_once('.')?;
    chance::same(seal, &sealed(site, person, number)).then_some(number)
}

/// The `Set-Cookie` by which a browser is known as one of `person`.
///
/// # Errors
/// `internal` when the system gives no randomness.
pub fn set_cookie(site: &Site, person: &str, secure: Secure) -> Result<HeaderValue> {
    let number = chance::word()?;
    let seal = sealed(site, person, &number);
    let text = format!(
        "{COOKIE}={number}.{seal}; Path={}; HttpOnly; SameSite=Lax; Max-Age={LASTS}{}",
        base_path::at("/sign-in"),
        secure.attribute()
    );
    Ok(HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static("")))
}

fn sealed(site: &Site, person: &str, number: &str) -> String {
    site.accounts.seal(&format!("browser\n{person}\n{number}"))
}
