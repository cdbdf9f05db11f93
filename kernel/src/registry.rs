//! Operations without their types. The kernel and the doors work with these, so that an operation costs what is
//! its own: an [`Entry`] says what there is to know of it, an [`AnyOperation`] is one call, an [`AnyOutput`] what
//! it gave.

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

/// What an operation answered, whatever that is.
pub type Output = Box<dyn AnyOutput>;

/// How an operation is done; see [`How`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// By a decision.
    Decided,
    /// By asking, or by changing what lies beside the log.
    Run,
}

/// What there is to know of one operation.
pub struct Entry {
    /// Its name, effect and access.
    pub spec: Spec,
    /// How it is done.
    pub way: Way,
    /// Whether something is looked up before the decision.
    pub prepares: bool,
    /// Reads its arguments.
    pub read:
        fn(&mut dyn erased_serde::Deserializer) -> erased_serde::Result<Box<dyn AnyOperation>>,
    /// Reads what it answered.
    pub read_output: fn(&str) -> serde_json::Result<Output>,
    /// What its arguments may look like.
    pub shape: fn() -> Arc<Shape>,
    /// The schema of its arguments.
    pub arguments: fn(&mut SchemaGenerator) -> Schema,
    /// The schema of its answers, with what the kernel adds to them.
    pub answers: fn(&mut SchemaGenerator) -> Schema,
}

impl Entry {
    /// The entry of an operation.
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

    /// The names of its arguments that are lists.
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

/// A schema with all that it refers to.
#[must_use]
pub fn whole(schema: fn(&mut SchemaGenerator) -> Schema) -> Value {
    let mut generator = SchemaGenerator::default();
    let mut schema = schema(&mut generator);
    let shared = generator.take_definitions(true);
    schema.insert("$defs".into(), shared.into());
    schema.to_value()
}

/// How a call waits that cannot be done at once; see [`crate::waiting::Waiting`].
pub struct Wait {
    /// How many seconds at most.
    pub seconds: u32,
    /// The stream in which has to happen what it waits for.
    pub stream: Option<StreamId>,
    /// The reasons of refusals that it waits after.
    pub idle: &'static [&'static str],
    /// Whether it could be done now.
    pub look: Box<dyn Fn(&Scene) -> Outlook + Send + Sync>,
}

/// One call of an operation.
pub trait AnyOperation: Any + Send + Sync {
    /// Which operation it is.
    fn entry(&self) -> &'static Entry;
    /// Its arguments as JSON.
    ///
    /// # Errors
    /// When they have no JSON form.
    fn json(&self) -> Result<String>;
    /// See [`Operation::measured`].
    fn measured(&self) -> Option<String>;
    /// See [`Operation::confine`].
    ///
    /// # Errors
    /// `forbidden`.
    fn confine(&mut self, tenant: &Tenant) -> Result<()>;
    /// See [`Operation::contents`].
    fn contents(&mut self) -> Vec<&mut Content>;
    /// See [`Operation::INLINE_BYTES`].
    fn inline_bytes(&self) -> usize;
    /// Looks up what the decision needs beside states, where it needs anything: see [`Operation::PREPARE`].
    fn prepared(&self, view: View) -> Option<Fut<'static, Result<Arc<dyn AnyOperation>>>>;
    /// Decides.
    ///
    /// # Errors
    /// What the operation refuses with.
    fn decide(&self, tx: &mut Tx) -> Result<Output>;
    /// Asks, or changes what lies beside the log.
    fn run(self: Box<Self>, view: View) -> Fut<'static, Result<Output>>;
    /// How this call waits, if it does.
    fn wait(&self) -> Option<Wait>;
    /// What of its output is stored for a retry, as JSON: see [`Operation::kept`].
    ///
    /// # Errors
    /// When that has no JSON form, or the output is another operation's.
    fn kept(&self, output: &dyn AnyOutput) -> Result<String>;
    /// What it gave out of other memories: see [`Operation::recalled`].
    fn recalled(&self, output: &dyn AnyOutput) -> Vec<(StreamId, Receipt)>;
    /// The same call once more.
    fn again(&self) -> Box<dyn AnyOperation>;
}

/// What a call gave.
pub trait AnyOutput: Any + Send + Sync {
    /// It as JSON: always an object.
    ///
    /// # Errors
    /// When it has no JSON form.
    fn json(&self) -> Result<String>;
}

impl<O: Operation> AnyOperation for O {
    fn entry(&self) -> &'static Entry {
        Entry::of::<O>()
    }

    fn json(&self) -> Result<String> {
        json(self, "a request")
    }

    fn measured(&self) -> Option<String> {
        Operation::measured(self)
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

    fn prepared(&self, view: View) -> Option<Fut<'static, Result<Arc<dyn AnyOperation>>>> {
        let preparing = O::PREPARE?(self.clone(), view);
        Some(Box::pin(async move {
            let op = preparing.await?;
            Ok(Arc::new(op) as Arc<dyn AnyOperation>)
        }))
    }

    fn decide(&self, tx: &mut Tx) -> Result<Output> {
        match O::HOW {
            How::Decide(decide) => decide(self, tx).map(boxed),
            How::Run(_) => Err(misused(&O::SPEC)),
        }
    }

    fn run(self: Box<Self>, view: View) -> Fut<'static, Result<Output>> {
        match O::HOW {
            How::Run(run) => {
                let running = run(*self, view);
                Box::pin(async move { running.await.map(boxed) })
            }
            How::Decide(_) => Box::pin(std::future::ready(Err(misused(&O::SPEC)))),
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

    fn kept(&self, output: &dyn AnyOutput) -> Result<String> {
        let output: &dyn Any = output;
        match output.downcast_ref::<O::Output>() {
            Some(output) => json(&O::kept(output), "an output"),
            None => Err(Error::internal("an output is another operation's")),
        }
    }

    fn recalled(&self, output: &dyn AnyOutput) -> Vec<(StreamId, Receipt)> {
        let output: &dyn Any = output;
        output
            .downcast_ref::<O::Output>()
            .map(O::recalled)
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

fn boxed<T: AnyOutput>(output: T) -> Output {
    Box::new(output)
}

fn json<T: Serialize>(value: &T, what: &str) -> Result<String> {
    serde_json::to_string(value)
        .map_err(|error| Error::internal(format!("{what} has no JSON form: {error}")))
}

fn misused(spec: &Spec) -> Error {
    Error::internal(format!("{} is not done in this way", spec.name))
}

/// A call as the operation that it is.
///
/// # Errors
/// When it is another one.
pub fn typed<O: Operation>(op: Box<dyn AnyOperation>) -> Result<O> {
    let op: Box<dyn Any> = op;
    match op.downcast::<O>() {
        Ok(op) => Ok(*op),
        Err(_) => Err(Error::internal("a call is another operation's")),
    }
}

impl Answer<Output> {
    /// The answer as one flat JSON object.
    ///
    /// # Errors
    /// When it has no JSON form.
    pub fn json(&self) -> Result<String> {
        let mut json = self.output.json()?;
        let beside = self
            .envelope()
            .map_err(|error| Error::internal(format!("an answer has no JSON form: {error}")))?;
        // Two objects become one.
        json.pop();
        if json.len() > 1 {
            json.push(',');
        }
        json.push_str(&beside[1..]);
        Ok(json)
    }

    /// The answer of an operation with that output.
    ///
    /// # Errors
    /// When it is another operation's.
    pub fn typed<T: 'static>(self) -> Result<Answer<T>> {
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
