//! Start page of the API reference: how to call, the operations of every day, the nouns, and the errors.

use doors::openapi;
use kernel::Code;
use leptos::prelude::*;
use leptos_meta::Title;

use super::operation::examples;
use super::reference::{NOUNS, operation};
use super::shape::with_code;
use super::{address, search_form};
use crate::pages::origin::origin;
use crate::parts::CopyBlock;
use crate::paths;

/// Operations that agents call every day, in the order of a day, with what they do.
pub const EVERYDAY: [(&str, &str); 10] = [
    ("workflow_create", "Plan a goal as tasks"),
    ("task_claim", "Take the best ready task"),
    ("context_read", "Get the prompt for it"),
    ("task_heartbeat", "Keep the task while working"),
    ("decision_record", "Record a decision and its reason"),
    ("artifact_record", "Store a file or a text"),
    ("task_complete", "Hand in the work"),
    ("session_append", "Store messages of a conversation"),
    ("note_write", "Write a note for later"),
    ("memory_search", "Search the memories"),
];

/// Error codes with their meaning for callers.
const ERRORS: [(Code, &str); 10] = [
    (
        Code::Invalid,
        "Wrong arguments. `fields` lists them with what was expected.",
    ),
    (
        Code::Unauthenticated,
        "Not signed in, or the token is invalid, expired or revoked.",
    ),
    (Code::Forbidden, "The caller lacks the permission."),
    (
        Code::NotFound,
        "The thing does not exist, or the caller may not see it.",
    ),
    (
        Code::Conflict,
        "The current state does not allow it. `reason` names the cause, `changes` lists what changed meanwhile.",
    ),
    (Code::Gone, "The thing was erased."),
    (Code::TooLarge, "A limit is exceeded. `detail` names it."),
    (
        Code::RateLimited,
        "Too many requests. Retry after the seconds in `Retry-After`.",
    ),
    (
        Code::Unavailable,
        "Temporarily unavailable. Retry: nothing was written, unless `reason` is `unknown_outcome`.",
    ),
    (
        Code::Internal,
        "A fault of Loci. The server log has more under the `X-Request-Id`.",
    ),
];

/// Renders the start page.
pub fn page() -> AnyView {
    view! {
        <Title text="API" />
        <main class="page docs" id="main" data-page="api" data-operations="">
            <header class="folio">
                <div>
                    <h1>"API"</h1>
                    <p class="lede">
                        "Agents and programs use Loci by calling operations: one address each, JSON in and out. "
                        "Start with the ten operations below, search for another one, or open a noun. "
                        <a href=paths::help()>"Concepts"</a> " explains the terms; "
                        <a href=paths::openapi() rel="external">"openapi.json"</a>
                        " has the same description for programs."
                    </p>
                </div>
                <div class="folio-end">{search_form(String::new())}</div>
            </header>
            <div class="docs-start">
                <section aria-labelledby="calling"><h2 id="calling">"How to call"</h2>{calling()}</section>
                <section aria-labelledby="everyday"><h2 id="everyday">"Every day"</h2>{everyday()}</section>
                <section aria-labelledby="nouns"><h2 id="nouns">"All operations"</h2>{nouns()}</section>
                <section aria-labelledby="errors"><h2 id="errors">"Errors"</h2>{errors()}</section>
            </div>
        </main>
    }
    .into_any()
}

fn calling() -> AnyView {
    let setting = format!(
        "export LOCI_URL={}\nexport LOCI_TOKEN=TOKEN  # loci token create --agent NAME --role worker",
        origin()
    );
    let rows = [
        (
            "Address",
            view! {
                <code>"POST $LOCI_URL/api/{operation}"</code>
                " with the arguments as a JSON object. Operations that only read also answer "
                <code>"GET"</code> " with a query. The clients for Python and TypeScript name every operation "
                <code>"loci.noun.verb(…)"</code> ", the command line " <code>"loci noun verb"</code> "."
            }
            .into_any(),
        ),
        (
            "Token",
            view! {
                "Agents send " <code>"Authorization: Bearer TOKEN"</code>
                ". People use the session of their browser."
            }
            .into_any(),
        ),
        (
            "Answers",
            view! {
                "An answer has what an agent needs next. " <code>"fields"</code>
                " asks for other members by name, such as " <code>"tasks.title"</code> ", " <code>"*"</code>
                " for all. Every answer also has " <code>"version"</code> " (as " <code>"ETag"</code> " too), "
                <code>"position"</code> ", the place in the log that it certainly contains, and for agents "
                <code>"inbox"</code> " with their messages; " <code>"inbox_waiting"</code> " counts those that did not fit, "
                <code>"redacted_secrets"</code> " the secrets that were replaced. Empty members are left out."
            }
            .into_any(),
        ),
        (
            "Retries",
            view! {
                "Send " <code>"idempotency_key"</code> " (or the header " <code>"Idempotency-Key"</code>
                ") with a write: a retry with the same key gets the first answer for 24 hours."
            }
            .into_any(),
        ),
        (
            "Conditions",
            view! {
                <code>"if_version"</code> " rejects a write with 409 if the thing has changed since that version, "
                <code>"If-Match"</code> " if anything that an answer with this " <code>"ETag"</code> " showed has changed. "
                <code>"lead_epoch"</code> " rejects it if another process leads the workflow by now. "
                <code>"If-None-Match"</code> " answers a read of one thing with 304 while it is unchanged."
            }
            .into_any(),
        ),
        ("Limits", with_code(limits()).into_any()),
    ];
    let rows = rows.map(|(name, about)| view! { <div><dt>{name}</dt><dd>{about}</dd></div> });
    view! {
        <CopyBlock text=setting label="Copy" />
        <dl class="members members--words">{rows.into_iter().collect::<Vec<_>>()}</dl>
    }
    .into_any()
}

fn limits() -> &'static str {
    static LIMITS: std::sync::LazyLock<String> = std::sync::LazyLock::new(openapi::limits);
    &LIMITS
}

fn everyday() -> AnyView {
    let articles = EVERYDAY.iter().filter_map(|(name, does)| {
        let operation = *operation(name)?;
        Some(view! {
            <article id=format!("everyday-{name}")>
                <h3>{*does} " " <a href=address(operation)><code>{*name}</code></a></h3>
                {examples(operation)}
            </article>
        })
    });
    articles.collect::<Vec<_>>().into_any()
}

fn nouns() -> AnyView {
    let rows = NOUNS.iter().map(|noun| {
        let count = match noun.operations.len() {
            1 => "1 operation".to_owned(),
            count => format!("{count} operations"),
        };
        view! {
            <div>
                <dt><a href=paths::api_noun(noun.name) data-noun=noun.name>{noun.name}</a></dt>
                <dd>{noun.about} " " <span class="quiet">{count}</span></dd>
            </div>
        }
    });
    view! { <dl class="members members--words">{rows.collect::<Vec<_>>()}</dl> }.into_any()
}

fn errors() -> AnyView {
    let rows = ERRORS.iter().map(|(code, means)| {
        view! {
            <div>
                <dt><span class="num">{code.status()}</span> " " <code>{code.name()}</code></dt>
                <dd>{with_code(means)}</dd>
            </div>
        }
    });
    view! {
        <p>
            "Errors are problem details of RFC 9457: " <code>"code"</code> " and " <code>"reason"</code>
            " are for programs, " <code>"detail"</code> " says what to do next, " <code>"fields"</code>
            " lists wrong arguments. The reasons of an operation are described with it."
        </p>
        <dl class="members members--words">{rows.collect::<Vec<_>>()}</dl>
    }
    .into_any()
}
