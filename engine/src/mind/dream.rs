//! Dreams: how a mind's document is written anew from what was noted, done and remembered. Everything but the
//! gathering and the searching is pure. Knows no clock, no index of its own and no language model.

mod behind;
pub mod cues;
pub mod draft;
pub mod fallen;
pub mod gaps;
pub mod gather;
mod group;
pub mod item;
pub mod logs;
pub mod material;
pub mod members;
pub mod model;
pub mod notes;
pub mod old;
pub(crate) mod open_work;
pub mod ops;
pub mod people;
pub mod plan;
pub mod point;
pub mod prompt;
pub mod rest;
pub mod settle;
pub mod skills;
pub mod sort;
pub mod subject;
pub mod topics;
pub mod words;
pub mod work;
