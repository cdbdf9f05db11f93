//! The agents at work: what each of them holds and leads in the workflows, and the tokens with which they
//! come. Who is registered is the workspace's to say.

pub mod ops;
