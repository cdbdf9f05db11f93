//! The site's files over HTTP: wasm, script, styles and public files. They come from the binary
//! itself, or from disk in a debug build; pages learn their names from [`Assets::names`].
//! Knows nothing of pages, sessions and rules: everybody may fetch what is here.

mod answer;
mod list;
mod reload;
mod source;

use std::sync::Arc;

use app::shell::assets::AssetNames;
use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use axum::routing::get;
use doors::base_path::at;

use self::list::List;
use self::source::Source;

/// The variable with which `cargo xtask dev` has pages load again after a build.
const RELOAD: &str = "LOCI_RELOAD";

/// The site.
#[derive(Clone)]
pub struct Assets {
    inner: Arc<Inner>,
}

struct Inner {
    source: Source,
    list: List,
    reload: Option<String>,
}

impl Assets {
    /// The site this binary was built with. Without one, a warning is logged and pages come
    /// without styles and scripts.
    #[must_use]
    pub fn load() -> Self {
        let source = source::built();
        let list = source.list();
        if list.files.is_empty() {
            tracing::warn!(
                "this build has no site, so pages come without styles and scripts: \
                 `cargo xtask build` makes one that has"
            );
        }
        let reload = std::env::var_os(RELOAD).map(|_| reload::PATH.to_owned());
        Self {
            inner: Arc::new(Inner {
                source,
                list,
                reload,
            }),
        }
    }

    /// What pages name, with the base path. The server puts this into the context of every page.
    #[must_use]
    pub fn names(&self) -> AssetNames {
        let list = self.inner.current();
        // A name that is empty stands for a file that this build does not have.
        let name = |path: &String| match path.as_str() {
            "" => String::new(),
            path => at(path),
        };
        let packs = list.packs.iter();
        let packs = packs.map(|(group, files)| (group.clone(), files.iter().map(name).collect()));
        let public = list.public.iter();
        let public = public.map(|(known, file)| (known.clone(), name(file)));
        AssetNames {
            css: name(&list.css),
            js: name(&list.js),
            wasm: name(&list.wasm),
            packs: packs.collect(),
            public: public.collect(),
            reload: self.inner.reload.as_ref().map(name),
        }
    }

    /// The routes: everything below `/pkg/`, and each public file under its own name.
    pub fn router<S: Clone + Send + Sync + 'static>(&self) -> Router<S> {
        let mut router = Router::new().route("/pkg/{*path}", get(serve));
        for file in self
            .inner
            .list
            .files
            .iter()
            .filter(|file| !file.path.starts_with("pkg/"))
        {
            router = router.route(&format!("/{}", file.path), get(serve));
        }
        if self.inner.reload.is_some() {
            router = router.route(reload::PATH, get(reload::build));
        }
        router.with_state(self.clone())
    }
}

impl Inner {
    /// The list as it is now: on disk it changes while somebody works on the styles.
    fn current(&self) -> std::borrow::Cow<'_, List> {
        match self.source {
            Source::Embedded(_) => std::borrow::Cow::Borrowed(&self.list),
            Source::Folder(_) => std::borrow::Cow::Owned(self.source.list()),
        }
    }
}

async fn serve(State(assets): State<Assets>, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let list = assets.inner.current();
    match list.files.iter().find(|file| file.path == path) {
        Some(file) => answer::file(file, &assets.inner.source, &headers),
        None => answer::missing(),
    }
}

#[cfg(test)]
mod tests;
