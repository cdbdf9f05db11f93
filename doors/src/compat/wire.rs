//! JSON types of the compatibility API's requests and answers.

pub mod record;
pub mod search;
pub mod stamp;
pub mod working;
