//! Notifications of changes between servers. They only shorten the wait for the next look at the log, so a lost one does
//! no harm.

use std::time::Duration;

use sqlx::PgPool;
use sqlx::postgres::PgListener;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::postgres::Postgres;

/// Minimum time between two notifications. PostgreSQL sends them one after the other for all workspaces.
const PAUSE: Duration = Duration::from_millis(5);
/// Pause before the connection that listens is opened again.
const RETRY: Duration = Duration::from_secs(1);

/// Subscribers of changes in this process, and the notification of other servers.
pub(super) struct Wakes {
    changes: watch::Sender<()>,
    own: watch::Sender<()>,
}

impl Wakes {
    /// Starts the tasks that listen and notify.
    pub(super) fn new(database: &Postgres, readers: &PgPool, tasks: &mut JoinSet<()>) -> Self {
        let (changes, own) = (watch::Sender::new(()), watch::Sender::new(()));
        tasks.spawn(listen(database.clone(), changes.clone()));
        tasks.spawn(notify(
            database.schema().to_owned(),
            readers.clone(),
            own.subscribe(),
        ));
        Self { changes, own }
    }

    /// Subscribes to changes of the log.
    pub(super) fn subscribe(&self) -> watch::Receiver<()> {
        self.changes.subscribe()
    }

    /// Announces a change that this process made.
    pub(super) fn tell(&self) {
        self.changes.send_replace(());
        self.own.send_replace(());
    }
}

async fn listen(database: Postgres, changes: watch::Sender<()>) {
    loop {
        if let Err(error) = listen_once(&database, &changes).await {
            tracing::debug!(%error, "the connection that listens was lost");
        }
        tokio::time::sleep(RETRY).await;
    }
}

async fn listen_once(database: &Postgres, changes: &watch::Sender<()>) -> sqlx::Result<()> {
    let pool = database.single();
    let mut listener = PgListener::connect_with(&pool).await?;
    listener.listen(database.schema()).await?;
    loop {
        // `None` after the connection was lost and opened again: changes may have been missed.
        listener.try_recv().await?;
        changes.send_replace(());
    }
}

async fn notify(channel: String, readers: PgPool, mut own: watch::Receiver<()>) {
    while own.changed().await.is_ok() {
        let notify = sqlx::query("SELECT pg_notify($1, '')").bind(&channel);
        if let Err(error) = notify.execute(&readers).await {
            tracing::debug!(%error, "other servers were not notified; they look by themselves");
        }
        tokio::time::sleep(PAUSE).await;
    }
}
