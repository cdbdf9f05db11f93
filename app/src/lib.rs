//! The dashboard: its pages and the components they are made of.
//!
//! A view's type contains the types of all views inside it: whole pages exceed the compiler's usual recursion
//! limit.
#![recursion_limit = "512"]
#![expect(
    clippy::must_use_candidate,
    reason = "a component is used by the view it stands in"
)]
#![expect(
    clippy::needless_pass_by_value,
    reason = "a component takes its props by value"
)]
pub mod call;
pub mod context;
pub mod moment;
pub mod pages;
pub mod parts;
pub mod paths;
pub mod shell;

use doors::base_path;
use leptos::either::Either;
use leptos::prelude::*;
use leptos_meta::{Title, provide_meta_context};
use leptos_router::components::{Redirect, Route, Router, Routes};
use leptos_router::{RouteList, SsrMode, path};

use crate::pages::agent::AgentPage;
use crate::pages::crystal::CrystalPage;
use crate::pages::crystals::Crystals;
use crate::pages::docs::{Docs, DocsNoun};
use crate::pages::help::Help;
use crate::pages::import::Import;
use crate::pages::inbox::Inbox;
use crate::pages::keys::{keys_button, keys_dialog};
use crate::pages::mind::MindPage;
use crate::pages::minds::Minds;
use crate::pages::missing::{Missing, Screen};
use crate::pages::overview::Overview;
use crate::pages::scratchpad::ScratchpadPage;
use crate::pages::scratchpads::Scratchpads;
use crate::pages::session::SessionPage;
use crate::pages::sessions::Sessions;
use crate::pages::settings::Agents;
use crate::pages::settings::audit::Audit;
use crate::pages::settings::jobs::Jobs;
use crate::pages::settings::memory::MemorySettings;
use crate::pages::settings::webhooks::Webhooks;
use crate::pages::setup::Setup;
use crate::pages::sign_in::SignIn;
use crate::pages::workflow::WorkflowPage;
use crate::pages::workflows::Workflows;
use crate::parts::{Frame, Place, Visitor, title_text};

/// Root component: the page of the current address within its frame.
#[component]
pub fn App() -> impl IntoView {
    provide_meta_context();
    // The server lists its routes without the base path, which it strips before it matches one.
    let base = if RouteList::is_generating() {
        ""
    } else {
        base_path::base()
    };
    view! {
        <Title formatter=title_text />
        <Router base>
            <Standing>
                <Page />
            </Standing>
        </Router>
    }
}

/// Page of the current address, or what the server says in its place.
#[component]
fn Page() -> impl IntoView {
    if use_context::<Screen>().is_some() {
        return Either::Left(view! { <Missing /> });
    }
    Either::Right(view! {
        // Every page is rendered whole before its first byte is sent: without JavaScript nothing would fill
        // in content that arrives later.
        <Routes fallback=Missing>
            <Route path=path!("/") view=Overview ssr=SsrMode::Async />
            <Route path=path!("/inbox") view=Inbox ssr=SsrMode::Async />
            <Route path=path!("/inbox/:item") view=Inbox ssr=SsrMode::Async />
            <Route path=path!("/import") view=Import ssr=SsrMode::Async />
            <Route path=path!("/workflows") view=Workflows ssr=SsrMode::Async />
            <Route path=path!("/workflows/:id") view=WorkflowPage ssr=SsrMode::Async />
            <Route path=path!("/sessions") view=Sessions ssr=SsrMode::Async />
            <Route path=path!("/sessions/:key") view=SessionPage ssr=SsrMode::Async />
            <Route path=path!("/scratchpads") view=Scratchpads ssr=SsrMode::Async />
            <Route path=path!("/scratchpads/:scope/:name") view=ScratchpadPage ssr=SsrMode::Async />
            <Route path=path!("/crystals") view=Crystals ssr=SsrMode::Async />
            <Route path=path!("/crystals/:core/:id") view=CrystalPage ssr=SsrMode::Async />
            <Route path=path!("/minds") view=Minds ssr=SsrMode::Async />
            <Route path=path!("/minds/:agent") view=MindPage ssr=SsrMode::Async />
            <Route path=path!("/agents/:name") view=AgentPage ssr=SsrMode::Async />
            <Route path=path!("/agents") view=ToAgents ssr=SsrMode::Async />
            <Route path=path!("/settings") view=ToAgents ssr=SsrMode::Async />
            <Route path=path!("/settings/agents") view=Agents ssr=SsrMode::Async />
            <Route path=path!("/settings/audit") view=Audit ssr=SsrMode::Async />
            <Route path=path!("/settings/jobs") view=Jobs ssr=SsrMode::Async />
            <Route path=path!("/settings/memory") view=MemorySettings ssr=SsrMode::Async />
            <Route path=path!("/settings/webhooks") view=Webhooks ssr=SsrMode::Async />
            <Route path=path!("/help") view=Help ssr=SsrMode::Async />
            <Route path=path!("/api/docs") view=Docs ssr=SsrMode::Async />
            <Route path=path!("/api/docs/:noun") view=DocsNoun ssr=SsrMode::Async />
            <Route path=path!("/sign-in") view=SignIn ssr=SsrMode::Async />
            <Route path=path!("/setup") view=Setup ssr=SsrMode::Async />
        </Routes>
    })
}

/// Redirect from an address that people shorten to the first page of the settings.
#[component]
fn ToAgents() -> impl IntoView {
    view! { <Redirect path=paths::agents() /> }
}

/// Frame around the page of the current address.
#[component]
fn Standing(children: Children) -> impl IntoView {
    let (path, back) = context::address();
    let first = base_path::within(&path).unwrap_or_default();
    let place = match first.split('/').nth(1) {
        Some("") => Place::Overview,
        Some("inbox") => Place::Inbox,
        Some("workflows" | "import") => Place::Workflows,
        Some("sessions" | "scratchpads") => Place::Sessions,
        Some("minds") => Place::Minds,
        Some("crystals") => Place::Crystals,
        Some("settings" | "agents") => Place::Settings,
        Some("api") => Place::Api,
        Some("help") => Place::Help,
        Some("sign-in" | "setup" | "enter") => Place::Door,
        _ => Place::Elsewhere,
    };
    let viewer = context::viewer();
    let visitor = Visitor {
        role: viewer
            .as_ref()
            .map(|viewer| viewer.role.name().to_owned())
            .unwrap_or_default(),
        name: viewer.map(|viewer| viewer.id),
        csrf: context::csrf(),
        theme: context::theme(),
    };
    let signed_in = visitor.name.is_some();
    view! {
        <Frame
            place
            visitor
            back
            needs=context::needs()
            position=moment::moment().position
            footer=signed_in.then(|| keys_button().into_any())
        >
            {children()}
        </Frame>
        {signed_in.then(keys_dialog)}
    }
}
