//! Address of the collector, from the standard variables of OpenTelemetry.

use reqwest::Url;

use crate::failure::Failure;

/// Base address of a collector.
const ENDPOINT: &str = "OTEL_EXPORTER_OTLP_ENDPOINT";
/// Whole address for traces. Takes precedence.
const TRACES_ENDPOINT: &str = "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT";
/// Protocol of all signals.
const PROTOCOL: &str = "OTEL_EXPORTER_OTLP_PROTOCOL";
/// Protocol of traces. Takes precedence.
const TRACES_PROTOCOL: &str = "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL";
/// The only supported protocol.
const HTTP: &str = "http/protobuf";
/// Path for traces below a base address.
const PATH: &str = "/v1/traces";

/// Returns the address to which traces are sent; `None` if the variables name none or turn the export off.
///
/// # Errors
/// Returns an error if the address or the protocol is not one that works. The message does not repeat the address, which
/// may contain a password.
pub(super) fn find(variable: impl Fn(&str) -> Option<String>) -> Result<Option<Url>, Failure> {
    // An empty variable is like none.
    let given = |name: &'static str| {
        let value = variable(name)?.trim().to_owned();
        (!value.is_empty()).then_some((name, value))
    };
    let is =
        |name, word: &str| given(name).is_some_and(|(_, value)| value.eq_ignore_ascii_case(word));
    if is("OTEL_SDK_DISABLED", "true") || is("OTEL_TRACES_EXPORTER", "none") {
        return Ok(None);
    }
    let (name, address) = match (given(TRACES_ENDPOINT), given(ENDPOINT)) {
        (Some(whole), _) => whole,
        (None, Some(base)) => base,
        (None, None) => return Ok(None),
    };
    if let Some((name, value)) = given(TRACES_PROTOCOL).or_else(|| given(PROTOCOL))
        && value != HTTP
    {
        return Err(Failure::usage(format!(
            "{name}={value:?}: Loci sends traces as {HTTP} only. Set {TRACES_PROTOCOL}={HTTP}, and {TRACES_ENDPOINT} \
             to the collector's HTTP address, usually http://HOST:4318{PATH}; or set OTEL_SDK_DISABLED=true."
        )));
    }
    let url = Url::parse(&address).ok();
    let url = url.filter(|url| matches!(url.scheme(), "http" | "https"));
    let Some(mut url) = url else {
        return Err(Failure::usage(format!(
            "{name}: expected the address of a collector, such as http://localhost:4318 in {ENDPOINT} or \
             http://localhost:4318{PATH} in {TRACES_ENDPOINT}."
        )));
    };
    if name == ENDPOINT {
        let path = format!("{}{PATH}", url.path().trim_end_matches('/'));
        url.set_path(&path);
    }
    Ok(Some(url))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(variables: &[(&str, &str)]) -> Result<Option<String>, String> {
        let found = find(|name| {
            let mut known = variables.iter();
            let found = known.find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        });
        found
            .map(|url| url.map(String::from))
            .map_err(|failure| failure.message)
    }

    #[test]
    fn the_address_is_a_base_or_that_of_traces() {
        for (variables, expected) in [
            (&[][..], None),
            (&[(ENDPOINT, " ")], None),
            (&[(PROTOCOL, "grpc")], None),
            (
                &[(ENDPOINT, "http://localhost:4318")],
                Some("http://localhost:4318/v1/traces"),
            ),
            (
                &[(ENDPOINT, "https://c.example/otlp/"), (PROTOCOL, HTTP)],
                Some("https://c.example/otlp/v1/traces"),
            ),
            (
                &[(ENDPOINT, "x"), (TRACES_ENDPOINT, "http://c.example/in")],
                Some("http://c.example/in"),
            ),
            (
                &[
                    (ENDPOINT, "http://c.example"),
                    (PROTOCOL, "grpc"),
                    (TRACES_PROTOCOL, HTTP),
                ],
                Some("http://c.example/v1/traces"),
            ),
        ] {
            let found = from(variables).unwrap();
            assert_eq!(found.as_deref(), expected, "{variables:?}");
        }
    }

    #[test]
    fn the_export_can_be_turned_off() {
        for (name, value, is_off) in [
            ("OTEL_SDK_DISABLED", "TRUE", true),
            ("OTEL_SDK_DISABLED", "1", false),
            ("OTEL_TRACES_EXPORTER", "none", true),
            ("OTEL_TRACES_EXPORTER", "otlp", false),
        ] {
            let found = from(&[(ENDPOINT, "http://c.example"), (name, value)]).unwrap();
            assert_eq!(found.is_none(), is_off, "{name}={value}");
        }
        let off = [(ENDPOINT, "x"), ("OTEL_SDK_DISABLED", "true")];
        assert_eq!(from(&off), Ok(None));
    }

    #[test]
    fn other_protocols_and_addresses_are_refused_without_repeating_an_address() {
        let known = (ENDPOINT, "http://c.example");
        for (name, value) in [
            (PROTOCOL, "grpc"),
            (PROTOCOL, "http/json"),
            (TRACES_PROTOCOL, "grpc"),
        ] {
            let message = from(&[known, (name, value)]).unwrap_err();
            assert!(
                message.starts_with(&format!("{name}={value:?}: ")),
                "{message}"
            );
        }
        for wrong in ["c.example:4318", "ftp://u:pass@c.example", "http://"] {
            for name in [ENDPOINT, TRACES_ENDPOINT] {
                let message = from(&[(name, wrong)]).unwrap_err();
                assert!(
                    message.starts_with(&format!("{name}: expected")),
                    "{message}"
                );
                assert!(!message.contains("pass"), "{message}");
            }
        }
    }
}
