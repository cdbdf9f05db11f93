//! Starts the server, says where it listens, and stops it well.

use std::io::IsTerminal;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Duration;

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
use crate::sessions::Sessions;
use crate::site::Site;
use crate::workers::Workers;
use crate::writer::Writers;
use crate::writer::meter::Meter;
use crate::{control, embedding, jobs, router};

/// How long requests may take to end once the server stops.
const DRAIN: Duration = Duration::from_secs(3);
/// How long the kernel may take to close afterwards.
const CLOSE: Duration = Duration::from_millis(1500);

/// How often another server is asked for its folder.
const HAND_OVERS: usize = 4;
/// How long it may take to let go of it.
const HAND_OVER: Duration = Duration::from_secs(10);
/// The pause between two looks whether it did.
const LOOK: Duration = Duration::from_millis(10);

/// A server that runs.
pub struct Running {
    /// What it shares with its handlers.
    pub site: Arc<Site>,
    /// The open folder.
    pub instance: Arc<Instance>,
    serving: JoinHandle<()>,
    commands: Option<JoinHandle<()>>,
}

/// Runs a server until it is told to stop.
///
/// # Errors
/// When it cannot start.
pub async fn run(flags: Flags) -> Result<(), Failure> {
    run_with(flags, doors::mcp::router).await
}

/// [`run`] with another door at `/mcp`.
///
/// # Errors
/// When it cannot start.
pub async fn run_with(flags: Flags, mcp: McpDoor) -> Result<(), Failure> {
    let config = Config::of_server(flags)?;
    trace(&config.trace);
    let mut started = start_with(config.clone(), mcp).await;
    // Another one may take the folder just when the first lets go of it.
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

/// Whether who has the folder lets go of it: a command that is done, or a server that serves it for want of another, as
/// `loci mcp` does. One that has just begun cannot be asked yet.
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

/// Whether somebody sees the log, who wants colours.
fn is_coloured() -> bool {
    let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    std::io::stderr().is_terminal() && !no_colour
}

/// Writes the log to standard error; standard output is for results.
pub fn trace(filter: &str) {
    // The model's client would log what the model answers, and the protocol's library every message.
    let filter = format!("async_openai=off,rmcp=off,{filter}");
    let filter = tracing_subscriber::EnvFilter::new(filter);
    // An error says that a log is there already, as in a test.
    drop(
        tracing_subscriber::fmt()
            .with_env_filter(filter)
            .with_writer(std::io::stderr)
            .with_ansi(is_coloured())
            // It would say on standard error that standard error is closed, and panic.
            .log_internal_errors(false)
            .try_init(),
    );
}

/// Opens the folder and begins to serve.
///
/// # Errors
/// When the folder or the port cannot be had.
pub async fn start(config: Config) -> Result<Running, Failure> {
    start_with(config, doors::mcp::router).await
}

async fn start_with(config: Config, mcp: McpDoor) -> Result<Running, Failure> {
    let listener = match listen(config.addr).await {
        Ok(listener) => listener,
        Err(failure) => {
            // A folder that is in use says by whom, which is more; a new one is not made in vain.
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
        flashes: Arc::default(),
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

/// The name of this process in the leases of jobs: its place, which the folder keeps, and its start.
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

/// As many connections as there may be.
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
    /// Waits until the server is told to stop, then ends what runs and closes the folder.
    ///
    /// # Errors
    /// When serving failed.
    pub async fn wait(self) -> Result<(), Failure> {
        let mut serving = self.serving;
        let stop = self.site.stop.clone();
        let (hub, ending) = (self.site.hub.clone(), stop.clone());
        // What is in memory is of another log then, and so is the index.
        let replaced = tokio::spawn(async move {
            let reason = hub.replaced().await;
            ending.cancel();
            reason
        });
        let served = tokio::select! {
            served = &mut serving => served,
            () = stop.cancelled() => {
                tracing::info!("stopping");
                // Who waits for something to happen would otherwise use up the time to drain.
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
        if tokio::time::timeout(CLOSE, self.instance.close())
            .await
            .is_err()
        {
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

/// Says where the server listens, and where to open it. A link that lets somebody in goes to a terminal only:
/// what is written elsewhere is kept, as a log.
///
/// # Errors
/// When the accounts cannot be read.
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
    // Who asks it something needs not read this, and it serves also where this cannot be written.
    let said = say(&format!("listening on {}\nopen {open}", site.listening()));
    if let Err(failure) = said {
        tracing::warn!(%failure, "where the server listens could not be said");
    }
    Ok(())
}

/// The signal to a process that writes more into a file than it may; without a handler it ends the process.
const FILE_SIZE: SignalKind = SignalKind::from_raw(25);

/// Lets SIGTERM and Ctrl-C stop what that token stops, and nothing else: a file that may grow no more is a write that
/// fails.
///
/// # Errors
/// When the process cannot listen to signals.
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
