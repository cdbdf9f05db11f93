//! Port for results of forms, stored until the page that the browser is redirected to has shown them.

use std::sync::Arc;

use crate::actor::Actor;
use crate::error::Result;
use crate::future::Fut;
use crate::time::Time;

/// Sender of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sender {
    /// Person or agent that is signed in.
    Known(Actor),
    /// Person whose session has ended, identified by the value of its cookie, which no other browser has.
    Ended(Arc<str>),
    /// Anyone. Their results are shown on pages of people who are not signed in, such as the sign-in page.
    Unknown,
}

/// Results of forms. A result may contain a new secret, so it is erased when it is taken, and at the latest ten minutes
/// after it was stored. Rows and bytes are limited per kind of sender: strangers cannot evict the results of people who
/// are signed in.
pub trait FormResults: Send + Sync {
    /// Stores a result under an unguessable id. Drops the oldest results of this kind of sender beyond the limits.
    ///
    /// # Errors
    /// Returns an error if the result is too large or cannot be stored.
    fn hold<'a>(
        &'a self,
        id: &'a str,
        sender: &'a Sender,
        result: Vec<u8>,
        now: Time,
    ) -> Fut<'a, Result<()>>;

    /// Transfers the results for an ended session to the person who signed in from its browser.
    ///
    /// # Errors
    /// Returns an error if they cannot be written.
    fn claim<'a>(&'a self, ended: &'a str, actor: &'a Actor) -> Fut<'a, Result<()>>;

    /// Erases and returns the result with this id if it is for `reader`.
    ///
    /// # Errors
    /// Returns an error if the results cannot be read or written.
    fn take<'a>(
        &'a self,
        id: &'a str,
        reader: &'a Sender,
        now: Time,
    ) -> Fut<'a, Result<Option<Vec<u8>>>>;

    /// Returns the result with this id if it is for `reader`. It stays: a page that refreshes itself shows it again.
    ///
    /// # Errors
    /// Returns an error if the results cannot be read.
    fn look<'a>(
        &'a self,
        id: &'a str,
        reader: &'a Sender,
        now: Time,
    ) -> Fut<'a, Result<Option<Vec<u8>>>>;

    /// Erases expired results.
    ///
    /// # Errors
    /// Returns an error if they cannot be erased.
    fn erase_expired(&self, now: Time) -> Fut<'_, Result<()>>;
}
