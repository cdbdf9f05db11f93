//! Starts the server, prints its address, and stops it gracefully.

use std::io::IsTerminal;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Duration;

use doors::http::Flashes;
use kernel::actor::Caller;
use store::folder::{Paths, holder};
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;
use tools::BpeTokens;

use crate::assets::Assets;
use crate::chance;
use crate::command::Command;
use crate::config::{Config, Flags};
use crate::connections::Connections;
use crate::edge::{self, descriptors, tls::Tls};
use crate::embedder::Maker;
use crate::failure::Failure;
use crate::instance::Instance;
use crate::mcp::McpDoor;
use crate::metrics::Metrics;
use crate::output::say;
use crate::renders::Renders;
use crate::sessions::Sessions;
use crate::site::Site;
use crate::workers::Workers;
use crate::writer::Writers;
use crate::writer::meter::Meter;
use crate::{control, embedding, jobs, router, telemetry};

/// Time limit for open requests once the server stops.
const DRAIN: Duration = Duration::from_secs(3);
/// Time limit for ending the jobs afterwards, and again for closing the folder.
const CLOSE: Duration = Duration::from_millis(1500);

/// Maximum number of times that another process is asked to release the folder.
const HAND_OVERS: usize = 4;
/// Time that the other process has to release it.
const HAND_OVER: Duration = Duration::from_secs(10);
/// Interval between two checks of the folder.
const LOOK: Duration = Duration::from_millis(10);

/// A running server.
pub struct Running {
    /// State shared by its handlers.
    pub site: Arc<Site>,
    /// The open folder.
    pub instance: Arc<Instance>,
    serving: JoinHandle<()>,
    commands: Option<JoinHandle<()>>,
}

/// Runs a server until it is stopped.
///
/// # Errors
/// Returns an error if the server cannot start.
pub async fn run(flags: Flags) -> Result<(), Failure> {
    run_with(flags, doors::mcp::router).await
}

/// [`run`] with another router at `/mcp`.
///
/// # Errors
/// Returns an error if the server cannot start.
pub async fn run_with(flags: Flags, mcp: McpDoor) -> Result<(), Failure> {
    let config = Config::of_server(flags)?;
    telemetry::start(&config.trace)?;
    let mut started = start_with(config.clone(), mcp).await;
    // Another process may take the folder just when the first one releases it.
    for _ in 0..HAND_OVERS {
        if started.is_ok() || !handed_over(&config).await {
            break;
        }
        started = start_with(config.clone(), mcp).await;
    }
    let running = started?;
    stop_on_signals(running.site.stop.clone())?;
    announce(&running.site).await?;
    running.wait().await
}

/// Returns true if the holder of the folder releases it: a command that ends, or a server that only serves until
/// another one is started, as `loci mcp` does. A server that has just started cannot be asked yet.
async fn handed_over(config: &Config) -> bool {
    let socket = Paths::new(&config.data).control_socket();
    let until = Instant::now() + HAND_OVER;
    let (mut was_held, mut is_asked) = (false, false);
    while let Ok(Some(holder)) = holder(&config.data) {
        was_held = true;
        if holder.address.is_some() && !is_asked {
            match control::ask(&socket, &Command::HandOver).await {
                Ok(done) => is_asked = done.is_some(),
                Err(_) => return false,
            }
        }
        if Instant::now() >= until {
            return false;
        }
        sleep(LOOK).await;
    }
    was_held
}

/// Opens the folder and starts to serve.
///
/// # Errors
/// Returns an error if the folder or the port is not available.
pub async fn start(config: Config) -> Result<Running, Failure> {
    start_with(config, doors::mcp::router).await
}

async fn start_with(config: Config, mcp: McpDoor) -> Result<Running, Failure> {
    let listener = match listen(config.addr).await {
        Ok(listener) => listener,
        Err(failure) => {
            // The error of a folder in use names its holder, which is more helpful. A missing folder is not created for
            // this.
            if config.data.exists() {
                Instance::open(&config).await?.close().await;
            }
            return Err(failure);
        }
    };
    let instance = Arc::new(Instance::open_to_serve(&config).await?);
    match begin(config, listener, instance.clone(), mcp).await {
        Ok(running) => Ok(running),
        Err(failure) => {
            instance.close().await;
            Err(failure)
        }
    }
}

async fn listen(wanted: SocketAddr) -> Result<TcpListener, Failure> {
    TcpListener::bind(wanted).await.map_err(|error| {
        Failure::unavailable(format!(
            "cannot listen on {wanted}: {error}. Choose another address with --addr, or port 0 for a free one."
        ))
    })
}

async fn begin(
    config: Config,
    listener: TcpListener,
    instance: Arc<Instance>,
    mcp: McpDoor,
) -> Result<Running, Failure> {
    let address = listener
        .local_addr()
        .map_err(|error| Failure::unavailable(error.to_string()))?;
    if let Some(public) = &config.public {
        doors::base_path::set(&public.base);
    }
    let tls = config.tls.clone().map(Tls::new).transpose()?;
    let (accounts, clock) = (
        instance.store.accounts.clone(),
        instance.store.clock.clone(),
    );
    let meter = || Meter::new(accounts.clone(), instance.quotas.clone(), clock.clone());
    let maker = match instance.embedder.clone() {
        Some(endpoint) => {
            endpoint.count_by(meter());
            embedding::expect(&instance.store.index, &endpoint).await?;
            Maker::Endpoint(endpoint)
        }
        None => Maker::Own,
    };
    let site = Arc::new(Site {
        hub: instance.hub.clone(),
        accounts: instance.store.accounts.clone(),
        clock: instance.store.clock.clone(),
        sessions: Sessions::new(instance.store.accounts.sessions()),
        throttle: crate::throttle::Throttle::default(),
        failures: crate::failures::Failures::default(),
        flashes: Flashes::new(accounts.clone(), clock.clone()),
        renders: Renders::default(),
        quotas: instance.quotas.clone(),
        connections: connections(&config),
        metrics: Metrics::default(),
        writers: Writers::new(config.llm.as_ref(), Arc::new(BpeTokens), Some(meter()))?,
        index: instance.store.index.clone(),
        maker,
        embedding: instance.embedding.clone(),
        workers: Workers::new(worker(&instance)?.into()),
        caught_up: AtomicU64::new(0),
        heard: AtomicU64::new(0),
        announced: AtomicU64::new(0),
        webhooks: crate::webhooks::Sender::new(config.webhook_allow.clone()),
        assets: Assets::load(),
        config,
        address,
        stop: CancellationToken::new(),
        set_up: AtomicBool::new(false),
    });
    let paths = instance.store.folder.paths();
    let folder = &instance.store.folder;
    if let Err(error) = folder.announce(site.config.scheme(), &address.to_string()) {
        tracing::warn!(%error, "the lock does not say where this server listens");
    }
    let commands = match control::listen(&paths.control_socket()) {
        Ok(listener) => Some(tokio::spawn(control::serve(
            listener,
            site.clone(),
            instance.clone(),
        ))),
        Err(error) => {
            tracing::warn!(%error, "no control socket: commands work only while no server runs");
            None
        }
    };
    jobs::start(&site);
    if let Some(tls) = &tls {
        tokio::spawn(tls.clone().follow(site.stop.clone()));
    }
    let router = router::router_with(&site, mcp).with_state(());
    let serving = tokio::spawn(edge::serve(listener, site.clone(), router, tls));
    Ok(Running {
        site,
        instance,
        serving,
        commands,
    })
}

/// Returns the name of this process in job leases: the folder's place and a random word for this start.
fn worker(instance: &Instance) -> Result<String, Failure> {
    let start = chance::word()?;
    let place = match instance.store.folder.place() {
        Ok(place) => place,
        Err(error) => {
            // A full disk must not prevent the start.
            tracing::warn!(%error, "the folder keeps no name: jobs cut off by the next stop wait for their leases");
            chance::word()?
        }
    };
    Ok(format!("{place}/{start}"))
}

/// Creates the connection limits, from the configuration or the limit of open files.
fn connections(config: &Config) -> Arc<Connections> {
    let descriptors = descriptors::raise();
    let limits = &config.limits;
    let most = limits.connections;
    let most = most.unwrap_or_else(|| descriptors::connections(descriptors));
    let of_one = limits.connections_per_address;
    let of_one = of_one.unwrap_or_else(|| most.div_ceil(2));
    tracing::debug!(descriptors, most, of_one, "room for connections");
    Connections::new(most, of_one)
}

impl Running {
    /// Waits until the server is stopped, then ends jobs and requests and closes the folder.
    ///
    /// # Errors
    /// Returns an error if serving failed or the log was replaced.
    pub async fn wait(self) -> Result<(), Failure> {
        let mut serving = self.serving;
        let stop = self.site.stop.clone();
        let (hub, ending) = (self.site.hub.clone(), stop.clone());
        // The states in memory and the index then belong to another log.
        let replaced = tokio::spawn(async move {
            let reason = hub.replaced().await;
            ending.cancel();
            reason
        });
        let served = tokio::select! {
            served = &mut serving => served,
            () = stop.cancelled() => {
                tracing::info!("stopping");
                // Waiting calls would otherwise use up the time to drain.
                self.site.hub.end_waits();
                if let Ok(served) = tokio::time::timeout(DRAIN, &mut serving).await {
                    served
                } else {
                    tracing::warn!("some requests did not end in time and were cut off");
                    serving.abort();
                    Ok(())
                }
            }
        };
        stop.cancel();
        if tokio::time::timeout(CLOSE, self.site.workers.end())
            .await
            .is_err()
        {
            tracing::warn!("some jobs did not end in time; the next start takes them over");
        }
        if let Some(commands) = self.commands {
            commands.abort();
        }
        crate::audit::gather(self.site.clone()).await;
        drop(std::fs::remove_file(
            self.instance.store.folder.paths().control_socket(),
        ));
        let closing = tokio::time::timeout(CLOSE, self.instance.close());
        let (closed, ()) = tokio::join!(closing, telemetry::stop());
        if closed.is_err() {
            tracing::warn!("closing took too long; the next start reads a little more");
        }
        if !replaced.is_finished() {
            replaced.abort();
        } else if let Ok(reason) = replaced.await {
            return Err(Failure::restart(format!(
                "the log was replaced: {reason}. Start Loci again; it then follows the log as it is now."
            )));
        }
        match served {
            Ok(()) => Ok(()),
            Err(error) => Err(Failure::unavailable(format!("serving ended: {error}"))),
        }
    }
}

/// Prints the listening address, and the URL to open. The setup link is only printed to a terminal: other output may be
/// stored as a log.
///
/// # Errors
/// Returns an error if the accounts cannot be read.
pub async fn announce(site: &Site) -> Result<(), Failure> {
    let open = if site.is_set_up().await? {
        site.url("/")
    } else if std::io::stdout().is_terminal() {
        site.setup_link(Caller::system()).await?
    } else {
        let folder = site.config.data.display();
        format!(
            "{}\nwith the link that this prints: loci setup-link --data {folder}",
            site.url("/setup")
        )
    };
    // Clients do not need this output, so the server runs even if it cannot be printed.
    let said = say(&format!("listening on {}\nopen {open}", site.listening()));
    if let Err(failure) = said {
        tracing::warn!(%failure, "where the server listens could not be said");
    }
    Ok(())
}

/// Signal to a process that exceeds its file size limit. Without a handler it ends the process.
const FILE_SIZE: SignalKind = SignalKind::from_raw(25);

/// Cancels the token on SIGTERM and Ctrl-C. Also ignores the signal for the file size limit, so that such a write fails
/// instead.
///
/// # Errors
/// Returns an error if the process cannot listen to signals.
pub fn stop_on_signals(stop: CancellationToken) -> Result<(), Failure> {
    let on = |kind| signal(kind).map_err(|error| Failure::unavailable(error.to_string()));
    let mut terminate = on(SignalKind::terminate())?;
    let mut interrupt = on(SignalKind::interrupt())?;
    drop(on(FILE_SIZE)?);
    tokio::spawn(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        stop.cancel();
    });
    Ok(())
}
