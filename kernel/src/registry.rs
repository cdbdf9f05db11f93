//! Type-erased operations, for the kernel and the doors, so that each operation compiles only its own code: an
//! [`Entry`] describes it, an [`AnyOperation`] is one call, an [`AnyOutput`] its result.

use std::any::Any;
use std::sync::Arc;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde_json::Value;

use crate::answer::Answer;
use crate::error::{Error, Result};
use crate::future::Fut;
use crate::memory::Receipt;
use crate::operation::{How, Operation, Spec};
use crate::ports::blobs::Content;
use crate::shape::Shape;
use crate::stream::StreamId;
use crate::tenant::Tenant;
use crate::tx::Tx;
use crate::view::View;
use crate::waiting::{Outlook, Scene};

/// Output of any operation.
pub type Output = Box<dyn AnyOutput>;

/// Implementation of an operation; see [`How`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// A decision.
    Decided,
    /// An async function that reads, or changes data outside the log.
    Run,
}

/// Description of one operation.
pub struct Entry {
    /// Name, effect and access.
    pub spec: Spec,
    /// Implementation.
    pub way: Way,
    /// True if it has a preparation before the decision.
    pub prepares: bool,
    /// Parses its arguments.
    pub read:
        fn(&mut dyn erased_serde::Deserializer) -> erased_serde::Result<Box<dyn AnyOperation>>,
    /// Parses its output.
    pub read_output: fn(&str) -> serde_json::Result<Output>,
    /// Shape of its arguments.
    pub shape: fn() -> Arc<Shape>,
    /// Schema of its arguments.
    pub arguments: fn(&mut SchemaGenerator) -> Schema,
    /// Schema of its answers, including the kernel's additions.
    pub answers: fn(&mut SchemaGenerator) -> Schema,
}

impl Entry {
    /// Returns the entry of an operation.
    #[must_use]
    pub const fn of<O: Operation>() -> &'static Self {
        struct Of<O>(std::marker::PhantomData<O>);
        impl<O: Operation> Of<O> {
            const ENTRY: &'static Entry = &Entry {
                spec: O::SPEC,
                way: match O::HOW {
                    How::Decide(_) => Way::Decided,
                    How::Run(_) => Way::Run,
                },
                prepares: O::PREPARE.is_some(),
                read: |arguments| {
                    let op: O = erased_serde::deserialize(arguments)?;
                    Ok(Box::new(op))
                },
                read_output: |json| Ok(Box::new(serde_json::from_str::<O::Output>(json)?)),
                shape: Shape::of::<O>,
                arguments: O::json_schema,
                answers: <Answer<O::Output>>::json_schema,
            };
        }
        Of::<O>::ENTRY
    }

    /// Returns the names of its arguments that are lists.
    #[must_use]
    pub fn lists(&self) -> Vec<String> {
        let schema = whole(self.arguments);
        let is_list = |schema: &Value| match schema.get("type") {
            Some(Value::Array(types)) => types.iter().any(|name| name == "array"),
            Some(name) => name == "array",
            None => false,
        };
        let properties = schema.get("properties").and_then(Value::as_object);
        let lists = properties.into_iter().flatten();
        lists
            .filter(|(_, schema)| is_list(schema))
            .map(|(name, _)| name.clone())
            .collect()
    }
}

/// Returns a schema with all definitions that it refers to.
#[must_use]
pub fn whole(schema: fn(&mut SchemaGenerator) -> Schema) -> Value {
    let mut generator = SchemaGenerator::default();
    let mut schema = schema(&mut generator);
    let shared = generator.take_definitions(true);
    schema.insert("$defs".into(), shared.into());
    schema.to_value()
}

/// Queueing of a call that cannot be served at once; see [`crate::waiting::Waiting`].
pub struct Wait {
    /// Maximum time to wait, in seconds.
    pub seconds: u32,
    /// Stream whose changes may make the call possible.
    pub stream: Option<StreamId>,
    /// Reasons of rejections after which it waits.
    pub idle: &'static [&'static str],
    /// Checks whether the call is possible now.
    pub look: Box<dyn Fn(&Scene) -> Outlook + Send + Sync>,
}

/// One call of an operation.
pub trait AnyOperation: Any + Send + Sync {
    /// Returns the entry of its operation.
    fn entry(&self) -> &'static Entry;
    /// Serializes its arguments as JSON.
    ///
    /// # Errors
    /// Returns `internal` if they cannot be serialized.
    fn json(&self) -> Result<String>;
    /// See [`Operation::text_to_count`].
    fn text_to_count(&self) -> Option<String>;
    /// See [`Operation::confine`].
    ///
    /// # Errors
    /// Returns `forbidden` if the call concerns anything outside the tenant.
    fn confine(&mut self, tenant: &Tenant) -> Result<()>;
    /// See [`Operation::contents`].
    fn contents(&mut self) -> Vec<&mut Content>;
    /// See [`Operation::INLINE_BYTES`].
    fn inline_bytes(&self) -> usize;
    /// Loads what the decision needs besides states; `None` without a preparation. See [`Operation::PREPARE`].
    fn prepare(&self, view: View) -> Option<Fut<'static, Result<Arc<dyn AnyOperation>>>>;
    /// Makes the decision.
    ///
    /// # Errors
    /// Returns the operation's rejection.
    fn decide(&self, tx: &mut Tx) -> Result<Output>;
    /// Runs an operation that is not a decision.
    fn run(self: Box<Self>, view: View) -> Fut<'static, Result<Output>>;
    /// Returns the queueing of this call, if it may wait.
    fn wait(&self) -> Option<Wait>;
    /// Serializes the part of its output that is stored for retries: see [`Operation::output_to_store`].
    ///
    /// # Errors
    /// Returns `internal` if it cannot be serialized, or the output belongs to another operation.
    fn output_to_store(&self, output: &dyn AnyOutput) -> Result<String>;
    /// Returns receipts for items of other memories in the output: see [`Operation::receipts`].
    fn receipts(&self, output: &dyn AnyOutput) -> Vec<(StreamId, Receipt)>;
    /// Clones the call.
    fn again(&self) -> Box<dyn AnyOperation>;
}

/// Output of a call.
pub trait AnyOutput: Any + Send + Sync {
    /// Serializes it as a JSON object.
    ///
    /// # Errors
    /// Returns `internal` if it cannot be serialized.
    fn json(&self) -> Result<String>;
}

impl<O: Operation> AnyOperation for O {
    fn entry(&self) -> &'static Entry {
        Entry::of::<O>()
    }

    fn json(&self) -> Result<String> {
        json(self, "a request")
    }

    fn text_to_count(&self) -> Option<String> {
        Operation::text_to_count(self)
    }

    fn confine(&mut self, tenant: &Tenant) -> Result<()> {
        Operation::confine(self, tenant)
    }

    fn contents(&mut self) -> Vec<&mut Content> {
        Operation::contents(self)
    }

    fn inline_bytes(&self) -> usize {
        O::INLINE_BYTES
    }

    fn prepare(&self, view: View) -> Option<Fut<'static, Result<Arc<dyn AnyOperation>>>> {
        let preparing = O::PREPARE?(self.clone(), view);
        Some(Box::pin(async move {
            let op = preparing.await?;
            Ok(Arc::new(op) as Arc<dyn AnyOperation>)
        }))
    }

    fn decide(&self, tx: &mut Tx) -> Result<Output> {
        match O::HOW {
            How::Decide(decide) => decide(self, tx).map(box_output),
            How::Run(_) => Err(misuse_error(&O::SPEC)),
        }
    }

    fn run(self: Box<Self>, view: View) -> Fut<'static, Result<Output>> {
        match O::HOW {
            How::Run(run) => {
                let running = run(*self, view);
                Box::pin(async move { running.await.map(box_output) })
            }
            How::Decide(_) => Box::pin(std::future::ready(Err(misuse_error(&O::SPEC)))),
        }
    }

    fn wait(&self) -> Option<Wait> {
        let waiting = O::WAITING?;
        let seconds = (waiting.seconds)(self);
        (seconds > 0).then(|| {
            let op = self.clone();
            Wait {
                seconds,
                stream: (waiting.stream)(self),
                idle: waiting.idle,
                look: Box::new(move |scene| (waiting.look)(&op, scene)),
            }
        })
    }

    fn output_to_store(&self, output: &dyn AnyOutput) -> Result<String> {
        let output: &dyn Any = output;
        match output.downcast_ref::<O::Output>() {
            Some(output) => json(&O::output_to_store(output), "an output"),
            None => Err(Error::internal("an output is another operation's")),
        }
    }

    fn receipts(&self, output: &dyn AnyOutput) -> Vec<(StreamId, Receipt)> {
        let output: &dyn Any = output;
        output
            .downcast_ref::<O::Output>()
            .map(O::receipts)
            .unwrap_or_default()
    }

    fn again(&self) -> Box<dyn AnyOperation> {
        Box::new(self.clone())
    }
}

impl<T: Serialize + Any + Send + Sync> AnyOutput for T {
    fn json(&self) -> Result<String> {
        json(self, "an output")
    }
}

fn box_output<T: AnyOutput>(output: T) -> Output {
    Box::new(output)
}

fn json<T: Serialize>(value: &T, what: &str) -> Result<String> {
    serde_json::to_string(value)
        .map_err(|error| Error::internal(format!("{what} has no JSON form: {error}")))
}

fn misuse_error(spec: &Spec) -> Error {
    Error::internal(format!("{} is not done in this way", spec.name))
}

/// Downcasts a call to its operation.
///
/// # Errors
/// Returns `internal` if it is a call of another operation.
pub fn downcast<O: Operation>(op: Box<dyn AnyOperation>) -> Result<O> {
    let op: Box<dyn Any> = op;
    match op.downcast::<O>() {
        Ok(op) => Ok(*op),
        Err(_) => Err(Error::internal("a call is another operation's")),
    }
}

impl Answer<Output> {
    /// Serializes the answer as one flat JSON object.
    ///
    /// # Errors
    /// Returns `internal` if it cannot be serialized.
    pub fn json(&self) -> Result<String> {
        let mut json = self.output.json()?;
        let beside = self
            .envelope()
            .map_err(|error| Error::internal(format!("an answer has no JSON form: {error}")))?;
        // Merges the two objects.
        json.pop();
        if json.len() > 1 {
            json.push(',');
        }
        json.push_str(&beside[1..]);
        Ok(json)
    }

    /// Downcasts the output.
    ///
    /// # Errors
    /// Returns `internal` if it is the output of another operation.
    pub fn downcast<T: 'static>(self) -> Result<Answer<T>> {
        let output: Box<dyn Any> = self.output;
        match output.downcast::<T>() {
            Ok(output) => Ok(Answer {
                output: *output,
                version: self.version,
                position: self.position,
                inbox: self.inbox,
                inbox_waiting: self.inbox_waiting,
                redacted_secrets: self.redacted_secrets,
                tag: self.tag,
            }),
            Err(_) => Err(Error::internal("an output is another operation's")),
        }
    }
}
