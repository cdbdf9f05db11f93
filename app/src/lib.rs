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
pub mod chunks;
pub mod context;
pub mod live;
pub mod pages;
pub mod parts;
pub mod paths;
pub mod shell;
pub mod split;

use doors::base_path;
use leptos::prelude::*;
use leptos_meta::{Title, provide_meta_context};
use leptos_router::components::{Route, Router, Routes};
use leptos_router::hooks::use_location;
use leptos_router::{Lazy, RouteList, SsrMode, path};

use crate::chunks::{
    AgentPage, Agents, Audit, CrystalPage, Crystals, Import, Inbox, Jobs, MemorySettings, MindPage,
    Minds, Overview, ScratchpadPage, Scratchpads, SessionPage, Sessions, Setup, SignIn, Webhooks,
    WorkflowPage, Workflows,
};
use crate::pages::keys::{Keys, KeysButton};
use crate::pages::missing::Missing;
use crate::pages::needs;
use crate::parts::{Frame, Place, Visitor, title_text};

/// Root component: the same view on the server and, hydrated, in the browser.
#[component]
pub fn App() -> impl IntoView {
    provide_meta_context();
    context::provide();
    live::provide();
    // Tests and scripts wait for this attribute before they press anything.
    Effect::new(|_| {
        if let Some(root) = document().document_element() {
            root.set_attribute("data-hydrated", "").ok();
        }
    });
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
                // Every page is rendered whole before its first byte is sent: without JavaScript nothing would fill
                // in content that arrives later.
                <Routes fallback=Missing>
                    <Route path=path!("/") view={Lazy::<Overview>::new()} ssr=SsrMode::Async />
                    <Route path=path!("/inbox") view={Lazy::<Inbox>::new()} ssr=SsrMode::Async />
                    <Route path=path!("/inbox/:item") view={Lazy::<Inbox>::new()} ssr=SsrMode::Async />
                    <Route path=path!("/import") view={Lazy::<Import>::new()} ssr=SsrMode::Async />
                    <Route path=path!("/workflows") view={Lazy::<Workflows>::new()} ssr=SsrMode::Async />
                    <Route path=path!("/workflows/:id") view={Lazy::<WorkflowPage>::new()} ssr=SsrMode::Async />
                    <Route path=path!("/sessions") view={Lazy::<Sessions>::new()} ssr=SsrMode::Async />
                    <Route path=path!("/sessions/:key") view={Lazy::<SessionPage>::new()} ssr=SsrMode::Async />
                    <Route path=path!("/scratchpads") view={Lazy::<Scratchpads>::new()} ssr=SsrMode::Async />
                    <Route path=path!("/scratchpads/:scope/:name") view={Lazy::<ScratchpadPage>::new()} ssr=SsrMode::Async />
                    <Route path=path!("/crystals") view={Lazy::<Crystals>::new()} ssr=SsrMode::Async />
                    <Route path=path!("/crystals/:core/:id") view={Lazy::<CrystalPage>::new()} ssr=SsrMode::Async />
                    <Route path=path!("/minds") view={Lazy::<Minds>::new()} ssr=SsrMode::Async />
                    <Route path=path!("/minds/:agent") view={Lazy::<MindPage>::new()} ssr=SsrMode::Async />
                    <Route path=path!("/agents/:name") view={Lazy::<AgentPage>::new()} ssr=SsrMode::Async />
                    <Route path=path!("/settings/agents") view={Lazy::<Agents>::new()} ssr=SsrMode::Async />
                    <Route path=path!("/settings/audit") view={Lazy::<Audit>::new()} ssr=SsrMode::Async />
                    <Route path=path!("/settings/jobs") view={Lazy::<Jobs>::new()} ssr=SsrMode::Async />
                    <Route path=path!("/settings/memory") view={Lazy::<MemorySettings>::new()} ssr=SsrMode::Async />
                    <Route path=path!("/settings/webhooks") view={Lazy::<Webhooks>::new()} ssr=SsrMode::Async />
                    <Route path=path!("/sign-in") view={Lazy::<SignIn>::new()} ssr=SsrMode::Async />
                    <Route path=path!("/setup") view={Lazy::<Setup>::new()} ssr=SsrMode::Async />
                </Routes>
            </Standing>
        </Router>
    }
}

/// Frame around the page of the current address.
#[component]
fn Standing(children: Children) -> impl IntoView {
    let location = use_location();
    let (pathname, search) = (location.pathname, location.search);
    let place = Signal::derive(move || {
        match base_path::within(&pathname.get())
            .unwrap_or_default()
            .split('/')
            .nth(1)
        {
            Some("") => Place::Overview,
            Some("inbox") => Place::Inbox,
            Some("workflows" | "import") => Place::Workflows,
            Some("sessions" | "scratchpads") => Place::Sessions,
            Some("minds") => Place::Minds,
            Some("crystals") => Place::Crystals,
            Some("settings" | "agents") => Place::Settings,
            _ => Place::Elsewhere,
        }
    });
    let back = Signal::derive(move || match search.get() {
        search if search.is_empty() => pathname.get(),
        search => format!("{}?{search}", pathname.get()),
    });
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
    let feed = live::feed();
    let signed_in = visitor.name.is_some();
    view! {
        <Frame
            place
            visitor
            back
            needs=needs::follow()
            live=feed.live
            seq=feed.position
            sign_in=Signal::derive(move || paths::sign_in(&back.get()))
            facts=move || signed_in.then(|| view! { <KeysButton /> })
        >
            {children()}
        </Frame>
        {signed_in.then(|| view! { <Keys /> })}
    }
}
