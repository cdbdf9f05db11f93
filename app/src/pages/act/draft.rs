//! Drafts: unsent text of forms. Restores a draft when its form reappears, after navigation or after live facts
//! removed its row and brought it back; the browser asks before it discards any. Drafts stay in the memory of the
//! tab until it is closed.

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

/// Text fields whose content is kept. Passwords are never kept.
const FIELDS: &str = "textarea[name], input[type=text][name]";

/// Unsent text of one field.
struct Written {
    name: String,
    /// Text of the field before it was edited.
    first: String,
    text: String,
}

/// Draft of one form.
#[derive(Clone)]
pub struct Draft {
    key: String,
    form: NodeRef<Form>,
}

impl Draft {
    /// Returns the draft of the form with this id and these hidden fields. Restores it when the form is mounted.
    pub fn of(id: &str, hidden: &[(&'static str, String)], form: NodeRef<Form>) -> Self {
        let path = use_location().pathname.get_untracked();
        let key = format!("{path} {id} {hidden:?}");
        let draft = Self { key, form };
        let known = draft.clone();
        form.on_load(move |form| known.bring_back(&form));
        draft
    }

    /// Saves the edited fields of the form.
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

    /// Fills the form's fields with the draft, except fields whose original text has changed since: it never hides
    /// what others wrote meanwhile.
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

    /// Discards the draft if the clicked link cancels the form.
    pub fn cancel(&self, event: &MouseEvent) {
        let target = event
            .target()
            .and_then(|target| target.dyn_into::<Element>().ok());
        let cancels = target.and_then(|target| target.closest("a[data-cancel]").ok().flatten());
        if cancels.is_some() {
            self.forget();
        }
    }

    /// Discards the draft, after it was sent or cancelled.
    pub fn forget(&self) {
        DRAFTS.with_borrow_mut(|drafts| drafts.remove(&self.key));
    }
}

/// Makes the browser ask before it leaves Loci or reloads the page while there are drafts.
fn ask_before_the_page_goes() {
    if ASKS.replace(true) {
        return;
    }
    // The listener lives as long as the tab.
    let _ = window_event_listener(leptos::ev::beforeunload, |event| {
        if DRAFTS.with_borrow(|drafts| !drafts.is_empty()) {
            event.prevent_default();
        }
    });
}

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

    /// Sets the text as if it were typed: listeners get an `input` event.
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
