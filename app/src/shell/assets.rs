//! Static files of a page, and the tags that load them. The server provides the file names through the context.

use std::collections::BTreeMap;

use doors::base_path::at;
use leptos::nonce::use_nonce;
use leptos::prelude::*;

/// Addresses of the files that every page loads. Their names contain a hash of the content, so a browser caches
/// them for ever and still never uses an outdated one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AssetNames {
    /// Stylesheet.
    pub css: String,
    /// Script that pages start.
    pub script: String,
    /// Scripts that it imports.
    pub modules: Vec<String>,
    /// Hashed addresses of public files, by their path in the sources.
    pub public: BTreeMap<String, String>,
    /// Address to poll for a newer build, during development.
    pub reload: Option<String>,
}

impl AssetNames {
    /// Returns the address of a public file, by its path in the sources.
    #[must_use]
    pub fn public(&self, path: &str) -> String {
        let hashed = self.public.get(path);
        hashed.map_or_else(|| at(path), Clone::clone)
    }

    /// Returns the names for a page that runs no scripts.
    #[must_use]
    pub fn without_scripts(self) -> Self {
        Self {
            script: String::new(),
            modules: Vec::new(),
            reload: None,
            ..self
        }
    }
}

/// Script that records the keys that are pressed before the modules run; `frontend/keys.js` handles them then.
const RECORD_KEYS: &str =
    "var earlyKeys=[];addEventListener('keydown',key=>{earlyKeys?.push(key)})";

/// Stylesheet and scripts of the site in the context. Empty if there is none, so that a server built without its
/// site still shows plain pages.
///
/// Scripts carry the nonce of the response, and require `script-src 'self' 'nonce-…'` in its content security policy.
pub fn site_assets() -> impl IntoView {
    let names = use_context::<AssetNames>().unwrap_or_default();
    let css = (!names.css.is_empty()).then(|| view! { <link rel="stylesheet" href=names.css /> });
    if names.script.is_empty() {
        return css.into_any();
    }
    let nonce = use_nonce();
    let modules = names
        .modules
        .into_iter()
        .map(|module| view! { <link rel="modulepreload" href=module /> })
        .collect_view();
    let reload = names.reload.as_deref().map(reload_script);
    let reload = reload.map(
        |script| view! { <script type="module" nonce=nonce.clone() inner_html=script></script> },
    );
    view! {
        <script nonce=nonce.clone() inner_html=RECORD_KEYS></script>
        {css}
        {modules}
        <script type="module" nonce=nonce src=names.script></script>
        {reload}
    }
    .into_any()
}

/// Returns the script that reloads the page when the response changes, which means another build; no response means
/// that the build is running.
fn reload_script(address: &str) -> String {
    let address = literal(address);
    format!(
        "let was;setInterval(async()=>{{\
         const is=await fetch({address}).then(answer=>answer.text()).catch(()=>was);\
         if(was&&is!==was)location.reload();was=is}},500);"
    )
}

/// Returns a JavaScript string literal that cannot end the script element around it.
fn literal(text: &str) -> String {
    format!("{text:?}").replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_can_end_the_script() {
        assert_eq!(literal("</script>"), "\"\\u003c/script>\"");
    }
}
