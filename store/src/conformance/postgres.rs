//! A PostgreSQL server of the tests' own, with its data in a temporary folder.
//!
//! The programs are those in `PATH`, or Debian's in `/usr/lib/postgresql`. PostgreSQL does not run as root, so root runs
//! it as the user `postgres`.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, Executor as _, PgConnection};

use crate::postgres::{Missing, Postgres};

/// User that runs the server for root.
const USER: &str = "postgres";
/// Maximum time for the server to start or to stop.
const PATIENCE: Duration = Duration::from_mins(1);

/// A running server. Dropping it stops the server and removes its data.
pub struct PostgresServer {
    folder: PathBuf,
    port: u16,
    user: Option<(u32, u32)>,
    process: Option<Child>,
}

impl PostgresServer {
    /// Creates a database cluster and starts the server on a free port of 127.0.0.1.
    #[must_use]
    pub fn start() -> Self {
        Self::start_with(&[])
    }

    /// Starts a server as [`Self::start`] does, with settings such as `fsync=off`.
    #[must_use]
    pub fn start_with(settings: &[&str]) -> Self {
        let mut server = Self::create();
        let data = server.data();
        let made = server
            .program("initdb")
            .args([
                "--username=loci",
                "--auth=trust",
                "--encoding=UTF8",
                "--no-locale",
                "--no-sync",
            ])
            .arg("--pgdata")
            .arg(&data)
            .output()
            .unwrap();
        assert!(
            made.status.success(),
            "{}",
            String::from_utf8_lossy(&made.stderr)
        );
        server.run(settings);
        server
    }

    /// Creates the folder and chooses the port of a server.
    fn create() -> Self {
        let folder =
            std::env::temp_dir().join(format!("loci-postgres-{:016x}", rand::random::<u64>()));
        fs::create_dir(&folder).unwrap();
        let user = rustix::process::getuid().is_root().then(|| user(USER));
        if let Some((uid, gid)) = user {
            chown(&folder, Some(uid), Some(gid)).unwrap();
        }
        Self {
            folder,
            port: free_port(),
            user,
            process: None,
        }
    }

    /// Starts a standby of this server, which receives its commits until it is stopped or promoted.
    #[must_use]
    pub fn standby(&self) -> Self {
        let mut standby = Self::create();
        let copied = standby
            .program("pg_basebackup")
            .args([
                "--username=loci",
                "--host=127.0.0.1",
                "--write-recovery-conf",
            ])
            .arg(format!("--port={}", self.port))
            .args(["--checkpoint=fast", "--no-sync", "--pgdata"])
            .arg(standby.data())
            .output()
            .unwrap();
        assert!(
            copied.status.success(),
            "{}",
            String::from_utf8_lossy(&copied.stderr)
        );
        standby.run(&[]);
        standby
    }

    /// Starts the server again after [`Self::stop`].
    pub fn run(&mut self, settings: &[&str]) {
        let mut command = self.program("postgres");
        command.arg("-D").arg(self.data());
        let port = format!("port={}", self.port);
        let own = [
            "listen_addresses=127.0.0.1",
            "unix_socket_directories=",
            "max_connections=300",
            &port,
        ];
        for setting in own.iter().chain(settings) {
            command.args(["-c", setting]);
        }
        let log = fs::File::create(self.folder.join("log")).unwrap();
        self.process = Some(command.stdout(Stdio::null()).stderr(log).spawn().unwrap());
        let began = Instant::now();
        // The port answers before the database does, so the program that knows is asked.
        loop {
            let ready = self
                .program("pg_isready")
                .args([
                    "--quiet",
                    "--host=127.0.0.1",
                    &format!("--port={}", self.port),
                ])
                .status();
            if ready.unwrap().success() {
                return;
            }
            assert!(
                began.elapsed() < PATIENCE,
                "PostgreSQL does not start: {}",
                self.log()
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Stops the server: `fast` closes its connections, `immediate` does so without a checkpoint, as in a crash.
    pub fn stop(&mut self, mode: &str) {
        let Some(mut process) = self.process.take() else {
            return;
        };
        let stopped = self
            .program("pg_ctl")
            .args(["stop", "--silent", "--wait", "--mode", mode, "--pgdata"])
            .arg(self.data())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        if !stopped.is_ok_and(|status| status.success()) {
            let _gone = process.kill();
        }
        let _status = process.wait();
    }

    /// Makes the stopped server a standby, which waits for a primary that does not exist.
    pub fn become_standby(&self) {
        fs::write(self.data().join("standby.signal"), []).unwrap();
    }

    /// Makes the stopped server ask for passwords.
    pub fn require_password(&self) {
        let rule = "host all all 127.0.0.1/32 scram-sha-256\n";
        fs::write(self.data().join("pg_hba.conf"), rule).unwrap();
    }

    /// Address of the database `postgres`.
    #[must_use]
    pub fn url(&self) -> String {
        self.url_through(self.address())
    }

    /// Address of the database `postgres` through a proxy.
    #[must_use]
    pub fn url_through(&self, proxy: SocketAddr) -> String {
        format!("postgres://loci@{proxy}/postgres")
    }

    /// Socket address of the server.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        (Ipv4Addr::LOCALHOST, self.port).into()
    }

    /// The messages of the server.
    #[must_use]
    pub fn log(&self) -> String {
        fs::read_to_string(self.folder.join("log")).unwrap_or_default()
    }

    /// Opens the schema of a new workspace.
    pub async fn workspace(&self) -> Postgres {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("w{}-{number}", std::process::id());
        Postgres::open(&self.url(), &name, Missing::Created)
            .await
            .unwrap()
    }

    /// Runs a statement as the owner of the database, in a runtime of its own.
    pub fn execute(&self, sql: &str) {
        self.run_sql(async |conn| conn.execute(sqlx::raw_sql(sql)).await.map(drop));
    }

    /// Returns the number that a query results in.
    #[must_use]
    pub fn count(&self, sql: &str) -> i64 {
        self.run_sql(async |conn| sqlx::query_scalar(sql).fetch_one(conn).await)
    }

    fn run_sql<T>(&self, work: impl AsyncFnOnce(&mut PgConnection) -> sqlx::Result<T>) -> T {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build();
        runtime.unwrap().block_on(async {
            let options: PgConnectOptions = self.url().parse().unwrap();
            let mut conn = options.connect().await.unwrap();
            let done = work(&mut conn).await.unwrap();
            conn.close().await.unwrap();
            done
        })
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    /// Folder of the server and of its poolers.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    fn program(&self, name: &str) -> Command {
        self.command(&find(name))
    }

    /// Returns a command that runs a program as the user of the server.
    pub(super) fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.folder);
        if let Some((uid, gid)) = self.user {
            command.uid(uid).gid(gid);
        }
        command
    }
}

impl Drop for PostgresServer {
    fn drop(&mut self) {
        self.stop("immediate");
        let _gone = fs::remove_dir_all(&self.folder);
    }
}

/// Returns the number of a port that nothing listens on.
pub(super) fn free_port() -> u16 {
    let free = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    free.local_addr().unwrap().port()
}

/// Returns the path of one of PostgreSQL's programs.
fn find(name: &str) -> PathBuf {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    let folder = FOLDER.get_or_init(|| {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let in_path = std::env::split_paths(&path);
        let mut debian: Vec<PathBuf> = fs::read_dir("/usr/lib/postgresql")
            .map(|all| {
                all.filter_map(|entry| Some(entry.ok()?.path().join("bin")))
                    .collect()
            })
            .unwrap_or_default();
        debian.sort();
        let mut all = in_path.chain(debian.into_iter().rev());
        let has_all = |folder: &PathBuf| {
            ["initdb", "postgres", "pg_ctl", "pg_isready"]
                .iter()
                .all(|name| folder.join(name).exists())
        };
        all.find(has_all).unwrap_or_else(|| {
            panic!("PostgreSQL is not installed; its Debian package is `postgresql`")
        })
    });
    folder.join(name)
}

/// Returns the numbers of a user and of its group.
fn user(name: &str) -> (u32, u32) {
    let users = fs::read_to_string(Path::new("/etc/passwd")).unwrap();
    let fields = users
        .lines()
        .map(|line| line.split(':').collect::<Vec<_>>());
    let mut found = fields.filter(|fields| fields.first() == Some(&name) && fields.len() > 3);
    let fields = found
        .next()
        .unwrap_or_else(|| panic!("there is no user {name}"));
    (fields[2].parse().unwrap(), fields[3].parse().unwrap())
}
