//! `POST /theme`: stores light, dark or system in a cookie, so that the server renders pages in that theme.

use std::sync::Arc;

use app::context::Theme;
use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Request, Response, header};
use doors::base_path;
use doors::http::{RequestContext, reply};
use kernel::Error;

use crate::chance;
use crate::form::Input;
use crate::identity::Identity;
use crate::sessions::cookie_value;
use crate::site::Site;

/// Returns the theme of a request's cookie.
#[must_use]
pub fn of(headers: &HeaderMap) -> Theme {
    cookie_value(headers, Theme::COOKIE).map_or(Theme::System, Theme::from_name)
}

/// Sets the cookie and redirects back.
pub async fn choose(
    State(site): State<Arc<Site>>,
    Extension(context): Extension<RequestContext>,
    Extension(identity): Extension<Identity>,
    request: Request<Body>,
) -> Response<Body> {
    let input = match Input::read(request).await {
        Ok(input) => input,
        Err(error) => return reply::problem(error, &context.request),
    };
    if let Identity::Person(session) = &identity
        && !chance::same(input.get("csrf"), &session.csrf)
    {
        let error = Error::forbidden("This form is not from a page of this session.");
        return reply::problem(error, &context.request);
    }
    let theme = Theme::from_name(input.get("theme"));
    let mut response = reply::redirect(input.address("back"));
    let cookie = format!(
        "{}={}; Path={}; HttpOnly; SameSite=Lax; Max-Age=31536000{}",
        Theme::COOKIE,
        theme.name(),
        base_path::root(),
        site.secure().attribute()
    );
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}
