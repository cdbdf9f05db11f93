//! Cookie for browsers in which a person signed in before: a number, sealed for that person. It grants no access; it
//! only separates this browser from password guessing elsewhere.

use axum::http::{HeaderMap, HeaderValue};
use doors::base_path;
use kernel::Result;

use crate::chance;
use crate::sessions::{Secure, cookie_value};
use crate::site::Site;

/// Name of the cookie.
const COOKIE: &str = "loci_browser";
/// Lifetime of the cookie, in seconds.
const LASTS: u32 = 365 * 24 * 3600;

/// Returns the number of the browser if `person` signed in there before.
#[must_use]
pub fn of<'a>(site: &Site, headers: &'a HeaderMap, person: &str) -> Option<&'a str> {
    let (number, seal) = cookie_value(headers, COOKIE)?.split_once('.')?;
    chance::same(seal, &make_seal(site, person, number)).then_some(number)
}

/// Returns the `Set-Cookie` value that marks a browser as one of `person`.
///
/// # Errors
/// Returns `internal` if the system provides no randomness.
pub fn set_cookie(site: &Site, person: &str, secure: Secure) -> Result<HeaderValue> {
    let number = chance::word()?;
    let seal = make_seal(site, person, &number);
    let text = format!(
        "{COOKIE}={number}.{seal}; Path={}; HttpOnly; SameSite=Lax; Max-Age={LASTS}{}",
        base_path::at("/sign-in"),
        secure.attribute()
    );
    Ok(HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static("")))
}

fn make_seal(site: &Site, person: &str, number: &str) -> String {
    site.accounts.seal(&format!("browser\n{person}\n{number}"))
}
