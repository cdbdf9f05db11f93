//! Regular expressions for strings in schemas.
//!
//! A limit of several arguments has a type such as [`SessionName`](crate::session::SessionName) next to the check that
//! enforces it. The arguments name that type with `#[schemars(with = "…")]` and stay plain strings.

/// A name: no control characters, and at least one visible character.
pub const NAME: &str = r"^[^\x00-\x1f\x7f-\x9f]*[^\s\x00-\x1f\x7f-\x9f][^\x00-\x1f\x7f-\x9f]*$";
/// A [`NAME`], or an empty string.
pub const NAME_OR_EMPTY: &str =
    r"^([^\x00-\x1f\x7f-\x9f]*[^\s\x00-\x1f\x7f-\x9f][^\x00-\x1f\x7f-\x9f]*)?$";
/// No control characters.
pub const PRINTABLE: &str = r"^[^\x00-\x1f\x7f-\x9f]*$";
