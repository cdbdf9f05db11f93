//! Memories as resources: each kind is a template whose variables are the arguments of the operation that reads it. Add
//! a kind as a row of the table.

use std::collections::BTreeMap;

use engine::session::SessionKey;
use kernel::Code;
use kernel::stream::StreamId;
use rmcp::RoleServer;
use rmcp::model::{
    ErrorData, JsonObject, ListResourcesResult, ReadResourceResult, Resource, ResourceContents,
    ResourceTemplate,
};
use rmcp::service::RequestContext as Exchange;
use serde_json::{Value, json};

use super::asker::Asker;
use super::{inbox, result, tool};
use crate::encoding;
use crate::http::decode;

/// Scheme of every resource's address.
const SCHEME: &str = "loci://";
/// Content type of resources.
const JSON: &str = "application/json";
/// Address of the content that holds the reader's notices.
const INBOX: &str = "loci://inbox";
/// Maximum page size of the list of resources.
const PAGE: u32 = 50;
/// Page size and maximum number of pages that are searched for values with a given beginning.
const LONG_PAGE: u32 = 200;
const PAGES: usize = 25;

/// Values of a template's variables, by name.
pub type Values = BTreeMap<String, String>;

/// Kind of resource.
pub struct Kind {
    /// Path, in which `{workflow}` stands for the argument of that name.
    pub path: &'static str,
    /// Name of the kind.
    pub name: &'static str,
    /// Description.
    about: &'static str,
    /// Operation that reads the resource.
    operation: &'static str,
    /// Operation that lists the resources, if there is one.
    pub list: Option<List>,
    /// Streams whose changes change the resource for a reader; none if the resource cannot exist.
    streams: fn(&Values, &str) -> Vec<StreamId>,
}

/// Operation that lists the resources of a kind.
pub struct List {
    /// Name of the operation.
    operation: &'static str,
    /// Member of each item that is the variable's value.
    value: &'static str,
    /// Member of each item that is shown as its title.
    title: &'static str,
}

/// All kinds of resources.
pub static KINDS: [Kind; 7] = [
    Kind {
        path: "workflow/{workflow}",
        name: "workflow",
        about: "A workflow: its goal, where it stands, and its tasks in short.",
        operation: "workflow_get",
        list: Some(List {
            operation: "workflow_list",
            value: "id",
            title: "name",
        }),
        streams: of_workflow,
    },
    Kind {
        path: "workflow/{workflow}/task/{task}",
        name: "task",
        about: "A task of a workflow: what is to be done, who does it, what it waits for.",
        operation: "task_get",
        list: None,
        streams: of_workflow,
    },
    Kind {
        path: "session/{session}",
        name: "session",
        about: "A conversation: its messages, the summary of the earlier ones, its data.",
        operation: "session_get",
        list: Some(List {
            operation: "session_list",
            value: "session",
            title: "topic",
        }),
        streams: of_session,
    },
    Kind {
        path: "mind/{agent}",
        name: "mind",
        about: "What an agent reads of its mind when a session begins: its document and the notes that wait.",
        operation: "mind_context",
        list: Some(List {
            operation: "mind_list",
            value: "agent",
            title: "agent",
        }),
        streams: of_mind,
    },
    Kind {
        path: "context/workflow/{workflow}/task/{task}",
        name: "context of a task",
        about: "What an agent is given for a task: one prompt of every memory that applies.",
        operation: CONTEXT,
        list: None,
        streams: of_context,
    },
    Kind {
        path: "context/session/{session}",
        name: "context of a session",
        about: "What an agent is given in a conversation: one prompt of every memory that applies.",
        operation: CONTEXT,
        list: None,
        streams: of_context,
    },
    Kind {
        path: "context/agent/{agent}",
        name: "context of an agent",
        about: "What an agent is given when it begins: one prompt of every memory that applies.",
        operation: CONTEXT,
        list: None,
        streams: of_context,
    },
];

/// Operation that reads contexts.
const CONTEXT: &str = "context_read";

fn session(values: &Values) -> Option<SessionKey> {
    SessionKey::resolve(values.get("session")?, None, None).ok()
}

fn of_session(values: &Values, _reader: &str) -> Vec<StreamId> {
    session(values).iter().map(SessionKey::stream).collect()
}

fn of_mind(values: &Values, _reader: &str) -> Vec<StreamId> {
    let agent = values.get("agent");
    agent
        .map(|agent| engine::mind::stream(agent))
        .into_iter()
        .collect()
}

fn of_workflow(values: &Values, _reader: &str) -> Vec<StreamId> {
    let id = values.get("workflow").and_then(|id| id.parse().ok());
    id.map(engine::workflow::stream).into_iter().collect()
}

fn of_context(values: &Values, reader: &str) -> Vec<StreamId> {
    let talk = session(values);
    let of_it = [
        of_workflow(values, reader),
        talk.iter().map(SessionKey::stream).collect(),
    ];
    let of_it = of_it.concat();
    let agent = values.get("agent").map_or(reader, String::as_str);
    if of_it.is_empty() && !values.contains_key("agent") {
        return of_it;
    }
    let beside = engine::context::streams(agent, talk.as_ref());
    of_it.into_iter().chain(beside).collect()
}

impl Kind {
    /// Returns the address template.
    pub fn template(&self) -> String {
        format!("{SCHEME}{}", self.path)
    }

    /// Returns the names of the template's variables.
    pub fn variables(&self) -> impl Iterator<Item = &'static str> {
        self.path.split('/').filter_map(variable)
    }

    /// Returns the address of the resource whose only variable has this value.
    fn address(&self, value: &str) -> String {
        let parts = self.path.split('/').map(|part| match variable(part) {
            Some(_) => {
                let mut encoded = String::new();
                encoding::encode(value, &mut encoded);
                encoded
            }
            None => part.to_owned(),
        });
        format!("{SCHEME}{}", parts.collect::<Vec<_>>().join("/"))
    }

    /// Parses the values of the variables from an address; `None` if it belongs to another kind.
    fn values(&self, address: &str) -> Option<Values> {
        let parts: Vec<&str> = self.path.split('/').collect();
        let given: Vec<&str> = address.strip_prefix(SCHEME)?.split('/').collect();
        if parts.len() != given.len() {
            return None;
        }
        let mut values = Values::new();
        for (part, given) in parts.into_iter().zip(given) {
            match variable(part) {
                Some(_) if given.is_empty() => return None,
                Some(name) => {
                    // A plus is literal in a path, unlike in a query.
                    values.insert(name.into(), decode(&given.replace('+', "%2B")));
                }
                None if part == given => {}
                None => return None,
            }
        }
        Some(values)
    }
}

fn variable(part: &str) -> Option<&str> {
    part.strip_prefix('{')?.strip_suffix('}')
}

/// Returns the kind and the variable values of an address.
fn find(address: &str) -> Option<(&'static Kind, Values)> {
    KINDS
        .iter()
        .find_map(|kind| Some((kind, kind.values(address)?)))
}

/// Returns the streams whose changes change a resource for a reader; empty if there can be no such resource.
pub fn streams(address: &str, reader: &str) -> Vec<StreamId> {
    let found = find(address);
    found.map_or_else(Vec::new, |(kind, values)| (kind.streams)(&values, reader))
}

/// Returns true if a stream of this kind is one of the listed resources.
pub fn is_listed(stream: &StreamId) -> bool {
    let mut listed = KINDS.iter().filter(|kind| kind.list.is_some());
    listed.any(|kind| kind.path.split('/').next() == Some(stream.kind()))
}

/// Returns the templates of all kinds.
pub fn templates() -> Vec<ResourceTemplate> {
    let kinds = KINDS.iter();
    kinds
        .map(|kind| {
            ResourceTemplate::new(kind.template(), kind.name)
                .with_description(kind.about)
                .with_mime_type(JSON)
        })
        .collect()
}

/// Creates the error about an address without a resource.
pub fn nothing_at(address: &str, detail: String) -> ErrorData {
    at(address, ErrorData::resource_not_found(detail, None))
}

/// Adds the address to an error, which the protocol expects in `data.uri`.
fn at(address: &str, mut error: ErrorData) -> ErrorData {
    let mut data = error.data.take().unwrap_or_else(|| json!({}));
    data["uri"] = address.into();
    error.data = Some(data);
    error
}

/// Reads a resource.
///
/// # Errors
/// Returns the operation's error, or an error if there is no resource of that kind.
pub async fn read(
    asker: &Asker,
    address: &str,
    exchange: &Exchange<RoleServer>,
) -> Result<ReadResourceResult, ErrorData> {
    let found = find(address);
    let found = found.and_then(|(kind, values)| Some((tool::entry(kind.operation)?, values)));
    let Some((entry, values)) = found else {
        let kinds: Vec<String> = KINDS.iter().map(Kind::template).collect();
        let detail = format!(
            "There is no resource {address:?}; expected one of {}.",
            kinds.join(", ")
        );
        return Err(nothing_at(address, detail));
    };
    let arguments: JsonObject = values
        .into_iter()
        .map(|(name, value)| (name, value.into()))
        .collect();
    let arguments = Value::Object(arguments).to_string();
    let called = asker
        .call(entry, arguments.into(), exchange)
        .await
        .map_err(|error| at(address, result::error(error, &asker.context.request)))?;
    let answer: Value = serde_json::from_slice(&called.json)
        .map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
    let text = result::without_inbox(&answer);
    let mut contents = vec![ResourceContents::text(text, address).with_mime_type(JSON)];
    let told = inbox::words(&called.inbox, called.inbox_waiting);
    contents.extend(told.map(|told| ResourceContents::text(told, INBOX)));
    Ok(ReadResourceResult::new(contents))
}

/// Returns a page of the readable resources.
///
/// # Errors
/// Returns the operation's error, or an error if the cursor is invalid.
pub async fn list(
    asker: &Asker,
    cursor: Option<&str>,
    exchange: &Exchange<RoleServer>,
) -> Result<ListResourcesResult, ErrorData> {
    let odd = || ErrorData::invalid_params("`cursor` is not the `nextCursor` of a page.", None);
    let (from, mut cursor) = match cursor {
        None => (0, None),
        Some(text) => {
            let (kind, cursor) = text.split_once(':').ok_or_else(odd)?;
            let kind: usize = kind.parse().map_err(|_| odd())?;
            (
                kind,
                Some(cursor.to_owned()).filter(|cursor| !cursor.is_empty()),
            )
        }
    };
    for (place, kind) in KINDS.iter().enumerate().skip(from) {
        let Some(list) = &kind.list else { continue };
        let page = match page(asker, list, (cursor.take(), PAGE), exchange).await {
            // The token may be restricted to data that has no such resources.
            Err(error) if error.code == Code::Forbidden => continue,
            page => page.map_err(|error| result::error(error, &asker.context.request))?,
        };
        let found: Vec<Resource> = items(&page)
            .filter_map(|item| resource(kind, list, item))
            .collect();
        let next = page["next_cursor"].as_str();
        if found.is_empty() && next.is_none() {
            continue;
        }
        let mut result = ListResourcesResult::with_all_items(found);
        result.next_cursor = match next {
            Some(next) => Some(format!("{place}:{next}")),
            None => KINDS[place + 1..]
                .iter()
                .any(|kind| kind.list.is_some())
                .then(|| format!("{}:", place + 1)),
        };
        return Ok(result);
    }
    Ok(ListResourcesResult::default())
}

/// Collects the values of a kind's variable that match `is_so`, until there are more than `most`. The second result is
/// true if all values were examined.
///
/// # Errors
/// Returns the operation's error.
pub async fn values(
    asker: &Asker,
    list: &List,
    (is_so, most): (impl Fn(&str) -> bool, usize),
    exchange: &Exchange<RoleServer>,
) -> kernel::Result<(Vec<String>, bool)> {
    let (mut values, mut cursor) = (Vec::new(), None);
    for _ in 0..PAGES {
        let page = page(asker, list, (cursor, LONG_PAGE), exchange).await?;
        let found = items(&page).filter_map(|item| item[list.value].as_str());
        values.extend(found.filter(|value| is_so(value)).map(str::to_owned));
        cursor = page["next_cursor"].as_str().map(str::to_owned);
        if cursor.is_none() || values.len() > most {
            break;
        }
    }
    Ok((values, cursor.is_none()))
}

async fn page(
    asker: &Asker,
    list: &List,
    (cursor, limit): (Option<String>, u32),
    exchange: &Exchange<RoleServer>,
) -> kernel::Result<Value> {
    let arguments = json!({
        "limit": limit,
        "cursor": cursor,
        "fields": [format!("items.{}", list.value), format!("items.{}", list.title)],
    });
    let arguments = arguments.as_object().cloned().unwrap_or_default();
    asker.read(list.operation, arguments, exchange).await
}

fn items(page: &Value) -> impl Iterator<Item = &Value> {
    page["items"].as_array().into_iter().flatten()
}

fn resource(kind: &Kind, list: &List, item: &Value) -> Option<Resource> {
    let value = item[list.value].as_str()?;
    let name = format!("{} {value}", kind.name);
    let resource = Resource::new(kind.address(value), name).with_mime_type(JSON);
    Some(match item[list.title].as_str() {
        Some(title) => resource.with_title(title),
        None => resource,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_lead_to_kinds_and_their_values() {
        let id = "01J00000000000000000000001";
        for (address, kind, stream) in [
            (
                format!("loci://workflow/{id}"),
                "workflow",
                format!("workflow:{id}"),
            ),
            (
                format!("loci://workflow/{id}/task/T1"),
                "task",
                format!("workflow:{id}"),
            ),
            (
                "loci://session/chat-1".into(),
                "session",
                "session:chat-1".into(),
            ),
            ("loci://mind/dev-ada".into(), "mind", "mind:dev-ada".into()),
        ] {
            let (found, _) = find(&address).unwrap();
            assert_eq!(found.name, kind);
            assert_eq!(streams(&address, "ada")[0].as_str(), stream, "{address}");
        }
        for address in [
            "",
            "loci://",
            "loci://workflow",
            "loci://workflow/",
            "loci://workflow/a/task",
            "loci://workflow/a/b/c",
            "file:///etc/passwd",
            "loci://mind/a/b",
        ] {
            assert!(find(address).is_none(), "{address}");
        }
        for address in [
            "loci://workflow/x",
            "loci://context/workflow/x/task/T1",
            "loci://context/session/",
        ] {
            assert!(streams(address, "ada").is_empty(), "{address}");
        }
        let of_context: Vec<String> = streams("loci://context/session/%2Fmara%2Fchat", "ada")
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(
            of_context,
            [
                "session:/mara/chat",
                "scratchpad:global",
                "scratchpad:resource/ada",
                "scratchpad:resource/mara",
                "scratchpad:thread/%2Fmara%2Fchat",
                "mind:ada"
            ]
        );
        assert!(is_listed(&engine::mind::stream("dev-ada")));
        assert!(!is_listed(&StreamId::workspace()));
    }

    #[test]
    fn a_value_of_any_form_comes_back_from_its_address() {
        let kind = KINDS.iter().find(|kind| kind.name == "session").unwrap();
        for value in ["a", "ns/user/id", "a b+c%2F", "ünï", "?#&"] {
            let address = kind.address(value);
            assert_eq!(
                kind.values(&address).unwrap()["session"],
                value,
                "{address}"
            );
        }
    }

    #[test]
    fn every_kind_is_read_by_an_operation_that_takes_its_variables() {
        for kind in &KINDS {
            let entry = tool::entry(kind.operation).unwrap();
            let arguments = kernel::registry::whole(entry.arguments);
            for name in kind.variables() {
                assert!(arguments["properties"][name].is_object(), "{name}");
            }
            if let Some(list) = &kind.list {
                let entry = tool::entry(list.operation).unwrap();
                let shape = crate::fields::Shape::of(entry);
                for name in [list.value, list.title] {
                    assert!(shape.place(&format!("items.{name}")).is_ok(), "{name}");
                }
            }
        }
    }
}
