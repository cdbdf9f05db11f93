//! Two kernels on one log, each with its own index: each sees the other's facts exactly once and in order.
#![expect(clippy::unwrap_used, reason = "a story that cannot go on has failed")]

mod erasing;
mod following;
mod laws;
mod losing;
mod once;
mod pair;
mod racing;
