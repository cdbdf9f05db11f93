//! Event kinds of a memory: each has a name, a schema number and a body. Older bodies are upcast on reading.

use serde_json::value::RawValue;

/// The facts of one memory. Implemented by [`events!`](crate::events).
pub trait Event: Sized + Clone + std::fmt::Debug + Send + Sync + 'static {
    /// Returns the name of the kind, such as `task_claimed`.
    fn kind(&self) -> &'static str;
    /// Returns the schema number of the body.
    fn schema(&self) -> u16;
    /// Serializes the body as JSON.
    ///
    /// # Errors
    /// Returns an error if the body cannot be serialized. No body of Loci does this.
    fn body(&self) -> serde_json::Result<Box<RawValue>>;
    /// Parses a stored fact, including older schemas. Returns [`Event::unreadable`] for a kind that this build does not
    /// know or a body that cannot be parsed; a fold skips it and never fails.
    fn read(kind: &str, schema: u16, body: &RawValue) -> Self;
    /// Creates the placeholder for a fact that was redacted, or is from a newer build.
    fn unreadable(kind: &str) -> Self;
}

/// Declares the facts of one memory:
///
/// ```ignore
/// events! {
///     /// Facts of a workflow.
///     pub enum Event {
///         /// A task was added.
///         TaskAdded = "task_added" 2 { 1 => upcast_1 },
///     }
/// }
/// ```
///
/// The variant `TaskAdded` holds the struct `TaskAdded`, which is the current form of its body.
/// `upcast_1(serde_json::Value) -> serde_json::Value` converts a body of schema 1 to schema 2.
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
            /// A redacted fact, or one of a kind that this build does not know.
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
            /// All kinds with their current schema numbers.
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
