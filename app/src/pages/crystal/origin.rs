//! Source of a memory, and the link to it.

use engine::crystal::Crystal;
use engine::session::SessionKey;
use kernel::Id;
use leptos::prelude::*;

use crate::parts::Icon;
use crate::paths;

/// Source of a memory.
pub enum Origin {
    /// A session, or a message in it.
    Session {
        /// Key of the session.
        key: String,
        /// Id of the message.
        message: Option<String>,
    },
    /// A workflow.
    Workflow {
        /// Id of the workflow.
        id: Id,
    },
    /// The mind of an agent.
    Mind {
        /// Name of the agent.
        agent: String,
    },
    /// Another source.
    Other {
        /// Name of the source.
        name: String,
    },
}

/// Returns the source of a memory, if it is known.
#[must_use]
pub fn origin(memory: &Crystal) -> Option<Origin> {
    if let Some(from) = &memory.provenance {
        let id = from.stream.id();
        return Some(match from.stream.kind() {
            "session" => Origin::Session {
                key: id.to_owned(),
                message: from.message.clone(),
            },
            "workflow" if id.parse::<Id>().is_ok() => Origin::Workflow {
                id: id.parse().unwrap_or_default(),
            },
            "mind" => Origin::Mind {
                agent: id.to_owned(),
            },
            kind => Origin::Other {
                name: format!("{kind} {id}"),
            },
        });
    }
    if let Some(session) = &memory.session_id {
        let part = |part: &Option<String>| part.as_deref().map(Into::into);
        let key = SessionKey {
            id: session.as_str().into(),
            namespace: part(&memory.namespace),
            user_id: part(&memory.user_id),
        };
        return Some(Origin::Session {
            key: key.to_string(),
            message: None,
        });
    }
    let workflow = memory.workflow.as_ref()?;
    Some(match workflow.parse() {
        Ok(id) => Origin::Workflow { id },
        Err(()) => Origin::Other {
            name: workflow.clone(),
        },
    })
}

impl Origin {
    /// Returns the icon of the source's kind.
    #[must_use]
    pub const fn icon(&self) -> Icon {
        match self {
            Self::Session { .. } => Icon::Session,
            Self::Workflow { .. } => Icon::Workflow,
            Self::Mind { .. } => Icon::Mind,
            Self::Other { .. } => Icon::Link,
        }
    }
}

/// Link to the source, in a line.
#[component]
pub fn From(
    /// Source to link to.
    origin: Origin,
) -> impl IntoView {
    match origin {
        Origin::Session { key, message } => {
            let parsed = SessionKey::parse(&key).unwrap_or_default();
            let name = match &message {
                Some(message) => format!("{}, message {message}", parsed.id),
                None => parsed.id.to_string(),
            };
            view! { <a href=paths::session(&parsed) title=key dir="auto">{name}</a> }.into_any()
        }
        Origin::Workflow { id } => {
            view! { <a href=paths::workflow(id)>"a workflow"</a> }.into_any()
        }
        Origin::Mind { agent } => {
            view! { <a href=paths::mind(&agent) dir="auto">{format!("the mind of {agent}")}</a> }
                .into_any()
        }
        Origin::Other { name } => name.into_any(),
    }
}
