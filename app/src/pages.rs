//! The pages: one file each, with its parts in the folder of its name. A page asks operations, folds
//! live facts and lays parts out; it decides nothing.

pub mod act;
pub mod agent;
pub mod answered;
pub mod arrivals;
pub mod ask;
pub mod changes;
pub mod confirmed_action;
pub mod crystal;
pub mod crystals;
pub mod force;
pub mod form_result;
pub mod fresh;
pub mod happening;
pub mod inbox;
pub mod keys;
pub mod missing;
pub mod needs;
pub mod overview;
pub mod queue;
mod refusal;
pub mod run;
pub mod scratchpad;
pub mod scratchpads;
pub mod seek;
pub mod sentence;
pub mod session;
pub mod sessions;
pub mod settings;
pub mod setup;
pub mod shown;
pub mod sign_in;
pub mod still;
pub mod trouble;
pub mod words;
pub mod workflow;
pub mod workflows;
