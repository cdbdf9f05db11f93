//! Static files of a page, and the tags that load them. The server provides the file names through the context.

use std::collections::BTreeMap;

use doors::base_path::at;
use leptos::nonce::use_nonce;
use leptos::prelude::*;
use leptos_meta::Link;

/// Addresses of the files that every page loads. Their names contain a hash of the content, so a browser caches
/// them for ever and still never uses an outdated one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AssetNames {
    /// Stylesheet.
    pub css: String,
    /// Script that loads the wasm.
    pub js: String,
    /// The wasm.
    pub wasm: String,
    /// Additional wasm files by group of pages.
    pub packs: BTreeMap<String, Vec<String>>,
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
}

/// Stylesheet and hydration script of the site in the context. Empty if there is none, so that a server built
/// without its site still shows plain pages.
///
/// The inline scripts carry the nonce of the response, and require `script-src 'self' 'nonce-…' 'wasm-unsafe-eval'`
/// in its content security policy.
#[component]
pub fn SiteAssets() -> impl IntoView {
    let names = use_context::<AssetNames>().unwrap_or_default();
    (!names.js.is_empty()).then(|| {
        let nonce = use_nonce();
        let script = hydration_script(&names);
        view! {
            <link rel="stylesheet" href=names.css />
            <link rel="modulepreload" href=names.js />
            // Fetched while the page is still being parsed; the mode must match that of `fetch`.
            <link
                rel="preload"
                href=names.wasm
                r#as="fetch"
                r#type="application/wasm"
                crossorigin="anonymous"
            />
            <script nonce=nonce.clone() inner_html=keys_script()></script>
            <script type="module" nonce=nonce inner_html=script></script>
        }
    })
}

/// Preloads the wasm files of a group of pages while the page is still being parsed.
pub fn announce(group: &str) {
    let mut names = use_context::<AssetNames>().unwrap_or_default();
    for pack in names.packs.remove(group).unwrap_or_default() {
        // Rendering adds a `leptos_meta` element to the head.
        drop(
            view! { <Link rel="preload" href=pack as_="fetch" crossorigin="anonymous" /> }
                .to_html(),
        );
    }
}

/// Returns the script that records keys pressed before hydration.
fn keys_script() -> String {
    let keys = super::EARLY_KEYS;
    format!("{keys}=[];addEventListener('keydown',key=>{keys}?.push(key))")
}

fn hydration_script(names: &AssetNames) -> String {
    let (js, wasm) = (literal(&names.js), literal(&names.wasm));
    let reload = names
        .reload
        .as_deref()
        .map(reload_script)
        .unwrap_or_default();
    format!(
        "import start,{{hydrate}} from {js};\
         start({{module_or_path:{wasm}}}).then(hydrate);{reload}"
    )
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
    fn the_script_starts_the_named_wasm() {
        let names = AssetNames {
            css: "/pkg/loci.1.css".into(),
            js: "/pkg/loci.2.js".into(),
            wasm: "/pkg/loci.3.wasm".into(),
            ..AssetNames::default()
        };
        assert_eq!(
            hydration_script(&names),
            "import start,{hydrate} from \"/pkg/loci.2.js\";\
             start({module_or_path:\"/pkg/loci.3.wasm\"}).then(hydrate);"
        );
    }

    #[test]
    fn no_name_can_end_the_script() {
        assert_eq!(literal("</script>"), "\"\\u003c/script>\"");
    }
}
