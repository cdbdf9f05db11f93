//! A `PgBouncer` of the tests' own, in front of a server of theirs.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use super::postgres::PostgresServer;

/// Debian's folder for the program, which is not in every `PATH`.
const DEBIAN: &str = "/usr/sbin/pgbouncer";
/// Maximum time for the pooler to start.
const PATIENCE: Duration = Duration::from_mins(1);

/// A running pooler. Dropping it stops it.
pub struct Pooler {
    process: Child,
    address: SocketAddr,
}

impl Pooler {
    /// Starts a pooler in a mode, with further settings, in the folder of the server. Returns `None`, and says so, if
    /// `PgBouncer` is not installed.
    #[must_use]
    pub fn start(server: &PostgresServer, mode: &str, settings: &[&str]) -> Option<Self> {
        let Some(program) = find() else {
            eprintln!("skipped: PgBouncer is not installed; its Debian package is `pgbouncer`");
            return None;
        };
        let port = super::postgres::free_port();
        let lines = [
            "[databases]".to_owned(),
            format!(
                "* = host=127.0.0.1 port={} user=loci pool_mode={mode}",
                server.address().port()
            ),
            "[pgbouncer]".to_owned(),
            "listen_addr = 127.0.0.1".to_owned(),
            format!("listen_port = {port}"),
            "unix_socket_dir =".to_owned(),
            "auth_type = any".to_owned(),
        ];
        let file = server.folder().join(format!("pgbouncer-{port}.ini"));
        let text = [&lines.join("\n"), "\n", &settings.join("\n"), "\n"].concat();
        fs::write(&file, text).unwrap();
        let mut command = server.command(&program);
        command.arg("--quiet").arg(&file);
        let log = fs::File::create(file.with_extension("log")).unwrap();
        let process = command.stdout(Stdio::null()).stderr(log).spawn().unwrap();
        let address = (Ipv4Addr::LOCALHOST, port).into();
        let began = Instant::now();
        while TcpStream::connect(address).is_err() {
            let log = || fs::read_to_string(file.with_extension("log")).unwrap_or_default();
            assert!(
                began.elapsed() < PATIENCE,
                "PgBouncer does not start: {}",
                log()
            );
            std::thread::sleep(Duration::from_millis(20));
        }
        Some(Self { process, address })
    }

    /// Socket address of the pooler.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for Pooler {
    fn drop(&mut self) {
        let _gone = self.process.kill();
        let _status = self.process.wait();
    }
}

fn find() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let in_path = std::env::split_paths(&path).map(|folder| folder.join("pgbouncer"));
    let mut all = in_path.chain([PathBuf::from(DEBIAN)]);
    all.find(|program| program.is_file())
}
