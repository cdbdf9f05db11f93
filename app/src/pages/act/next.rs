//! Focus management for a form that disappears with its row: focus moves to the same button of the next row, of the
//! previous one, or to the heading of the section, never to the top of the page.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, HtmlFormElement};

/// Neighbourhood of a form, captured while it is still mounted.
pub struct Next {
    /// Selector of the same button in other rows, by the form's action.
    same: String,
    rows: [Option<Element>; 2],
    heading: Option<Element>,
}

impl Next {
    /// Captures the neighbourhood of `form`.
    pub fn of(form: &HtmlFormElement) -> Self {
        let around = |selector| form.closest(selector).ok().flatten();
        let row = around("li, tr");
        let after = row.as_ref().and_then(Element::next_element_sibling);
        let before = row.as_ref().and_then(Element::previous_element_sibling);
        let action = form.get_attribute("action").unwrap_or_default();
        Self {
            same: format!("form[action=\"{action}\"] button:not(:disabled)"),
            rows: [after, before],
            heading: around("section").and_then(|section| {
                let heading = section.query_selector("h2, h3");
                heading.ok().flatten()
            }),
        }
    }

    /// Moves the focus, unless the user has moved it already.
    pub fn focus(self) {
        let is_elsewhere = document().active_element().is_some_and(|element| {
            element.tag_name() != "BODY" && !element.matches(&self.same).unwrap_or(false)
        });
        if is_elsewhere {
            return;
        }
        let there = self
            .rows
            .into_iter()
            .flatten()
            .filter(|row| row.is_connected());
        let same = there.filter_map(|row| row.query_selector(&self.same).ok().flatten());
        let target = same.into_iter().next().or_else(|| {
            let heading = self.heading?;
            heading.set_attribute("tabindex", "-1").ok();
            Some(heading)
        });
        if let Some(target) = target.and_then(|target| target.dyn_into::<HtmlElement>().ok()) {
            target.focus().ok();
        }
    }
}
