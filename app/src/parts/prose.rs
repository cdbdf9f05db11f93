//! Texts of people and agents rendered as Markdown, with a fixed set of elements. A text cannot add other elements,
//! styles or ids, images are not loaded, and links show their address.

use std::ops::Range;

use leptos::html::custom;
use leptos::prelude::*;

use super::markdown::{self, Kind, Node, Side, Target, Tick};
use super::{Glyph, Icon, escape_direction};

/// Renders a text with paragraphs, lists and tables. Its headings begin at `level`, and skip none.
#[must_use]
pub fn prose(text: &str, level: u8) -> AnyView {
    let text = &*escape_direction(text);
    let words = |at: Range<usize>| text[at].to_owned().into_any();
    set(text, markdown::blocks(text), level, &words).into_any()
}

/// Renders a text within a line, such as a title. It contains no links, because it is often inside one.
#[must_use]
pub fn line(text: &str) -> Vec<AnyView> {
    let text = &*escape_direction(text);
    let words = |at: Range<usize>| text[at].to_owned().into_any();
    set_line(text, markdown::line(text), &words)
}

/// Renders the nodes of a line; `words` renders its text.
#[must_use]
pub fn set_line(
    text: &str,
    nodes: Vec<Node>,
    words: &dyn Fn(Range<usize>) -> AnyView,
) -> Vec<AnyView> {
    Setter {
        text,
        level: None,
        words,
    }
    .all(nodes)
}

/// Renders the nodes of a text; `words` renders its text.
#[must_use]
pub fn set(
    text: &str,
    nodes: Vec<Node>,
    level: u8,
    words: &dyn Fn(Range<usize>) -> AnyView,
) -> Vec<AnyView> {
    Setter {
        text,
        level: Some(level),
        words,
    }
    .all(nodes)
}

#[derive(Clone, Copy)]
struct Setter<'a> {
    text: &'a str,
    /// Level of the first heading; `None` for a line, which has no headings and no links.
    level: Option<u8>,
    words: &'a dyn Fn(Range<usize>) -> AnyView,
}

impl Setter<'_> {
    fn all(self, nodes: Vec<Node>) -> Vec<AnyView> {
        nodes.into_iter().map(|node| self.one(node)).collect()
    }

    /// Renders nodes with plain text instead of `words`.
    fn plain(self, nodes: Vec<Node>) -> Vec<AnyView> {
        let text = self.text;
        let words = |at: Range<usize>| text[at].to_owned().into_any();
        Setter {
            text,
            level: self.level,
            words: &words,
        }
        .all(nodes)
    }

    fn one(self, node: Node) -> AnyView {
        let Node { kind, at, inside } = node;
        let tag = match kind {
            Kind::Text => return (self.words)(at),
            Kind::Words(words) => return words.into_any(),
            Kind::Code => {
                let inside = self.plain(inside);
                return view! { <code class="span" dir="ltr">{inside}</code> }.into_any();
            }
            Kind::Block => {
                let inside = self.plain(inside);
                // Wide code scrolls, and can be focused for scrolling by keyboard.
                return view! { <code class="block" dir="ltr" tabindex="0">{inside}</code> }
                    .into_any();
            }
            Kind::Link(target) => return self.link(target, inside),
            Kind::Rule => return view! { <hr/> }.into_any(),
            Kind::Table => return self.table(inside),
            Kind::List(Some(first)) => {
                let inside = self.all(inside);
                return view! { <ol start=first.to_string()>{inside}</ol> }.into_any();
            }
            Kind::Item(Some(tick)) => {
                let (icon, label) = match tick {
                    Tick::Done => (Icon::Check, "done"),
                    Tick::Open => (Icon::Pending, "not done"),
                };
                let inside = self.all(inside);
                return view! {
                    <li class="todo"><span role="img" aria-label=label><Glyph icon/></span>{inside}</li>
                }
                .into_any();
            }
            Kind::Paragraph => "p",
            Kind::Heading(depth) => match self.level.unwrap_or(2).saturating_add(depth) {
                ..=3 => "h2",
                4 => "h3",
                5 => "h4",
                6 => "h5",
                _ => "h6",
            },
            Kind::Quote => "blockquote",
            Kind::List(None) => "ul",
            Kind::Item(None) => "li",
            Kind::Emphasis => "em",
            Kind::Strong => "strong",
            Kind::Struck => "del",
            // These occur in tables only.
            Kind::Head | Kind::Row | Kind::Cell(_) => "span",
        };
        custom(tag).child(self.all(inside)).into_any()
    }

    /// A link with its address. Search engines do not follow it, and the target learns no referrer.
    fn link(self, target: Target, inside: Vec<Node>) -> AnyView {
        let inside = self.plain(inside);
        let shown = target
            .shown
            .map(|shown| view! { " " <bdi class="to">{shown.into_string()}</bdi> });
        match target.href.filter(|_| self.level.is_some()) {
            Some(href) => view! {
                <a href=href.into_string() rel="nofollow noopener noreferrer">{inside}</a>
                {shown}
            }
            .into_any(),
            None => view! { {inside} {shown} }.into_any(),
        }
    }

    /// A table in a box of its own, which scrolls if it is wider than the page.
    fn table(self, rows: Vec<Node>) -> AnyView {
        let mut head = None;
        let mut body = Vec::new();
        for row in rows {
            let is_head = row.kind == Kind::Head;
            let cells = row.inside.into_iter().map(|cell| self.cell(cell, is_head));
            let cells = custom("tr").child(cells.collect::<Vec<_>>()).into_any();
            if is_head {
                head = Some(custom("thead").child(cells).into_any());
            } else {
                body.push(cells);
            }
        }
        let body = (!body.is_empty()).then(|| custom("tbody").child(body).into_any());
        view! {
            <div class="said-table" tabindex="0" role="group" aria-label="Table">
                <table>{head}{body}</table>
            </div>
        }
        .into_any()
    }

    fn cell(self, cell: Node, is_head: bool) -> AnyView {
        let class = match cell.kind {
            Kind::Cell(Side::Middle) => Some("middle"),
            Kind::Cell(Side::End) => Some("end"),
            _ => None,
        };
        let inside = self.all(cell.inside);
        if is_head {
            view! { <th class=class>{inside}</th> }.into_any()
        } else {
            view! { <td class=class>{inside}</td> }.into_any()
        }
    }
}
