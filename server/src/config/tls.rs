//! Paths of the certificate and key for TLS without a proxy.

use std::path::PathBuf;

use clap::Args;
use serde::Deserialize;

use crate::failure::Failure;

/// The flags of TLS; in the file they stand in `[tls]`.
#[derive(Args, Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TlsFlags {
    /// PEM file with the certificate chain, if Loci itself speaks TLS. Read again when it changes. Needs
    /// --tls-key.
    #[arg(
        id = "tls_cert",
        long = "tls-cert",
        env = "LOCI_TLS_CERT",
        value_name = "FILE"
    )]
    pub cert: Option<PathBuf>,
    /// PEM file with the certificate's private key. Needs --tls-cert.
    #[arg(
        id = "tls_key",
        long = "tls-key",
        env = "LOCI_TLS_KEY",
        value_name = "FILE"
    )]
    pub key: Option<PathBuf>,
}

/// Paths of a certificate and its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TlsFiles {
    /// The certificate chain.
    pub cert: PathBuf,
    /// The certificate's private key.
    pub key: PathBuf,
}

impl TlsFiles {
    /// Merges flags and file. Returns `None` without TLS.
    ///
    /// # Errors
    /// Returns an error if only one of the two files is named.
    pub(super) fn new(flags: TlsFlags, file: TlsFlags) -> Result<Option<Self>, Failure> {
        match (flags.cert.or(file.cert), flags.key.or(file.key)) {
            (Some(cert), Some(key)) => Ok(Some(Self { cert, key })),
            (None, None) => Ok(None),
            (Some(_), None) => Err(Failure::usage("--tls-cert needs --tls-key")),
            (None, Some(_)) => Err(Failure::usage("--tls-key needs --tls-cert")),
        }
    }
}
