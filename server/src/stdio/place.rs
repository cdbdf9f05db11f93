//! The server that messages go to, wherever it is now: at an address that was given, or the one that has the data
//! folder. When nobody has the folder, this process opens it and is the server until
//! another one asks for it. Knows nothing of messages.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use store::folder::{Holder, holder};
use tokio::net::TcpStream;
use tokio::sync::Mutex;
use tokio::time::{Instant, sleep, timeout};
use tokio_util::sync::CancellationToken;

use crate::config::Config;
use crate::failure::Failure;
use crate::serve::{self, Running};

/// How long somebody who has the folder may take to listen, or to let go of it. A server takes less than five seconds
/// to stop.
const PATIENCE: Duration = Duration::from_secs(15);
/// How long a server for which this process let go of the folder may take to take it.
const GRACE: Duration = Duration::from_secs(5);
/// The pause between two looks.
const PAUSE: Duration = Duration::from_millis(50);
/// How long a server of this machine may take to take a connection.
const CONNECTS: Duration = Duration::from_secs(2);

/// Where the server is.
pub struct Place {
    known: Known,
    now: Mutex<Now>,
    stop: CancellationToken,
}

/// What is known of it from the start.
enum Known {
    /// Its address.
    Address(String),
    /// The configuration that names its folder.
    Folder(Box<Config>),
}

/// What is known of it now.
#[derive(Default)]
struct Now {
    url: Option<String>,
    own: Option<Running>,
    /// When this process let go of the folder for another server.
    handed_over: Option<Instant>,
}

impl Place {
    /// At that address, whatever happens.
    #[must_use]
    pub fn at(url: &str) -> Arc<Self> {
        Self::new(Known::Address(url.trim_end_matches('/').into()))
    }

    /// Wherever the data folder is served.
    #[must_use]
    pub fn of_folder(config: Config) -> Arc<Self> {
        Self::new(Known::Folder(Box::new(config)))
    }

    fn new(known: Known) -> Arc<Self> {
        Arc::new(Self {
            known,
            now: Mutex::default(),
            stop: CancellationToken::new(),
        })
    }

    /// The address, when it was given.
    pub fn given(&self) -> Option<&str> {
        match &self.known {
            Known::Address(url) => Some(url),
            Known::Folder(_) => None,
        }
    }

    /// The server's address. When nobody answers at `lost` any more, it is looked for anew.
    ///
    /// # Errors
    /// When there is no server and none can be started.
    pub async fn url(self: &Arc<Self>, lost: Option<&str>) -> Result<String, Failure> {
        if let Known::Address(url) = &self.known {
            return Ok(url.clone());
        }
        // It goes on when who asked is gone: a folder that was opened by half would stay taken.
        let (place, lost) = (self.clone(), lost.map(str::to_owned));
        let looking = tokio::spawn(async move { place.look(lost).await });
        looking
            .await
            .map_err(|error| Failure::unavailable(format!("starting a server: {error}")))?
    }

    async fn look(self: &Arc<Self>, lost: Option<String>) -> Result<String, Failure> {
        let Known::Folder(config) = &self.known else {
            return Err(Failure::unavailable("there is no data folder to look into"));
        };
        // Those who ask at the same time wait at the same time.
        let until = Instant::now() + PATIENCE;
        let mut now = self.now.lock().await;
        if let Some(url) = now.url.take_if(|url| lost.as_ref() != Some(url)) {
            now.url = Some(url.clone());
            return Ok(url);
        }
        loop {
            let failure = match self.holder()? {
                Some(holder) => match reached(&holder).await {
                    Some(url) => {
                        now.url = Some(url.clone());
                        return Ok(url);
                    }
                    None => taken(&holder),
                },
                None if self.stop.is_cancelled() => return Err(Failure::unavailable("stopping")),
                None if now.handed_over.is_some_and(|at| at.elapsed() < GRACE) => {
                    Failure::unavailable("Another server is starting. Try again.")
                }
                None => match self.open(config).await {
                    Ok(own) => {
                        let url = own.site.listening();
                        now.url = Some(url.clone());
                        now.own = Some(own);
                        return Ok(url);
                    }
                    // Somebody else was faster.
                    Err(failure) if self.holder()?.is_some() => failure,
                    Err(failure) => return Err(failure),
                },
            };
            if Instant::now() >= until {
                return Err(failure);
            }
            tokio::select! {
                () = sleep(PAUSE) => {}
                () = self.stop.cancelled() => return Err(failure),
            }
        }
    }

    /// Opens the folder and serves it to this machine alone, until another server asks for it.
    async fn open(self: &Arc<Self>, config: &Config) -> Result<Running, Failure> {
        serve::trace(&config.trace);
        let asked = CancellationToken::new();
        let own = serve::start(Config {
            addr: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0),
            tls: None,
            hand_over: Some(asked.clone()),
            ..config.clone()
        })
        .await?;
        let place = self.clone();
        tokio::spawn(async move {
            tokio::select! {
                () = asked.cancelled() => place.let_go().await,
                () = place.stop.cancelled() => {}
            }
        });
        Ok(own)
    }

    /// Ends the server of this process; messages go to the next one.
    async fn let_go(&self) {
        let mut now = self.now.lock().await;
        let Some(own) = now.own.take() else {
            return;
        };
        tracing::info!("another server takes the folder");
        own.site.stop.cancel();
        if let Err(error) = own.wait().await {
            tracing::warn!(%error, "the folder was not closed well");
        }
        now.url = None;
        now.handed_over = Some(Instant::now());
    }

    fn holder(&self) -> Result<Option<Holder>, Failure> {
        match &self.known {
            Known::Folder(config) => {
                holder(&config.data).map_err(|error| Failure::unavailable(error.to_string()))
            }
            Known::Address(_) => Ok(None),
        }
    }

    /// Finds the server before the first message asks for it, and lasts until this process is told to stop.
    ///
    /// # Errors
    /// When nobody has the folder and it cannot be opened, which will not pass by itself, and when this process
    /// cannot listen to signals.
    pub async fn hold(self: &Arc<Self>) -> Result<(), Failure> {
        serve::stop_on_signals(self.stop.clone())?;
        // Who had the folder may have let go of it when looking just ended.
        if self.url(None).await.is_err()
            && self.holder()?.is_none()
            && let Err(failure) = self.url(None).await
            && self.holder()?.is_none()
        {
            return Err(failure);
        }
        self.stop.cancelled().await;
        Ok(())
    }

    /// Ends the server, when it is this process.
    ///
    /// # Errors
    /// When serving failed.
    pub async fn end(&self) -> Result<(), Failure> {
        self.stop.cancel();
        let own = self.now.lock().await.own.take();
        match own {
            Some(own) => {
                own.site.stop.cancel();
                own.wait().await
            }
            None => Ok(()),
        }
    }
}

/// The address of who has the folder, when somebody answers there: what it says may be left from the one before.
async fn reached(holder: &Holder) -> Option<String> {
    let mut address: SocketAddr = holder.address.as_ref()?.parse().ok()?;
    match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => address.set_ip(Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(ip) if ip.is_unspecified() => address.set_ip(Ipv6Addr::LOCALHOST.into()),
        _ => {}
    }
    let connected = timeout(CONNECTS, TcpStream::connect(address)).await;
    connected.ok()?.ok()?;
    let scheme = holder.scheme.as_deref().unwrap_or("http");
    Some(format!("{scheme}://{address}"))
}

fn taken(holder: &Holder) -> Failure {
    let who = match holder.pid {
        0 => "Another process".to_owned(),
        pid => format!("Process {pid}"),
    };
    let does = match &holder.address {
        Some(address) => format!("does not answer at {address}"),
        None => "does not listen".into(),
    };
    Failure::unavailable(format!(
        "{who} has the data folder and {does}. Try again when it is done."
    ))
}
