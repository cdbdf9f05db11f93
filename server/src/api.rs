//! Routes of the operations, generated from the table of operations.

use std::sync::Arc;

use app::call::{Call, Get};
use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Response, header};
use axum::routing::{MethodRouter, any, get, post};
use doors::http::{RequestContext, reply};
use kernel::future::Fut;
use kernel::operation::{Effect, Operation, Spec, Trait, Visitor};
use kernel::{Code, Error};
use leptos::server_fn::ServerFn;

use crate::auth::{self, Leavers};
use crate::identity::Identity;
use crate::nowhere;
use crate::site::Site;

/// A type-erased server function: a router for each type would be compiled separately.
type Function = fn(Request) -> Fut<'static, Response<Body>>;

/// Returns the router of all operations. They are mounted directly instead of through Leptos's registry, which avoids a
/// reactive owner and a copy of the headers for each call.
pub fn router() -> Router<Arc<Site>> {
    struct Mount(Router<Arc<Site>>);
    impl Visitor for Mount {
        fn visit<O: Operation>(&mut self) {
            let call: Function = |request| Box::pin(Call::<O>::run_on_server(request));
            let get: Function = |request| Box::pin(Get::<O>::run_on_server(request));
            let router = std::mem::take(&mut self.0);
            // Two operations with the same name make `route` panic at startup, so neither can hide the other.
            self.0 = router.route(O::SPEC.path, methods(&O::SPEC, call, get));
        }
    }
    let mut mount = Mount(Router::new());
    engine::operations::each(&mut mount);
    mount
        .0
        .route("/api", elsewhere())
        .route("/api/", elsewhere())
        .route("/api/{*path}", elsewhere())
}

fn elsewhere() -> MethodRouter<Arc<Site>> {
    any(
        |State(site): State<Arc<Site>>, request: Request| async move {
            nowhere::answer(&site, request).await
        },
    )
}

fn methods(spec: &Spec, call: Function, query: Function) -> MethodRouter<Arc<Site>> {
    let waits = spec.effect == Effect::Read || spec.has(Trait::Waits);
    let serve = move |function: Function| {
        move |State(site): State<Arc<Site>>, request: Request| async move {
            if waits {
                while_known(site, request, function).await
            } else {
                function(request).await
            }
        }
    };
    let call = serve(call);
    match spec.effect {
        Effect::Read => {
            let other = |request: Request| async move { refuse(&request, "GET, HEAD, POST") };
            get(serve(query)).post(call).fallback(other)
        }
        Effect::Write => {
            post(call).fallback(|request: Request| async move { refuse(&request, "POST") })
        }
    }
}

/// Runs a call until the caller's access ends; then returns an error at once.
async fn while_known(site: Arc<Site>, request: Request, function: Function) -> Response<Body> {
    let known = request.extensions();
    let (Some(identity), Some(leavers)) = (known.get::<Identity>(), known.get::<Leavers>()) else {
        return function(request).await;
    };
    let ended = auth::until_invalid(site, identity.clone(), leavers.clone());
    let id = id(&request).to_owned();
    tokio::select! {
        // Checked before the answer: the event that ends the caller's access may wake the call, too.
        biased;
        () = ended => {
            let detail = "The token or the session of this call ended while it waited.";
            reply::problem(Error::new(Code::Unauthenticated, detail), &id)
        }
        answer = function(request) => answer,
    }
}

/// Returns the error for a method that an address does not support.
pub fn refuse(request: &Request, allowed: &'static str) -> Response<Body> {
    let detail = format!("{} does not do here; use {allowed}.", request.method());
    let mut error = Error::new(Code::Invalid, detail);
    error.extra.reason = Some(reply::METHOD.into());
    let mut response = reply::problem(error, id(request));
    response
        .headers_mut()
        .insert(header::ALLOW, HeaderValue::from_static(allowed));
    response
}

fn id(request: &Request) -> &str {
    request
        .extensions()
        .get::<RequestContext>()
        .map_or("", |context| &context.request)
}

#[cfg(test)]
mod tests {
    use doors::http::plain;
    use kernel::registry::{Entry, whole};
    use serde_json::{Map, Value, json};

    /// Words of Rust that must not appear in errors about JSON.
    const FOREIGN: [&str; 15] = [
        "struct",
        "tuple",
        "variant",
        "enum",
        "engine",
        "newtype",
        "untagged",
        "usize",
        "u32",
        "u64",
        "i64",
        "f64",
        "sequence",
        "identifier",
        "unit",
    ];
    /// Depth to which a schema is tested.
    const DEPTH: usize = 3;

    /// Path to a place: steps into a field, or into a list.
    type Way = Vec<Option<String>>;

    fn places(schema: &Value, root: &Value, way: &Way, out: &mut Vec<Way>) {
        let named = schema["$ref"]
            .as_str()
            .and_then(|name| root.pointer(&name[1..]));
        if let Some(named) = named {
            places(named, root, way, out);
        }
        for several in ["anyOf", "oneOf", "allOf"] {
            for one in schema[several].as_array().into_iter().flatten() {
                places(one, root, way, out);
            }
        }
        if way.len() == DEPTH {
            return;
        }
        let mut go = |step: Option<String>, inner: &Value| {
            let way: Way = way.iter().cloned().chain([step]).collect();
            out.push(way.clone());
            places(inner, root, &way, out);
        };
        for (name, inner) in schema["properties"].as_object().into_iter().flatten() {
            go(Some(name.clone()), inner);
        }
        if schema["items"].is_object() {
            go(None, &schema["items"]);
        }
    }

    fn holding(way: &Way, value: Value) -> Value {
        way.iter().rev().fold(value, |value, step| match step {
            Some(name) => Value::Object(Map::from_iter([(name.clone(), value)])),
            None => json!([value]),
        })
    }

    /// Returns the deserializer's error for these arguments, if any.
    fn refusal(entry: &Entry, arguments: &Value) -> Option<String> {
        let mut reader = <dyn erased_serde::Deserializer>::erase(arguments);
        let refused = (entry.read)(&mut reader).err();
        refused.map(|error| plain(&error.to_string()))
    }

    #[test]
    fn what_does_not_fit_is_said_in_the_words_of_json() {
        let values = [
            json!(null),
            json!(true),
            json!(-7),
            json!(1.5),
            json!("\u{1}"),
            json!([]),
            json!([[]]),
            json!({}),
            json!({ "?": 1 }),
            json!("decision"),
            json!("choice"),
            json!("task"),
            json!("text"),
        ];
        let mut tried = 0;
        for entry in engine::operations::ALL {
            let schema = whole(entry.arguments);
            let mut ways = Vec::new();
            places(&schema, &schema, &Way::new(), &mut ways);
            for (way, value) in ways
                .iter()
                .flat_map(|way| values.iter().map(move |value| (way, value)))
            {
                let body = holding(way, value.clone());
                tried += 1;
                let Some(said) = refusal(entry, &body) else {
                    continue;
                };
                // Names of fields and values in backticks come from the caller.
                let own: String = said.split('`').step_by(2).collect();
                let mut words = own.split(|c: char| !c.is_ascii_alphanumeric());
                let is_foreign = words.any(|word| FOREIGN.contains(&word));
                assert!(!is_foreign, "{} {body}: {said}", entry.spec.name);
            }
        }
        assert!(tried > 1_000, "{tried}");
    }
}
