//! Icons: names for the symbols of one sprite, which each page contains once. Icons are hidden from screen readers,
//! because text next to them carries the meaning.
use leptos::prelude::*;

/// Symbols of the sprite, drawn on a 16-unit grid; the logo on a 24-unit grid.
const SYMBOLS: &str = include_str!("icons.svg");

/// A symbol of the sprite. The first nine are the outlines of a task's status, each readable without color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    missing_docs,
    reason = "each variant is named after the thing it depicts"
)]
pub enum Icon {
    Pending,
    Assigned,
    InProgress,
    Blocked,
    Review,
    Completed,
    Failed,
    Cancelled,
    Skipped,
    Approval,
    Question,
    Escalation,
    Lease,
    Workflow,
    Session,
    Home,
    Inbox,
    Person,
    Agent,
    Decision,
    Discovery,
    Artifact,
    Nudge,
    Search,
    Theme,
    Sun,
    Moon,
    Settings,
    Key,
    Down,
    Right,
    Close,
    Check,
    Copy,
    Plus,
    Minus,
    Fit,
    Pause,
    Play,
    Prev,
    Next,
    Pin,
    Lock,
    Link,
    Table,
    List,
    Warn,
    Info,
    More,
    Out,
    Mind,
    Crystal,
    Generated,
    Activated,
    Consolidated,
    Frozen,
    Archived,
}

impl Icon {
    /// Returns the reference for a `<use>` element.
    #[must_use]
    pub const fn href(self) -> &'static str {
        match self {
            Self::Pending => "#st-pending",
            Self::Assigned => "#st-assigned",
            Self::InProgress => "#st-in_progress",
            Self::Blocked => "#st-blocked",
            Self::Review => "#st-review",
            Self::Completed => "#st-completed",
            Self::Failed => "#st-failed",
            Self::Cancelled => "#st-cancelled",
            Self::Skipped => "#st-skipped",
            Self::Approval => "#i-approval",
            Self::Question => "#i-question",
            Self::Escalation => "#i-escalation",
            Self::Lease => "#i-lease",
            Self::Workflow => "#i-workflow",
            Self::Session => "#i-session",
            Self::Home => "#i-home",
            Self::Inbox => "#i-inbox",
            Self::Person => "#i-person",
            Self::Agent => "#i-agent",
            Self::Decision => "#i-decision",
            Self::Discovery => "#i-discovery",
            Self::Artifact => "#i-artifact",
            Self::Nudge => "#i-nudge",
            Self::Search => "#i-search",
            Self::Theme => "#i-theme",
            Self::Sun => "#i-sun",
            Self::Moon => "#i-moon",
            Self::Settings => "#i-settings",
            Self::Key => "#i-key",
            Self::Down => "#i-down",
            Self::Right => "#i-right",
            Self::Close => "#i-close",
            Self::Check => "#i-check",
            Self::Copy => "#i-copy",
            Self::Plus => "#i-plus",
            Self::Minus => "#i-minus",
            Self::Fit => "#i-fit",
            Self::Pause => "#i-pause",
            Self::Play => "#i-play",
            Self::Prev => "#i-prev",
            Self::Next => "#i-next",
            Self::Pin => "#i-pin",
            Self::Lock => "#i-lock",
            Self::Link => "#i-link",
            Self::List => "#i-list",
            Self::Table => "#i-table",
            Self::Warn => "#i-warn",
            Self::Info => "#i-info",
            Self::More => "#i-more",
            Self::Out => "#i-out",
            Self::Mind => "#i-mind",
            Self::Crystal => "#i-crystal",
            Self::Generated => "#lc-generated",
            Self::Activated => "#lc-activated",
            Self::Consolidated => "#lc-consolidated",
            Self::Frozen => "#lc-frozen",
            Self::Archived => "#lc-archived",
        }
    }
}

/// The sprite. Every page contains it once, before the first icon.
#[component]
pub fn Sprite() -> impl IntoView {
    view! { <svg class="sprite" aria-hidden="true" width="0" height="0" inner_html=SYMBOLS></svg> }
}

/// One icon, in the size and color of the surrounding text.
#[component]
pub fn Glyph(
    /// Symbol to show.
    icon: Icon,
) -> impl IntoView {
    view! {
        <svg class="icon" aria-hidden="true">
            <use href=icon.href()></use>
        </svg>
    }
}

#[cfg(test)]
mod tests {
    use super::{Icon, SYMBOLS};

    const ALL: [Icon; 57] = [
        Icon::Pending,
        Icon::Assigned,
        Icon::InProgress,
        Icon::Blocked,
        Icon::Review,
        Icon::Completed,
        Icon::Failed,
        Icon::Cancelled,
        Icon::Skipped,
        Icon::Approval,
        Icon::Question,
        Icon::Escalation,
        Icon::Lease,
        Icon::Workflow,
        Icon::Session,
        Icon::Home,
        Icon::Inbox,
        Icon::Person,
        Icon::Agent,
        Icon::Decision,
        Icon::Discovery,
        Icon::Artifact,
        Icon::Nudge,
        Icon::Search,
        Icon::Theme,
        Icon::Sun,
        Icon::Moon,
        Icon::Settings,
        Icon::Key,
        Icon::Down,
        Icon::Right,
        Icon::Close,
        Icon::Check,
        Icon::Copy,
        Icon::Plus,
        Icon::Minus,
        Icon::Fit,
        Icon::Pause,
        Icon::Play,
        Icon::Prev,
        Icon::Next,
        Icon::Pin,
        Icon::Lock,
        Icon::Link,
        Icon::Table,
        Icon::List,
        Icon::Warn,
        Icon::Info,
        Icon::More,
        Icon::Out,
        Icon::Mind,
        Icon::Crystal,
        Icon::Generated,
        Icon::Activated,
        Icon::Consolidated,
        Icon::Frozen,
        Icon::Archived,
    ];

    #[test]
    fn every_icon_has_its_symbol_and_every_symbol_its_icon() {
        for icon in ALL {
            let id = icon.href().trim_start_matches('#');
            assert!(
                SYMBOLS.contains(&format!("<symbol id=\"{id}\"")),
                "{id} is not in the sprite"
            );
        }
        // The logo belongs to the brand, not to the icons.
        assert_eq!(SYMBOLS.matches("<symbol ").count(), ALL.len() + 1);
    }
}
