//! Formats times as agents send them.

use std::time::{Duration, SystemTime};

use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// Length of a day.
pub const DAY: Duration = Duration::from_hours(24);

/// Returns the time this long ago, in RFC 3339.
pub fn ago(past: Duration) -> String {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let then = now.unwrap_or_default().saturating_sub(past);
    let nanos = i128::try_from(then.as_nanos()).unwrap_or_default();
    let moment = OffsetDateTime::from_unix_timestamp_nanos(nanos);
    let text = moment.ok().and_then(|moment| moment.format(&Rfc3339).ok());
    text.unwrap_or_default()
}
