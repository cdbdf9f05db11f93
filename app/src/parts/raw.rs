//! Text inside a `<title>` and a `<textarea>`: Leptos writes it as it is when the server renders, so it
//! is made harmless here. In the browser it is set as text, and stays what it is.

/// What the tab is called on a page of that title.
#[must_use]
pub fn title_text(title: String) -> String {
    match title {
        title if title.is_empty() => "Loci".into(),
        title => escaped(format!("{title} · Loci")),
    }
}

/// What a text area holds at first.
#[must_use]
pub fn textarea_text(text: String) -> String {
    // A parser drops the first line break of a text area.
    if cfg!(feature = "ssr") && text.starts_with(['\n', '\r']) {
        return format!("\n{}", escaped(text));
    }
    escaped(text)
}

fn escaped(text: String) -> String {
    if cfg!(feature = "ssr") && text.contains(['&', '<']) {
        return text.replace('&', "&amp;").replace('<', "&lt;");
    }
    text
}
