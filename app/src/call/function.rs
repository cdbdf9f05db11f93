//! `ServerFn`, implemented once for every operation. Knows no single operation.

use std::marker::PhantomData;

use doors::Conditions;
use kernel::operation::Operation;
use serde::{Deserialize, Serialize};
use server_fn::client::browser::BrowserClient;
use server_fn::server::Server;
use server_fn::{Protocol, ServerFn};

use super::answer;
use super::fault::Fault;

/// What serves: axum on the server, nothing in the browser.
#[cfg(feature = "ssr")]
pub type Backend = server_fn::axum::AxumServerFnBackend;
/// What serves: axum on the server, nothing in the browser.
#[cfg(not(feature = "ssr"))]
pub type Backend = server_fn::mock::BrowserMockServer;

type Request = <Backend as Server<Fault>>::Request;
type Response = <Backend as Server<Fault>>::Response;

/// An operation as a server function that takes JSON, or a form, by POST.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Call<O>(pub O);

/// A reading operation as a server function that takes a query by GET.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Get<O>(pub O);

/// The protocol of every operation: problem details with their right status, and the arguments
/// wherever the method puts them.
pub struct Rpc<V>(PhantomData<V>);

/// Arguments in the body.
pub struct Post;
/// Arguments in the query.
pub struct Query;

/// Where the arguments are.
pub trait Verb {
    /// The method of such a request.
    const METHOD: http::Method;
}

impl Verb for Post {
    const METHOD: http::Method = http::Method::POST;
}

impl Verb for Query {
    const METHOD: http::Method = http::Method::GET;
}

/// A server function that carries an operation.
pub trait Carries: Send {
    /// The operation.
    type Operation: Operation;
    /// The operation itself.
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

#[cfg(feature = "ssr")]
async fn serve<O: Operation>(request: Request) -> Result<Response, Fault> {
    Ok(doors::http::serve(kernel::registry::Entry::of::<O>(), request).await)
}

#[cfg(not(feature = "ssr"))]
#[expect(
    clippy::unused_async,
    clippy::extra_unused_type_parameters,
    reason = "the browser never answers; it has the signature of the server's side"
)]
async fn serve<O: Operation>(_request: Request) -> Result<Response, Fault> {
    Err(Fault(super::fault::unreachable_server()))
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

            // The default one turns every request of somebody who also takes HTML into a redirect,
            // so that a person could not open a GET address.
            #[cfg(feature = "ssr")]
            async fn run_on_server(request: Request) -> Response {
                doors::http::serve(kernel::registry::Entry::of::<O>(), request).await
            }
        }
    };
}

server_function!(Call, Rpc<Post>);
server_function!(Get, Rpc<Query>);
