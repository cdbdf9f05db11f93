//! Pages without an address of their own: what the server says in place of a page, such as an error.

use kernel::{Code, Error};
use leptos::prelude::*;
use leptos_meta::Title;

use crate::context;
use crate::paths;

/// Content of such a page. The server provides it through the context; without one, the address is unknown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Screen {
    /// An error.
    Problem {
        /// Its status.
        status: u16,
        /// Heading, such as "Not found".
        title: String,
        /// Explanation with the next step.
        detail: String,
    },
    /// A link that signs a person in.
    Welcome {
        /// Name of the person.
        person: String,
    },
}

impl Screen {
    /// Returns the page of an error, under its usual title.
    #[must_use]
    pub fn problem(error: &Error) -> Self {
        Self::with_title(error, error.code.title())
    }

    /// Returns the page of an error. The details of an internal error are not shown.
    #[must_use]
    pub fn with_title(error: &Error, title: &str) -> Self {
        let detail = match error.code {
            Code::Internal => "This is a fault of Loci, not yours.",
            _ => &error.detail,
        };
        Self::Problem {
            status: error.code.status(),
            title: title.to_owned(),
            detail: detail.to_owned(),
        }
    }

    /// Returns the page of an unknown address, with what may help.
    #[must_use]
    pub fn missing(hint: Option<String>) -> Self {
        let usual = || "It may have been deleted, or the address is wrong.".into();
        Self::Problem {
            status: 404,
            title: "Page not found".into(),
            detail: hint.unwrap_or_else(usual),
        }
    }

    /// Returns true if the page runs scripts. The page that signs a person in has none: only a press of its button may
    /// use up the link.
    #[must_use]
    pub const fn runs_scripts(&self) -> bool {
        !matches!(self, Self::Welcome { .. })
    }

    /// Returns the status of the response.
    #[must_use]
    pub const fn status(&self) -> u16 {
        match self {
            Self::Problem { status, .. } => *status,
            Self::Welcome { .. } => 200,
        }
    }
}

/// Page for an address without one of its own.
#[component]
pub fn Missing() -> impl IntoView {
    let screen = use_context::<Screen>().unwrap_or_else(|| Screen::missing(None));
    if let Some(response) = use_context::<leptos_axum::ResponseOptions>()
        && let Ok(status) = http::StatusCode::from_u16(screen.status())
    {
        response.set_status(status);
    }
    match screen {
        Screen::Problem {
            status,
            title,
            detail,
        } => problem(status, title, detail),
        Screen::Welcome { person } => welcome(person),
    }
}

fn problem(status: u16, title: String, detail: String) -> AnyView {
    let links = if context::viewer().is_some() {
        [
            (paths::overview(), "Overview"),
            (paths::workflows(), "Workflows"),
        ]
    } else {
        [
            (paths::sign_in(""), "Sign in"),
            (paths::api_docs(), "API reference"),
        ]
    };
    let [(first, first_label), (second, second_label)] = links;
    view! {
        <Title text=title.clone() />
        <main class="page lost" id="main">
            <p class="lost-code">{status}</p>
            <h1>{title}</h1>
            <p class="lede">{detail}</p>
            <p class="btns btns--start">
                <a class="btn btn--primary" href=first>{first_label}</a>
                <a class="btn" href=second>{second_label}</a>
            </p>
        </main>
    }
    .into_any()
}

fn welcome(person: String) -> AnyView {
    view! {
        <Title text="Sign in" />
        <main class="gate" id="main">
            <h1>"Welcome to Loci"</h1>
            <p>"This link signs you in as " <b>{person}</b> ", once."</p>
            <form method="post">
                <button class="btn btn--primary" type="submit">"Sign in"</button>
            </form>
        </main>
    }
    .into_any()
}
