//! Validates the settings `log` (the place of the log of facts) and `trace` (the server's own log).

use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::LevelFilter;

use crate::config::Secret;
use crate::failure::Failure;

/// Value for a log in the data folder.
const FOLDER: &str = "folder";

/// Returns the address of the database that has the log; `None` for a log in the data folder.
///
/// # Errors
/// `invalid` for any other place: a server that ignored the setting would write to an unintended log. For an address the
/// error names the scheme only, because the rest may contain a password.
pub(super) fn database(place: Option<&str>) -> Result<Option<Secret>, Failure> {
    let place = place.unwrap_or(FOLDER).trim();
    if matches!(place, "" | FOLDER) {
        return Ok(None);
    }
    let scheme = place.split_once("://").map(|(scheme, _)| scheme);
    if matches!(scheme, Some("postgres" | "postgresql")) {
        return Ok(place.parse().ok());
    }
    let expected = "expected `folder` or postgres://USER:PASSWORD@HOST:PORT/DATABASE. Nothing was started; leave out \
                    --log (LOCI_LOG, `log` in loci.toml) for a log in the data folder";
    Err(Failure::usage(match scheme {
        Some(scheme) => format!("--log {scheme}://…: {expected}."),
        None => format!("--log {place:?}: {expected}."),
    }))
}

/// Validates the filter of the server's own log. A single word has to be a level: the library would take any other word
/// for a module, and log nothing.
///
/// # Errors
/// `invalid` if the text is not a filter.
pub(super) fn filter(text: Option<String>) -> Result<String, Failure> {
    let Some(text) = text else {
        return Ok("info".into());
    };
    let is_level =
        |part: &str| part.trim().is_empty() || part.trim().parse::<LevelFilter>().is_ok();
    let mut words = text.split(',').filter(|part| !part.contains(['=', '[']));
    if words.all(is_level) && EnvFilter::try_new(&text).is_ok() {
        return Ok(text);
    }
    Err(Failure::usage(format!(
        "--trace {text:?}: expected off, error, warn, info, debug or trace, or filters such as info,server=debug"
    )))
}
