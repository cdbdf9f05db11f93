//! Tests for the site's files over HTTP, embedded and from disk.

use axum::Router;
use axum::body::Body;
use axum::http::{Request, Response, StatusCode};
use tower::ServiceExt as _;

use super::{Arc, Assets, Inner, Source};

const LIST: &str = r#"{
    "css": "/pkg/loci.c.css", "script": "/pkg/j/main.js", "modules": ["/pkg/j/page.js"],
    "files": [
        {"path": "pkg/loci.c.css", "hash": "c", "immutable": true, "encodings": ["br", "gzip"]},
        {"path": "favicon.svg", "hash": "f", "immutable": false, "encodings": []}
    ]
}"#;

/// The text `plain`, compressed with gzip.
const GZIP: &[u8] = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\x2b\xc8\x49\xcc\xcc\x03\x00\xcf\x62\x20\x19\x05\x00\x00\x00";

const EMBEDDED: Source = Source::Embedded(&[
    ("favicon.svg", b"<svg/>"),
    ("pkg/loci.c.css.br", b"brotli"),
    ("pkg/loci.c.css.gz", GZIP),
    ("secret.txt", b"in the folder, not in the list"),
    ("site.json", LIST.as_bytes()),
]);

fn router(source: Source) -> Router {
    let list = source.list();
    Assets {
        inner: Arc::new(Inner {
            source,
            list,
            reload: None,
        }),
    }
    .router()
}

async fn get(path: &str, headers: &[(&str, &str)]) -> Response<Body> {
    let mut request = Request::get(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    router(EMBEDDED)
        .oneshot(request.body(Body::empty()).unwrap())
        .await
        .unwrap()
}

fn header<'a>(answer: &'a Response<Body>, name: &str) -> &'a str {
    answer
        .headers()
        .get(name)
        .map_or("", |value| value.to_str().unwrap())
}

async fn body(answer: Response<Body>) -> Vec<u8> {
    let bytes = axum::body::to_bytes(answer.into_body(), 1 << 20).await;
    bytes.unwrap().into()
}

#[tokio::test]
async fn the_best_encoding_that_the_browser_takes_is_sent() {
    let (brotli, plain) = (b"brotli".as_slice(), b"plain".as_slice());
    for (accepted, encoding, content) in [
        ("gzip, deflate, br, zstd", "br", brotli),
        ("gzip", "gzip", GZIP),
        ("br;q=0, gzip;q=0.5", "gzip", GZIP),
        ("br; q=0, *", "gzip", GZIP),
        ("*", "br", brotli),
        ("identity", "", plain),
        ("", "", plain),
    ] {
        let answer = get("/pkg/loci.c.css", &[("accept-encoding", accepted)]).await;
        assert_eq!(answer.status(), StatusCode::OK, "{accepted}");
        assert_eq!(header(&answer, "content-encoding"), encoding, "{accepted}");
        assert_eq!(
            header(&answer, "content-type"),
            "text/css; charset=utf-8",
            "{accepted}"
        );
        assert_eq!(header(&answer, "vary"), "accept-encoding", "{accepted}");
        assert_eq!(body(answer).await, content, "{accepted}");
    }
}

#[tokio::test]
async fn hashed_names_are_kept_and_others_are_asked_for_again() {
    let hashed = get("/pkg/loci.c.css", &[]).await;
    assert_eq!(
        header(&hashed, "cache-control"),
        "public, max-age=31536000, immutable"
    );
    let public = get("/favicon.svg", &[]).await;
    assert_eq!(header(&public, "cache-control"), "no-cache");
    assert_eq!(header(&public, "content-type"), "image/svg+xml");
    assert_eq!(body(public).await, b"<svg/>");
}

#[tokio::test]
async fn a_known_tag_is_answered_without_content() {
    for known in ["\"f\"", "W/\"f\"", "\"x\", \"f\"", "*"] {
        let answer = get("/favicon.svg", &[("if-none-match", known)]).await;
        assert_eq!(answer.status(), StatusCode::NOT_MODIFIED, "{known}");
        assert_eq!(header(&answer, "etag"), "\"f\"", "{known}");
        assert_eq!(body(answer).await, b"", "{known}");
    }
    let answer = get("/favicon.svg", &[("if-none-match", "\"old\"")]).await;
    assert_eq!(answer.status(), StatusCode::OK);
    // The tag of one encoding does not match another.
    let headers = [("if-none-match", "\"c-br\""), ("accept-encoding", "gzip")];
    assert_eq!(
        get("/pkg/loci.c.css", &headers).await.status(),
        StatusCode::OK
    );
}

#[tokio::test]
async fn only_what_is_listed_is_served() {
    for path in [
        "/pkg/loci.old.css",
        "/pkg/../secret.txt",
        "/secret.txt",
        "/site.json",
        "/pkg/",
    ] {
        assert_eq!(
            get(path, &[]).await.status(),
            StatusCode::NOT_FOUND,
            "{path}"
        );
    }
}

#[test]
fn pages_name_what_the_list_names() {
    let list = EMBEDDED.list();
    let names = Assets {
        inner: Arc::new(Inner {
            source: EMBEDDED,
            list,
            reload: None,
        }),
    }
    .names();
    assert_eq!(names.css, "/pkg/loci.c.css");
    assert_eq!(names.script, "/pkg/j/main.js");
    assert_eq!(names.modules, ["/pkg/j/page.js"]);
    assert_eq!(names.reload, None);
}

#[tokio::test]
async fn a_folder_serves_the_same() {
    let folder = std::env::temp_dir().join(format!("loci-site-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("pkg")).unwrap();
    std::fs::write(folder.join("site.json"), LIST).unwrap();
    std::fs::write(folder.join("pkg/loci.c.css"), "plain").unwrap();
    let path: &'static str = folder.to_str().unwrap().to_owned().leak();
    let request = Request::get("/pkg/loci.c.css").body(Body::empty()).unwrap();
    let answer = router(Source::Folder(path)).oneshot(request).await.unwrap();
    assert_eq!(body(answer).await, b"plain");
    // A file that was removed after the list was read is missing, not empty.
    std::fs::remove_dir_all(&folder).unwrap();
    let request = Request::get("/favicon.svg").body(Body::empty()).unwrap();
    let answer = router(Source::Folder(path)).oneshot(request).await.unwrap();
    assert_eq!(answer.status(), StatusCode::NOT_FOUND);
}

#[test]
fn a_binary_without_a_site_serves_pages_without_assets() {
    let list = Source::Embedded(&[]).list();
    assert!(list.files.is_empty() && list.script.is_empty());
}
