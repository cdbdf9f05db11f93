//! Two kernels on one log, each with an index of its own: what one does the other has, once and in order.
#![expect(clippy::unwrap_used, reason = "a story that cannot go on has failed")]

mod erasing;
mod following;
mod laws;
mod once;
mod pair;
mod racing;
