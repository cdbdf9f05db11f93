//! Context of the request that a page answers, provided by the server: viewer, theme, and the result of the form that led
//! to the page.

use doors::Flash;
use kernel::actor::Actor;
use leptos::prelude::*;
use leptos_router::hooks::use_location;
use leptos_router::location::Location;
use serde::{Deserialize, Serialize};

use crate::moment::{Moment, moment};
use crate::parts::RefusedForm;
pub use crate::parts::theme::Theme;

/// The signed-in viewer of the page; `None` before signing in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Viewer(pub Option<Actor>);

/// Token that a form sent without JavaScript carries in the field `csrf`; empty before signing in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Csrf(pub String);

/// The whole context.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Context {
    /// Viewer of the page.
    pub viewer: Viewer,
    /// Color theme.
    pub theme: Theme,
    /// CSRF token for forms.
    pub csrf: Csrf,
    /// Time and log position of the page; the live feed continues from there.
    pub moment: Moment,
    /// Number of inbox items that needed a person when the page was rendered.
    pub needs: usize,
    /// Result of the form that led to the page.
    pub flash: Option<Flash>,
}

/// Gives the router the page's address as the browser has it: `path` below the base path.
pub fn provide_address(path: &str) {
    let address = format!("http://loci.localhost{}", doors::base_path::at(path));
    provide_context(leptos_router::location::RequestUrl::new(&address));
}

/// Returns the path of the page as the browser has it, and the same with its query.
#[must_use]
pub fn address() -> (String, String) {
    let Location {
        pathname, search, ..
    } = use_location();
    let (path, search) = (pathname.get_untracked(), search.get_untracked());
    let mark = if search.is_empty() { "" } else { "?" };
    let whole = format!("{path}{mark}{search}");
    (path, whole)
}

/// Name of the `meta` element in the head that carries the [`Moment`].
pub const META: &str = "loci-moment";

impl Context {
    /// Provides every part of the context to the components below.
    pub fn provide(self) {
        provide_context(self.viewer.clone());
        provide_context(self.theme);
        provide_context(self.csrf.clone());
        provide_context(self.moment);
        if let Some(flash) = self.flash.clone() {
            if flash.problem.is_some() || !flash.sent.is_empty() {
                provide_context(RefusedForm {
                    form: flash.form.clone(),
                    sent: flash.sent.clone().into(),
                });
            }
            provide_context(flash);
        }
        provide_context(self);
    }
}

/// Renders the element in the head with the moment of the page. Scripts need nothing else of the context.
#[must_use]
pub fn meta() -> impl IntoView {
    let content = serde_json::to_string(&moment()).unwrap_or_default();
    view! { <meta name=META content=content /> }
}

/// Returns the viewer of the page.
#[must_use]
pub fn viewer() -> Option<Actor> {
    use_context::<Viewer>().and_then(|viewer| viewer.0)
}

/// Returns the color theme of the page.
#[must_use]
pub fn theme() -> Theme {
    use_context().unwrap_or_default()
}

/// Returns the number of inbox items that needed a person when the page was rendered.
#[must_use]
pub fn needs() -> usize {
    use_context::<Context>().map_or(0, |context| context.needs)
}

/// Returns the value for the field `csrf` of a form.
#[must_use]
pub fn csrf() -> String {
    use_context::<Csrf>().unwrap_or_default().0
}
