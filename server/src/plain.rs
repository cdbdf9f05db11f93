//! Pages outside the application: text in the site's style, without the application's scripts.

use app::context::Theme;
use axum::body::Body;
use axum::http::{HeaderValue, Response, StatusCode, header};
use kernel::Error;

use crate::site::Site;
use doors::base_path;
use doors::encoding::html;

/// Renders a page with a title and an HTML body, in the reader's theme.
#[must_use]
pub fn page(site: &Site, theme: Theme, title: &str, body: &str) -> Response<Body> {
    let names = site.assets.names();
    let (css, icon) = (&names.css, html(&names.public(app::shell::FAVICON)));
    let style = if css.is_empty() {
        String::new()
    } else {
        format!("<link rel=\"stylesheet\" href=\"{}\">", html(css))
    };
    let colours = theme
        .attribute()
        .map(|name| format!(" data-theme=\"{name}\""))
        .unwrap_or_default();
    let fonts = app::shell::FONTS.map(|font| {
        let font = html(&names.public(font));
        format!(
            "<link rel=\"preload\" href=\"{font}\" as=\"font\" type=\"font/woff2\" crossorigin=\"anonymous\">"
        )
    });
    let fonts = fonts.concat();
    let html = format!(
        "<!DOCTYPE html><html lang=\"en\"{colours}><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"color-scheme\" content=\"light dark\">\
         <link rel=\"icon\" href=\"{icon}\" type=\"image/svg+xml\">\
         {fonts}<title>{} · Loci</title>{style}</head><body><div class=\"app\">\
         <a class=\"skip\" href=\"#main\">Skip to content</a>\
         <header class=\"runhead\"><a class=\"brand\" href=\"{home}\">\
         {}<span>Loci</span></a></header>\
         {body}</div></body></html>",
        html(title),
        app::parts::icon::mark(),
        home = base_path::home(),
    );
    let mut response = Response::new(Body::from(html));
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("text/html; charset=utf-8"),
    );
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Renders an error page.
#[must_use]
pub fn error(site: &Site, theme: Theme, error: &Error) -> Response<Body> {
    error_with_title(site, theme, error, error.code.title(), ("/", "Overview"))
}

/// Renders an error page with its own title and a link: a path and its label.
#[must_use]
pub fn error_with_title(
    site: &Site,
    theme: Theme,
    error: &Error,
    title: &str,
    (to, called): (&str, &str),
) -> Response<Body> {
    let detail = match error.code {
        kernel::Code::Internal => "This is a fault of Loci, not yours.",
        _ => &error.detail,
    };
    let body = format!(
        "<main id=\"main\" class=\"page lost\"><h1>{}</h1><p class=\"lede\">{}</p>\
         <p class=\"btns btns--start\"><a class=\"btn btn--primary\" href=\"{}\">{called}</a></p></main>",
        html(title),
        html(detail),
        base_path::at(to)
    );
    let mut response = page(site, theme, title, &body);
    *response.status_mut() =
        StatusCode::from_u16(error.code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    response
}
