//! Color theme: light, dark or the system's. Its form works without JavaScript: the server sets a cookie and
//! redirects back, so the next page has the theme from its first byte.
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use super::csrf::Csrf;
use super::icon::{Glyph, Icon};
use crate::paths;

/// Choice of the visitor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// Follows the system.
    #[default]
    System,
    /// Always light.
    Light,
    /// Always dark.
    Dark,
}

impl Theme {
    /// Name of the cookie.
    pub const COOKIE: &'static str = "theme";

    /// Returns the value of the cookie and the form field.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// Returns the theme with this name; unknown names follow the system.
    #[must_use]
    pub fn from_name(name: &str) -> Self {
        match name {
            "light" => Self::Light,
            "dark" => Self::Dark,
            _ => Self::System,
        }
    }

    /// Returns the value of `data-theme` on `<html>`; `None` follows the system.
    #[must_use]
    pub const fn attribute(self) -> Option<&'static str> {
        match self {
            Self::System => None,
            Self::Light => Some("light"),
            Self::Dark => Some("dark"),
        }
    }

    const fn next(self) -> Self {
        match self {
            Self::System => Self::Light,
            Self::Light => Self::Dark,
            Self::Dark => Self::System,
        }
    }

    const fn icon(self) -> Icon {
        match self {
            Self::System => Icon::Theme,
            Self::Light => Icon::Sun,
            Self::Dark => Icon::Moon,
        }
    }

    const fn says(self) -> &'static str {
        match self {
            Self::System => "Theme: follows the system. Switch to light",
            Self::Light => "Theme: light. Switch to dark",
            Self::Dark => "Theme: dark. Follow the system",
        }
    }
}

/// Button that switches to the next theme.
#[component]
pub fn ThemeButton(
    /// Current theme.
    #[prop(optional)]
    theme: Theme,
    /// CSRF token of the form.
    #[prop(into)]
    csrf: String,
    /// Path and query of the page, to return to.
    back: String,
) -> impl IntoView {
    view! {
        <form class="theme" method="post" action=paths::theme()>
            <Csrf token=csrf/>
            <input type="hidden" name="back" value=back/>
            <button
                class="btn btn--icon"
                type="submit"
                name="theme"
                value=theme.next().name()
                aria-label=theme.says()
                title=theme.says()
            >
                <Glyph icon=theme.icon()/>
            </button>
        </form>
    }
}

#[cfg(test)]
mod tests {
    use super::Theme;

    #[test]
    fn three_presses_come_back_and_strange_cookies_follow_the_system() {
        for theme in [Theme::System, Theme::Light, Theme::Dark] {
            assert_eq!(theme.next().next().next(), theme);
            assert_eq!(Theme::from_name(theme.name()), theme);
        }
        assert_eq!(Theme::from_name("\"><script>"), Theme::System);
    }
}
