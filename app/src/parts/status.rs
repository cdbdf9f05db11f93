//! Status of a task for display: icon, word and color.
use leptos::prelude::*;

use super::icon::{Glyph, Icon};

/// The nine statuses of a task, with the names of the API.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "each variant is the API's own word")]
pub enum Status {
    Pending,
    Assigned,
    InProgress,
    Blocked,
    Review,
    Completed,
    Failed,
    Cancelled,
    Skipped,
}

impl Status {
    /// All statuses, in the order of the legend.
    pub const ALL: [Self; 9] = [
        Self::Completed,
        Self::Review,
        Self::InProgress,
        Self::Assigned,
        Self::Blocked,
        Self::Pending,
        Self::Failed,
        Self::Cancelled,
        Self::Skipped,
    ];

    /// Returns the name in the API, which is also the value of `data-status`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Assigned => "assigned",
            Self::InProgress => "in_progress",
            Self::Blocked => "blocked",
            Self::Review => "review",
            Self::Completed => "completed",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
            Self::Skipped => "skipped",
        }
    }

    /// Returns the status with this API name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.name() == name)
    }

    /// Returns the label, capitalized.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Pending => "Pending",
            Self::Assigned => "Assigned",
            Self::InProgress => "In progress",
            Self::Blocked => "Blocked",
            Self::Review => "Review",
            Self::Completed => "Completed",
            Self::Failed => "Failed",
            Self::Cancelled => "Cancelled",
            Self::Skipped => "Skipped",
        }
    }

    /// Returns the words within a sentence: "2 in progress", "1 in review".
    #[must_use]
    pub const fn phrase(self) -> &'static str {
        match self {
            Self::InProgress => "in progress",
            Self::Review => "in review",
            other => other.name(),
        }
    }

    /// Returns the icon.
    #[must_use]
    pub const fn icon(self) -> Icon {
        match self {
            Self::Pending => Icon::Pending,
            Self::Assigned => Icon::Assigned,
            Self::InProgress => Icon::InProgress,
            Self::Blocked => Icon::Blocked,
            Self::Review => Icon::Review,
            Self::Completed => Icon::Completed,
            Self::Failed => Icon::Failed,
            Self::Cancelled => Icon::Cancelled,
            Self::Skipped => Icon::Skipped,
        }
    }
}

/// Icon and label of a status.
#[component]
pub fn StatusWord(
    /// Status to show.
    status: Status,
) -> impl IntoView {
    view! {
        <span class="status" data-status=status.name()>
            <Glyph icon=status.icon()/>
            {status.label()}
        </span>
    }
}

#[cfg(test)]
mod tests {
    use super::Status;

    #[test]
    fn names_lead_back_to_their_status() {
        for status in Status::ALL {
            assert_eq!(Status::from_name(status.name()), Some(status));
        }
        assert_eq!(Status::from_name("done"), None);
    }
}
