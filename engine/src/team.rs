//! Agents at work: the tasks that they hold, the workflows that they lead, and their tokens. Registration is part of
//! the workspace.

pub mod ops;
