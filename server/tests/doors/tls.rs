//! TLS without a proxy.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use rustls::crypto::ring;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};
use tempfile::TempDir;

use crate::harness::{PASSWORD, PATIENCE, Server, loci};

type Tls = StreamOwned<ClientConnection, TcpStream>;

/// Writes a new certificate for `localhost` to the folder.
fn certify(folder: &Path) -> CertificateDer<'static> {
    let made = rcgen::generate_simple_self_signed(vec!["localhost".into()]).unwrap();
    fs::write(folder.join("key.pem"), made.signing_key.serialize_pem()).unwrap();
    fs::write(folder.join("cert.pem"), made.cert.pem()).unwrap();
    made.cert.der().clone()
}

fn start(folder: TempDir, more: &[&str]) -> Server {
    let (cert, key) = (
        folder.path().join("cert.pem"),
        folder.path().join("key.pem"),
    );
    let mut flags = vec!["--tls-cert", cert.to_str().unwrap()];
    flags.extend(["--tls-key", key.to_str().unwrap()]);
    flags.extend(more);
    Server::start_in(folder, &flags)
}

fn wire(server: &Server) -> TcpStream {
    let address = server.base.strip_prefix("https://").unwrap();
    let wire = TcpStream::connect(address).unwrap();
    wire.set_read_timeout(Some(PATIENCE)).unwrap();
    wire
}

/// Connects to a server that has this certificate; `None` if it has another one.
fn connect(server: &Server, trusted: &CertificateDer<'static>) -> Option<Tls> {
    let mut roots = RootCertStore::empty();
    roots.add(trusted.clone()).unwrap();
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let name = ServerName::try_from("localhost").unwrap();
    let mut tls = ClientConnection::new(Arc::new(config), name).unwrap();
    let mut wire = wire(server);
    while tls.is_handshaking() {
        tls.complete_io(&mut wire).ok()?;
    }
    Some(StreamOwned::new(tls, wire))
}

/// Returns the head of a response.
fn ask(tls: &mut Tls, request: &str) -> String {
    tls.write_all(request.as_bytes()).unwrap();
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        tls.read_exact(&mut byte).unwrap();
        head.push(byte[0]);
    }
    let head = String::from_utf8(head).unwrap().to_ascii_lowercase();
    let length = head
        .split("content-length: ")
        .nth(1)
        .map_or("0", |rest| rest.split("\r\n").next().unwrap());
    let mut body = vec![0; length.parse().unwrap()];
    tls.read_exact(&mut body).unwrap();
    head
}

const HEALTH: &str = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";

#[test]
fn people_sign_in_over_tls() {
    let folder = tempfile::tempdir().unwrap();
    let trusted = certify(folder.path());
    let server = start(folder, &["--host", "loci.example"]);
    assert!(
        server.open.starts_with("https://loci.localhost:"),
        "{}",
        server.open
    );
    let made = server.cli_with(
        &[
            "user",
            "create",
            "mara",
            "--role",
            "owner",
            "--password-stdin",
        ],
        &format!("{PASSWORD}\n"),
    );
    assert!(made.status.success(), "{made:?}");
    let mut tls = connect(&server, &trusted).unwrap();
    let form = format!("name=mara&password={}", PASSWORD.replace(' ', "+"));
    let sign_in = |origin: &str| {
        format!(
            "POST /sign-in HTTP/1.1\r\nHost: loci.example\r\nOrigin: {origin}\r\n\
             Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{form}",
            form.len()
        )
    };
    let head = ask(&mut tls, &sign_in("http://loci.example"));
    assert!(head.starts_with("http/1.1 403"), "{head}");
    let head = ask(&mut tls, &sign_in("https://loci.example"));
    assert!(head.starts_with("http/1.1 200"), "{head}");
    assert!(head.contains("; secure"), "{head}");
    assert!(head.contains("strict-transport-security: "), "{head}");
    // Under a name shared with other programs of this machine, HSTS is not sent.
    let head = ask(&mut tls, HEALTH);
    assert!(!head.contains("strict-transport-security"), "{head}");
}

#[test]
fn a_new_certificate_is_taken_and_a_broken_one_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let first = certify(folder.path());
    let server = start(folder, &[]);
    let mut kept = connect(&server, &first).unwrap();
    ask(&mut kept, HEALTH);
    let second = certify(server.folder());
    let began = Instant::now();
    let mut renewed = loop {
        assert!(
            began.elapsed() < PATIENCE,
            "the new certificate is not taken"
        );
        if let Some(tls) = connect(&server, &second) {
            break tls;
        }
    };
    assert!(ask(&mut renewed, HEALTH).starts_with("http/1.1 200"));
    assert!(
        ask(&mut kept, HEALTH).starts_with("http/1.1 200"),
        "it was not dropped"
    );

    fs::write(server.folder().join("cert.pem"), "no certificate").unwrap();
    server.logged("the old certificate stays in use");
    assert!(connect(&server, &second).is_some());
    let third = certify(server.folder());
    let began = Instant::now();
    while connect(&server, &third).is_none() {
        assert!(
            began.elapsed() < PATIENCE,
            "the mended certificate is not taken"
        );
    }
}

#[test]
fn who_does_not_shake_hands_is_ended() {
    let folder = tempfile::tempdir().unwrap();
    let trusted = certify(folder.path());
    let server = start(folder, &["--idle-timeout", "1"]);
    let mut said = Vec::new();
    wire(&server).read_to_end(&mut said).unwrap();
    assert!(said.is_empty());
    let mut plain = wire(&server);
    plain.write_all(HEALTH.as_bytes()).unwrap();
    // Any response is fine, but the connection closes.
    let _ = plain.read_to_end(&mut said);
    assert!(!said.starts_with(b"HTTP/1.1 200"));
    let mut tls = connect(&server, &trusted).unwrap();
    assert!(ask(&mut tls, HEALTH).starts_with("http/1.1 200"));
    // No further request, so that it closes too.
    let _ = tls.read_to_end(&mut said);
}

#[test]
fn files_that_cannot_be_used_stop_the_start() {
    let folder = tempfile::tempdir().unwrap();
    certify(folder.path());
    let key = fs::read(folder.path().join("key.pem")).unwrap();
    certify(folder.path());
    fs::write(folder.path().join("other.pem"), key).unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for (flags, said) in [
        (vec!["--tls-cert".to_owned(), path("cert.pem")], "--tls-key"),
        (vec!["--tls-key".into(), path("key.pem")], "--tls-cert"),
        (
            vec![
                "--tls-cert".into(),
                path("cert.pem"),
                "--tls-key".into(),
                path("other.pem"),
            ],
            "cannot be used together",
        ),
        (
            vec![
                "--tls-cert".into(),
                path("none.pem"),
                "--tls-key".into(),
                path("key.pem"),
            ],
            "none.pem",
        ),
        (
            vec![
                "--tls-cert".into(),
                path("key.pem"),
                "--tls-key".into(),
                path("key.pem"),
            ],
            "no certificate",
        ),
    ] {
        let output = loci()
            .args(["serve", "--addr", "127.0.0.1:0", "--data", &path("data")])
            .args(&flags)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.contains(said), "{text}");
    }
}
