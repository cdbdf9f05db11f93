//! Background embedding of texts, in batches, oldest first. Texts that cannot be embedded now stay in the queue and are
//! found by words.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use kernel::ports::embedder::quantise;
use kernel::ports::index::{Embedded, Index as _, Waiting};
use kernel::time::DAY;
use kernel::{Error, Time};
use store::SqliteIndex;
use tools::StaticEmbedder;

use crate::embedder::{BATCH, EmbedderError, EndpointEmbedder, Maker, says_something};
use crate::site::Site;

/// Number of texts per pass.
const PAGE: usize = 512;
/// Pause after a failure, doubled with each further one.
const PAUSE: Duration = Duration::from_secs(1);
/// Maximum pause.
const LONGEST: Duration = Duration::from_mins(5);
/// Maximum `Retry-After` of an endpoint that is respected.
const PATIENCE: Duration = Duration::from_hours(1);
/// Polling interval without a signal: a hidden stream may have become visible again.
const LOOK: Duration = Duration::from_mins(1);
/// Polling interval while other servers ask for the vectors of the waiting texts.
const ELSEWHERE: Duration = Duration::from_secs(1);
/// A text that every endpoint can embed: an endpoint that rejects it rejects all.
const PROBE: &str = "a text";

/// Reason why texts cannot be embedded now.
enum Trouble {
    /// Failure of the index or the log.
    Loci(Error),
    Embedder(EmbedderError),
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Self {
        Self::Loci(error)
    }
}

impl From<EmbedderError> for Trouble {
    fn from(error: EmbedderError) -> Self {
        Self::Embedder(error)
    }
}

/// Identical texts for the embedder: the embedded text, and all items that have it.
type Same = (String, Vec<Waiting>);

/// Embeds waiting texts until the server stops.
pub async fn run(site: Arc<Site>) {
    let mut pause = PAUSE;
    loop {
        let looked = tokio::select! {
            looked = look(&site) => looked,
            () = site.stop.cancelled() => return,
        };
        let wait = match looked {
            Ok(None) => {
                pause = PAUSE;
                continue;
            }
            Ok(Some(wait)) => {
                pause = PAUSE;
                tokio::select! {
                    () = site.index.until_more_waits() => continue,
                    () = site.stop.cancelled() => return,
                    () = tokio::time::sleep(wait) => continue,
                }
            }
            Err(Trouble::Loci(error)) => {
                tracing::debug!(%error, "texts wait for their vectors until the index is there");
                pause
            }
            Err(Trouble::Embedder(error)) => {
                let wait = patience(error, pause, site.clock.now());
                site.embedding
                    .record_failure(&error, site.clock.now(), wait);
                wait
            }
        };
        pause = (pause * 2).min(LONGEST);
        tokio::select! {
            () = tokio::time::sleep(wait) => {}
            () = site.stop.cancelled() => return,
        }
    }
}

/// Returns the pause after an error of the embedder.
fn patience(error: EmbedderError, pause: Duration, now: Time) -> Duration {
    match error {
        EmbedderError::RateLimited(Some(seconds)) => {
            Duration::from_secs(seconds).clamp(pause, PATIENCE)
        }
        // The budget is per day.
        EmbedderError::Spent { .. } => {
            let left = DAY - now.0.rem_euclid(DAY);
            Duration::from_millis(u64::try_from(left).unwrap_or_default())
        }
        _ => pause,
    }
}

/// Embeds some of the waiting texts. Returns the time until the next look, `None` if there may be more texts.
async fn look(site: &Site) -> Result<Option<Duration>, Trouble> {
    let index = &*site.index;
    index.make_sure().await?;
    let waiting = index.list_unembedded(PAGE).await?;
    site.embedding.waits(waiting.total);
    if waiting.texts.is_empty() {
        index.settle().await?;
        return Ok(Some(LOOK));
    }
    let kept = index
        .find_vectors(&waiting.texts)
        .await
        .unwrap_or_else(|error| {
            tracing::warn!(%error, "vectors that may be kept are asked for again");
            vec![None; waiting.texts.len()]
        });
    let (mut ready, mut asked) = (Vec::new(), BTreeMap::<String, Vec<Waiting>>::new());
    for (of, vector) in waiting.texts.into_iter().zip(kept) {
        if vector.is_some() || !says_something(&of.text) {
            ready.push(Embedded { of, vector });
        } else {
            asked.entry(of.text.clone()).or_default().push(of);
        }
    }
    let is_ready = !ready.is_empty();
    take(site, ready).await?;
    let texts: Vec<&str> = asked.keys().map(String::as_str).collect();
    let claimed = index.claim(&texts).await?;
    let claimed = asked.into_iter().zip(claimed);
    let mut asked: Vec<Same> = claimed
        .filter_map(|(same, is_claimed)| is_claimed.then_some(same))
        .collect();
    if asked.is_empty() && !is_ready {
        return Ok(Some(ELSEWHERE));
    }
    while !asked.is_empty() {
        let batch = asked.split_off(asked.len().saturating_sub(BATCH));
        match &site.maker {
            Maker::Own => {
                let vectors = batch.iter().map(|(text, _)| StaticEmbedder::vector(text));
                let vectors: Vec<_> = vectors.map(Some).collect();
                store_vectors(site, batch, &vectors).await?;
            }
            Maker::Endpoint(endpoint) => embed(site, endpoint, batch).await?,
        }
    }
    Ok(None)
}

/// Requests the vectors of a batch. Splits it in halves if the endpoint rejects a text.
async fn embed(site: &Site, endpoint: &EndpointEmbedder, batch: Vec<Same>) -> Result<(), Trouble> {
    let mut parts = vec![batch];
    while let Some(mut part) = parts.pop() {
        let texts: Vec<&str> = part.iter().map(|(text, _)| text.as_str()).collect();
        match endpoint.vectors(&texts).await {
            Ok(vectors) => {
                let vectors: Vec<_> = vectors.into_iter().map(Some).collect();
                store_vectors(site, part, &vectors).await?;
            }
            Err(error) if error.is_about_texts() && part.len() > 1 => {
                parts.push(part.split_off(part.len() / 2));
                parts.push(part);
            }
            Err(error) if error.is_about_texts() => {
                // Checks whether this text is the cause, and will be again.
                endpoint.vectors(&[PROBE]).await.map_err(|_| error)?;
                let vector = match endpoint.vectors(&texts).await {
                    Ok(vectors) => vectors.into_iter().next(),
                    Err(error) if error.is_about_texts() => {
                        tracing::warn!(%error, "a text without a vector is found by its words alone");
                        None
                    }
                    Err(error) => return Err(error.into()),
                };
                store_vectors(site, part, &[vector]).await?;
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// Stores vectors, each for all identical texts.
async fn store_vectors(
    site: &Site,
    batch: Vec<Same>,
    vectors: &[Option<Vec<f32>>],
) -> Result<(), Trouble> {
    let ready = batch.into_iter().zip(vectors);
    let ready = ready.flat_map(|((_, same), vector)| {
        let vector = vector.as_deref().map(quantise);
        same.into_iter().map(move |of| Embedded {
            of,
            vector: vector.clone(),
        })
    });
    take(site, ready.collect()).await?;
    site.embedding.record_success();
    Ok(())
}

async fn take(site: &Site, ready: Vec<Embedded>) -> Result<(), Error> {
    if !ready.is_empty() {
        site.index.store_vectors(&ready).await?;
        site.embedding.took(ready.len());
    }
    Ok(())
}

/// Sets the endpoint's number of dimensions from the stored vectors.
///
/// # Errors
/// Returns an error if they cannot be read.
pub async fn expect(index: &SqliteIndex, endpoint: &EndpointEmbedder) -> Result<(), Error> {
    if let Some(dimensions) = index.dimensions().await? {
        endpoint.expect(dimensions);
    }
    Ok(())
}
