//! Accessibility of the components, and escaping of the texts they show.

use app::parts::{
    Confirm, Diff, DiffRow, Fault, Field, FieldFault, Frame, Meter, Place, Refill, RefusedForm,
    Segs, Side, Status, StatusWord, Tally, Theme, Visitor,
};
use leptos::prelude::*;
use leptos::reactive::owner::Owner;

fn html<V: IntoView>(view: impl FnOnce() -> V) -> String {
    Owner::new().with(|| view().into_view().to_html())
}

fn frame(name: Option<&str>, needs: usize) -> String {
    let visitor = Visitor {
        name: name.map(Into::into),
        role: "owner".into(),
        csrf: "form-token".into(),
        theme: Theme::Dark,
    };
    html(|| {
        view! {
            <Frame place=Place::Inbox visitor back="/inbox?at=1" needs=needs>
                <main id="main">"page"</main>
            </Frame>
        }
    })
}

#[test]
fn a_meter_says_its_value_in_words() {
    let html = html(|| view! { <Meter label="Context used" value=74u32 mark=70/> });
    for part in [
        "role=\"meter\"",
        "aria-label=\"Context used\"",
        "aria-valuenow=\"74\"",
        "aria-valuetext=\"74 %\"",
        "data-over",
    ] {
        assert!(html.contains(part), "{part} in {html}");
    }
}

#[test]
fn a_status_is_a_shape_and_a_word() {
    let html = html(|| view! { <StatusWord status=Status::InProgress/> });
    for part in [
        "data-status=\"in_progress\"",
        "href=\"#st-in_progress\"",
        "In progress",
    ] {
        assert!(html.contains(part), "{part} in {html}");
    }
}

#[test]
fn progress_is_told_as_text() {
    let tally: Tally = [Status::Completed, Status::Review].into_iter().collect();
    let html = html(|| view! { <Segs tally/> });
    assert!(
        html.contains("aria-label=\"1 completed, 1 in review\""),
        "{html}"
    );
}

#[test]
fn agents_text_stays_text() {
    let text = "<script>alert(1)</script>".to_owned();
    let rows = vec![DiffRow::Line {
        side: Side::Added,
        old: None,
        new: Some(1),
        text: text.clone(),
    }];
    let shown = html(|| view! { <Diff label="\"><b>" rows/> })
        + &html(
            || view! { <Fault title=text.clone() fields=vec![FieldFault { field: text.clone(), message: text }]/> },
        );
    assert!(
        !shown.contains("<script>") && !shown.contains("\"><b>"),
        "{shown}"
    );
}

#[test]
fn a_refused_field_is_tied_to_its_reason() {
    let html = html(|| {
        let fault = FieldFault {
            field: "/name".into(),
            message: "Is taken.".into(),
        };
        provide_context(RefusedForm {
            form: "join".into(),
            sent: [("name".to_owned(), "ada \"<b>\"".to_owned())].into(),
        });
        provide_context(Refill::of("join", vec![fault]));
        view! { <Field label="Name" name="name" hint="As others know you."/> }
    });
    for part in [
        "for=\"name\"",
        "aria-invalid=\"true\"",
        "aria-describedby=\"name-hint name-error\"",
        "id=\"name-error\"",
        "Is taken.",
        "value=\"ada &quot;",
    ] {
        assert!(html.contains(part), "{part} in {html}");
    }
}

#[test]
fn the_frame_knows_where_it_is_and_who_is_there() {
    let html = frame(Some("Mara Lind"), 6);
    for part in [
        "href=\"#main\"",
        "href=\"/inbox\" aria-current=\"page\"",
        "data-needs",
        "value=\"form-token\"",
        "value=\"/inbox?at=1\"",
        "ML, Mara Lind, account",
    ] {
        assert!(html.contains(part), "{part} in {html}");
    }
    let stranger = frame(None, 0);
    assert!(
        !stranger.contains("/sign-out") && !stranger.contains("href=\"/inbox\""),
        "{stranger}"
    );
    for part in [
        "href=\"/sign-in?next=%2Finbox%3Fat%3D1\"",
        "href=\"/api/docs\"",
        "href=\"/help\"",
    ] {
        assert!(stranger.contains(part), "{part} in {stranger}");
    }
    assert!(!stranger.contains("data-live"), "{stranger}");
    assert!(
        stranger.contains("action=\"/theme\""),
        "a stranger may choose a theme too"
    );
}

#[test]
fn a_question_before_the_irreversible_opens_without_javascript() {
    let html = html(
        || view! { <Confirm id="revoke" label="Revoke" title="Revoke the token?" does="Revoke it">"It is shut out."</Confirm> },
    );
    for part in [
        "popovertarget=\"revoke\"",
        "<dialog popover=\"auto\" id=\"revoke\"",
        "popovertargetaction=\"hide\"",
    ] {
        assert!(html.contains(part), "{part} in {html}");
    }
}
