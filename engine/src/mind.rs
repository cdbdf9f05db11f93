//! Minds: what an agent is and no longer has to carry. One document for each agent, which dreams write from its
//! notes, its work and its memories. Knows no door and no language model.

pub mod budget;
pub mod document;
pub mod guard;
pub mod marks;
pub mod pointer;
pub mod section;
