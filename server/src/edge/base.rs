//! Takes the base path off the address of a request, so that proxies which keep it and proxies which strip it reach the
//! same routes.

use axum::http::{Request, Uri};
use doors::base_path::{base, within};

/// Takes the base path off, if it is there.
pub(super) fn strip<B>(request: &mut Request<B>) {
    if !base().is_empty()
        && let Some(uri) = without_base(request.uri())
    {
        *request.uri_mut() = uri;
    }
}

fn without_base(uri: &Uri) -> Option<Uri> {
    let rest = within(uri.path_and_query()?.as_str())?;
    // Of `/loci?a` only the query is left.
    let slash = if rest.starts_with('/') { "" } else { "/" };
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = Some(format!("{slash}{rest}").parse().ok()?);
    Uri::from_parts(parts).ok()
}
