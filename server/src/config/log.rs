//! Validates the settings `log` (the place of the log of facts) and `trace` (the server's own log).

use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::LevelFilter;

use crate::failure::Failure;

/// Value for a log in the data folder.
const FOLDER: &str = "folder";

/// Rejects every place but the data folder: a server that ignored the setting would write to an unintended log.
///
/// # Errors
/// `invalid` for another place. For a URL the error names the scheme only, because the rest may contain a password.
pub(super) fn check(place: Option<&str>) -> Result<(), Failure> {
    let place = place.unwrap_or(FOLDER).trim();
    if matches!(place, "" | FOLDER) {
        return Ok(());
    }
    let remedy = "leave out --log (LOCI_LOG, `log` in loci.toml) or set it to `folder`; --data chooses the folder";
    Err(Failure::usage(match place.split_once("://") {
        Some((scheme, _)) => format!(
            "--log {scheme}://…: this version keeps its log in the data folder and cannot use a database. Nothing was \
             started. To start on the data folder, {remedy}."
        ),
        None => format!("--log {place:?}: expected `folder`. Nothing was started; {remedy}."),
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
