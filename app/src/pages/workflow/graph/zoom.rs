//! Zoom of the drawing: by buttons, by the wheel with Ctrl or ⌘, and by pinching, which browsers report as such a
//! wheel event. The area scrolls natively; a mouse may also drag the background.

use leptos::html::Div;
use leptos::prelude::*;

/// Minimum and maximum scale.
const RANGE: (f32, f32) = (0.15, 3.0);

/// Scale of the drawing, with its elements on the page.
#[derive(Clone, Copy)]
pub struct Zoom {
    /// Scale; `None` while the style fits the drawing into its frame.
    pub factor: RwSignal<Option<f32>>,
    /// Scrolling area.
    pub area: NodeRef<Div>,
    /// Sheet in the area.
    pub sheet: NodeRef<Div>,
    /// Natural width and height of the drawing.
    pub size: StoredValue<(f32, f32)>,
    /// Pointer position of the last drag event; `None` while nothing is dragged.
    pub drag: RwSignal<Option<(i32, i32)>>,
}

impl Zoom {
    /// Creates the state of a fitted drawing.
    pub fn new() -> Self {
        Self {
            factor: RwSignal::new(None),
            area: NodeRef::new(),
            sheet: NodeRef::new(),
            size: StoredValue::new((1.0, 1.0)),
            drag: RwSignal::new(None),
        }
    }

    /// Returns the current width of the sheet, in a browser.
    #[must_use]
    pub fn width(self) -> Option<i32> {
        let sheet = self.sheet.get_untracked();
        sheet
            .filter(|_| cfg!(feature = "hydrate"))
            .map(|sheet| sheet.offset_width())
    }

    /// Fits the whole drawing into its frame, however small its text becomes.
    pub fn fit(self) {
        self.factor.set(self.fitting());
    }

    #[cfg(feature = "hydrate")]
    #[expect(
        clippy::cast_precision_loss,
        reason = "no screen is so wide that it mattered"
    )]
    fn fitting(self) -> Option<f32> {
        let area = self.area.get_untracked()?;
        let (width, height) = self.size.get_value();
        let (wide, high) = (area.client_width() as f32, area.client_height() as f32);
        let factor = (wide / width).min(high / height);
        (factor > 0.0).then(|| factor.clamp(RANGE.0, 1.15))
    }

    #[cfg(not(feature = "hydrate"))]
    fn fitting(self) -> Option<f32> {
        let _ = self.area;
        None
    }

    /// Multiplies the scale by a factor.
    pub fn by(self, factor: f32) {
        let now = self
            .factor
            .get_untracked()
            .unwrap_or_else(|| self.current_scale());
        self.factor
            .set(Some((now * factor).clamp(RANGE.0, RANGE.1)));
    }

    /// Returns the current scale of the drawing.
    #[cfg(feature = "hydrate")]
    fn current_scale(self) -> f32 {
        let wide = self
            .sheet
            .get_untracked()
            .map_or(0, |sheet| sheet.client_width());
        #[expect(
            clippy::cast_precision_loss,
            reason = "no screen is so wide that it mattered"
        )]
        let wide = wide as f32;
        if wide > 0.0 {
            wide / self.size.get_value().0
        } else {
            1.0
        }
    }

    #[cfg(not(feature = "hydrate"))]
    fn current_scale(self) -> f32 {
        let _ = (self.sheet, self.size);
        1.0
    }

    /// Zooms when the wheel turns with Ctrl or ⌘; otherwise the area scrolls.
    pub fn wheel(self, event: &leptos::ev::WheelEvent) {
        if event.ctrl_key() || event.meta_key() {
            event.prevent_default();
            self.by(if event.delta_y() < 0.0 {
                1.1
            } else {
                1.0 / 1.1
            });
        }
    }

    /// Starts dragging the background: with the main button of a mouse, and not on a link.
    pub fn grab(self, event: &leptos::ev::PointerEvent) {
        if event.pointer_type() == "mouse" && event.button() == 0 && !is_on_link(event) {
            self.drag.set(Some((event.client_x(), event.client_y())));
        }
    }

    /// Scrolls the area with the drag.
    pub fn pull(self, event: &leptos::ev::PointerEvent) {
        let Some((x, y)) = self.drag.get_untracked() else {
            return;
        };
        if event.buttons() & 1 == 0 {
            return self.drop();
        }
        let (now_x, now_y) = (event.client_x(), event.client_y());
        if let Some(area) = self.area.get_untracked() {
            scroll(&area, x - now_x, y - now_y);
        }
        self.drag.set(Some((now_x, now_y)));
    }

    /// Ends the drag.
    pub fn drop(self) {
        if self.drag.with_untracked(Option::is_some) {
            self.drag.set(None);
        }
    }
}

#[cfg(feature = "hydrate")]
fn scroll(area: &web_sys::HtmlDivElement, x: i32, y: i32) {
    area.set_scroll_left(area.scroll_left() + x);
    area.set_scroll_top(area.scroll_top() + y);
}

#[cfg(not(feature = "hydrate"))]
fn scroll<T>(_area: &T, _x: i32, _y: i32) {}

#[cfg(feature = "hydrate")]
fn is_on_link(event: &leptos::ev::PointerEvent) -> bool {
    use leptos::wasm_bindgen::JsCast;
    event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::Element>().ok())
        .is_some_and(|element| element.closest("a").ok().flatten().is_some())
}

#[cfg(not(feature = "hydrate"))]
fn is_on_link(_event: &leptos::ev::PointerEvent) -> bool {
    false
}
