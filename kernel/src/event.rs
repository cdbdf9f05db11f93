//! The kinds of facts of a memory: a name, a schema number and a body each, and how older bodies are
//! still read.

use serde_json::value::RawValue;

/// The facts of one memory. Made by [`events!`](crate::events).
pub trait Event: Sized + Clone + std::fmt::Debug + Send + Sync + 'static {
    /// The kind's name, such as `task_claimed`.
    fn kind(&self) -> &'static str;
    /// The number of the body's form.
    fn schema(&self) -> u16;
    /// The body as JSON.
    ///
    /// # Errors
    /// When the body has no JSON form; no body of Loci is like that.
    fn body(&self) -> serde_json::Result<Box<RawValue>>;
    /// Reads a stored fact, also one of an older form. A kind that this build does not know, or a
    /// body it cannot read, is [`Event::unreadable`]: a fold passes over it and never fails.
    fn read(kind: &str, schema: u16, body: &RawValue) -> Self;
    /// A fact that was redacted, or is from a newer build.
    fn unreadable(kind: &str) -> Self;
}

/// Declares the facts of one memory:
///
/// ```ignore
/// events! {
///     /// What happens in a workflow.
///     pub enum Event {
///         /// A task was added.
///         TaskAdded = "task_added" 2 { 1 => upcast_1 },
///     }
/// }
/// ```
///
/// The variant `TaskAdded` holds the struct `TaskAdded`, which is the current form of its body.
/// `upcast_1(serde_json::Value) -> serde_json::Value` turns a body of schema 1 into schema 2.
#[macro_export]
macro_rules! events {
    (
        $(#[$meta:meta])*
        pub enum $name:ident {
            $( $(#[$doc:meta])* $variant:ident = $kind:literal $schema:literal
               $( { $( $old:literal => $upcast:path ),+ $(,)? } )? ),+ $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug)]
        pub enum $name {
            $( $(#[$doc])* $variant($variant), )+
            /// Redacted, or of a kind that this build does not know.
            Unreadable(String),
        }

        $(
            impl From<$variant> for $name {
                fn from(body: $variant) -> Self {
                    Self::$variant(body)
                }
            }
        )+

        impl $name {
            /// Every kind with its current schema number.
            pub const KINDS: &'static [(&'static str, u16)] = &[ $( ($kind, $schema) ),+ ];
        }

        impl $crate::event::Event for $name {
            fn kind(&self) -> &'static str {
                match self {
                    $( Self::$variant(_) => $kind, )+
                    Self::Unreadable(_) => "redacted",
                }
            }

            fn schema(&self) -> u16 {
                match self {
                    $( Self::$variant(_) => $schema, )+
                    Self::Unreadable(_) => 0,
                }
            }

            fn body(&self) -> serde_json::Result<Box<serde_json::value::RawValue>> {
                match self {
                    $( Self::$variant(body) => serde_json::value::to_raw_value(body), )+
                    Self::Unreadable(_) => serde_json::value::to_raw_value(&()),
                }
            }

            fn read(kind: &str, schema: u16, body: &serde_json::value::RawValue) -> Self {
                match (kind, schema) {
                    $(
                        ($kind, $schema) => $crate::json::read(body.get())
                            .map_or_else(|_| Self::Unreadable(kind.into()), Self::$variant),
                        $( $(
                            ($kind, $old) => $crate::json::read(body.get())
                                .and_then(|value| serde_json::from_value($upcast(value)))
                                .map_or_else(|_| Self::Unreadable(kind.into()), Self::$variant),
                        )+ )?
                    )+
                    _ => Self::Unreadable(kind.into()),
                }
            }

            fn unreadable(kind: &str) -> Self {
                Self::Unreadable(kind.into())
            }
        }
    };
}
