//! `ServerFn`, implemented once for every operation.

use std::marker::PhantomData;

use doors::Conditions;
use kernel::operation::Operation;
use serde::{Deserialize, Serialize};
use server_fn::client::browser::BrowserClient;
use server_fn::server::Server;
use server_fn::{Protocol, ServerFn};

use super::answer;
use super::fault::Fault;

/// Backend of the server functions.
pub type Backend = server_fn::axum::AxumServerFnBackend;

type Request = <Backend as Server<Fault>>::Request;
type Response = <Backend as Server<Fault>>::Response;

/// An operation as a server function that accepts JSON or a form by POST.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Call<O>(pub O);

/// A reading operation as a server function that accepts a query by GET.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Get<O>(pub O);

/// Protocol of every operation: responds with problem details and their correct status, and reads the arguments
/// from the place that the method dictates.
pub struct Rpc<V>(PhantomData<V>);

/// Arguments in the body.
pub struct Post;
/// Arguments in the query.
pub struct Query;

/// HTTP method of a server function, with the location of its arguments.
pub trait Verb {
    /// Method of the request.
    const METHOD: http::Method;
}

impl Verb for Post {
    const METHOD: http::Method = http::Method::POST;
}

impl Verb for Query {
    const METHOD: http::Method = http::Method::GET;
}

/// A server function that wraps an operation.
pub trait Carries: Send {
    /// Type of the operation.
    type Operation: Operation;
    /// Unwraps the operation.
    fn operation(self) -> Self::Operation;
}

impl<O: Operation> Carries for Call<O> {
    type Operation = O;
    fn operation(self) -> O {
        self.0
    }
}

impl<O: Operation> Carries for Get<O> {
    type Operation = O;
    fn operation(self) -> O {
        self.0
    }
}

impl<C: Carries, V: Verb>
    Protocol<C, <C::Operation as Operation>::Output, BrowserClient, Backend, Fault> for Rpc<V>
{
    const METHOD: http::Method = V::METHOD;

    async fn run_server<F, Fut>(request: Request, _body: F) -> Result<Response, Fault>
    where
        F: Fn(C) -> Fut + Send,
        Fut: Future<Output = Result<<C::Operation as Operation>::Output, Fault>> + Send,
    {
        serve::<C::Operation>(request).await
    }

    async fn run_client(
        _path: &str,
        input: C,
    ) -> Result<<C::Operation as Operation>::Output, Fault> {
        run(input.operation()).await
    }
}

async fn run<O: Operation>(operation: O) -> Result<O::Output, Fault> {
    answer(operation, Conditions::default())
        .await
        .map(|answer| answer.output)
        .map_err(Fault)
}

async fn serve<O: Operation>(request: Request) -> Result<Response, Fault> {
    Ok(doors::http::serve(kernel::registry::Entry::of::<O>(), request).await)
}

macro_rules! server_function {
    ($name:ident, $protocol:ty) => {
        impl<O: Operation> ServerFn for $name<O> {
            const PATH: &'static str = O::SPEC.path;
            type Client = BrowserClient;
            type Server = Backend;
            type Protocol = $protocol;
            type Output = O::Output;
            type Error = Fault;
            type InputStreamError = Fault;
            type OutputStreamError = Fault;

            async fn run_body(self) -> Result<O::Output, Fault> {
                run(self.0).await
            }

            // The default implementation turns every request that also accepts HTML into a redirect, so that a
            // person could not open a GET address.
            async fn run_on_server(request: Request) -> Response {
                doors::http::serve(kernel::registry::Entry::of::<O>(), request).await
            }
        }
    };
}

server_function!(Call, Rpc<Post>);
server_function!(Get, Rpc<Query>);
