//! TLS certificate, reloaded when its files change. If a new one is unusable, the old one stays in use.

use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, SystemTime};

use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;
use tokio_util::sync::CancellationToken;

use crate::config::TlsFiles;
use crate::failure::Failure;

/// Interval for checking the files.
const LOOK: Duration = Duration::from_secs(1);

/// TLS with the current certificate.
#[derive(Clone)]
pub struct Tls {
    acceptor: TlsAcceptor,
    certificate: Arc<Certificate>,
}

#[derive(Debug)]
struct Certificate {
    files: TlsFiles,
    key: RwLock<Arc<CertifiedKey>>,
}

/// Modification times and sizes that reveal a change of the files.
type Mark = [Option<(SystemTime, u64)>; 2];

impl Tls {
    /// Loads the certificate and the key.
    ///
    /// # Errors
    /// Returns an error if they cannot be read or do not match.
    pub fn new(files: TlsFiles) -> Result<Self, Failure> {
        let key = read(&files).map_err(Failure::usage)?;
        let certificate = Arc::new(Certificate {
            files,
            key: RwLock::new(Arc::new(key)),
        });
        let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| Failure::unavailable(format!("TLS: {error}")))?
            .with_no_client_auth()
            .with_cert_resolver(certificate.clone());
        config.alpn_protocols = vec![b"http/1.1".to_vec(), b"http/1.0".to_vec()];
        Ok(Self {
            acceptor: TlsAcceptor::from(Arc::new(config)),
            certificate,
        })
    }

    /// Performs the handshake.
    ///
    /// # Errors
    /// Returns an error if the handshake fails.
    pub async fn accept<T: AsyncRead + AsyncWrite + Unpin>(
        &self,
        wire: T,
    ) -> std::io::Result<TlsStream<T>> {
        self.acceptor.accept(wire).await
    }

    /// Reloads the files whenever they change, until the server stops.
    pub async fn follow(self, stop: CancellationToken) {
        let mut ticks = tokio::time::interval(LOOK);
        let mut known = self.certificate.mark().await;
        loop {
            tokio::select! {
                _ = ticks.tick() => {}
                () = stop.cancelled() => return,
            }
            let now = self.certificate.mark().await;
            if now != known {
                known = now;
                self.certificate.renew().await;
            }
        }
    }
}

impl Certificate {
    async fn mark(&self) -> Mark {
        let mut mark = [None; 2];
        for (place, path) in mark.iter_mut().zip([&self.files.cert, &self.files.key]) {
            let file = tokio::fs::metadata(path).await.ok();
            *place = file.and_then(|file| Some((file.modified().ok()?, file.len())));
        }
        mark
    }

    async fn renew(&self) {
        let files = self.files.clone();
        let read = tokio::task::spawn_blocking(move || read(&files)).await;
        match read {
            Ok(Ok(key)) => {
                *self.key.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(key);
                tracing::info!("new connections get the new certificate");
            }
            Ok(Err(why)) => tracing::error!(why, "the old certificate stays in use"),
            Err(error) => tracing::error!(%error, "the old certificate stays in use"),
        }
    }
}

impl ResolvesServerCert for Certificate {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        let key = self.key.read().unwrap_or_else(PoisonError::into_inner);
        Some(key.clone())
    }
}

/// Reads the certificate and the key from the files.
fn read(files: &TlsFiles) -> Result<CertifiedKey, String> {
    let odd =
        |path: &PathBuf, error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let chain = CertificateDer::pem_file_iter(&files.cert)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .map_err(|error| odd(&files.cert, &error))?;
    if chain.is_empty() {
        return Err(odd(&files.cert, &"no certificate is in this file"));
    }
    let key = PrivateKeyDer::from_pem_file(&files.key).map_err(|error| odd(&files.key, &error))?;
    let certified = CertifiedKey::from_der(chain, key, &ring::default_provider());
    certified.map_err(|error| {
        format!(
            "the certificate in {} and the key in {} cannot be used together: {error}",
            files.cert.display(),
            files.key.display()
        )
    })
}
