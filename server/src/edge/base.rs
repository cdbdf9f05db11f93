//! Removal of the base path from request addresses, so that proxies that keep it and proxies that strip it reach the
//! same routes.

use axum::http::{Request, Uri};
use doors::base_path::{base, within};

/// Removes the base path, if present.
pub(super) fn strip<B>(request: &mut Request<B>) {
    if !base().is_empty()
        && let Some(uri) = without_base(request.uri())
    {
        *request.uri_mut() = uri;
    }
}

fn without_base(uri: &Uri) -> Option<Uri> {
    let rest = within(uri.path_and_query()?.as_str())?;
    // `/loci?a` leaves only the query.
    let slash = if rest.starts_with('/') { "" } else { "/" };
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = Some(format!("{slash}{rest}").parse().ok()?);
    Uri::from_parts(parts).ok()
}
