//! Spans that a collector received.

use std::fmt::Write as _;

use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::KeyValue;
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::trace::v1::Span;
use prost::Message as _;

use crate::harness::Receiver;

/// Spans in the order in which they ended.
pub struct Exported {
    pub spans: Vec<Span>,
    /// Attributes of the server.
    pub resource: Vec<(String, String)>,
    /// Bytes of all requests.
    pub bytes: Vec<u8>,
}

impl Exported {
    /// Reads all that a collector has received.
    pub fn read(collector: &Receiver) -> Self {
        let mut exported = Self {
            spans: Vec::new(),
            resource: Vec::new(),
            bytes: Vec::new(),
        };
        for received in collector.rest() {
            assert_eq!(received.path, "/v1/traces");
            assert_eq!(received.header("content-type"), "application/x-protobuf");
            exported.bytes.extend_from_slice(&received.body);
            let request = ExportTraceServiceRequest::decode(received.body).unwrap();
            for of_resource in request.resource_spans {
                let resource = of_resource.resource.unwrap();
                exported.resource = attributes(&resource.attributes);
                let scopes = of_resource.scope_spans.into_iter();
                exported.spans.extend(scopes.flat_map(|scope| scope.spans));
            }
        }
        exported
    }

    /// Returns the only span with that name.
    #[track_caller]
    pub fn named(&self, name: &str) -> &Span {
        let mut found = self.spans.iter().filter(|span| span.name == name);
        let (first, second) = (found.next(), found.next());
        assert!(second.is_none(), "several spans are named {name}");
        first.unwrap_or_else(|| panic!("no {name} among {:?}", self.names()))
    }

    pub fn names(&self) -> Vec<&str> {
        self.spans.iter().map(|span| span.name.as_str()).collect()
    }

    /// Returns the spans of a trace.
    pub fn trace(&self, id: &str) -> Vec<&Span> {
        let spans = self.spans.iter();
        spans.filter(|span| hex(&span.trace_id) == id).collect()
    }

    pub fn contains(&self, text: &str) -> bool {
        let mut parts = self.bytes.windows(text.len());
        parts.any(|part| part == text.as_bytes())
    }
}

/// Returns the attributes, sorted, with their values as text.
pub fn attributes(attributes: &[KeyValue]) -> Vec<(String, String)> {
    let text = |attribute: &KeyValue| {
        let value = attribute.value.as_ref().unwrap().value.as_ref().unwrap();
        match value {
            Value::StringValue(text) => text.clone(),
            Value::IntValue(number) => number.to_string(),
            other => panic!("{}: {other:?}", attribute.key),
        }
    };
    let mut all: Vec<_> = attributes
        .iter()
        .map(|attribute| (attribute.key.clone(), text(attribute)))
        .collect();
    all.sort();
    all
}

/// Returns an id as in a `traceparent`.
pub fn hex(id: &[u8]) -> String {
    id.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").unwrap();
        text
    })
}
