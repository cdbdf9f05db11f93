//! HTTP server for the site's static files: scripts, styles and public files. They are embedded in the binary, or
//! read from disk in a debug build; pages get their names from [`Assets::names`]. No authentication is required.

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

/// Environment variable with which `cargo xtask dev` makes pages reload after a build.
const RELOAD: &str = "LOCI_RELOAD";

/// Static files of the site.
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
    /// Loads the site that this binary was built with. Without one, logs a warning, and pages have no styles and
    /// scripts.
    #[must_use]
    pub fn load() -> Self {
        let source = source::source();
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

    /// Returns the asset names for pages, including the base path. The server puts them into the context of every page.
    #[must_use]
    pub fn names(&self) -> AssetNames {
        let list = self.inner.current();
        // An empty name means that this build lacks the file.
        let name = |path: &String| match path.as_str() {
            "" => String::new(),
            path => at(path),
        };
        let public = list.public.iter();
        let public = public.map(|(known, file)| (known.clone(), name(file)));
        AssetNames {
            css: name(&list.css),
            script: name(&list.script),
            modules: list.modules.iter().map(name).collect(),
            public: public.collect(),
            reload: self.inner.reload.as_ref().map(name),
        }
    }

    /// Returns the routes: everything below `/pkg/`, and each public file under its own name.
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
    /// Returns the current list. On disk it changes while scripts and styles are being edited.
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
