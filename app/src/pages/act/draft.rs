//! What was written into a form and not sent. It comes back with the form when somebody went elsewhere meanwhile, or
//! live facts took its row off the page and brought it again; the browser asks before it throws any away. Kept while the
//! tab is open, in its memory only.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use leptos::html::Form;
use leptos::prelude::*;
use leptos_router::hooks::use_location;
use wasm_bindgen::JsCast;
use web_sys::{
    Element, Event, EventInit, HtmlFormElement, HtmlInputElement, HtmlTextAreaElement, MouseEvent,
};

thread_local! {
    static DRAFTS: RefCell<BTreeMap<String, Vec<Written>>> = const { RefCell::new(BTreeMap::new()) };
    static ASKS: Cell<bool> = const { Cell::new(false) };
}

/// The fields that somebody writes into. A password is never kept.
const FIELDS: &str = "textarea[name], input[type=text][name]";

/// What was written into one field.
struct Written {
    name: String,
    /// What it held before.
    first: String,
    text: String,
}

/// The draft of one form.
#[derive(Clone)]
pub struct Draft {
    key: String,
    form: NodeRef<Form>,
}

impl Draft {
    /// That of the form with this id, which is about what its hidden fields say. When the form is there, it is filled.
    pub fn of(id: &str, hidden: &[(&'static str, String)], form: NodeRef<Form>) -> Self {
        let path = use_location().pathname.get_untracked();
        let key = format!("{path} {id} {hidden:?}");
        let draft = Self { key, form };
        let known = draft.clone();
        form.on_load(move |form| known.bring_back(&form));
        draft
    }

    /// Keeps what the form's fields hold now.
    pub fn keep(&self) {
        let Some(form) = self.form.get_untracked() else {
            return;
        };
        let written: Vec<_> = fields(&form)
            .filter(|field| field.text() != field.first())
            .map(|field| Written {
                name: field.name(),
                first: field.first(),
                text: field.text(),
            })
            .collect();
        DRAFTS.with_borrow_mut(|drafts| {
            if written.is_empty() {
                drafts.remove(&self.key);
            } else {
                drafts.insert(self.key.clone(), written);
            }
        });
        ask_before_the_page_goes();
    }

    /// Fills the form's fields with what was written, where they hold what they held then: what others wrote
    /// meanwhile is not covered.
    fn bring_back(&self, form: &HtmlFormElement) {
        let changed: Vec<_> = DRAFTS.with_borrow(|drafts| {
            let written = drafts.get(&self.key).into_iter().flatten();
            let pairs = written.filter_map(|written| {
                let same = |field: &Field| field.name() == written.name;
                let field = fields(form).find(same)?;
                (field.text() == written.first).then(|| (field, written.text.clone()))
            });
            pairs.collect()
        });
        for (field, text) in changed {
            field.write(&text);
        }
    }

    /// Forgets it when what was clicked is a link that cancels the form.
    pub fn cancel(&self, event: &MouseEvent) {
        let target = event
            .target()
            .and_then(|target| target.dyn_into::<Element>().ok());
        let cancels = target.and_then(|target| target.closest("a[data-cancel]").ok().flatten());
        if cancels.is_some() {
            self.forget();
        }
    }

    /// Forgets it: it was sent, or nobody wants it.
    pub fn forget(&self) {
        DRAFTS.with_borrow_mut(|drafts| drafts.remove(&self.key));
    }
}

/// Has the browser ask before it leaves Loci, or loads the page anew, while there are drafts.
fn ask_before_the_page_goes() {
    if ASKS.replace(true) {
        return;
    }
    // It holds as long as the tab.
    let _ = window_event_listener(leptos::ev::beforeunload, |event| {
        if DRAFTS.with_borrow(|drafts| !drafts.is_empty()) {
            event.prevent_default();
        }
    });
}

/// A field of a form.
enum Field {
    Area(HtmlTextAreaElement),
    Line(HtmlInputElement),
}

impl Field {
    fn of(element: Element) -> Option<Self> {
        let element = match element.dyn_into::<HtmlTextAreaElement>() {
            Ok(area) => return Some(Self::Area(area)),
            Err(element) => element,
        };
        element.dyn_into().ok().map(Self::Line)
    }

    fn name(&self) -> String {
        match self {
            Self::Area(area) => area.name(),
            Self::Line(line) => line.name(),
        }
    }

    fn first(&self) -> String {
        match self {
            Self::Area(area) => area.default_value().unwrap_or_default(),
            Self::Line(line) => line.default_value(),
        }
    }

    fn text(&self) -> String {
        match self {
            Self::Area(area) => area.value(),
            Self::Line(line) => line.value(),
        }
    }

    /// Writes as somebody would: who listens hears it.
    fn write(&self, text: &str) {
        let target: &Element = match self {
            Self::Area(area) => {
                area.set_value(text);
                area
            }
            Self::Line(line) => {
                line.set_value(text);
                line
            }
        };
        let init = EventInit::new();
        init.set_bubbles(true);
        if let Ok(event) = Event::new_with_event_init_dict("input", &init) {
            target.dispatch_event(&event).ok();
        }
    }
}

fn fields(form: &HtmlFormElement) -> impl Iterator<Item = Field> + use<> {
    let found = form.query_selector_all(FIELDS).ok();
    let count = found.as_ref().map_or(0, web_sys::NodeList::length);
    (0..count).filter_map(move |nth| {
        let node = found.as_ref()?.item(nth)?;
        Field::of(node.dyn_into().ok()?)
    })
}
