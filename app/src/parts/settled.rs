//! A view without resources or suspense inside: the server renders it in one go, and a surrounding suspense does
//! not search it twice for resources to wait for.

use leptos::prelude::*;
use leptos::tachys::html::attribute::Attribute;
use leptos::tachys::html::attribute::any_attribute::AnyAttribute;
use leptos::tachys::hydration::Cursor;
use leptos::tachys::view::add_attr::AddAnyAttr;
use leptos::tachys::view::any_view::{AnyView, AnyViewState};
use leptos::tachys::view::{Position, PositionState, Render, RenderHtml};

/// Content that is rendered in one go.
#[component]
pub fn WholeView(children: Children) -> impl IntoView {
    Whole(children())
}

struct Whole(AnyView);

impl Render for Whole {
    type State = AnyViewState;

    fn build(self) -> Self::State {
        self.0.build()
    }

    fn rebuild(self, state: &mut Self::State) {
        self.0.rebuild(state);
    }
}

impl AddAnyAttr for Whole {
    type Output<A: Attribute> = <AnyView as AddAnyAttr>::Output<A>;

    fn add_any_attr<A: Attribute>(self, attr: A) -> Self::Output<A>
    where
        Self::Output<A>: RenderHtml,
    {
        self.0.add_any_attr(attr)
    }
}

impl RenderHtml for Whole {
    type AsyncOutput = Self;
    type Owned = Self;

    const MIN_LENGTH: usize = 0;

    fn dry_resolve(&mut self) {}

    async fn resolve(self) -> Self {
        self
    }

    fn html_len(&self) -> usize {
        self.0.html_len()
    }

    fn to_html_with_buf(
        self,
        buf: &mut String,
        position: &mut Position,
        escape: bool,
        mark_branches: bool,
        extra_attrs: Vec<AnyAttribute>,
    ) {
        self.0
            .to_html_with_buf(buf, position, escape, mark_branches, extra_attrs);
    }

    fn hydrate<const FROM_SERVER: bool>(
        self,
        cursor: &Cursor,
        position: &PositionState,
    ) -> Self::State {
        self.0.hydrate::<FROM_SERVER>(cursor, position)
    }

    fn into_owned(self) -> Self {
        self
    }
}
