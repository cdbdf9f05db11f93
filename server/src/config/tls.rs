//! Where the certificate is with which Loci speaks TLS by itself. Reads no file.

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

/// The files of a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TlsFiles {
    /// The certificate and those that vouch for it.
    pub cert: PathBuf,
    /// Its private key.
    pub key: PathBuf,
}

impl TlsFiles {
    /// The files that flags and the file name; none without TLS.
    ///
    /// # Errors
    /// When only one of the two is named.
    pub(super) fn new(flags: TlsFlags, file: TlsFlags) -> Result<Option<Self>, Failure> {
        match (flags.cert.or(file.cert), flags.key.or(file.key)) {
            (Some(cert), Some(key)) => Ok(Some(Self { cert, key })),
            (None, None) => Ok(None),
            (Some(_), None) => Err(Failure::usage("--tls-cert needs --tls-key")),
            (None, Some(_)) => Err(Failure::usage("--tls-key needs --tls-cert")),
        }
    }
}
