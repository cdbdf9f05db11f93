//! The JSON of the compatibility wire: what requests carry and answers have. Knows no operation.

pub mod record;
pub mod search;
pub mod stamp;
pub mod working;
