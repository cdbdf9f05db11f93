//! Responses to plain forms, stored until the page that the person is redirected to has shown them. The address only
//! contains an unguessable id, and a response is shown only to the sender of the form: nobody can create a link that
//! puts text on a page of Loci.

use std::sync::Arc;

use kernel::actor::Actor;
use kernel::ports::clock::Clock;
use kernel::ports::form_results::{FormResults, Sender};
use kernel::{Error, Result};

use super::RequestContext;
use crate::Flash;

/// Returns the sender of a request: known if signed in.
pub(super) fn sender(context: &RequestContext) -> Sender {
    reader(context.actor.as_ref())
}

/// Returns the sender of a request whose session has ended. Only a browser with its cookie gets the response.
pub(super) fn sender_of_ended_session(context: &RequestContext) -> Option<Sender> {
    context.ended_session.clone().map(Sender::Ended)
}

fn reader(actor: Option<&Actor>) -> Sender {
    actor.cloned().map_or(Sender::Unknown, Sender::Known)
}

/// Responses that wait for their page.
#[derive(Clone)]
pub struct Flashes {
    results: Arc<dyn FormResults>,
    clock: Arc<dyn Clock>,
}

impl Flashes {
    /// Creates it over a storage of results.
    #[must_use]
    pub const fn new(results: Arc<dyn FormResults>, clock: Arc<dyn Clock>) -> Self {
        Self { results, clock }
    }

    /// Stores a response for its sender. Returns its id.
    ///
    /// # Errors
    /// Returns an error if it cannot be stored, or without a source of randomness.
    pub(super) async fn hold(&self, sender: &Sender, flash: &Flash) -> Result<String> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)
            .map_err(|error| Error::unavailable(format!("no randomness: {error}")))?;
        let id = format!("{:032x}", u128::from_le_bytes(bytes));
        let result =
            serde_json::to_vec(flash).map_err(|error| Error::internal(error.to_string()))?;
        let held = self.results.hold(&id, sender, result, self.clock.now());
        held.await?;
        Ok(id)
    }

    /// Transfers the responses for an ended session to the person who signed in from its browser.
    ///
    /// # Errors
    /// Returns an error if they cannot be written.
    pub async fn claim(&self, ended: &str, actor: &Actor) -> Result<()> {
        self.results.claim(ended, actor).await
    }

    /// Removes and returns the response with this id if it is for the caller.
    ///
    /// # Errors
    /// Returns an error if it cannot be read.
    pub async fn take(&self, id: &str, actor: Option<&Actor>) -> Result<Option<Flash>> {
        let (reader, now) = (reader(actor), self.clock.now());
        read(self.results.take(id, &reader, now).await?)
    }

    /// Returns the response with this id if it is for the caller. It stays: a page that refreshes itself shows it
    /// again.
    ///
    /// # Errors
    /// Returns an error if it cannot be read.
    pub async fn look(&self, id: &str, actor: Option<&Actor>) -> Result<Option<Flash>> {
        let (reader, now) = (reader(actor), self.clock.now());
        read(self.results.look(id, &reader, now).await?)
    }
}

fn read(result: Option<Vec<u8>>) -> Result<Option<Flash>> {
    let flash = result.map(|json| serde_json::from_slice(&json));
    flash
        .transpose()
        .map_err(|error| Error::internal(format!("the result of a form: {error}")))
}
