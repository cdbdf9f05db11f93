//! Reads a mirror's content from the server, and sends edits, with the operations of the API.

use kernel::{Code, Error, Result};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::folder::Base;
use super::kind::Kind;
use super::passage::Passage;
use crate::client::Server;
use crate::notices;

/// Mind, and optionally a task.
pub struct Mind {
    /// Agent of the mind.
    pub agent: String,
    workflow: Option<String>,
    task: Option<String>,
    /// `ETag` and text of the last context.
    context: Option<(String, String)>,
    is_there: bool,
}

/// Content of the server for each file; `None` if there is none.
#[derive(Debug, Default)]
pub struct Texts {
    document: Option<String>,
    scratch: Option<String>,
    context: Option<String>,
}

impl Texts {
    /// Returns the content of a file.
    #[must_use]
    pub fn of(&self, kind: Kind) -> Option<&str> {
        match kind {
            Kind::Document => self.document.as_deref(),
            Kind::Scratch => self.scratch.as_deref(),
            Kind::Context => self.context.as_deref(),
        }
    }
}

impl Mind {
    /// Finds the mind of an agent, by default the caller's; with a task, also the task's context.
    ///
    /// # Errors
    /// Returns the server's error.
    pub async fn find(
        server: &Server,
        agent: Option<&str>,
        (workflow, task): (Option<&str>, Option<&str>),
    ) -> Result<Self> {
        let own = call(server, "mind_context", json!({ "agent": agent })).await?;
        let agent = text(&own["agent"]).unwrap_or_default();
        let mut found = Self {
            agent,
            workflow: workflow.map(str::to_owned),
            task: task.map(str::to_owned),
            context: None,
            is_there: false,
        };
        if task.is_some() {
            let given = found.read_context(server).await?;
            // A task can be given together with its workflow; from here on they are separate.
            found.workflow = text(&given["workflow"]);
            found.task = text(&given["task"]);
        }
        Ok(found)
    }

    /// Returns the files of the mirror.
    pub fn kinds(&self) -> impl Iterator<Item = Kind> + use<> {
        let context = self.task.as_ref().map(|_| Kind::Context);
        [Kind::Document, Kind::Scratch].into_iter().chain(context)
    }

    /// Returns the streams whose facts change the files; empty, which means all, while the mind does not exist.
    #[must_use]
    pub fn streams(&self) -> Vec<String> {
        if !self.is_there {
            return Vec::new();
        }
        let workflow = self.workflow.as_ref().map(|id| format!("workflow:{id}"));
        let workflow = workflow.filter(|_| self.task.is_some());
        let mind = format!("mind:{}", self.agent);
        [mind].into_iter().chain(workflow).collect()
    }

    /// Reads the server's current content.
    ///
    /// # Errors
    /// Returns the server's error.
    pub async fn texts(&mut self, server: &Server) -> Result<Texts> {
        let wish = json!({ "agent": self.agent, "fields": ["document.text", "scratch"] });
        let mind = match call(server, "mind_get", wish).await {
            Ok(mind) => mind,
            Err(error) if error.code == Code::NotFound => Value::Null,
            Err(error) => return Err(error),
        };
        self.is_there = !mind.is_null();
        let context = match &self.task {
            Some(_) => Some(self.context(server).await?),
            None => None,
        };
        Ok(Texts {
            document: text(&mind["document"]["text"]),
            scratch: text(&mind["scratch"]),
            context,
        })
    }

    /// Reads the context of the task.
    async fn context(&mut self, server: &Server) -> Result<String> {
        let given = self.read_context(server).await?;
        if let Some((_, context)) = self.context.as_ref().filter(|_| given["unchanged"] == true) {
            return Ok(context.clone());
        }
        let context = text(&given["text"]).unwrap_or_default();
        if let Some(etag) = text(&given["etag"]) {
            self.context = Some((etag, context.clone()));
        }
        Ok(context)
    }

    async fn read_context(&self, server: &Server) -> Result<Value> {
        let since = self.context.as_ref().map(|(etag, _)| etag);
        let wish = json!({
            "agent": self.agent, "workflow": self.workflow, "task": self.task, "since": since,
        });
        call(server, "context_read", wish).await
    }

    /// Creates the mind with a text as the first version of its document.
    ///
    /// # Errors
    /// Returns the server's error.
    pub async fn seed(&self, server: &Server, text: &str) -> Result<()> {
        let wish = json!({ "agent": self.agent, "markdown": text });
        call(server, "mind_seed", wish).await.map(drop)
    }

    /// Writes a passage of a file as a note. Repeated calls within a day create one note, until the file's synchronized
    /// content changes.
    ///
    /// # Errors
    /// Returns the server's error.
    pub async fn note(
        &self,
        server: &Server,
        kind: Kind,
        base: Option<&Base>,
        passage: &Passage,
    ) -> Result<()> {
        let key = key(kind, base, passage);
        let Passage {
            text, importance, ..
        } = passage;
        let (workflow, task) = match kind {
            Kind::Context => (self.workflow.as_deref(), self.task.as_deref()),
            Kind::Document | Kind::Scratch => (None, None),
        };
        let wish = json!({
            "agent": self.agent, "note": text, "importance": importance,
            "workflow": workflow, "task": task, "idempotency_key": key,
        });
        call(server, "note_write", wish).await.map(drop)
    }
}

/// Returns the idempotency key of a passage. The same line has another key once the synchronized content has changed: a
/// dream may have removed the first note from the buffer.
fn key(kind: Kind, base: Option<&Base>, passage: &Passage) -> String {
    let at = base.and_then(|base| base.at);
    let at = at.unwrap_or_default().to_string();
    let base = base.map_or("", |base| base.text.as_str());
    let place = json!([kind.name(), base, at, passage.text, passage.nth]).to_string();
    format!("mirror-{:x}", Sha256::digest(place))
}

/// Calls an operation. Notices for the agent, which come with any answer, are printed.
async fn call(server: &Server, operation: &str, mut wish: Value) -> Result<Value> {
    if let Some(wish) = wish.as_object_mut() {
        wish.retain(|_, value| !value.is_null());
    }
    let answer = server.call(operation, wish.to_string()).await;
    let answer = answer.map_err(|mut error| {
        // Not every error is printed.
        notices::say(&notices::of_error(&mut error));
        error
    })?;
    notices::say(&notices::of(&answer));
    serde_json::from_str(&answer)
        .map_err(|error| Error::unavailable(format!("The answer is no JSON: {error}")))
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn a_line_is_known_until_something_else_is_remembered() {
        let at = |seconds| {
            let at = Some(seconds);
            let text = String::new();
            Some(Base { text, at })
        };
        let passage = Passage {
            text: "Never on Fridays".into(),
            importance: None,
            nth: 0,
        };
        let key = |base: Option<Base>| key(Kind::Scratch, base.as_ref(), &passage);
        assert_eq!(key(at(1)), key(at(1)));
        assert_ne!(key(at(1)), key(at(2)), "a dream has emptied the buffer");
        assert_ne!(key(None), key(at(1)));
    }
}
