//! The page at `/api/docs`, generated from the OpenAPI document, and the page at `/help`. Both load nothing from other
//! origins. The API page is readable without its script, which searches operations and calls them from the page.

mod concepts;
mod errors;
mod example;
mod schema;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::LazyLock;

use serde_json::Value;

use crate::base_path::at;
use crate::encoding::html;
use crate::openapi::DOCUMENT;

pub use concepts::CONCEPTS;

/// HTML body of the API page.
pub static BODY: LazyLock<String> = LazyLock::new(|| body(&DOCUMENT));

/// Script of the API page.
pub const SCRIPT: &str = include_str!("docs/docs.js");

/// One operation: its method, path and description.
type Entry<'a> = (&'a str, &'a str, &'a Value);

fn body(document: &Value) -> String {
    let mut groups: BTreeMap<&str, Vec<Entry>> = BTreeMap::new();
    let paths = document["paths"].as_object();
    for (path, item) in paths.into_iter().flatten() {
        // A read operation is documented once, by its POST; GET takes the same arguments.
        let (method, operation) = match item.get("post") {
            Some(post) => ("POST", post),
            None => ("GET", &item["get"]),
        };
        let tag = operation["tags"][0].as_str().unwrap_or("other");
        groups
            .entry(tag)
            .or_default()
            .push((method, path, operation));
    }
    let mut out = String::from("<main id=\"main\" class=\"page docs\"><h1>The API of Loci</h1>");
    prose(
        document["info"]["description"].as_str().unwrap_or_default(),
        &mut out,
    );
    let _ = write!(
        out,
        "<p>The same for programs: <a href=\"{}\">openapi.json</a> (OpenAPI 3.1). <a href=\"{}\">Concepts</a> \
         explains the terms.</p>",
        at("/api/openapi.json"),
        at("/help")
    );
    out.push_str(TOOLS);
    contents(&groups, &mut out);
    errors::table(&mut out);
    for (tag, entries) in &groups {
        let _ = write!(out, "<section><h2>{}</h2>", html(tag));
        for entry in entries {
            article(document, *entry, &mut out);
        }
        out.push_str("</section>");
    }
    schema::definitions(document, &mut out);
    out.push_str("</main>");
    out
}

/// Tools that need the script, which makes them visible.
const TOOLS: &str = "<div class=\"docs-tools\" hidden><label>Find <input id=\"docs-find\" type=\"search\" \
    aria-describedby=\"docs-found\"></label> <label>Token <input id=\"docs-token\" type=\"password\" \
    autocomplete=\"off\"></label><p class=\"field-hint\">To call as an agent. Without one you call as yourself.</p>\
    <p id=\"docs-found\" role=\"status\"></p></div>";

fn contents(groups: &BTreeMap<&str, Vec<Entry>>, out: &mut String) {
    out.push_str("<nav aria-label=\"Operations\"><ul>");
    for entries in groups.values() {
        out.push_str("<li>");
        for (_, _, operation) in entries {
            let name = html(operation["operationId"].as_str().unwrap_or_default());
            let _ = write!(
                out,
                "<span><a href=\"#{name}\"><code>{name}</code></a></span> "
            );
        }
        out.push_str("</li>");
    }
    out.push_str("</ul></nav>");
}

/// Resolves a `$ref`.
fn resolve<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    schema["$ref"]
        .as_str()
        .and_then(|target| document.pointer(target.strip_prefix('#')?))
        .unwrap_or(schema)
}

fn article(document: &Value, (method, path, operation): Entry, out: &mut String) {
    let name = html(operation["operationId"].as_str().unwrap_or_default());
    let reads = operation["x-effect"] == "read";
    let also = if reads {
        " <span class=\"quiet\">also GET</span>"
    } else {
        ""
    };
    let _ = write!(
        out,
        "<article id=\"{name}\"><h3><code>{method} {}</code>{also}</h3>",
        html(path)
    );
    prose(operation["description"].as_str().unwrap_or_default(), out);
    let arguments = resolve(
        document,
        &operation["requestBody"]["content"]["application/json"]["schema"],
    );
    if arguments.is_object() {
        out.push_str("<h4>Arguments</h4>");
        schema::table(arguments, out);
    } else if let Some(parameters) = operation["parameters"].as_array() {
        out.push_str("<h4>Parameters</h4><dl>");
        for parameter in parameters {
            let _ = write!(
                out,
                "<dt><code>{}</code></dt><dd>{}</dd>",
                html(parameter["name"].as_str().unwrap_or_default()),
                html(parameter["description"].as_str().unwrap_or_default())
            );
        }
        out.push_str("</dl>");
    }
    let answer = resolve(
        document,
        &operation["responses"]["200"]["content"]["application/json"]["schema"],
    );
    if answer.is_object() {
        out.push_str("<h4>Answer</h4>");
        schema::table(answer, out);
    }
    example::of(path, operation, out);
    errors::of(operation, out);
    out.push_str("</article>");
}

/// Renders paragraphs with `code` in them: the only Markdown that doc comments use.
fn prose(text: &str, out: &mut String) {
    for paragraph in text.split("\n\n").filter(|text| !text.trim().is_empty()) {
        out.push_str("<p>");
        line(paragraph, out);
        out.push_str("</p>");
    }
}

/// Renders a line with `code` in it.
fn line(text: &str, out: &mut String) {
    for (i, part) in text.split('`').enumerate() {
        let part = html(part);
        if i % 2 == 1 {
            let _ = write!(out, "<code>{part}</code>");
        } else {
            out.push_str(&part);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_describes_every_operation_and_asks_nothing_from_elsewhere() {
        let html = body(&DOCUMENT);
        for name in engine::operations::names() {
            assert!(html.contains(&format!("<article id=\"{name}\">")), "{name}");
        }
        for outside in ["src=", "<script", "<style", "url(", "=\"http", "=\"//"] {
            assert!(!html.contains(outside), "{outside}");
        }
    }

    #[test]
    fn every_link_within_the_page_leads_somewhere() {
        let html = body(&DOCUMENT);
        let links = html.split("href=\"#").skip(1);
        let links: Vec<_> = links.filter_map(|rest| rest.split('"').next()).collect();
        assert!(links.len() > 100, "{}", links.len());
        for link in links {
            assert!(html.contains(&format!(" id=\"{link}\"")), "{link}");
        }
    }

    #[test]
    fn prose_has_code_and_no_markup_of_others() {
        let mut out = String::new();
        prose("a `b<c` d\n\ne", &mut out);
        assert_eq!(out, "<p>a <code>b&lt;c</code> d</p><p>e</p>");
    }
}
