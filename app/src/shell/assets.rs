//! The site's files as a page names them, and the tags that load them.
//! Where the names come from is the server's knowledge: it puts them into the context.

use std::collections::BTreeMap;

use doors::base_path::at;
use leptos::nonce::use_nonce;
use leptos::prelude::*;
use leptos_meta::Link;

/// The addresses of the files that every page loads. Their names carry a hash of the content,
/// so a browser keeps them for ever and still never sees an old one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AssetNames {
    /// The styles.
    pub css: String,
    /// The script that loads the wasm.
    pub js: String,
    /// The wasm.
    pub wasm: String,
    /// By group of pages: the parts of the wasm that only they need.
    pub packs: BTreeMap<String, Vec<String>>,
    /// Public files under names with a hash of their content, by the address they have in the sources.
    pub public: BTreeMap<String, String>,
    /// Where a page asks for a newer build, while somebody develops.
    pub reload: Option<String>,
}

impl AssetNames {
    /// The address of a public file, by its path in the sources.
    #[must_use]
    pub fn public(&self, path: &str) -> String {
        let hashed = self.public.get(path);
        hashed.map_or_else(|| at(path), Clone::clone)
    }
}

/// The stylesheet and the hydration script of the site in the context; nothing when there is
/// none, so that a server built without its site still shows plain pages.
///
/// The inline scripts carry the nonce of the response and need
/// `script-src 'self' 'nonce-…' 'wasm-unsafe-eval'` of its content security policy.
#[component]
pub fn SiteAssets() -> impl IntoView {
    let names = use_context::<AssetNames>().unwrap_or_default();
    (!names.js.is_empty()).then(|| {
        let nonce = use_nonce();
        let script = hydration_script(&names);
        view! {
            <link rel="stylesheet" href=names.css />
            <link rel="modulepreload" href=names.js />
            // Fetched while the page is still read; the mode must be the one `fetch` uses.
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

/// Has the browser fetch what a group of pages needs while the page is still read.
pub fn announce(group: &str) {
    let mut names = use_context::<AssetNames>().unwrap_or_default();
    for pack in names.packs.remove(group).unwrap_or_default() {
        // Rendering puts an element of `leptos_meta` into the head.
        drop(
            view! { <Link rel="preload" href=pack as_="fetch" crossorigin="anonymous" /> }
                .to_html(),
        );
    }
}

/// Keeps the keys that are pressed before anybody hears them.
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

/// Unequal answers mean another build; no answer means that it is being made.
fn reload_script(address: &str) -> String {
    let address = literal(address);
    format!(
        "let was;setInterval(async()=>{{\
         const is=await fetch({address}).then(answer=>answer.text()).catch(()=>was);\
         if(was&&is!==was)location.reload();was=is}},500);"
    )
}

/// A JavaScript string that cannot end the script element around it.
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
