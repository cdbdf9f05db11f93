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
use tokio::task::{JoinHandle, JoinSet};
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

mod stop;

pub use stop::stop_on_signals;

/// Maximum number of times that another process is asked to release the folder.
const HAND_OVERS: usize = 4;
/// Time that the other process has to release it.
const HAND_OVER: Duration = Duration::from_secs(10);
/// Interval between two checks of the folder.
const LOOK: Duration = Duration::from_millis(10);

/// A running server.
pub struct Running {
    /// State shared by the handlers of its own workspace.
    pub site: Arc<Site>,
    /// The open folder of its own workspace.
    pub instance: Arc<Instance>,
    further: Vec<Open>,
    serving: JoinHandle<()>,
    commands: JoinSet<()>,
}

/// An open workspace.
type Open = (Arc<Site>, Arc<Instance>);

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
        if started.is_ok() || !any_handed_over(&config).await {
            break;
        }
        started = start_with(config.clone(), mcp).await;
    }
    let running = started?;
    stop_on_signals(running.site.stop.clone())?;
    announce(&running).await?;
    running.wait().await
}

/// Returns true if a folder that was held is now free.
async fn any_handed_over(config: &Config) -> bool {
    let mut any = wait_for_release(config).await;
    for further in config.further_configs(config.addr.port()) {
        any |= wait_for_release(&further).await;
    }
    any
}

/// Returns true if the holder of the folder releases it: a command that ends, or a server that only serves until
/// another one is started, as `loci mcp` does. A server that has just started cannot be asked yet.
async fn wait_for_release(config: &Config) -> bool {
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
    let address = listener
        .local_addr()
        .map_err(|error| Failure::unavailable(error.to_string()))?;
    let mut opened = Vec::new();
    let begun = async {
        opened.push((
            config.clone(),
            Arc::new(Instance::open_to_serve(&config).await?),
        ));
        for config in config.further_configs(address.port()) {
            let instance = Instance::open_to_serve(&config).await;
            let instance = instance.map_err(|failure| Failure {
                message: format!("workspace {}: {}", config.workspace, failure.message),
                ..failure
            });
            opened.push((config, Arc::new(instance?)));
        }
        begin(&opened, listener, address, mcp).await
    };
    match begun.await {
        Ok(running) => Ok(running),
        Err(failure) => {
            for (_, instance) in opened {
                instance.close().await;
            }
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

/// Begins to serve the open folders; the first one is that of the server's own workspace.
async fn begin(
    opened: &[(Config, Arc<Instance>)],
    listener: TcpListener,
    address: SocketAddr,
    mcp: McpDoor,
) -> Result<Running, Failure> {
    let [(config, _), ..] = opened else {
        return Err(Failure::unavailable("there is no workspace to serve"));
    };
    if let Some(public) = &config.public {
        doors::base_path::set(&public.base);
    }
    let tls = config.tls.clone().map(Tls::new).transpose()?;
    let process = Process {
        address,
        connections: connections(config),
        stop: CancellationToken::new(),
    };
    let mut sites = Vec::new();
    for (config, instance) in opened {
        sites.push((
            site(config.clone(), instance, &process).await?,
            instance.clone(),
        ));
    }
    let mut commands = JoinSet::new();
    let mut routers = Vec::new();
    for (site, instance) in &sites {
        answer_commands(&mut commands, site, instance);
        jobs::start(site);
        routers.push((site.clone(), router::router_with(site, mcp).with_state(())));
    }
    if let Some(tls) = &tls {
        tokio::spawn(tls.clone().follow(process.stop.clone()));
    }
    let (site, instance) = sites.remove(0);
    let serving = tokio::spawn(edge::serve(listener, routers, tls));
    Ok(Running {
        site,
        instance,
        further: sites,
        serving,
        commands,
    })
}

/// Parts that all workspaces of the process share.
struct Process {
    address: SocketAddr,
    connections: Arc<Connections>,
    stop: CancellationToken,
}

/// Creates the state of the handlers of a workspace.
async fn site(
    config: Config,
    instance: &Instance,
    process: &Process,
) -> Result<Arc<Site>, Failure> {
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
    Ok(Arc::new(Site {
        hub: instance.hub.clone(),
        accounts: instance.store.accounts.clone(),
        clock: instance.store.clock.clone(),
        sessions: Sessions::new(instance.store.accounts.sessions()),
        throttle: crate::throttle::Throttle::default(),
        failures: crate::failures::Failures::default(),
        flashes: Flashes::new(accounts.clone(), clock.clone()),
        renders: Renders::default(),
        quotas: instance.quotas.clone(),
        connections: process.connections.clone(),
        metrics: Metrics::default(),
        writers: Writers::new(config.llm.as_ref(), Arc::new(BpeTokens), Some(meter()))?,
        index: instance.store.index.clone(),
        maker,
        embedding: instance.embedding.clone(),
        workers: Workers::new(worker(instance)?.into()),
        caught_up: AtomicU64::new(0),
        heard: AtomicU64::new(0),
        announced: AtomicU64::new(0),
        webhooks: crate::webhooks::Sender::new(config.webhook_allow.clone()),
        assets: Assets::load(),
        config,
        address: process.address,
        stop: process.stop.clone(),
        set_up: AtomicBool::new(false),
    }))
}

/// Records the address in the folder, and answers commands on its control socket.
fn answer_commands(commands: &mut JoinSet<()>, site: &Arc<Site>, instance: &Arc<Instance>) {
    let folder = &instance.store.folder;
    let (scheme, address) = (site.config.scheme(), site.address.to_string());
    if let Err(error) = folder.announce(scheme, &address) {
        tracing::warn!(%error, "the lock does not say where this server listens");
    }
    match control::listen(&folder.paths().control_socket()) {
        Ok(listener) => {
            commands.spawn(control::serve(listener, site.clone(), instance.clone()));
        }
        Err(error) => {
            tracing::warn!(%error, "no control socket: commands work only while no server runs");
        }
    }
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

/// Prints the listening address, and the URL to open for each workspace.
///
/// # Errors
/// Returns an error if the accounts cannot be read.
pub async fn announce(running: &Running) -> Result<(), Failure> {
    let site = &running.site;
    let mut lines = vec![
        format!("listening on {}", site.listening()),
        format!("open {}", address_to_open(site).await?),
    ];
    for (site, _) in &running.further {
        let (workspace, open) = (&site.config.workspace, address_to_open(site).await?);
        lines.push(format!("workspace {workspace}: open {open}"));
    }
    // Clients do not need this output, so the server runs even if it cannot be printed.
    if let Err(failure) = say(&lines.join("\n")) {
        tracing::warn!(%failure, "where the server listens could not be said");
    }
    Ok(())
}

/// Returns the URL to open. The setup link is only printed to a terminal: other output may be stored as a log.
async fn address_to_open(site: &Site) -> Result<String, Failure> {
    Ok(if site.is_set_up().await? {
        site.url("/")
    } else if std::io::stdout().is_terminal() {
        site.setup_link(Caller::system()).await?
    } else {
        let folder = site.config.data.display();
        format!(
            "{}\nwith the link that this prints: loci setup-link --data {folder}",
            site.url("/setup")
        )
    })
}
