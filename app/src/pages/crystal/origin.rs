//! Where a memory was taken from, as the way to it.

use engine::crystal::Crystal;
use engine::session::SessionKey;
use kernel::Id;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use crate::parts::Icon;
use crate::paths;

/// What a memory was taken from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Origin {
    /// A session, and the message in it.
    Session {
        /// Its key.
        key: String,
        /// The message.
        message: Option<String>,
    },
    /// A workflow.
    Workflow {
        /// Its id.
        id: Id,
    },
    /// The mind of an agent.
    Mind {
        /// The agent.
        agent: String,
    },
    /// Something else.
    Other {
        /// Its name.
        name: String,
    },
}

/// What the memory was taken from, as far as it says so.
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
    /// Its shape.
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

/// The way to it, in a line.
#[component]
pub fn From(
    /// What it was taken from.
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
