//! Text inside `<title>` and `<textarea>`: Leptos writes it unescaped, so it is escaped here.

/// Returns the content of `<title>` for a page with this title.
#[must_use]
pub fn title_text(title: String) -> String {
    match title {
        title if title.is_empty() => "Loci".into(),
        title => escape(format!("{title} · Loci")),
    }
}

/// Returns the initial content of a text area.
#[must_use]
pub fn textarea_text(text: String) -> String {
    // HTML parsers drop the first line break of a text area.
    if text.starts_with(['\n', '\r']) {
        return format!("\n{}", escape(text));
    }
    escape(text)
}

fn escape(text: String) -> String {
    if text.contains(['&', '<']) {
        return text.replace('&', "&amp;").replace('<', "&lt;");
    }
    text
}
