//! Query of a request: named strings, numbers and flags, with validation errors. Unknown names are ignored.

use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::http::query_pairs;

use super::refusal::Fault;

/// Decoded parameters, in order.
pub struct Query(Vec<(String, String)>);

impl Query {
    /// Parses a query.
    pub fn new(text: &str) -> Self {
        Self(query_pairs(text))
    }

    /// Returns the last value with this name, as the field's own server does. An empty value counts as absent.
    pub fn text(&self, name: &str) -> Option<&str> {
        let found = self.0.iter().rfind(|(known, _)| known == name);
        found
            .map(|(_, value)| value.as_str())
            .filter(|value| !value.is_empty())
    }

    /// Returns all values with this name.
    pub fn all(&self, name: &str) -> Vec<String> {
        let found = self.0.iter().filter(|(known, _)| known == name);
        found.map(|(_, value)| value.clone()).collect()
    }

    /// Parses an integer within bounds.
    pub fn number<N>(&self, name: &str, bounds: RangeInclusive<N>) -> Result<Option<N>, Fault>
    where
        N: FromStr + PartialOrd + std::fmt::Display,
    {
        let Some(text) = self.text(name) else {
            return Ok(None);
        };
        let Ok(number) = text.trim().parse::<N>() else {
            let msg = "Input should be a valid integer, unable to parse string as an integer";
            return Err(Fault::query("int_parsing", name, msg));
        };
        if number < *bounds.start() {
            let msg = format!(
                "Input should be greater than or equal to {}",
                bounds.start()
            );
            return Err(Fault::query("greater_than_equal", name, msg));
        }
        if number > *bounds.end() {
            let msg = format!("Input should be less than or equal to {}", bounds.end());
            return Err(Fault::query("less_than_equal", name, msg));
        }
        Ok(Some(number))
    }

    /// Parses a flag in the spellings that the field's own server accepts.
    pub fn flag(&self, name: &str) -> Result<Option<Flag>, Fault> {
        let Some(text) = self.text(name) else {
            return Ok(None);
        };
        match text.to_ascii_lowercase().as_str() {
            "true" | "1" | "on" | "yes" | "t" | "y" => Ok(Some(Flag::Yes)),
            "false" | "0" | "off" | "no" | "f" | "n" => Ok(Some(Flag::No)),
            _ => {
                let msg = "Input should be a valid boolean, unable to interpret input";
                Err(Fault::query("bool_parsing", name, msg))
            }
        }
    }
}

/// Boolean query parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flag {
    /// True.
    Yes,
    /// False.
    No,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_named() {
        let query = Query::new(
            "limit=7&far=101&near=0&odd=x&dry_run=True&empty=&memory_ids=a&memory_ids=b",
        );
        assert_eq!(query.number("limit", 1..=100), Ok(Some(7)));
        assert_eq!(query.number::<u32>("none", 1..=100), Ok(None));
        assert_eq!(
            query.number("far", 1..=100).unwrap_err().kind,
            "less_than_equal"
        );
        assert_eq!(
            query.number("near", 1..=100).unwrap_err().kind,
            "greater_than_equal"
        );
        assert_eq!(
            query.number("odd", 1..=100).unwrap_err().kind,
            "int_parsing"
        );
        assert_eq!(query.flag("dry_run"), Ok(Some(Flag::Yes)));
        assert_eq!(query.flag("odd").unwrap_err().kind, "bool_parsing");
        assert_eq!(query.text("empty"), None);
        let twice = Query::new("limit=&limit=x&name=a&name=b");
        assert_eq!(
            twice.number::<u32>("limit", 1..=100).unwrap_err().kind,
            "int_parsing"
        );
        assert_eq!(twice.text("name"), Some("b"));
        assert_eq!(query.all("memory_ids"), ["a", "b"]);
    }
}
