//! What a page knows of the request it answers: who looks, in which theme, and what the last form
//! said. The server provides it; the browser reads it back from the document's head, so that both
//! render the same. Knows nothing of sessions and cookies.

use doors::Flash;
use kernel::Time;
use kernel::actor::Actor;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use crate::parts::RefusedForm;
pub use crate::parts::theme::Theme;

/// Who looks at the page; nobody before signing in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Viewer(pub Option<Actor>);

/// What a form without JavaScript must carry in the field `csrf`; empty before signing in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Csrf(pub String);

/// When a page was made, and where the log stood then.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moment {
    /// The server's time.
    pub now: Time,
    /// The log's epoch.
    pub epoch: u64,
    /// The log's visible end: everything up to it is in the page.
    pub position: u64,
}

/// All of it, as it travels in the head of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Context {
    /// Who looks.
    pub viewer: Viewer,
    /// In which colours.
    pub theme: Theme,
    /// For forms.
    pub csrf: Csrf,
    /// When the page was made, and where the log stood: live facts follow from there.
    #[serde(default)]
    pub moment: Moment,
    /// How many things needed a person then.
    #[serde(default)]
    pub needs: usize,
    /// What the last form said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flash: Option<Flash>,
}

/// Tells the router the address of the page as the browser has it, which is `path` below the base path.
#[cfg(feature = "ssr")]
pub fn provide_address(path: &str) {
    let address = format!("http://loci.localhost{}", doors::base_path::at(path));
    provide_context(leptos_router::location::RequestUrl::new(&address));
}

/// The name of the element in the head that carries the [`Context`].
pub const META: &str = "loci-context";

impl Context {
    /// Makes every part of it available to the components below.
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

    /// The text of the element in the head.
    #[must_use]
    pub fn to_meta(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// What the server put into the head of this document.
    #[cfg(not(feature = "ssr"))]
    #[must_use]
    pub fn from_document() -> Self {
        document()
            .query_selector(&format!("meta[name={META}]"))
            .ok()
            .flatten()
            .and_then(|element| element.get_attribute("content"))
            .and_then(|text| kernel::json::read(&text).ok())
            .unwrap_or_default()
    }
}

/// Makes the page's context available: call it first in the outermost component. On the server it
/// is there already.
pub fn provide() {
    #[cfg(not(feature = "ssr"))]
    Context::from_document().provide();
}

/// The element for the head of the page from which the browser reads the context.
#[must_use]
pub fn meta() -> impl IntoView {
    let content = use_context::<Context>().unwrap_or_default().to_meta();
    view! { <meta name=META content=content /> }
}

/// Who looks at the page.
#[must_use]
pub fn viewer() -> Option<Actor> {
    use_context::<Viewer>().and_then(|viewer| viewer.0)
}

/// The colours of the page.
#[must_use]
pub fn theme() -> Theme {
    use_context().unwrap_or_default()
}

/// How many things needed a person when the page was made.
#[must_use]
pub fn needs() -> usize {
    use_context::<Context>().map_or(0, |context| context.needs)
}

/// When the page was made, and where the log stood.
#[must_use]
pub fn moment() -> Moment {
    use_context().unwrap_or_default()
}

/// The value for the field `csrf` of a form.
#[must_use]
pub fn csrf() -> String {
    use_context::<Csrf>().unwrap_or_default().0
}
