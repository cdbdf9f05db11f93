//! Light, dark or the system's. A form that works without JavaScript: it posts, the server sets a cookie and sends
//! the visitor back, and the next first byte of HTML already knows.
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use super::csrf::Csrf;
use super::icon::{Glyph, Icon};
use crate::paths;

/// The visitor's choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// Whatever the system says.
    #[default]
    System,
    /// Always light.
    Light,
    /// Always dark.
    Dark,
}

impl Theme {
    /// The cookie's name.
    pub const COOKIE: &'static str = "theme";

    /// The cookie's and the form's value.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// The choice with this name; anything unknown follows the system.
    #[must_use]
    pub fn named(name: &str) -> Self {
        match name {
            "light" => Self::Light,
            "dark" => Self::Dark,
            _ => Self::System,
        }
    }

    /// The value of `data-theme` on `<html>`; none lets the system decide.
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

/// The button that switches to the next choice.
#[component]
pub fn ThemeButton(
    /// The choice that holds now.
    #[prop(optional)]
    theme: Theme,
    /// The visitor's form token.
    #[prop(into)]
    csrf: String,
    /// Where to come back to: the page's own path and query.
    #[prop(into)]
    back: Signal<String>,
) -> impl IntoView {
    view! {
        <form class="theme" method="post" action=paths::theme()>
            <Csrf token=csrf/>
            <input type="hidden" name="back" prop:value=move || back.get() value=back.get_untracked()/>
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
            assert_eq!(Theme::named(theme.name()), theme);
        }
        assert_eq!(Theme::named("\"><script>"), Theme::System);
    }
}
